package softfloat_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/assay-smt/assay/smt/softfloat"
)

func BenchmarkOperators(b *testing.B) {
	const m = softfloat.RNE
	quadruple := softfloat.Format{EB: 15, SB: 113}
	for _, f := range []softfloat.Format{single, double, quadruple} {
		x := softfloat.FromRat(f, m, big.NewRat(355, 113))
		y := softfloat.FromRat(f, m, big.NewRat(193, 71))
		z := softfloat.FromRat(f, m, big.NewRat(-854, 100))
		wide := softfloat.Format{EB: f.EB + 1, SB: f.SB + 3}
		for _, op := range []struct {
			name string
			run  func()
		}{
			{"add", func() { softfloat.Add(m, x, y) }},
			{"mul", func() { softfloat.Mul(m, x, y) }},
			{"div", func() { softfloat.Div(m, x, y) }},
			{"fma", func() { softfloat.FMA(m, x, y, z) }},
			{"sqrt", func() { softfloat.Sqrt(m, x) }},
			{"rem", func() { softfloat.Rem(x, y) }},
			{"integral", func() { softfloat.RoundToIntegral(m, x) }},
			{"convert", func() { softfloat.Convert(wide, m, x) }},
			{"less", func() { softfloat.Less(x, y) }},
		} {
			b.Run(fmt.Sprintf("%d-%d/%s", f.EB, f.SB, op.name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					op.run()
				}
			})
		}
	}
}
