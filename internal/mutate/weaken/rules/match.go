package rules

import (
	"slices"

	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// matcher collects the bindings of one match. Its methods hand each binding that fits to a continuation, and may change the
// binding that they are given: a caller that needs it again passes a clone. The recursion is as deep as the rule.
type matcher struct {
	w     *Rewriter
	rule  *Rule
	limit int  // of bindings
	probe bool // only whether there is one matters
	// choice, if not nil, chooses one of the subterms that a formula is a function of: trying all takes time quadratic in its
	// size.
	choice Choice
	found  int
	splits int // of arguments among lists that were tried
	out    []*Binding
}

// maxSplits bounds the ways to split arguments among lists that are tried: three lists and a thousand arguments have half a
// million.
const maxSplits = 10_000

// match collects the bindings.
func (m *matcher) match(u Use, t *term.Term) []*Binding {
	if possible(u.from(), t) {
		m.term(u.from(), t, newBinding(u.Rule), m.keep)
	}
	return m.out
}

// keep takes a binding of the whole side.
func (m *matcher) keep(b *Binding) {
	if m.found < m.limit && m.fits(b) {
		if m.found++; !m.probe {
			m.out = append(m.out, b)
		}
	}
}

// copy returns a copy of a binding that lives as long as the match, or longer when the match's result is kept.
func (m *matcher) copy(b *Binding) *Binding {
	if m.probe {
		return m.w.scratch.copy(b)
	}
	return b.clone()
}

// term matches one term.
func (m *matcher) term(n *node, t *term.Term, b *Binding, then func(*Binding)) {
	switch {
	case n.sure:
		if m.one(n, t, b) {
			then(b)
		}
	case n.kind == binderNode:
		m.binder(n, t, b, then)
	case n.kind == varNode && n.v.abstracts(n):
		m.occurrences(n, t, b, then)
	default:
		if below, ok := m.head(n, t, b); ok && below {
			m.args(n.args, t.Args(), b, then)
		} else if ok {
			then(b)
		}
	}
}

// one matches a node that matches in at most one way.
func (m *matcher) one(n *node, t *term.Term, b *Binding) bool {
	below, ok := m.head(n, t, b)
	if !ok || !below {
		return ok
	}
	if len(n.args) != len(t.Args()) {
		return false
	}
	for i, a := range n.args {
		if !m.one(a, t.Args()[i], b) {
			return false
		}
	}
	return true
}

// head matches the head. below says that the arguments have to be matched too.
func (m *matcher) head(n *node, t *term.Term, b *Binding) (below, ok bool) {
	switch n.kind { //exhaustive:enforce
	case varNode:
		if n.v.args != nil {
			return m.function(n, t, b)
		}
		return false, m.variable(n.v, t, b)
	case valueNode:
		if n.as != nil && !n.as.Match(t.Sort(), &b.sorts) {
			return false, false
		}
		want, err := build(m.w.store, n, b)
		return false, err == nil && m.w.same(want, t)
	case indexNode:
		v, ok := m.w.ground(t)
		if !ok || t.Sort() != sorts.Int {
			return false, false
		}
		i, small := v.Small()
		return false, small && i >= 0 && i <= sorts.MaxIndex && n.idx[0].Solve(int(i), &b.sorts)
	case testerNode:
		f := t.Func()
		return true, f != nil && f.Kind == term.TesterFunc && m.constructor(n.v, m.w.store.User(f.Decl, nil), b)
	case binderNode:
		return false, false // these match in several ways
	case opNode:
	}
	f := t.Func()
	if f == nil || f.Kind != term.TheoryFunc || f.Row.Name != n.name || len(f.Indices) != len(n.idx) {
		return false, false
	}
	for i := range n.idx {
		if !n.idx[i].Solve(f.Indices[i], &b.sorts) {
			return false, false
		}
	}
	if n.as != nil && !n.as.Match(t.Sort(), &b.sorts) {
		return false, false
	}
	// With a list among its arguments, - still has to mean a difference.
	return true, len(t.Args()) >= 2 || !slices.ContainsFunc(n.args, func(a *node) bool { return a.repeat })
}

// args matches arguments in order; a node followed by three dots takes any number of them.
func (m *matcher) args(ns []*node, ts []*term.Term, b *Binding, then func(*Binding)) {
	if m.found >= m.limit {
		return
	}
	if len(ns) == 0 {
		if len(ts) == 0 {
			then(b)
		}
		return
	}
	first, rest := ns[0], ns[1:]
	single, lists := 0, 0
	for _, n := range rest {
		if n.repeat {
			lists++
		} else {
			single++
		}
	}
	switch {
	case first.repeat:
	case len(ts) < single+1 || lists == 0 && len(ts) > single+1:
		return
	case first.sure:
		if m.one(first, ts[0], b) {
			m.args(rest, ts[1:], b, then)
		}
		return
	default:
		m.term(first, ts[0], b, func(b *Binding) { m.args(rest, ts[1:], b, then) })
		return
	}
	most := len(ts) - single
	if lists == 0 {
		m.list(first, rest, ts, most, b, then)
		return
	}
	for count := 0; count <= most && m.splits < maxSplits; count++ {
		m.splits++
		used := m.w.scratch.used
		m.list(first, rest, ts, count, m.copy(b), then)
		if m.probe {
			m.w.scratch.used = used // the bindings of this split are free again
		}
	}
}

// list matches a repeated node with the first count terms, and what follows it with the others.
func (m *matcher) list(first *node, rest []*node, ts []*term.Term, count int, b *Binding, then func(*Binding)) {
	if count < 0 || m.found >= m.limit || !m.begin(first, count, b) {
		return
	}
	if !first.each {
		m.repeated(first, ts[:count], b, func(b *Binding) { m.args(rest, ts[count:], b, then) })
		return
	}
	for _, t := range ts[:count] {
		if !m.one(first, t, b) {
			return
		}
		b.rep++
	}
	b.rep = 0
	m.args(rest, ts[count:], b, then)
}

// begin prepares the lists of a repeated node for count elements. It returns false when one of them is known to have another
// length.
func (m *matcher) begin(n *node, count int, b *Binding) bool {
	for _, l := range n.lists {
		if b.set[l.slot] && len(b.lists[l.slot]) != count {
			return false
		}
	}
	for _, l := range n.lists {
		b.set[l.slot] = true
	}
	b.rep = 0
	return true
}

// repeated matches n, which may match in several ways, with each of the terms.
func (m *matcher) repeated(n *node, ts []*term.Term, b *Binding, then func(*Binding)) {
	if len(ts) == 0 {
		b.rep = 0
		then(b)
		return
	}
	m.term(n, ts[0], b, func(b *Binding) { // n is not sure, hence repeated
		b.rep++
		m.repeated(n, ts[1:], b, then)
	})
}

// variable matches a parameter that stands for a term.
func (m *matcher) variable(v *variable, t *term.Term, b *Binding) bool {
	if v.bound {
		return b.terms[v.slot] == t
	}
	if old := m.known(v, b); old != nil {
		return old == t || t.HasBinder() && term.Equal(old, t)
	}
	if t.HasNamed() || !v.sort.Match(t.Sort(), &b.sorts) || b.escapes(m.rule, t, nil) {
		return false // a named term must neither occur twice nor vanish
	}
	if i := v.sort.Var; i >= 0 && !m.rule.sorts[i].allows(m.w.store, t.Sort()) {
		return false
	}
	if v.value {
		if _, ok := m.w.ground(t); !ok {
			return false
		}
	}
	if v.list {
		b.lists[v.slot] = append(b.lists[v.slot], t)
	} else {
		b.bind(v, t)
	}
	return true
}

// known returns what a variable already stands for, nil when it is free to be bound.
func (m *matcher) known(v *variable, b *Binding) *term.Term {
	if v.list {
		if l := b.lists[v.slot]; b.rep < len(l) {
			return l[b.rep]
		}
		return nil
	}
	if b.set[v.slot] {
		return b.terms[v.slot]
	}
	return nil
}

// function matches a parameter that is applied. Applied to bound variables, it stands for the whole term; applied to
// anything else, for the term's head, and the arguments have to be matched.
func (m *matcher) function(n *node, t *term.Term, b *Binding) (below, ok bool) {
	v := n.v
	if t.HasNamed() || !v.sort.Match(t.Sort(), &b.sorts) {
		return false, false
	}
	if v.ctor {
		f := t.Func()
		return true, f != nil && m.constructor(v, f, b)
	}
	if vars := m.boundArgs(n, b); vars != nil {
		for i, x := range vars {
			if !v.args[i].Match(x.Sort(), &b.sorts) {
				return false, false
			}
		}
		if b.escapes(m.rule, t, vars) {
			return false, false
		}
		if b.set[v.slot] {
			old := b.funcs[v.slot]
			return false, old.head == nil && term.EqualUnder(old.vars, vars, old.body, t)
		}
		b.bindFunction(v, function{vars: vars, body: t})
		return false, true
	}
	f := t.Func()
	if f == nil || f.Kind != term.TheoryFunc && f.Kind != term.UserFunc || len(t.Args()) != len(n.args) {
		return false, false
	}
	if b.set[v.slot] && b.funcs[v.slot].head != f {
		return false, false
	}
	for i, a := range t.Args() {
		if !v.args[i].Match(a.Sort(), &b.sorts) {
			return false, false
		}
	}
	b.bindFunction(v, function{head: f})
	return true, true
}

// constructor binds v to the constructor f, unless it is bound to another one. Constructors of codatatypes, whose values may
// contain themselves, do not fit; neither do those of parametric datatypes.
func (m *matcher) constructor(v *variable, f *term.Func, b *Binding) bool {
	d := f.Decl
	if f.Kind != term.UserFunc || d.Kind != term.Constructor || d.Poly || d.Data == nil || d.Data.Co || len(d.Params) != len(v.args) {
		return false
	}
	if b.set[v.slot] {
		return b.funcs[v.slot].head.Decl == d
	}
	for i, s := range d.Params {
		if !v.args[i].Match(s, &b.sorts) {
			return false
		}
	}
	b.bindFunction(v, function{head: f})
	return v.sort.Match(d.Result, &b.sorts)
}

// boundArgs returns the variables that n is applied to when they are distinct and bound by binders of the rule, nil
// otherwise.
func (m *matcher) boundArgs(n *node, b *Binding) []*term.Term {
	var vars []*term.Term
	for _, a := range n.args {
		if a.kind != varNode || !a.v.bound || slices.Contains(vars, b.terms[a.v.slot]) {
			return nil
		}
		vars = append(vars, b.terms[a.v.slot])
	}
	return vars
}

// binder matches a quantified formula. A pattern with one variable takes each of the formula's in turn, one with more takes
// the first ones; the others stay bound around the body.
func (m *matcher) binder(n *node, t *term.Term, b *Binding, then func(*Binding)) {
	if t.Kind() != term.Quant || t.Binder() != n.binder {
		return
	}
	if m.probe {
		m.probeBinder(n, t, t.Bound(), b, then)
		return
	}
	part := len(n.bound) < len(t.Bound())
	if !bodyFits(n, t, part) {
		return
	}
	m.taken(n, t.Bound(), b, func(taken []*term.Term, c *Binding) {
		// With too many variables at once there is nothing to rewrite here.
		if body, err := m.w.around(t, taken); err == nil {
			m.term(n.args[0], body, c, then)
		}
	})
}

// probeBinder does the same without making the body: the remaining variables of t are bound around a formula like its body.
func (m *matcher) probeBinder(n *node, t *term.Term, vars []*term.Term, b *Binding, then func(*Binding)) {
	part := len(n.bound) < len(vars)
	if !bodyFits(n, t, part) {
		return
	}
	m.taken(n, vars, b, func(taken []*term.Term, c *Binding) {
		if body := n.args[0]; part && body.kind == binderNode {
			left := slices.DeleteFunc(slices.Clone(vars), func(x *term.Term) bool { return slices.Contains(taken, x) })
			m.probeBinder(body, t, left, c, then)
			return
		}
		m.term(n.args[0], bodyOf(t), c, then)
	})
}

// bodyFits reports whether the body of a pattern can be that of t, or, where variables remain, what remains of t.
func bodyFits(n *node, t *term.Term, part bool) bool {
	body := n.args[0]
	if part {
		return body.kind == varNode || body.kind == binderNode && body.binder == t.Binder()
	}
	return possible(body, bodyOf(t))
}

// taken calls f for the ways to choose variables for those that n binds.
func (m *matcher) taken(n *node, vars []*term.Term, b *Binding, f func([]*term.Term, *Binding)) {
	starts := len(vars)
	if len(n.bound) > 1 {
		starts = 1
	}
	for start := 0; start < starts && start+len(n.bound) <= len(vars) && m.found < m.limit; start++ {
		taken := vars[start : start+len(n.bound)]
		c := m.copy(b)
		fits := true
		for i, v := range n.bound {
			fits = fits && v.sort.Match(taken[i].Sort(), &c.sorts)
			c.bind(v, taken[i])
		}
		if fits {
			f(taken, c)
		}
	}
}

// around returns the body of t, bound by those of t's variables that are not taken. Patterns, which belong to the binder, are
// dropped.
func (w *Rewriter) around(t *term.Term, taken []*term.Term) (*term.Term, error) {
	body := bodyOf(t)
	if len(taken) == len(t.Bound()) {
		return body, nil
	}
	by := map[*term.Term]*term.Term{}
	var vars []*term.Term
	for _, x := range t.Bound() {
		if !slices.Contains(taken, x) {
			y := w.store.NewVar(x.Text(), x.Sort())
			by[x], vars = y, append(vars, y)
		}
	}
	body, err := w.store.Substitute(body, by)
	if err != nil {
		return nil, err
	}
	return w.store.Quant(t.Binder(), vars, body)
}

// bodyOf returns the body of a quantified formula without its patterns.
func bodyOf(t *term.Term) *term.Term {
	body := t.Args()[0]
	for body.Kind() == term.Annot && !named(body) {
		body = body.Args()[0]
	}
	return body
}

// named reports whether an annotated term is named.
func named(t *term.Term) bool {
	return slices.ContainsFunc(t.Attrs(), func(a term.Attr) bool { return a.Label != nil })
}

// fits checks as much of the rule's restrictions as can be checked.
func (m *matcher) fits(b *Binding) bool {
	return m.rule.sortsFit(m.w.store, b) && m.rule.indicesFit(b) && m.w.hold(m.rule, b, false)
}

// sortsFit reports whether sort parameters stand for sorts that they may stand for.
func (r *Rule) sortsFit(st *term.Store, b *Binding) bool {
	for i := range r.sorts {
		if s := b.sorts.Sorts[i]; s != nil && !r.sorts[i].allows(st, s) {
			return false
		}
	}
	return true
}

// allows reports whether a sort parameter may stand for s. It may not stand for languages and functions: most solvers have no
// equality on them.
func (v *sortVar) allows(st *term.Store, s *sorts.Sort) bool {
	return allowed(s) && (len(v.only) == 0 || slices.ContainsFunc(v.only, func(p sorts.Pattern) bool {
		only, err := p.Instantiate(st.Sorts, &sorts.Binding{})
		return err == nil && only == s
	}))
}

// allowed reports whether sort parameters may stand for s at all.
func allowed(s *sorts.Sort) bool { return s != sorts.RegLan && s.Kind() != sorts.Func && !s.HasParam() }

// indicesFit reports whether the index parameters that are known lie within their bounds.
func (r *Rule) indicesFit(b *Binding) bool {
	for i, v := range r.index {
		if v.lo == nil || !b.sorts.HasIdx(i) {
			continue
		}
		lo, ok1 := v.lo.Eval(&b.sorts)
		hi, ok2 := v.hi.Eval(&b.sorts)
		if ok1 && b.sorts.Idx[i] < lo || ok2 && b.sorts.Idx[i] > hi {
			return false
		}
	}
	return true
}

// hold evaluates the rule's conditions. Conditions with parameters that are not yet bound hold, unless all is set.
func (w *Rewriter) hold(r *Rule, b *Binding, all bool) bool {
	for _, c := range r.where {
		if c.formula == nil {
			x, y := c.distinct[0], c.distinct[1]
			if b.set[x.slot] && b.set[y.slot] {
				if term.Equal(b.terms[x.slot], b.terms[y.slot]) {
					return false
				}
			} else if all {
				return false
			}
			continue
		}
		if !complete(c.formula, b) {
			if all {
				return false
			}
			continue
		}
		f, err := build(w.store, c.formula, b)
		if err != nil || !w.evaluator().Term(f).IsTrue() {
			return false
		}
	}
	return true
}

// complete reports whether all parameters under n are bound.
func complete(n *node, b *Binding) bool {
	ok := true
	n.walk(func(m *node) {
		switch {
		case m.kind == varNode && !m.v.bound:
			ok = ok && b.set[m.v.slot]
		case m.kind == indexNode:
			_, known := m.idx[0].Eval(&b.sorts)
			ok = ok && known
		}
	})
	return ok
}

func (w *Rewriter) evaluator() *eval.Evaluator {
	if w.ev == nil {
		w.ev = eval.New(w.store, nil, eval.Options{Steps: maxConditionSteps})
	}
	return w.ev
}

const (
	// maxConditionSteps bounds the evaluation of conditions.
	maxConditionSteps = 20_000_000
	// maxGround bounds the terms that count as values.
	maxGround = 30
)

// ground returns the value of a term that counts as one: small, closed and without declared symbols.
func (w *Rewriter) ground(t *term.Term) (value.Value, bool) {
	if t.HasUser() || len(t.Free()) > 0 || t.HasBinder() || term.TreeSize(t, maxGround+1) > maxGround {
		return value.Value{}, false
	}
	v := w.evaluator().Term(t)
	return v, v.IsKnown()
}

// same reports whether t is the literal want, perhaps in another spelling.
func (w *Rewriter) same(want, t *term.Term) bool {
	if want == t {
		return true
	}
	if t.Kind() != term.Literal || want.Sort() != t.Sort() {
		return false
	}
	a, ok1 := w.ground(want)
	b, ok2 := w.ground(t)
	return ok1 && ok2 && value.Compare(a, b) == 0
}
