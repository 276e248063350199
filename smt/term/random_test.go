package term_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// grower makes random well-sorted terms over a bench: operators of all theories, user functions, binders with
// awkward names, matches, annotations, and a lot of sharing.
type grower struct {
	*bench
	t     *rapid.T
	scope []*term.Term // bound variables that may be used
	made  []*term.Term // terms to share
	label int
}

// names provoke capture: declared functions, operators, reserved words, and names that the printer generates.
var names = []string{"x", "y", "x!1", "x!2", "$0", "$1", "k1", "f", "abs", "let", "a b", "_", "L0", "nil", "n33", "@"}

func newGrower(t *rapid.T) *grower { return &grower{bench: newBench(t), t: t} }

func (g *grower) pick(n int) int { return rapid.IntRange(0, n-1).Draw(g.t, "choice") }

// must is for terms that are well-sorted by construction.
func (g *grower) must(t *term.Term, err error) *term.Term {
	if err != nil {
		g.t.Fatalf("building: %v", err)
	}
	g.made = append(g.made, t)
	return t
}

func (g *grower) newVars(s ...*sorts.Sort) []*term.Term {
	var vars []*term.Term
	used := map[string]bool{}
	for _, s := range s {
		name := names[g.pick(len(names))]
		for used[name] {
			name += "'"
		}
		used[name] = true
		vars = append(vars, g.Store.NewVar(name, s))
	}
	return vars
}

// within runs f with vars in scope.
func (g *grower) within(vars []*term.Term, f func() *term.Term) *term.Term {
	n := len(g.scope)
	g.scope = append(g.scope, vars...)
	r := f()
	g.scope = g.scope[:n]
	return r
}

// leaf returns a constant, a literal or a variable.
func (g *grower) leaf(s *sorts.Sort) *term.Term {
	var vars []*term.Term
	for _, v := range g.scope {
		if v.Sort() == s {
			vars = append(vars, v)
		}
	}
	if len(vars) > 0 && g.pick(3) > 0 {
		return vars[g.pick(len(vars))]
	}
	if l := g.literal(s, g.pick(100)); l != nil && g.pick(2) == 0 {
		return l
	}
	return g.constant(s)
}

// shared returns a term of the sort that was made before and may be used here, nil if there is none.
func (g *grower) shared(s *sorts.Sort) *term.Term {
	scope := slices.Clone(g.scope)
	slices.SortFunc(scope, func(a, b *term.Term) int { return a.ID() - b.ID() })
	for k := 0; k < 8 && len(g.made) > 0; k++ {
		t := g.made[g.pick(len(g.made))]
		if t.Sort() != s {
			continue
		}
		if len(t.Free()) > len(scope) || slices.ContainsFunc(t.Free(), func(v *term.Term) bool { return !slices.Contains(scope, v) }) {
			continue
		}
		// A whole binder may be shared; a copy with its own variables must work as well. A label, though,
		// stands for one term.
		if t.HasBinder() && !t.HasNamed() && g.pick(2) == 0 {
			return g.must(g.Store.Freshen(t))
		}
		return t
	}
	return nil
}

// grow makes a term of the sort, about depth deep.
func (g *grower) grow(s *sorts.Sort, depth int) *term.Term {
	if depth <= 0 {
		return g.leaf(s)
	}
	switch g.pick(10) {
	case 0, 1, 2:
		if t := g.shared(s); t != nil {
			return t
		}
	case 3:
		return g.leaf(s)
	case 4:
		if t := g.binder(s, depth); t != nil {
			return t
		}
	case 5:
		return g.match(s, depth)
	case 6:
		return g.annotated(s, depth)
	case 7:
		if t := g.user(s, depth); t != nil {
			return t
		}
	}
	return g.operator(s, depth)
}

