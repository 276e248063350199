package term

import "github.com/assay-smt/assay/smt/sorts"

// Arrayed returns s with arrays in the place of functions: sorts with the same answer are one for a solver that takes arrays
// and functions for one thing, such as z3. An array of several indices is that of a function of several arguments.
func (st *Store) Arrayed(s *sorts.Sort) *sorts.Sort {
	args := s.Args()
	if len(args) == 0 {
		return s
	}
	out := make([]*sorts.Sort, len(args))
	for i, a := range args {
		out[i] = st.Arrayed(a)
	}
	if s.Kind() == sorts.Func {
		return st.ArrayOf(out)
	}
	return st.Sorts.Make(s.Kind(), s.Name(), s.Indices(), out)
}

// ArrayOf returns the sort of arrays with these index sorts and, last, this element sort. Of several indices it is a sort of its
// own: only z3 has it.
func (st *Store) ArrayOf(args []*sorts.Sort) *sorts.Sort {
	kind := sorts.Array
	if len(args) != 2 {
		kind = sorts.Applied
	}
	return st.Sorts.Make(kind, "Array", nil, args)
}

// isArray reports whether s is a sort of arrays, of one index or several.
func isArray(s *sorts.Sort) bool {
	return s.Kind() == sorts.Array || s.Kind() == sorts.Applied && s.Name() == "Array"
}

// Cast returns t as a term of the sort, which must be the same but for arrays and functions. It is t itself when it has that
// sort.
func (st *Store) Cast(t *Term, s *sorts.Sort) (*Term, error) {
	if t.fn != nil && t.fn.Kind == CastFunc {
		t = t.args[0] // there and back again
	}
	if t.sort == s {
		return t, nil
	}
	return st.App(st.Func(Func{Kind: CastFunc, As: s}), t)
}
