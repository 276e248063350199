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

// Compare is a total order of known values of one sort: numbers by size, bit-vectors as unsigned numbers,
// strings by code points, all others in some fixed way. Equal means equal as values, except that arrays have
// to be made [Canonical] first. Shared parts are compared once.
func Compare(a, b Value) int { return compareWith(nil, a, b) }

// compareWith is Compare at the cost of a meter; its result is worthless once that is exceeded.
func compareWith(m *Meter, a, b Value) int {
	if a.ref == nil && b.ref == nil && a.kind == b.kind {
		return compareSmall(a, b)
	}
	c := comparison{meter: m}
	return c.compare(a, b)
}

// compareSmall orders two values of one kind that are stored in their structs.
func compareSmall(a, b Value) int {
	switch a.kind {
	case Int, Real:
		return CompareNumbers(a, b)
	case BitVec:
		if a.w != b.w {
			return cmp.Compare(a.w, b.w)
		}
		return cmp.Compare(uint64(a.n), uint64(b.n))
	}
	return cmp.Compare(a.n, b.n)
}

// comparison is one run of Compare or Same.
type comparison struct {
	meter *Meter
	steps int
	// same joins parts that were found equal into classes, each represented by one member; nil until there are many.
	same map[any]any
}

// fewSteps is how many steps a comparison takes before it remembers what it found equal: plain trees are small, but
// graphs that stand for large trees take many steps.
const fewSteps = 64

// step counts one pair of composite values. It reports whether the pair is known to be equal, or no longer needs to be
// compared.
func (c *comparison) step(x, y any) bool {
	if x == y {
		return true
	}
	c.steps++
	return !c.meter.Spend(1) || c.steps > fewSteps && c.class(x) == c.class(y)
}

// class returns the representative of everything that x is equal to.
func (c *comparison) class(x any) any {
	for {
		up, ok := c.same[x]
		if !ok {
			return x
		}
		if next, ok := c.same[up]; ok {
			c.same[x] = next
		}
		x = up
	}
}

// unite records that two parts are equal.
func (c *comparison) unite(x, y any) {
	if c.steps <= fewSteps {
		return
	}
	if c.same == nil {
		c.same = map[any]any{}
	}
	if x, y = c.class(x), c.class(y); x != y {
		c.same[x] = y
	}
}

func (c *comparison) compare(a, b Value) int {
	if a.kind != b.kind {
		return cmp.Compare(a.kind, b.kind)
	}
	if a.ref == nil && b.ref == nil {
		return compareSmall(a, b)
	}
	switch a.kind {
	case Bool, RoundingMode, Char:
		return cmp.Compare(a.n, b.n)
	case Int, Real:
		c.meter.Spend(cost(a) + cost(b))
		return CompareNumbers(a, b)
	case BitVec:
		if a.w != b.w {
			return cmp.Compare(a.w, b.w)
		}
		c.meter.Spend(cost(a))
		return bitvec.Compare(a.BV(), b.BV())
	case Float:
		c.meter.Spend(cost(a))
		if f, g := a.Float().Format(), b.Float().Format(); f != g {
			return cmp.Or(cmp.Compare(f.EB, g.EB), cmp.Compare(f.SB, g.SB))
		}
		return a.Float().Compare(b.Float())
	case String:
		if !c.unfold(a) || !c.unfold(b) {
			return 0
		}
		c.meter.Spend(1 + min(a.TextLen(), b.TextLen())/64)
		return smtstr.Compare(a.Str(), b.Str())
	case Element:
		return compareElements(a.Element(), b.Element())
	case Field:
		return cmp.Or(a.Field().N.Cmp(b.Field().N), a.Field().P.Cmp(b.Field().P))
	case Open:
		return cmp.Compare(a.Unknown().ID, b.Unknown().ID)
	case RegLan:
		return cmp.Compare(a.Regex().ID(), b.Regex().ID())
	}
	if c.step(a.ref, b.ref) {
		return 0
	}
	r := c.composites(a, b)
	if r == 0 {
		c.unite(a.ref, b.ref)
	}
	return r
}

// unfold charges the cost of inspecting a value.
func (c *comparison) unfold(v Value) bool {
	n := v.Unfolding()
	return n == 0 || c.meter.Take(n) && c.meter.Spend(n/elemBytes)
}

