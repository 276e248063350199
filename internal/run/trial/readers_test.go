package trial_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/theory"
)

// TestReadersOfNames: the table describes some solvers, and has rows for others that only those have. Such rows do not imply that these
// solvers lack the other operators.
func TestReadersOfNames(t *testing.T) {
	standard := read(t, "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (bvult x (bvadd x #x01)))(check-sat)")
	const more = "(theory more :in (lonely))\n(lonely.op (_ BitVec m) (_ BitVec m) :doc \"An operator of one solver.\")\n"
	table, _, err := theory.Builtin().Extend("more.theory", more)
	if err != nil {
		t.Fatal(err)
	}
	own, err := elab.Script("(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (= (lonely.op x) x))(check-sat)", elab.Options{Table: table})
	if err != nil {
		t.Fatal(err)
	}
	kept := read(t, "(declare-const a (Array Int Int Int))(assert (= (select a 1 2) 3))(check-sat)")
	written := read(t, "(declare-const x Int)(assert (= (+ x) -2))(check-sat)") // all solvers read it, once it is printed
	fallback := []mutate.Dialect{{Name: "z3", Version: "4.8.0"}, {Name: "cvc5", Version: "1.0.0"}}
	for _, tt := range []struct {
		name          string
		standard, own bool
		dialects      []mutate.Dialect
	}{
		{"lonely", true, true, fallback},
		{"nosuch", true, false, fallback},
		{"bitwuzla", true, false, []mutate.Dialect{{Name: "bitwuzla"}}},
		{"smtinterpol", true, false, []mutate.Dialect{{Name: "smtinterpol"}}},
		{"yices2", true, false, []mutate.Dialect{{Name: "yices2"}}},
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
			bench := (&trial.Bench{Table: table}).In(trialtest.Scratch(t))
			targets := []solver.Target{target}
			if got := len(bench.Readers(targets, standard)) == 1; got != tt.standard || (bench.Unable(target, standard) == "") != got {
				t.Errorf("reads standard operators: %v, %q", got, bench.Unable(target, standard))
			}
			want := "it does not have the operator lonely.op"
			if tt.own {
				want = ""
			}
			if got := len(bench.Readers(targets, own)) == 1; got != tt.own || bench.Unable(target, own) != want {
				t.Errorf("reads lonely's own operator: %v, %q", got, bench.Unable(target, own))
			}
			if got := len(bench.Readers(targets, kept)) == 1; got != (tt.name == "z3") {
				t.Errorf("reads arrays of several indices: %v", got)
			}
			if got, want := len(bench.Readers(targets, written)) == 1, tt.name != "boolector" && tt.name != "bitwuzla"; got != want {
				t.Errorf("reads what is in the standard's words once it is printed: %v", got)
			}
			languages := trial.Languages(theory.Builtin(), targets...)
			language, known := theory.DialectOf(tt.name)
			if languages&theory.Standard == 0 || known && languages != theory.Standard|language || !known && languages&theory.Z3 == 0 {
				t.Errorf("languages are %s", languages.Names())
			}
			if diff := cmp.Diff(tt.dialects, trial.Dialects(table, target)); diff != "" {
				t.Errorf("dialects (-want +got):\n%s", diff)
			}
		})
	}
}
