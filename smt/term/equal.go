package term

// Equal reports whether a and b, possibly of different stores, are the same term up to the names of
// bound variables. Declared symbols are compared by name and signature, theory operators by row.
func Equal(a, b *Term) bool { return EqualUnder(nil, nil, a, b) }

// EqualUnder is Equal for terms whose free variables as and bs correspond one to one.
func EqualUnder(as, bs []*Term, a, b *Term) bool {
	c := comparison{same: map[pair]bool{}, twin: map[*Term]*Term{}}
	for i := range as {
		c.twin[as[i]] = bs[i]
	}
	c.stack = append(c.stack, pair{a, b})
	for len(c.stack) > 0 {
		p := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		if c.same[p] {
			continue
		}
		c.same[p] = true
		if !c.node(p.a, p.b) || !c.push(p.a.args, p.b.args) {
			return false
		}
	}
	return true
}

// pair is two terms that must be equal.
type pair struct{ a, b *Term }

// comparison is one run of EqualUnder: pairs are assumed equal once they have been met.
type comparison struct {
	same  map[pair]bool
	twin  map[*Term]*Term // bound variable of one term -> of the other
	stack []pair
}

func (c *comparison) push(xs, ys []*Term) bool {
	if len(xs) != len(ys) {
		return false
	}
	for i := range xs {
		c.stack = append(c.stack, pair{xs[i], ys[i]})
	}
	return true
}

// bind makes variables correspond inside the scope that follows.
func (c *comparison) bind(xs, ys []*Term) bool {
	if len(xs) != len(ys) {
		return false
	}
	for i := range xs {
		if xs[i].sort.String() != ys[i].sort.String() {
			return false
		}
		if old := c.twin[xs[i]]; old != nil && old != ys[i] {
			// A binder that is shared on one side and copied on the other: compare it again.
			clear(c.same)
		}
		c.twin[xs[i]] = ys[i]
	}
	return true
}

// node compares x and y without their subterms, and records what they bind.
func (c *comparison) node(x, y *Term) bool {
	if x.kind != y.kind || x.sort.String() != y.sort.String() {
		return false
	}
	switch x.kind { //exhaustive:enforce
	case Var:
		return c.twin[x] == y || c.twin[x] == nil && x == y
	case Literal:
		return x.ext.text == y.ext.text && x.ext.lit == y.ext.lit
	case App:
		return sameFunc(x.fn, y.fn)
	case Quant:
		return x.ext.binder == y.ext.binder && c.bind(x.ext.vars, y.ext.vars)
	case Match:
		return c.cases(x.ext.cases, y.ext.cases)
	case Annot:
		return c.attrs(x.ext.attrs, y.ext.attrs)
	}
	return false
}

func (c *comparison) cases(xs, ys []Case) bool {
	if len(xs) != len(ys) {
		return false
	}
	for i, x := range xs {
		y := ys[i]
		if (x.Ctor == nil) != (y.Ctor == nil) || x.Ctor != nil && x.Ctor.Name != y.Ctor.Name || !c.bind(x.Vars, y.Vars) {
			return false
		}
	}
	return true
}

func (c *comparison) attrs(xs, ys []Attr) bool {
	if len(xs) != len(ys) {
		return false
	}
	for i, x := range xs {
		y := ys[i]
		if x.Key != y.Key || x.Value != y.Value || (x.Label == nil) != (y.Label == nil) || x.Label != nil && x.Label.Name != y.Label.Name || !c.push(x.Terms, y.Terms) {
			return false
		}
	}
	return true
}

func sameFunc(f, g *Func) bool {
	if f.Kind != g.Kind || f.Row != g.Row || len(f.Indices) != len(g.Indices) || (f.As == nil) != (g.As == nil) || (f.Decl == nil) != (g.Decl == nil) {
		return false
	}
	for i := range f.Indices {
		if f.Indices[i] != g.Indices[i] {
			return false
		}
	}
	if f.As != nil && f.As.String() != g.As.String() {
		return false
	}
	return f.Decl == nil || f.Decl.Name == g.Decl.Name && f.Decl.Kind == g.Decl.Kind && f.Decl.Signature() == g.Decl.Signature()
}
