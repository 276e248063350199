package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/campaign"
)

type mergeOptions struct {
	*Streams
	Out  string
	Dirs []string
	JSON bool
}

func newMerge(s *Streams) *cobra.Command {
	opts := &mergeOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "merge [flags] OUT DIR...",
		Short: "Join the shards of a campaign",
		Long: `Join the folders of a campaign's shards (assay fuzz --shard) in the folder OUT: counts and times are added, and of findings with the same signature the
smallest formula is kept, as in one campaign. assay triage, report, serve and stats take OUT like the folder of any campaign.

Merge as often as you like, all shards or some, in any order, while they run or later: OUT keeps what it was given of each shard, and a state that is further
replaces an earlier one. So nothing counts twice. A DIR may itself be what a merge has made. A merge that was ended in the middle is made right by the next one.

Folders of different campaigns are refused, with what is different. OUT does not go on with assay fuzz: the shards do.`,
		Example: `  assay merge all out-1 out-2 out-3 out-4
  assay merge all /shared/nightly/shard-*
  assay merge --json all out-3`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				return usagef("DIR is missing: name the folders to join after %s; as in:\n%s", args[0], firstLine(cmd.Example))
			}
			return minArgs(2, "OUT")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Out, opts.Dirs = args[0], args[1:]
			return opts.run(cmd.Context())
		},
	}
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func (opts *mergeOptions) run(ctx context.Context) error {
	if err := areCampaigns(opts.Dirs); err != nil {
		return err
	}
	unlock, err := notInTriage(opts.Out)
	if err != nil {
		return err
	}
	defer unlock()
	m, err := campaign.Merge(ctx, opts.Out, opts.Dirs)
	if err != nil {
		return mergeError(err)
	}
	if opts.JSON {
		err = opts.printJSON(struct {
			Event string `json:"event"`
			*campaign.Merged
		}{"merged", m})
	} else {
		err = opts.show(m)
	}
	if err != nil {
		return errOutput
	}
	return nil
}

// mergeError gives the errors of merging their exit codes.
func mergeError(err error) error {
	var (
		output    *disk.OutputError
		foreign   *folder.ForeignError
		busy      *campaign.BusyError
		mismatch  *campaign.MismatchError
		different *campaign.DifferentError
		overlap   *campaign.OverlapError
	)
	switch {
	case errors.As(err, &output):
		return withExit(exitOutput, err)
	case errors.As(err, &foreign), errors.As(err, &busy), errors.As(err, &mismatch), errors.As(err, &different), errors.As(err, &overlap):
		return usage(err)
	case errors.Is(err, context.Canceled):
		return err
	}
	return withExit(exitFailed, plainPathError(err))
}

func (opts *mergeOptions) show(m *campaign.Merged) error {
	var text strings.Builder
	of := ""
	if n := len(m.Missing); n > 0 {
		of = fmt.Sprintf(" of %d", len(m.Shards)+n)
	}
	noun := "shards"
	if len(m.Shards)+len(m.Missing) == 1 {
		noun = "shard"
	}
	fmt.Fprintf(&text, "%s: %d%s %s, %s, %s in %s\n", visible.Line(m.Out), len(m.Shards), of, noun, plural(int(m.Mutants), "mutant"), plural(m.Findings, "finding"), plural(int(m.Hits), "mutant"))
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, s := range m.Shards {
		change := "as before"
		switch {
		case s.Before < 0:
			change = "new"
		case s.Mutants > s.Before:
			change = fmt.Sprintf("%d more", s.Mutants-s.Before)
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", s.Shard, plural(int(s.Mutants), "mutant"), change, visible.Line(s.Dir))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	lines := strings.Split(strings.TrimRight(text.String(), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	if len(m.Missing) > 0 {
		const most = 10
		missing, more := m.Missing, ""
		if len(missing) > most {
			missing, more = missing[:most], fmt.Sprintf(" and %d more", len(missing)-most)
		}
		lines = append(lines, "not merged yet: "+strings.Join(missing, ", ")+more)
	}
	for _, n := range m.Notes {
		lines = append(lines, "note: "+visible.Line(n))
	}
	return opts.say("%s\n", strings.Join(lines, "\n"))
}
