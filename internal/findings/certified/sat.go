package certified

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// Bounds on the search for a witness without a solver.
const (
	guesses      = 40  // random interpretations
	largestGuess = 400 // distinct terms of a formula for which guessing is worthwhile
)

// sat certifies that a check is satisfiable; it returns the zero Certificate where nothing does. It tries, in this order: a known witness,
// what evaluation finds by itself, random interpretations of small formulas, and models of referees. Each counts only when exact evaluation
// of what the blamed solver reads finds every assertion true.
func (e *exam) sat(ctx context.Context, check int) (oracle.Truth, Certificate, error) {
	f := e.read()
	if f == nil || certify.Beyond(f.Script(), check) {
		return oracle.Truth{}, Certificate{}, nil
	}
	known := e.proofs.witnesses()
	if ground(f.Script()) {
		known = nil // it has one value
	}
	for _, w := range known {
		if r, ok := e.holds(w.text, "", check); ok {
			return e.witnessed(check, r, w.by)
		}
	}
	if r := f.Decide(check); r.Verdict == oracle.ModelHolds {
		if ground(f.Script()) {
			truth := oracle.Truth{Status: smt.Sat, Reason: "evaluation finds every assertion true", Witness: r.Text, Model: r}
			return truth, Certificate{Kind: Ground, Words: "exact evaluation: it has no symbols, and every assertion is true"}, nil
		}
		return e.witnessed(check, r, "evaluation")
	}
	flat, err := problem.At(e.script, check)
	if err != nil {
		return oracle.Truth{}, Certificate{}, nil //nolint:nilerr // nothing else can certify such a check
	}
	if r, ok := e.guess(ctx, flat, check); ok {
		return e.witnessed(check, r, "chance")
	}
	return e.refereed(ctx, flat, check)
}

// holds evaluates the text of a model on the candidate, restricted to what is declared there.
func (e *exam) holds(text, family string, check int) (oracle.ModelReport, bool) {
	f := e.read()
	if r := f.Model(text, family, check); r.Verdict == oracle.ModelHolds {
		return r, true
	} else if r.Verdict != oracle.ModelUnreadable {
		return r, false
	}
	less := restrict(text, f.Script())
	if less == "" {
		return oracle.ModelReport{}, false
	}
	r := f.Model(less, family, check)
	return r, r.Verdict == oracle.ModelHolds
}

// witnessed is the certificate of a model that holds.
func (e *exam) witnessed(check int, r oracle.ModelReport, by string) (oracle.Truth, Certificate, error) {
	truth := oracle.Truth{Status: smt.Sat, Reason: "exact evaluation finds every assertion true under a witness", Witness: r.Text, Model: r}
	e.proofs.witness(r.Text, by)
	return truth, Certificate{Kind: Witness, By: []string{by}, Words: fmt.Sprintf("exact evaluation finds every assertion of check-sat %d true under the model shown", check+1)}, nil
}

// guess tries random interpretations. The random numbers are the same for the same text.
func (e *exam) guess(ctx context.Context, flat *problem.Problem, check int) (oracle.ModelReport, bool) {
	if size(flat.Assertions) > largestGuess {
		return oracle.ModelReport{}, false
	}
	r := rng.New(uint64(len(e.text)))
	ch := interp.NewChooser(flat)
	for range guesses {
		if ctx.Err() != nil {
			break
		}
		a, err := ch.Random(r)
		if err != nil {
			break
		}
		if m, ok := e.holds(a.Witness(), "", check); ok {
			return m, true
		}
	}
	return oracle.ModelReport{}, false
}

// size counts distinct terms, up to a little more than largestGuess.
func size(roots []*term.Term) int {
	n := 0
	term.Walk(roots, func(*term.Term) bool {
		n++
		return n <= largestGuess
	})
	return n
}

