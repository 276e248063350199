package preanalysis

import (
	"fmt"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/value"
)

// BenchmarkRules solves one application of each operator of Core, Ints, Reals and Strings: small arguments, all their sets, and
// wanted sets of all forms.
func BenchmarkRules(b *testing.B) {
	const cases = 64
	for _, tt := range ruleTests() {
		r, bench := rng.New(1), newBench()
		app := bench.application(b, tt.op, tt.idx, tt.args...)
		var all []*Application
		for range cases {
			a := &Application{Term: app, Eval: bench.ev, Args: make([]value.Value, len(tt.args))}
			for i, s := range tt.args {
				a.Args[i] = bench.randomValue(b, r, s)
			}
			a.Value = bench.ev.Apply(app, a.Args)
			a.Want = bench.randomSet(b, r, app.Sort(), a.Value)
			all = append(all, a)
		}
		b.Run(fmt.Sprint(tt.op, len(tt.args), tt.args[0]), func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				if i%(1<<14) == 0 {
					b.StopTimer()
					bench.again()
					for _, a := range all {
						a.Eval = bench.ev
					}
					b.StartTimer()
				}
				all[i%cases].solve()
			}
		})
	}
}
