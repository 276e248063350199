package preanalysis

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// BenchmarkBitVectorRules solves one application of 32 bits for all its arguments.
func BenchmarkBitVectorRules(b *testing.B) {
	for _, op := range vectorOps {
		l, r := newLab(), rng.New(1)
		ss := make([]*sorts.Sort, op.args)
		for i := range ss {
			ss[i] = l.st.Sorts.BitVec(32)
		}
		app := l.app(b, op.name, op.idx(32), ss...)
		args, all := make([]value.Value, op.args), vectorCorners(r, 32)
		for i := range args {
			args[i] = all[len(all)-2-2*i]
		}
		wants := l.wantsOf(r, app.Sort(), l.ev.Apply(app, args))
		b.Run(op.name, func(b *testing.B) {
			b.ReportAllocs()
			a := &Application{Term: app, Args: args, Value: l.ev.Apply(app, args), Eval: l.ev}
			for i := range b.N {
				a.Want = wants[i%len(wants)]
				a.solve()
			}
		})
	}
}
