package occurrence

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// Index holds the occurrences of terms in a script's assertions. It follows a script from mutant to mutant: only changed
// assertions are examined again. The zero Index is empty. Not safe for concurrent use.
type Index struct {
	// Bodies also includes the bodies of definitions that are not recursive. It has to be set before the first Update.
	Bodies bool

	commands []int // indices of the commands
	roots    []*term.Term
	scopes   [][]*term.Term // variables of a root: the parameters of a definition
	graphs   []*graph       // nil until an occurrence in the assertion is requested
	counts   []int          // of distinct subterms
	sums     []int          // a Fenwick tree over counts
	total    int

	index term.Map[int32] // 1 + the node's index in the current graph, 0 for none; scratch
	met   []*term.Term    // scratch
}

// Update takes in the current assertions of a script.
func (x *Index) Update(sc *script.Script) {
	k := 0
	for i, c := range sc.Commands {
		root := definition.Root(c)
		if root == nil || c.Kind != script.Assert && !x.Bodies {
			continue
		}
		if k == len(x.roots) {
			x.commands, x.roots, x.graphs, x.counts = append(x.commands, 0), append(x.roots, nil), append(x.graphs, nil), append(x.counts, 0)
			x.scopes = append(x.scopes, nil)
		}
		if x.scopes[k] = nil; c.Kind != script.Assert {
			x.scopes[k] = c.Decls[0].Vars
		}
		if x.roots[k] != root {
			x.enter(k, root)
		}
		x.commands[k] = i
		k++
	}
	x.commands, x.roots, x.graphs, x.counts, x.scopes = x.commands[:k], x.roots[:k], x.graphs[:k], x.counts[:k], x.scopes[:k]
	x.sums, x.total = slices.Grow(x.sums[:0], k+1)[:k+1], 0
	clear(x.sums)
	for i, n := range x.counts {
		x.total += n
		x.sums[i+1] += n
		if up := i + 1 + (i+1)&-(i+1); up <= k {
			x.sums[up] += x.sums[i+1]
		}
	}
}

// Change records that one assertion has changed. All other commands are those of the last Update.
func (x *Index) Change(command int, root *term.Term) {
	k, _ := slices.BinarySearch(x.commands, command)
	was := x.counts[k]
	x.enter(k, root)
	x.total += x.counts[k] - was
	for i := k + 1; i < len(x.sums); i += i & -i {
		x.sums[i] += x.counts[k] - was
	}
}

// enter records a new assertion.
func (x *Index) enter(k int, root *term.Term) {
	x.roots[k] = root
	if x.graphs[k] != nil {
		x.graphs[k] = x.draw(x.graphs[k], root)
		x.counts[k] = len(x.graphs[k].nodes)
		return
	}
	x.counts[k] = x.count(root)
}

// count returns the number of distinct subterms.
func (x *Index) count(root *term.Term) int {
	x.met = append(x.met[:0], root)
	*x.index.At(root) = 1
	for i := 0; i < len(x.met); i++ {
		for _, a := range x.met[i].Args() {
			if n := x.index.At(a); *n == 0 {
				*n = 1
				x.met = append(x.met, a)
			}
		}
	}
	for _, t := range x.met {
		x.index.Set(t, 0)
	}
	return len(x.met)
}

// find returns the assertion that contains subterm number n of all, and the subterm's number in it.
func (x *Index) find(n int) (assertion, node int) {
	step := 1
	for 2*step < len(x.sums) {
		step *= 2
	}
	for ; step > 0; step /= 2 {
		if next := assertion + step; next < len(x.sums) && x.sums[next] <= n {
			assertion, n = next, n-x.sums[next]
		}
	}
	return assertion, n
}

// Len returns the number of distinct subterms of each assertion, added up.
func (x *Index) Len() int { return x.total }

// draw makes the graph of an assertion, reusing the memory of old if that is not nil.
func (x *Index) draw(old *graph, root *term.Term) *graph {
	g := old
	if g == nil {
		g = &graph{}
	}
	g.nodes, g.heads, g.edges = g.nodes[:0], g.heads[:0], g.edges[:0]
	add := func(t *term.Term) int32 {
		n := x.index.At(t)
		if *n == 0 {
			g.nodes = append(g.nodes, t)
			g.heads = append(g.heads, parentList{})
			*n = int32(len(g.nodes))
		}
		return *n - 1
	}
	add(root)
	for i := 0; i < len(g.nodes); i++ {
		for c, a := range g.nodes[i].Args() {
			h := &g.heads[add(a)]
			g.edges = append(g.edges, edge{int32(i), int32(c), h.last})
			h.last = int32(len(g.edges) - 1)
			h.count++
		}
	}
	for _, t := range g.nodes {
		x.index.Set(t, 0)
	}
	return g
}

// Pick returns a random occurrence: every distinct subterm is equally likely, and among a shared subterm's occurrences a
// random walk to the root chooses one. ok is false when chance hit a term that must not be replaced: an annotation, whose
// body can be replaced instead, or a term that contains a label, which would be left undefined.
func (x *Index) Pick(r *rng.Rand) (o Occurrence, ok bool) {
	if x.total == 0 {
		return Occurrence{}, false
	}
	k, n := x.find(r.IntN(x.total))
	if x.graphs[k] == nil {
		x.graphs[k] = x.draw(nil, x.roots[k])
	}
	g := x.graphs[k]
	t := g.nodes[n]
	if t.Kind() == term.Annot || t.HasNamed() {
		return Occurrence{}, false
	}
	o = Occurrence{Command: x.commands[k], Term: t}
	for n != 0 {
		e := g.parent(r, n)
		o.Path = append(o.Path, int(e.child))
		o.Above = append(o.Above, g.nodes[e.parent])
		n = int(e.parent)
	}
	slices.Reverse(o.Path)
	slices.Reverse(o.Above)
	if len(x.scopes[k]) > 0 {
		o.Scope = slices.SortedFunc(slices.Values(x.scopes[k]), func(a, b *term.Term) int { return a.ID() - b.ID() })
	}
	for i, a := range o.Above {
		o.Scope = Bind(o.Scope, a, o.Path[i])
	}
	return o, true
}
