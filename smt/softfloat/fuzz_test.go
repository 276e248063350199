package softfloat_test

import (
	"math/big"
	"testing"

	"github.com/assay-smt/assay/smt/softfloat"
)

// FuzzArithmetic takes three numbers of any format with up to 20 exponent bits from the input, and compares the results
// computed in words with those computed in big numbers, and all modes with each other.
func FuzzArithmetic(f *testing.F) {
	f.Add([]byte{0x7f, 0xc0, 0, 1}, []byte{9}, []byte{0x80, 0, 0, 0}, uint8(8), uint8(24))
	f.Add([]byte{0x3f, 0xf0, 0, 0, 0, 0, 0, 1}, []byte{1}, []byte{0xbf, 0xf0, 0, 0, 0, 0, 0, 0}, uint8(11), uint8(53))
	f.Add([]byte{0x60, 1}, []byte{0x20, 7}, []byte{0xe0}, uint8(2), uint8(62))
	f.Add([]byte{0x60, 1}, []byte{0x20, 7}, []byte{0xe0}, uint8(20), uint8(63))
	f.Fuzz(func(t *testing.T, p, q, r []byte, eb, sb uint8) {
		format := softfloat.Format{EB: int(eb), SB: int(sb)}
		if format.Check() != nil || eb > 20 || len(p)+len(q)+len(r) > 100 {
			return
		}
		read := func(bits []byte) softfloat.Float {
			x := softfloat.FromBits(format, new(big.Int).SetBytes(bits))
			if !softfloat.FromBits(format, x.Bits()).Same(x) {
				t.Fatal(x)
			}
			return x
		}
		x, y, z := read(p), read(q), read(r)
		narrow := softfloat.Format{EB: int(eb)/2 + 1, SB: int(sb)/2 + 1}
		ordinary := !x.IsZero() && !y.IsZero() && !z.IsZero() && finite(x, y, z)
		for _, op := range []struct {
			name      string
			run, long func(m softfloat.Mode) softfloat.Float
		}{
			{"add", func(m softfloat.Mode) softfloat.Float { return softfloat.Add(m, x, y) },
				func(m softfloat.Mode) softfloat.Float { return softfloat.LongAdd(m, x, y) }},
			{"mul", func(m softfloat.Mode) softfloat.Float { return softfloat.Mul(m, x, y) },
				func(m softfloat.Mode) softfloat.Float { return softfloat.LongMul(m, x, y) }},
			{"div", func(m softfloat.Mode) softfloat.Float { return softfloat.Div(m, x, y) },
				func(m softfloat.Mode) softfloat.Float { return softfloat.LongDiv(m, x, y) }},
			{"fma", func(m softfloat.Mode) softfloat.Float { return softfloat.FMA(m, x, y, z) },
				func(m softfloat.Mode) softfloat.Float { return softfloat.LongFMA(m, x, y, z) }},
			{"to_fp", func(m softfloat.Mode) softfloat.Float { return softfloat.Convert(narrow, m, x) },
				func(m softfloat.Mode) softfloat.Float { return softfloat.LongConvert(narrow, m, x) }},
			{"sqrt", func(m softfloat.Mode) softfloat.Float { return softfloat.Sqrt(m, x) }, nil},
			{"roundToIntegral", func(m softfloat.Mode) softfloat.Float { return softfloat.RoundToIntegral(m, x) }, nil},
		} {
			var got [len(modes)]softfloat.Float
			for _, m := range modes {
				got[m] = op.run(m)
				if op.long != nil && ordinary && !op.long(m).Same(got[m]) {
					t.Fatalf("%s %v %v %v %v = %v, or %v", op.name, m, x, y, z, got[m], op.long(m))
				}
			}
			if why := consistent(got, op.name == "roundToIntegral"); why != "" {
				t.Fatalf("%s %v %v %v %v: %s", op.name, x, y, z, got, why)
			}
		}
		if d := softfloat.Rem(x, y); finite(d) && finite(y) {
			twice := softfloat.Add(softfloat.RTN, d.Abs(), d.Abs())
			if softfloat.Less(y.Abs(), twice) {
				t.Fatalf("rem %v %v = %v", x, y, d)
			}
		}
	})
}

func finite(xs ...softfloat.Float) bool {
	for _, x := range xs {
		if x.IsNaN() || x.IsInf() {
			return false
		}
	}
	return true
}

// consistent says what is wrong with the results of one operation in the five modes: the directed ones are one number or
// two neighbours, and the others are among them. For integers, neighbours are not required.
func consistent(got [len(modes)]softfloat.Float, integers bool) string {
	down, up := got[softfloat.RTN], got[softfloat.RTP]
	for _, x := range got {
		switch {
		case x.IsNaN() != down.IsNaN():
			return "NaN in some modes"
		case !x.IsNaN() && !softfloat.Equal(x, down) && !softfloat.Equal(x, up):
			return "neither rounded down nor up"
		}
	}
	switch {
	case down.IsNaN() || softfloat.Equal(down, up):
		return ""
	case !softfloat.Less(down, up):
		return "out of order"
	case !integers && !softfloat.Equal(next(down), up):
		return "not neighbours"
	}
	return ""
}
