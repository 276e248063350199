package abstract

import (
	"errors"
	"fmt"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// single is the set of one value.
type single struct {
	sort *sorts.Sort
	v    value.Value // in canonical form
}

// Exactly returns the set of one value, which pins a place to its value. For a value that is not known in all its parts, it is Nothing.
func Exactly(s *sorts.Sort, v value.Value) Set {
	if !v.IsKnown() {
		return Nothing(s)
	}
	return single{sort: s, v: v}
}

func (e single) Sort() *sorts.Sort { return e.sort }

func (e single) Has(v value.Value) bool {
	return v.Kind() == e.v.Kind() && v.IsKnown() && value.Compare(v, e.v) == 0
}

func (e single) Score() float64 {
	if e.sort == sorts.Bool {
		return 0.5
	}
	return MinScore
}

func (e single) Pick(*rng.Rand, value.Value) (value.Value, bool) { return e.v, true }

func (e single) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	if e.sort == sorts.Bool {
		if e.v.IsTrue() {
			return x, nil
		}
		return apply(st, "not", x)
	}
	if e.sort == sorts.Real {
		f := formula{st: st, x: x, sort: e.sort}
		t := f.equals(e.v)
		return t, f.err
	}
	t, err := Literal(st, e.sort, e.v)
	if err != nil {
		return nil, err
	}
	return apply(st, "=", x, t)
}

func (e single) Same(other Set) bool {
	o, ok := other.(single)
	return ok && o.sort == e.sort && e.Has(o.v)
}

func (e single) String() string { return e.v.Text(80) }

// nothing is the empty set of values.
type nothing struct{ sort *sorts.Sort }

// Nothing returns the set without members: nothing is known about what may be at the place.
func Nothing(s *sorts.Sort) Set { return nothing{s} }

func (n nothing) Sort() *sorts.Sort { return n.sort }

func (n nothing) Has(value.Value) bool { return false }

func (n nothing) Score() float64 { return MinScore }

func (n nothing) Pick(*rng.Rand, value.Value) (value.Value, bool) { return value.Value{}, false }

func (n nothing) Formula(st *term.Store, _ *term.Term) (*term.Term, error) {
	return apply(st, "false")
}

func (n nothing) Same(other Set) bool { return other == Set(n) }

func (n nothing) String() string { return "nothing" }

// apply applies an operator of the table.
func apply(st *term.Store, name string, args ...*term.Term) (*term.Term, error) {
	t, _, err := st.Overload(st.Table.Lookup(name), nil, nil, args)
	if err != nil {
		return nil, fmt.Errorf("abstract: %w", err)
	}
	return t, nil
}

// ErrElement says that a value is or contains an element of a sort that has only the model's names.
var ErrElement = errors.New("abstract: only the model has a name for the element of the sort")

// Literal writes a value as a term, without names that only a model knows.
func Literal(st *term.Store, s *sorts.Sort, v value.Value) (*term.Term, error) {
	if left := maxParts; hasElement(v, &left) {
		return nil, ErrElement
	}
	return value.Term(st, s, v)
}

// maxParts bounds the number of parts of a value that are inspected; those after it may be elements.
const maxParts = 10_000

// hasElement reports whether a value is or contains an element of an uninterpreted sort, or is too large to say.
func hasElement(v value.Value, left *int) bool {
	if *left--; *left < 0 {
		return true
	}
	var parts []value.Value
	switch v.Kind() {
	case value.Element:
		return true
	case value.Data:
		_, parts = v.Data()
	case value.Seq, value.Tuple, value.Nullable:
		parts = v.Elems()
	case value.Set, value.Bag:
		parts = v.Members()
	case value.Array:
		indices, elems := v.Entries()
		if base, ok := v.ArrayBase(); ok {
			elems = append(elems, base)
		}
		parts = append(indices, elems...)
	}
	for _, p := range parts {
		if hasElement(p, left) {
			return true
		}
	}
	return false
}
