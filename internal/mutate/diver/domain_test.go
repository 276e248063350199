package diver

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// says is a mutate.Asker that knows one model.
type says string

// Ask implements mutate.Asker.
func (m says) Ask(context.Context, *script.Script, mutate.Want) []mutate.Reply {
	return []mutate.Reply{{Solver: "cvc4 1.8", Codebase: "cvc5", Status: smt.Sat, Model: string(m)}}
}

const halves = "((define-fun x () Real (/ 1 2)) (define-fun u () Bool true))"

func prepared(t *testing.T, text, model string, seed uint64) (*source, error) {
	t.Helper()
	read, err := mutate.Read(seeds.New("domains", text), theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	made, err := New(DefaultOptions()).Prepare(context.Background(), read, mutate.Env{Asker: says(model), Dialects: []mutate.Dialect{{Name: "cvc4", Version: "1.8"}}, Rand: rng.New(seed)})
	if err != nil {
		return nil, err
	}
	return made.(*source), nil
}

// TestDomains: a term with an argument outside a domain is not put into a place that does not matter, neither as a whole nor by a change below
// it.
func TestDomains(t *testing.T) {
	const begin = "(set-logic ALL)(declare-fun x () Real)(declare-fun u () Bool)(define-fun f ((y Real)) Real (sqrt y))"
	for _, tt := range []struct {
		name, assertion string
		path            term.Path
		with            string
		taken           bool
	}{
		{"a new term", "(or u (< x 0.0))", term.Path{1}, "(< (arccos 2.0) x)", false},
		{"inside", "(or u (< x 0.0))", term.Path{1}, "(< (arccos 0.25) x)", true},
		{"the argument of a new term is a constant's value", "(or u (< x 0.0))", term.Path{1}, "(< (arccos (+ x 1.0)) x)", false},
		{"which may be inside", "(or u (< x 0.0))", term.Path{1}, "(< (arcsin (+ x 0.5)) x)", true},
		{"a change below a term", "(or u (< (sqrt (+ x 1.0)) 0.0))", term.Path{1, 0, 0}, "(- x 1.0)", false},
		{"a change deep below a term", "(or u (< (sqrt (+ x (* 2.0 x))) 0.0))", term.Path{1, 0, 0, 1, 0}, "(- 2.0)", false},
		{"which stays inside", "(or u (< (sqrt (+ x 1.0)) 0.0))", term.Path{1, 0, 0}, "(- x 0.5)", true},
		{"an argument that nobody knows", "(or u (< x 0.0))", term.Path{1}, "(< (arcsin (sin x)) x)", false},
		{"below a quantifier", "(or u (< x 0.0))", term.Path{1}, "(exists ((y Real)) (< (sqrt y) x))", false},
		{"in a definition", "(or u (< x 0.0))", term.Path{1}, "(< (f (- x)) x)", false},
		{"division", "(or u (< x 0.0))", term.Path{1}, "(< (/ x 0.0) x)", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			// The new term is read with the seed, after the question, so that it belongs to its store.
			s, err := prepared(t, begin+"(assert "+tt.assertion+")(check-sat)(assert (= "+tt.with+" "+tt.with+"))", halves, 1)
			if err != nil {
				t.Fatal(err)
			}
			commands := s.seed.script.Commands
			with := commands[len(commands)-1].Terms[0].Args()[0]
			at := s.root(&s.seed.formulas[0].trees[0]).At(tt.path)
			if at == nil {
				t.Fatal("there is no such place")
			}
			if n := s.replaced(s.seed, 0, tt.path, at, with); (n != nil) != tt.taken {
				t.Errorf("taken: %v, want %v", n != nil, tt.taken)
			}
		})
	}
}

// TestDomainsOfConstants: the value of a fresh constant does not take an argument out of its domain, and neither do the conditions on constants.
func TestDomainsOfConstants(t *testing.T) {
	const text = "(set-logic QF_NRAT)(declare-fun x () Real)(declare-fun u () Bool)(assert (or u (< (arccos x) (sqrt (- 1.0 x)))))(assert (> x 0.25))(check-sat)"
	partials, constants := 0, 0
	for seed := range uint64(20) {
		s, err := prepared(t, text, halves, seed)
		if err != nil {
			t.Fatal(err)
		}
		r := rng.New(seed)
		for range 30 {
			if _, err := s.Next(r); err != nil {
				t.Fatal(err)
			}
		}
		for _, st := range s.pool {
			for _, f := range st.formulas {
				term.Walk([]*term.Term{f.term()}, func(x *term.Term) bool {
					if partial(x) {
						partials++
						if in, known := s.of[0].Evaluator().Within(x); !in || !known {
							t.Errorf("%s is outside", x)
						}
						if strings.Contains(x.String(), "diver_") {
							constants++
						}
					}
					return true
				})
			}
		}
	}
	if partials < 100 || constants < 10 {
		t.Errorf("%d applications of partial functions, %d of them with fresh constants", partials, constants)
	}
}

// TestSeedOutsideDomains: a seed with an argument outside its domain is not mutated.
func TestSeedOutsideDomains(t *testing.T) {
	_, err := prepared(t, "(set-logic ALL)(declare-fun x () Real)(declare-fun u () Bool)(assert (or u (< (arccos (+ x 1.0)) 0.0)))(check-sat)", halves, 1)
	if !errors.Is(err, mutate.ErrNotApplicable) || !strings.Contains(err.Error(), "the argument of (arccos (+ x 1.0)) is outside") {
		t.Errorf("%v", err)
	}
}
