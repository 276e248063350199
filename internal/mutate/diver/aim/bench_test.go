package aim_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/term"
)

var sink *term.Term

// BenchmarkInto aims random terms at one value of each sort. It includes the evaluation on the way, but not the check of the result.
func BenchmarkInto(b *testing.B) {
	w := newWorld(b, 1, "cvc5")
	for _, s := range w.grow.Sorts() {
		if nameless(s) {
			continue
		}
		r := rng.New(1)
		var sets []abstract.Set
		for range 50 {
			if lit := w.values.Value(r, s); lit != nil {
				sets = append(sets, abstract.Exactly(s, w.value(lit)))
			}
		}
		b.Run(s.String(), func(b *testing.B) {
			nodes, from := 0, w.script.Store.Len()
			b.ReportAllocs()
			for b.Loop() {
				if sink = w.aim.Into(r, rng.Pick(r, sets), nil, w.end()); sink != nil {
					nodes += sink.Size()
				}
				if w.script.Store.Len() > from+1<<13 {
					w.of = w.of.Again() // evaluation is bounded
					w.script.Store.Forget()
					from = w.script.Store.Len()
				}
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}
