package preanalysis

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/value"
)

// maxWidth bounds the bit-vectors that rules compute with: wider ones are pinned.
const maxWidth = 4096

// operand is what the value of an application depends on besides the bit-vector whose set is computed.
type operand struct {
	c     bitvec.BV // the other operand, or the operator applied to all the others
	idx   []int     // of the operator
	width int       // of the bit-vector
	off   int       // of the bits after it, in a concatenation
}

// inverse is how an operator is inverted.
type inverse struct {
	// undo computes the set of one form from a set of the same form; nil when there is none.
	undo func(o operand, want abstract.Vectors) (abstract.Vectors, verdict)
	// back guesses a bit-vector that the operator maps to w.
	back func(o operand, r *rng.Rand, w bitvec.BV) bitvec.BV
}

// apply sets the set of argument i.
func (inv inverse) apply(a *Application, i int, o operand) {
	if abstract.IsAny(a.Want) {
		a.Sets[i] = abstract.Any(a.Sort(i))
		return
	}
	o.width = a.Sort(i).Width()
	if max(o.width, a.Term.Sort().Width()) > maxWidth {
		return
	}
	if want, ok := abstract.AsVectors(a.Want); ok && inv.undo != nil {
		switch s, v := inv.undo(o, want); v {
		case reached:
			a.Sets[i] = abstract.Bounded(a.Sort(i), s)
			return
		case unreached:
			a.Sets[i] = abstract.Nothing(a.Sort(i))
			return
		}
	}
	a.preimage(i, func(r *rng.Rand, w value.Value) (value.Value, bool) {
		if w.Kind() != value.BitVec {
			return value.Value{}, false
		}
		return value.OfBV(inv.back(o, r, w.BV())), true
	})
}

// unary is the rule of an operator of one bit-vector.
func unary(inv inverse) rule {
	return func(a *Application) {
		if len(a.Args) == 1 {
			inv.apply(a, 0, operand{idx: a.Term.Func().Indices})
		}
	}
}

// binary is the rule of an operator of two bit-vectors.
func binary(first, second inverse) rule {
	return func(a *Application) {
		if len(a.Args) != 2 {
			return
		}
		gaps := a.gaps()
		for i, inv := range []inverse{first, second} {
			if a.knownBut(i, gaps) {
				inv.apply(a, i, operand{c: a.Args[1-i].BV()})
			}
		}
	}
}

// joined is the rule of an operator that takes any number of arguments in any order.
func joined(op func(x, y bitvec.BV) bitvec.BV, inv inverse) rule {
	return func(a *Application) {
		n, gaps := len(a.Args), a.gaps()
		if gaps > 1 {
			return
		}
		if n == 2 {
			for i := range a.Args {
				if a.knownBut(i, gaps) {
					inv.apply(a, i, operand{c: a.Args[1-i].BV()})
				}
			}
			return
		}
		// The operator applied to the arguments after each one, and to those before it.
		behind := make([]bitvec.BV, n)
		for i := n - 2; i >= 0 && a.Args[i+1].IsKnown(); i-- {
			behind[i] = join(op, a.Args[i+1].BV(), behind[i+1])
		}
		var front bitvec.BV
		for i, v := range a.Args {
			if a.knownBut(i, gaps) && n > 1 {
				inv.apply(a, i, operand{c: join(op, front, behind[i])})
			}
			if v.IsKnown() {
				front = join(op, front, v.BV())
			}
		}
	}
}

// join applies an operator; the zero BV stands for no operand.
func join(op func(x, y bitvec.BV) bitvec.BV, x, y bitvec.BV) bitvec.BV {
	switch {
	case x.Width() == 0:
		return y
	case y.Width() == 0:
		return x
	}
	return op(x, y)
}

// concatenation is the rule of concat and of zero_extend, which has only zeros in front.
func concatenation(a *Application) {
	w, gaps := a.Term.Sort().Width(), a.gaps()
	if w > maxWidth || gaps > 1 {
		return
	}
	all := make([]bitvec.BV, 0, 4)
	for i, v := range a.Args {
		if v.IsKnown() {
			all = append(all, v.BV())
		} else {
			all = append(all, zeros(a.Sort(i).Width()))
		}
	}
	whole := zeros(0)
	for _, part := range all {
		whole = whole.Concat(part)
	}
	whole = whole.ZeroExtend(w - whole.Width())
	off := 0
	for i := len(all) - 1; i >= 0; i-- {
		if a.knownBut(i, gaps) {
			own := all[i].ZeroExtend(w - all[i].Width()).Shl(amount(w, off))
			bvPlaced.apply(a, i, operand{c: whole.Xor(own), off: off})
		}
		off += all[i].Width()
	}
}

// bvPlaced is the inverse of an operator that puts bits around a bit-vector.
var bvPlaced = inverse{
	undo: func(o operand, want abstract.Vectors) (abstract.Vectors, verdict) {
		return inside(want, o.c, o.off, o.width)
	},
	back: func(o operand, _ *rng.Rand, w bitvec.BV) bitvec.BV { return w.Extract(o.off+o.width-1, o.off) },
}

// bijection makes the inverse of a bijection.
func bijection(undo func(abstract.Vectors, bitvec.BV) (abstract.Vectors, verdict), back func(w, c bitvec.BV) bitvec.BV) inverse {
	return inverse{
		undo: func(o operand, want abstract.Vectors) (abstract.Vectors, verdict) { return undo(want, o.c) },
		back: func(o operand, _ *rng.Rand, w bitvec.BV) bitvec.BV { return back(w, o.c) },
	}
}

// shifted makes the inverse of a shift by c.
func shifted(undo func(abstract.Vectors, int) (abstract.Vectors, verdict), back func(w, c bitvec.BV) bitvec.BV) inverse {
	return inverse{
		undo: func(o operand, want abstract.Vectors) (abstract.Vectors, verdict) { return undo(want, clamped(o.c)) },
		back: func(o operand, _ *rng.Rand, w bitvec.BV) bitvec.BV { return back(w, o.c) },
	}
}

// clamped returns the amount of a shift, at most the width.
func clamped(c bitvec.BV) int {
	if n, ok := c.Uint64(); ok && n < uint64(c.Width()) {
		return int(n)
	}
	return c.Width()
}

// bvDistance is the inverse of a shift or rotation with respect to its amount: only few amounts matter.
var bvDistance = inverse{back: func(o operand, r *rng.Rand, _ bitvec.BV) bitvec.BV {
	return bitvec.New(o.width, uint64(r.IntN(o.width+2)))
}}

// guess makes an inverse from a guess alone.
func guess(back func(o operand, r *rng.Rand, w bitvec.BV) bitvec.BV) inverse {
	return inverse{back: back}
}

// merged takes the bits of mask from x and the others from y.
func merged(mask, x, y bitvec.BV) bitvec.BV { return x.And(mask).Or(y.And(mask.Not())) }
