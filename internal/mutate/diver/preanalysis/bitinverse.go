package preanalysis

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/bitvec"
)

// The inverses of operators on bit-vectors.
var (
	bvComplement = inverse{
		undo: func(_ operand, s abstract.Vectors) (abstract.Vectors, verdict) { return undoNot(s), reached },
		back: func(_ operand, _ *rng.Rand, w bitvec.BV) bitvec.BV { return w.Not() },
	}
	bvNegation = inverse{
		undo: func(_ operand, s abstract.Vectors) (abstract.Vectors, verdict) {
			return undoSubFrom(s, zeros(s.Width()))
		},
		back: func(_ operand, _ *rng.Rand, w bitvec.BV) bitvec.BV { return w.Neg() },
	}
	bvSum         = bijection(undoAdd, bitvec.BV.Sub)
	bvMinuend     = bijection(func(s abstract.Vectors, c bitvec.BV) (abstract.Vectors, verdict) { return undoAdd(s, c.Neg()) }, bitvec.BV.Add)
	bvSubtrahend  = bijection(undoSubFrom, func(w, c bitvec.BV) bitvec.BV { return c.Sub(w) })
	bvConjunction = inverse{
		undo: func(o operand, s abstract.Vectors) (abstract.Vectors, verdict) { return undoAnd(s, o.c) },
		back: func(o operand, r *rng.Rand, w bitvec.BV) bitvec.BV {
			return merged(o.c, w, abstract.RandomVector(r, o.width))
		},
	}
	bvDisjunction = inverse{
		undo: func(o operand, s abstract.Vectors) (abstract.Vectors, verdict) { return undoOr(s, o.c) },
		back: func(o operand, r *rng.Rand, w bitvec.BV) bitvec.BV {
			return merged(o.c.Not(), w, abstract.RandomVector(r, o.width))
		},
	}
	bvDifference = bijection(undoXor, bitvec.BV.Xor)
	bvProduct    = inverse{
		undo: func(o operand, s abstract.Vectors) (abstract.Vectors, verdict) { return undoMul(s, o.c) },
		back: factor,
	}
	bvDividend = inverse{
		undo: func(o operand, s abstract.Vectors) (abstract.Vectors, verdict) { return undoUdiv(s, o.c) },
		back: func(o operand, r *rng.Rand, w bitvec.BV) bitvec.BV {
			return w.Mul(o.c).Add(abstract.RandomVector(r, o.width).Urem(o.c))
		},
	}
	bvDivisor = inverse{
		undo: func(o operand, s abstract.Vectors) (abstract.Vectors, verdict) { return undoUdivOf(s, o.c) },
		back: func(o operand, _ *rng.Rand, w bitvec.BV) bitvec.BV { return o.c.Udiv(w) },
	}
	bvDivided = inverse{
		undo: func(o operand, s abstract.Vectors) (abstract.Vectors, verdict) { return undoUrem(s, o.c) },
		back: func(o operand, r *rng.Rand, w bitvec.BV) bitvec.BV {
			times := abstract.RandomVector(r, o.width).Urem(allOnes(o.width).Udiv(o.c).Add(one(o.width)))
			return w.Add(o.c.Mul(times))
		},
	}
	bvModulus = guess(func(o operand, r *rng.Rand, w bitvec.BV) bitvec.BV {
		if w.Equal(o.c) && r.Bool() {
			return zeros(o.width)
		}
		return o.c.Sub(w)
	})
	bvSignedDividend = guess(func(o operand, r *rng.Rand, w bitvec.BV) bitvec.BV {
		return w.Mul(o.c).Add(abstract.RandomVector(r, o.width).Srem(o.c))
	})
	bvSignedDivisor = guess(func(o operand, _ *rng.Rand, w bitvec.BV) bitvec.BV { return o.c.Sdiv(w) })
	bvSignedResidue = guess(func(o operand, r *rng.Rand, w bitvec.BV) bitvec.BV { return w.Add(o.c.Mul(amount(o.width, r.IntN(3)))) })
	bvArbitrary     = guess(func(o operand, r *rng.Rand, _ bitvec.BV) bitvec.BV { return abstract.RandomVector(r, o.width) })
)

// plainAdd is the inverse of an operator that adds a fixed number.
func plainAdd(n func(width int) bitvec.BV) inverse {
	return inverse{
		undo: func(o operand, s abstract.Vectors) (abstract.Vectors, verdict) { return undoAdd(s, n(o.width)) },
		back: func(o operand, _ *rng.Rand, w bitvec.BV) bitvec.BV { return w.Sub(n(o.width)) },
	}
}

// turnedByIndex is the inverse of a rotation by the operator's index, to the left for a sign of 1.
func turnedByIndex(sign int) inverse {
	n := func(o operand) int { return residue(sign*(o.idx[0]%o.width), o.width) }
	return inverse{
		undo: func(o operand, s abstract.Vectors) (abstract.Vectors, verdict) { return undoRotate(s, n(o)) },
		back: func(o operand, _ *rng.Rand, w bitvec.BV) bitvec.BV { return w.RotateRight(n(o)) },
	}
}

// turnedByArgument is the inverse of a rotation by the other argument.
func turnedByArgument(sign int) inverse {
	n := func(o operand) int {
		c, _ := o.c.Urem(amount(o.width, o.width)).Uint64()
		return residue(sign*int(c), o.width)
	}
	return inverse{
		undo: func(o operand, s abstract.Vectors) (abstract.Vectors, verdict) { return undoRotate(s, n(o)) },
		back: func(o operand, _ *rng.Rand, w bitvec.BV) bitvec.BV { return w.RotateRight(n(o)) },
	}
}

// residue returns n modulo m.
func residue(n, m int) int { return (n%m + m) % m }

// factor guesses x with x * c = w.
func factor(o operand, r *rng.Rand, w bitvec.BV) bitvec.BV {
	k := 0
	for k < o.width && !o.c.Bit(k) {
		k++
	}
	if k == o.width {
		return abstract.RandomVector(r, o.width)
	}
	n := amount(o.width, k)
	odd, _ := o.c.Lshr(n).Inverse()
	low := w.Lshr(n).Mul(odd)
	return merged(allOnes(o.width).Lshr(n), low, abstract.RandomVector(r, o.width))
}
