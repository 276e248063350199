package certified_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/findings/reduce"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// maker makes random formulas.
type maker struct{ *rand.Rand }

func (m maker) pick(words ...string) string { return words[m.IntN(len(words))] }

func (m maker) bits(depth int) string {
	if depth == 0 || m.IntN(5) == 0 {
		return m.pick("x", "y", "z", "#b00", "#b01", "#b10", "#b11")
	}
	switch m.IntN(6) {
	case 0:
		return fmt.Sprintf("(ite %s %s %s)", m.truth(depth-1), m.bits(depth-1), m.bits(depth-1))
	case 1:
		return fmt.Sprintf("(bvnot %s)", m.bits(depth-1))
	}
	return fmt.Sprintf("(%s %s %s)", m.pick("bvadd", "bvmul", "bvand", "bvor", "bvxor"), m.bits(depth-1), m.bits(depth-1))
}

func (m maker) truth(depth int) string {
	if depth == 0 {
		return m.pick("p", "q", "(= x y)", "(bvult y z)", "(distinct x z)")
	}
	switch m.IntN(6) {
	case 0:
		return fmt.Sprintf("(not %s)", m.truth(depth-1))
	case 1, 2:
		return fmt.Sprintf("(%s %s %s)", m.pick("and", "or", "xor", "=>"), m.truth(depth-1), m.truth(depth-1))
	}
	return fmt.Sprintf("(%s %s %s)", m.pick("=", "distinct", "bvult"), m.bits(depth-1), m.bits(depth-1))
}

const symbols = `(set-logic QF_BV)
(set-option :produce-models true)
(declare-const x (_ BitVec 2))
(declare-const y (_ BitVec 2))
(declare-const z (_ BitVec 2))
(declare-const p Bool)
(declare-const q Bool)
`

// formula asserts n random formulas, besides those that are given.
func (m maker) formula(n int, more ...string) string {
	var b strings.Builder
	b.WriteString(symbols)
	for range n {
		more = append(more, m.truth(3))
	}
	m.Shuffle(len(more), func(i, k int) { more[i], more[k] = more[k], more[i] })
	for _, t := range more {
		fmt.Fprintf(&b, "(assert %s)\n", t)
	}
	return b.String() + "(check-sat)\n(get-model)\n"
}

// shows are the conditions of the planted bugs.
func assertions(text string) int { return strings.Count(text, "(assert ") }

// stage has four solvers: the one to blame, another configuration of it that repeats its mistakes, and two of other codebases.
type stage struct {
	blamed, twin, first, second solver.Target
	runner                      *planted
}

func newStage(t *testing.T, bug func(text string, w *world) (solver.Verdict, bool)) *stage {
	t.Helper()
	s := &stage{
		blamed: trialtest.Printing(t, "z3", ""), twin: trialtest.Printing(t, "z3", ""),
		first: trialtest.Printing(t, "cvc5", ""), second: trialtest.Printing(t, "yices-smt2", ""),
	}
	s.runner = &planted{bugs: map[solver.Target]func(string, *world) (solver.Verdict, bool){s.blamed: bug, s.twin: bug}}
	return s
}

func (s *stage) caseOf(class oracle.Class, referees ...solver.Target) certified.Case {
	return certified.Case{
		Goal: certified.Goal{Class: class, Solver: s.blamed.String()}, Blamed: s.blamed, Referees: referees,
		Bench: &trial.Bench{Runner: s.runner, Fresh: s.runner, Limits: solver.Limits{Time: 10 * time.Second}},
	}
}

func (s *stage) reduce(t *testing.T, c certified.Case, text string, cfg certified.Config) (certified.Result, error) {
	t.Helper()
	cfg.Dir = trialtest.Scratch(t)
	cfg.Jobs = 2
	return certified.Reduce(t.Context(), c, text, cfg)
}

// asked is how many reductions of each kind the tests make: with ASSAY_LONG=1 together more than 100, otherwise two with each of the four
// choices of referees.
var asked = testdepth.Sample(8, 26)

