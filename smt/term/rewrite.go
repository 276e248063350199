package term

import (
	"fmt"
	"maps"
	"slices"
	"sync"
)

// WithArgs returns t with Args() replaced by other subterms: the same symbol, variables, cases or attributes
// over new children. It fails with a *SortError when the result would be ill-sorted.
func (st *Store) WithArgs(t *Term, args []*Term) (*Term, error) {
	if len(args) != len(t.args) {
		return nil, fmt.Errorf("term: %d subterms in place of %d", len(args), len(t.args))
	}
	if slices.Equal(args, t.args) {
		return t, nil
	}
	switch t.kind { //exhaustive:enforce
	case App:
		for i := range args {
			if args[i].sort != t.args[i].sort {
				return st.App(t.fn, args...)
			}
		}
		return st.app(t.fn, t.sort, args)
	case Quant:
		return st.Quant(t.ext.binder, t.ext.vars, args[0])
	case Annot:
		return st.Annot(args[0], t.ext.attrs)
	case Match:
		if args[0].sort != t.args[0].sort {
			return nil, &SortError{fmt.Sprintf("match over %s in place of %s", args[0].sort, t.args[0].sort)}
		}
		return st.Match(args[0], t.ext.cases, args[1:])
	}
	return nil, fmt.Errorf("term: a term of kind %d has no subterms", t.kind)
}

// Path addresses an occurrence of a subterm: the child to take at each step from the root.
type Path []int

// At returns the subterm of root at the path.
func At(root *Term, p Path) *Term {
	for _, i := range p {
		root = root.args[i]
	}
	return root
}

// Replace returns root with the subterm at the path replaced by new. Only the terms on the path are rebuilt:
// other occurrences of shared subterms stay as they are.
func (st *Store) Replace(root *Term, p Path, new *Term) (*Term, error) {
	spine := make([]*Term, len(p))
	t := root
	for d, i := range p {
		spine[d] = t
		t = t.args[i]
	}
	var buf []*Term
	for d := len(p) - 1; d >= 0; d-- {
		buf = append(buf[:0], spine[d].args...)
		buf[p[d]] = new
		n, err := st.WithArgs(spine[d], buf)
		if err != nil {
			return nil, err
		}
		new = n
	}
	return new, nil
}

// Below calls f for each direct subterm of t, including terms inside patterns.
func Below(t *Term, f func(*Term)) { below(t, f) }

func below(t *Term, f func(*Term)) {
	for _, a := range t.args {
		f(a)
	}
	if t.kind == Annot {
		for _, at := range t.ext.attrs {
			for _, p := range at.Terms {
				f(p)
			}
		}
	}
}

// Substitute replaces free variables of t: variable v by by[v]. Binders inside t get fresh variables, so
// nothing is captured and the result shares no binder with t.
func (st *Store) Substitute(t *Term, by map[*Term]*Term) (*Term, error) {
	s := newSubstitution(st, t)
	for v, r := range by {
		if v.sort != r.sort {
			return nil, &SortError{fmt.Sprintf("%s of sort %s in place of %s of sort %s", r, r.sort, v.Text(), v.sort)}
		}
		s.image[v] = r
	}
	return s.run(t)
}

// apart returns t with variables of their own for all binders, in terms that belong to no store and that only a printer may
// see: their IDs begin above that of t. origin has the annotated terms for which the new ones stand.
func apart(t *Term) (copied *Term, origin map[*Term]*Term) {
	s := newSubstitution(nil, t)
	s.nextID, s.origin = t.id, map[*Term]*Term{}
	copied, err := s.run(t)
	if err != nil {
		return t, nil
	}
	return copied, s.origin
}

func newSubstitution(st *Store, t *Term) *substitution {
	return &substitution{st: st, free: t.free, image: map[*Term]*Term{}, done: map[*Term]*Term{}, entered: map[*Term]bool{}}
}

// substitution is one run of Substitute, or of apart.
type substitution struct {
	st      *Store          // nil in apart, which has the next two
	nextID  uint32          // the last ID in use
	origin  map[*Term]*Term // of annotated terms
	free    []*Term         // of the whole term
	image   map[*Term]*Term // of variables, in the current scope
	done    map[*Term]*Term // of compound terms, in the current scope
	entered map[*Term]bool  // variables whose binder was met before
}

// visit is a term under way: before its parts are done (for a binder, with the variables' outer images kept)
// or after.
type visit struct {
	t     *Term
	open  bool
	outer outside
}

