package guard_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/guard"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// TestReplacements judges replacements in (> x y): the first assertion of each script is the formula after the replacement at the path.
func TestReplacements(t *testing.T) {
	for _, c := range []struct {
		formula string
		path    term.Path
		loses   string
		is      bool // constant
	}{
		{"(> (+ x 1) y)", term.Path{0}, "", false},
		{"(> (+ 1 2) y)", term.Path{0}, guard.NoSymbol, false},
		{"(> y y)", term.Path{0}, guard.SameSides, false},
		{"(> (* 0 x) y)", term.Path{0}, "", true},
		{"(> (- x x) y)", term.Path{0}, "", true},
		{"(> (ite (> x 3) x x) y)", term.Path{0}, guard.SameSides, false},
		{"(> (mod x 1) y)", term.Path{0}, "", true},
		{"(> (mod x 7) y)", term.Path{0}, "", false},
		{"(> (* later 2) y)", term.Path{0}, "", false}, // declared after the interpretations were made
	} {
		s := mutatetest.Script(t, "(declare-const x Int)(declare-const y Int)(assert (> x y))(check-sat)(declare-const later Int)(assert "+c.formula+")")
		seed := *s
		seed.Commands = s.Commands[:4]
		g := guard.Guard{Pool: synth.NewPool(s), Samples: guard.NewSamples(func() (*problem.Problem, error) { return problem.Of(&seed) }, rng.New(1), nil)}
		var roots []*term.Term
		for _, command := range s.Commands {
			if command.Kind == script.Assert {
				roots = append(roots, command.Terms[0])
			}
		}
		repl := term.At(roots[1], c.path)
		at := &occurrence.Occurrence{Path: c.path, Term: term.At(roots[0], c.path), Above: occurrence.Ancestors(roots[0], c.path)}
		if got := g.Loses(at, repl, roots[1]); got != c.loses {
			t.Errorf("%s loses %q, not %q", c.formula, got, c.loses)
		}
		if got := g.Constant(at.Term, repl); got != c.is {
			t.Errorf("%s is constant: %t", repl, got)
		}
	}
}

// TestNoSamples: without interpretations, nothing is constant.
func TestNoSamples(t *testing.T) {
	s := mutatetest.Script(t, "(declare-const x Int)(assert (> x (* 0 x)))")
	root := s.Commands[1].Terms[0]
	g := guard.Guard{Pool: synth.NewPool(s)}
	if g.Constant(root.Args()[0], root.Args()[1]) {
		t.Error("(* 0 x) is constant, and nobody evaluated it")
	}
}

// TestManyArguments: sides that are the same are found among many arguments as among few, in time that grows with their number.
func TestManyArguments(t *testing.T) {
	for _, n := range []int{2, 20, 60_000} {
		for last, want := range map[string]string{"q": "", "(not q)": "", "a": guard.SameSides, "(not a)": guard.SameSides, "(not (not a))": "", "b": guard.SameSides, "(not b)": guard.SameSides} {
			s := mutatetest.Script(t, "(declare-const p Bool)(declare-const q Bool)(declare-const a Bool)(declare-const b Bool)(declare-fun f (Int) Bool)(assert (and p a (not b) (f 0) "+last+"))")
			whole := s.Commands[mutatetest.Asserts(s)[0]].Terms[0].Args()
			p, repl := whole[0], whole[4]
			args := whole[1:3:3]
			for i := range n {
				x, err := s.Store.App(whole[3].Func(), s.Store.Lit(syntax.Numeral, strconv.Itoa(i), sorts.Int))
				if err != nil {
					t.Fatal(err)
				}
				args = append(args, x)
			}
			with := func(last *term.Term) *term.Term {
				out, _, err := s.Store.Overload(s.Store.Table.Lookup("and"), nil, nil, append(args[:len(args):len(args)], last))
				if err != nil {
					t.Fatal(err)
				}
				return out
			}
			path := term.Path{len(args)}
			g := guard.Guard{Pool: synth.NewPool(s)}
			begin := time.Now()
			if got := g.Loses(&occurrence.Occurrence{Path: path, Term: p, Above: occurrence.Ancestors(with(p), path)}, repl, with(repl)); got != want {
				t.Errorf("%d arguments and %s: %q, not %q", n, last, got, want)
			}
			if took := time.Since(begin); took > 10*time.Second {
				t.Fatalf("%d arguments took %v", n, took)
			}
		}
	}
}
