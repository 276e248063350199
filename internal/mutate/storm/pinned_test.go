package storm

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// TestPinnedOperands: whatever is built over a formula whose value rests on solvers rests on them too, wherever among its
// operands the formula is, and nothing else does.
func TestPinnedOperands(t *testing.T) {
	s, err := elab.Script(`(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)
(assert a)(assert b)(assert c)(assert (forall ((i Int)) (> (* i i) i)))(check-sat)`, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := newPool(s.Store, 2, DefaultOptions())
	for i := range s.Commands {
		if c := s.Commands[i]; c.Kind == script.Assert {
			v := truth{holds: 1, fails: 2}
			if c.Terms[0].HasBinder() {
				v = truth{}
			}
			p.addFragment(c.Terms[0], 1, v)
		}
	}
	quantified := len(p.members) - 1
	p.settle(quantified, truth{holds: 2})
	if f := p.members[quantified]; f.pinned != 2 || f.holds != 2 || f.fails != 0 {
		t.Fatalf("the fragment is %+v", f)
	}
	p.enrich(rng.New(1), 400)
	over, plain := 0, 0
	for _, f := range p.members {
		holds := false
		term.Walk([]*term.Term{f.term}, func(u *term.Term) bool {
			holds = holds || u == p.members[quantified].term
			return true
		})
		want := uint16(0)
		if holds {
			want = 2
			over++
		} else {
			plain++
		}
		if f.pinned != want {
			t.Errorf("%s is pinned under %b, want %b", f.term, f.pinned, want)
		}
	}
	if over < 10 || plain < 10 {
		t.Errorf("%d formulas over the quantifier, %d without", over, plain)
	}
}

// TestPinnedOpenValues: solvers that find a formula sat with every symbol pinned choose what the standard leaves open, and another formula may
// need another choice. The formula counts as true only where its negation is unsat.
func TestPinnedOpenValues(t *testing.T) {
	const (
		total   = "(> (* y y y) (+ y x))"
		divided = "(= (div y 0) 1)"
	)
	for name, tt := range map[string]struct {
		says     string // of a number that evaluation does not find: 123
		denied   smt.Status
		defined  string
		accepted bool
	}{
		"nothing open":       {total, smt.Sat, "", true},
		"open":               {divided, smt.Sat, "", false},
		"open, and forced":   {divided, smt.Unsat, "", true},
		"open, not known":    {divided, smt.Unknown, "", false},
		"open in definition": {"(d y)", smt.Sat, "(define-fun-rec d ((y Int)) Bool (ite (< y 5) " + divided + " (d (- y 1))))", false},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := elab.Script("(declare-const x Int)"+tt.defined+"(assert (forall ((y Int)) (=> (= (* y y y) 1860867) "+tt.says+")))(assert (= (div 123 0) 0))(check-sat)", elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			env := mutate.Env{Rand: rng.New(1), Asker: mutatetest.Scripted(func(s *script.Script, want mutate.Want) []mutate.Reply {
				status := smt.Sat
				if strings.Contains(s.String(), "(assert (not (forall") {
					status = tt.denied
				}
				if want != mutate.WantAgreement || status == smt.Unknown {
					return nil
				}
				return []mutate.Reply{{Solver: "z3 1", Codebase: "z3", Status: status}, {Solver: "cvc5 1", Codebase: "cvc5", Status: status}}
			})}
			source, err := New(DefaultOptions()).Prepare(t.Context(), &mutate.Seed{Name: "seed", Hash: "seed", Script: s}, env)
			if err != nil {
				t.Fatal(err)
			}
			pinned := false
			for _, m := range mutatetest.Drawn(t, source, rng.New(2), 10) {
				pinned = pinned || strings.Contains(m.Steps[0].Summary, "by the word of at least two solvers")
			}
			if pinned != tt.accepted {
				t.Errorf("some mutant rests on what solvers say: %t", pinned)
			}
		})
	}
}