func (g *grower) operator(s *sorts.Sort, depth int) *term.Term {
	rows := g.Store.Table.Rows()
	start := g.pick(len(rows))
	for k := range rows {
		row := rows[(start+k)%len(rows)]
		var b sorts.Binding
		if row.Name == "char" || !row.Result.Match(s, &b) {
			continue
		}
		in, ok := instantiate(g.Store, row, b, g.sorts, g.pick)
		if !ok || in.result != s || slices.ContainsFunc(in.args, func(a *sorts.Sort) bool { return a.Size() > 8 }) {
			continue
		}
		if row.Name == "seq.unit" && in.args[0].Name() == "Unicode" && s != sorts.String {
			continue // reads as the row for strings
		}
		args := make([]*term.Term, len(in.args))
		for i, a := range in.args {
			args[i] = g.grow(a, depth-1)
		}
		if row.Assoc != theory.None && g.pick(4) == 0 {
			switch row.Assoc {
			case theory.RightAssoc:
				args = slices.Insert(args, 0, g.grow(in.args[0], depth-1))
			default:
				args = append(args, g.grow(in.args[1], depth-1))
			}
		}
		return g.must(g.Store.App(g.Store.Op(row, in.idx, in.as), args...))
	}
	return g.leaf(s)
}

func (g *grower) binder(s *sorts.Sort, depth int) *term.Term {
	switch {
	case s == sorts.Bool:
		var kinds []*sorts.Sort
		for range 1 + g.pick(3) {
			kinds = append(kinds, g.sorts[g.pick(len(g.sorts))])
		}
		vars := g.newVars(kinds...)
		body := g.within(vars, func() *term.Term {
			body := g.grow(sorts.Bool, depth-1)
			if g.pick(3) == 0 {
				p := g.grow(kinds[0], 1)
				return g.must(g.Store.Annot(body, []term.Attr{{Key: ":weight", Value: "3"}, {Key: ":pattern", Terms: []*term.Term{p, vars[0]}}}))
			}
			return body
		})
		b := term.Forall
		if g.pick(2) == 0 {
			b = term.Exists
		}
		return g.must(g.Store.Quant(b, vars, body))
	case s.Kind() == sorts.Func:
		n := len(s.Args()) - 1
		vars := g.newVars(s.Args()[:n]...)
		body := g.within(vars, func() *term.Term { return g.grow(s.Args()[n], depth-1) })
		return g.must(g.Store.Quant(term.Lambda, vars, body))
	}
	return nil
}

// match makes a match over a list, or one with a catch-all case.
func (g *grower) match(s *sorts.Sort, depth int) *term.Term {
	list := g.decls["k10"].Result // (List Int)
	scrutinee := g.grow(list, depth-1)
	var cases []term.Case
	var bodies []*term.Term
	add := func(c term.Case) {
		cases = append(cases, c)
		bodies = append(bodies, g.within(c.Vars, func() *term.Term { return g.grow(s, depth-1) }))
	}
	if g.pick(2) == 0 {
		add(term.Case{Ctor: g.decls["cons"], Vars: g.newVars(sorts.Int, list)})
	}
	if g.pick(2) == 0 {
		add(term.Case{Ctor: g.decls["nil"]})
	}
	if len(cases) < 2 {
		v := g.newVars(list)[0]
		if g.pick(2) == 0 || v.Text() == "nil" || v.Text() == "_" {
			v = g.Store.NewVar(term.Unnamed, list)
		}
		add(term.Case{Vars: []*term.Term{v}})
	}
	return g.must(g.Store.Match(scrutinee, cases, bodies))
}

func (g *grower) annotated(s *sorts.Sort, depth int) *term.Term {
	body := g.grow(s, depth-1)
	if len(body.Free()) > 0 || g.pick(2) == 0 {
		return g.must(g.Store.Annot(body, []term.Attr{{Key: ":note", Value: `"a (b"`}, {Key: ":flag"}}))
	}
	l := term.NewDecl(term.Label, "L"+string(rune('0'+g.label%10))+string(rune('0'+g.label/10)), nil, s)
	if g.label == 0 {
		l = term.NewDecl(term.Label, "L0", nil, s) // one of names
	}
	g.label++
	a := g.must(g.Store.Annot(body, []term.Attr{{Key: ":named", Label: l}}))
	l.Body = a
	return a
}

