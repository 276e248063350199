package storm

import (
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// sourceOf prepares a seed without partners.
func sourceOf(t *testing.T, text string, o Options) *source {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	seed := &mutate.Seed{Name: "seed", Hash: "seed", Script: s, Truth: mutate.Truth{Status: smt.Label(s.Status())}}
	made, err := New(o).Prepare(t.Context(), seed, mutate.Env{Rand: rng.New(1)})
	if err != nil {
		t.Fatal(err)
	}
	out, ok := made.(*source)
	if !ok {
		t.Fatalf("%T", made)
	}
	return out
}

const fourConstants = "(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)(declare-const d Bool)" +
	"(assert (or a b))(assert (=> a c))(assert (or c (not d)))(assert (or a d))(check-sat)"

// repeating returns options for scripts that ask many times.
func repeating() Options {
	o := DefaultOptions()
	o.Incremental, o.Enrichment = 100, 50
	return o
}

// TestNothingNew: once something has changed what is asked, the next check is made; without a change only a few are, since a solver is not asked
// the same twice in a row.
func TestNothingNew(t *testing.T) {
	s := sourceOf(t, fourConstants, repeating())
	const rounds = 60
	for _, tt := range []struct {
		name    string
		step    func(q *sequence) error
		changes bool
	}{
		{"nothing", func(*sequence) error { return nil }, false},
		{"push", func(q *sequence) error { q.push(2); return nil }, false},
		{"pop", func(q *sequence) error { q.pop(1); return nil }, true},
		{"reset", func(q *sequence) error { q.forget(); return nil }, true},
		{"an assertion", (*sequence).assert, true},
		{"a contradiction", (*sequence).contradict, true},
		{"a guard", (*sequence).guard, true},
		{"a reset and a level", func(q *sequence) error { q.forget(); q.push(1); return nil }, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			made := 0
			for seed := range uint64(rounds) {
				q := &sequence{source: s, rand: rng.New(seed), levels: []level{{satisfied: 1<<len(s.assignments) - 1}}}
				q.push(1)
				for _, step := range []func() error{q.assert, q.check, func() error { return tt.step(q) }} {
					if err := step(); err != nil {
						t.Fatal(err)
					}
				}
				if len(q.truths) != 1 {
					t.Fatalf("there are %d checks after the first assertion", len(q.truths))
				}
				if err := q.check(); err != nil {
					t.Fatal(err)
				}
				made += len(q.truths) - 1
			}
			if tt.changes && made < rounds || !tt.changes && (made == 0 || made > rounds/3) {
				t.Errorf("%d of %d times it is asked again", made, rounds)
			}
		})
	}
}

// TestContradicted: nothing more is asserted on a level that is unsat, and its checks are unsat; when it is popped, the level below goes on as before.
func TestContradicted(t *testing.T) {
	s := sourceOf(t, fourConstants, repeating())
	for seed := range uint64(20) {
		q := &sequence{source: s, rand: rng.New(seed), levels: []level{{satisfied: 1<<len(s.assignments) - 1}}}
		before := q.top().satisfied
		q.push(1)
		if err := q.contradict(); err != nil {
			t.Fatal(err)
		}
		n := len(q.commands)
		for range 5 {
			if err := q.assert(); err != nil {
				t.Fatal(err)
			}
		}
		if len(q.commands) != n || q.top().satisfied != 0 || q.top().unsat == nil {
			t.Fatalf("%d commands behind the contradiction, satisfied by %b", len(q.commands)-n, q.top().satisfied)
		}
		if err := q.check(); err != nil || len(q.truths) != 1 || q.truths[0].Status != smt.Unsat || q.witness[0] != -1 {
			t.Fatalf("%v, %v, %v", q.truths, q.witness, err)
		}
		if q.pop(1); q.top().satisfied != before || q.top().unsat != nil {
			t.Fatalf("later satisfied by %b, unsat %v", q.top().satisfied, q.top().unsat)
		}
	}
}

