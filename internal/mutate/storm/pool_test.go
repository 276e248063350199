package storm

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// drawTruth draws any three-valued vector.
func drawTruth(t *rapid.T, name string) truth {
	holds, fails := rapid.Uint16().Draw(t, name+" holds"), rapid.Uint16().Draw(t, name+" fails")
	return truth{holds, fails &^ holds}
}

// at returns the value at one assignment: 1 true, 0 false, -1 not known.
func (v truth) at(i int) int {
	switch bit := uint16(1) << i; {
	case v.holds&bit != 0:
		return 1
	case v.fails&bit != 0:
		return 0
	}
	return -1
}

// TestTruthTables: at every assignment, the vectors follow Kleene's tables, and the laws of De Morgan hold.
func TestTruthTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, w, x := drawTruth(t, "v"), drawTruth(t, "w"), drawTruth(t, "x")
		if v.and(w).not() != v.not().or(w.not()) || v.or(w).not() != v.not().and(w.not()) || v.not().not() != v {
			t.Fatalf("De Morgan: %v %v", v, w)
		}
		for i := range MaxAssignments {
			// A value is known exactly when it is the same for all ways to fix the unknown ones.
			for _, tt := range []struct {
				name string
				got  truth
				of   func(a, b, c bool) bool
			}{
				{"and", v.and(w), func(a, b, _ bool) bool { return a && b }},
				{"or", v.or(w), func(a, b, _ bool) bool { return a || b }},
				{"same", v.same(w), func(a, b, _ bool) bool { return a == b }},
				{"ite", v.ite(w, x), func(a, b, c bool) bool { return a && b || !a && c }},
			} {
				seen := map[bool]bool{}
				for _, a := range settle(v.at(i)) {
					for _, b := range settle(w.at(i)) {
						for _, c := range settle(x.at(i)) {
							seen[tt.of(a, b, c)] = true
						}
					}
				}
				want := -1
				if len(seen) == 1 {
					want = 0
					if seen[true] {
						want = 1
					}
				}
				if tt.got.at(i) != want {
					t.Fatalf("%s of %d %d %d is %d, not %d", tt.name, v.at(i), w.at(i), x.at(i), tt.got.at(i), want)
				}
			}
		}
	})
}

func settle(v int) []bool {
	switch v {
	case 0:
		return []bool{false}
	case 1:
		return []bool{true}
	}
	return []bool{false, true}
}

// fataler is what a test and a property have in common.
type fataler interface{ Fatal(args ...any) }

// constants returns n Boolean constants.
func constants(t fataler, n int) (*term.Store, []*term.Term) {
	text := ""
	for i := range n {
		text += fmt.Sprintf("(declare-const p%d Bool)(assert p%d)", i, i)
	}
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out []*term.Term
	for i := range s.Commands {
		if s.Commands[i].Kind == script.Assert {
			out = append(out, s.Commands[i].Terms[0])
		}
	}
	return s.Store, out
}

// value computes a formula over constants.
func value(t *term.Term, of map[*term.Term]bool) bool {
	if v, ok := of[t]; ok {
		return v
	}
	args := make([]bool, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = value(a, of)
	}
	out := args[0]
	switch f := t.Func(); {
	case f.Is("not"):
		out = !args[0]
	case f.Is("and"):
		for _, a := range args {
			out = out && a
		}
	case f.Is("or"):
		for _, a := range args {
			out = out || a
		}
	case f.Is("=>"):
		out = !args[0] || args[1]
	case f.Is("xor"):
		out = args[0] != args[1]
	case f.Is("="):
		out = args[0] == args[1]
	case f.Is("ite"):
		if !args[0] {
			out = args[2]
		} else {
			out = args[1]
		}
	default:
		panic("no connective: " + t.String())
	}
	of[t] = out
	return out
}