func (g *grower) user(s *sorts.Sort, depth int) *term.Term {
	app := func(name string, args ...*sorts.Sort) *term.Term {
		var ts []*term.Term
		for _, a := range args {
			ts = append(ts, g.grow(a, depth-1))
		}
		return g.must(g.Store.App(g.Store.User(g.decls[name], nil), ts...))
	}
	list := g.decls["k10"].Result
	switch {
	case s == sorts.Int:
		return app("f", sorts.Int, sorts.Bool)
	case s == sorts.Bool && g.pick(2) == 0:
		is := g.Store.Func(term.Func{Kind: term.TesterFunc, Decl: g.decls["cons"]})
		return g.must(g.Store.App(is, g.grow(list, depth-1)))
	case s == sorts.Bool:
		return app("odd name", sorts.Bool)
	case s == list && g.pick(2) == 0:
		return g.must(g.Store.App(g.Store.User(g.decls["nil"], list)))
	case s == list:
		return app("cons", sorts.Int, list)
	case s == g.decls["g"].Result:
		return app("g", s)
	}
	return nil
}

// formulas makes a script with a few random assertions that share subterms.
func (g *grower) formulas() *script.Script {
	s := *g.Script
	for range 1 + g.pick(3) {
		t := g.grow(sorts.Bool, 1+g.pick(5))
		// Twice, so that there is something to share.
		if g.pick(2) == 0 {
			t = g.must(g.Store.App(g.Store.Op(g.Store.Table.Row("(par (X) (= X X Bool :chainable))"), nil, nil), t, g.grow(sorts.Bool, 2)))
		}
		s.Commands = append(slices.Clip(s.Commands), &script.Command{Kind: script.Assert, Terms: []*term.Term{t}})
	}
	// Constants that were declared in the meantime are in g.Script; they must come first.
	extra := g.Script.Commands[len(s.Commands)-len(asserts(&s)):]
	s.Commands = append(slices.Clone(g.Script.Commands[:len(g.Script.Commands)-len(extra)]), append(slices.Clone(extra), asserts(&s)...)...)
	return &s
}

func asserts(s *script.Script) []*script.Command {
	var out []*script.Command
	for _, c := range s.Commands {
		if c.Kind == script.Assert {
			out = append(out, c)
		}
	}
	return out
}

// TestRandomTerms: what is printed reads back equal, and printing it again changes nothing.
func TestRandomTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		readBack(t, newGrower(t).formulas())
	})
}

// occurrence chooses an occurrence of a subterm and returns its path and the variables in scope there.
func (g *grower) occurrence(root *term.Term) (term.Path, []*term.Term) {
	var p term.Path
	var scope []*term.Term
	for t := root; len(t.Args()) > 0 && g.pick(5) > 0; {
		i := g.pick(len(t.Args()))
		scope = append(scope, t.Bound()...)
		if t.Kind() == term.Match && i > 0 {
			scope = append(scope, t.Cases()[i-1].Vars...)
		}
		p = append(p, i)
		t = t.Args()[i]
	}
	return p, scope
}

// TestReplace: a replaced occurrence appears at its path and nowhere else, and the result still reads back.
func TestReplace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGrower(t)
		root := g.grow(sorts.Bool, 4)
		p, scope := g.occurrence(root)
		old := term.At(root, p)
		g.scope, g.made = scope, nil // terms made before may contain the binders around the place
		fresh := g.grow(old.Sort(), 3)
		got, err := g.Store.Replace(root, p, fresh)
		if err != nil && root.HasNamed() && len(fresh.Free()) > 0 {
			t.Skip("a named term stays closed")
		}
		if err != nil {
			t.Fatalf("replacing %s by %s: %v", old, fresh, err)
		}
		if term.At(got, p) != fresh {
			t.Fatal("the new term is not at its place")
		}
		if got.Sort() != root.Sort() || len(got.Free()) > 0 {
			t.Fatalf("sort %s with %d free variables", got.Sort(), len(got.Free()))
		}
		// Everything off the path is the same term.
		a, b := root, got
		for _, i := range p {
			for k := range a.Args() {
				if k != i && a.Args()[k] != b.Args()[k] {
					t.Fatal("a term beside the path changed")
				}
			}
			a, b = a.Args()[i], b.Args()[i]
		}
		if back, err := g.Store.Replace(got, p, old); err != nil || back != root {
			t.Fatalf("putting the old term back gives another one: %v", err)
		}
		s := *g.Script
		s.Commands = append(slices.Clone(s.Commands), &script.Command{Kind: script.Assert, Terms: []*term.Term{got}})
		if !got.HasNamed() {
			readBack(t, &s)
			return
		}
		// A label whose term was changed at one of its places stays with the place that is written first: what
		// is read back may lack a label, but nothing else.
		text := s.String()
		again, err := elab.Script(text, elab.Options{})
		if err != nil {
			t.Fatalf("what was printed is rejected: %v\n%s", err, text)
		}
		if text2 := again.String(); text2 != text {
			t.Fatalf("printing is no fixed point:\n%s\n%s", text, text2)
		}
	})
}

