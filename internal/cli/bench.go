package cli

import "github.com/spf13/cobra"

func newBench(s *Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "bench",
		Short:   "Measure which bugs versions and settings of Assay find",
		Example: "  assay bench bugs list",
		Args:    cobra.ArbitraryArgs,
		RunE:    unknownSubcommand,
	}
	cmd.AddCommand(newBenchBugs(s))
	return cmd
}