// TestSequences: scripts that ask many times have the options that what they contain needs, and no others; where one assertion has a name, all
// have; and the witness of a check gives every constant a value, those that stand for formulas included.
func TestSequences(t *testing.T) {
	s := sourceOf(t, fourConstants, repeating())
	r := rng.New(2)
	named, resets, assumed := 0, 0, 0
	const n = 80
	for range n {
		m, err := s.sequence(r)
		if err != nil {
			t.Fatal(err)
		}
		text := m.Script.String()
		if again, err := elab.Script(text, elab.Options{}); err != nil || again.Checks() != len(m.Truths) || len(m.Truths) < minChecks || len(m.Truths) > maxChecks {
			t.Fatalf("%d truths, %v\n%s", len(m.Truths), err, text)
		}
		names, asserted := strings.Count(text, ":named"), strings.Count(text, "(assert ")
		if names > 0 {
			named++
		}
		if names > 0 && names != asserted {
			t.Errorf("%d of %d assertions have names:\n%s", names, asserted, text)
		}
		for _, option := range []string{":produce-unsat-cores", ":produce-unsat-assumptions"} {
			if has := strings.Contains(text, "(set-option "+option+" true)"); has != (names > 0) {
				t.Errorf("%d assertions have names, and %s is there: %v\n%s", names, option, has, text)
			}
		}
		if strings.Contains(text, "(reset-assertions)") {
			resets++
			if !strings.Contains(text, "(set-option :global-declarations true)") {
				t.Errorf("declarations end with a reset:\n%s", text)
			}
		}
		assumed += strings.Count(text, "(check-sat-assuming")
		for i, truth := range m.Truths {
			if truth.Status != smt.Sat {
				continue
			}
			for _, c := range m.Script.Commands {
				if c.Kind == script.DeclareFun && !strings.Contains(truth.Witness, "(define-fun "+c.Decls[0].Text+" ") {
					t.Fatalf("the witness of check %d has no value of %s:\n%s", i, c.Decls[0].Text, truth.Witness)
				}
			}
		}
	}
	if named < n/6 || named > n/2 || resets == 0 || resets > n/2 || assumed < n/2 {
		t.Errorf("of %d scripts %d have names, %d resets; they ask %d times under assumptions", n, named, resets, assumed)
	}
}

// TestGuardsMeanTheirFormulas: in the interpretations of scripts that ask many times, each constant that stands for a formula has the formula's value.
func TestGuardsMeanTheirFormulas(t *testing.T) {
	s := sourceOf(t, fourConstants, repeating())
	if len(s.guards.all) < 2 || len(s.guards.assignments) != len(s.assignments) {
		t.Fatalf("%d guards under %d assignments", len(s.guards.all), len(s.guards.assignments))
	}
	seen := map[bool]int{}
	for i, a := range s.guards.assignments {
		for k, g := range s.guards.all {
			want := s.assignments[i].Value(g.formula)
			if got := a.Value(g.constant); got.IsTrue() != want.IsTrue() || got.IsFalse() != want.IsFalse() || !a.Value(g.defined).IsTrue() {
				t.Errorf("guard %d is %s under assignment %d, its formula %s", k, got, i, want)
			}
			if g.holds&(1<<i) != 0 != want.IsTrue() || g.fails&(1<<i) != 0 != want.IsFalse() {
				t.Errorf("guard %d is noted as %b and %b, assignment %d makes it %s", k, g.holds, g.fails, i, want)
			}
			seen[want.IsTrue()]++
		}
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("the formulas are %v", seen)
	}
}

// TestChoice: formulas on which the assignments do not differ are asserted as well, only less often than others.
func TestChoice(t *testing.T) {
	st, atoms := constants(t, 2)
	for _, tt := range []struct {
		name        string
		assignments int
		least, most int // of 1000 choices, those of the formula on which the assignments do not differ
	}{
		{"assignments that differ", 2, 250, 420},
		{"one assignment", 1, 420, 580},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPool(st, tt.assignments, DefaultOptions())
			p.addFragment(atoms[0], 1, truth{holds: 1, fails: 2 & (1<<tt.assignments - 1)})
			p.addFragment(atoms[1], 1, truth{holds: 1<<tt.assignments - 1})
			s := &source{opts: DefaultOptions(), pool: p, assignments: make([]*interp.Interpretation, tt.assignments)}
			r := rng.New(1)
			common := 0
			for range 1000 {
				if f := s.choose(r, 0); f.term == atoms[1] {
					common++
				}
			}
			if common < tt.least || common > tt.most {
				t.Errorf("%d of 1000 choices, want %d to %d", common, tt.least, tt.most)
			}
		})
	}
	s := &source{opts: DefaultOptions(), pool: newPool(st, 2, DefaultOptions()), assignments: make([]*interp.Interpretation, 2)}
	if f := s.choose(rng.New(1), 0); f != nil {
		t.Errorf("%s is chosen from an empty pool", f.term)
	}
}

