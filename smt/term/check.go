package term

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/theory"
)

// SortError says why a term would be ill-sorted.
type SortError struct{ Msg string }

// Error returns the reason.
func (e *SortError) Error() string { return e.Msg }

// ResultSort returns the sort of fn applied to args, or a *SortError.
func (st *Store) ResultSort(fn *Func, args []*Term) (*sorts.Sort, error) {
	switch fn.Kind { //exhaustive:enforce
	case TheoryFunc:
		return st.theorySort(fn, args)
	case UserFunc:
		return st.userSort(fn, args)
	case ValueFunc:
		if len(args) == 0 && len(fn.Decl.Params) > 0 && !fn.Decl.Poly {
			return st.Sorts.Func(fn.Decl.Params, fn.Decl.Result), nil
		}
	case ApplyFunc:
		return st.applySort(args)
	case TesterFunc:
		if len(args) == 1 && sorts.Unify(fn.Decl.Result, args[0].sort, map[string]*sorts.Sort{}) {
			return sorts.Bool, nil
		}
		return nil, &SortError{fmt.Sprintf("%s tests terms of sort %s, not %s", fn, fn.Decl.Result, sortList(args))}
	case UpdateFunc:
		return st.updateSort(fn, args)
	case TupleFunc:
		return st.tupleSort(args)
	case ProjectFunc:
		if i := fn.Indices[0]; len(args) == 1 && args[0].sort.Name() == "Tuple" && i < len(args[0].sort.Args()) {
			return args[0].sort.Args()[i], nil
		}
	case MapFunc:
		return st.mapSort(fn, args)
	case LiftFunc:
		return st.liftSort(fn, args)
	case CardFunc:
		if len(args) == 0 && fn.As != nil {
			return sorts.Bool, nil
		}
	case AsArrayFunc:
		if len(args) == 0 && len(fn.Decl.Params) > 0 && !fn.Decl.Poly {
			return st.arrayOf(fn.Decl.Params, fn.Decl.Result), nil
		}
	case CastFunc:
		if len(args) == 1 && fn.As != args[0].sort && st.Arrayed(fn.As) == st.Arrayed(args[0].sort) {
			return fn.As, nil
		}
	}
	return nil, &SortError{fmt.Sprintf("%s cannot be applied to arguments of sorts %s", fn, sortList(args))}
}

// arrayOf returns the sort of arrays of arrays.
func (st *Store) arrayOf(idx []*sorts.Sort, elem *sorts.Sort) *sorts.Sort {
	for i := len(idx) - 1; i >= 0; i-- {
		elem = st.ArrayOf([]*sorts.Sort{idx[i], elem})
	}
	return elem
}

// Bind matches a row's signature against head indices, qualification and argument sorts; b holds the
// values of its variables afterwards. It reports whether they fit.
func Bind(row *theory.Row, idx []int, as *sorts.Sort, args []*Term, b *sorts.Binding) bool {
	if !row.TakesIndices(len(idx)) || !row.Accepts(len(args)) {
		return false
	}
	row.BindIndices(b, idx)
	if as != nil && !row.Result.Match(as, b) {
		return false
	}
	for i, a := range args {
		if !row.Param(i, len(args)).Match(a.sort, b) {
			return false
		}
	}
	for i := range row.Where {
		if !row.Where[i].Holds(b) {
			return false
		}
	}
	return true
}

// Overload applies the first of rows whose signature fits the head indices, the qualification (nil for
// none) and the arguments. It returns nil without an error when none fits; open is then a row that would
// fit if it were qualified with its sort, if there is one.
func (st *Store) Overload(rows []*theory.Row, idx []int, as *sorts.Sort, args []*Term) (t *Term, open *theory.Row, err error) {
	for _, row := range rows {
		var b sorts.Binding
		if !Bind(row, idx, as, args, &b) {
			continue
		}
		if row.NeedsAs && as == nil {
			open = row
			continue
		}
		if !row.NeedsAs {
			as = nil // the arguments determine it
		}
		sort, err := row.Result.Instantiate(st.Sorts, &b)
		if err != nil {
			return nil, nil, &SortError{fmt.Sprintf("%s: %v", row.Name, err)}
		}
		t, err = st.app(st.Op(row, idx, as), sort, args)
		return t, nil, err
	}
	return nil, open, nil
}

func (st *Store) theorySort(fn *Func, args []*Term) (*sorts.Sort, error) {
	var b sorts.Binding
	if Bind(fn.Row, fn.Indices, fn.As, args, &b) {
		s, err := fn.Row.Result.Instantiate(st.Sorts, &b)
		if err == nil {
			return s, nil
		}
		return nil, &SortError{fmt.Sprintf("%s: %v", fn, err)}
	}
	return nil, &SortError{fmt.Sprintf("%s has the signature %s and cannot be applied to arguments of sorts %s", fn, fn.Row.Signature(), sortList(args))}
}

