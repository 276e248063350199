package crosscheck

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// literal returns a value of the sort as a term; depth bounds how far values nest. Values come back often within
// one term, so that comparisons, stores and searches meet equal ones.
func (g *generator) literal(s *sorts.Sort, depth int) *term.Term {
	if used := g.used[s]; len(used) > 0 && g.r.IntN(3) == 0 {
		return rng.Pick(g.r, used)
	}
	t := g.freshLiteral(s, depth)
	g.used[s] = append(g.used[s], t)
	return t
}

func (g *generator) freshLiteral(s *sorts.Sort, depth int) *term.Term {
	switch s {
	case sorts.Bool:
		return g.op(rng.Pick(g.r, []string{"true", "false"}), nil, nil)
	case sorts.Int:
		return g.integer(g.randomInt())
	case sorts.Real:
		return g.realLiteral()
	case sorts.String:
		return g.text(g.randomText())
	case sorts.RoundingMode:
		return g.op(rng.Pick(g.r, []string{"RNE", "RNA", "RTP", "RTN", "RTZ"}), nil, nil)
	case sorts.RegLan:
		if g.r.IntN(6) == 0 {
			return g.op(rng.Pick(g.r, []string{"re.none", "re.all", "re.allchar", "re.allchar"}), nil, nil)
		}
		return g.op("str.to_re", nil, nil, g.literal(sorts.String, depth))
	}
	switch s.Kind() {
	case sorts.BitVec:
		return g.bits(s.Width(), g.randomBits(s.Width()))
	case sorts.Float:
		return g.float(s)
	case sorts.Field:
		p := s.Indices()[0]
		return g.st.Lit(syntax.Symbol, fmt.Sprintf("(as ff%d (_ FiniteField %d))", g.r.IntN(p), p), s)
	case sorts.Array:
		return g.array(s, depth)
	case sorts.Func:
		return g.lambda(s, depth)
	case sorts.User:
		return g.data(s, depth)
	case sorts.Applied:
		return g.collection(s, depth)
	}
	if s.Name() == "Unicode" {
		return g.op("Char", []int{g.character()}, nil)
	}
	panic("no literal of sort " + s.String())
}

// op applies the operator called name that fits; the generator only asks for what exists.
func (g *generator) op(name string, idx []int, as *sorts.Sort, args ...*term.Term) *term.Term {
	t, _, err := g.st.Overload(g.st.Table.Lookup(name), idx, as, args)
	if err != nil || t == nil {
		panic(fmt.Sprintf("no operator %s for %v: %v", name, args, err))
	}
	return t
}

// --- numbers ---

func (g *generator) integer(n *big.Int) *term.Term {
	t := g.st.Lit(syntax.Numeral, new(big.Int).Abs(n).String(), sorts.Int)
	if n.Sign() < 0 {
		return g.op("-", nil, nil, t)
	}
	return t
}

func (g *generator) small(from, to int) *term.Term {
	return g.integer(big.NewInt(int64(from + g.r.IntN(to-from+1))))
}

// randomInt returns a small number, a position in a text, a neighbour of a power of two or ten, or a number of many
// digits.
func (g *generator) randomInt() *big.Int {
	r := g.r
	n := new(big.Int)
	switch r.IntN(8) {
	case 0:
		n.SetInt64(int64(r.IntN(3) - 1))
	case 1, 2, 3:
		n.SetInt64(int64(r.IntN(12) - 3))
	case 4:
		n.Lsh(big.NewInt(1), uint(rng.Pick(r, []int{2, 3, 4, 7, 8, 15, 16, 31, 32, 53, 63, 64, 65, 100})))
		n.Add(n, big.NewInt(int64(r.IntN(3)-1)))
	case 5:
		n.Exp(big.NewInt(10), big.NewInt(int64(r.IntN(30))), nil)
		n.Add(n, big.NewInt(int64(r.IntN(3)-1)))
	case 6:
		n.SetInt64(rng.Pick(r, []int64{'0', '9', 'A', 'Z', 'a', 'z', 127, 128, 255, 256, 0xD800, 0xFFFF, 0x2FFFF, 0x30000}))
	default:
		n.SetUint64(r.Uint64() >> r.IntN(64))
		if r.IntN(4) == 0 {
			n.Mul(n, n)
		}
	}
	if r.IntN(4) == 0 {
		n.Neg(n)
	}
	return n
}

// realLiteral is a decimal, an integer, or a quotient of integers: roundings to floats are easy to get wrong for
// numbers half-way between two of them and for numbers beyond their range.
func (g *generator) realLiteral() *term.Term {
	r := g.r
	decimal := func(n *big.Int) *term.Term {
		return g.st.Lit(syntax.Decimal, n.String()+".0", sorts.Real)
	}
	var t *term.Term
	switch r.IntN(5) {
	case 0:
		text := rng.Pick(r, []string{"0.1", "0.5", "0.25", "1.5", "2.5", "0.001", "3.14159", "0.0000000001", "12345.678", "65504.0", "65519.99", "65520.0", "0.7071"})
		t = g.st.Lit(syntax.Decimal, text, sorts.Real)
	case 1:
		num := new(big.Int).Abs(g.randomInt())
		den := new(big.Int).Lsh(big.NewInt(1), uint(rng.Pick(r, []int{1, 2, 3, 10, 24, 25, 54, 126, 149, 150, 200})))
		t = g.op("/", nil, nil, decimal(num), decimal(den))
	case 2:
		den := big.NewInt(int64(2 + r.IntN(11)))
		t = g.op("/", nil, nil, decimal(new(big.Int).Abs(g.randomInt())), decimal(den))
	default:
		t = decimal(new(big.Int).Abs(g.randomInt()))
	}
	if r.IntN(3) == 0 {
		return g.op("-", nil, nil, t)
	}
	return t
}

