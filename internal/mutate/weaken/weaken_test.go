package weaken_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/weaken"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

func read(t testing.TB, text string) *mutate.Seed {
	t.Helper()
	s, err := mutate.Read(seeds.Seed{Name: "seed", Text: text}, theory.Builtin())
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return s
}

// with returns the usual options with a change.
func with(change func(*weaken.Options)) weaken.Options {
	o := weaken.DefaultOptions()
	change(&o)
	return o
}

// builtinRules are the rules that an engine has unless it is told otherwise, read once: that takes longer than most tests.
var builtinRules = sync.OnceValues(func() ([]*rules.Rule, error) { return rules.Builtin(theory.Builtin()) })

func engine(t testing.TB, o weaken.Options) *weaken.Engine {
	t.Helper()
	if o.Rules == nil && o.Table == nil {
		var err error
		if o.Rules, err = builtinRules(); err != nil {
			t.Fatal(err)
		}
	}
	e, err := weaken.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func prepare(t testing.TB, e *weaken.Engine, s *mutate.Seed, env mutate.Env) mutate.Source {
	t.Helper()
	src, err := e.Prepare(context.Background(), s, env)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// chain returns n mutants.
func chain(t testing.TB, src mutate.Source, seed uint64, n int) []mutate.Mutant {
	t.Helper()
	var out []mutate.Mutant
	r := rng.New(seed)
	for range n {
		m, err := src.Next(r)
		if errors.Is(err, mutate.ErrExhausted) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

// solver answers every question with one model, or with unsat; when all are asked, a second solver agrees with the unsat.
type solver struct{ model string }

func (s solver) Ask(_ context.Context, _ *script.Script, want mutate.Want) []mutate.Reply {
	if s.model == "" {
		both := []mutate.Reply{{Solver: "z3 1", Status: smt.Unsat}, {Solver: "cvc5 1", Status: smt.Unsat}}
		if want == mutate.WantVotes || want == mutate.WantAgreement {
			return both
		}
		return both[:1]
	}
	return []mutate.Reply{{Solver: "z3 1", Status: smt.Sat, Model: s.model}}
}

const mixed = `(set-logic ALL)(set-info :status sat)
(declare-const x Int)(declare-const s String)(declare-const b (_ BitVec 8))(declare-const p Bool)
(assert (and (> x 3) (or p (= s "abc")) (=> (bvult b #x10) (not (= x 7)))))
(assert (forall ((i Int)) (=> (> i x) (> i 2))))
(check-sat)`

// Mutants keep the seed's status, say how they were made, and name the script that each was made from; walks begin at the seed.
func TestWalks(t *testing.T) {
	e := engine(t, with(func(o *weaken.Options) { o.Walk = 5 }))
	ms := chain(t, prepare(t, e, read(t, mixed), mutate.Env{}), 1, 20)
	if len(ms) != 20 {
		t.Fatalf("%d mutants", len(ms))
	}
	start := ms[0].Base
	for i, m := range ms {
		if m.Truth.Status != smt.Sat || !m.Truth.Label || m.Truth.Derivation[0] != "seed is labelled sat" {
			t.Errorf("mutant %d: %+v", i, m.Truth)
		}
		if want := i%5 + 1; len(m.Steps) != want || len(m.Truth.Derivation) != want+1 {
			t.Errorf("mutant %d has %d steps and %d reasons, not %d", i, len(m.Steps), len(m.Truth.Derivation), want)
		}
		base := start
		if i%5 > 0 {
			base = ms[i-1].Script
		}
		if m.Base != base {
			t.Errorf("mutant %d has another base", i)
		}
		last := m.Steps[len(m.Steps)-1]
		if last.Applicable < 10 || term.At(base.Commands[last.Command].Terms[0], last.Path) != last.Before ||
			term.At(m.Script.Commands[last.Command].Terms[0], last.Path) != last.After {
			t.Errorf("mutant %d: %v of %d", i, last, last.Applicable)
		}
		if _, err := elab.Script(m.Script.String(), elab.Options{}); err != nil {
			t.Errorf("mutant %d: %v in\n%s", i, err, m.Script)
		}
	}
	names := map[string]bool{}
	for _, m := range ms {
		names[m.Steps[len(m.Steps)-1].Rule] = true
	}
	if len(names) < 8 {
		t.Errorf("only %d different rules in 20 steps", len(names))
	}
}

// The same choices make the same mutants.
func TestDeterminism(t *testing.T) {
	texts := func(seed uint64) string {
		var b strings.Builder
		e := engine(t, weaken.DefaultOptions())
		src := prepare(t, e, read(t, mixed), mutate.Env{Rand: rng.New(seed), Asker: solver{`((define-fun x () Int 5)(define-fun s () String "abc")(define-fun b () (_ BitVec 8) #xff)(define-fun p () Bool false))`}})
		for _, m := range chain(t, src, seed, 60) {
			b.WriteString(m.Script.String())
		}
		return b.String()
	}
	for seed := range uint64(5) {
		if first, second := texts(seed), texts(seed); first != second {
			t.Errorf("seed %d makes different mutants", seed)
		}
	}
	if texts(1) == texts(2) {
		t.Error("different seeds make the same mutants")
	}
}

// Truth is the model's where evaluation confirms one, otherwise the label's, otherwise that of two solvers; without any of these,
// mutants with an unknown status are made.
func TestTruth(t *testing.T) {
	const formula = "(declare-const x Int)(assert (> x 3))(check-sat)"
	tests := []struct {
		name, text string
		asker      mutate.Asker
		status     smt.Status
		label      bool
		witness    string
		reason     string
	}{
		{"model", formula, solver{"((define-fun x () Int 5))"}, smt.Sat, false, "5", "the model of z3 1 makes seed true"},
		{"wrong model", formula, solver{"((define-fun x () Int 2))"}, smt.Unknown, false, "", ""},
		{"votes", formula, solver{}, smt.Unsat, false, "", "2 solvers find seed unsat"},
		{"nobody", formula, nil, smt.Unknown, false, "", ""},
		{"label", "(set-info :status sat)" + formula, nil, smt.Sat, true, "", "seed is labelled sat"},
		{"label and wrong model", "(set-info :status sat)" + formula, solver{"((define-fun x () Int 2))"}, smt.Sat, true, "", "seed is labelled sat"},
		{"label and votes", "(set-info :status sat)" + formula, solver{}, smt.Sat, true, "", "seed is labelled sat"},
		{"label unsat", "(set-info :status unsat)" + formula, nil, smt.Unsat, true, "", "seed is labelled unsat"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := chain(t, prepare(t, engine(t, weaken.DefaultOptions()), read(t, tt.text), mutate.Env{Asker: tt.asker}), 1, 1)[0]
			if m.Truth.Status != tt.status || m.Truth.Label != tt.label || !strings.Contains(m.Truth.Witness, tt.witness) || (tt.witness == "") != (m.Truth.Witness == "") {
				t.Errorf("%+v", m.Truth)
			}
			if tt.reason != "" && (len(m.Truth.Derivation) == 0 || m.Truth.Derivation[0] != tt.reason) {
				t.Error(m.Truth.Derivation)
			}
		})
	}
}

// The witness exposes an unsound rule, which is blamed.
func TestUnsoundRule(t *testing.T) {
	rs, err := rules.Parse(theory.Builtin(), "wrong.rules", "(rule wrong :params ((a Int) (b Int)) (=> (> a b) (< a b)))")
	if err != nil {
		t.Fatal(err)
	}
	src := prepare(t, engine(t, with(func(o *weaken.Options) { o.Rules = rs })), read(t, "(declare-const x Int)(assert (> x 3))(check-sat)"), mutate.Env{Asker: solver{"((define-fun x () Int 5))"}})
	_, err = src.Next(rng.New(1))
	if err == nil || errors.Is(err, mutate.ErrExhausted) || !strings.Contains(err.Error(), "wrong") {
		t.Error(err)
	}
}

// It is exposed at any step, however much the previous steps have cost.
func TestLateUnsoundRule(t *testing.T) {
	text := "(rule wrong :params ((p Bool)) (=> (or p false) (not p)))"
	for i := range 20 {
		text += fmt.Sprintf("(rule right-%d :sorts (X) :params ((a X) (b X)) (<=> (= a b) (not (distinct b a))))(rule back-%d :sorts (X) :params ((a X) (b X)) (<=> (not (distinct a b)) (= a b)))", i, i)
	}
	rs, err := rules.Parse(theory.Builtin(), "wrong.rules", text)
	if err != nil {
		t.Fatal(err)
	}
	text = "(declare-const c (_ BitVec 8))(assert (or (forall ((b (_ BitVec 8))) (= (bvand b c) (bvand c b))) false))(check-sat)"
	missed := 0
	for k := range uint64(40) {
		src := prepare(t, engine(t, with(func(o *weaken.Options) { o.Rules = rs })), read(t, text), mutate.Env{Asker: solver{"((define-fun c () (_ BitVec 8) #x03))"}})
		r := rng.New(k)
		for range 20 {
			m, err := src.Next(r)
			if err != nil {
				break
			}
			if m.Steps[len(m.Steps)-1].Rule == "wrong" {
				missed++
				break
			}
		}
	}
	if missed > 0 {
		t.Errorf("%d chains have missed it", missed)
	}
}

// What is tried on a long formula is bounded: its arguments split among lists in very many ways, none of which may fit.
func TestManyArguments(t *testing.T) {
	lists, err := rules.Parse(theory.Builtin(), "lists.rules", `(rule lists :params ((ps Bool ...) (qs Bool ...) (rs Bool ...) (p Bool))
		(=> (and ps ... qs ... rs ... (not p)) (not p)))`)
	if err != nil {
		t.Fatal(err)
	}
	var languages, formulas, decls []string
	for i := range 700 {
		languages = append(languages, fmt.Sprintf("(str.to_re \"%d\")", i))
		formulas = append(formulas, fmt.Sprintf("p%d", i))
		decls = append(decls, fmt.Sprintf("(declare-const p%d Bool)", i))
	}
	for _, tt := range []struct {
		rules []*rules.Rule // nil: the built-in ones
		text  string
	}{
		{nil, "(assert (= " + strings.Join(languages, " ") + "))(check-sat)"}, // no rule is for equal languages
		{lists, strings.Join(decls, "") + "(assert (and " + strings.Join(formulas, " ") + "))(check-sat)"},
	} {
		e := engine(t, with(func(o *weaken.Options) { o.Rules = tt.rules }))
		seed := read(t, tt.text)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		src, err := e.Prepare(context.Background(), seed, mutate.Env{})
		if err != nil && !errors.Is(err, mutate.ErrNotApplicable) {
			t.Fatal(err)
		}
		if err == nil {
			chain(t, src, 1, 5)
		}
		runtime.ReadMemStats(&after)
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 300 {
			t.Errorf("%d MB were taken for %.40s...", mb, tt.text)
		} else {
			t.Logf("%d MB", mb)
		}
	}
}

// A rule over several sorts introduces no operator that a target has for only one of them.
func TestReadings(t *testing.T) {
	rs, err := rules.Parse(theory.Builtin(), "abs.rules", "(rule abs-any :sorts ((X Int Real)) :params ((a X) (b X)) (=> (= a b) (= (abs a) (abs b))))")
	if err != nil {
		t.Fatal(err)
	}
	src, err := engine(t, with(func(o *weaken.Options) { o.Rules, o.LeaveLogic = rs, 100 })).Prepare(context.Background(),
		read(t, "(set-info :status sat)(declare-const x Real)(declare-const y Real)(assert (= x y))(check-sat)"), mutate.Env{Dialects: []mutate.Dialect{{Name: "cvc4", Version: "1.8"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range chain(t, src, 1, 20) {
		if strings.Contains(m.Script.String(), "abs") {
			t.Fatal(m.Script)
		}
	}
}

// The engine reports seeds that it cannot use.
func TestNotApplicable(t *testing.T) {
	e := engine(t, weaken.DefaultOptions())
	for _, tt := range []struct{ text, want string }{
		{"(declare-const x Int)(assert (> x 3))", "asks nothing"},
		{"(declare-const x Int)(check-sat)", "no assertion"},
	} {
		_, err := e.Prepare(context.Background(), read(t, tt.text), mutate.Env{})
		if !errors.Is(err, mutate.ErrNotApplicable) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.text, err)
		}
	}
	none, err := rules.Parse(theory.Builtin(), "one.rules", "(rule only :params ((p Bool) (q Bool)) (=> (xor p q) (or p q)))")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine(t, with(func(o *weaken.Options) { o.Rules = none })).Prepare(context.Background(), read(t, mixed), mutate.Env{}); !errors.Is(err, mutate.ErrNotApplicable) {
		t.Error(err)
	}
}

// Mutants of a script that asks more than once are about one of its questions.
func TestQuestions(t *testing.T) {
	const text = `(declare-const x Int)(assert (> x 3))(check-sat)(push 1)(declare-const y Int)(assert (< x y))(check-sat)(pop 1)(check-sat-assuming ((> x 9)))`
	seen := map[string]bool{}
	for k := range uint64(40) {
		m := chain(t, prepare(t, engine(t, weaken.DefaultOptions()), read(t, text), mutate.Env{Rand: rng.New(k)}), 1, 1)[0]
		var kinds []string
		for i := range m.Base.Commands {
			c := m.Base.Commands[i]
			if c.Kind == script.Assert {
				kinds = append(kinds, c.Terms[0].String())
			}
		}
		seen[strings.Join(kinds, " ")] = true
		if m.Script.Checks() != 1 || m.Script.Incremental() {
			t.Errorf("the mutant asks otherwise:\n%s", m.Script)
		}
	}
	want := map[string]bool{"(> x 3)": true, "(> x 3) (< x y)": true, "(> x 3) (> x 9)": true}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Error(diff)
	}
}

// Chains that stay in the seed's logic keep it, its theories and its freedom from quantifiers; others may leave them, and then change the logic.
func TestLogic(t *testing.T) {
	for _, tt := range []struct{ logic, text string }{
		{"QF_LIA", "(declare-const x Int)(declare-const y Int)(assert (or (< x y) (= (+ x 1) y)))(check-sat)"},
		{"QF_BV", "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))(assert (or (bvult x y) (= (bvadd x y) y)))(check-sat)"},
		{"QF_S", `(declare-const s String)(assert (str.prefixof "a" s))(check-sat)`},
		{"", "(declare-const x Int)(declare-const y Int)(assert (or (< x y) (= (+ x 1) y)))(check-sat)"},
	} {
		text := tt.text
		if tt.logic != "" {
			text = "(set-logic " + tt.logic + ")" + text
		}
		home, left := engine(t, with(func(o *weaken.Options) { o.LeaveLogic = 0 })), false
		for _, m := range chain(t, prepare(t, home, read(t, text), mutate.Env{}), 3, 300) {
			if m.Script.Logic() != tt.logic || strings.Contains(m.Script.String(), "forall") || tt.logic != "QF_S" && strings.Contains(m.Script.String(), "str.") {
				t.Fatalf("left %s:\n%s", tt.logic, m.Script)
			}
		}
		abroad := engine(t, with(func(o *weaken.Options) { o.LeaveLogic = 100 }))
		for _, m := range chain(t, prepare(t, abroad, read(t, text), mutate.Env{}), 3, 300) {
			left = left || m.Script.Logic() != tt.logic || tt.logic == "" && strings.Contains(m.Script.String(), "forall")
		}
		if !left {
			t.Errorf("%s is never left", tt.logic)
		}
	}
}

// Difference logic becomes linear arithmetic from the beginning, and a base is never in a logic other than its mutant's.
func TestDifferenceLogic(t *testing.T) {
	src := prepare(t, engine(t, with(func(o *weaken.Options) { o.LeaveLogic = 0 })), read(t, "(set-logic QF_IDL)(declare-const x Int)(declare-const y Int)(assert (< (- x y) 3))(check-sat)"), mutate.Env{})
	for _, m := range chain(t, src, 1, 20) {
		if m.Script.Logic() != "QF_LIA" || m.Base.Logic() != "QF_LIA" {
			t.Fatalf("%s after %s", m.Script.Logic(), m.Base.Logic())
		}
	}
}

// Operators that a target lacks are not introduced, nor are those whose names the script uses for something else.
func TestOperators(t *testing.T) {
	const text = "(set-info :status sat)(set-logic ALL)(declare-fun abs (Int) Int)(declare-const s String)(declare-const x Int)(assert (= s \"a\"))(assert (= (abs x) x))(check-sat)"
	src := prepare(t, engine(t, with(func(o *weaken.Options) { o.LeaveLogic = 100 })), read(t, text), mutate.Env{Dialects: []mutate.Dialect{{Name: "cvc4", Version: "1.8"}}})
	for _, m := range chain(t, src, 1, 400) {
		last := m.Steps[len(m.Steps)-1]
		term.Walk([]*term.Term{last.After}, func(u *term.Term) bool {
			if f := u.Func(); f != nil && f.Row != nil && (f.Row.Name == "abs" || f.Row.In != nil && !f.Row.AvailableIn("cvc4", "1.8")) {
				t.Errorf("%s brought in %s", last.Rule, f.Row.Name)
			}
			return true
		})
	}
}

// However long a walk is, mutants stay within the bound, and so do their texts: binders inside themselves could not be shared
// there, and took gigabytes. A sample is the first 1,000 of 3,000 mutants.
func TestGrowth(t *testing.T) {
	src := prepare(t, engine(t, with(func(o *weaken.Options) { o.Walk, o.Growth = 5000, 0 })), read(t, mixed), mutate.Env{})
	most := 0
	for k, m := range chain(t, src, 1, testdepth.Sample(1000, 3000)) {
		n := 0
		var roots []*term.Term
		for i := range m.Script.Commands {
			roots = append(roots, m.Script.Commands[i].Terms...)
		}
		term.Walk(roots, func(*term.Term) bool { n++; return true })
		most = max(most, n)
		if k%100 == 0 && len(m.Script.String()) > 200_000 {
			t.Fatalf("mutant %d has %d terms and takes %d bytes", k, n, len(m.Script.String()))
		}
	}
	if most > 40+weaken.GrowthFloor || most < 200 {
		t.Errorf("the largest mutant has %d terms", most)
	}
}

// TestBases: a mutant is its base with the last step applied to it, also where a walk comes to a dead end and the next one begins
// at the seed.
func TestBases(t *testing.T) {
	for name, text := range map[string]string{
		"one step":       "(rule only :params ((p Bool) (q Bool)) (=> (xor p q) (or p q)))",
		"a few steps":    "(rule drop :params ((p Bool) (q Bool)) (=> (and p q) p))",
		"back and forth": "(rule twice :params ((p Bool)) (<=> (not (not p)) p))",
	} {
		t.Run(name, func(t *testing.T) {
			rs, err := rules.Parse(theory.Builtin(), "few.rules", text)
			if err != nil {
				t.Fatal(err)
			}
			seed := read(t, `(set-logic QF_UF)(set-info :status sat)(declare-const p Bool)(declare-const q Bool)
(assert (xor p q))(assert (and (and p true) (and (not q) (not (not p)))))(check-sat)`)
			for _, walk := range []int{1, 2, 50} {
				e := engine(t, with(func(o *weaken.Options) { o.Rules, o.Walk = rs, walk }))
				source := prepare(t, e, seed, mutate.Env{})
				restarts := 0
				all := chain(t, source, 3, 60)
				for i, m := range all {
					want := all[0].Base
					if len(m.Steps) > 1 {
						want = all[i-1].Script
					}
					if m.Base != want {
						t.Fatalf("mutant %d, with %d steps, names another base:\n%s", i, len(m.Steps), m.Base)
					}
					step := m.Steps[len(m.Steps)-1]
					before := m.Base.Commands[step.Command].Terms[0]
					if got := term.At(before, step.Path); got != step.Before {
						t.Fatalf("mutant %d: the base holds %s where the step replaces %s", i, got, step.Before)
					}
					after, err := m.Base.Store.Replace(before, step.Path, step.After)
					if err != nil {
						t.Fatal(err)
					}
					for k := range m.Base.Commands {
						want := *m.Base.Commands[k]
						if k == step.Command {
							want.Terms = []*term.Term{after}
						}
						if got := m.Script.Commands[k]; !slices.Equal(got.Terms, want.Terms) || len(m.Script.Commands) != len(m.Base.Commands) {
							t.Fatalf("mutant %d: command %d is %v, and %v after the step", i, k, got.Terms, want.Terms)
						}
					}
					if len(m.Steps) == 1 {
						restarts++
					}
				}
				if restarts < 2 {
					t.Errorf("walk %d: %d walks begin", walk, restarts)
				}
			}
		})
	}
}
