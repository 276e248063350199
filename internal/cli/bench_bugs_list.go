package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bugs"
)

func newBugsList(s *Streams) *cobra.Command {
	var folders bugFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list [flags]",
		Short: "List the known bugs",
		Long: `List the known bugs of the collection that comes with Assay and of --bugs: the versions between which each shows, its class, and what tells it apart.
A bug without a version that behaves is still in the newest version that was looked at.`,
		Example: `  assay bench bugs list
  assay bench bugs list --bugs cmp/bugs --json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			all, err := folders.load(s)
			if err != nil {
				return err
			}
			if asJSON {
				for _, b := range all {
					if err := s.printJSON(struct {
						*bugs.Bug
						Identity string `json:"identity"`
					}{b, b.Identity()}); err != nil {
						return errOutput
					}
				}
				return nil
			}
			w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "BUG\tCLASS\tFIRST\tSHOWS\tBEHAVES\tTOLD APART BY")
			for _, b := range all {
				apart := strings.Join(bugs.Distinctive(b.Operators), " ")
				if len(b.Signatures) > 0 {
					apart = findings.CrashSite(b.Signatures[0].Text)
				}
				if b.SameAs != "" {
					apart += ", same as " + b.SameAs
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", b.Name, b.Class, b.First, b.Shows, orDash(b.Behaves), strings.TrimSpace(apart+" "+shell.Quote(b.Options)))
			}
			if w.Flush() != nil {
				return errOutput
			}
			return nil
		},
	}
	folders.bind(cmd)
	jsonFlag(cmd, &asJSON)
	return cmd
}
