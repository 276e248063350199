package abstract

import (
	"fmt"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// builder makes formulas until the first error.
type builder struct {
	st  *term.Store
	err error
}

// apply applies an operator of the table.
func (b *builder) apply(name string, args ...*term.Term) *term.Term {
	return b.indexed(name, nil, args...)
}

// indexed applies an operator with indices.
func (b *builder) indexed(name string, idx []int, args ...*term.Term) *term.Term {
	if b.err != nil {
		return nil
	}
	t, _, err := b.st.Overload(b.st.Table.Lookup(name), idx, nil, args)
	if err == nil && t == nil {
		err = fmt.Errorf("abstract: no operator %s fits", name)
	}
	b.err = err
	return t
}

// literal writes a value.
func (b *builder) literal(s *sorts.Sort, v value.Value) *term.Term {
	if b.err != nil {
		return nil
	}
	t, err := Literal(b.st, s, v)
	b.err = err
	return t
}

// all returns the conjunction, nil when there are no parts, which always holds.
func (b *builder) all(parts []*term.Term) *term.Term {
	switch {
	case b.err != nil || len(parts) == 0:
		return nil
	case len(parts) == 1:
		return parts[0]
	}
	return b.apply("and", parts...)
}

// call applies a function symbol.
func (b *builder) call(fn term.Func, args ...*term.Term) *term.Term {
	if b.err != nil {
		return nil
	}
	t, err := b.st.App(b.st.Func(fn), args...)
	b.err = err
	return t
}

// member says that x is in the set; it is nil if every value is.
func (b *builder) member(s Set, x *term.Term) *term.Term {
	if b.err != nil {
		return nil
	}
	t, err := s.Formula(b.st, x)
	b.err = err
	return t
}
