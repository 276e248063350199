package triage

import (
	"context"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/elab"
)

// aloneFile is the file in which fresh processes find a session of one query.
const aloneFile = "alone.smt2"

// alone makes fresh plain processes read a session of one query from a file, twice. Between push and pop the query is a script like any
// other, which solvers treat differently from the mutant: what these processes show of it is a finding of its class, and no state was left
// behind. ok is false when there is no such session, or they do not show it.
func (w *leakTest) alone(ctx context.Context) (ok bool, err error) {
	if w.Session.Mode != solver.Push || len(w.queries) != 1 {
		return false, nil
	}
	text, _ := w.reading.Script()
	target, table := w.target(w.Solver), w.Bench.Operators()
	known, err := elab.Script(string(text), elab.Options{Table: table, Dialects: trial.Languages(table, target)})
	if err != nil {
		return false, nil //nolint:nilerr // the session remains a finding of the process that read it
	}
	t := w.Bench.Raw(w.Bench.RawText(aloneFile, text), known, trial.Facts{Truths: slices.Clone(w.Trial.Truths())})
	x := experiment.Of(t, target)
	same := func(f oracle.Finding) bool { return f.Class == w.Finding.Class && f.Solver == w.Solver }
	rep := findings.Repetition{}
	var shown oracle.Finding
	var showed []solver.Run
	for rep.Runs < 2 {
		found, once, err := x.Shows(ctx, same)
		if err != nil {
			return false, err
		}
		w.out.Extra = append(w.out.Extra, once.Runs...)
		rep.Runs++
		if found != nil {
			rep.Shown++
			shown, showed = *found, once.Runs
		}
	}
	if rep.Shown == 0 {
		return false, nil
	}
	e := &examination{Examiner: w.Examiner, Subject: Subject{Name: w.Name, Mutant: w.Mutant, Trial: t, Runs: showed}}
	signature := shown.Signature
	if !shown.Located() {
		signature = strings.Join([]string{string(shown.Class), target.Profile().Name, string(solver.Push), t.Content().List()}, "/")
	}
	h := e.hit(shown, blame{signature: signature})
	h.Finding.Repeated = rep
	w.out.Hits = append(w.out.Hits, h)
	return true, nil
}
