package value

import (
	"cmp"
	"math/big"
	"strings"

	"github.com/assay-smt/assay/smt/algebraic"
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/term"
)

// Compare is a total order of known values of one sort: numbers by size, bit-vectors without sign,
// strings by code points, all others in some fixed way. Equal means equal as values, except that arrays
// have to be made [Canonical] first.
func Compare(a, b Value) int {
	if a.kind != b.kind {
		return cmp.Compare(a.kind, b.kind)
	}
	switch a.kind {
	case Bool, RoundingMode, Char:
		return cmp.Compare(a.n, b.n)
	case Int, Real:
		return CompareNumbers(a, b)
	case BitVec:
		if a.ref == nil && b.ref == nil {
			return cmp.Compare(uint64(a.n), uint64(b.n))
		}
		return bitvec.Compare(a.BV(), b.BV())
	case Float:
		return a.Float().Compare(b.Float())
	case String:
		return smtstr.Compare(a.Str(), b.Str())
	case Element:
		return compareElements(a.Element(), b.Element())
	case Field:
		return a.Field().N.Cmp(b.Field().N)
	case Open:
		return cmp.Compare(a.Unknown().ID, b.Unknown().ID)
	case RegLan:
		return cmp.Compare(a.Regex().ID(), b.Regex().ID())
	}
	return compareComposites(a, b)
}

func compareElements(a, b *term.Decl) int {
	if a == b {
		return 0
	}
	// Shorter names first: U!val!9 comes before U!val!10.
	return cmp.Or(cmp.Compare(len(a.Name), len(b.Name)), strings.Compare(a.Name, b.Name))
}

func compareComposites(a, b Value) int {
	if a.ref == b.ref {
		return 0
	}
	switch x := a.ref.(type) {
	case *data:
		y := b.ref.(*data)
		if c := strings.Compare(x.ctor.Name, y.ctor.Name); c != 0 {
			return c
		}
		return compareLists(x.fields, y.fields)
	case *list:
		return compareLists(x.elems, b.ref.(*list).elems)
	case *group:
		return compareTrees(x.tree, b.ref.(*group).tree)
	case *array:
		y := b.ref.(*array)
		return cmp.Or(Compare(x.base, y.base), compareTrees(x.tree, y.tree))
	}
	return cmp.Compare(Hash(a), Hash(b))
}

func compareLists(a, b []Value) int {
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	for i := range a {
		if c := Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

func compareTrees(a, b *node) int {
	if c := cmp.Compare(a.size(), b.size()); c != 0 || a == b {
		return c
	}
	flat := func(n *node) (out []Value) {
		n.each(func(k, v Value) bool {
			out = append(out, k, v)
			return true
		})
		return out
	}
	return compareLists(flat(a), flat(b))
}

// Hash is equal for values that Compare calls equal.
func Hash(v Value) uint64 {
	h := uint64(v.kind)<<56 ^ uint64(v.w)<<32
	switch x := v.ref.(type) {
	case nil:
		return mix(h ^ uint64(v.n)*0x9e3779b97f4a7c15)
	case composite:
		return x.traits().hash
	case *big.Int:
		return mix(h ^ hashInt(x))
	case *big.Rat:
		return mix(h ^ hashInt(x.Num()) ^ mix(hashInt(x.Denom())))
	case algebraic.Number:
		return mix(h ^ hashInt(x.Floor())) // equal numbers may be written differently
	case bitvec.BV:
		return mix(h ^ hashInt(x.Big()))
	case softfloat.Float:
		return mix(h ^ hashInt(x.Bits()))
	case smtstr.String:
		return mix(h ^ hashText(x.Literal()))
	case *term.Decl:
		return mix(h ^ hashText(x.Name))
	case *FieldElement:
		return mix(h ^ hashInt(x.N))
	case *Unknown:
		return mix(h ^ uint64(x.ID))
	}
	return mix(h)
}

func hashInt(n *big.Int) uint64 {
	h := uint64(n.Sign() + 2)
	for _, w := range n.Bits() {
		h = mix(h ^ uint64(w))
	}
	return h
}

func hashText(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// mix spreads the bits of h over the whole word.
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// Key appends bytes that two values of one sort share only when Compare calls them equal, or when they hold
// equal unknowns at equal places.
func Key(dst []byte, v Value) []byte {
	dst = append(dst, byte(v.kind))
	switch x := v.ref.(type) {
	case *data:
		dst = append(dst, x.ctor.Name...)
		return keys(append(dst, 0), x.fields)
	case *list:
		return keys(dst, x.elems)
	case *group:
		return keyTree(dst, x.tree)
	case *array:
		return keyTree(Key(dst, x.base), x.tree)
	case *function:
		return appendUint(dst, x.hash)
	case *Unknown:
		return appendUint(dst, uint64(x.ID))
	}
	return append(append(dst, v.String()...), 0)
}

func keys(dst []byte, vs []Value) []byte {
	dst = appendUint(dst, uint64(len(vs)))
	for _, v := range vs {
		dst = Key(dst, v)
	}
	return dst
}

func keyTree(dst []byte, n *node) []byte {
	dst = appendUint(dst, uint64(n.size()))
	n.each(func(k, v Value) bool {
		dst = Key(Key(dst, k), v)
		return true
	})
	return dst
}

func appendUint(dst []byte, n uint64) []byte {
	for range 8 {
		dst = append(dst, byte(n))
		n >>= 8
	}
	return dst
}
