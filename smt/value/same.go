package value

// maxEnumerated is the largest domain that is enumerated to compare functions.
const maxEnumerated = 1 << 12

// Same decides SMT-LIB equality of two values of one sort. known is false when it depends on an unknown part,
// or when Assay cannot tell. Shared parts are compared once.
func (d *Domain) Same(a, b Value) (equal, known bool) {
	if !d.Meter.Spend(1) {
		return true, false
	}
	s := sameness{d: d, comparison: comparison{meter: d.Meter}}
	return s.same(a, b)
}

// sameness is one run of Same.
type sameness struct {
	comparison
	d *Domain
	// untold are pairs for which it cannot be decided whether they are equal.
	untold map[[2]any]bool
}

func (s *sameness) same(a, b Value) (equal, known bool) {
	if a.kind == Open || b.kind == Open {
		return true, a.kind == b.kind && a.ref == b.ref
	}
	if a.kind != b.kind {
		return true, false // a placeholder value of a sort about which nothing is known
	}
	x, ok := a.ref.(composite)
	if !ok || a.kind == Func {
		return s.plain(a, b)
	}
	if s.step(a.ref, b.ref) {
		return true, s.meter.Exceeded() == ""
	}
	// Hashes decide where equal values look equal.
	if t, u := x.traits(), b.ref.(composite).traits(); t.plain && u.plain && !t.partial && !u.partial && t.hash != u.hash {
		return false, true
	}
	pair := [2]any{a.ref, b.ref}
	if s.untold[pair] {
		return true, false
	}
	equal, known = s.composites(a, b)
	switch {
	case s.meter.Exceeded() != "":
		return true, false
	case equal && known:
		s.unite(a.ref, b.ref)
	case !known && s.steps > fewSteps:
		if s.untold == nil {
			s.untold = map[[2]any]bool{}
		}
		s.untold[pair] = true
	}
	return equal, known
}

// plain compares values without parts.
func (s *sameness) plain(a, b Value) (equal, known bool) {
	switch a.kind {
	case Func:
		x, y := a.ref.(*function), b.ref.(*function)
		return true, x == y || x.hash == y.hash
	case RegLan: // only their builder can compare the languages of two expressions
		return true, a.Regex() == b.Regex()
	}
	equal = s.compare(a, b) == 0
	if s.meter.Exceeded() != "" {
		return true, false
	}
	return equal, true
}

func (s *sameness) composites(a, b Value) (equal, known bool) {
	switch x := a.ref.(type) {
	case *data:
		y := b.ref.(*data)
		if x.ctor != y.ctor {
			return false, true
		}
		return s.lists(x.fields, y.fields)
	case *list:
		if x.length != b.Len() {
			return false, true
		}
		if !s.unfold(a) || !s.unfold(b) {
			return true, false
		}
		return s.lists(a.Elems(), b.Elems())
	case *group:
		return s.trees(x.tree, b.ref.(*group).tree) == 0, true
	}
	return s.arrays(a, b)
}

func (s *sameness) lists(a, b []Value) (equal, known bool) {
	all := true
	for i := range a {
		if !s.meter.Spend(1) {
			return true, false
		}
		equal, known := s.same(a[i], b[i])
		if known && !equal {
			return false, true
		}
		all = all && known
	}
	return true, all
}

// arrays compares arrays at every index: first where one of them has an entry, then elsewhere.
func (s *sameness) arrays(a, b Value) (equal, known bool) {
	x, y := a.ref.(*array), b.ref.(*array)
	all := true
	differs := false
	covered := 0
	at := func(k, _ Value) bool {
		covered++
		equal, known := s.same(a.selectWith(s.meter, k), b.selectWith(s.meter, k))
		differs = known && !equal
		all = all && known
		return !differs && s.meter.Spend(1)
	}
	if x.tree.each(at) {
		y.tree.each(func(k, e Value) bool {
			if _, seen := x.tree.get(s.meter, k); seen {
				return s.meter.Spend(1)
			}
			return at(k, e)
		})
	}
	if s.meter.Exceeded() != "" {
		return true, false
	}
	if differs {
		return false, true
	}
	equal, known = s.bases(a, b, covered)
	if known && !equal {
		return false, true
	}
	return true, all && known
}

// bases compares arrays at the indices where neither has an entry; covered is the number of the others.
func (s *sameness) bases(a, b Value, covered int) (equal, known bool) {
	x, y := a.ref.(*array), b.ref.(*array)
	n, extent := s.d.Size(x.sort.Args()[0])
	if extent == Finite && uint64(covered) >= n {
		return true, true
	}
	equal, known = true, false
	if x.fn == y.fn {
		equal, known = s.same(x.base, y.base)
	}
	switch {
	case known && (equal || extent != Unstated || covered == 0): // no sort is empty
		return equal, true
	case extent == Finite && n <= maxEnumerated:
		return s.pointwise(a, b)
	}
	return true, false
}