// A wrong unsat stays a wrong unsat of a satisfiable formula, whatever vouches for it.
func TestWrongUnsat(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		return said(smt.Unsat, "", text), strings.Contains(text, "bvmul") && assertions(text) >= 2
	})
	m := maker{rand.New(rand.NewPCG(1, 1))}
	for n := 0; n < asked; {
		text := m.formula(4)
		if truth, _ := worldOf(text).truth(); truth != smt.Sat || !strings.Contains(text, "bvmul") {
			continue
		}
		n++
		referees := [][]solver.Target{nil, {stage.first}, {stage.twin}, {stage.first, stage.second}}[n%4]
		r, err := stage.reduce(t, stage.caseOf(oracle.RefutationSoundness, referees...), text, certified.Config{})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		small := r.Best.Text
		w := worldOf(small)
		if w == nil {
			t.Fatalf("it is not of this kind:\n%s", small)
		}
		if truth, _ := w.truth(); truth != smt.Sat {
			t.Errorf("the result is %v, so unsat is right:\n%s", truth, small)
		}
		if !strings.Contains(small, "bvmul") || assertions(small) != 2 || len(small) > 200 {
			t.Errorf("the bug is not there, or not small:\n%s", small)
		}
		if r.Best.Kind != certified.Witness && r.Best.Kind != certified.Ground || r.Best.Finding.Suspect || r.Confirmed.Shown != 2 {
			t.Errorf("certificate %+v, confirmed %+v", r.Best.Certificate, r.Confirmed)
		}
		if !evaluates(t, small, r.Best.Truths[r.Best.Finding.Check].Witness) {
			t.Errorf("the witness %q does not make it true:\n%s", r.Best.Truths[0].Witness, small)
		}
	}
}

// evaluates reports whether a model makes a formula true, by the test's own evaluation.
func evaluates(t *testing.T, text, witness string) bool {
	t.Helper()
	w := worldOf(text)
	for i, d := range w.names {
		_, line, ok := strings.Cut(witness, "define-fun "+d.Text+" () ")
		if !ok {
			w.vars[d] = 0 // the default value, which Assay says it takes
			continue
		}
		line, _, _ = strings.Cut(line, "\n")
		value := strings.TrimSuffix(line[strings.LastIndexByte(line, ' ')+1:], ")")
		switch value {
		case "true":
			w.vars[d] = 1
		case "false":
			w.vars[d] = 0
		default:
			if _, err := fmt.Sscanf(strings.Replace(value, "#", "0", 1), "%v", new(uint64)); err != nil || w.widths[i] != len(value)-2 {
				t.Fatalf("no value of %s in %s", d.Text, witness)
			}
			var v uint64
			_, _ = fmt.Sscanf(strings.Replace(value, "#", "0", 1), "%v", &v)
			w.vars[d] = v
		}
	}
	return w.holds()
}

// A wrong sat stays a wrong sat of an unsatisfiable formula: two codebases agree on it, or evaluation says so.
func TestWrongSat(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		if w == nil || !strings.Contains(text, "bvor") || assertions(text) < 2 {
			return solver.Verdict{}, false
		}
		model := w.wrong()
		if model == "" {
			_, model = w.truth()
		}
		return said(smt.Sat, model, text), true
	})
	m := maker{rand.New(rand.NewPCG(2, 1))}
	kinds := map[certified.Kind]int{}
	for n := 0; n < asked; {
		f := m.truth(2)
		text := m.formula(3, f, "(not "+f+")", "(bvult x (bvor x y))")
		n++
		if truth, _ := worldOf(text).truth(); truth != smt.Unsat {
			t.Fatal("the formula is satisfiable")
		}
		c := stage.caseOf(oracle.SolutionSoundness, stage.twin, stage.first, stage.second)
		r, err := stage.reduce(t, c, text, certified.Config{})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		small := r.Best.Text
		if truth, _ := worldOf(small).truth(); truth != smt.Unsat {
			t.Errorf("the result is %v, so sat is right:\n%s", truth, small)
		}
		if !strings.Contains(small, "bvor") || assertions(small) != 2 {
			t.Errorf("the bug is not there, or not small:\n%s", small)
		}
		kinds[r.Best.Kind]++
		for _, by := range r.Best.By {
			if by == stage.blamed.String() || by == stage.twin.String() {
				t.Errorf("the solver to blame vouches for its own mistake: %+v", r.Best.Certificate)
			}
		}
	}
	if kinds[certified.Agreement]+kinds[certified.Core]+kinds[certified.Ground] != asked {
		t.Errorf("certificates %v", kinds)
	}
}

// One voice besides the blamed solver's is not enough, however many configurations it has, and neither are the blamed solver's relatives.
func TestOneVoiceCertifiesNothing(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) { return said(smt.Sat, "", ""), true })
	text := symbols + "(assert (bvult x y))(assert (bvult y x))(check-sat)"
	for _, referees := range [][]solver.Target{nil, {stage.first}, {stage.first, trialtest.Printing(t, "cvc4", "")}, {stage.twin, stage.first}} {
		var not *certified.NotShownError
		if r, err := stage.reduce(t, stage.caseOf(oracle.SolutionSoundness, referees...), text, certified.Config{}); !errors.As(err, &not) {
			t.Errorf("%v: %+v, %v", referees, r.Best, err)
		}
	}
}

