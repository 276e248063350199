package certify

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// terminates reports whether functions that call one another can be seen to terminate: each call passes, in one place that is the same for
// all, something less than the parameter there in an order without infinite descent. False says nothing.
func terminates(circle []*term.Decl) bool {
	places := len(circle[0].Vars)
	for _, d := range circle {
		places = min(places, len(d.Vars))
	}
	de := newDescent(circle)
	for de.place = range places {
		for _, de.order = range []order{parts, falling, rising} {
			if !slices.ContainsFunc(circle, func(d *term.Decl) bool { return !de.descends(d) }) {
				return true
			}
		}
	}
	return false
}

// order is a way for one value to be less than another.
type order uint8

const (
	parts   order = iota // a part of a value of a datatype
	falling              // an Int, less by a number, of one that has a number for a lower bound
	rising               // the other way round
)

// maxDescent bounds the terms that are examined to see whether a group of functions terminates: a term counts once for each path to it.
const maxDescent = 1 << 16

// descent checks whether functions terminate.
type descent struct {
	place  int // of the parameter
	order  order
	param  *term.Term // of the function that is being examined
	circle map[*term.Decl]bool
	calls  map[*term.Term]bool   // terms that contain one of the functions
	origin map[*term.Term]origin // of variables that patterns bind
	left   int                   // terms that may still be examined
}

func newDescent(circle []*term.Decl) *descent {
	d := &descent{circle: map[*term.Decl]bool{}, calls: map[*term.Term]bool{}, origin: map[*term.Term]origin{}, left: maxDescent}
	var bodies []*term.Term
	for _, f := range circle {
		d.circle[f] = true
		bodies = append(bodies, f.Body)
	}
	term.Walk(bodies, func(t *term.Term) bool {
		if f := t.Func(); f != nil && d.circle[f.Decl] || slices.ContainsFunc(t.Args(), func(a *term.Term) bool { return d.calls[a] }) {
			d.calls[t] = true
		}
		return true
	})
	return d
}

// origin says what a pattern's variable stands for: a field of a term that the constructor made, or the term when that is nil.
type origin struct {
	of   *term.Term
	ctor *term.Decl
}

// fact is what holds on the way to a term, with what held before.
type fact struct {
	cond *term.Term
	ctor *term.Decl // cond is a term that the constructor made; nil: cond is a formula
	neg  bool       // the formula is false
	up   *fact
}

func (d *descent) descends(f *term.Decl) bool {
	d.param = f.Vars[d.place]
	return d.term(f.Body, nil)
}

// term reports whether all calls in t descend, given what holds there. Connectives and ite are assumed to look at their operands from the
// left, and only at those that they need: that changes no value.
func (d *descent) term(t *term.Term, facts *fact) bool {
	if !d.calls[t] {
		return true
	}
	if d.left--; d.left < 0 {
		return false
	}
	args := t.Args()
	switch t.Kind() {
	case term.App:
		return d.app(t, facts)
	case term.Match:
		if !d.term(args[0], facts) {
			return false
		}
		for i, c := range t.Cases() {
			in := facts
			if c.Ctor != nil {
				in = &fact{cond: d.root(args[0]), ctor: c.Ctor, up: facts}
			}
			for _, v := range c.Vars {
				d.origin[v] = origin{args[0], c.Ctor}
			}
			if !d.term(args[i+1], in) {
				return false
			}
		}
		return true
	}
	return d.all(args, facts)
}

func (d *descent) all(ts []*term.Term, facts *fact) bool {
	return !slices.ContainsFunc(ts, func(t *term.Term) bool { return !d.term(t, facts) })
}

func (d *descent) app(t *term.Term, facts *fact) bool {
	args := t.Args()
	switch f := t.Func(); {
	case f.Is("ite"):
		return d.term(args[0], facts) && d.term(args[1], with(facts, args[0], false)) && d.term(args[2], with(facts, args[0], true))
	case f.Is("and"), f.Is("or"), f.Is("=>"):
		for _, a := range args {
			if !d.term(a, facts) {
				return false
			}
			facts = with(facts, a, f.Is("or"))
		}
		return true
	case d.circle[f.Decl]:
		// Used as a value, the function may be applied to anything.
		return f.Kind == term.UserFunc && len(args) == len(f.Decl.Params) && d.less(args[d.place], facts) && d.all(args, facts)
	}
	return d.all(args, facts)
}

// with adds that a formula is true, or false, and its parts where they follow.
func with(facts *fact, cond *term.Term, neg bool) *fact {
	cond = bare(cond)
	switch f := cond.Func(); {
	case f.Is("not"):
		return with(facts, cond.Args()[0], !neg)
	case f.Is("and") && !neg, f.Is("or") && neg:
		for _, c := range cond.Args() {
			facts = with(facts, c, neg)
		}
		return facts
	}
	return &fact{cond: cond, neg: neg, up: facts}
}