// TestOperands: every formula of a pool is an operand, the first and only one included.
func TestOperands(t *testing.T) {
	st, atoms := constants(t, 3)
	for name, values := range map[string][]truth{
		"none":             {},
		"a true one":       {{holds: 1}},
		"a false one":      {{fails: 1}},
		"an unknown one":   {{}},
		"true and false":   {{holds: 1}, {fails: 1}},
		"one of each kind": {{holds: 1}, {fails: 1}, {}},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPool(st, 1, DefaultOptions())
			for i, v := range values {
				p.addFragment(atoms[i], 1, v)
			}
			r := rng.New(1)
			chosen := map[string]int{}
			const n = 200
			for range n {
				if f := p.operand(r, 0); f != nil {
					chosen[f.term.String()]++
				} else if len(values) > 0 {
					t.Fatal("no operand is found")
				}
			}
			if len(chosen) != len(values) {
				t.Errorf("the operands are %v", chosen)
			}
			for text, k := range chosen {
				if k < n/30 {
					t.Errorf("%s is chosen %d times of %d", text, k, n)
				}
			}
		})
	}
}

// TestFragmentsUpToABound: a bound keeps the formulas that are at most that deep, those exactly as deep included.
func TestFragmentsUpToABound(t *testing.T) {
	s, err := elab.Script("(declare-const p Bool)(declare-const q Bool)(assert (and p (or q (=> p (xor q (not p))))))(assert (forall ((x Int)) (or p (> x 0))))", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	roots := s.Roots()
	all := fragments(roots, 100)
	deepest := 0
	for _, f := range all {
		deepest = max(deepest, f.depth)
	}
	if deepest != 6 {
		t.Fatalf("the deepest formula is %d deep", deepest)
	}
	for bound := range deepest + 2 {
		var want []fragment
		for _, f := range all {
			if f.depth <= bound {
				want = append(want, f)
			}
		}
		if got := fragments(roots, bound); !slices.Equal(got, want) {
			t.Errorf("%d formulas are at most %d deep, not %d", len(got), bound, len(want))
		}
	}
}

// TestVerified: a check that is expected to be sat has no assertion that its witness makes false.
func TestVerified(t *testing.T) {
	s := sourceOf(t, fourConstants, repeating())
	problem := s.material.problem
	holds := problem.Assertions[0]
	fails, err := problem.Connect("not", holds)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		formula *term.Term
		witness int
		want    bool // otherwise an error
	}{{"true under the witness", holds, 0, true}, {"false under the witness", fails, 0, false}, {"without a witness", fails, -1, true}} {
		q := &sequence{source: s, rand: rng.New(1), witness: []int{tt.witness}, truths: make([]mutate.Truth, 1)}
		q.guards = &guards{assignments: s.assignments}
		ok, err := q.verify(problem.Script(&script.Command{Kind: script.Assert, Terms: []*term.Term{tt.formula}}, &script.Command{Kind: script.CheckSat}))
		if ok != tt.want || (err == nil) != tt.want {
			t.Errorf("%s: %v, %v", tt.name, ok, err)
		}
	}
}

// TestOddAtomsAreClosed: the terms in which oddAtoms puts rare operators have no variables of a quantifier.
func TestOddAtomsAreClosed(t *testing.T) {
	s := sourceOf(t, "(declare-const a (Array Int Int))(declare-const t String)(assert (= (store a 1 2) a))(assert (forall ((s String)) (str.<= (str.++ s t) (str.++ s \"b\"))))"+
		"(assert (= (str.++ t \"c\") t))(check-sat)", repeating())
	made := 0
	for seed := range uint64(30) {
		for _, atom := range s.material.oddAtoms(rng.New(seed), []mutate.Dialect{{Name: "z3", Version: "4.8.12"}}) {
			made++
			if len(atom.Free()) > 0 {
				t.Fatalf("%s has free variables", atom)
			}
		}
	}
	if made == 0 {
		t.Error("there are no such atoms")
	}
}