// A derivation is kept word for word: only what the formula does not need is removed, and the certificate says so.
func TestDerivation(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		return said(smt.Sat, "", ""), strings.Contains(text, "(bvult x y)") && strings.Contains(text, "(bvult y x)")
	})
	c := stage.caseOf(oracle.SolutionSoundness)
	c.Truths = []oracle.Truth{{Status: smt.Unsat, Reason: "it was made so"}}
	r, err := stage.reduce(t, c, symbols+"(set-info :source |x|)\n(assert (bvult x y))\n(push 1)(assert (bvult y x))\n(check-sat)(pop 1)", certified.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Best.Kind != certified.Derivation || assertions(r.Best.Text) != 2 || strings.Contains(r.Best.Text, ":source") || len(r.Best.Text) >= len(r.Start.Text) {
		t.Errorf("%+v\n%s", r.Best.Certificate, r.Best.Text)
	}
	// A label does not count as evidence.
	c.Truths[0].Label = true
	var not *certified.NotShownError
	if _, err := stage.reduce(t, c, symbols+"(assert (bvult x y))\n(assert (bvult y x))\n(check-sat)", certified.Config{}); !errors.As(err, &not) {
		t.Errorf("a label certifies it: %v", err)
	}
}

// wrongModel is a bug with exclusive or: sat, with a model that makes the formula false.
func wrongModel(text string, w *world) (solver.Verdict, bool) {
	if w == nil || !strings.Contains(text, "bvxor") {
		return solver.Verdict{}, false
	}
	model := w.wrong()
	return said(smt.Sat, model, text), model != ""
}

// A wrong model stays a wrong model of a satisfiable formula, although the solver also says sat to unsatisfiable ones.
func TestInvalidModel(t *testing.T) {
	stage := newStage(t, wrongModel)
	m := maker{rand.New(rand.NewPCG(3, 1))}
	for n := 0; n < asked; {
		text := m.formula(4)
		if truth, _ := worldOf(text).truth(); truth != smt.Sat || !strings.Contains(text, "bvxor") {
			continue
		}
		n++
		r, err := stage.reduce(t, stage.caseOf(oracle.InvalidModel, stage.first), text, certified.Config{})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		small := r.Best.Text
		if truth, _ := worldOf(small).truth(); truth != smt.Sat {
			t.Errorf("it slipped into a wrong sat:\n%s", small)
		}
		if evaluates(t, small, r.Best.Finding.Evidence.Model) || !strings.Contains(small, "(get-model)") || !strings.Contains(small, "bvxor") || len(small) > 150 {
			t.Errorf("the model %q is right, or it is not small:\n%s", r.Best.Finding.Evidence.Model, small)
		}
	}
}

// Where the original is a wrong model of an unsatisfiable formula, so is the result, and it says that the sat is wrong as well.
func TestInvalidModelOfWrongSat(t *testing.T) {
	stage := newStage(t, wrongModel)
	m := maker{rand.New(rand.NewPCG(4, 1))}
	for n := 0; n < asked/2; {
		text := m.formula(6)
		if truth, _ := worldOf(text).truth(); truth != smt.Unsat || !strings.Contains(text, "bvxor") {
			continue
		}
		r, err := stage.reduce(t, stage.caseOf(oracle.InvalidModel, stage.first), text, certified.Config{})
		var not *certified.NotShownError
		if errors.As(err, &not) {
			continue // evaluation refutes it without a model, so it is a wrong sat and nothing else
		}
		n++
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		small := r.Best.Text
		if truth, _ := worldOf(small).truth(); truth != smt.Unsat {
			t.Errorf("it slipped into a wrong model of a satisfiable formula:\n%s", small)
		}
		if r.Best.Kind != certified.OwnModel || !strings.Contains(r.Best.Words, "the sat itself is wrong as well, by ") || !strings.Contains(small, "bvxor") || len(small) > 150 {
			t.Errorf("%+v, or it is not small:\n%s", r.Best.Certificate, small)
		}
	}
}

// A sat that was outvoted stays the suspected answer, although the solvers that outvoted it do not take part.
func TestOutvotedSat(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		return solver.Verdict{Answers: []smt.Status{smt.Sat}}, w != nil && strings.Contains(text, "bvmul")
	})
	stage.runner.bugs[stage.first] = func(text string, _ *world) (solver.Verdict, bool) { return said(smt.Unsat, "", text), true }
	c := stage.caseOf(oracle.SolutionSoundness)
	c.Suspect, c.Other, c.Against = true, stage.first.String(), &stage.first
	text := symbols + "(assert (bvult x (bvmul y z)))\n(assert (or p q))\n(assert (= y z))\n(check-sat)\n"
	r, err := stage.reduce(t, c, text, certified.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if f := r.Best.Finding; f.Class != oracle.SolutionSoundness || f.Solver != stage.blamed.String() || !f.Suspect || r.Best.Kind != certified.Disagreement {
		t.Errorf("%+v, %+v", f, r.Best.Certificate)
	}
}

