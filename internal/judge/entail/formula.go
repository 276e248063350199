package entail

import (
	"github.com/assay-smt/assay/smt/term"
)

// An atomKey tells atoms apart by what they say: a term by itself, an equation by its sides, a bound by its text.
type atomKey struct {
	left, right *term.Term
	text        string
}

// An equation is what an atom says of terms: that they are equal. right is nil for a formula that is true.
type equation struct{ left, right *term.Term }

// fresh returns a new variable.
func (q *question) fresh() literal {
	q.vars++
	return literal(q.vars)
}

// constant returns the literal that is true.
func (q *question) constant() literal {
	key := atomKey{text: "true"}
	l, ok := q.atoms[key]
	if !ok {
		l = q.fresh()
		q.atoms[key] = l
		q.add(l)
	}
	return l
}

// formula returns a literal that is equivalent to a formula in all models of the clauses.
func (q *question) formula(t *term.Term) literal {
	if l, ok := q.literals[t]; ok {
		return l
	}
	// Arguments first, without recursion: formulas may be as deep as a proof is long.
	type visit struct {
		t     *term.Term
		depth int
		leave bool
	}
	stack := []visit{{t: t}}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if _, ok := q.literals[v.t]; ok {
			continue
		}
		if !q.spend(1) {
			return q.constant()
		}
		parts := q.parts(v.t)
		if len(parts) > 1 && v.depth >= q.depth {
			q.literals[v.t] = q.truth(v.t)
			continue
		}
		if v.leave || len(parts) == 0 {
			q.literals[v.t] = q.defined(v.t)
			continue
		}
		stack = append(stack, visit{v.t, v.depth, true})
		deeper := v.depth
		if len(parts) > 1 {
			deeper++
		}
		for _, p := range parts {
			stack = append(stack, visit{t: p, depth: deeper})
		}
	}
	return q.literals[t]
}

// parts returns the formulas that a formula connects, nil for an atom.
func (q *question) parts(t *term.Term) []*term.Term {
	switch {
	case t.Kind() == term.Annot:
		return t.Args()
	case t.Func() == nil:
		return nil
	}
	switch f := t.Func(); {
	case f.Kind != term.TheoryFunc || !connective(f.Name()):
		return nil
	case len(t.Args()) == 0 || !isBool(t.Args()[len(t.Args())-1]):
		return nil
	}
	return t.Args()
}

// connective reports whether an operator connects formulas, when it is applied to some.
func connective(name string) bool {
	switch name {
	case "not", "and", "or", "=>", "xor", "ite", "=", "distinct":
		return true
	}
	return false
}

// defined returns the literal of a formula whose parts have literals.
func (q *question) defined(t *term.Term) literal {
	parts := q.parts(t)
	if len(parts) == 0 {
		return q.atom(t)
	}
	ls := make([]literal, len(parts))
	for i, p := range parts {
		ls[i] = q.literals[p]
	}
	if t.Kind() == term.Annot {
		return ls[0]
	}
	switch t.Func().Name() {
	case "not":
		return -ls[0]
	case "and":
		return q.all(ls)
	case "or":
		return -q.all(negated(ls))
	case "=>": // to the right: only the last one has to follow
		return -q.all(append(append([]literal{}, ls[:len(ls)-1]...), -ls[len(ls)-1]))
	case "ite":
		return q.choice(ls[0], ls[1], ls[2])
	case "xor":
		out := ls[0]
		for _, l := range ls[1:] {
			out = -q.choice(out, l, -l)
		}
		return out
	case "=":
		var links []literal
		for i := range ls[1:] {
			links = append(links, q.choice(ls[i], ls[i+1], -ls[i+1]))
		}
		out := q.all(links)
		if len(parts) == 2 && q.by != Propositional {
			q.noteEquation(out, equation{parts[0], parts[1]}) // so that terms with the formulas in them are equal
		}
		return out
	}
	if len(ls) == 2 {
		return -q.choice(ls[0], ls[1], -ls[1])
	}
	return -q.constant() // there are only two truth values
}

func negated(ls []literal) []literal {
	out := make([]literal, len(ls))
	for i, l := range ls {
		out[i] = -l
	}
	return out
}

