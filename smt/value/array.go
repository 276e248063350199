package value

import "github.com/assay-smt/assay/smt/sorts"

// Function is something that can be applied: a lambda, a function that a model defines, an operator under
// map. Equal pointers are equal functions; nothing else is known about them here.
type Function interface {
	// Apply returns the function's value. It never fails: what cannot be computed is an open value.
	Apply(args []Value) Value
}

// function is a value of kind Func.
type function struct {
	summary
	fn Function
}

// OfFunc returns the function as a value. It counts as not known, since functions cannot be distinguished by inspecting them:
// functions of one sort with the same id, below 1<<56, are equal, and about others nothing is known. An id is a name, not a hash.
// 0 stands for the default of the sort; see [Domain.Default].
func OfFunc(fn Function, id uint64) Value {
	f := &function{summary: newSummary(uint64(Func) ^ (id+1)<<8), fn: fn}
	f.partial = true
	return Value{kind: Func, ref: f}
}

// Func returns a function.
func (v Value) Func() Function { return v.ref.(*function).fn }

// array consists of finitely many entries over a base: a value for all other indices, or a function of the index.
type array struct {
	summary
	sort *sorts.Sort
	base Value // never an array: a function if the entries do not determine everything
	fn   bool  // base is applied to the index
	tree *node
}

// OfConst returns the array of the sort that holds elem everywhere.
func OfConst(sort *sorts.Sort, elem Value) Value { return newArray(sort, elem, false, nil) }

// OfFuncArray returns the array of the sort that holds fn's value at every index.
func OfFuncArray(sort *sorts.Sort, fn Value) Value { return newArray(sort, fn, true, nil) }

func newArray(sort *sorts.Sort, base Value, fn bool, tree *node) Value {
	a := &array{summary: newSummary(uint64(Array)), sort: sort, base: base, fn: fn, tree: tree}
	a.hold(base)
	a.plain = false // entries may hold what the base holds
	if tree != nil {
		a.hash = mix(a.hash ^ tree.sum)
		a.partial = a.partial || tree.partial
		a.depth = max(a.depth, tree.depth+1)
	}
	return Value{kind: Array, ref: a}
}

// Select returns the element at a known index.
func (v Value) Select(index Value) Value { return v.selectWith(nil, index) }

func (v Value) selectWith(m *Meter, index Value) Value {
	a := v.ref.(*array)
	if e, ok := a.tree.get(m, index); ok {
		return e
	}
	if a.fn {
		return a.base.Func().Apply([]Value{index})
	}
	return a.base
}

// Store returns the array with elem at a known index.
func (v Value) Store(index, elem Value) Value { return v.storeWith(nil, index, elem) }

func (v Value) storeWith(m *Meter, index, elem Value) Value {
	a := v.ref.(*array)
	return newArray(a.sort, a.base, a.fn, a.tree.with(m, index, elem))
}

// ArrayBase returns what an array holds at the indices without an entry; ok is false when that is not one
// value.
func (v Value) ArrayBase() (base Value, ok bool) {
	a := v.ref.(*array)
	return a.base, !a.fn
}

// ArraySort returns the sort of an array.
func (v Value) ArraySort() *sorts.Sort { return v.ref.(*array).sort }

// Entries returns an array's entries by increasing index. Some may hold the base's value.
func (v Value) Entries() (indices, elems []Value) {
	v.ref.(*array).tree.each(func(k, e Value) bool {
		indices, elems = append(indices, k), append(elems, e)
		return true
	})
	return indices, elems
}