// outside is what a binder hides while its scope is open.
type outside struct {
	images []*Term         // of the binder's variables, nil where they had none
	done   map[*Term]*Term // images of terms in which these variables are free
}

// changes reports whether the image of t may differ from t.
func changes(t *Term) bool { return t.HasBinder() || len(t.free) > 0 }

func (s *substitution) run(root *Term) (*Term, error) {
	stack := []visit{{t: root}}
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		t := v.t
		if !v.open {
			if t.kind == Var || !changes(t) || s.done[t] != nil {
				stack = stack[:len(stack)-1]
				continue
			}
			v.open = true
			v.outer = s.enter(t)
			below(t, func(c *Term) {
				if c.kind != Var && changes(c) {
					stack = append(stack, visit{t: c})
				}
			})
			continue
		}
		n, err := s.rebuild(t)
		if err != nil {
			return nil, err
		}
		s.leave(t, v.outer)
		s.done[t] = n
		stack = stack[:len(stack)-1]
	}
	return s.of(root), nil
}

// of returns the image of t, all of whose parts are done.
func (s *substitution) of(t *Term) *Term {
	n := s.done[t]
	if t.kind == Var {
		n = s.image[t]
	}
	if n == nil {
		return t
	}
	return n
}

// boundBy calls f for the variables that t itself binds.
func boundBy(t *Term, f func(*Term)) {
	switch t.kind {
	case Quant:
		for _, v := range t.ext.vars {
			f(v)
		}
	case Match:
		for _, c := range t.ext.cases {
			for _, v := range c.Vars {
				f(v)
			}
		}
	}
}

// enter gives fresh images to the variables that t binds.
func (s *substitution) enter(t *Term) (outer outside) {
	boundBy(t, func(v *Term) {
		outer.images = append(outer.images, s.image[v])
		if s.entered[v] || s.elsewhere(v, s.image[v]) {
			for d, n := range s.forget(v) {
				if outer.done == nil {
					outer.done = map[*Term]*Term{}
				}
				outer.done[d] = n
			}
		}
		s.entered[v] = true
		s.image[v] = s.newVar(v)
	})
	return outer
}

// leave restores what the binder hid.
func (s *substitution) leave(t *Term, outer outside) {
	i := 0
	boundBy(t, func(v *Term) {
		if s.elsewhere(v, outer.images[i]) {
			s.forget(v)
		}
		delete(s.image, v)
		if outer.images[i] != nil {
			s.image[v] = outer.images[i]
		}
		i++
	})
	maps.Copy(s.done, outer.done)
}

// elsewhere reports whether v also occurs outside the current binder, where it had the image outer.
func (s *substitution) elsewhere(v, outer *Term) bool {
	return outer != nil || subset([]*Term{v}, s.free)
}

// forget drops and returns the images of terms in which v is free: they hold for another scope of v.
// That is needed only if a term occurs both below a binder and, with the same variable, outside of it.
func (s *substitution) forget(v *Term) map[*Term]*Term {
	dropped := map[*Term]*Term{}
	for t, n := range s.done {
		if subset([]*Term{v}, t.free) {
			dropped[t] = n
			delete(s.done, t)
		}
	}
	return dropped
}

// newVar makes a variable like v.
func (s *substitution) newVar(v *Term) *Term {
	if s.st == nil {
		return s.copy(v, nil)
	}
	return s.st.NewVar(v.Text(), v.sort)
}

// copy makes a term like t over other parts, in no store.
func (s *substitution) copy(t *Term, args []*Term) *Term {
	n := *t
	s.nextID++
	n.id, n.args = s.nextID, args
	if t.kind == Var {
		n.free = []*Term{&n}
		return &n
	}
	n.free = make([]*Term, len(t.free))
	for i, v := range t.free {
		n.free[i] = s.of(v)
	}
	if t.kind == Annot {
		s.origin[&n] = t
	}
	return &n
}

