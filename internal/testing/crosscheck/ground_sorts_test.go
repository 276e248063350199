package crosscheck

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// groundPrelude declares the datatypes of the terms: an enumeration, constructors with fields, a parametric
// list, mutual recursion. Names avoid those that z3 itself declares.
const groundPrelude = `(declare-datatypes ((Color 0)) (((red) (green) (blue))))
(declare-datatypes ((Shape 0)) (((dot) (line (from Int) (upto Int)) (tagged (tag Color) (label String)))))
(declare-datatypes ((Chain 1)) ((par (X) ((stop) (link (item X) (next (Chain X)))))))
(declare-datatypes ((Tree 0) (Wood 0)) (((leaf (bits (_ BitVec 4))) (fork (wood Wood))) ((bare) (grown (tree Tree) (others Wood)))))
`

// Widths at which arithmetic in machine words, hexadecimal literals or single bits are special cases.
var cornerWidths = []int{1, 1, 2, 3, 4, 4, 7, 8, 8, 16, 31, 32, 33, 63, 64, 65}

func width(r *rng.Rand) int {
	if r.IntN(3) == 0 {
		return 1 + r.IntN(70)
	}
	return rng.Pick(r, cornerWidths)
}

// format is a floating-point format.
type format struct{ eb, sb int }

// Formats: the smallest, those with hardly any exponents or significands, those of IEEE 754.
var formats = []format{
	{2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 4}, {3, 4}, {4, 3}, {3, 5}, {4, 4}, {5, 3}, {2, 8}, {6, 2}, {5, 11}, {5, 11}, {4, 12},
	{8, 8}, {8, 24}, {8, 24}, {8, 24}, {7, 10}, {6, 30}, {11, 53}, {11, 53}, {9, 40}, {11, 5}, {3, 20},
}

func randomFormat(r *rng.Rand) format { return rng.Pick(r, formats) }

// isFloat reports whether s is a floating-point sort.
func isFloat(s *sorts.Sort) bool { return s.Kind() == sorts.Float }

// sortFor reports whether a solver knows the sort.
func sortFor(table *theory.Table, solver string, s *sorts.Sort) bool {
	for _, a := range s.Args() {
		if !sortFor(table, solver, a) {
			return false
		}
	}
	switch {
	case s.Kind() == sorts.User:
		return true
	case s.Kind() == sorts.Func || s.Name() == "Tuple":
		return solver == "cvc5"
	case s == sorts.RoundingMode:
		return solver == "z3" || solver == "cvc5"
	}
	d := table.Sort(s.Name())
	return d != nil && (len(d.In) == 0 || slices.ContainsFunc(d.In, func(a theory.Availability) bool { return a.Solver == solver }))
}

// element returns a sort for a sort variable: something that equality, arrays, sequences and sets can hold. depth
// bounds how deeply it nests.
func (g *generator) element(depth int) *sorts.Sort {
	for {
		if s := g.anySort(depth); sortFor(g.st.Table, g.solver, s) {
			return s
		}
	}
}

func (g *generator) anySort(depth int) *sorts.Sort {
	st := g.st.Sorts
	applied := func(name string, args ...*sorts.Sort) *sorts.Sort { return st.Make(sorts.Applied, name, nil, args) }
	n := 16
	if depth > 0 {
		n = 24
	}
	switch g.r.IntN(n) {
	case 0, 1:
		return sorts.Bool
	case 2, 3, 4, 5:
		return sorts.Int
	case 6:
		return sorts.Real
	case 7, 8:
		return sorts.String
	case 9, 10:
		return st.BitVec(1 + g.r.IntN(9))
	case 11:
		return st.BitVec(width(g.r))
	case 12:
		f := randomFormat(g.r)
		return st.Float(f.eb, f.sb)
	case 13:
		return sorts.RoundingMode
	case 14:
		return g.dataSort("Color")
	case 15:
		return g.dataSort([]string{"Shape", "Tree", "Wood"}[g.r.IntN(3)])
	case 16:
		return st.Make(sorts.User, "Chain", nil, []*sorts.Sort{g.element(depth - 1)})
	case 17, 18:
		return st.Make(sorts.Array, "Array", nil, []*sorts.Sort{g.element(depth - 1), g.element(depth - 1)})
	case 19, 20:
		return applied("Seq", g.element(depth-1))
	case 21:
		return applied("Set", g.element(depth-1))
	case 22:
		return applied("Bag", g.element(depth-1))
	}
	args := make([]*sorts.Sort, g.r.IntN(4))
	for i := range args {
		args[i] = g.element(depth - 1)
	}
	return applied("Tuple", args...)
}

func (g *generator) dataSort(name string) *sorts.Sort {
	return g.st.Sorts.Make(sorts.User, name, nil, nil)
}

// availableTo reports whether a solver reads a term of the operator: it has all operators and sorts, and nothing in
// the term is known to be unreadable for it.
func availableTo(table *theory.Table, d *dialect, version string, op *operator, t *term.Term) bool {
	ok := true
	term.Walk([]*term.Term{t}, func(u *term.Term) bool {
		ok = ok && sortFor(table, d.solver, u.Sort()) && readable(d, u)
		if f := u.Func(); f != nil && f.Row != nil {
			ok = ok && f.Row.AvailableIn(d.solver, version) && evaluates(d, f.Row, f.Row == op.row)
		}
		return ok
	})
	return ok
}

