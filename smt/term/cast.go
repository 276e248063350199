package term

import "github.com/assay-smt/assay/smt/sorts"

// Arrayed returns s with functions replaced by arrays: sorts with the same result are one for a solver that does not
// distinguish arrays from functions, such as z3. A function of several arguments becomes an array of several indices.
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

// ArrayOf returns the sort of arrays with these index sorts and, last, this element sort. With several indices it is a sort of
// its own: only z3 has it.
func (st *Store) ArrayOf(args []*sorts.Sort) *sorts.Sort {
	kind := sorts.Array
	if len(args) != 2 {
		kind = sorts.Applied
	}
	return st.Sorts.Make(kind, "Array", nil, args)
}

// isArray reports whether s is an array sort, with one or several indices.
func isArray(s *sorts.Sort) bool {
	return s.Kind() == sorts.Array || s.Kind() == sorts.Applied && s.Name() == "Array"
}

// Cast returns t as a term of the sort, which may differ from t's only in arrays and functions. The result is t itself when
// it has that sort.
func (st *Store) Cast(t *Term, s *sorts.Sort) (*Term, error) {
	if t.fn != nil && t.fn.Kind == CastFunc {
		t = t.args[0] // there and back again
	}
	if t.sort == s {
		return t, nil
	}
	return st.App(st.Func(Func{Kind: CastFunc, As: s}), t)
}