func (s *sameness) pointwise(a, b Value) (equal, known bool) {
	indices, ok := s.d.All(a.ArraySort().Args()[0], maxEnumerated)
	if !ok {
		return true, false
	}
	all := true
	for _, i := range indices {
		if !s.meter.Spend(1) {
			return true, false
		}
		equal, known := s.same(a.selectWith(s.meter, i), b.selectWith(s.meter, i))
		if known && !equal {
			return false, true
		}
		all = all && known
	}
	return true, all
}

// Canonical returns a known value in the form that it shares with all equal ones, so that it can be a key. ok is false
// when there is no such form: for a function, a language, a value with open parts or languages, or when the domain's meter does not allow
// it.
func (d *Domain) Canonical(v Value) (c Value, ok bool) {
	if !v.IsKnown() {
		return v, false
	}
	if x, ok := v.ref.(composite); !ok || x.traits().plain {
		return v, v.kind != RegLan
	}
	n := normaliser{d: d, done: map[any]Value{}}
	return n.value(v)
}

// normaliser is one run of Canonical. A shared part is processed once.
type normaliser struct {
	d    *Domain
	done map[any]Value
}

func (n *normaliser) value(v Value) (c Value, ok bool) {
	x, isComposite := v.ref.(composite)
	if !isComposite || x.traits().plain {
		return v, v.kind != RegLan
	}
	if c, ok := n.done[v.ref]; ok {
		return c, true
	}
	if !n.d.Meter.Spend(1) || !n.d.Meter.Take(listBytes) {
		return v, false
	}
	switch x := v.ref.(type) {
	case *data:
		fields, ok := n.values(x.fields)
		if !ok {
			return v, false
		}
		c = OfData(x.ctor, x.sort, fields)
	case *list:
		if b := v.Unfolding(); !n.d.Meter.Take(b) {
			return v, false
		}
		elems, ok := n.values(v.Elems())
		if !ok {
			return v, false
		}
		c = ofList(v.kind, elems)
	case *array:
		if c, ok = n.array(x); !ok {
			return v, false
		}
	default:
		return v, true
	}
	n.done[v.ref] = c
	return c, true
}

func (n *normaliser) values(vs []Value) (cs []Value, ok bool) {
	if !n.d.Meter.Spend(len(vs)) || !n.d.Meter.Take(len(vs)*elemBytes) {
		return nil, false
	}
	cs = make([]Value, len(vs))
	for i, v := range vs {
		if cs[i], ok = n.value(v); !ok {
			return nil, false
		}
	}
	return cs, true
}

// array chooses the most frequent element as the base of an array whose index sort is finite.
func (n *normaliser) array(x *array) (c Value, ok bool) {
	base, ok := n.value(x.base)
	if !ok {
		return Value{}, false
	}
	all, extent := n.d.Size(x.sort.Args()[0])
	if extent == Unstated {
		return Value{}, false // whether the base is visible anywhere is unknown
	}
	if extent == Finite && all <= 2*uint64(x.tree.size()) {
		var counts *node
		tally := func(e Value, times uint64) {
			old, _ := counts.get(n.d.Meter, e)
			counts = counts.with(n.d.Meter, e, OfInt(old.n+int64(times)))
		}
		if rest := all - uint64(x.tree.size()); rest > 0 {
			tally(base, rest)
		}
		ok = x.tree.each(func(_, e Value) bool {
			e, ok := n.value(e)
			tally(e, 1)
			return ok && n.d.Meter.Exceeded() == ""
		})
		if !ok {
			return Value{}, false
		}
		best := int64(0)
		counts.each(func(e, times Value) bool {
			if times.n > best {
				best, c = times.n, e
			}
			return true
		})
		return n.rebase(x, base, c)
	}
	return n.rebase(x, base, base)
}

// rebase writes x with another base; old is the canonical form of the one it has.
func (n *normaliser) rebase(x *array, old, base Value) (c Value, ok bool) {
	m := n.d.Meter
	var tree *node
	ok = x.tree.each(func(k, e Value) bool {
		k, ok := n.value(k)
		if !ok {
			return false
		}
		e, ok = n.value(e)
		if ok && compareWith(m, e, base) != 0 {
			tree = tree.with(m, k, e)
		}
		return ok && m.Spend(1)
	})
	if !ok {
		return Value{}, false
	}
	if compareWith(m, old, base) != 0 {
		// The indices without an entry get one: there are fewer of them than of the others.
		all, enumerated := n.d.All(x.sort.Args()[0], 2*x.tree.size())
		if !enumerated {
			return Value{}, false
		}
		for _, k := range all {
			if _, has := x.tree.get(m, k); !has {
				k, _ = n.value(k)
				tree = tree.with(m, k, old)
			}
		}
	}
	c = newArray(x.sort, base, false, tree)
	c.ref.(*array).plain = true
	return c, m.Exceeded() == ""
}