// TestPool: what a pool says about a formula is its value, depth is bounded and counted correctly, and both choices of
// connectives use only their own.
func TestPool(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const assignments = 3
		n := rapid.IntRange(1, 6).Draw(t, "constants")
		st, atoms := constants(t, n)
		o := Options{MaxDepth: rapid.IntRange(1, 6).Draw(t, "depth"), Connectives: Connectives(rapid.IntRange(0, 1).Draw(t, "connectives"))}
		p := newPool(st, assignments, o)
		values := make([]map[*term.Term]bool, assignments)
		for i := range values {
			values[i] = map[*term.Term]bool{}
		}
		for _, a := range atoms {
			var v truth
			for i := range assignments {
				if values[i][a] = rapid.Bool().Draw(t, "value"); values[i][a] {
					v.holds |= 1 << i
				} else {
					v.fails |= 1 << i
				}
			}
			p.addFragment(a, 1, v)
		}
		p.enrich(rng.New(rapid.Uint64().Draw(t, "seed")), 200)
		for _, f := range p.members {
			if f.depth > o.MaxDepth || f.depth != depthIn(f.term) {
				t.Fatalf("%s has depth %d of %d, the pool says %d", f.term, depthIn(f.term), o.MaxDepth, f.depth)
			}
			for i := range assignments {
				if got, want := f.at(i), value(f.term, values[i]); got != map[bool]int{false: 0, true: 1}[want] {
					t.Fatalf("%s is %v under assignment %d, the pool says %d", f.term, want, i, got)
				}
			}
			if g := f.term.Func(); o.Connectives == PaperConnectives && len(f.term.Args()) > 0 && !g.Is("and") && !g.Is("not") {
				t.Fatalf("%s is not the paper's", f.term)
			}
		}
	})
}

func depthIn(t *term.Term) int {
	d := 0
	for _, a := range t.Args() {
		d = max(d, depthIn(a))
	}
	return d + 1
}

// TestNegation: the negation with negations moved inwards is the negation.
func TestNegation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		st, atoms := constants(t, 4)
		p := newPool(st, 1, Options{MaxDepth: 10})
		values := map[*term.Term]bool{}
		for _, a := range atoms {
			values[a] = rapid.Bool().Draw(t, "value")
			p.addFragment(a, 1, truth{holds: 1})
		}
		p.enrich(rng.New(rapid.Uint64().Draw(t, "seed")), 60)
		for _, f := range p.members {
			n, err := negation(st, f.term)
			if err != nil {
				t.Fatal(err)
			}
			if value(n, values) == value(f.term, values) {
				t.Fatalf("%s is not the negation of %s", n, f.term)
			}
		}
	})
}

// TestFragments: all closed Boolean parts are found, also inside terms of other sorts, none of them has a free variable, and
// the depth bound cuts.
func TestFragments(t *testing.T) {
	s, err := elab.Script(`(declare-const a Int)(declare-const p Bool)
(assert (=> (= a (ite (> a 2) 1 (ite p 3 4))) (forall ((x Int)) (or (< x a) (> a 5)))))
(assert (and p true (not (and p (not (and p (> a 7))))))) (check-sat)`, elab.Options{Table: theory.Builtin()})
	if err != nil {
		t.Fatal(err)
	}
	var roots []*term.Term
	for i := range s.Commands {
		if s.Commands[i].Kind == script.Assert {
			roots = append(roots, s.Commands[i].Terms[0])
		}
	}
	texts := func(depth int) map[string]int {
		out := map[string]int{}
		for _, f := range fragments(roots, depth) {
			out[f.term.String()] = f.depth
		}
		return out
	}
	all := texts(20)
	for text, depth := range map[string]int{
		"(> a 2)": 1, "p": 1, "(> a 5)": 1, "(> a 7)": 1, "(= a (ite (> a 2) 1 (ite p 3 4)))": 1,
		"(forall ((x Int)) (or (< x a) (> a 5)))": 3, "(not (and p (> a 7)))": 3,
	} {
		if all[text] != depth {
			t.Errorf("%s has depth %d, not %d", text, all[text], depth)
		}
	}
	if len(all) != 12 || all["true"] != 0 || all["(< x a)"] != 0 {
		t.Errorf("%d fragments: %v", len(all), all)
	}
	for text, depth := range texts(2) {
		if depth > 2 {
			t.Errorf("%s has depth %d", text, depth)
		}
	}
}
