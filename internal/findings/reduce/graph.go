package reduce

import (
	"cmp"
	"slices"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// A graph holds the terms of a script, each once, with what passes need to know about them.
type graph struct {
	terms []*term.Term // parts before wholes
	info  term.Map[facts]
}

// facts are what is known about a term in a script.
type facts struct {
	in      bool         // it is part of the script
	size    int          // nodes, as a tree
	parents int          // places where it occurs
	parent  *term.Term   // one of the terms that contain it, nil for a root
	hash    uint64       // the same for equal terms of any store
	image   *term.Term   // scratch of rewritten
	root    *script.Kind // the kind of the command whose root it is, nil for none
}

func draw(sc *script.Script) *graph {
	g := &graph{info: term.NewMap[facts](sc.Store)}
	term.Walk(sc.Roots(), func(t *term.Term) bool {
		g.terms = append(g.terms, t)
		f := g.info.At(t)
		f.in, f.size, f.hash = true, t.Size(), g.hash(t)
		return true
	})
	for _, t := range g.terms {
		for _, a := range t.Args() {
			f := g.info.At(a)
			f.parents++
			f.parent = t
		}
	}
	for _, c := range sc.Commands {
		for _, t := range c.Terms {
			f := g.info.At(t)
			f.parents++
			f.root = &c.Kind
		}
		for _, d := range c.Decls {
			if d.Body != nil {
				f := g.info.At(d.Body)
				f.parents++
				f.root = &c.Kind
			}
		}
	}
	return g
}

// hash combines the symbol of a term with the hashes of its parts.
func (g *graph) hash(t *term.Term) uint64 {
	h := hashText(0, t.Sort().String())
	switch t.Kind() {
	case term.App:
		h = hashText(h, t.Func().String())
	case term.Literal, term.Var:
		h = hashText(h, t.Text())
	case term.Quant:
		h = hashText(h, t.Binder().String())
	}
	for _, a := range t.Args() {
		h = mix(h, g.info.Get(a).hash)
	}
	return h
}

// largest returns the terms of the graph, the largest first, and terms of one size in the order of the text.
func (g *graph) largest() []*term.Term {
	all := slices.Clone(g.terms)
	slices.SortStableFunc(all, func(a, b *term.Term) int { return cmp.Compare(g.info.Get(b).size, g.info.Get(a).size) })
	return all
}

// mix combines two hashes (the finalizer of splitmix64).
func mix(a, b uint64) uint64 {
	x := a*0x9e3779b97f4a7c15 + b + 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// hashText adds a text to a hash (FNV-1a).
func hashText(h uint64, s string) uint64 {
	f := uint64(14695981039346656037)
	for i := range len(s) {
		f = (f ^ uint64(s[i])) * 1099511628211
	}
	return mix(h, f)
}

func sortSplices(all []splice) {
	slices.SortStableFunc(all, func(a, b splice) int {
		if c := cmp.Compare(a.from, b.from); c != 0 {
			return c
		}
		return cmp.Compare(b.to, a.to) // the outer one of two
	})
}