func (st *Store) userSort(fn *Func, args []*Term) (*sorts.Sort, error) {
	d := fn.Decl
	if len(args) != len(d.Params) {
		return nil, &SortError{fmt.Sprintf("%s takes %d arguments, found %d", d.Text, len(d.Params), len(args))}
	}
	if !d.Poly {
		for i, a := range args {
			if a.sort != d.Params[i] {
				return nil, &SortError{fmt.Sprintf("argument %d of %s has sort %s, expected %s", i+1, d.Text, a.sort, d.Params[i])}
			}
		}
		if fn.As != nil && fn.As != d.Result {
			return nil, &SortError{fmt.Sprintf("%s has sort %s, not %s", d.Text, d.Result, fn.As)}
		}
		return d.Result, nil
	}
	by := map[string]*sorts.Sort{}
	if fn.As != nil && !sorts.Unify(d.Result, fn.As, by) {
		return nil, &SortError{fmt.Sprintf("%s has sort %s, of which %s is not an instance", d.Text, d.Result, fn.As)}
	}
	for i, a := range args {
		if !sorts.Unify(d.Params[i], a.sort, by) {
			return nil, &SortError{fmt.Sprintf("argument %d of %s has sort %s, expected an instance of %s", i+1, d.Text, a.sort, d.Params[i])}
		}
	}
	return st.Sorts.Substitute(d.Result, by), nil
}

// applySort allows partial application: the remaining arguments stay open.
func (st *Store) applySort(args []*Term) (*sorts.Sort, error) {
	if len(args) < 2 || args[0].sort.Kind() != sorts.Func {
		return nil, &SortError{fmt.Sprintf("a term of sort %s is applied as if it were a function", sortList(args[:min(1, len(args))]))}
	}
	params := args[0].sort.Args()
	result := params[len(params)-1]
	params = params[:len(params)-1]
	rest := args[1:]
	if len(rest) > len(params) {
		return nil, &SortError{fmt.Sprintf("a function of sort %s is applied to %d arguments", args[0].sort, len(rest))}
	}
	for i, a := range rest {
		if a.sort != params[i] {
			return nil, &SortError{fmt.Sprintf("argument %d has sort %s, expected %s", i+1, a.sort, params[i])}
		}
	}
	return st.Sorts.Func(params[len(rest):], result), nil
}

func (st *Store) updateSort(fn *Func, args []*Term) (*sorts.Sort, error) {
	sel := fn.Decl
	if len(args) == 2 && len(sel.Params) == 1 {
		by := map[string]*sorts.Sort{}
		if sorts.Unify(sel.Params[0], args[0].sort, by) && st.Sorts.Substitute(sel.Result, by) == args[1].sort {
			return args[0].sort, nil
		}
	}
	return nil, &SortError{fmt.Sprintf("%s takes a %s and a %s, found %s", fn, sel.Params[0], sel.Result, sortList(args))}
}

// mapSort is the sort of z3's ((_ map f) a b ...): f applied pointwise to arrays of one index sort.
func (st *Store) mapSort(fn *Func, args []*Term) (*sorts.Sort, error) {
	bad := &SortError{fmt.Sprintf("%s cannot be applied to arguments of sorts %s", fn, sortList(args))}
	if len(args) == 0 || !isArray(args[0].sort) {
		return nil, bad
	}
	last := len(args[0].sort.Args()) - 1
	index := args[0].sort.Args()[:last]
	elems := make([]*Term, len(args))
	for i, a := range args {
		if !isArray(a.sort) || len(a.sort.Args()) != last+1 || !slices.Equal(a.sort.Args()[:last], index) {
			return nil, bad
		}
		elems[i] = &Term{kind: Var, sort: a.sort.Args()[last]} // only its sort is looked at
	}
	elem, err := st.ResultSort(fn.inner(), elems)
	if err != nil {
		return nil, err
	}
	return st.ArrayOf(append(slices.Clone(index), elem)), nil
}

func (st *Store) tupleSort(args []*Term) (*sorts.Sort, error) {
	all := make([]*sorts.Sort, len(args))
	size := 1
	for i, a := range args {
		all[i] = a.sort
		size += a.sort.Size()
	}
	if size > sorts.MaxSize {
		return nil, &SortError{fmt.Sprintf("a tuple sort with more than %d parts", sorts.MaxSize)}
	}
	return st.Sorts.Make(sorts.Applied, "Tuple", nil, all), nil
}

// inner returns the function that a map applies at every index, or a lift applies to what nullable values
// hold.
func (f *Func) inner() *Func {
	if f.Row != nil {
		return &Func{Kind: TheoryFunc, Row: f.Row}
	}
	return &Func{Kind: UserFunc, Decl: f.Decl}
}

// liftSort is the sort of cvc5's ((_ nullable.lift f) a b ...): null when one of the arguments is.
func (st *Store) liftSort(fn *Func, args []*Term) (*sorts.Sort, error) {
	held := make([]*Term, len(args))
	for i, a := range args {
		if a.sort.Kind() != sorts.Applied || a.sort.Name() != "Nullable" {
			return nil, &SortError{fmt.Sprintf("%s takes nullable values, found %s", fn, sortList(args))}
		}
		held[i] = &Term{kind: Var, sort: a.sort.Args()[0]} // only its sort is looked at
	}
	if len(args) == 0 {
		return nil, &SortError{fmt.Sprintf("%s is applied to no arguments", fn)}
	}
	s, err := st.ResultSort(fn.inner(), held)
	if err != nil {
		return nil, err
	}
	return st.Sorts.Make(sorts.Applied, "Nullable", nil, []*sorts.Sort{s}), nil
}

func sortList(args []*Term) string {
	if len(args) == 0 {
		return "()"
	}
	var b strings.Builder
	b.WriteByte('(')
	for i, a := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		if i == 8 && len(args) > 9 {
			fmt.Fprintf(&b, "... %d more", len(args)-i)
			break
		}
		b.WriteString(a.sort.String())
	}
	b.WriteByte(')')
	return b.String()
}
