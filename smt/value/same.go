package value

// maxEnumerated is the largest domain that is gone through to compare functions.
const maxEnumerated = 1 << 12

// Same decides SMT-LIB equality of two values of one sort. known is false when it hangs on a part that is
// not known, or when Assay cannot tell.
func (d *Domain) Same(a, b Value) (equal, known bool) {
	if a.kind == Open || b.kind == Open {
		return true, a.kind == b.kind && a.ref == b.ref
	}
	if a.kind != b.kind {
		return true, false // a value that stands for one of a sort of which nothing is known
	}
	switch x := a.ref.(type) {
	case *data:
		y := b.ref.(*data)
		if x == y {
			return true, true
		}
		if x.ctor != y.ctor {
			return false, true
		}
		return d.sameLists(x.fields, y.fields)
	case *list:
		y := b.ref.(*list)
		if len(x.elems) != len(y.elems) {
			return false, true
		}
		return d.sameLists(x.elems, y.elems)
	case *group:
		return compareTrees(x.tree, b.ref.(*group).tree) == 0, true
	case *array:
		return d.sameArrays(a, b)
	case *function:
		return true, x == b.ref.(*function) || x.hash == b.ref.(*function).hash
	}
	return Compare(a, b) == 0, true
}

func (d *Domain) sameLists(a, b []Value) (equal, known bool) {
	all := true
	for i := range a {
		equal, known := d.Same(a[i], b[i])
		if known && !equal {
			return false, true
		}
		all = all && known
	}
	return true, all
}

// sameArrays compares arrays at every index: first where one of them has an entry, then elsewhere.
func (d *Domain) sameArrays(a, b Value) (equal, known bool) {
	x, y := a.ref.(*array), b.ref.(*array)
	if x == y {
		return true, true
	}
	all := true
	differs := false
	covered := 0
	at := func(k, _ Value) bool {
		covered++
		equal, known := d.Same(a.Select(k), b.Select(k))
		differs = known && !equal
		all = all && known
		return !differs
	}
	if x.tree.each(at) {
		y.tree.each(func(k, e Value) bool {
			if _, seen := x.tree.get(k); seen {
				return true
			}
			return at(k, e)
		})
	}
	if differs {
		return false, true
	}
	equal, known = d.sameBases(a, b, covered)
	if known && !equal {
		return false, true
	}
	return true, all && known
}

// sameBases compares arrays at the indices where neither has an entry; covered is the number of the others.
func (d *Domain) sameBases(a, b Value, covered int) (equal, known bool) {
	x, y := a.ref.(*array), b.ref.(*array)
	n, extent := d.Size(x.sort.Args()[0])
	if extent == Finite && uint64(covered) >= n {
		return true, true
	}
	equal, known = true, false
	if x.fn == y.fn {
		equal, known = d.Same(x.base, y.base)
	}
	switch {
	case known && (equal || extent != Unstated):
		return equal, true
	case extent == Finite && n <= maxEnumerated:
		return d.samePointwise(a, b)
	}
	return true, false
}

func (d *Domain) samePointwise(a, b Value) (equal, known bool) {
	indices, ok := d.All(a.ArraySort().Args()[0], maxEnumerated)
	if !ok {
		return true, false
	}
	all := true
	for _, i := range indices {
		equal, known := d.Same(a.Select(i), b.Select(i))
		if known && !equal {
			return false, true
		}
		all = all && known
	}
	return true, all
}

// Canonical returns a known value in the form that it shares with all equal ones, so that it can be a key.
// ok is false when there is no such form: of a function, or of a value with open parts.
func (d *Domain) Canonical(v Value) (c Value, ok bool) {
	if !v.IsKnown() {
		return v, false
	}
	switch x := v.ref.(type) {
	case *data:
		fields, ok := d.canonicals(x.fields)
		if ok && len(fields) > 0 {
			v = OfData(x.ctor, x.sort, fields)
		}
		return v, ok
	case *list:
		elems, ok := d.canonicals(x.elems)
		return ofList(v.kind, elems), ok
	case *array:
		return d.canonicalArray(x)
	}
	return v, true
}

func (d *Domain) canonicals(vs []Value) (cs []Value, ok bool) {
	cs = make([]Value, len(vs))
	for i, v := range vs {
		if cs[i], ok = d.Canonical(v); !ok {
			return nil, false
		}
	}
	return cs, true
}

// canonicalArray takes the most frequent element for the base of an array whose index sort is finite.
func (d *Domain) canonicalArray(x *array) (c Value, ok bool) {
	base, ok := d.Canonical(x.base)
	if !ok {
		return Value{}, false
	}
	n, extent := d.Size(x.sort.Args()[0])
	if extent == Unstated {
		return Value{}, false // whether the base shows anywhere is not known
	}
	if extent == Finite && n <= 2*uint64(x.tree.size()) {
		var counts *node
		tally := func(e Value, times uint64) {
			old, _ := counts.get(e)
			counts = counts.with(e, OfInt(old.n+int64(times)))
		}
		if rest := n - uint64(x.tree.size()); rest > 0 {
			tally(base, rest)
		}
		x.tree.each(func(_, e Value) bool {
			e, _ = d.Canonical(e)
			tally(e, 1)
			return true
		})
		best := int64(0)
		counts.each(func(e, times Value) bool {
			if times.n > best {
				best, c = times.n, e
			}
			return true
		})
		return d.rebase(x, base, c)
	}
	return d.rebase(x, base, base)
}

// rebase writes x with another base; old is the canonical form of the one it has.
func (d *Domain) rebase(x *array, old, base Value) (c Value, ok bool) {
	var tree *node
	ok = true
	x.tree.each(func(k, e Value) bool {
		if k, ok = d.Canonical(k); !ok {
			return false
		}
		if e, ok = d.Canonical(e); !ok {
			return false
		}
		if Compare(e, base) != 0 {
			tree = tree.with(k, e)
		}
		return true
	})
	if Compare(old, base) != 0 {
		// The indices without an entry get one: there are fewer of them than of the others.
		all, enumerated := d.All(x.sort.Args()[0], 2*x.tree.size())
		if !enumerated {
			return Value{}, false
		}
		for _, k := range all {
			if _, has := x.tree.get(k); !has {
				k, _ = d.Canonical(k)
				tree = tree.with(k, old)
			}
		}
	}
	return newArray(x.sort, base, false, tree), ok
}
