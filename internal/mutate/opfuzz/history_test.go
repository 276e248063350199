package opfuzz_test

import (
	"context"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/opfuzz"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
)

// TestHistory: replacements that occurred with the operators of the seed in formulas of known bugs are drawn more often than otherwise.
func TestHistory(t *testing.T) {
	made := func(percentage int) (associated int) {
		e := opfuzz.New(opfuzz.Options{History: percentage})
		for chain := range 100 {
			r := rng.New(7).SplitN(uint64(chain))
			s := mutatetest.Script(t, `(declare-const x (_ BitVec 8))(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))(assert (= x (select (store a x x) (bvadd x #x01))))(check-sat)`)
			source, err := e.Prepare(context.Background(), &mutate.Seed{Name: "seed", Hash: "seed", Script: s}, mutate.Env{Rand: r, Dialects: []mutate.Dialect{{Name: "z3"}}})
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				m, err := source.Next(r)
				if err != nil {
					break
				}
				if f := m.Steps[len(m.Steps)-1].After.Func(); f.Is("bvmul") || f.Is("bvudiv") || f.Is("bvuge") {
					associated++
				}
			}
		}
		return associated
	}
	usual, more := made(0), made(100)
	t.Logf("%d and %d", usual, more)
	if more < usual*2 {
		t.Errorf("%d of 200 mutants have an associated operator, %d without history", more, usual)
	}
}
