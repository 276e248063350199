package elab

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// maxSortDepth bounds the nesting of a sort expression, so that reading it may recurse.
const maxSortDepth = 1000

// sort reads the sort expression at n.
func (e *elaborator) sort(n syntax.ID) (*sorts.Sort, *syntax.Error) { return e.sortAt(n, 0) }

func (e *elaborator) sortAt(n syntax.ID, depth int) (*sorts.Sort, *syntax.Error) {
	t := &e.tree
	if depth > maxSortDepth {
		return nil, t.Errorf(n, syntax.CodeTooDeep, "sort nested more than %d deep", maxSortDepth)
	}
	if name, ok := t.Name(n); ok {
		return e.applySort(n, name, nil, nil)
	}
	if t.Kind(n) != syntax.List || t.Len(n) == 0 {
		return nil, t.Errorf(n, syntax.CodeMalformed, "expected a sort, found %s", syntax.Clip(t.Text(n), 40))
	}
	head := t.First(n)
	end := t.End(n)
	if t.Is(head, "_") {
		return e.indexedSort(n, nil)
	}
	var args []*sorts.Sort
	size := 0
	for c := t.End(head); c < end; c = t.End(c) {
		s, err := e.sortAt(c, depth+1)
		if err != nil {
			return nil, err
		}
		if size += s.Size(); size > sorts.MaxSize {
			return nil, t.Errorf(n, syntax.CodeTooLarge, "sort with more than %d parts", sorts.MaxSize)
		}
		args = append(args, s)
	}
	if t.Kind(head) == syntax.List {
		if t.Len(head) > 0 && t.Is(t.First(head), "_") {
			return e.indexedSort(head, args)
		}
	} else if name, ok := t.Name(head); ok && (len(args) > 0 || e.may(theory.ParenSort)) {
		return e.applySort(head, name, nil, args)
	}
	return nil, t.Errorf(n, syntax.CodeMalformed, "expected a sort, found %s", syntax.Clip(t.Text(n), 60))
}

// indexedSort reads (_ NAME index ...), applied to args if there are any.
func (e *elaborator) indexedSort(n syntax.ID, args []*sorts.Sort) (*sorts.Sort, *syntax.Error) {
	t := &e.tree
	kids := t.Children(n)
	name, ok := "", false
	if len(kids) >= 3 {
		name, ok = t.Name(kids[1])
	}
	if !ok {
		return nil, t.Errorf(n, syntax.CodeMalformed, "an indexed sort has the form (_ NAME index ...)")
	}
	if name == "FiniteField" && len(kids) == 3 && len(args) == 0 && t.Kind(kids[2]) == syntax.Numeral {
		if !isOrder(t.Text(kids[2])) {
			return nil, t.Errorf(kids[2], syntax.CodeTooLarge, "%s is not the order of a field: it has 1 to %d digits and is at least 2", syntax.Clip(t.Text(kids[2]), 40), maxOrder)
		}
		return e.store.Sorts.Field(t.Text(kids[2])), nil
	}
	var idx []int
	for _, k := range kids[2:] {
		v, err := e.index(k)
		if err != nil {
			return nil, err
		}
		idx = append(idx, v)
	}
	if e.session != nil && name == "bv" {
		name = "BitVec" // as z3 writes the result of functions that it names itself
	}
	return e.applySort(kids[1], name, idx, args)
}

// maxOrder bounds the digits of a field's order.
const maxOrder = 10_000

// isOrder reports whether digits are the order of a field; the writer must ensure that it is a prime.
func isOrder(digits string) bool {
	digits = strings.TrimLeft(digits, "0")
	return isDigits(digits) && len(digits) <= maxOrder && digits != "1"
}

// maxNumeral bounds the numerals of operators' heads, such as n of (_ divisible n).
const maxNumeral = 1 << 62

// index reads a numeral index of a sort: a width or a count.
func (e *elaborator) index(n syntax.ID) (int, *syntax.Error) {
	return e.numeral(n, sorts.MaxIndex)
}

func (e *elaborator) numeral(n syntax.ID, limit int) (int, *syntax.Error) {
	t := &e.tree
	if t.Kind(n) != syntax.Numeral {
		return 0, t.Errorf(n, syntax.CodeMalformed, "expected a numeral as index, found %s", syntax.Clip(t.Text(n), 40))
	}
	v, err := strconv.Atoi(t.Text(n))
	if err != nil || v > limit {
		return 0, t.Errorf(n, syntax.CodeTooLarge, "index %s is above %d", syntax.Clip(t.Text(n), 40), limit)
	}
	return v, nil
}

