package typefuzz_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/mutate/typefuzz"
)

// labelled uses a label after its definition, in its own assertion and in others.
const labelled = `(set-option :produce-unsat-cores true)
(declare-const a Int)
(declare-const p Bool)
(assert (! (and (> (! (+ a 1) :named sum) 0) (! (or p (< sum 5)) :named part)) :named first))
(assert (! (=> part (= (* sum 2) a)) :named second))
(assert (or part (> a sum)))
(check-sat-assuming (part first))
(get-unsat-core)
`

// TestLabelsSurvive: each label is defined exactly once in every mutant, and each mutation is visible in the text.
func TestLabelsSurvive(t *testing.T) {
	chains := 40
	if testing.Short() {
		chains = 8
	}
	for name, o := range options {
		t.Run(name, func(t *testing.T) {
			for seed := range chains {
				last := ""
				for _, m := range chain(t, typefuzz.New(o), labelled, uint64(seed), 15) {
					last = accept(t, m, last, nil)
					for _, l := range []string{"sum", "part", "first", "second"} {
						if n := strings.Count(last, ":named "+l+")"); n != 1 {
							t.Fatalf("%d definitions of %s in\n%s", n, l, last)
						}
					}
				}
			}
		})
	}
}
