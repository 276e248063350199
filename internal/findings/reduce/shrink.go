package reduce

import (
	"cmp"
	"slices"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// shrinkPasses remove parts of terms.
var shrinkPasses = []*Pass{
	{Name: "flatten", Doc: "merge an operator's arguments that are applications of it", edits: flatten, typed: true, together: true},
	{
		Name: "terms", Doc: "replace terms by constants and by parts of them of the same sort, and drop arguments, large ones first",
		edits: shrinkTerms, typed: true, large: true,
	},
}

// shrinkTerms proposes replacements for every term, the largest terms first.
func shrinkTerms(st *state) []edit {
	x := &shrinker{st: st, g: st.graph(), constants: newConstants(st), steps: maxSteps}
	var all []edit
	for _, t := range x.g.largest() {
		if t.IsLeaf() {
			break
		}
		all = append(all, edit{gain: x.g.info.Get(t).size, expand: func() []edit {
			x.all = nil
			x.byConstants(t)
			x.byFewer(t)
			x.byParts(t)
			x.byEquation(t)
			return x.all
		}})
	}
	return all
}

// A shrinker collects edits of terms.
type shrinker struct {
	st        *state
	g         *graph
	constants *constants
	steps     int // left for looking into nested terms
	all       []edit
}

// offer proposes new in place of old.
func (x *shrinker) offer(old, new *term.Term) {
	f := x.g.info.Get(old)
	if new == old || new.Size() >= f.size {
		return
	}
	x.all = append(x.all, edit{swaps: []swap{{old: old, new: new}}, key: mix(f.hash, x.g.hash(new))})
}

// byConstants offers the simplest terms of the sort.
func (x *shrinker) byConstants(t *term.Term) {
	f := x.g.info.Get(t)
	all := x.constants.of(t.Sort())
	if t.Sort() == sorts.Bool && f.parents == 1 {
		switch {
		case f.root != nil && *f.root == script.Assert && len(all) == 2:
			all = all[1:] // true says as much as no assertion
		case f.parent != nil && connective(f.parent):
			return // the same as dropping t, or doing this to the parent
		}
	}
	for _, c := range all {
		x.offer(t, c)
	}
}

// connective reports whether constants below t are as good as a constant for t, or t without that argument.
func connective(t *term.Term) bool {
	f := t.Func()
	return f.Is("and") || f.Is("or") || f.Is("not") || f.Is("=>")
}

const (
	// maxParts bounds the parts that are offered in place of a term, maxSeen the terms that are examined for them.
	maxParts = 12
	maxSeen  = 200
	// maxSteps bounds the terms on the ways to innermost terms, for all terms of a script together.
	maxSteps = 1 << 20
)

// manyArgs is the number of arguments from which an application is not replaced by one of them.
const manyArgs = 5

// byParts offers parts of the same sort: those on the way to the innermost terms first, then the nearest ones, then denials of parts.
func (x *shrinker) byParts(t *term.Term) {
	deep := x.innermost(t)
	for _, a := range deep {
		x.offer(t, a)
	}
	f := t.Func()
	if f != nil && len(t.Args()) >= manyArgs && f.Kind == term.TheoryFunc && f.Row.Assoc != theory.None {
		return // it has to lose arguments first, half of them at a time
	}
	for _, a := range nearest(t) {
		if !slices.Contains(deep, a) {
			x.offer(t, a)
		}
	}
	if !f.Is("=") && !f.Is("distinct") && !f.Is("xor") && !f.Is("=>") {
		return
	}
	for _, a := range t.Args() { // (= a false), and other ways to say that a part is false
		if a.Sort() != sorts.Bool || a.Func().Is("not") || a.Func().Is("false") {
			continue
		}
		if not := x.st.apply1("not", nil, nil, a); not != nil {
			x.offer(t, not)
		}
	}
}

// replaces reports whether a part may replace t.
func replaces(a, t *term.Term) bool { return a.Sort() == t.Sort() && term.Subset(a.Free(), t.Free()) }

// innermost returns parts on the way to the innermost terms, the smallest first, each at most half as large as the next: even the deepest
// nest that a text can have is left in a few steps.
func (x *shrinker) innermost(t *term.Term) []*term.Term {
	var deep []*term.Term
	bound := x.g.info.Get(t).size / 2
	for a := t; !a.IsLeaf() && x.steps > 0 && bound > 8; {
		x.steps--
		a = slices.MaxFunc(a.Args(), func(a, b *term.Term) int { return cmp.Compare(a.Size(), b.Size()) })
		if a.Size() <= bound && replaces(a, t) {
			deep = append(deep, a)
			bound = a.Size() / 2
		}
	}
	slices.Reverse(deep)
	return deep
}

// nearest returns the parts that come first on the ways from t to its leaves, and also the parts of those directly below t, so that a pair
// of operators that undo each other can go at once.
func nearest(t *term.Term) []*term.Term {
	var found []*term.Term
	seen := map[*term.Term]bool{t: true}
	level := []*term.Term{t}
	for depth := 0; len(level) > 0 && len(found) < maxParts && len(seen) < maxSeen; depth++ {
		var next []*term.Term
		for _, p := range level {
			for _, a := range p.Args() {
				if seen[a] {
					continue
				}
				seen[a] = true
				fits := replaces(a, t)
				if fits {
					found = append(found, a)
				}
				if !fits || depth == 0 {
					next = append(next, a)
				}
			}
		}
		level = next
	}
	return found[:min(len(found), maxParts)]
}

// byFewer offers the term without some of its arguments: half of them, then ever fewer.
func (x *shrinker) byFewer(t *term.Term) {
	f := t.Func()
	n := len(t.Args())
	if f == nil || f.Kind != term.TheoryFunc || f.Row.Assoc == theory.None || n < 3 {
		return
	}
	for size := (n + 1) / 2; size >= 1; size /= 2 {
		for from := 0; from < n; from += size {
			to := min(from+size, n)
			if n-(to-from) < 2 {
				continue
			}
			args := slices.Concat(t.Args()[:from], t.Args()[to:])
			if fewer, err := x.st.script.Store.App(f, args...); err == nil && fewer.Sort() == t.Sort() {
				x.all = append(x.all, x.dropping(t, fewer, t.Args()[from:to]))
			}
		}
	}
}

// dropping is the edit that drops arguments. Its key says which they are, so that arguments that are needed are not tried again, alone or with others,
// each time that another one has gone.
func (x *shrinker) dropping(t, fewer *term.Term, dropped []*term.Term) edit {
	e := edit{swaps: []swap{{old: t, new: fewer}}, key: hashText(8, t.Func().Row.Name)}
	of := e.key
	for _, a := range dropped {
		h := x.g.info.Get(a).hash
		e.key = mix(e.key, h)
		if len(dropped) > 1 {
			e.parts = append(e.parts, mix(of, h))
		}
	}
	return e
}

// maxEquations bounds the equations that are offered in place of a formula.
const maxEquations = 6

// byEquation offers, in place of a formula, an equation between a part of another sort and a constant: often nothing between the part and
// the formula matters.
func (x *shrinker) byEquation(t *term.Term) {
	if t.Sort() != sorts.Bool || t.Func() != nil && connective(t) {
		return
	}
	var found []*term.Term
	seen := map[*term.Term]bool{}
	level := t.Args()
	for len(level) > 0 && len(found) < maxEquations && len(seen) < maxSeen {
		var next []*term.Term
		for _, a := range level {
			if seen[a] || a.IsLeaf() {
				continue
			}
			seen[a] = true
			if s := a.Sort(); s != sorts.Bool && s != sorts.RegLan && term.Subset(a.Free(), t.Free()) {
				found = append(found, a)
			}
			next = append(next, a.Args()...)
		}
		level = next
	}
	for _, a := range found[:min(len(found), maxEquations)] {
		cs := x.constants.of(a.Sort())
		if len(cs) == 0 {
			continue
		}
		if eq := x.st.apply1("=", nil, nil, cs[0], a); eq != nil {
			x.offer(t, eq)
		}
	}
}