// A crash does not slip into another crash that smaller files show.
func TestCrashKeepsItsSignature(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		switch {
		case strings.Contains(text, "bvmul") && strings.Contains(text, "bvadd") && assertions(text) >= 2:
			return solver.Verdict{Crash: &solver.Crash{Kind: "assertion", Signature: "rewriter.cpp:17"}}, true
		case strings.Contains(text, "bvmul"):
			return solver.Verdict{Crash: &solver.Crash{Kind: "assertion", Signature: "solver.cpp:5"}}, true
		}
		return solver.Verdict{}, false
	})
	m := maker{rand.New(rand.NewPCG(4, 1))}
	for n := 0; n < asked; {
		text := m.formula(3)
		if !strings.Contains(text, "bvmul") || !strings.Contains(text, "bvadd") {
			continue
		}
		n++
		c := stage.caseOf(oracle.CrashClass)
		c.Signature = "crash/z3/rewriter.cpp:17"
		r, err := stage.reduce(t, c, text, certified.Config{})
		if err != nil {
			t.Fatal(err)
		}
		small := r.Best.Text
		if !strings.Contains(small, "bvmul") || !strings.Contains(small, "bvadd") || assertions(small) != 2 || r.Best.Finding.Signature != c.Signature ||
			strings.Contains(small, "get-model") {
			t.Errorf("%s\n%s", r.Best.Finding.Signature, small)
		}
	}
}

// A reduced script has no construct of single solvers that the original does not have, although it has others: versions would refuse it that read
// the original, and could not say whether they show the finding.
func TestNoFurtherDialect(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		if strings.Contains(text, "A #b00)") && strings.Contains(text, "select f #b01") {
			return solver.Verdict{Crash: &solver.Crash{Kind: "assertion", Signature: "array.cpp:3"}}, true
		}
		return solver.Verdict{}, false
	})
	c := stage.caseOf(oracle.CrashClass)
	c.Signature = "crash/z3/array.cpp:3"
	r, err := stage.reduce(t, c, `(set-logic QF_ABV)
(declare-const A (Array (_ BitVec 2) (_ BitVec 2)))
(declare-const b Bool)
(define-fun f ((i (_ BitVec 2))) (_ BitVec 2) (select A i))
(assert (or b (= (select A #b00) #b10)))
(assert (= (select f #b01) #b11))
(check-sat)
`, certified.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if small := r.Best.Text; !strings.Contains(small, "(select A #b00)") || !strings.Contains(small, "(select f #b01)") || strings.Contains(small, " b ") {
		t.Errorf("%s", small)
	}
}

// A solver that is both wrong and slow shows what it says before its time is over, and nothing when it says nothing.
func TestWrongAndSlow(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		v := said(smt.Unsat, "", text)
		if len(text)%7 == 3 {
			v.Answers, v.Limit = nil, solver.LimitTime
		} else if len(text)%7 == 5 {
			v.Limit = solver.LimitTime
		}
		return v, strings.Contains(text, "bvmul") && assertions(text) >= 2
	})
	m := maker{rand.New(rand.NewPCG(5, 1))}
	for n := 0; n < 8; {
		text := m.formula(4)
		if truth, _ := worldOf(text).truth(); truth != smt.Sat || !strings.Contains(text, "bvmul") || len(text)%7 == 3 {
			continue
		}
		n++
		r, err := stage.reduce(t, stage.caseOf(oracle.RefutationSoundness, stage.first), text, certified.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if truth, _ := worldOf(r.Best.Text).truth(); truth != smt.Sat || len(r.Best.Text)%7 == 3 || len(r.Best.Run.Answers) != 1 {
			t.Errorf("%v\n%s", truth, r.Best.Text)
		}
	}
}

