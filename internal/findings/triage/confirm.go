package triage

import (
	"context"
	"regexp"
	"slices"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
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
	var again second
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
			case f.Recurs(again.found):
				h.Finding.Repeated.Shown = 2
			case again.cut[f.Solver]: // that it did not show again says nothing
				h.Finding.Repeated.Runs = 1
			}
		}
		e.out.Hits = append(e.out.Hits, h)
	}
	return nil
}

// A second holds what showed when targets were run once more.
type second struct {
	found []oracle.Finding
	bases []solver.Run    // on the base, of the targets that the base contradicts
	cut   map[string]bool // the targets whose runs a limit ended
}

// again runs the named targets once more, in fresh processes, and judges. base is nil where no step led to the script.
func (e *examination) again(ctx context.Context, t, base *trial.Trial, names []string) (out second, err error) {
	first := t.Step
	out.cut = make(map[string]bool)
	step := &oracle.Step{Answers: make(map[string]smt.Status)}
	var runs []solver.Run
	for _, target := range e.targets() {
		if !slices.Contains(names, target.String()) {
			continue
		}
		run, err := t.Run(ctx, target)
		if err != nil {
			return second{}, err
		}
		runs = append(runs, run)
		if run.Outcome().CutShort() {
			out.cut[target.String()] = true
		}
		if first == nil || !first.Answers[target.String()].Decides() {
			continue
		}
		if run, err = base.Run(ctx, target); err != nil {
			return second{}, err
		}
		out.bases = append(out.bases, run)
		step.Summary, step.Answers[target.String()] = first.Summary, run.Answer()
	}
	e.out.Extra = append(e.out.Extra, slices.Concat(runs, out.bases, t.Besides())...)
	if base != nil {
		e.out.Extra = append(e.out.Extra, base.Besides()...)
	}
	t.Step = step
	out.found = t.Judge(ctx, t.ObserveAll(ctx, runs)).Found
	t.Step = first
	return out, context.Cause(ctx) // the evaluation may have been cut short
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
	text, run, err := e.Trial.Ask(ctx, e.target(f.Solver), solver.Reason)
	if err != nil {
		return "", err
	}
	e.out.Extra = append(e.out.Extra, run)
	if m := reasonUnknown.FindStringSubmatch(text); m != nil {
		return syntax.Clip(m[1], maxReason), nil
	}
	return "", nil
}
