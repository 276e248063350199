package value

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// ErrNoTerm says that no closed term denotes a value: it is a function, a language, an open value, or one that
// nests too deeply.
var ErrNoTerm = errors.New("the value cannot be written as a term")

// ErrTooLarge says that the term would take more text than [MaxTerm]. It is an [ErrNoTerm] too.
var ErrTooLarge = fmt.Errorf("%w: it is %s", ErrNoTerm, TooLarge)

// MaxTerm bounds the terms that Term makes: the bytes of their literals, plus a few for each distinct part.
const MaxTerm = 1 << 20

const (
	// maxTermDepth bounds the recursion over the parts of a value.
	maxTermDepth = 10_000
	// partBytes is what a distinct part counts in addition to its literals.
	partBytes = 8
)

// Term returns a closed term of the sort s that denotes v; it shares the parts that v shares. It fails with [ErrNoTerm].
func Term(st *term.Store, s *sorts.Sort, v Value) (*term.Term, error) {
	b := termBuilder{st: st, left: MaxTerm}
	t := b.build(s, v, 0)
	return t, b.err
}

// termBuilder makes terms until the first error.
type termBuilder struct {
	st   *term.Store
	err  error
	left int // of MaxTerm
	done map[part]*term.Term
}

// part is a composite value as one of a sort.
type part struct {
	ref  any
	sort *sorts.Sort
}

// charge takes the bytes of a part. It reports whether they are available.
func (b *termBuilder) charge(bytes int) bool {
	if b.left -= bytes + partBytes; b.left < 0 && b.err == nil {
		b.err = ErrTooLarge
	}
	return b.err == nil
}

func (b *termBuilder) fail(format string, args ...any) *term.Term {
	if b.err == nil {
		b.err = fmt.Errorf("%w: "+format, append([]any{ErrNoTerm}, args...)...)
	}
	return nil
}

// op applies the first row called name that fits; as qualifies it if it is not nil.
func (b *termBuilder) op(name string, as *sorts.Sort, idx []int, args ...*term.Term) *term.Term {
	if b.err != nil {
		return nil
	}
	t, _, err := b.st.Overload(b.st.Table.Lookup(name), idx, as, args)
	if err != nil || t == nil {
		return b.fail("no operator %s fits", name)
	}
	return t
}

func (b *termBuilder) build(s *sorts.Sort, v Value, depth int) *term.Term {
	if b.err != nil {
		return nil
	}
	if depth > maxTermDepth {
		return b.fail("it nests too deeply")
	}
	if _, ok := v.ref.(composite); !ok {
		if !b.charge(digits(v)) {
			return nil
		}
		return b.write(s, v, depth)
	}
	p := part{v.ref, s}
	t := b.done[p]
	if t == nil && b.charge(v.Len()*partBytes) {
		if t = b.write(s, v, depth); t != nil {
			if b.done == nil {
				b.done = map[part]*term.Term{}
			}
			b.done[p] = t
		}
	}
	return t
}

// digits returns approximately how many bytes the text of a basic value has, 0 for a short one.
func digits(v Value) int {
	switch x := v.ref.(type) {
	case *big.Int:
		return x.BitLen() / 3
	case *big.Rat:
		return (x.Num().BitLen() + x.Denom().BitLen()) / 3
	case bitvec.BV:
		return x.Width() / 4
	case softfloat.Float:
		return x.Format().SB
	}
	if v.kind == String {
		return v.TextLen()
	}
	return 0
}

// write makes the term for one value from those of its parts.
func (b *termBuilder) write(s *sorts.Sort, v Value, depth int) *term.Term {
	switch v.kind { //exhaustive:enforce
	case Bool:
		return b.op(v.String(), nil, nil)
	case Int:
		return b.number(v.Big(), sorts.Int)
	case Real:
		return b.real(v)
	case BitVec:
		return b.st.Lit(literalKind(v.BV().String()), v.BV().String(), s)
	case Float:
		return b.float(s, v)
	case RoundingMode:
		return b.op(v.String(), nil, nil)
	case String:
		return b.st.Lit(syntax.String, v.Str().Literal(), s)
	case Char:
		return b.op("Char", nil, []int{int(v.n)})
	case Field:
		text := v.String()
		return b.st.Lit(syntax.Symbol, text, s)
	case Element:
		t, err := b.st.App(b.st.User(v.Element(), nil))
		if err != nil {
			return b.fail("%v", err)
		}
		return t
	case Array:
		return b.array(s, v.ref.(*array), depth)
	case Data:
		return b.data(s, v.ref.(*data), depth)
	case Seq:
		return b.joined(s, "seq.empty", "seq.unit", "seq.++", b.each(v.Elems(), s.Args()[0], depth))
	case Set:
		return b.joined(s, "set.empty", "set.singleton", "set.union", b.each(v.Members(), s.Args()[0], depth))
	case Bag:
		return b.bag(s, v, depth)
	case Tuple:
		args := make([]*term.Term, len(v.Elems()))
		for i, e := range v.Elems() {
			args[i] = b.build(s.Args()[i], e, depth+1)
		}
		if b.err != nil {
			return nil
		}
		t, err := b.st.App(b.st.Func(term.Func{Kind: term.TupleFunc}), args...)
		if err != nil {
			return b.fail("%v", err)
		}
		return t
	case Nullable:
		if v.Len() == 0 {
			return b.op("nullable.null", s, nil)
		}
		return b.op("nullable.some", nil, nil, b.each(v.Elems(), s.Args()[0], depth)...)
	case RegLan, Func, Open, Invalid:
	}
	return b.fail("%s", v)
}

