package value

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// MaxDepth bounds how deeply values may nest: a list of that many cells is about what a stack can handle.
// Code that builds values calls [TooDeep] first.
const MaxDepth = 100_000

// summary is what a composite value knows about itself.
type summary struct {
	hash    uint64
	depth   int32
	partial bool // holds an open value
	// plain says that equal values look equal: nothing in the value has several forms, as arrays do.
	plain bool
}

// composite is a value that holds other values.
type composite interface{ traits() *summary }

func (t *summary) traits() *summary { return t }

func newSummary(seed uint64) summary { return summary{hash: mix(seed), depth: 1, plain: true} }

// hold accounts for a part.
func (t *summary) hold(v Value) {
	t.hash = mix(t.hash ^ Hash(v))
	t.enclose(v)
}

// enclose is hold without the hash.
func (t *summary) enclose(v Value) {
	switch v.kind {
	case Open:
		t.partial = true
		return
	case RegLan:
		t.plain = false // one language has several expressions
	}
	if c, ok := v.ref.(composite); ok {
		in := c.traits()
		t.partial = t.partial || in.partial
		t.plain = t.plain && in.plain
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

// group is a set or a bag: its keys are known values in canonical form.
type group struct {
	summary
	tree *node // sets: the value is true; bags: it is the count, an Int
}

func groupOf(kind Kind, t *node) Value {
	g := &group{summary: newSummary(uint64(kind)), tree: t}
	if t != nil {
		g.hash += t.sum
		g.partial, g.depth = t.partial, max(g.depth, t.depth)
	}
	return Value{kind: kind, ref: g}
}

// OfSet returns the set of the members, all of them known, in any order.
func OfSet(members ...Value) Value { return setWith(nil, nil, members) }

func setWith(m *Meter, t *node, members []Value) Value {
	for _, x := range members {
		t = t.with(m, x, True)
	}
	return groupOf(Set, t)
}

// With returns the set with a further member, a known value.
func (v Value) With(member Value) Value { return setWith(nil, v.ref.(*group).tree, []Value{member}) }

// Has reports whether a known value is a member of the set.
func (v Value) Has(member Value) bool {
	_, ok := v.ref.(*group).tree.get(nil, member)
	return ok
}

// Len returns the number of members of a set, of different elements of a bag, of elements of a sequence
// or tuple.
func (v Value) Len() int {
	switch x := v.ref.(type) {
	case *group:
		return x.tree.size()
	case *list:
		return x.length
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

// OfBag returns the bag that holds elems[i] as often as the Int counts[i] says; counts that are not positive
// are left out, and counts of equal elements are not added up.
func OfBag(elems, counts []Value) Value { return bagWith(nil, elems, counts) }

func bagWith(m *Meter, elems, counts []Value) Value {
	var t *node
	for i, e := range elems {
		if counts[i].Sign() > 0 {
			t = t.with(m, e, counts[i])
		}
	}
	return groupOf(Bag, t)
}

// Count returns how often a known value is in the bag, an Int.
func (v Value) Count(elem Value) Value {
	if n, ok := v.ref.(*group).tree.get(nil, elem); ok {
		return n
	}
	return OfInt(0)
}

// firstUnknown returns an unknown part of v.
func firstUnknown(v Value) *Unknown {
	if v.kind == Open {
		return v.Unknown()
	}
	c, ok := v.ref.(composite)
	if !ok || !c.traits().partial {
		return nil
	}
	var u *Unknown
	note := func(e Value) bool {
		u = firstUnknown(e)
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
		u = x.firstUnknown()
	case *array:
		if note(x.base) {
			u = x.tree.firstUnknown()
		}
	}
	return u
}

// HasUnsupported reports whether v is or holds a value that Assay cannot compute.
func (v Value) HasUnsupported() bool {
	if v.kind == Open {
		return v.Unknown().Unsupported
	}
	u := firstUnknown(v)
	return u != nil && u.Unsupported
}

// firstUnknown returns an unknown part of the values held. It goes straight to it.
func (n *node) firstUnknown() *Unknown {
	for n != nil && n.partial {
		switch {
		case n.ownPartial:
			return firstUnknown(n.val)
		case n.left != nil && n.left.partial:
			n = n.left
		default:
			n = n.right
		}
	}
	return nil
}

// HasTooLarge reports whether v is or holds a value that is open because a budget does not suffice for it.
func (v Value) HasTooLarge() bool {
	if v.kind != Open {
		u := firstUnknown(v)
		return u != nil && u.TooLarge
	}
	return v.Unknown().TooLarge
}