// rebuild makes t over the images of its parts.
func (s *substitution) rebuild(t *Term) (*Term, error) {
	all := func(ts []*Term) []*Term {
		out := make([]*Term, len(ts))
		for i, x := range ts {
			out[i] = s.of(x)
		}
		return out
	}
	args := all(t.args)
	ext := extra{}
	if t.ext != nil {
		ext = *t.ext
	}
	switch t.kind {
	case Quant:
		ext.vars = all(ext.vars)
	case Match:
		ext.cases = slices.Clone(ext.cases)
		for i := range ext.cases {
			ext.cases[i].Vars = all(ext.cases[i].Vars)
		}
	case Annot:
		ext.attrs = slices.Clone(ext.attrs)
		for i := range ext.attrs {
			if ext.attrs[i].Terms != nil {
				ext.attrs[i].Terms = all(ext.attrs[i].Terms)
			}
		}
	}
	if s.st == nil {
		n := s.copy(t, args)
		n.ext = &ext
		return n, nil
	}
	switch t.kind {
	case Quant:
		return s.st.Quant(ext.binder, ext.vars, args[0])
	case Match:
		return s.st.Match(args[0], ext.cases, args[1:])
	case Annot:
		return s.st.Annot(args[0], ext.attrs)
	}
	return s.st.WithArgs(t, args)
}

// Freshen returns a copy of t whose binders have variables of their own, so that it can be placed next to or
// inside t. Terms without binders are returned unchanged.
func (st *Store) Freshen(t *Term) (*Term, error) {
	if !t.HasBinder() {
		return t, nil
	}
	return st.Substitute(t, nil)
}

// Walk calls f once for every distinct subterm of the roots, children before parents, including pattern
// terms. It stops when f returns false. All roots belong to one store.
func Walk(roots []*Term, f func(*Term) bool) {
	w, ok := walks.Get().(*walk)
	if !ok {
		w = new(walk)
	}
	defer w.end()
	for i := len(roots) - 1; i >= 0; i-- {
		w.stack = append(w.stack, walkFrame{roots[i], false})
	}
	w.high = len(w.stack)
	for len(w.stack) > 0 {
		fr := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		if fr.done {
			if !f(fr.t) {
				return
			}
			continue
		}
		if w.has(fr.t) {
			continue
		}
		w.add(fr.t)
		w.stack = append(w.stack, walkFrame{fr.t, true})
		from := len(w.stack)
		below(fr.t, func(c *Term) {
			if !w.has(c) {
				w.stack = append(w.stack, walkFrame{c, false})
			}
		})
		slices.Reverse(w.stack[from:])
		w.high = max(w.high, len(w.stack))
	}
}

// walks holds the memory that walks need, kept for the next one.
var walks sync.Pool

type walk struct {
	stack []walkFrame
	high  int      // the maximum length of the stack
	seen  []uint64 // a bit for each ID
	words []uint32 // the indices of words of seen that are not zero
}

type walkFrame struct {
	t    *Term
	done bool
}

func (w *walk) has(t *Term) bool {
	i := t.id / 64
	return int(i) < len(w.seen) && w.seen[i]&(1<<(t.id%64)) != 0
}

func (w *walk) add(t *Term) {
	i := t.id / 64
	if int(i) >= len(w.seen) {
		w.seen = append(w.seen, make([]uint64, int(i)+1-len(w.seen)+len(w.seen)/2)...)
	}
	if w.seen[i] == 0 {
		w.words = append(w.words, i)
	}
	w.seen[i] |= 1 << (t.id % 64)
}

func (w *walk) end() {
	for _, i := range w.words {
		w.seen[i] = 0
	}
	clear(w.stack[:w.high]) // so that it keeps no term alive
	w.stack, w.words, w.high = w.stack[:0], w.words[:0], 0
	if cap(w.stack) > maxWalk || cap(w.words) > maxWalk || cap(w.seen) > maxWalk {
		return // the memory of a large walk is released
	}
	walks.Put(w)
}

// maxWalk bounds the memory that is kept for the next walk.
const maxWalk = 1 << 16

// Labels calls f for the label of every named annotation in t, once for each annotation.
func Labels(t *Term, f func(label *Decl)) {
	if !t.HasNamed() {
		return
	}
	seen := map[*Term]bool{t: true}
	stack := []*Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, a := range t.Attrs() {
			if a.Label != nil {
				f(a.Label)
			}
		}
		below(t, func(c *Term) {
			if c.HasNamed() && !seen[c] {
				seen[c] = true
				stack = append(stack, c)
			}
		})
	}
}

// TreeSize returns the number of nodes of t written out without sharing, at most limit.
func TreeSize(t *Term, limit int) int {
	size := map[*Term]int{}
	Walk([]*Term{t}, func(t *Term) bool {
		n := 1
		below(t, func(c *Term) { n = min(limit, n+size[c]) })
		size[t] = n
		return true
	})
	return size[t]
}
