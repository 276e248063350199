package storm_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
)

// Chains have ranges of characters and constant arrays where all solvers read them under the seed's logic.
func TestOddAtoms(t *testing.T) {
	const (
		texts  = "(declare-const s String)(assert (= (str.++ s \"a\") \"ba\"))(check-sat)"
		arrays = "(declare-const a (Array Int Int))(declare-const i Int)(assert (= (select a i) 7))(check-sat)"
	)
	z3, boolector := mutate.Dialect{Name: "z3"}, mutate.Dialect{Name: "boolector"}
	for _, tt := range []struct {
		name, text, want string
		target           mutate.Dialect
		some             bool
	}{
		{"ranges", "(set-logic QF_S)" + texts, "re.range", z3, true},
		{"constant arrays", arrays, "((as const (Array Int Int)) 7)", z3, true},
		{"a logic in which z3 has none", "(set-logic QF_ALIA)" + arrays, "as const", z3, false},
		{"a solver that has none", arrays, "as const", boolector, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := 0
			for seed := range uint64(5) {
				e := storm.New(with(func(o *storm.Options) { o.Enrichment = 50 }))
				source, err := e.Prepare(t.Context(), read(t, "odd", tt.text), mutate.Env{Rand: rng.New(seed), Dialects: []mutate.Dialect{tt.target}})
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range mutatetest.Drawn(t, source, rng.New(2), 10) {
					if strings.Contains(m.Script.String(), tt.want) {
						found++
					}
				}
			}
			if (found > 5) != tt.some || !tt.some && found > 0 {
				t.Errorf("%d of 50 mutants have %s", found, tt.want)
			}
		})
	}
}