// refereed asks the referees for models, and counts their votes where none holds.
func (e *exam) refereed(ctx context.Context, flat *problem.Problem, check int) (oracle.Truth, Certificate, error) {
	s := flat.Asking(flat.Assertions...)
	var votes []vote
	var held *oracle.ModelReport
	by := ""
	err := e.poll(func(i int, target solver.Target) (decided, settled bool, err error) {
		v, err := e.vote(ctx, i, target, s, check)
		if err != nil {
			return false, false, err
		}
		if v.answer == smt.Sat && v.model != "" {
			r, ok := e.holds(v.model, target.Profile().Name, check)
			if ok {
				held, by = &r, target.String()
				return true, true, nil
			}
			if r.Verdict == oracle.ModelFails {
				return false, false, nil // a sat with a wrong model confirms nothing
			}
		}
		votes = append(votes, v)
		return v.answer.Decides(), false, nil
	})
	switch {
	case err != nil:
		return oracle.Truth{}, Certificate{}, err
	case held != nil:
		return e.witnessed(check, *held, by)
	}
	return e.counted(votes, smt.Sat, s)
}

// A vote is what a solver answers to a candidate.
type vote struct {
	by     solver.Target
	answer smt.Status
	model  string
}

// vote is ask for what a check asks about; each target is asked once.
func (e *exam) vote(ctx context.Context, i int, target solver.Target, s *script.Script, check int) (vote, error) {
	if e.votes == nil || e.check != check {
		e.votes, e.check = make(map[solver.Target]vote), check
	}
	if v, ok := e.votes[target]; ok {
		return v, nil
	}
	v, err := e.ask(ctx, i, target, s)
	if err == nil {
		e.votes[target] = v
	}
	return v, err
}

// ask has a target answer a script with one check-sat.
func (e *exam) ask(ctx context.Context, i int, target solver.Target, s *script.Script) (vote, error) {
	v := vote{by: target}
	if trial.Unreadable(target, s) != "" {
		return v, nil
	}
	wait := e.patience.time(target)
	if wait < 0 {
		return v, nil
	}
	t := e.bench.New(s, trial.Facts{Name: fmt.Sprintf("r%d-", i), Plan: trial.AskForModel}).Within(wait)
	if t.Misread(ctx, target) != "" {
		return v, nil
	}
	run, err := e.starvation.despite(t, e.Bench.Limits.Time, func(t *trial.Trial) (solver.Run, error) { return t.Run(ctx, target) })
	if err != nil {
		return v, err
	}
	e.patience.saw(target, run)
	if run.Void || len(run.Answers) != 1 {
		return v, nil
	}
	v.answer, v.model = run.Answers[0], run.Return(0, question.Model)
	return v, nil
}

// voices are the referees whose models and answers count, first those that the case names.
func (e *exam) voices() []solver.Target {
	out := slices.Clone(e.Referees)
	if e.Against != nil && e.Against.Profile().Codebase != e.Blamed.Profile().Codebase && !slices.Contains(out, *e.Against) {
		out = append(out, *e.Against)
	}
	return out
}

// counted is the certificate that votes give: two codebases other than the blamed solver's for the answer, none against it, and nothing in
// the formula on which solvers may differ.
func (e *exam) counted(votes []vote, answer smt.Status, s *script.Script) (oracle.Truth, Certificate, error) {
	var by []string
	codebases := map[string]bool{}
	for _, v := range votes {
		if v.answer == answer {
			codebases[v.by.Profile().Codebase] = true
			by = append(by, v.by.String())
		} else if v.answer.Decides() {
			return oracle.Truth{}, Certificate{}, nil
		}
	}
	if len(codebases) < 2 || len(trial.ContentOf(s).Open) > 0 {
		return oracle.Truth{}, Certificate{}, nil
	}
	slices.Sort(by)
	return oracle.Truth{Status: answer, Reason: strings.Join(by, " and ") + " agree on it"}, agreed(answer.String(), by), nil
}

// ground reports whether a script declares no symbols and no sorts, whose sizes are free too.
func ground(s *script.Script) bool {
	return !slices.ContainsFunc(s.Commands, func(c *script.Command) bool { return c.Kind == script.DeclareFun || c.Kind == script.DeclareSort })
}
