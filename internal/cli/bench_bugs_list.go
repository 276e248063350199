package cli

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bugs"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

func newBugsList(s *Streams) *cobra.Command {
	var folders bugFlags
	var asJSON, byRelease bool
	cmd := &cobra.Command{
		Use:   "list [flags]",
		Short: "List the known bugs",
		Long: `List the known bugs of the collection that comes with Assay and of --bugs: the versions between which each shows, its class, and what tells it apart.
A bug without a version that behaves is still in the newest version that was looked at. --releases counts those that each release has, by class.`,
		Example: `  assay bench bugs list
  assay bench bugs list --releases
  assay bench bugs list --bugs cmp/bugs --json`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			all, err := folders.load(s)
			if err != nil {
				return err
			}
			if byRelease {
				return s.listReleases(all, asJSON)
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
	cmd.Flags().BoolVar(&byRelease, "releases", false, "for each release of a solver, the number of known bugs that it has")
	jsonFlag(cmd, &asJSON)
	return cmd
}

// listReleases says how many bugs each release has.
func (s *Streams) listReleases(all []*bugs.Bug, asJSON bool) error {
	releases := bugs.Releases(all)
	if asJSON {
		for _, r := range releases {
			if err := s.printJSON(r); err != nil {
				return errOutput
			}
		}
		return nil
	}
	class := make(map[string]oracle.Class)
	for _, b := range all {
		class[b.Name] = b.Class
	}
	w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RELEASE\tBUGS\tBY CLASS")
	for _, r := range releases {
		counts := make(map[oracle.Class]int)
		for _, name := range r.Bugs {
			counts[class[name]]++
		}
		var words []string
		for _, c := range slices.SortedFunc(maps.Keys(counts), func(a, b oracle.Class) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) }) {
			words = append(words, fmt.Sprintf("%s %d", c, counts[c]))
		}
		fmt.Fprintf(w, "%s@%s\t%d\t%s\n", r.Solver, r.Version, len(r.Bugs), orDash(strings.Join(words, ", ")))
	}
	if w.Flush() != nil {
		return errOutput
	}
	return nil
}
