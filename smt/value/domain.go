package value

import (
	"math/big"

	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Domain says which values sorts have. What it does not say about the sorts that a script declares is
// unknown. Safe for concurrent use except while sorts are made: it makes the sorts of constructor fields.
type Domain struct {
	Sorts *sorts.Store
	// Datatypes are the script's datatypes by name.
	Datatypes map[string]*term.Datatype
	// Universes are the known elements of uninterpreted sorts.
	Universes map[*sorts.Sort]Universe
	// Meter bounds the work of the methods, nil for no bound. A domain that is used concurrently has none.
	Meter *Meter
}

// Universe is the set of elements of an uninterpreted sort; there may be more of them unless Complete.
type Universe struct {
	Elements []*term.Decl
	Complete bool
}

// Extent says whether a sort has finitely many values.
type Extent uint8

// The extents.
const (
	Unstated Extent = iota
	Finite
	Infinite
)

// Huge is the size that stands for any finite size of at least that much.
const Huge = 1 << 62

// maxSortDepth bounds how deeply a sort's parts are followed.
const maxSortDepth = 64

// Size returns the number of values of s when it is finite, at most [Huge].
func (d *Domain) Size(s *sorts.Sort) (n uint64, e Extent) {
	c := counter{Domain: d}
	n, _, e = c.size(s, 0)
	return n, e
}

// counter is one run of Size. Sorts of fields are counted once, however often they occur.
type counter struct {
	*Domain
	known map[*sorts.Sort]counted
	path  map[*sorts.Sort]bool // datatypes that are being counted and that contain values of the current one
}

// counted is the size of a sort and how deeply its parts nest.
type counted struct {
	n      uint64
	height int
}

func (d *counter) size(s *sorts.Sort, depth int) (n uint64, height int, e Extent) {
	if depth > maxSortDepth {
		return 0, 0, Unstated // how much further it goes is unknown
	}
	switch s.Kind() { //exhaustive:enforce
	case sorts.Basic:
		switch s {
		case sorts.Bool:
			return 2, 0, Finite
		case sorts.RoundingMode:
			return 5, 0, Finite
		case sorts.Int, sorts.Real, sorts.String, sorts.RegLan:
			return 0, 0, Infinite
		}
		return 0, 0, Unstated
	case sorts.BitVec:
		return power(2, uint64(s.Width())), 0, Finite
	case sorts.Float:
		eb, sb := s.Indices()[0], s.Indices()[1]
		if eb+sb >= 62 {
			return Huge, 0, Finite
		}
		// All NaNs are one: of 2^(sb-1) significands, the nonzero ones are subtracted for both signs.
		return 1<<(eb+sb) - 1<<sb + 3, 0, Finite
	case sorts.Field:
		if p := s.Order(); p.IsUint64() {
			return min(Huge, p.Uint64()), 0, Finite
		}
		return Huge, 0, Finite
	case sorts.Array, sorts.Func:
		return d.functions(s.Args(), depth)
	case sorts.Applied:
		return d.applied(s, depth)
	case sorts.User:
		if data := d.Datatypes[s.Name()]; data != nil {
			return d.dataSize(data, s, depth)
		}
		if u, ok := d.Universes[s]; ok && u.Complete {
			return uint64(len(u.Elements)), 0, Finite
		}
	case sorts.Indexed, sorts.Param, sorts.Invalid:
	}
	return 0, 0, Unstated
}

// functions returns the number of functions from all but the last of ss to the last.
func (d *counter) functions(ss []*sorts.Sort, depth int) (n uint64, height int, e Extent) {
	result, high, e := d.size(ss[len(ss)-1], depth+1)
	if e != Finite || result == 1 {
		return result, high + 1, e
	}
	n, height, e = d.product(ss[:len(ss)-1], depth)
	return power(result, n), max(height, high+1), e
}

func (d *counter) applied(s *sorts.Sort, depth int) (n uint64, height int, e Extent) {
	switch s.Name() {
	case "Seq", "Bag":
		return 0, 0, Infinite
	case "Set":
		n, height, e = d.product(s.Args()[:1], depth)
		if e == Finite {
			n = power(2, n)
		}
		return n, height, e
	case "Tuple":
		return d.product(s.Args(), depth)
	case "Nullable":
		n, height, e = d.product(s.Args(), depth)
		return min(Huge, n+1), height, e
	}
	return 0, 0, Unstated
}

func (d *counter) product(ss []*sorts.Sort, depth int) (n uint64, height int, e Extent) {
	n = 1
	for _, s := range ss {
		m, high, e := d.size(s, depth+1)
		if e != Finite {
			return 0, 0, e
		}
		n, height = times(n, m), max(height, high+1)
	}
	return n, height, Finite
}

func (d *counter) dataSize(data *term.Datatype, s *sorts.Sort, depth int) (n uint64, height int, e Extent) {
	if data.Co {
		return 0, 0, Unstated
	}
	if old, ok := d.known[s]; ok {
		if depth+old.height > maxSortDepth {
			return 0, 0, Unstated
		}
		return old.n, old.height, Finite
	}
	if d.path[s] {
		return 0, 0, Infinite // its values contain one another
	}
	if d.path == nil {
		d.path = map[*sorts.Sort]bool{}
	}
	d.path[s] = true
	defer delete(d.path, s)
	for _, c := range data.Ctors {
		m, high, e := d.product(d.Fields(c, s), depth)
		if e != Finite {
			return 0, 0, e
		}
		n, height = min(Huge, n+m), max(height, high)
	}
	if d.known == nil {
		d.known = map[*sorts.Sort]counted{}
	}
	d.known[s] = counted{n, height}
	return n, height, Finite
}

// Fields returns the sorts of a constructor's fields in the datatype s.
func (d *Domain) Fields(ctor *term.Decl, s *sorts.Sort) []*sorts.Sort {
	if !ctor.Poly {
		return ctor.Params
	}
	by := map[string]*sorts.Sort{}
	sorts.Unify(ctor.Result, s, by)
	out := make([]*sorts.Sort, len(ctor.Params))
	for i, p := range ctor.Params {
		out[i] = d.Sorts.Substitute(p, by)
	}
	return out
}

func times(a, b uint64) uint64 {
	if b != 0 && a > Huge/b {
		return Huge
	}
	return min(Huge, a*b)
}

func power(base, exp uint64) uint64 {
	n := uint64(1)
	for range min(exp, 64) {
		n = times(n, base)
	}
	return n
}

// All returns every value of s in a fixed order when there are at most limit. The caller must not change the slice.
func (d *Domain) All(s *sorts.Sort, limit int) (all []Value, ok bool) {
	l := lister{Domain: d, limit: limit}
	return l.all(s)
}

// lister is one run of All. The values of a sort are listed once, however often it occurs.
type lister struct {
	*Domain
	limit int
	known map[*sorts.Sort][]Value
}

func (d *lister) all(s *sorts.Sort) (all []Value, ok bool) {
	if all, ok := d.known[s]; ok {
		return all, true
	}
	n, e := d.Size(s)
	if e != Finite || n > uint64(d.limit) || !d.Meter.Spend(int(n)) || !d.Meter.Take(int(n)*elemBytes) {
		return nil, false
	}
	switch s.Kind() {
	case sorts.Basic:
		if s == sorts.Bool {
			return []Value{False, True}, true
		}
		for m := softfloat.RNE; m <= softfloat.RTZ; m++ {
			all = append(all, OfMode(m))
		}
	case sorts.BitVec:
		for i := range n {
			all = append(all, OfBV(bitvec.New(s.Width(), i)))
		}
	case sorts.Float:
		all = d.floats(s)
	case sorts.Field:
		p := s.Order()
		for i := range n {
			all = append(all, OfField(new(big.Int).SetUint64(i), p))
		}
	case sorts.Array:
		all = d.arrays(s)
	case sorts.Applied:
		all = d.collections(s)
	case sorts.User:
		all = d.userValues(s)
	default:
		return nil, false
	}
	if uint64(len(all)) != n || d.Meter.Exceeded() != "" {
		return nil, false
	}
	if d.known == nil {
		d.known = map[*sorts.Sort][]Value{}
	}
	d.known[s] = all
	return all, true
}

func (d *Domain) floats(s *sorts.Sort) (all []Value) {
	f := softfloat.Format{EB: s.Indices()[0], SB: s.Indices()[1]}
	nan := false
	for i := range uint64(1) << (f.EB + f.SB) {
		x := softfloat.FromBits(f, new(big.Int).SetUint64(i))
		if x.IsNaN() && nan {
			continue
		}
		nan = nan || x.IsNaN()
		all = append(all, OfFloat(x))
	}
	return all
}

func (d *lister) arrays(s *sorts.Sort) []Value {
	index, ok := d.all(s.Args()[0])
	elems, also := d.all(s.Args()[1])
	if !ok || !also || len(elems) == 0 {
		return nil
	}
	all := []Value{OfConst(s, elems[0])}
	for _, i := range index {
		var next []Value
		for _, a := range all {
			next = append(next, a)
			for _, e := range elems[1:] {
				next = append(next, a.storeWith(d.Meter, i, e))
			}
		}
		all = next
	}
	// Others hold them as members and indices.
	for i := range all {
		if all[i], ok = d.Canonical(all[i]); !ok {
			return nil
		}
	}
	return all
}

func (d *lister) collections(s *sorts.Sort) []Value {
	if s.Name() == "Tuple" {
		return d.rows(s.Args(), OfTuple)
	}
	members, ok := d.all(s.Args()[0])
	if !ok {
		return nil
	}
	if s.Name() == "Nullable" {
		all := []Value{OfNullable(nil)}
		for _, m := range members {
			all = append(all, OfNullable([]Value{m}))
		}
		return all
	}
	all := []Value{OfSet()}
	for _, m := range members {
		for _, set := range all[:len(all):len(all)] {
			all = append(all, setWith(d.Meter, set.ref.(*group).tree, []Value{m}))
		}
	}
	return all
}

// rows returns every combination of values of ss, made into one value each.
func (d *lister) rows(ss []*sorts.Sort, with func([]Value) Value) (all []Value) {
	parts := [][]Value{nil}
	for _, s := range ss {
		vs, ok := d.all(s)
		if !ok {
			return nil
		}
		var next [][]Value
		for _, p := range parts {
			for _, v := range vs {
				next = append(next, append(p[:len(p):len(p)], v))
			}
			if !d.Meter.Take(len(vs) * (len(p) + 1) * elemBytes) {
				return nil
			}
		}
		parts = next
	}
	for _, p := range parts {
		all = append(all, with(p))
	}
	return all
}

func (d *lister) userValues(s *sorts.Sort) (all []Value) {
	data := d.Datatypes[s.Name()]
	if data == nil {
		for _, e := range d.Universes[s].Elements {
			all = append(all, OfElement(e))
		}
		return all
	}
	for _, c := range data.Ctors {
		all = append(all, d.rows(d.Fields(c, s), func(fields []Value) Value { return OfData(c, s, fields) })...)
	}
	return all
}

// --- collections under the meter ---

// Compare is [Compare] under the meter.
func (d *Domain) Compare(a, b Value) int { return compareWith(d.Meter, a, b) }

// Select returns the element of an array at a known index.
func (d *Domain) Select(a, index Value) Value { return a.selectWith(d.Meter, index) }

// Store returns an array with elem at a known index.
func (d *Domain) Store(a, index, elem Value) Value {
	d.Meter.Take(listBytes)
	return a.storeWith(d.Meter, index, elem)
}

// Insert returns a set with further members, known values in canonical form.
func (d *Domain) Insert(set Value, members ...Value) Value {
	d.Meter.Take(listBytes)
	return setWith(d.Meter, set.ref.(*group).tree, members)
}

// Has reports whether a known value in canonical form is a member of a set.
func (d *Domain) Has(set, member Value) bool {
	_, ok := set.ref.(*group).tree.get(d.Meter, member)
	return ok
}

// Count returns how often a known value in canonical form is in a bag, an Int.
func (d *Domain) Count(bag, elem Value) Value {
	if n, ok := bag.ref.(*group).tree.get(d.Meter, elem); ok {
		return n
	}
	return OfInt(0)
}

// Bag is [OfBag] under the meter.
func (d *Domain) Bag(elems, counts []Value) Value { return bagWith(d.Meter, elems, counts) }

func (d *Domain) combined(a, b Value, c combination) Value {
	d.Meter.Take(listBytes)
	return groupOf(a.kind, c.combine(d.Meter, a.ref.(*group).tree, b.ref.(*group).tree))
}

// Union returns the union of two sets.
func (d *Domain) Union(a, b Value) Value {
	return d.combined(a, b, combination{left: true, right: true, itself: true})
}

// Inter returns the intersection of two sets.
func (d *Domain) Inter(a, b Value) Value { return d.combined(a, b, combination{itself: true}) }

// Minus returns the members of a that are not in b.
func (d *Domain) Minus(a, b Value) Value {
	return d.combined(a, b, combination{left: true, both: func(_, _ Value) (Value, bool) { return Value{}, false }})
}

// MergeBags combines two bags: left and right say whether elements that only one of them has are kept, and both combines the
// counts of those that both have.
func (d *Domain) MergeBags(a, b Value, left, right bool, both func(x, y Value) Value) Value {
	return d.combined(a, b, combination{left: left, right: right, both: func(x, y Value) (Value, bool) {
		n := both(x, y)
		return n, n.Sign() > 0
	}})
}

// MergeSetArrays combines two sets that are arrays of Booleans with one value at all other indices. op says whether an element
// is in the result, an array of the sort, given whether it is in each of them. It does not inspect open entries.
func (d *Domain) MergeSetArrays(s *sorts.Sort, a, b Value, op func(a, b bool) bool) Value {
	x, y := a.ref.(*array), b.ref.(*array)
	in, also := x.base.IsTrue(), y.base.IsTrue()
	// Where only one side has an entry, the other's base either leaves it unchanged, or determines it as it determines
	// the base, or inverts it.
	left, right := op(true, also) != op(false, also), op(in, true) != op(in, false)
	t, u := x.tree, y.tree
	if left && !op(true, also) {
		t = d.inverted(t)
	}
	if right && !op(in, true) {
		u = d.inverted(u)
	}
	flipT, flipU := left && !op(true, also), right && !op(in, true)
	c := combination{left: left, right: right, both: func(x, y Value) (Value, bool) {
		return OfBool(op(x.IsTrue() != flipT, y.IsTrue() != flipU)), true
	}}
	d.Meter.Take(listBytes)
	return newArray(s, OfBool(op(in, also)), false, c.combine(d.Meter, t, u))
}

// inverted returns the tree with true and false swapped.
func (d *Domain) inverted(n *node) *node {
	if n == nil || !d.Meter.Spend(1) || !d.Meter.Take(nodeBytes) {
		return nil
	}
	c := *n
	c.left, c.right = d.inverted(n.left), d.inverted(n.right)
	c.put(OfBool(!n.val.IsTrue()))
	return c.total()
}
