package elab

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// Solvers omit the qualification of constructors where the position determines the sort: z3 prints (cons (leaf zero) nil)
// under a declaration that says (List (Tree Nat Nat)). A session therefore knows what sort a position expects, from outside
// or from the other arguments. This is used only where a constructor's own arguments do not determine its sort, so that no
// other text changes its meaning, and never in scripts.

// expected returns the sort of the next part of the frame, nil when its position does not determine it.
func (e *elaborator) expected(f *frame) *sorts.Sort {
	i := len(e.values) - f.base
	switch {
	case f.kind == fLetBody, f.kind == fLater, f.kind == fAnnot && i == 0, f.kind == fMatch && i > 0:
		return f.want
	case f.kind == fApp && !f.head.value && f.head.sym == "" && len(f.head.idx) == 0:
		return e.expectedArg(f, i)
	}
	return nil
}

// expectedArg returns the sort of argument i of an application.
func (e *elaborator) expectedArg(f *frame, i int) *sorts.Sort {
	whole := f.want
	if f.head.as != nil {
		whole = f.head.as
	}
	if en := e.lookup(f.head.name); en != nil && en.decl != nil {
		d := en.decl
		switch {
		case i >= len(d.Params):
			return nil
		case !d.Poly:
			return d.Params[i]
		case whole == nil || d.Kind != term.Constructor:
			return nil
		}
		by := map[string]*sorts.Sort{}
		if !sorts.Unify(d.Result, whole, by) {
			return nil
		}
		return e.instance(d.Params[i], by)
	}
	name := f.head.name
	if (name == "=" || name == "distinct") && i > 0 {
		return e.values[f.base].Sort()
	}
	if whole == nil {
		return nil
	}
	array := whole.Kind() == sorts.Array
	switch {
	case name == "ite" && i > 0, name == "store" && i == 0, name == "seq.++":
		return whole
	case name == "seq.unit" && whole.Name() == "Seq" && len(whole.Args()) == 1:
		return whole.Args()[0]
	case name == "store" && array && i <= 2:
		return whole.Args()[i-1]
	case name == "const" && array:
		return whole.Args()[1]
	}
	return nil
}

// instance replaces the sort parameters of s; nil when one has no value or the sort becomes too large: datatypes may
// contain ever larger instances of themselves.
func (e *elaborator) instance(s *sorts.Sort, by map[string]*sorts.Sort) *sorts.Sort {
	s = e.store.Sorts.Substitute(s, by)
	if s.HasParam() || s.Size() > sorts.MaxSize {
		return nil
	}
	return s
}

// constructed returns the sort of the constructor application at n if its arguments determine it, nil otherwise. It
// remembers the answer for every node that it visits, so that the cost of a term is proportional to its number of nodes.
func (x *Session) constructed(n syntax.ID, depth int) *sorts.Sort {
	if s, ok := x.hints[n]; ok {
		return s
	}
	s := x.hint(n, depth)
	if x.hints == nil {
		x.hints = map[syntax.ID]*sorts.Sort{}
	}
	x.hints[n] = s
	return s
}

// hint looks for the sort of the term at n: a qualified name, a symbol that has one sort, or a constructor whose
// arguments determine it.
func (x *Session) hint(n syntax.ID, depth int) *sorts.Sort {
	e, t := x.e, &x.e.tree
	head := n
	if t.Kind(n) == syntax.List {
		if t.Len(n) == 0 || depth > maxSortDepth {
			return nil
		}
		qualified := n
		if head = t.First(n); t.Kind(head) == syntax.List {
			qualified = head // of ((as c S) ...)
		}
		if t.Len(qualified) == 3 && t.Is(t.First(qualified), "as") {
			s, err := e.sort(t.Children(qualified)[2])
			if err != nil {
				return nil
			}
			return s
		}
	}
	name, ok := t.Name(head)
	en := e.env[name]
	if !ok || en == nil {
		return nil
	}
	if k := len(en.locals); k > 0 {
		if head != n || x.laters[en.locals[k-1]] != nil {
			return nil
		}
		return en.locals[k-1].Sort()
	}
	d := en.decl
	if d == nil || d.Poly && d.Kind != term.Constructor || len(d.Params) > 0 && head == n {
		return nil
	}
	if !d.Poly {
		return d.Result
	}
	by := map[string]*sorts.Sort{}
	i := 0
	for c, end := t.End(head), t.End(n); c < end && i < len(d.Params); c = t.End(c) {
		if s := x.constructed(c, depth+1); s != nil {
			if !sorts.Unify(d.Params[i], s, by) {
				return nil
			}
			if r := e.instance(d.Result, by); r != nil {
				return r
			}
		}
		i++
	}
	return nil
}

// plain reports whether h is a symbol without indices and qualification.
func (h *head) plain() bool { return h.as == nil && h.sym == "" && len(h.idx) == 0 }

// openConstructor reports whether name is a constructor that may need to be told its sort.
func (e *elaborator) openConstructor(name string) bool {
	en := e.env[name]
	return en != nil && len(en.locals) == 0 && en.decl != nil && en.decl.Poly && en.decl.Kind == term.Constructor
}

// qualification returns the sort that the position expects of a constructor applied to args, nil when it needs none.
func (e *elaborator) qualification(d *term.Decl, args []*term.Term) *sorts.Sort {
	if e.place == nil || d.Kind != term.Constructor || !d.Poly || !sorts.Unify(d.Result, e.place, map[string]*sorts.Sort{}) {
		return nil
	}
	if e.determined(d, args, map[string]*sorts.Sort{}) {
		return nil
	}
	return e.place
}
