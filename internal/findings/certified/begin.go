package certified

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// A NotShownError says why nothing can be reduced: the original does not show the finding, or nothing certifies it.
type NotShownError struct {
	Problem, Remedy string
}

func (e *NotShownError) Error() string {
	if e.Remedy == "" {
		return e.Problem
	}
	return e.Problem + "; " + e.Remedy
}

// begin examines the original: the level at which it is certified is the one that every candidate has to reach.
func (x *examiner) begin(ctx context.Context, text string) (*Shown, error) {
	on := <-x.slots
	defer func() { x.slots <- on }()
	s := x.parse(text)
	for _, t := range x.Truths {
		if t.Witness != "" {
			x.proofs.witness(t.Witness, "the mutant's own")
		}
	}
	asked := x.asked(s)
	if asked != nil && x.Class.WrongAnswer() == smt.Sat {
		x.derived(asked)
	}
	shown, err := x.examine(ctx, on, text, s)
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx) // the examination may have been cut short
	}
	if err != nil {
		return nil, err
	}
	if shown == nil {
		return nil, x.explain(ctx, on, text, s)
	}
	if err := x.place(ctx, on, text, s, shown); err != nil {
		return nil, err
	}
	x.level = shown.Kind.level()
	x.wrongSat = shown.wrongSat
	x.readable, x.standard = s != nil, s != nil && s.Dialects&theory.Standard != 0
	if s != nil {
		x.features = s.Features
	}
	if x.level != suspicion {
		x.Suspect = false
	}
	for _, t := range shown.Truths {
		x.satisfiable = x.satisfiable || t.Status == smt.Sat && t.Model.Verdict == oracle.ModelHolds
	}
	if asked != nil && x.Class.WrongAnswer() == smt.Sat && x.level == voted {
		if err := x.core(ctx, on, asked, shown.Finding.Check); err != nil {
			return nil, err
		}
	}
	return shown, nil
}

// asked is the script whose truth is in question, nil where there is none. s is the whole text.
func (x *examiner) asked(s *script.Script) *script.Script {
	if f, ok := x.form.(*session); ok {
		return x.parse(f.alone)
	}
	if x.form != nil {
		return nil
	}
	return s
}

// derived enters the parts that are unsat by construction of the original.
func (x *examiner) derived(s *script.Script) {
	for check, t := range x.Truths {
		if !t.IsUnsat() || t.Label {
			continue
		}
		flat, err := problem.At(s, check)
		if err != nil {
			continue
		}
		asking := flat.Asking(flat.Assertions...)
		if len(trial.ContentOf(asking).Open) > 0 {
			continue
		}
		x.proofs.add(asking, Certificate{Kind: Derivation, Words: "it has all assertions of a formula that is unsat, since " + t.Reason})
	}
}

// core looks for assertions that two codebases agree are unsat alone, so that candidates that keep them need no further votes. The names
// that a solver gives are only a proposal: the part that they name is put to a vote.
func (x *examiner) core(ctx context.Context, on *slot, s *script.Script, check int) error {
	flat, err := problem.At(s, max(0, check))
	if err != nil {
		return nil //nolint:nilerr // then there is no core
	}
	named, names, ok := certify.Named(flat.Asking(flat.Assertions...))
	if !ok {
		return nil
	}
	e := x.open(on, "", nil)
	for _, target := range append(slices.Clone(x.Referees), x.heads()...) {
		if target.Profile().Show.Core == "" || trial.Unreadable(target, named) != "" {
			continue
		}
		t := on.bench.New(named, trial.Facts{Name: "core", Plan: trial.AskCore})
		run, err := t.Run(ctx, target)
		if err != nil {
			return err
		}
		list, ok := certify.CoreNames(run.Return(0, question.Core))
		if !ok || run.Answer() != smt.Unsat {
			continue
		}
		part, ok := certify.Core(flat.Asking(flat.Assertions...), list, names)
		if !ok || part.Assertions() == len(flat.Assertions) || part.Assertions() == 0 {
			continue
		}
		if _, cert, err := e.agreed(ctx, part); err != nil || cert.Kind != "" {
			return err
		}
	}
	return nil
}

// limit bounds the time of candidates by that of the original.
func (x *examiner) limit(wall time.Duration) {
	bound := 2*wall + time.Second
	if all := x.Bench.Limits.Time; all > 0 && bound > all {
		bound = all
	}
	x.time = bound
}

// explain says why the original does not show the finding.
func (x *examiner) explain(ctx context.Context, on *slot, text string, s *script.Script) error {
	if f, ok := x.form.(*slowdown); ok && f.lacks != "" {
		return &NotShownError{fmt.Sprintf("%s is not slower than %s by as much as the limit: %s", x.Solver, x.Other, f.lacks), ""}
	}
	if x.form != nil {
		return &NotShownError{fmt.Sprintf("it does not show in fresh processes: %s of %s", x.Class, x.Solver), ""}
	}
	if s == nil && !x.Class.Crash() {
		return &NotShownError{"the formula cannot be read, so nothing can be certified", "if it needs --theory, give the same files"}
	}
	e := x.open(on, text, s)
	run, err := e.trial.RunText(ctx, x.Blamed, x.Solver, e.raw, x.Options)
	if err != nil {
		return err
	}
	if !x.worth(run) {
		return &NotShownError{fmt.Sprintf("%s does not show it when it reads the file as it is: %s", x.Solver, run.Outcome()), ""}
	}
	cert, err := e.certify(ctx, run, e.trial.Observe(ctx, run))
	if err != nil {
		return err
	}
	if cert.Kind != "" {
		return &NotShownError{fmt.Sprintf("%s does not show it again: %s", x.Solver, x.Class), ""}
	}
	if open := trial.ContentOf(s).Open; len(open) > 0 {
		return &NotShownError{fmt.Sprintf("nothing certifies that %s is wrong, and SMT-LIB leaves values of %v open, so votes prove nothing", x.Solver, open), ""}
	}
	return &NotShownError{fmt.Sprintf("nothing certifies that %s is wrong: evaluation does not decide it, and it takes solvers of two other codebases that agree", x.Solver),
		"name more with --referee, or install more (assay solvers install)"}
}
