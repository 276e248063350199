package typefuzz_test

import (
	"context"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/typefuzz"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
)

// TestHistory: operators that occurred with those of the seed in formulas of known bugs are drawn more often than otherwise.
func TestHistory(t *testing.T) {
	made := func(percentage int) (associated int) {
		e := typefuzz.New(typefuzz.Options{History: percentage})
		for chain := range 40 {
			r := rng.New(6).SplitN(uint64(chain))
			s := mutatetest.Script(t, `(set-logic QF_S)(declare-const s String)(declare-const l RegLan)(assert (str.in_re s (re.+ (re.union l (str.to_re "a")))))(check-sat)`)
			source, err := e.Prepare(context.Background(), &mutate.Seed{Name: "seed", Hash: "seed", Script: s}, mutate.Env{Rand: r, Dialects: []mutate.Dialect{{Name: "z3"}}})
			if err != nil {
				t.Fatal(err)
			}
			for range 5 {
				m, err := source.Next(r)
				if err != nil {
					break
				}
				switch m.Steps[len(m.Steps)-1].Rule {
				case "re.diff", "re.comp", "str.replace_re", "str.replace_re_all":
					associated++
				}
			}
		}
		return associated
	}
	usual, more := made(0), made(100)
	t.Logf("%d and %d", usual, more)
	if more < usual*3/2 {
		t.Errorf("%d of 200 mutants have an associated operator, %d without history", more, usual)
	}
}
