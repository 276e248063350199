package rules

import (
	"slices"

	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Rewriter matches and applies rules over the terms of one store. It remembers the values of terms that conditions ask
// for. Not safe for concurrent use; it uses the store.
type Rewriter struct {
	store *term.Store
	ev    *eval.Evaluator
}

// NewRewriter returns a Rewriter over a store.
func NewRewriter(st *term.Store) *Rewriter { return &Rewriter{store: st} }

// maxBindings bounds the ways in which one side is matched with one term.
const maxBindings = 64

// Match returns the ways in which the side that u looks for is t, at most 64 of them, none when it is not. Conditions that
// speak of matched parameters only hold for them.
func (w *Rewriter) Match(u Use, t *term.Term) []*Binding {
	m := matcher{w: w, rule: u.Rule}
	m.term(u.from(), t, newBinding(u.Rule), func(b *Binding) {
		if len(m.out) < maxBindings && m.fits(b) {
			m.out = append(m.out, b)
		}
	})
	return m.out
}

// matcher collects the bindings of one match. Its methods hand each binding that fits to a continuation, and may change the
// binding that they are given: whoever needs it again hands on a clone. Recursion is as deep as the rule.
type matcher struct {
	w    *Rewriter
	rule *Rule
	out  []*Binding
}

// term matches one term.
func (m *matcher) term(n *node, t *term.Term, b *Binding, then func(*Binding)) {
	switch n.kind { //exhaustive:enforce
	case varNode:
		m.variable(n, t, b, then)
	case valueNode:
		if n.as == nil || n.as.Match(t.Sort(), &b.sorts) {
			if want, err := build(m.w.store, n, b); err == nil && m.w.same(want, t) {
				then(b)
			}
		}
	case indexNode:
		v, ok := m.w.ground(t)
		if !ok || t.Sort() != sorts.Int {
			return
		}
		if i, small := v.Small(); small && i >= 0 && i <= sorts.MaxIndex && n.idx[0].Solve(int(i), &b.sorts) {
			then(b)
		}
	case binderNode:
		m.binder(n, t, b, then)
	case testerNode:
		if f := t.Func(); f != nil && f.Kind == term.TesterFunc && m.constructor(n.v, m.w.store.User(f.Decl, nil), b) {
			m.args(n.args, t.Args(), b, then)
		}
	case opNode:
		f := t.Func()
		if f == nil || f.Kind != term.TheoryFunc || f.Row.Name != n.name || len(f.Indices) != len(n.idx) {
			return
		}
		for i := range n.idx {
			if !n.idx[i].Solve(f.Indices[i], &b.sorts) {
				return
			}
		}
		if n.as != nil && !n.as.Match(t.Sort(), &b.sorts) {
			return
		}
		if len(t.Args()) < 2 && slices.ContainsFunc(n.args, func(a *node) bool { return a.repeat }) {
			return // a list leaves - its meaning of a difference
		}
		m.args(n.args, t.Args(), b, then)
	}
}

// args matches arguments in order; what is followed by three dots takes any number of them.
func (m *matcher) args(ns []*node, ts []*term.Term, b *Binding, then func(*Binding)) {
	if len(m.out) >= maxBindings {
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
	if !first.repeat {
		if len(ts) < single+1 || lists == 0 && len(ts) > single+1 {
			return
		}
		m.term(first, ts[0], b, func(b *Binding) { m.args(rest, ts[1:], b, then) })
		return
	}
	most := len(ts) - single
	least := 0
	if lists == 0 {
		least = most
	}
	for count := max(least, 0); count <= most; count++ {
		c := b.clone()
		if m.begin(first, count, c) {
			m.repeated(first, ts[:count], c, func(b *Binding) { m.args(rest, ts[count:], b, then) })
		}
	}
}

// begin prepares the lists of a repeated node for count elements. It reports false when one of them is known to have
// another number.
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

// repeated matches n with each of the terms.
func (m *matcher) repeated(n *node, ts []*term.Term, b *Binding, then func(*Binding)) {
	if len(ts) == 0 {
		b.rep = 0
		then(b)
		return
	}
	m.term(n, ts[0], b, func(b *Binding) {
		b.rep++
		m.repeated(n, ts[1:], b, then)
	})
}

// variable matches a parameter.
func (m *matcher) variable(n *node, t *term.Term, b *Binding, then func(*Binding)) {
	v := n.v
	if v.args != nil {
		m.function(n, t, b, then)
		return
	}
	if v.bound {
		if b.terms[v.slot] == t {
			then(b)
		}
		return
	}
	if old := m.known(v, b); old != nil {
		if old == t || t.HasBinder() && term.Equal(old, t) {
			then(b)
		}
		return
	}
	if t.HasNamed() || !v.sort.Match(t.Sort(), &b.sorts) || b.escapes(m.rule, t, nil) {
		return // what is named must neither stand twice nor vanish
	}
	if v.value {
		if _, ok := m.w.ground(t); !ok {
			return
		}
	}
	if v.list {
		b.lists[v.slot] = append(b.lists[v.slot], t)
	} else {
		b.bind(v, t)
	}
	then(b)
}

// known returns what a variable stands for already, nil when it is free to be bound.
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

// function matches a parameter that is applied: to bound variables it stands for the whole term, to a parameter that may be
// chosen for the term as a function of one of its subterms, to anything else for the term's head.
func (m *matcher) function(n *node, t *term.Term, b *Binding, then func(*Binding)) {
	v := n.v
	if t.HasNamed() || !v.sort.Match(t.Sort(), &b.sorts) {
		return
	}
	if v.ctor {
		if f := t.Func(); f != nil && m.constructor(v, f, b) {
			m.args(n.args, t.Args(), b, then)
		}
		return
	}
	if vars := m.boundArgs(n, b); vars != nil {
		for i, x := range vars {
			if !v.args[i].Match(x.Sort(), &b.sorts) {
				return
			}
		}
		if b.escapes(m.rule, t, vars) {
			return
		}
		if b.set[v.slot] {
			old := b.funcs[v.slot]
			if old.head != nil || !term.EqualUnder(old.vars, vars, old.body, t) {
				return
			}
		}
		b.bindFunction(v, function{vars: vars, body: t})
		then(b)
		return
	}
	if len(n.args) == 1 && n.args[0].lone() && n.args[0].v.free {
		m.occurrences(n, t, b, then)
		return
	}
	f := t.Func()
	if f == nil || f.Kind != term.TheoryFunc && f.Kind != term.UserFunc || len(t.Args()) != len(n.args) {
		return
	}
	if b.set[v.slot] && b.funcs[v.slot].head != f {
		return
	}
	for i, a := range t.Args() {
		if !v.args[i].Match(a.Sort(), &b.sorts) {
			return
		}
	}
	b.bindFunction(v, function{head: f})
	m.args(n.args, t.Args(), b, then)
}

// constructor binds v to the constructor f, unless it is bound to another one. Those of codatatypes do not fit, whose values
// may hold themselves; neither do those of parametric datatypes.
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

// boundArgs returns the variables that n is applied to when they are different ones that binders of the rule bind, nil
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
	if t.Kind() != term.Quant || t.Binder() != n.binder || len(t.Bound()) < len(n.bound) {
		return
	}
	starts := 1
	if len(n.bound) == 1 {
		starts = len(t.Bound())
	}
	for start := range starts {
		taken := t.Bound()[start : start+len(n.bound)]
		c := b.clone()
		fits := true
		for i, v := range n.bound {
			fits = fits && v.sort.Match(taken[i].Sort(), &c.sorts)
			c.bind(v, taken[i])
		}
		if !fits {
			continue
		}
		body, err := m.w.around(t, taken)
		if err != nil {
			continue // too many variables at once: nothing to rewrite here
		}
		m.term(n.args[0], body, c, then)
	}
}

// around returns the body of t, bound by those of t's variables that are not taken. Patterns, which belong to the binder, are
// dropped.
func (w *Rewriter) around(t *term.Term, taken []*term.Term) (*term.Term, error) {
	body := t.Args()[0]
	for body.Kind() == term.Annot && !named(body) {
		body = body.Args()[0]
	}
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

// named reports whether an annotated term is named.
func named(t *term.Term) bool {
	return slices.ContainsFunc(t.Attrs(), func(a term.Attr) bool { return a.Label != nil })
}

// fits checks what can be checked of the rule's restrictions.
func (m *matcher) fits(b *Binding) bool {
	return m.rule.sortsFit(m.w.store, b) && m.rule.indicesFit(b) && m.w.hold(m.rule, b, false)
}

// sortsFit reports whether sort parameters stand for sorts that they may stand for. Languages and functions are none:
// most solvers have no equality of them.
func (r *Rule) sortsFit(st *term.Store, b *Binding) bool {
	for i, v := range r.sorts {
		s := b.sorts.Sorts[i]
		if s == nil {
			continue
		}
		if s == sorts.RegLan || s.Kind() == sorts.Func || s.HasParam() {
			return false
		}
		if len(v.only) > 0 && !slices.ContainsFunc(v.only, func(p sorts.Pattern) bool {
			only, err := p.Instantiate(st.Sorts, &sorts.Binding{})
			return err == nil && only == s
		}) {
			return false
		}
	}
	return true
}

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

// hold evaluates the rule's conditions. Those with parameters that are not bound yet hold, unless all is set.
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
	// maxGround bounds the terms that are taken for values.
	maxGround = 30
)

// ground returns the value of a term that is one: small, closed and without declared symbols.
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