// randomBits returns 0, 1, all ones, the least or greatest signed number, a neighbour of those, one bit, or random
// bits.
func (g *generator) randomBits(w int) *big.Int {
	r := g.r
	n := new(big.Int)
	switch r.IntN(9) {
	case 0:
	case 1:
		n.SetInt64(1)
	case 2:
		n.SetInt64(-1)
	case 3:
		n.Lsh(big.NewInt(1), uint(w-1))
	case 4:
		n.Sub(n.Lsh(big.NewInt(1), uint(w-1)), big.NewInt(1))
	case 5:
		n.SetInt64(int64(r.IntN(9) - 4))
	case 6:
		n.Lsh(big.NewInt(1), uint(r.IntN(w)))
		n.Add(n, big.NewInt(int64(r.IntN(3)-1)))
	case 7:
		n.SetInt64(int64(w + r.IntN(5) - 2)) // shifts and rotations by about the width
	default:
		for range (w + 63) / 64 {
			n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(r.Uint64()))
		}
	}
	mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1))
	return n.And(n, mask)
}

// bits writes a bit-vector in one of its three ways.
func (g *generator) bits(w int, n *big.Int) *term.Term {
	s := g.st.Sorts.BitVec(w)
	switch {
	case w%4 == 0 && g.r.IntN(3) > 0:
		return g.st.Lit(syntax.Hex, fmt.Sprintf("#x%0*x", w/4, n), s)
	case g.r.IntN(8) == 0:
		return g.st.Lit(syntax.Symbol, fmt.Sprintf("(_ bv%s %d)", n, w), s)
	}
	return g.st.Lit(syntax.Binary, fmt.Sprintf("#b%0*b", w, n), s)
}

// float returns a special value, or one put together of corner exponents and significands: subnormals, the least
// and greatest normal numbers, neighbours of 1 and of integers.
func (g *generator) float(s *sorts.Sort) *term.Term {
	r := g.r
	eb, sb := s.Indices()[0], s.Indices()[1]
	if r.IntN(4) == 0 {
		return g.op(rng.Pick(r, []string{"+oo", "-oo", "+zero", "-zero", "NaN"}), []int{eb, sb}, nil)
	}
	bias := int64(1)<<(eb-1) - 1
	var exp int64
	switch r.IntN(7) {
	case 0: // subnormal or zero
	case 1:
		exp = 1
	case 2:
		exp = 2 * bias // the greatest exponent of numbers
	case 3:
		exp = 2*bias + 1 // infinities and NaN
	case 4:
		exp = bias + int64(r.IntN(5)-2)
	case 5:
		exp = bias + int64(sb) + int64(r.IntN(5)-2) // integers without a fraction
	default:
		exp = int64(r.IntN(1 << eb))
	}
	exp = min(max(exp, 0), 2*bias+1)
	return g.op("fp", nil, nil, g.bits(1, big.NewInt(int64(r.IntN(2)))), g.bits(eb, big.NewInt(exp)), g.bits(sb-1, g.randomBits(sb-1)))
}

// --- texts ---

// character returns a code point: a letter of a small alphabet, so that texts overlap, or a corner.
func (g *generator) character() int {
	if g.r.IntN(5) > 0 {
		return rng.Pick(g.r, []int{'a', 'b', 'a', 'b', 'c', '0', '1', '9'})
	}
	return rng.Pick(g.r, []int{0, 1, '\n', ' ', '"', '\\', '-', '/', ':', '@', 'A', 'Z', '[', '`', 'z', '{', '~', 127, 128, 0xE9, 0xFF, 0x100, 0x130, 0xD800, 0xDFFF, 0xFFFF, 0x10000, 0x1F600, 0x2FFFF})
}

// traps are texts that readers of escapes and of numerals get wrong; they stand here as they are written.
var traps = []string{
	`""""`, `"\"`, `"\\"`, `"\x61"`, `"\n"`, `"\u"`, `"\u{}"`, `"\u{2FFFF}"`, `"\u{30000}"`, `"\u{00061}"`, `"\u{000061}"`, `"\u0061"`, `"\u006"`, `"\u{61"`, `"\u{g}"`, `"\ud800"`, `"\U0061"`,
	`"-1"`, `"-0"`, `"+1"`, `"00"`, `"007"`, `" 1"`, `"1 "`, `"1.0"`, `"123456789012345678901234567890"`, `"0x1"`, `"1a"`,
}