// TestSubstitute: substituting constants for a binder's variables closes the body; substituting terms that
// hold binders with the same names captures nothing, which reading back shows.
func TestSubstitute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGrower(t)
		outer := g.newVars(sorts.Int, sorts.Bool)
		inner := g.newVars(sorts.Int, sorts.Bool)
		body := g.within(inner, func() *term.Term { return g.grow(sorts.Bool, 4) })
		if body.HasNamed() {
			t.Skip("labels belong to closed terms")
		}
		g.made = nil
		by := map[*term.Term]*term.Term{}
		for _, v := range inner {
			by[v] = g.within(outer, func() *term.Term { return g.grow(v.Sort(), 2) })
			if by[v].HasNamed() {
				t.Skip("labels belong to closed terms")
			}
		}
		got, err := g.Store.Substitute(body, by)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range got.Free() {
			if !slices.Contains(outer, v) {
				t.Fatalf("%s is free in %s", v.Text(), got)
			}
		}
		q, err := g.Store.Quant(term.Forall, outer, got)
		if err != nil {
			t.Fatal(err)
		}
		s := *g.Script
		s.Commands = append(slices.Clone(s.Commands), &script.Command{Kind: script.Assert, Terms: []*term.Term{q}})
		readBack(t, &s)
	})
}

// TestFreshen: a fresh copy is equal, shares no bound variable, and may be placed inside the original.
func TestFreshen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGrower(t)
		root := g.grow(sorts.Bool, 4)
		if root.HasNamed() {
			t.Skip("a label stands for one term")
		}
		fresh, err := g.Store.Freshen(root)
		if err != nil {
			t.Fatal(err)
		}
		if !term.Equal(root, fresh) {
			t.Fatalf("%s\nis not equal to\n%s", root, fresh)
		}
		bound := map[*term.Term]bool{}
		collect := func(t *term.Term, f func(*term.Term)) {
			for _, v := range t.Bound() {
				f(v)
			}
			for _, c := range t.Cases() {
				for _, v := range c.Vars {
					f(v)
				}
			}
		}
		term.Walk([]*term.Term{root}, func(t *term.Term) bool { collect(t, func(v *term.Term) { bound[v] = true }); return true })
		term.Walk([]*term.Term{fresh}, func(s *term.Term) bool {
			collect(s, func(v *term.Term) {
				if bound[v] {
					t.Fatalf("%s is bound in both copies", v.Text())
				}
			})
			return true
		})
		p, _ := g.occurrence(root)
		for len(p) > 0 && term.At(root, p).Sort() != sorts.Bool {
			p = p[:len(p)-1]
		}
		nested, err := g.Store.Replace(root, p, fresh)
		if err != nil {
			t.Fatal(err)
		}
		s := *g.Script
		s.Commands = append(slices.Clone(s.Commands), &script.Command{Kind: script.Assert, Terms: []*term.Term{nested}})
		readBack(t, &s)
	})
}

// TestEqualTellsApart: changing one leaf makes a term unequal.
func TestEqualTellsApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGrower(t)
		root := g.grow(sorts.Bool, 4)
		p, _ := g.occurrence(root)
		old := term.At(root, p)
		l := g.Store.Lit(syntax.Symbol, "other", old.Sort()) // no term contains it
		changed, err := g.Store.Replace(root, p, l)
		if err != nil {
			t.Fatal(err)
		}
		if term.Equal(root, changed) || term.Equal(changed, root) {
			t.Fatalf("%s is taken to be equal to %s", root, changed)
		}
		if !term.Equal(root, root) {
			t.Fatal("a term is not equal to itself")
		}
	})
}
