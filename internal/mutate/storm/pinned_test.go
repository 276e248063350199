package storm

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
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
