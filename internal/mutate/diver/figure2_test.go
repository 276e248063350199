package diver

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

type minusZero struct{}

// Ask implements mutate.Asker.
func (minusZero) Ask(context.Context, *script.Script, mutate.Want) []mutate.Reply {
	return []mutate.Reply{{Solver: "cvc5 1.0.3", Codebase: "cvc5", Status: smt.Sat, Model: `((define-fun t () String "-0"))`}}
}

// TestFigure2 makes the mutant of the DIVER paper's figure 2 by two changes of its seed, under t = "-0". That the generator can make the two
// terms is a test of package synth.
func TestFigure2(t *testing.T) {
	seed, err := mutate.Read(seeds.New("figure 2", `(set-logic QF_SLIA)
(declare-fun t () String)
(assert (str.prefixof "-" (str.substr t 0 1)))
(assert (> (str.len (str.substr t 0 2)) 1))
(assert (not (= (- 1) (str.to_int (str.substr t 1 1)))))
(assert (>= (+ 0 2) (str.len t)))
(check-sat)`), theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	made, err := New(DefaultOptions()).Prepare(context.Background(), seed, mutate.Env{Asker: minusZero{}, Dialects: []mutate.Dialect{{Name: "cvc5", Version: "1.0.3"}}, Rand: rng.New(1)})
	if err != nil {
		t.Fatal(err)
	}
	s, ok := made.(*source)
	if !ok {
		t.Fatalf("%T", made)
	}
	st := s.store
	apply := func(name string, args ...*term.Term) *term.Term {
		x, _, err := st.Overload(st.Table.Lookup(name), nil, nil, args)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	str := func(text string) *term.Term { return st.Lit(syntax.String, `"`+text+`"`, sorts.String) }
	x := seed.Script.Commands[2].Terms[0].Args()[1].Args()[0] // t
	zero := st.Lit(syntax.Numeral, "0", sorts.Int)
	changes := []*term.Term{
		apply("not", apply("xor", apply("str.<", apply("str.update", str("-0"), zero, x), str("-0")), apply("false"))),
		apply("str.suffixof", apply("str.replace", x, str("-0"), str("-")), str("-")),
	}
	at := s.seed
	for i, with := range changes {
		n := s.replaced(at, 2+i, nil, s.root(&at.formulas[2+i].trees[0]).At(nil), with)
		if n == nil {
			t.Fatalf("%s is not accepted", with)
		}
		if v := s.of[0].Closed(with); !v.IsTrue() {
			t.Errorf("%s is %s", with, v.Text(80))
		}
		at = n.state
	}
	text := at.assembled().String()
	for _, want := range []string{
		`(assert (not (xor (str.< (str.update "-0" 0 t) "-0") false)))`, `(assert (str.suffixof (str.replace t "-0" "-") "-"))`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the mutant lacks %s:\n%s", want, text)
		}
	}
}
