package term

// Equal reports whether a and b, possibly of different stores, are the same term up to the names of
// bound variables. Declared symbols are compared by name and signature, theory operators by row.
func Equal(a, b *Term) bool { return EqualUnder(nil, nil, a, b) }

// EqualUnder is Equal for terms whose free variables as and bs correspond one to one.
func EqualUnder(as, bs []*Term, a, b *Term) bool {
	type pair struct{ a, b *Term }
	same := map[pair]bool{}
	twin := map[*Term]*Term{} // bound variable of a -> of b
	for i := range as {
		twin[as[i]] = bs[i]
	}
	stack := []pair{{a, b}}
	push := func(xs, ys []*Term) bool {
		if len(xs) != len(ys) {
			return false
		}
		for i := range xs {
			stack = append(stack, pair{xs[i], ys[i]})
		}
		return true
	}
	bind := func(xs, ys []*Term) bool {
		if len(xs) != len(ys) {
			return false
		}
		for i := range xs {
			if xs[i].sort.String() != ys[i].sort.String() {
				return false
			}
			if old := twin[xs[i]]; old != nil && old != ys[i] {
				// A binder that is shared on one side and copied on the other: compare it anew.
				clear(same)
			}
			twin[xs[i]] = ys[i]
		}
		return true
	}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if same[p] {
			continue
		}
		x, y := p.a, p.b
		if x.kind != y.kind || x.sort.String() != y.sort.String() {
			return false
		}
		same[p] = true
		switch x.kind {
		case Var:
			if twin[x] != y && (twin[x] != nil || x != y) {
				return false
			}
		case Literal:
			if x.ext.text != y.ext.text || x.ext.lit != y.ext.lit {
				return false
			}
		case App:
			if !sameFunc(x.fn, y.fn) {
				return false
			}
		case Quant:
			if x.ext.binder != y.ext.binder || !bind(x.ext.vars, y.ext.vars) {
				return false
			}
		case Match:
			if len(x.ext.cases) != len(y.ext.cases) {
				return false
			}
			for i, c := range x.ext.cases {
				d := y.ext.cases[i]
				if (c.Ctor == nil) != (d.Ctor == nil) || c.Ctor != nil && c.Ctor.Name != d.Ctor.Name || !bind(c.Vars, d.Vars) {
					return false
				}
			}
		case Annot:
			if len(x.ext.attrs) != len(y.ext.attrs) {
				return false
			}
			for i, at := range x.ext.attrs {
				bt := y.ext.attrs[i]
				if at.Key != bt.Key || at.Value != bt.Value || (at.Label == nil) != (bt.Label == nil) || at.Label != nil && at.Label.Name != bt.Label.Name || !push(at.Terms, bt.Terms) {
					return false
				}
			}
		}
		if !push(x.args, y.args) {
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