// root returns the term that t stands for: without annotations, and for a variable of a pattern that matches all, what it matches.
func (d *descent) root(t *term.Term) *term.Term {
	for {
		t = bare(t)
		o, ok := d.origin[t]
		if !ok || o.ctor != nil {
			return t
		}
		t = o.of
	}
}

// less reports whether t is less than the parameter.
func (d *descent) less(t *term.Term, facts *fact) bool {
	if d.order == parts {
		return d.part(t, facts)
	}
	t = bare(t)
	if !t.Func().Is("+") && !t.Func().Is("-") || len(t.Args()) != 2 {
		return false
	}
	x, by := t.Args()[0], t.Args()[1]
	if t.Func().Is("+") && d.root(x) != d.param {
		x, by = by, x
	}
	sign, _ := integer(by)
	if t.Func().Is("-") {
		sign = -sign
	}
	return d.root(x) == d.param && sign != 0 && (sign < 0) == (d.order == falling) && d.bounded(facts)
}

// part reports whether t is a part of the parameter.
func (d *descent) part(t *term.Term, facts *fact) bool {
	for {
		if d.left--; d.left < 0 {
			return false
		}
		t = d.root(t)
		var of *term.Term
		var ctor *term.Decl
		if o, ok := d.origin[t]; ok {
			of, ctor = o.of, o.ctor
		} else if f := t.Func(); f != nil && f.Kind == term.UserFunc && f.Decl.Kind == term.Selector && d.made(t.Args()[0], f.Decl.Owner, facts) {
			of, ctor = t.Args()[0], f.Decl.Owner
		}
		if of == nil || ctor.Data == nil || ctor.Data.Co {
			return false // values of codatatypes can be infinitely deep
		}
		if t = d.root(of); t == d.param {
			return true
		}
	}
}

// made reports whether a constructor made t, by what holds.
func (d *descent) made(t *term.Term, ctor *term.Decl, facts *fact) bool {
	if ctor == nil || ctor.Data == nil {
		return false
	}
	t = d.root(t)
	others := map[*term.Decl]bool{}
	for ; facts != nil; facts = facts.up {
		if d.left--; d.left < 0 {
			return false
		}
		of, by := facts.cond, facts.ctor
		if by == nil {
			of, by = constructed(facts.cond)
		}
		switch {
		case of == nil || d.root(of) != t:
		case facts.neg:
			others[by] = true
		case by == ctor:
			return true
		}
	}
	return !slices.ContainsFunc(ctor.Data.Ctors, func(c *term.Decl) bool { return c != ctor && !others[c] })
}

// constructed takes apart a formula that is true of exactly the values of a constructor: a tester, or an equation with a
// constructor that has no fields.
func constructed(cond *term.Term) (of *term.Term, ctor *term.Decl) {
	f, args := cond.Func(), cond.Args()
	switch {
	case f == nil:
	case f.Kind == term.TesterFunc:
		return args[0], f.Decl
	case f.Is("=") && len(args) == 2:
		for i, a := range args {
			if g := bare(a).Func(); g != nil && g.Kind == term.UserFunc && g.Decl.Kind == term.Constructor && len(bare(a).Args()) == 0 {
				return args[1-i], g.Decl
			}
		}
	}
	return nil, nil
}

// bounded reports whether the parameter is bounded by a number on the side towards which the order goes.
func (d *descent) bounded(facts *fact) bool {
	for ; facts != nil; facts = facts.up {
		if d.left--; d.left < 0 {
			return false
		}
		if facts.ctor != nil || len(facts.cond.Args()) != 2 {
			continue
		}
		f, x, y := facts.cond.Func(), facts.cond.Args()[0], facts.cond.Args()[1]
		above := f.Is(">") || f.Is(">=") // the left side is the greater one
		if !above && !f.Is("<") && !f.Is("<=") {
			continue
		}
		if _, number := integer(x); number {
			x, y, above = y, x, !above
		}
		if _, number := integer(y); number && d.root(x) == d.param && (above != facts.neg) == (d.order == falling) {
			return true
		}
	}
	return false
}

// integer returns the sign of a numeral of sort Int, or of its negation; ok is false for any other term.
func integer(t *term.Term) (sign int, ok bool) {
	sign = 1
	t = bare(t)
	if t.Func().Is("-") && len(t.Args()) == 1 {
		sign = -1
		t = bare(t.Args()[0])
	}
	if t.Kind() != term.Literal || t.LiteralKind() != syntax.Numeral || t.Sort() != sorts.Int {
		return 0, false
	}
	if strings.Trim(t.Text(), "0") == "" {
		sign = 0
	}
	return sign, true
}
