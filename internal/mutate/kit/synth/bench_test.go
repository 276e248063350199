package synth_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// variety are sorts of every theory: a script with a constant of each can fill every operator.
var variety = []string{
	"Bool", "Int", "Real", "String", "RegLan", "RoundingMode", "Unicode", "U", "(P Int)", "Color", "(List Int)",
	"(_ BitVec 1)", "(_ BitVec 2)", "(_ BitVec 3)", "(_ BitVec 4)", "(_ BitVec 8)", "(_ BitVec 12)", "(_ BitVec 32)",
	"(_ FloatingPoint 3 5)", "(_ FloatingPoint 8 24)", "(_ FiniteField 7)",
	"(Array Int Bool)", "(Array (_ BitVec 4) (_ BitVec 8))", "(Array Int (Array Int Real))",
	"(Seq Int)", "(Seq Bool)", "(Set Int)", "(Set Bool)", "(Bag Int)",
	"(Set (Tuple Int))", "(Set (Tuple Int Int))", "(Set (Tuple Int Bool))", "(Set (Tuple Bool Int))", "(Tuple Int Bool)",
	"(Tuple Int)", "(Set (Tuple Int Bool Int))", "(Set (Tuple Int Int Int Int))", "(Set (Set (Tuple Int Int)))",
	"(Bag (Tuple Int))", "(Bag (Tuple Int Int))", "(Bag (Tuple Int Int Int))", "(Bag (Bag (Tuple Int Int)))",
	"(Nullable Int)", "(Nullable Bool)", "(-> Int Int Int Int Int)", "(-> Int Int Int Int Int Int)",
	"(-> Int Int)", "(-> Int Bool)", "(-> Bool Int)", "(-> Int Int Int)", "(-> Int Int Int Int)",
}

// prelude declares user sorts, datatypes and a constant of each sort of variety.
func prelude() string {
	var b strings.Builder
	b.WriteString(`(declare-sort U 0)
(declare-sort P 1)
(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))
(declare-datatypes ((Color 0)) (((red) (mix (part Int) (rest Color)))))
(declare-fun f (Int Bool) Int)
(declare-fun g (U) U)
`)
	for i, s := range variety {
		fmt.Fprintf(&b, "(declare-fun k%d () %s)\n", i, s)
	}
	return b.String()
}

// builder returns a builder over the script for the named solvers.
func builder(s *script.Script, rows []*theory.Row, dialects ...string) *synth.Builder {
	return &synth.Builder{Catalog: synth.NewCatalog(s.Store.Table, rows, targets(dialects...)), Store: s.Store, Pool: synth.NewPool(s)}
}

func targets(dialects ...string) []mutate.Dialect {
	var out []mutate.Dialect
	for _, d := range dialects {
		name, version, _ := strings.Cut(d, "@")
		out = append(out, mutate.Dialect{Name: name, Version: version})
	}
	return out
}

// end is a place after all commands, without bound variables.
func end(s *script.Script) occurrence.Place { return occurrence.Place{Command: len(s.Commands)} }

// isOver fails unless terms, put into one more assertion at the end of the script, are printed to a text that reads back to
// the same script.
func isOver(t *testing.T, s *script.Script, terms ...*term.Term) {
	t.Helper()
	eq := s.Store.Table.Row("(par (X) (= X X Bool :chainable))")
	commands := slices.Clone(s.Commands)
	for _, x := range terms {
		if x.Sort() != sorts.Bool {
			both, err := s.Store.App(s.Store.Op(eq, nil, nil), x, x)
			if err != nil {
				t.Fatalf("%s: %v", x, err)
			}
			x = both
		}
		commands = append(commands, &script.Command{Kind: script.Assert, Terms: []*term.Term{x}})
	}
	whole := &script.Script{Commands: commands, Store: s.Store}
	text := whole.String()
	again, err := elab.Script(text, elab.Options{Table: s.Store.Table})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if ok, why := script.Equal(whole, again); !ok {
		t.Fatalf("reading back gives another script: %s\n%s", why, text)
	}
}

// constant returns the constant called name.
func constant(t *testing.T, s *script.Script, name string) *term.Term {
	t.Helper()
	for i := range s.Commands {
		for _, d := range s.Commands[i].Decls {
			if d.Name == name {
				k, err := s.Store.App(s.Store.User(d, nil))
				if err != nil {
					t.Fatal(err)
				}
				return k
			}
		}
	}
	t.Fatalf("no constant %s", name)
	return nil
}
