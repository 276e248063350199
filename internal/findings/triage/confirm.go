package triage

import (
	"context"
	"regexp"
	"slices"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/syntax"
)

// confirm turns findings into hits: one for each signature, repeated in fresh processes where it matters.
func (e *examination) confirm(ctx context.Context, found []oracle.Finding) error {
	signatures, err := e.signatures(ctx, found)
	if err != nil {
		return err
	}
	var names []string // targets to run again
	wanted := make([]bool, len(found))
	for k, f := range found {
		text := e.Trial.Text(e.target(f.Solver)).Bytes
		if e.Known == nil || e.Known.Wants(e.sign(signatures[k].signature, text), len(text), e.Job, e.Name.Index) {
			wanted[k] = true
			names = append(names, f.Solver, f.Other)
		}
	}
	var again experiment.Result
	if len(names) > 0 {
		// The builds are those that show it again now.
		for _, t := range e.targets() {
			if err := t.FindProgram(ctx); err != nil {
				return err
			}
		}
		if again, err = e.again(ctx, e.Trial, e.Base, names); err != nil {
			return err
		}
	}
	seen := make(map[string]bool)
	for k, f := range found {
		b := signatures[k]
		if seen[b.signature] {
			continue
		}
		if wanted[k] && f.Class.Incompleteness() {
			reason, err := e.reason(ctx, f)
			if err != nil {
				return err
			}
			if ownLimit.MatchString(reason) {
				// Its command line told it to give up early: no step is to blame.
				delete(e.blamed, e.blameKey(f))
				continue
			}
			f.Evidence.Detail = reason
		}
		seen[b.signature] = true
		h := e.hit(f, b)
		if wanted[k] {
			e.keepBase(&h, again)
			h.Finding.Repeated = findings.Repetition{Runs: 2, Shown: 1}
			switch {
			case f.Recurs(again.Found):
				h.Finding.Repeated.Shown = 2
			case cutShort(again.Runs, f.Solver): // that it did not show again says nothing
				h.Finding.Repeated.Runs = 1
			}
		}
		e.out.Hits = append(e.out.Hits, h)
	}
	return nil
}

// again runs the named targets once more, in fresh processes, and judges. Those whose answer the last step preserves read the base as well,
// which is nil where no step led to the script.
func (e *examination) again(ctx context.Context, t, base *trial.Trial, names []string) (experiment.Result, error) {
	x := experiment.Experiment{Trial: t}
	if step := t.Step(); step != nil {
		x.Base = &experiment.Base{Trial: base, Step: step.Summary}
	}
	for _, target := range e.targets() {
		name := target.String()
		if !slices.Contains(names, name) {
			continue
		}
		x.Readers = append(x.Readers, experiment.Target(target))
		if x.Base != nil && t.Step().Answers[name].Decides() {
			x.Base.Readers = append(x.Base.Readers, experiment.Target(target))
		}
	}
	out, err := x.Once(ctx)
	e.out.Extra = append(e.out.Extra, out.Extra...)
	return out, err
}

// cutShort reports whether a limit ended the run of the target with a name.
func cutShort(runs []solver.Run, name string) bool {
	return slices.ContainsFunc(runs, func(r solver.Run) bool { return r.Solver == name && r.Outcome().CutShort() })
}

// reasonUnknown finds a solver's answer to get-info (SMT-LIB 2.6, section 4.1.8).
var reasonUnknown = regexp.MustCompile(`(?m)^\(:reason-unknown\s+(.+)\)\s*$`)

// ownLimit recognises reasons that are the solver's own limits: the standard's memout, and the words that z3 and cvc5 use.
var ownLimit = regexp.MustCompile(`(?i)time-?out|resource|memout|memory|cancel|interrupt`)

// maxReason bounds the bytes of a reason.
const maxReason = 500

// reason asks the blamed solver why it answers unknown, in a separate run: some solvers treat the question as an error after any other
// answer. It is "" for a solver that does not say.
func (e *examination) reason(ctx context.Context, f oracle.Finding) (string, error) {
	text, run, err := e.Trial.Ask(ctx, e.target(f.Solver), question.Reason)
	if err != nil {
		return "", err
	}
	e.out.Extra = append(e.out.Extra, run)
	if m := reasonUnknown.FindStringSubmatch(text); m != nil {
		return syntax.Clip(m[1], maxReason), nil
	}
	return "", nil
}
