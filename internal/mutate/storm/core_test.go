package storm

import (
	"fmt"
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

// asserts counts the assertions of a script.
func asserts(s *script.Script) int {
	n := 0
	for _, c := range s.Commands {
		if c.Kind == script.Assert {
			n++
		}
	}
	return n
}

// coreOf answers that the first n named assertions are unsat.
func coreOf(n int, s *script.Script) mutate.Reply {
	r := mutate.Reply{Solver: "z3 1", Codebase: "z3", Status: smt.Unsat}
	for _, c := range s.Commands {
		if c.Kind == script.Assert && len(r.Core) < n {
			term.Labels(c.Terms[0], func(d *term.Decl) { r.Core = append(r.Core, d.Name) })
		}
	}
	return r
}

// TestCores: what is taken to be unsat, and on whose word. A label covers all formulas of a script that asks once; one solver's word covers
// nothing that the label does not; and a solver that finds a model refutes a label.
func TestCores(t *testing.T) {
	const (
		formulas = "(declare-const a Bool)(declare-const b Bool)(assert a)(assert (not a))(assert b)"
		once     = formulas + "(check-sat)"
		unsat    = "(set-info :status unsat)"
	)
	votes := func(statuses ...smt.Status) []mutate.Reply {
		var out []mutate.Reply
		for i, s := range statuses {
			codebase := []string{"z3", "cvc5", "yices"}[i]
			out = append(out, mutate.Reply{Solver: codebase + " 1", Codebase: codebase, Status: s})
		}
		return out
	}
	// answers gives a core of n formulas, and then votes on what is left.
	answers := func(n int, agreement []mutate.Reply) mutate.Asker {
		return mutatetest.Scripted(func(s *script.Script, want mutate.Want) []mutate.Reply {
			if want == mutate.WantCore {
				return []mutate.Reply{coreOf(n, s)}
			}
			return agreement
		})
	}
	denies := mutatetest.Scripted(func(*script.Script, mutate.Want) []mutate.Reply { return votes(smt.Sat) })
	silent := mutatetest.Scripted(func(*script.Script, mutate.Want) []mutate.Reply { return nil })
	for _, tt := range []struct {
		name, text string
		asker      mutate.Asker
		percentage int
		formulas   int // of the core, 0 for none
		label      bool
		reasons    string
	}{
		{"a label", unsat + once, nil, 25, 3, true, "seed seed is labelled unsat"},
		{"no cores wanted", unsat + once, nil, 0, 0, false, ""},
		{"no label", once, nil, 25, 0, false, ""},
		{"another label", "(set-info :status sat)" + once, answers(2, votes(smt.Unsat, smt.Unsat)), 25, 0, false, ""},
		{"a label of a script with levels", unsat + formulas + "(push 1)(pop 1)(check-sat)", nil, 25, 0, false, ""},
		{"a label of one of two questions", unsat + once + "(check-sat)", nil, 25, 0, false, ""},
		{"a label, and silence", unsat + once, silent, 25, 3, true, "seed seed is labelled unsat"},
		{"a label, and a model", unsat + once, denies, 25, 0, false, ""},
		{"a label, and one solver about all", unsat + once, answers(3, nil), 25, 3, false, "seed seed is labelled unsat; z3 1 finds 3 of its 3 formulas unsat"},
		{"a label, and a core without names", unsat + once, answers(0, nil), 25, 3, false, "seed seed is labelled unsat; z3 1 finds 3 of its 3 formulas unsat"},
		{"a label, and agreement about some", unsat + once, answers(2, votes(smt.Unsat, smt.Unsat)), 25, 2, false, "seed seed is labelled unsat; z3 1 finds 2 of its 3 formulas unsat"},
		{"a label, and one solver about some", unsat + once, answers(2, votes(smt.Unsat)), 25, 3, true, "seed seed is labelled unsat"},
		{"a label, and no agreement about some", unsat + once, answers(2, votes(smt.Unsat, smt.Unsat, smt.Sat)), 25, 3, true, "seed seed is labelled unsat"},
		{"agreement about some", once, answers(2, votes(smt.Unsat, smt.Unsat)), 25, 2, false, "z3 1 finds 2 of its 3 formulas unsat"},
		{"agreement about all", once, answers(3, votes(smt.Unsat, smt.Unsat)), 25, 3, false, "z3 1 finds 3 of its 3 formulas unsat"},
		{"one solver about some", once, answers(2, votes(smt.Unsat)), 25, 0, false, ""},
		{"one solver about all", once, answers(3, votes(smt.Unsat)), 25, 0, false, ""},
		{"no agreement", once, answers(2, votes(smt.Unsat, smt.Sat)), 25, 0, false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := elab.Script(tt.text, elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			seed := &mutate.Seed{Name: "seed", Hash: "seed", Script: s, Truth: mutate.Truth{Status: smt.Label(s.Status())}}
			o := DefaultOptions()
			o.Unsat = tt.percentage
			env := mutate.Env{Asker: tt.asker, Rand: rng.New(1)}
			m, err := New(o).material(t.Context(), seed, env, rng.New(1))
			if err != nil {
				t.Fatal(err)
			}
			c := m.core(t.Context(), env, o)
			if c == nil {
				if tt.formulas > 0 {
					t.Fatal("there is no core")
				}
				return
			}
			truth := c.truth()
			if len(c.formulas) != tt.formulas || truth.Status != smt.Unsat || truth.Label != tt.label || strings.Join(truth.Derivation, "; ") != tt.reasons {
				t.Errorf("a core of %d formulas, %+v", len(c.formulas), truth)
			}
			for i, f := range c.formulas {
				if f != m.problem.Assertions[i] {
					t.Errorf("formula %d of the core is %s", i, f)
				}
			}
		})
	}
}

// TestSizesAroundCores: instances around a core have as many further assertions as there is room for, from none to all; the core is there
// even where there is no room.
func TestSizesAroundCores(t *testing.T) {
	const text = "(set-info :status unsat)(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)(assert (or a b))(assert (not a))(assert (=> b c))(assert (not c))(check-sat)"
	const core = 4
	for _, most := range []int{1, 3, 4, 5, 6, 8} {
		t.Run(fmt.Sprint(most), func(t *testing.T) {
			o := DefaultOptions()
			o.MaxAsserts, o.MinAsserts, o.Enrichment, o.Unsat = most, 1, 30, 100
			s := sourceOf(t, text, o)
			if len(s.core.formulas) != core {
				t.Fatalf("a core of %d formulas", len(s.core.formulas))
			}
			sizes := map[int]int{}
			r := rng.New(1)
			for range 30 * core {
				m, err := s.unsat(r)
				if err != nil {
					t.Fatal(err)
				}
				if m.Truth.Status != smt.Unsat || !m.Truth.Label {
					t.Errorf("the truth is %+v", m.Truth)
				}
				sizes[asserts(m.Script)]++
			}
			for n := core; n <= max(core, most); n++ {
				if sizes[n] == 0 {
					t.Errorf("no instance has %d assertions", n)
				}
				delete(sizes, n)
			}
			if len(sizes) > 0 {
				t.Errorf("instances have other numbers of assertions as well: %v", sizes)
			}
		})
	}
}