// What was confirmed stays when a reduction is interrupted, at any moment.
func TestInterrupted(t *testing.T) {
	var runs atomic.Int64
	var after atomic.Int64
	var stop context.CancelFunc
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		if runs.Add(1) == after.Load() {
			stop()
		}
		return said(smt.Unsat, "", text), strings.Contains(text, "bvmul") && assertions(text) >= 2
	})
	m := maker{rand.New(rand.NewPCG(6, 1))}
	text := m.formula(6, "(= x (bvmul x y))")
	for truth, _ := worldOf(text).truth(); truth != smt.Sat; truth, _ = worldOf(text).truth() {
		text = m.formula(6, "(= x (bvmul x y))")
	}
	moments := []int64{1 << 30} // at first, it comes to its end
	for n := int64(2); n < 120; n += 7 {
		moments = append(moments, n)
	}
	for i := 0; i < len(moments); i++ {
		n := moments[i]
		ctx, cancel := context.WithCancel(t.Context())
		stop = cancel
		runs.Store(0)
		after.Store(n)
		var last string
		r, err := certified.Reduce(ctx, stage.caseOf(oracle.RefutationSoundness, stage.first), text, certified.Config{
			Dir: trialtest.Scratch(t), Jobs: 2, Better: func(s *certified.Shown) error { last = s.Text; return nil },
		})
		ended := ctx.Err() != nil
		cancel()
		if i == 0 { // also when the smallest text is run again, and options are left out
			for before := int64(2); before < 9; before++ {
				moments = append(moments, runs.Load()-before)
			}
		}
		if r.Best == nil && last == "" && errors.Is(err, context.Canceled) && n < 5 {
			continue // that was before it was known what the original shows
		}
		if err != nil || r.Best == nil {
			t.Fatalf("ended after %d runs: %v", n, err)
		}
		if (r.Reduction.End == reduce.Interrupted) != ended {
			t.Errorf("ended after %d runs, or not: %v", n, r.Reduction.End)
		}
		if last != "" && r.Best.Text != last {
			t.Errorf("ended after %d runs: the best is not the last that was told", n)
		}
		if truth, _ := worldOf(r.Best.Text).truth(); truth != smt.Sat || r.Best.Kind == "" || !strings.Contains(r.Best.Text, "bvmul") {
			t.Errorf("ended after %d runs: %v, %+v\n%s", n, truth, r.Best.Certificate, r.Best.Text)
		}
	}
}

// Candidates that show in reused processes are tried, and only those that show in a fresh one are accepted.
func TestFastShowsNothingByItself(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		return said(smt.Unsat, "", text), strings.Contains(text, "bvmul") && assertions(text) >= 2
	})
	const text = symbols + "(assert (= x (bvmul x #b01)))(assert (or p q))(assert (bvult y z))(check-sat)"
	for _, tt := range []struct {
		name    string
		answer  smt.Status
		smaller bool
	}{{"says what is wanted to everything", smt.Unsat, true}, {"says the contrary to everything", smt.Sat, false}} {
		c := stage.caseOf(oracle.RefutationSoundness, stage.first)
		c.Fast = &planted{bugs: map[solver.Target]func(string, *world) (solver.Verdict, bool){
			stage.blamed: func(string, *world) (solver.Verdict, bool) {
				return solver.Verdict{Answers: []smt.Status{tt.answer}}, true
			},
		}}
		r, err := stage.reduce(t, c, text, certified.Config{})
		if err != nil {
			t.Fatal(err)
		}
		small := r.Best.Text
		truth, _ := worldOf(small).truth()
		if truth != smt.Sat || !strings.Contains(small, "bvmul") || assertions(small) < 2 || (len(small) < len(text)/2) != tt.smaller {
			t.Errorf("a living process that %s: %v\n%s", tt.name, truth, small)
		}
	}
}

// What a check asks about is certified even if its symbols have the same names as others in a level that was popped.
func TestNamesBehindPop(t *testing.T) {
	stage := newStage(t, func(text string, _ *world) (solver.Verdict, bool) {
		return solver.Verdict{Answers: []smt.Status{smt.Sat, smt.Unsat}}, strings.Count(text, "(check-sat)") == 2 && strings.Contains(text, "bvmul")
	})
	text := "(push 1)\n(declare-const x Bool)\n(assert x)\n(check-sat)\n(pop 1)\n(push 1)\n(declare-const x (_ BitVec 2))\n(declare-const y (_ BitVec 2))\n" +
		"(assert (= (bvmul x y) #b10))\n(assert (bvult x y))\n(check-sat)\n(pop 1)\n"
	r, err := stage.reduce(t, stage.caseOf(oracle.RefutationSoundness, stage.first), text, certified.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if exact := r.Best.Kind == certified.Witness || r.Best.Kind == certified.Ground; !exact || !strings.Contains(r.Best.Text, "bvmul") || strings.Count(r.Best.Text, "(check-sat)") != 2 {
		t.Errorf("certificate %+v for\n%s", r.Best.Certificate, r.Best.Text)
	}
}
