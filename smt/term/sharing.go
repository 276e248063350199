package term

import (
	"slices"
	"strconv"
)

// maxInline is the number of nodes, counted without sharing, below which a term with labels inside is written
// without any let: cvc5 accepts no label below a let.
const maxInline = 4096

// analyse counts references, chooses the let-bound nodes and assigns them to scopes. It returns the term to write, which is
// root except for the identity of variables: binders of a term may share some after [Store.Replace], and what depends on
// these is then a different term below each binder, as it is once the text is read.
func (p *Printer) analyse(root *Term) *Term {
	p.begin()
	if root.size <= 2*LetSize && !root.HasBinder() {
		return root // no subterm is large enough for a let and occurs twice
	}
	own := p.count(root)
	if p.stopped {
		return root
	}
	if !own {
		copied, origin := apart(root)
		p.begin()
		p.count(copied)
		root, p.origin = copied, origin
	}
	p.chooseLets(root)
	return root
}

func (p *Printer) chooseLets(root *Term) {
	lets := false
	for _, t := range p.order {
		n := p.at(t)
		if n.refs > 1 && t.size >= LetSize && !hasPattern(t) {
			n.bound, lets = true, true
			n.name = p.letName()
		}
	}
	if !lets {
		return
	}
	if root.size < maxInline && labelInside(root) {
		for _, t := range p.order {
			p.at(t).bound, p.at(t).name = false, ""
		}
		return
	}
	for _, t := range p.order {
		if n := p.at(t); n.bound {
			s := p.scopeOf(t)
			if s != nil && p.at(s).inline {
				n.bound, n.name = false, ""
				continue
			}
			n.group = 1 + p.deepest(t, s)
			p.scopes[s] = append(p.scopes[s], t)
		}
	}
	p.lets = len(p.scopes) > 0
}

// labelInside reports whether there is a label below the root, not counting annotations at the root.
func labelInside(t *Term) bool {
	for t.kind == Annot {
		t = t.args[0]
	}
	return t.HasNamed()
}

// hasPattern reports whether t is annotated with patterns: it must stand directly below its binder.
func hasPattern(t *Term) bool {
	return t.kind == Annot && slices.ContainsFunc(t.ext.attrs, func(a Attr) bool { return a.Terms != nil })
}

// frame is a term that count has met, with the number of its arguments that count has processed.
type frame struct {
	t    *Term
	next int
}

// count fills order and refs, and the levels of bound variables. Terms that are too small for a let and contain no binder are
// ignored, as are pattern terms: they are written in full. It reports whether every binder has variables of its own; if not, its
// results are void.
func (p *Printer) count(root *Term) (own bool) {
	own = true
	bind := func(v *Term, level uint32) {
		n := p.at(v)
		own = own && n.level == 0
		n.level = level
	}
	stack := append(p.frames[:0], frame{root, 0})
	defer func() { p.frames = stack }()
	level := uint32(0)
	enter := func(t *Term) {
		switch t.kind {
		case Quant:
			level++
			for _, v := range t.ext.vars {
				bind(v, level)
				p.at(v).inline = t.ext.binder == Comprehension
			}
		case Match:
			level++
			for _, c := range t.ext.cases {
				for _, v := range c.Vars {
					bind(v, level)
				}
			}
		}
	}
	p.at(root).refs = 1
	enter(root)
	for len(stack) > 0 && own && !p.halted() {
		f := &stack[len(stack)-1]
		if f.next == len(f.t.args) {
			if f.t.kind == Quant || f.t.kind == Match {
				level--
			}
			p.order = append(p.order, f.t)
			stack = stack[:len(stack)-1]
			continue
		}
		c := f.t.args[f.next]
		f.next++
		if c.size < LetSize && !c.HasBinder() {
			continue
		}
		n := p.at(c)
		n.refs++
		if n.refs > 1 {
			continue
		}
		enter(c)
		stack = append(stack, frame{c, 0})
	}
	return own
}

func (p *Printer) letName() string {
	for {
		name := "$" + strconv.Itoa(p.nextLet)
		p.nextLet++
		if p.Taken == nil || !p.Taken(name) {
			return name
		}
	}
}

// scopeOf returns the innermost bound variable that t depends on, nil for the whole term. All variables of
// one binder (or one case) represent one scope: the first of them is its key.
func (p *Printer) scopeOf(t *Term) *Term {
	var best *Term
	for _, v := range t.free {
		if n := p.at(v); n.level > 0 && (best == nil || n.level > p.at(best).level) {
			best = v
		}
	}
	return best
}

// deepest returns the largest group among the let-bound terms of scope s that t's definition names.
func (p *Printer) deepest(t, s *Term) uint32 {
	var max uint32
	stack := slices.Clone(t.args)
	var seen map[*Term]bool
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if c.size < LetSize {
			continue
		}
		n := p.at(c)
		if n.bound {
			// What outer scopes define is further out and does not matter here. What inner scopes define is
			// written out inside t: it may name terms of this scope.
			level := p.levelOf(p.scopeOf(c))
			if level == p.levelOf(s) {
				if n.group > max {
					max = n.group
				}
				continue
			}
			if level < p.levelOf(s) {
				continue
			}
		}
		if n.refs > 1 && len(c.args) > 0 {
			if seen == nil {
				seen = map[*Term]bool{}
			}
			if seen[c] {
				continue
			}
			seen[c] = true
		}
		stack = append(stack, c.args...)
	}
	return max
}

// levelOf returns the nesting level of a scope, 0 for the whole term.
func (p *Printer) levelOf(scope *Term) uint32 {
	if scope == nil {
		return 0
	}
	return p.at(scope).level
}