// unevaluated are operators that a solver mostly does not compute although all arguments are values, or computes
// wrongly: it says unknown, thinks until it is stopped, or is known to deviate. Those marked asHead are compared when the
// term is about them; seldom means one time in ten of these. Inside other terms they would only hide those.
var unevaluated = map[string]map[string]place{
	"z3": {
		"seq.last_indexof": seldom, "bvsmul_noovfl": seldom, "char.to_bv": seldom,
		"str.replace_re": nowhere, "str.replace_re_all": nowhere, "seq.replace_all": nowhere,
		"sinh": nowhere, "cosh": nowhere, "tanh": nowhere, "asinh": nowhere, "acosh": nowhere, "atanh": nowhere,
	},
	"cvc5": {"arccos": nowhere, "arctan": nowhere, "exp": nowhere, "arcsin": seldom, "sqrt": seldom, "arcsec": seldom},
	"cvc4": {
		"str.replace_re": asHead, "str.replace_re_all": asHead, "to_int": asHead, "is_int": asHead, "str.from_code": asHead,
		"sqrt": seldom, "arccos": nowhere, "arctan": nowhere, "arcsec": nowhere,
	},
}

// evaluates reports whether the solver computes an operator that the term is about, or that occurs inside it.
func evaluates(d *dialect, row *theory.Row, head bool) bool {
	switch unevaluated[d.solver][row.Name] {
	case nowhere:
		return false
	case asHead, seldom:
		return head
	}
	return true
}

// place is where a solver computes an operator. The zero value is anywhere.
type place uint8

const (
	_ place = iota
	asHead
	seldom
	nowhere
)

// readable reports whether the solver's reader accepts the node u, given that it knows the node's operator and sort.
func readable(d *dialect, u *term.Term) bool {
	f := u.Func()
	switch {
	case u.Binder() == term.Lambda:
		return d.higherOrder() // a lambda is an array in z3
	case d.solver == "z3" && f != nil && (f.Kind == term.TesterFunc || f.Kind == term.UpdateFunc) && f.Decl.Poly:
		return false // ambiguous as soon as two instances of the datatype have occurred
	case d.solver == "z3":
		return !strings.Contains(u.Text(), `\u{30000}`) // an error, although it is not an escape but nine characters
	case f == nil:
		return u.LiteralKind() != syntax.Algebraic
	case f.Kind == term.MapFunc:
		return false
	case f.Kind == term.UpdateFunc:
		return d.solver == "cvc5"
	case f.Kind == term.TupleFunc:
		return len(u.Args()) > 0 // cvc5 1.0.3 has no name for the empty one
	case f.Is("const"):
		return plainValue(d, u.Args()[0])
	case f.Is("fp"):
		return u.Sort().Indices()[1] > 2 // "significand bit vector in fp is an invalid size"
	case f.Is("^"):
		return naturalPower(u.Args()[1])
	case f.Is("eqrange"):
		k := u.Args()[2].Sort()
		return k == sorts.Int || k == sorts.Real || k.Kind() == sorts.BitVec || k.Kind() == sorts.Float
	case f.Is("rel.join_image"):
		pair := u.Args()[0].Sort().Args()[0].Args()
		return pair[0] == pair[1] // "JoinImage operates on a pair of different types"
	case f.Is("re.range"):
		return rangeFor(d, u.Args()[0], u.Args()[1])
	}
	return true
}

// naturalPower reports whether the generator made a nonnegative exponent: cvc5 and cvc4 refuse all others.
func naturalPower(exponent *term.Term) bool {
	if exponent.Func().Is("to_real") {
		exponent = exponent.Args()[0]
	}
	return exponent.Kind() == term.Literal
}

// rangeFor reports whether cvc5 or cvc4 accepts two terms as the bounds of a range: literals of one character
// each, in cvc4 below U+0100 and in order.
func rangeFor(d *dialect, a, b *term.Term) bool {
	x, ok := oneCharacter(a)
	y, also := oneCharacter(b)
	return ok && also && (d.solver == "cvc5" || x <= y && y < 0x100)
}

// oneCharacter returns the character of a literal with just one character.
func oneCharacter(t *term.Term) (code int, ok bool) {
	if t.Kind() != term.Literal {
		return 0, false
	}
	s, err := smtstr.ParseLiteral(t.Text())
	if err != nil || s.Len() != 1 {
		return 0, false
	}
	return int(s.At(0)), true
}

// plainValue reports whether cvc5 and cvc4 regard the term as a value when they read it: constant arrays may
// hold nothing else.
func plainValue(d *dialect, t *term.Term) bool {
	if t.Kind() == term.Literal {
		return true
	}
	f := t.Func()
	if f == nil {
		return false
	}
	switch {
	case f.Kind == term.UserFunc && f.Decl.Kind == term.Constructor, f.Kind == term.TupleFunc:
		return !slices.ContainsFunc(t.Args(), func(a *term.Term) bool {
			return !plainValue(d, a) || a.Sort() == sorts.Real && d.solver == "cvc4"
		})
	case f.Kind != term.TheoryFunc:
		return false
	case f.Is("const"):
		return plainValue(d, t.Args()[0])
	case f.Is("-") && len(t.Args()) == 1 && t.Sort() == sorts.Int:
		return d.solver == "cvc5" && t.Args()[0].Kind() == term.Literal && t.Args()[0].Text() != "0"
	}
	return len(t.Args()) == 0
}
