package typefuzz_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/opfuzz"
	"github.com/assay-smt/assay/internal/mutate/typefuzz"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// TestSortsThatTargetsLack: bitwuzla reads decimals and quotients of numerals under to_fp, and no other term of sort Real. Mutants for it
// have only those of the seed; those for z3 have more, in the chains that may leave the seed's theories.
func TestSortsThatTargetsLack(t *testing.T) {
	const seed = `(set-logic QF_FP)(declare-const x (_ FloatingPoint 8 24))(declare-const y (_ FloatingPoint 8 24))
(assert (fp.lt (fp.add RNE x ((_ to_fp 8 24) RNE 0.5)) (fp.mul RTZ y ((_ to_fp 8 24) RNE 2.25))))
(assert (or (fp.eq x ((_ to_fp 8 24) RTP (/ 1 3))) (fp.isNaN y)))(check-sat)`
	literals := map[string]bool{"0.5": true, "2.25": true, "1": true, "3": true, "1.0": true, "3.0": true, "(/ 1 3)": true, "(/ 1.0 3.0)": true}
	for _, e := range []mutate.Engine{typefuzz.New(typefuzz.Options{}), opfuzz.New(opfuzz.Options{})} {
		others := map[string]int{}
		for _, target := range []mutate.Dialect{{Name: "bitwuzla", Version: "0.9.1"}, {Name: "z3", Version: "5.4.0"}} {
			mutants := 0
			for chain := range uint64(20) {
				sc, err := elab.Script(seed, elab.Options{})
				if err != nil {
					t.Fatal(err)
				}
				source, err := e.Prepare(t.Context(), &mutate.Seed{Name: "seed", Script: sc}, mutate.Env{Dialects: []mutate.Dialect{target}, Rand: rng.New(chain).Split("prepare")})
				if err != nil {
					t.Fatal(err)
				}
				r := rng.New(chain)
				for range 20 {
					m, err := source.Next(r)
					if err != nil {
						break
					}
					mutants++
					others[target.Name] += otherReals(m.Script, literals)
				}
			}
			if mutants < 200 {
				t.Errorf("%s for %s: only %d mutants", e.Name(), target.Name, mutants)
			}
		}
		if others["bitwuzla"] > 0 {
			t.Errorf("%s: %d terms of sort Real that bitwuzla does not read", e.Name(), others["bitwuzla"])
		}
		if e.Name() == "typefuzz" && others["z3"] == 0 {
			t.Errorf("%s makes no terms of sort Real for z3 either", e.Name())
		}
	}
}

// otherReals counts terms of sort Real that are none of the literals, and terms of other sorts with a literal outside to_fp.
func otherReals(s *script.Script, literals map[string]bool) int {
	n := 0
	term.Walk(s.Roots(), func(t *term.Term) bool {
		if t.Sort() == sorts.Real && !literals[t.String()] {
			n++
		}
		for _, a := range t.Args() {
			if a.Sort() == sorts.Real && t.Sort() != sorts.Real && !t.Func().Is("to_fp") {
				n++
			}
		}
		return true
	})
	return n
}
