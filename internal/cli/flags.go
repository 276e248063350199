package cli

import (
	"strconv"

	"github.com/spf13/cobra"
)

func jsonFlag(cmd *cobra.Command, value *bool) {
	cmd.Flags().BoolVar(value, "json", false, "write one JSON object per line to standard output")
}

// plural returns "1 file" or "3 files".
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
