package storm_test

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/storm"
)

// TestGenerated: chains combine the seed with a script from the grammar, of the theories of the seed's logic, and witnesses hold.
func TestGenerated(t *testing.T) {
	seed := read(t, "seed", "(set-logic QF_SLIA)(declare-fun only () Int)(assert (> only 1))(assert (< only 9))(check-sat)")
	e := storm.New(with(func(o *storm.Options) { o.Generated, o.Enrichment = 100, 50 }))
	more := 0
	for chain := range 4 {
		r := rng.New(3).SplitN(uint64(chain))
		source, err := e.Prepare(context.Background(), seed, mutate.Env{Rand: r, Dialects: []mutate.Dialect{{Name: "z3"}, {Name: "cvc5"}}})
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			m, err := source.Next(r)
			if err != nil {
				t.Fatal(err)
			}
			text := m.Script.String()
			if err := satisfied(text, m.Known()); err != nil {
				t.Errorf("%v\n%s", err, text)
			}
			if strings.Count(text, "(declare-fun ") > 1 {
				more++
			}
		}
	}
	if more < 10 {
		t.Errorf("%d of 20 mutants declare more than the seed", more)
	}
}