// randomText returns a text as a list of code points, mostly short.
func (g *generator) randomText() []int {
	n := rng.Pick(g.r, []int{0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 8})
	out := make([]int, n)
	for i := range out {
		out[i] = g.character()
	}
	if n > 1 && g.r.IntN(4) == 0 { // a repetition
		copy(out[n/2:], out[:n-n/2])
	}
	return out
}

// text writes code points as a literal. At times it is one of the traps instead.
func (g *generator) text(codes []int) *term.Term {
	if g.r.IntN(16) == 0 {
		return g.st.Lit(syntax.String, rng.Pick(g.r, traps), sorts.String)
	}
	return g.exactText(codes)
}

// exactText writes code points as a literal: printable ones as they are or escaped, all others escaped.
func (g *generator) exactText(codes []int) *term.Term {
	var b strings.Builder
	for _, c := range codes {
		switch {
		case c == '"':
			b.WriteString(`""`)
		case c >= ' ' && c < 127 && c != '\\' && g.r.IntN(12) > 0:
			b.WriteByte(byte(c))
		case c < 0x10000 && c >= 0x1000 && g.r.Bool():
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			fmt.Fprintf(&b, `\u{%x}`, c)
		}
	}
	return g.st.Lit(syntax.String, `"`+b.String()+`"`, sorts.String)
}

// --- values that hold others ---

func (g *generator) array(s *sorts.Sort, depth int) *term.Term {
	index, elem := s.Args()[0], s.Args()[1]
	base := g.literal(elem, depth+1)
	for tries := 0; g.solver != "z3" && !plainValue(g.dialect, base) && tries < 8; tries++ {
		base = g.freshLiteral(elem, depth+1)
	}
	t := g.op("const", nil, s, base)
	for range g.r.IntN(4) {
		t = g.op("store", nil, nil, t, g.literal(index, depth+1), g.literal(elem, depth+1))
	}
	return t
}

// data returns a value of a datatype; deep inside it takes a constructor without fields, or the first.
func (g *generator) data(s *sorts.Sort, depth int) *term.Term {
	d := g.datas[s.Name()]
	ctor := rng.Pick(g.r, d.Ctors)
	if depth > 3 || g.r.IntN(3) == 0 {
		ctor = d.Ctors[0] // the preludes's first constructors end every recursion
	}
	by := map[string]*sorts.Sort{}
	for i, p := range d.Params {
		by[p] = s.Args()[i]
	}
	args := make([]*term.Term, len(ctor.Params))
	for i, p := range ctor.Params {
		args[i] = g.literal(g.st.Sorts.Substitute(p, by), depth+1)
	}
	return g.construct(ctor, s, args...)
}

func (g *generator) construct(ctor *term.Decl, s *sorts.Sort, args ...*term.Term) *term.Term {
	var as *sorts.Sort
	if len(ctor.Params) == 0 && ctor.Poly {
		as = s
	}
	return must(g.st.App(g.st.User(ctor, as), args...))
}

func must(t *term.Term, err error) *term.Term {
	if err != nil {
		panic(err)
	}
	return t
}

// collection returns a sequence, set, bag or tuple.
func (g *generator) collection(s *sorts.Sort, depth int) *term.Term {
	if s.Name() == "Tuple" {
		args := make([]*term.Term, len(s.Args()))
		for i, a := range s.Args() {
			args[i] = g.literal(a, depth+1)
		}
		return must(g.st.App(g.st.Func(term.Func{Kind: term.TupleFunc}), args...))
	}
	elem := s.Args()[0]
	n := rng.Pick(g.r, []int{0, 1, 1, 2, 2, 3, 4})
	if depth > 1 {
		n = min(n, 1)
	}
	parts := make([]*term.Term, n)
	var empty, join string
	for i := range parts {
		e := g.literal(elem, depth+1)
		switch s.Name() {
		case "Seq":
			parts[i] = g.op("seq.unit", nil, nil, e)
		case "Set":
			parts[i] = g.op("set.singleton", nil, nil, e)
		default:
			parts[i] = g.op("bag", nil, nil, e, g.small(-1, 3))
		}
	}
	switch s.Name() {
	case "Seq":
		empty, join = "seq.empty", "seq.++"
	case "Set":
		empty, join = "set.empty", "set.union"
	default:
		empty, join = "bag.empty", rng.Pick(g.r, []string{"bag.union_disjoint", "bag.union_max"})
	}
	switch n {
	case 0:
		return g.op(empty, nil, s)
	case 1:
		return parts[0]
	}
	return g.op(join, nil, nil, parts...)
}

// lambda returns a function whose body may use its parameters.
func (g *generator) lambda(s *sorts.Sort, depth int) *term.Term {
	args := s.Args()
	vars := make([]*term.Term, len(args)-1)
	for i := range vars {
		vars[i] = g.st.NewVar(fmt.Sprintf("v%d", i), args[i])
	}
	outer := g.scope
	g.scope = append(g.scope[:len(g.scope):len(g.scope)], vars...)
	body := g.argument(nil, 0, args[len(args)-1], max(depth, g.depth-1))
	g.scope = outer
	return must(g.st.Quant(term.Lambda, vars, body))
}
