package grammar

import (
	"strconv"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// number returns a nonzero number of the form that linear logics allow as a factor or divisor.
func (gen *Generator) number(s sortID) *term.Term {
	n := 1 + gen.r.IntN(9)
	if gen.chance(3) {
		n = rng.Pick(gen.r, []int{10, 16, 100, 255, 1 << 15, 1 << 31})
	}
	text, kind := strconv.Itoa(n), syntax.Numeral
	if gen.sort(s) == sorts.Real {
		text, kind = text+".0", syntax.Decimal
		if gen.chance(2) {
			text = rng.Pick(gen.r, []string{"0.5", "0.25", "1.5", "0.1", "2.75"})
		}
	}
	t := gen.store.Lit(kind, text, gen.sort(s))
	if gen.chance(5) {
		return gen.operator("-", t)
	}
	return t
}

// difference returns an atom of a difference logic: its numbers are constants of the script or values of its functions, in the
// forms (op x y), (op (- x y) n) and (op (- x y) (- n)).
func (gen *Generator) difference(rl *rule) *term.Term {
	s := rl.args[0]
	x, y := gen.operand(s), gen.operand(s)
	if x == y {
		y = gen.operand(s)
	}
	if gen.chance(6) {
		return gen.compare(rl, x, y)
	}
	var n *term.Term
	switch gen.sort(s) {
	case sorts.Int:
		n = gen.store.Lit(syntax.Numeral, strconv.Itoa(gen.r.IntN(1<<(1+gen.r.IntN(10)))), sorts.Int)
	default:
		n = gen.store.Lit(syntax.Decimal, strconv.Itoa(gen.r.IntN(1<<(1+gen.r.IntN(10))))+".0", sorts.Real)
	}
	if gen.chance(5) {
		n = gen.operator("-", n)
	}
	return gen.compare(rl, gen.operator("-", x, y), n)
}

func (gen *Generator) compare(rl *rule, args ...*term.Term) *term.Term {
	t, err := gen.store.App(gen.head(rl), args...)
	if err != nil {
		return nil
	}
	gen.size--
	return t
}

// operand returns a number of a difference logic.
func (gen *Generator) operand(s sortID) *term.Term {
	if len(gen.by[s]) > 0 && gen.size > 0 && gen.chance(gen.swarm.user) {
		if t := gen.call(s, 1); t != nil {
			return t
		}
	}
	return gen.leaf(s)
}

// quantity reports whether difference logics allow terms of a sort only in few forms.
func (gen *Generator) quantity(s sortID) bool {
	return gen.g.logic.Difference && (gen.sort(s) == sorts.Int || gen.sort(s) == sorts.Real)
}
