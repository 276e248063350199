package triage

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// required returns the words on the blamed solver's command line that this version needs for the formula, and that the command in the finding's report does
// not have, because the version in which it was found does without. It runs the version at most five times. There are none for findings that were
// not reduced, and for sessions.
func (p *replaying) required(ctx context.Context) ([]string, error) {
	i := slices.IndexFunc(p.used, func(u usedRun) bool { return u.Solver == p.Solver })
	if p.Reduction == nil || p.Reduction.Plain == nil || p.Session != nil || i < 0 {
		return nil, nil
	}
	all := solver.Options(p.used[i].Options)
	none := all
	none.Incremental, none.Strings, none.Floats = false, false, false
	if all == none {
		return nil, nil
	}
	command, read, err := p.readBy(ctx, p.used[i], none)
	if err != nil || read {
		return nil, err
	}
	tries := []solver.Options{all}
	for _, set := range []func(o *solver.Options){
		func(o *solver.Options) { o.Floats = all.Floats }, func(o *solver.Options) { o.Strings = all.Strings },
		func(o *solver.Options) { o.Incremental = all.Incremental },
	} {
		one := none
		if set(&one); one != none && one != all {
			tries = slices.Insert(tries, len(tries)-1, one)
		}
	}
	for _, o := range tries {
		with, read, err := p.readBy(ctx, p.used[i], o)
		if err != nil {
			return nil, err
		}
		if read {
			return slices.DeleteFunc(with, func(word string) bool {
				return slices.Contains(command, word) || slices.Contains(p.Reduction.Plain.Command, word)
			}), nil
		}
	}
	return nil, nil
}

// readBy reports whether the version reads what it is given with these options, and returns its command line.
func (p *replaying) readBy(ctx context.Context, u usedRun, o solver.Options) (command []string, read bool, err error) {
	t := p.bench.Recorded(p.Logic, p.Checks, trial.Facts{})
	run, err := t.RunText(ctx, u.target, u.Solver, u.text, o)
	if err != nil {
		return nil, false, err
	}
	record := Record(run, o, u.text.Path, findings.BugFile)
	words := slices.DeleteFunc(slices.Clone(record.Command), func(word string) bool { return word == u.text.Path })
	return words, !record.Void && (record.Outcome.Replies() || record.Outcome == outcome.Crash), nil
}
