package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// exitTopic is the word behind assay help that asks for the exit codes.
const exitTopic = "exit"

// exitHelp is the table of exit codes as a help text.
func exitHelp() string {
	var b strings.Builder
	fmt.Fprintln(&b, "Exit codes of all commands:")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, c := range exitCodes {
		for i, line := range folded(strings.ReplaceAll(c.Means, "`", ""), 74) {
			code, name := fmt.Sprint(c.Code), c.Name
			if i > 0 {
				code, name = "", ""
			}
			fmt.Fprintf(w, "  %s\t%s\t%s\n", code, name, line)
		}
	}
	_ = w.Flush() // into memory
	return b.String()
}

// folded breaks a text into lines of at most so many bytes, where it has words that are short enough.
func folded(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, line)
}
