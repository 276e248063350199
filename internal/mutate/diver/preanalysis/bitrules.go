package preanalysis

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/bitvec"
)

// bitvectorRules are the rules of the operators that yield bit-vectors, and of the predicates on them.
var bitvectorRules = map[string]rule{
	"concat":      concatenation,
	"extract":     extraction,
	"zero_extend": concatenation,
	"sign_extend": unary(inverse{
		undo: func(o operand, s abstract.Vectors) (abstract.Vectors, verdict) { return undoSignExtend(s, o.width) },
		back: func(o operand, _ *rng.Rand, w bitvec.BV) bitvec.BV { return w.Extract(o.width-1, 0) },
	}),
	"repeat": unary(inverse{
		undo: func(o operand, s abstract.Vectors) (abstract.Vectors, verdict) { return undoRepeat(s, o.width) },
		back: func(o operand, _ *rng.Rand, w bitvec.BV) bitvec.BV { return w.Extract(o.width-1, 0) },
	}),
	"rotate_left":  unary(turnedByIndex(1)),
	"rotate_right": unary(turnedByIndex(-1)),

	"bvnot":  unary(bvComplement),
	"bvneg":  unary(bvNegation),
	"bvinc":  unary(plainAdd(one)),
	"bvdec":  unary(plainAdd(allOnes)),
	"bvand":  joined(bitvec.BV.And, bvConjunction),
	"bvor":   joined(bitvec.BV.Or, bvDisjunction),
	"bvxor":  joined(bitvec.BV.Xor, bvDifference),
	"bvnand": binary(bvConjunction.negated(), bvConjunction.negated()),
	"bvnor":  binary(bvDisjunction.negated(), bvDisjunction.negated()),
	"bvxnor": binary(bvDifference.negated(), bvDifference.negated()),
	"bvcomp": binary(singled(1, other), singled(1, other)),

	"bvadd":  joined(bitvec.BV.Add, bvSum),
	"bvsub":  binary(bvMinuend, bvSubtrahend),
	"bvmul":  joined(bitvec.BV.Mul, bvProduct),
	"bvudiv": binary(bvDividend, bvDivisor),
	"bvurem": binary(bvDivided, bvModulus),
	"bvsdiv": binary(bvSignedDividend, bvSignedDivisor),
	"bvsrem": binary(bvSignedResidue, bvModulus),
	"bvsmod": binary(bvSignedResidue, bvModulus),

	"bvshl":  binary(shifted(undoShl, bitvec.BV.Lshr), bvDistance),
	"bvlshr": binary(shifted(undoLshr, bitvec.BV.Shl), bvDistance),
	"bvashr": binary(shifted(undoAshr, bitvec.BV.Shl), bvDistance),
	"bvrol":  binary(turnedByArgument(1), bvDistance),
	"bvror":  binary(turnedByArgument(-1), bvDistance),

	"bvredor":  unary(singled(0, func(o operand) bitvec.BV { return zeros(o.width) })),
	"bvredand": unary(singled(1, func(o operand) bitvec.BV { return allOnes(o.width) })),
	"bvredxor": unary(bvArbitrary),

	"bvult": ordered(below, above),
	"bvule": ordered(notAbove, notBelow),
	"bvugt": ordered(above, below),
	"bvuge": ordered(notBelow, notAbove),
	"bvslt": ordered(signed(below), signed(above)),
	"bvsle": ordered(signed(notAbove), signed(notBelow)),
	"bvsgt": ordered(signed(above), signed(below)),
	"bvsge": ordered(signed(notBelow), signed(notAbove)),

	"bvnego":        negativeOverflow,
	"bvuaddo":       ordered(func(c bitvec.BV) region { return above(c.Not()) }, func(c bitvec.BV) region { return above(c.Not()) }),
	"bvusubo":       ordered(below, above),
	"bvumulo":       ordered(tooManyTimes, tooManyTimes),
	"bvumul_noovfl": ordered(no(tooManyTimes), no(tooManyTimes)),
	"bvsaddo":       ordered(signedSum, signedSum),
	"bvssubo":       ordered(signedMinuend, signedSubtrahend),
	"bvsmulo":       ordered(signedProduct, signedProduct),
	"bvsdivo":       ordered(leastBy(allOnes), leastBy(least)),
	"bit2bool":      bitOf,

	"ubv_to_int": bvToInt(false),
	"sbv_to_int": bvToInt(true),
	"int_to_bv":  intToBV,
}

// other returns the other operand.
func other(o operand) bitvec.BV { return o.c }