// cost returns approximately how many words a basic value takes.
func cost(v Value) int {
	switch x := v.ref.(type) {
	case *big.Int:
		return 1 + x.BitLen()/64
	case *big.Rat:
		// The comparison multiplies.
		n := 1 + (x.Num().BitLen()+x.Denom().BitLen())/64
		return n * (1 + n/64)
	case algebraic.Number:
		return x.Effort()
	case bitvec.BV:
		return 1 + x.Width()/64
	case softfloat.Float:
		return 1 + x.Format().SB/64
	case smtstr.String:
		return 1 + x.Len()/4
	case *text:
		if x.whole.Load() == nil {
			return 1 // the code that puts it together charges the cost
		}
		return 1 + x.length/4
	}
	return 1
}

// Bytes returns approximately how many bytes a newly built value takes, without the values that it holds.
func Bytes(v Value) int {
	switch x := v.ref.(type) {
	case nil:
		return 0
	case *big.Int:
		return elemBytes + x.BitLen()/8
	case *big.Rat:
		return 2*elemBytes + (x.Num().BitLen()+x.Denom().BitLen())/8
	case algebraic.Number:
		return algebraicBytes
	case bitvec.BV:
		return elemBytes + x.Width()/8
	case softfloat.Float:
		return 2*elemBytes + x.Format().SB/8
	case smtstr.String:
		return elemBytes + x.Len()*charBytes
	case *text:
		return textBytes
	case *list:
		if x.left == nil {
			return listBytes + x.length*elemBytes
		}
		return listBytes
	case *data:
		return listBytes + len(x.fields)*elemBytes
	}
	return listBytes
}

// algebraicBytes is the assumed size of an irrational number: degree times coefficients are bounded.
const algebraicBytes = 1 << 14

// Cost returns approximately how many machine words an operation inspects that goes once through a basic value; 1 for
// composite values.
func Cost(v Value) int { return cost(v) }

func compareElements(a, b *term.Decl) int {
	if a == b {
		return 0
	}
	// Shorter names first: U!val!9 comes before U!val!10.
	return cmp.Or(cmp.Compare(len(a.Name), len(b.Name)), strings.Compare(a.Name, b.Name))
}

func (c *comparison) composites(a, b Value) int {
	switch x := a.ref.(type) {
	case *data:
		y := b.ref.(*data)
		if r := strings.Compare(x.ctor.Name, y.ctor.Name); r != 0 {
			return r
		}
		return c.lists(x.fields, y.fields)
	case *list:
		if r := cmp.Compare(x.length, b.ref.(*list).length); r != 0 || !c.unfold(a) || !c.unfold(b) {
			return r
		}
		return c.lists(a.Elems(), b.Elems())
	case *group:
		return c.trees(x.tree, b.ref.(*group).tree)
	case *array:
		y := b.ref.(*array)
		if r := c.compare(x.base, y.base); r != 0 {
			return r
		}
		return c.trees(x.tree, y.tree)
	}
	return cmp.Compare(Hash(a), Hash(b))
}

func (c *comparison) lists(a, b []Value) int {
	if r := cmp.Compare(len(a), len(b)); r != 0 {
		return r
	}
	for i := range a {
		if !c.meter.Spend(1) {
			return 0
		}
		if r := c.compare(a[i], b[i]); r != 0 {
			return r
		}
	}
	return 0
}

func (c *comparison) trees(a, b *node) int {
	if r := cmp.Compare(a.size(), b.size()); r != 0 || a == b {
		return r
	}
	var x, y cursor
	x.down(a)
	y.down(b)
	for n, m := x.next(), y.next(); n != nil; n, m = x.next(), y.next() {
		if !c.meter.Spend(1) {
			return 0
		}
		if n == m {
			continue
		}
		if r := cmp.Or(c.compare(n.key, m.key), c.compare(n.val, m.val)); r != 0 {
			return r
		}
	}
	return 0
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
		return mix(h ^ hashInt(x.Floor())) // equal numbers may be represented differently
	case bitvec.BV:
		return mix(h ^ hashInt(x.Big()))
	case softfloat.Float:
		return mix(h ^ uint64(x.Format().EB)<<40 ^ uint64(x.Format().SB) ^ mix(hashInt(x.Bits())))
	case smtstr.String:
		return mix(h ^ x.Hash())
	case *text:
		return mix(h ^ v.Str().Hash())
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
