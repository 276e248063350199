package trial_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/trial"
	"github.com/assay-smt/assay/internal/trial/trialtest"
	"github.com/assay-smt/assay/smt/theory"
)

// TestReadersOfNames: the table has rows that only these solvers have. They are no reason to think that they have no others.
func TestReadersOfNames(t *testing.T) {
	standard := read(t, "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (bvult x (bvadd x #x01)))(check-sat)")
	own := read(t, "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (= (bvredxor x) #b1))(check-sat)")
	kept := read(t, "(declare-const a (Array Int Int Int))(assert (= (select a 1 2) 3))(check-sat)")
	written := read(t, "(declare-const x Int)(assert (= (+ x) -2))(check-sat)") // what all read, once it is printed
	fallback := []mutate.Dialect{{Name: "z3", Version: "4.8.0"}, {Name: "cvc5", Version: "1.0.0"}}
	for _, tt := range []struct {
		name          string
		standard, own bool
		dialects      []mutate.Dialect
	}{
		{"bitwuzla", true, true, fallback},
		{"smtinterpol", true, false, fallback},
		{"yices2", true, false, fallback},
		{"nosuch", true, false, fallback},
		{"z3", true, false, []mutate.Dialect{{Name: "z3"}}},
		{"boolector", true, false, []mutate.Dialect{{Name: "boolector"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set, err := (&solver.Set{}).With("p.toml", []byte("format = 1\ninherit = \"none\"\nbinaries = [\"x\"]\ndialect = \"smtlib-2.6\"\nname = \""+tt.name+"\"\n"))
			if err != nil {
				t.Fatal(err)
			}
			target, err := solver.Resolver{Profiles: set, LookPath: func(string) (string, error) { return "/x", nil }}.
				Resolve(t.Context(), solver.Spec{Name: tt.name})
			if err != nil {
				t.Fatal(err)
			}
			bench := (&trial.Bench{}).In(trialtest.Scratch(t))
			targets := []solver.Target{target}
			if readers, why := bench.Readers(targets, standard); (len(readers) == 1) != tt.standard {
				t.Errorf("standard operators: %v, %q", readers, why)
			}
			readers, why := bench.Readers(targets, own)
			want := map[solver.Target]string{}
			if !tt.own {
				want[target] = "it does not have the operator bvredxor"
			}
			if (len(readers) == 1) != tt.own || why[target] != want[target] {
				t.Errorf("bitwuzla's own operators: %v, %q", readers, why)
			}
			if readers, why := bench.Readers(targets, kept); len(readers) == 1 != (tt.name == "z3") || len(readers) == 0 && why[target] == "" {
				t.Errorf("reads arrays of several indices: %v, %v", readers, why)
			}
			if readers, why := bench.Readers(targets, written); len(readers) == 1 != (tt.name != "boolector") {
				t.Errorf("reads what is in the standard's words once it is printed: %v, %v", readers, why)
			}
			languages := trial.Languages(theory.Builtin(), targets...)
			own, known := theory.DialectOf(tt.name)
			if languages&theory.Standard == 0 || known && languages != theory.Standard|own || !known && languages&theory.Z3 == 0 {
				t.Errorf("languages are %s", languages.Names())
			}
			if diff := cmp.Diff(tt.dialects, trial.Dialects(theory.Builtin(), target)); diff != "" {
				t.Errorf("dialects (-want +got):\n%s", diff)
			}
		})
	}
}
