package cli

import (
	"bytes"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
)

type bugsRecordOptions struct {
	*Streams
	Out  string
	JSON bool

	dir string
}

func newBugsRecord(s *Streams) *cobra.Command {
	opts := &bugsRecordOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "record [--out FILE] DIR",
		Short: "Write what a benchmark's runs found into a small file",
		Long: `Write the record of a benchmark: its flags, the commit of each arm's program, and, for each run, the CPU time it used and its findings. Each finding has the time at
which it was first seen, its engine, and its bug or why it has none. The record is text, one line for each, and is all that report needs: keep it when the folder
goes, and give several records to report.

Bug names must mean the same in all of them, so put the new bugs of one benchmark into a collection (add) before you judge the next one with it (judge --bugs).`,
		Example: `  assay bench bugs record cmp --out cmp.jsonl
  assay bench bugs report cmp.jsonl other.jsonl`,
		Args: exactArgs(1, "DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			opts.dir = args[0]
			return opts.run()
		},
	}
	cmd.Flags().StringVarP(&opts.Out, "out", "o", "", "the `FILE` to write (default: standard output)")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func (opts *bugsRecordOptions) run() error {
	r, err := readRecord(opts.dir)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		return bugsError(err)
	}
	if opts.Out == "" { // its lines are JSON anyway
		return opts.written(opts.say("%s", b.String()))
	}
	if err := disk.WriteAtomic(throughLink(opts.Out), b.Bytes()); err != nil {
		return err
	}
	runs, findings := 0, 0
	for _, run := range r.Runs {
		if run.CPU > 0 {
			runs, findings = runs+1, findings+len(run.Seen)
		}
	}
	if opts.JSON {
		return opts.written(opts.printJSON(struct {
			File     string `json:"file"`
			Runs     int    `json:"runs"`
			Findings int    `json:"findings"`
		}{opts.Out, runs, findings}))
	}
	return opts.written(opts.say("%s: %s, %s\n", opts.Out, plural(runs, "run"), plural(findings, "finding")))
}

// written is the error of an output that cannot be written.
func (*bugsRecordOptions) written(err error) error {
	if err != nil {
		return errOutput
	}
	return nil
}
