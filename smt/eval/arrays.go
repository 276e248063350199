package eval

import (
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// arrayOps is the theory ArraysEx, constant arrays, and z3's sets written as arrays of Booleans.
var arrayOps meanings

func init() {
	arrayOps = meanings{
		"select":       {run: selected, needs: nothing, shares: true},
		"store":        {run: stored, needs: nothing, shares: true},
		"const":        {run: constArray, needs: nothing},
		"default":      {run: defaultOf, needs: outside, shares: true},
		"eqrange":      {run: equalRange, needs: outside},
		"array-ext":    {run: differingIndex, needs: outside},
		"@diff":        {run: differingIndex, needs: outside},
		"union":        arraySets(func(a, b bool) bool { return a || b }),
		"intersection": arraySets(func(a, b bool) bool { return a && b }),
		"setminus":     arraySets(func(a, b bool) bool { return a && !b }),
		"complement":   {run: complementArray},
		"subset":       {run: subsetArray},
	}
}

// canonical returns a value in the form that makes it an index or a member; ok is false when it has none.
func (ev *Evaluator) canonical(v value.Value) (k value.Value, ok bool) {
	k, ok = ev.dom.Canonical(v)
	return k, ok && !ev.over()
}

func selected(c *call) value.Value {
	a, i := c.args[0], c.args[1]
	if a.IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	k, ok := c.ev.canonical(i)
	if !ok {
		// An array that holds one value everywhere holds it at an unknown index too.
		if base, has := a.ArrayBase(); has {
			if idx, _ := a.Entries(); len(idx) == 0 {
				return base
			}
		}
		return c.undecidedIndex(i)
	}
	return c.ev.dom.Select(a, k)
}

// undecidedIndex is the value of an application whose index cannot be distinguished from others.
func (c *call) undecidedIndex(i value.Value) value.Value {
	if i.IsKnown() {
		return c.unsupported("an index that cannot be compared with others")
	}
	return c.ev.openApp(c.t, c.args)
}

func stored(c *call) value.Value {
	a, i, e := c.args[0], c.args[1], c.args[2]
	if a.IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	k, ok := c.ev.canonical(i)
	if !ok {
		return c.undecidedIndex(i)
	}
	if value.TooDeep(e) {
		return c.tooLarge("the value nests too deeply")
	}
	return c.ev.dom.Store(a, k, e)
}

func constArray(c *call) value.Value {
	if c.sort().Kind() != sorts.Array {
		return c.unsupported("arrays of several indices have no values here")
	}
	if value.TooDeep(c.args[0]) {
		return c.tooLarge("the value nests too deeply")
	}
	return value.OfConst(c.sort(), c.args[0])
}

// defaultOf is z3's (default a): the element at all but finitely many indices.
func defaultOf(c *call) value.Value {
	a := c.args[0]
	base, ok := a.ArrayBase()
	if _, extent := c.ev.dom.Size(a.ArraySort().Args()[0]); ok && extent == value.Infinite {
		return base
	}
	return c.unsupported("the array's base is not determined by its elements")
}

// maxRange bounds the indices that eqrange goes through.
const maxRange = 1 << 16

func equalRange(c *call) value.Value {
	a, b, lo, hi := c.args[0], c.args[1], c.args[2], c.args[3]
	before := func(x, y value.Value) bool { return value.Compare(x, y) <= 0 }
	if !before(lo, hi) {
		return value.True
	}
	var next func(i value.Value) value.Value
	switch lo.Kind() {
	case value.Int:
		next = func(i value.Value) value.Value { i, _ = value.Add(i, value.OfInt(1)); return i }
	case value.BitVec:
		next = func(i value.Value) value.Value { return value.OfBV(i.BV().Add(bitvec.New(i.Width(), 1))) }
	default:
		return c.unsupported("ranges of this sort are not supported")
	}
	open := false
	i := lo
	for range maxRange {
		eq, known := c.ev.dom.Same(c.ev.dom.Select(a, i), c.ev.dom.Select(b, i))
		if c.ev.over() {
			return c.spent()
		}
		if known && !eq {
			return value.False
		}
		open = open || !known
		if value.Compare(i, hi) == 0 {
			if open {
				return c.undecided()
			}
			return value.True
		}
		i = next(i)
	}
	return c.tooLarge("the range is too large")
}

// differingIndex is the skolem function of extensionality: some index where the arrays differ.
func differingIndex(c *call) value.Value { return c.open() }

// arraySets makes an operation on sets represented as arrays of Booleans.
func arraySets(op func(a, b bool) bool) operator {
	return operator{run: func(c *call) value.Value {
		acc := c.args[0]
		for _, b := range c.args[1:] {
			_, ok := acc.ArrayBase()
			_, also := b.ArrayBase()
			if !ok || !also {
				return c.unsupported("a set that is a function of its members")
			}
			acc = c.ev.dom.MergeSetArrays(c.sort(), acc, b, op)
		}
		return acc
	}}
}

func complementArray(c *call) value.Value {
	if _, ok := c.args[0].ArrayBase(); !ok {
		return c.unsupported("a set that is a function of its members")
	}
	none := value.OfConst(c.sort(), value.False)
	return c.ev.dom.MergeSetArrays(c.sort(), c.args[0], none, func(a, _ bool) bool { return !a })
}

// entryBytes is the memory that an entry of a list of values takes.
const entryBytes = 32

// subsetArray reports whether every member of the first set is in the second.
func subsetArray(c *call) value.Value {
	a, b := c.args[0], c.args[1]
	base, ok := a.ArrayBase()
	other, also := b.ArrayBase()
	if !ok || !also {
		return c.unsupported("a set that is a function of its members")
	}
	covered := c.ev.dom.MergeSetArrays(a.ArraySort(), a, b, func(a, b bool) bool { return a && !b })
	keys, elems := covered.Entries()
	if !c.affords(len(keys), len(keys)*2*entryBytes) {
		return c.spent()
	}
	for i := range keys {
		if elems[i].IsTrue() {
			return value.False
		}
	}
	if base.IsFalse() || other.IsTrue() {
		return value.True
	}
	n, extent := c.ev.dom.Size(a.ArraySort().Args()[0])
	switch {
	case extent == value.Infinite || extent == value.Finite && n > uint64(len(keys)):
		return value.False
	case extent == value.Finite:
		return value.True
	}
	return c.unsupported("how many elements the sort has is not known")
}