// applySort applies the sort constructor name. Names of the script come before those of theories.
func (e *elaborator) applySort(at syntax.ID, name string, idx []int, args []*sorts.Sort) (*sorts.Sort, *syntax.Error) {
	t := &e.tree
	if name == "List" && len(args) == 1 && len(idx) == 0 {
		e.builtin(at, name)
	}
	if s := e.sortEnv[name]; s != nil && len(idx) == 0 {
		return e.applyOwnSort(at, name, s, args)
	}
	if len(idx) == 0 {
		if s, ok := e.opts.Table.Abbreviation(e.store.Sorts, name, args); ok {
			return s, nil
		}
	}
	if name == "=>" && len(args) > 1 && e.may(theory.SortedArrow) {
		name = "->"
	}
	if name == "Array" && len(args) > 2 && len(idx) == 0 && e.may(theory.ManyIndices) {
		return e.store.ArrayOf(args), nil
	}
	d := e.opts.Table.Sort(name)
	if d == nil {
		err := t.Errorf(at, syntax.CodeUnknown, "unknown sort %s", syntax.Clip(name, 60))
		err.Hint = "declare it with declare-sort, define-sort or declare-datatypes before its first use"
		return nil, err
	}
	if d.Kind == sorts.Func && len(args) < 2 {
		return nil, t.Errorf(at, syntax.CodeSort, "sort -> takes two or more arguments, found %d", len(args))
	}
	if len(d.Indices) != len(idx) || d.Arity >= 0 && d.Arity != len(args) {
		return nil, t.Errorf(at, syntax.CodeSort, "sort %s takes %d indices and %d arguments, found %d and %d", name, len(d.Indices), max(d.Arity, 0), len(idx), len(args))
	}
	var b sorts.Binding
	for i, v := range idx {
		b.SetIdx(i, v)
	}
	for i := range d.Where {
		if !d.Where[i].Holds(&b) {
			return nil, t.Errorf(at, syntax.CodeSort, "sort %s does not allow these indices", name)
		}
	}
	if d.Kind == sorts.Func {
		return e.store.Sorts.Func(args[:len(args)-1], args[len(args)-1]), nil
	}
	if d.Kind == sorts.BitVec {
		return e.store.Sorts.BitVec(idx[0]), nil
	}
	return e.store.Sorts.Make(d.Kind, name, idx, args), nil
}

// applyOwnSort applies a sort of the script.
func (e *elaborator) applyOwnSort(at syntax.ID, name string, s *sortEntry, args []*sorts.Sort) (*sorts.Sort, *syntax.Error) {
	t := &e.tree
	if s.bad != nil {
		return nil, s.bad
	}
	if s.param != nil && len(args) == 0 {
		return s.param, nil
	}
	if s.arity != len(args) {
		return nil, t.Errorf(at, syntax.CodeSort, "sort %s takes %d arguments, found %d", syntax.Clip(name, 60), s.arity, len(args))
	}
	if s.body == nil {
		if s.data != nil {
			name = s.data.Name
			made := e.store.Sorts.Make(sorts.User, name, nil, args)
			if len(args) > 0 && !made.HasParam() && !slices.Contains(e.instances[s.data], made) && len(e.instances[s.data]) < 2 {
				if e.instances == nil {
					e.instances = map[*term.Datatype][]*sorts.Sort{}
				}
				e.instances[s.data] = append(e.instances[s.data], made)
			}
			return made, nil
		}
		return e.store.Sorts.Make(sorts.User, name, nil, args), nil
	}
	if len(args) == 0 {
		return s.body, nil
	}
	by := map[string]*sorts.Sort{}
	size := s.body.Size()
	for i, p := range s.params {
		by[p.Name()] = args[i]
		if args[i].Size() > 1 {
			size *= args[i].Size() // an upper bound: the parameter may occur everywhere
		}
		if size > sorts.MaxSize {
			return nil, t.Errorf(at, syntax.CodeTooLarge, "sort with more than %d parts", sorts.MaxSize)
		}
	}
	return e.store.Sorts.Substitute(s.body, by), nil
}