func literalKind(text string) syntax.Kind {
	if text[1] == 'b' {
		return syntax.Binary
	}
	return syntax.Hex
}

func (b *termBuilder) number(n *big.Int, s *sorts.Sort) *term.Term {
	kind, tail := syntax.Numeral, ""
	if s == sorts.Real {
		kind, tail = syntax.Decimal, ".0"
	}
	t := b.st.Lit(kind, new(big.Int).Abs(n).String()+tail, s)
	if n.Sign() < 0 {
		return b.op("-", nil, nil, t)
	}
	return t
}

func (b *termBuilder) real(v Value) *term.Term {
	r, ok := v.Rat()
	if !ok {
		return b.st.Lit(syntax.Algebraic, v.String(), sorts.Real)
	}
	num := b.number(new(big.Int).Abs(r.Num()), sorts.Real)
	if !r.IsInt() {
		num = b.op("/", nil, nil, num, b.number(r.Denom(), sorts.Real))
	}
	if r.Sign() < 0 {
		return b.op("-", nil, nil, num)
	}
	return num
}

func (b *termBuilder) float(s *sorts.Sort, v Value) *term.Term {
	f := v.Float()
	name := ""
	switch {
	case f.IsNaN():
		name = "NaN"
	case f.IsInf():
		name = signed("oo", f.IsNegative())
	case f.IsZero():
		name = signed("zero", f.IsNegative())
	}
	if name != "" {
		return b.op(name, nil, s.Indices())
	}
	eb, sb := s.Indices()[0], s.Indices()[1]
	neg, exp, sig := f.Parts()
	sign := new(big.Int)
	if neg {
		sign.SetInt64(1)
	}
	return b.op("fp", nil, nil, b.bits(1, sign), b.bits(eb, exp), b.bits(sb-1, sig))
}

func signed(name string, neg bool) string {
	if neg {
		return "-" + name
	}
	return "+" + name
}

// bits makes a binary literal.
func (b *termBuilder) bits(width int, n *big.Int) *term.Term {
	return b.st.Lit(syntax.Binary, fmt.Sprintf("#b%0*b", width, n), b.st.Sorts.BitVec(width))
}

func (b *termBuilder) each(vs []Value, s *sorts.Sort, depth int) []*term.Term {
	out := make([]*term.Term, len(vs))
	for i, v := range vs {
		out[i] = b.build(s, v, depth+1)
	}
	return out
}

// joined makes one collection from single elements.
func (b *termBuilder) joined(s *sorts.Sort, empty, unit, join string, elems []*term.Term) *term.Term {
	for i := range elems {
		elems[i] = b.op(unit, nil, nil, elems[i])
	}
	switch len(elems) {
	case 0:
		return b.op(empty, s, nil)
	case 1:
		return elems[0]
	}
	return b.op(join, nil, nil, elems...)
}

func (b *termBuilder) bag(s *sorts.Sort, v Value, depth int) *term.Term {
	var parts []*term.Term
	for _, e := range v.Members() {
		parts = append(parts, b.op("bag", nil, nil, b.build(s.Args()[0], e, depth+1), b.number(v.Count(e).Big(), sorts.Int)))
	}
	switch len(parts) {
	case 0:
		return b.op("bag.empty", s, nil)
	case 1:
		return parts[0]
	}
	return b.op("bag.union_disjoint", nil, nil, parts...)
}

func (b *termBuilder) array(s *sorts.Sort, x *array, depth int) *term.Term {
	if x.fn {
		return b.fail("an array that is a function of its index")
	}
	t := b.op("const", s, nil, b.build(s.Args()[1], x.base, depth+1))
	x.tree.each(func(k, e Value) bool {
		if b.charge(partBytes) {
			t = b.op("store", nil, nil, t, b.build(s.Args()[0], k, depth+1), b.build(s.Args()[1], e, depth+1))
		}
		return b.err == nil
	})
	return t
}

func (b *termBuilder) data(s *sorts.Sort, x *data, depth int) *term.Term {
	d := Domain{Sorts: b.st.Sorts}
	fields := d.Fields(x.ctor, s)
	args := make([]*term.Term, len(x.fields))
	for i, f := range x.fields {
		args[i] = b.build(fields[i], f, depth+1)
	}
	if b.err != nil {
		return nil
	}
	// Qualified only where the fields leave the sort open: solvers do not treat the two as one.
	t, err := b.st.App(b.st.User(x.ctor, nil), args...)
	if err != nil || t.Sort() != s {
		t, err = b.st.App(b.st.User(x.ctor, s), args...)
	}
	if err != nil {
		return b.fail("%v", err)
	}
	return t
}
