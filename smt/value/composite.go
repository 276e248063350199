package value

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// MaxDepth bounds how deeply values may hold one another: a list of that many cells is about what a stack
// can walk. Whoever builds values asks [TooDeep] first.
const MaxDepth = 100_000

// summary is what a value that holds others knows of itself.
type summary struct {
	hash    uint64
	depth   int32
	partial bool // holds an open value
}

// composite is a value that holds other values.
type composite interface{ traits() *summary }

func (t *summary) traits() *summary { return t }

func newSummary(seed uint64) summary { return summary{hash: mix(seed), depth: 1} }

// hold takes a part into account.
func (t *summary) hold(v Value) {
	t.hash = mix(t.hash ^ Hash(v))
	if v.kind == Open {
		t.partial = true
		return
	}
	if c, ok := v.ref.(composite); ok {
		in := c.traits()
		t.partial = t.partial || in.partial
		t.depth = max(t.depth, in.depth+1)
	}
}

// TooDeep reports whether a value that holds v would nest too deeply.
func TooDeep(v Value) bool {
	c, ok := v.ref.(composite)
	return ok && c.traits().depth >= MaxDepth
}

// data is a value of a datatype.
type data struct {
	summary
	ctor   *term.Decl
	sort   *sorts.Sort
	fields []Value
}

// OfData returns the constructor applied to fields, a value of the sort. It keeps the slice.
func OfData(ctor *term.Decl, sort *sorts.Sort, fields []Value) Value {
	d := &data{summary: newSummary(hashText(ctor.Name)), ctor: ctor, sort: sort, fields: fields}
	for _, f := range fields {
		d.hold(f)
	}
	return Value{kind: Data, ref: d}
}

// Data returns constructor and fields of a datatype's value. The caller must not change the slice.
func (v Value) Data() (ctor *term.Decl, fields []Value) {
	d := v.ref.(*data)
	return d.ctor, d.fields
}

// list is a sequence or a tuple.
type list struct {
	summary
	elems []Value
}

func ofList(kind Kind, elems []Value) Value {
	l := &list{summary: newSummary(uint64(kind) + uint64(len(elems))<<8), elems: elems}
	for _, e := range elems {
		l.hold(e)
	}
	return Value{kind: kind, ref: l}
}

// OfSeq returns the sequence of elems. It keeps the slice.
func OfSeq(elems []Value) Value { return ofList(Seq, elems) }

// OfTuple returns the tuple of elems. It keeps the slice.
func OfTuple(elems []Value) Value { return ofList(Tuple, elems) }

// Elems returns the elements of a sequence or tuple. The caller must not change the slice.
func (v Value) Elems() []Value { return v.ref.(*list).elems }

// group is a set or a bag: its keys are known values.
type group struct {
	summary
	tree *node // bags: the value is the count, an Int
}

// OfSet returns the set of the members, all of them known, in any order.
func OfSet(members ...Value) Value {
	var t *node
	for _, m := range members {
		t = t.with(m, True)
	}
	return setOf(t)
}

func setOf(t *node) Value {
	s := &group{summary: newSummary(uint64(Set)), tree: t}
	s.summarise(t)
	return Value{kind: Set, ref: s}
}

// summarise takes the entries of a tree into account, independently of its shape.
func (t *summary) summarise(n *node) {
	n.each(func(k, v Value) bool {
		in := newSummary(1)
		in.hold(k)
		in.hold(v)
		t.hash += in.hash
		t.partial = t.partial || in.partial
		t.depth = max(t.depth, in.depth)
		return true
	})
}

// With returns the set with a further member, a known value.
func (v Value) With(member Value) Value { return setOf(v.ref.(*group).tree.with(member, True)) }

// Has reports whether a known value is a member of the set.
func (v Value) Has(member Value) bool {
	_, ok := v.ref.(*group).tree.get(member)
	return ok
}

// Len returns the number of members of a set, of different elements of a bag, of elements of a sequence
// or tuple.
func (v Value) Len() int {
	switch x := v.ref.(type) {
	case *group:
		return x.tree.size()
	case *list:
		return len(x.elems)
	}
	return 0
}

// Members returns the members of a set or the different elements of a bag in increasing order.
func (v Value) Members() []Value {
	g := v.ref.(*group)
	out := make([]Value, 0, g.tree.size())
	g.tree.each(func(k, _ Value) bool {
		out = append(out, k)
		return true
	})
	return out
}

// OfBag returns the bag that holds elems[i] as often as counts[i] says, an Int; counts that are not
// positive are left out, and counts of equal elements are not added up.
func OfBag(elems, counts []Value) Value {
	var t *node
	for i, e := range elems {
		if counts[i].Sign() > 0 {
			t = t.with(e, counts[i])
		}
	}
	b := &group{summary: newSummary(uint64(Bag)), tree: t}
	b.summarise(t)
	return Value{kind: Bag, ref: b}
}

// Count returns how often a known value is in the bag, an Int.
func (v Value) Count(elem Value) Value {
	if n, ok := v.ref.(*group).tree.get(elem); ok {
		return n
	}
	return OfInt(0)
}

// firstUnknown returns a part of v that is not known.
func firstUnknown(v Value, depth int) *Unknown {
	if v.kind == Open {
		return v.Unknown()
	}
	c, ok := v.ref.(composite)
	if !ok || !c.traits().partial {
		return nil
	}
	var u *Unknown
	note := func(e Value) bool {
		u = firstUnknown(e, depth+1)
		return u == nil
	}
	switch x := v.ref.(type) {
	case *data:
		for _, f := range x.fields {
			if !note(f) {
				break
			}
		}
	case *list:
		for _, f := range x.elems {
			if !note(f) {
				break
			}
		}
	case *array:
		if note(x.base) {
			x.tree.each(func(_, e Value) bool { return note(e) })
		}
	}
	return u
}

// HasUnsupported reports whether v is, or holds, a value that Assay cannot work out.
func (v Value) HasUnsupported() bool {
	if v.kind == Open {
		return v.Unknown().Unsupported
	}
	u := firstUnknown(v, 0)
	return u != nil && u.Unsupported
}
