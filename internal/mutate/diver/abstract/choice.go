package abstract

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// choice is a finite set of values, or the complement of one.
type choice struct {
	sort   *sorts.Sort
	values []value.Value // in order, each once, at least one
	but    bool
}

// OneOf returns the set of the values. They are of a sort whose values compare as equal only when they are: neither languages nor
// functions. Unknown values are left out.
func OneOf(s *sorts.Sort, vs ...value.Value) Set {
	if s == sorts.Int || s == sorts.Real {
		return numbersOf(s, vs, false)
	}
	vs = ordered(vs)
	switch {
	case len(vs) == 0:
		return Nothing(s)
	case len(vs) == 1:
		return Exactly(s, vs[0])
	case s == sorts.Bool:
		return Any(s)
	}
	return &choice{sort: s, values: vs}
}

// Except returns the set of all values of the sort except these, which are known and of a sort as in OneOf.
func Except(s *sorts.Sort, vs ...value.Value) Set {
	if s == sorts.Int || s == sorts.Real {
		return numbersOf(s, vs, true)
	}
	vs = ordered(vs)
	switch {
	case len(vs) == 0:
		return Any(s)
	case s == sorts.Bool && len(vs) == 1:
		return Exactly(s, value.OfBool(vs[0].IsFalse()))
	case s == sorts.Bool:
		return Nothing(s)
	}
	return &choice{sort: s, values: vs, but: true}
}

// Values returns the values of a finite set; ok is false for others. The caller must not change them.
func Values(set Set) (vs []value.Value, ok bool) {
	switch s := set.(type) {
	case nothing:
		return nil, true
	case single:
		return []value.Value{s.v}, true
	case *choice:
		return s.values, !s.but
	}
	return nil, false
}

// Excluded returns the values that a set made by Except leaves out, for sorts other than Bool, Int and Real; ok is false for other sets. The
// caller must not change them.
func Excluded(set Set) (vs []value.Value, ok bool) {
	if s, is := set.(*choice); is && s.but {
		return s.values, true
	}
	return nil, false
}

// ordered returns the known values in order, each once.
func ordered(vs []value.Value) []value.Value {
	out := make([]value.Value, 0, len(vs))
	for _, v := range vs {
		if v.IsKnown() {
			out = append(out, v)
		}
	}
	if len(out) > 1 {
		slices.SortFunc(out, value.Compare)
		out = slices.CompactFunc(out, func(a, b value.Value) bool { return value.Compare(a, b) == 0 })
	}
	return out
}

func (c *choice) Sort() *sorts.Sort { return c.sort }

func (c *choice) Has(v value.Value) bool {
	return v.IsKnown() && v.Kind() == c.values[0].Kind() && c.lists(v) != c.but
}

// lists reports whether a value is one of those listed.
func (c *choice) lists(v value.Value) bool {
	if len(c.values) == 1 {
		return value.Compare(v, c.values[0]) == 0
	}
	_, found := slices.BinarySearchFunc(c.values, v, value.Compare)
	return found
}

// Score implements Set: a thousandth for each value, 1 for the complement of a few.
func (c *choice) Score() float64 {
	if c.but {
		return MaxScore
	}
	return min(MaxScore, float64(len(c.values))*MinScore)
}

func (c *choice) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	if !c.but {
		return otherThan(not, func() value.Value { return rng.Pick(r, c.values) }), true
	}
	const tries = 8
	for range tries {
		v := c.near(r)
		if v.Kind() == value.Invalid {
			v = anyOf(r, c.sort)
		}
		if v.Kind() != value.Invalid && c.Has(v) && (v.Kind() != not.Kind() || value.Compare(v, not) != 0) {
			return v, true
		}
	}
	return not, c.Has(not)
}

func (c *choice) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	f := formula{st: st, x: x, sort: c.sort}
	if c.but {
		// The values already differ from each other.
		args := []*term.Term{x}
		for _, v := range c.values {
			args = append(args, f.value(v))
		}
		t := f.op("distinct", args...)
		return t, f.err
	}
	var ways []*term.Term
	for _, v := range c.values {
		ways = append(ways, f.op("=", x, f.value(v)))
	}
	t := f.op("or", ways...)
	return t, f.err
}

func (c *choice) Same(other Set) bool {
	o, ok := other.(*choice)
	return ok && o.sort == c.sort && o.but == c.but &&
		slices.EqualFunc(o.values, c.values, func(a, b value.Value) bool { return value.Compare(a, b) == 0 })
}

func (c *choice) String() string {
	var b strings.Builder
	if c.but {
		b.WriteString("not ")
	}
	b.WriteByte('{')
	for i, v := range c.values {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(v.Text(40))
	}
	b.WriteByte('}')
	return b.String()
}
