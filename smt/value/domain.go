package value

import (
	"math/big"

	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Domain says which values sorts have. What it does not say of the sorts that a script declares is not known.
// Safe for concurrent use except while sorts are made: it makes the sorts of constructor fields.
type Domain struct {
	Sorts *sorts.Store
	// Datatypes are the script's datatypes by name.
	Datatypes map[string]*term.Datatype
	// Universes are the uninterpreted sorts' elements as far as they are known.
	Universes map[*sorts.Sort]Universe
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

// Huge is the size that stands for any finite size from there on.
const Huge = 1 << 62

// maxSortDepth bounds how deep a sort's parts are followed.
const maxSortDepth = 64

// Size returns the number of values of s when it is finite, at most [Huge].
func (d *Domain) Size(s *sorts.Sort) (n uint64, e Extent) { return d.size(s, 0) }

func (d *Domain) size(s *sorts.Sort, depth int) (n uint64, e Extent) {
	if depth > maxSortDepth {
		return 0, Infinite // only a recursive datatype nests so deeply
	}
	switch s.Kind() { //exhaustive:enforce
	case sorts.Basic:
		switch s {
		case sorts.Bool:
			return 2, Finite
		case sorts.RoundingMode:
			return 5, Finite
		case sorts.Int, sorts.Real, sorts.String, sorts.RegLan:
			return 0, Infinite
		}
		return 0, Unstated
	case sorts.BitVec:
		return power(2, uint64(s.Width())), Finite
	case sorts.Float:
		eb, sb := s.Indices()[0], s.Indices()[1]
		if eb+sb >= 62 {
			return Huge, Finite
		}
		// All NaNs are one: of 2^(sb-1) significands, the non-zero ones are taken away for both signs.
		return 1<<(eb+sb) - 1<<sb + 3, Finite
	case sorts.Field:
		return uint64(s.Indices()[0]), Finite
	case sorts.Array, sorts.Func:
		return d.functions(s.Args(), depth)
	case sorts.Applied:
		return d.applied(s, depth)
	case sorts.User:
		if data := d.Datatypes[s.Name()]; data != nil {
			return d.dataSize(data, s, depth)
		}
		if u, ok := d.Universes[s]; ok && u.Complete {
			return uint64(len(u.Elements)), Finite
		}
	case sorts.Indexed, sorts.Param, sorts.Invalid:
	}
	return 0, Unstated
}

// functions returns the number of functions from all but the last of ss to the last.
func (d *Domain) functions(ss []*sorts.Sort, depth int) (n uint64, e Extent) {
	result, e := d.size(ss[len(ss)-1], depth+1)
	if e != Finite || result == 1 {
		return result, e
	}
	n = 1
	for _, s := range ss[:len(ss)-1] {
		m, e := d.size(s, depth+1)
		if e != Finite {
			return 0, e
		}
		n = times(n, m)
	}
	return power(result, n), Finite
}

func (d *Domain) applied(s *sorts.Sort, depth int) (n uint64, e Extent) {
	switch s.Name() {
	case "Seq", "Bag":
		return 0, Infinite
	case "Set":
		n, e = d.size(s.Args()[0], depth+1)
		if e == Finite {
			n = power(2, n)
		}
		return n, e
	case "Tuple":
		return d.product(s.Args(), depth)
	}
	return 0, Unstated
}

func (d *Domain) product(ss []*sorts.Sort, depth int) (n uint64, e Extent) {
	n = 1
	for _, s := range ss {
		m, e := d.size(s, depth+1)
		if e != Finite {
			return 0, e
		}
		n = times(n, m)
	}
	return n, Finite
}

func (d *Domain) dataSize(data *term.Datatype, s *sorts.Sort, depth int) (n uint64, e Extent) {
	if data.Co {
		return 0, Unstated
	}
	for _, c := range data.Ctors {
		m, e := d.product(d.Fields(c, s), depth)
		if e != Finite {
			return 0, e
		}
		n = min(Huge, n+m)
	}
	return n, Finite
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

// All returns every value of s in a fixed order when there are at most limit.
func (d *Domain) All(s *sorts.Sort, limit int) (all []Value, ok bool) {
	n, e := d.Size(s)
	if e != Finite || n > uint64(limit) {
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
		p := big.NewInt(int64(s.Indices()[0]))
		for i := range n {
			all = append(all, OfField(new(big.Int).SetUint64(i), p))
		}
	case sorts.Array:
		all = d.arrays(s, limit)
	case sorts.Applied:
		all = d.collections(s, limit)
	case sorts.User:
		all = d.userValues(s, limit)
	default:
		return nil, false
	}
	return all, uint64(len(all)) == n
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

func (d *Domain) arrays(s *sorts.Sort, limit int) []Value {
	index, ok := d.All(s.Args()[0], limit)
	elems, also := d.All(s.Args()[1], limit)
	if !ok || !also || len(elems) == 0 {
		return nil
	}
	all := []Value{OfConst(s, elems[0])}
	for _, i := range index {
		var next []Value
		for _, a := range all {
			next = append(next, a)
			for _, e := range elems[1:] {
				next = append(next, a.Store(i, e))
			}
		}
		all = next
	}
	return all
}

func (d *Domain) collections(s *sorts.Sort, limit int) []Value {
	if s.Name() == "Tuple" {
		return d.rows(s.Args(), limit, OfTuple)
	}
	members, ok := d.All(s.Args()[0], limit)
	if !ok {
		return nil
	}
	all := []Value{OfSet()}
	for _, m := range members {
		for _, set := range all[:len(all):len(all)] {
			all = append(all, set.With(m))
		}
	}
	return all
}

// rows returns every combination of values of ss, made into one value each.
func (d *Domain) rows(ss []*sorts.Sort, limit int, with func([]Value) Value) (all []Value) {
	parts := [][]Value{nil}
	for _, s := range ss {
		vs, ok := d.All(s, limit)
		if !ok {
			return nil
		}
		var next [][]Value
		for _, p := range parts {
			for _, v := range vs {
				next = append(next, append(p[:len(p):len(p)], v))
			}
		}
		parts = next
	}
	for _, p := range parts {
		all = append(all, with(p))
	}
	return all
}

func (d *Domain) userValues(s *sorts.Sort, limit int) (all []Value) {
	data := d.Datatypes[s.Name()]
	if data == nil {
		for _, e := range d.Universes[s].Elements {
			all = append(all, OfElement(e))
		}
		return all
	}
	for _, c := range data.Ctors {
		all = append(all, d.rows(d.Fields(c, s), limit, func(fields []Value) Value { return OfData(c, s, fields) })...)
	}
	return all
}