// all returns the conjunction of literals.
func (q *question) all(ls []literal) literal {
	if len(ls) == 1 {
		return ls[0]
	}
	out := q.fresh()
	back := make([]literal, 0, len(ls)+1)
	for _, l := range ls {
		q.add(-out, l)
		back = append(back, -l)
	}
	q.add(append(back, out)...)
	return out
}

// choice returns yes where the condition is true, and no elsewhere.
func (q *question) choice(condition, yes, no literal) literal {
	out := q.fresh()
	q.add(-condition, -yes, out)
	q.add(-condition, yes, -out)
	q.add(condition, -no, out)
	q.add(condition, no, -out)
	return out
}

// atom returns the literal of a formula without a connective at the top.
func (q *question) atom(t *term.Term) literal {
	t = q.kernel.canonical(t)
	f := t.Func()
	if f == nil || f.Kind != term.TheoryFunc {
		return q.truth(t)
	}
	args := t.Args()
	switch name := f.Name(); {
	case name == "true":
		return q.constant()
	case name == "false":
		return -q.constant()
	case name == "=" && q.by != Propositional || name == "=" && len(args) == 2:
		var links []literal
		for i := range args[1:] {
			links = append(links, q.equal(args[i], args[i+1]))
		}
		return q.all(links)
	case name == "distinct" && len(args) <= maxDistinct:
		var links []literal
		for i := range args {
			for _, b := range args[i+1:] {
				links = append(links, -q.equal(args[i], b))
			}
		}
		return q.all(links)
	}
	if q.by == Normal {
		if l, ok := q.comparison(t); ok {
			return l
		}
		if plain := q.membership(t); plain != nil {
			return q.atom(plain)
		}
	}
	if l, ok := q.comparesBits(t); ok {
		return l
	}
	return q.truth(t)
}

// maxDistinct bounds the terms that are said to be distinct pair by pair.
const maxDistinct = 60

// truth returns the literal that says that a formula is true.
func (q *question) truth(t *term.Term) literal {
	if q.by != Propositional {
		switch v := q.kernel.value(t); {
		case v.IsTrue():
			return q.constant()
		case v.IsFalse():
			return -q.constant()
		}
	}
	key := atomKey{left: t}
	l, ok := q.atoms[key]
	if !ok {
		l = q.fresh()
		q.atoms[key] = l
		if q.by != Propositional {
			q.note(l, equation{left: t})
		}
	}
	return l
}

// equal returns the literal that says that two terms, which are no formulas, are equal.
func (q *question) equal(a, b *term.Term) literal {
	a, b = q.kernel.canonical(a), q.kernel.canonical(b)
	if a == b {
		return q.constant()
	}
	if a.ID() > b.ID() {
		a, b = b, a
	}
	key := atomKey{left: a, right: b}
	if l, ok := q.atoms[key]; ok {
		return l
	}
	var l literal
	known := false
	switch q.by {
	case Normal:
		l, known = q.equalNumbers(a, b)
	case Bits:
		l, known = q.equalBits(a, b)
	}
	if !known {
		l = q.fresh()
	}
	q.atoms[key] = l
	if q.by != Propositional {
		q.noteEquation(l, equation{a, b})
	}
	return l
}

// noteEquation has congruence closure know what a literal says. One that says several things, or whose negation says something, gets a variable for
// each of them.
func (q *question) noteEquation(l literal, e equation) {
	if _, ok := q.equalities[l]; l > 0 && !ok {
		q.note(l, e)
		return
	}
	own := q.fresh()
	q.add(-own, l)
	q.add(own, -l)
	q.note(own, e)
}

func (q *question) note(l literal, e equation) {
	q.equalities[l] = e
	q.order = append(q.order, l)
}

// canonical returns the first term that equals one with a binder at the top, up to the names of variables, and other terms as they are.
func (k *Kernel) canonical(t *term.Term) *term.Term {
	if t.Kind() != term.Quant {
		return t
	}
	if c := k.same[t]; c != nil {
		return c
	}
	for _, c := range k.binders[t.Size()] {
		if k.left -= t.Size(); k.left <= 0 {
			break
		}
		if term.Equal(c, t) {
			k.same[t] = c
			return c
		}
	}
	k.same[t] = t
	k.binders[t.Size()] = append(k.binders[t.Size()], t)
	return t
}
