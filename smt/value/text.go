package value

import (
	"math/big"
	"strconv"

	"github.com/assay-smt/assay/smt/algebraic"
)

// String returns v as SMT-LIB text as far as that can be had without knowing its sort: empty sequences,
// sets and bags go without theirs, functions and open values stand as words in angle brackets. [Term]
// makes what solvers read.
func (v Value) String() string { return string(v.append(nil)) }

func (v Value) append(dst []byte) []byte {
	switch v.kind {
	case Bool:
		return strconv.AppendBool(dst, v.n == 1)
	case Int:
		return appendInt(dst, v.Big())
	case Real:
		return v.appendReal(dst)
	case BitVec:
		return append(dst, v.BV().String()...)
	case Float:
		return append(dst, v.Float().String()...)
	case RoundingMode:
		return append(dst, v.Mode().String()...)
	case String:
		return append(dst, v.Str().Literal()...)
	case RegLan:
		return append(dst, v.Regex().String()...)
	case Char:
		return append(strconv.AppendInt(append(dst, "(_ Char "...), v.n, 10), ')')
	case Field:
		f := v.Field()
		return append(append(append(append(append(dst, "(as ff"...), f.N.String()...), " (_ FiniteField "...), f.P.String()...), "))"...)
	case Element:
		return append(dst, v.Element().Text...)
	case Open:
		if v.Unknown().Unsupported {
			return append(dst, "<unsupported>"...)
		}
		return append(dst, "<unspecified>"...)
	case Func:
		return append(dst, "<function>"...)
	case Invalid:
		return append(dst, "<none>"...)
	}
	return v.appendComposite(dst)
}

func appendInt(dst []byte, n *big.Int) []byte {
	if n.Sign() >= 0 {
		return n.Append(dst, 10)
	}
	return append(new(big.Int).Neg(n).Append(append(dst, "(- "...), 10), ')')
}

func (v Value) appendReal(dst []byte) []byte {
	if a, ok := v.ref.(algebraic.Number); ok {
		return append(dst, a.String()...)
	}
	r, _ := v.Rat()
	num := new(big.Int).Abs(r.Num())
	if r.Sign() < 0 {
		dst = append(dst, "(- "...)
	}
	if r.IsInt() {
		dst = append(num.Append(dst, 10), ".0"...)
	} else {
		dst = append(num.Append(append(dst, "(/ "...), 10), ".0 "...)
		dst = append(r.Denom().Append(dst, 10), ".0)"...)
	}
	if r.Sign() < 0 {
		dst = append(dst, ')')
	}
	return dst
}

func (v Value) appendComposite(dst []byte) []byte {
	switch x := v.ref.(type) {
	case *data:
		if len(x.fields) == 0 {
			return append(dst, x.ctor.Text...)
		}
		return appendList(append(append(dst, '('), x.ctor.Text...), x.fields)
	case *list:
		if v.kind == Tuple {
			return appendList(append(dst, "(tuple"...), x.elems)
		}
		switch len(x.elems) {
		case 0:
			return append(dst, "seq.empty"...)
		case 1:
			return appendList(append(dst, "(seq.unit"...), x.elems)
		}
		dst = append(dst, "(seq.++"...)
		for _, e := range x.elems {
			dst = appendList(append(dst, " (seq.unit"...), []Value{e})
		}
		return append(dst, ')')
	case *group:
		return v.appendGroup(dst, x)
	case *array:
		for range x.tree.size() {
			dst = append(dst, "(store "...)
		}
		if x.fn {
			dst = x.base.append(dst)
		} else {
			dst = appendList(append(append(append(dst, "((as const "...), x.sort.String()...), ')'), []Value{x.base})
		}
		x.tree.each(func(k, e Value) bool {
			dst = appendList(dst, []Value{k, e})
			return true
		})
	}
	return dst
}

func (v Value) appendGroup(dst []byte, x *group) []byte {
	if x.tree == nil {
		if v.kind == Set {
			return append(dst, "set.empty"...)
		}
		return append(dst, "bag.empty"...)
	}
	if n := x.tree.size(); n > 1 {
		if v.kind == Set {
			dst = append(dst, "(set.union"...)
		} else {
			dst = append(dst, "(bag.union_disjoint"...)
		}
		x.tree.each(func(k, n Value) bool {
			dst = v.appendMember(append(dst, ' '), k, n)
			return true
		})
		return append(dst, ')')
	}
	return v.appendMember(dst, x.tree.key, x.tree.val)
}

func (v Value) appendMember(dst []byte, k, n Value) []byte {
	if v.kind == Set {
		return appendList(append(dst, "(set.singleton"...), []Value{k})
	}
	return appendList(append(dst, "(bag"...), []Value{k, n})
}

// appendList writes the values and the closing parenthesis.
func appendList(dst []byte, vs []Value) []byte {
	for _, e := range vs {
		dst = e.append(append(dst, ' '))
	}
	return append(dst, ')')
}
