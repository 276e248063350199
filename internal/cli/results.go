package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/smtcomp"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/solve"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// resultFlags name files with what is known about benchmarks.
type resultFlags struct{ Files []string }

func (r *resultFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&r.Files, "results", nil, "a `FILE` with results of SMT-COMP, as it publishes them, that gives files with one check-sat their truth by the ends of their paths (repeatable)")
}

// A resultList is what those files say, nil for nothing.
type resultList struct{ *smtcomp.List }

// load reads the files.
func (r *resultFlags) load(ctx context.Context) (resultList, error) {
	if len(r.Files) == 0 {
		return resultList{}, nil
	}
	l := &smtcomp.List{}
	for _, file := range r.Files {
		if ctx.Err() != nil {
			return resultList{}, context.Cause(ctx)
		}
		err := l.Add(file)
		var format *smtcomp.FormatError
		switch {
		case errors.As(err, &format):
			return resultList{}, usagef("--results: %w", err)
		case err != nil:
			return resultList{}, missingFile(file, err)
		}
	}
	return resultList{l}, nil
}

// How a file's own label and the list go together.
type published uint8

const (
	unpublished    published = iota // the list does not have the file, or it has several checks
	noTruth                         // the list has it, without a truth
	publishedTruth                  // the list has its truth, and the label says nothing else
	contradictory                   // the label says something else
)

// claim is the truth of a script according to the list, without a status where the label is all that is known. note says what is to be shown.
func (l resultList) claim(file string, s *script.Script) (claim oracle.Truth, how published, note string) {
	if l.List == nil || s == nil {
		return oracle.Truth{}, unpublished, ""
	}
	labels := solve.Labels(s)
	if len(labels) != 1 {
		return oracle.Truth{}, unpublished, ""
	}
	e, ok := l.Find(file, s.Logic())
	label := labels[0].Status
	switch known := label == smt.Sat || label == smt.Unsat; {
	case !ok:
		return oracle.Truth{}, unpublished, ""
	case e.Status == smt.Unknown:
		return oracle.Truth{}, noTruth, fmt.Sprintf("--results has %s without a truth: %s", e.Benchmark, e.Why)
	case known && label != e.Status:
		return oracle.Truth{Status: smt.Unknown}, contradictory,
			fmt.Sprintf("its status label says %v, and --results says %v of %s (%s): neither is believed", label, e.Status, e.Benchmark, e.Why)
	}
	return oracle.Truth{Status: e.Status, Reason: e.Why, Label: true}, publishedTruth, ""
}

// tell says what became of the list: tally counts the files of the command.
func (l resultList) tell(s *Streams, tally map[published]int) {
	if l.List == nil {
		return
	}
	const most = 5
	c, first := l.Counts(most)
	fmt.Fprintf(s.Err, "results: %s, %d with a known truth, %d answered by one solver only, %d not answered, %d contradicted", plural(c.Benchmarks, "benchmark"), c.Known, c.Lone, c.Unknown, c.Contradicted)
	if c.Incremental > 0 {
		fmt.Fprintf(s.Err, "; %s about incremental benchmarks passed over", plural(c.Incremental, "row"))
	}
	fmt.Fprintln(s.Err)
	for _, e := range first {
		fmt.Fprintf(s.Err, "  %s: %s\n", e.Benchmark, e.Why)
	}
	if more := c.Contradicted - len(first); more > 0 {
		fmt.Fprintf(s.Err, "  and %d more\n", more)
	}
	fmt.Fprintf(s.Err, "results for the files: %d with a truth, %d without, %d that contradict the file's label, %d not in the list\n", tally[publishedTruth], tally[noTruth], tally[contradictory], tally[unpublished])
}
