package synth

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// The usual bounds of random terms.
const (
	DefaultDepth = 5  // as in the implementation of DIVER (ICSE 2023, section III-B)
	DefaultNodes = 40 // beyond it, solvers spend their time on size
)

// Growth says which random terms to make. The zero value is the usual choice.
type Growth struct {
	// Depth bounds how deep operators nest, 0: DefaultDepth. Subterms of the script count as leaves.
	Depth int
	// Nodes bounds the size of terms as term.Term.Size counts it, leaves included, 0: DefaultNodes.
	Nodes int
	// Model, when not nil, offers a closed term for a value of a sort that the caller knows, such as one from its model, or nil
	// for none.
	Model func(r *rng.Rand, s *sorts.Sort) *term.Term
	// Home leaves out operators that lead to theories that the script does not use, such as (str.len (str.from_int x)) in a script
	// about integers. Without it, about one operator in sixteen does.
	Home bool
	// Rooted makes operators apply to at least one term with a symbol of the script, see [Pool.Symbols]: solvers fold the others before anything
	// else. One in eight that could have none stays as it is, since folding has mistakes of its own.
	Rooted bool
}

// Grower makes random terms of a sort at places of one script: operators of the catalog, functions that the script declares,
// constructors, selectors and testers, over variables, constants and other subterms of the script, values and corner literals. It makes
// no quantifiers and calls no recursive functions. Terms are well-sorted and in scope, and they can be evaluated, except for operators
// that are left open at some arguments. The same random number generator makes the same terms from a pool with the same contents. Not
// safe for concurrent use.
type Grower struct {
	build   Builder
	growth  Growth
	corners *values.Generator
	plans   map[*sorts.Sort]*plan
	home    map[string]bool      // names of the sorts that the script uses
	made    map[*sorts.Sort]bool // the sorts among them that are built from others
	there   map[*sorts.Sort]bool // sorts of which the pool has terms
	fixed   *rng.Rand            // decides what plans contain: the same whatever was grown before

	stack  []*term.Term // arguments of the operators being built
	tries  int          // that are left
	levels int          // bound on the depth of the term being grown
	byName map[string][]*theory.Row
}

// NewGrower returns a grower of terms of the store over what the pool contains, and will contain.
func NewGrower(c *Catalog, st *term.Store, p *Pool, o Growth) *Grower {
	if o.Depth == 0 {
		o.Depth = DefaultDepth
	}
	if o.Nodes == 0 {
		o.Nodes = DefaultNodes
	}
	g := &Grower{
		build:   Builder{Catalog: c, Store: st, Pool: p, Literals: true},
		growth:  o,
		corners: values.New(st, values.Options{}),
		plans:   map[*sorts.Sort]*plan{},
		home:    map[string]bool{},
		made:    map[*sorts.Sort]bool{},
		there:   map[*sorts.Sort]bool{},
		fixed:   rng.New(0).Split("plans"),
		byName:  map[string][]*theory.Row{},
	}
	// Sorts that the pool gets later are not included: plans would depend on when they were made.
	g.build.among = []*sorts.Sort{}
	for _, s := range p.Sorts() {
		g.there[s] = true
		g.settle(s)
		if c.Sorts.Has(s) {
			g.build.among = append(g.build.among, s)
		}
	}
	return g
}

// settle records that the script uses a sort, and the sorts that it is built from.
func (g *Grower) settle(s *sorts.Sort) {
	g.home[s.Name()], g.made[s] = true, len(s.Args()) > 0
	for _, a := range s.Args() {
		g.settle(a)
	}
}

// maxTries bounds the choices of an operator or a leaf for one term.
const maxTries = 200

// Term returns a random term of sort s that may be used at the place, nil when it finds none. Its head is usually an operator.
func (g *Grower) Term(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) *term.Term {
	return g.Within(r, s, pl, g.growth.Depth, g.growth.Nodes)
}

// Within is Term with bounds of its own, at most those of the grower.
func (g *Grower) Within(r *rng.Rand, s *sorts.Sort, pl occurrence.Place, depth, nodes int) *term.Term {
	if !g.build.Catalog.Sorts.Has(s) {
		return nil
	}
	g.tries, g.stack, g.levels = maxTries, g.stack[:0], min(depth, g.growth.Depth)
	nodes = min(nodes, g.growth.Nodes)
	return g.grow(r, g.plan(s), pl, 0, nodes-r.IntN(max(1, nodes-2*fewNodes)))
}

// Leaf returns a random term of sort s without an operator of its own: a variable, a constant, a subterm of the script, a value or a
// corner; nil when there is none of at most Growth.Nodes nodes that may be used at the place.
func (g *Grower) Leaf(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) *term.Term {
	if !g.build.Catalog.Sorts.Has(s) {
		return nil
	}
	return g.leaf(r, g.plan(s), pl, g.growth.Nodes)
}

// fewNodes is half of what every term has room for.
const fewNodes = 3

// leafShares is the percentage of terms at each depth that are leaves even though there is room for an operator. With it, most terms
// have four to twenty nodes, whether operators of their sort have one argument or three.
var leafShares = [...]int{4, 25, 35, 45, 55}

// grow returns a term at a depth, of at most room nodes.
func (g *Grower) grow(r *rng.Rand, p *plan, pl occurrence.Place, depth, room int) *term.Term {
	left := g.levels - depth
	share := leafShares[min(depth, len(leafShares)-1)]
	if left == 0 || room < 2 || r.IntN(100) < share {
		if t := g.leaf(r, p, pl, room); t != nil || left == 0 {
			return t
		}
	}
	for range 3 {
		if g.tries--; g.tries < 0 {
			return nil
		}
		if w := g.pick(r, p, left); w != nil && w.open(pl) {
			if t := g.fill(r, w, pl, depth, room); t != nil {
				return t
			}
		}
	}
	if t := g.leaf(r, p, pl, room); t != nil {
		return t
	}
	if w := g.shallowest(p); w != nil && w.least <= left && w.open(pl) {
		return g.fill(r, w, pl, depth, room)
	}
	return nil
}

// pick chooses a way to make a term within the remaining levels, nil when chance hits none.
func (g *Grower) pick(r *rng.Rand, p *plan, left int) *way {
	g.complete(p)
	if p.total == 0 {
		return nil
	}
	for range 4 {
		if w := g.draw(r, p); w != nil && w.least <= left {
			return w
		}
	}
	return nil
}

// fill makes the arguments of a way, and applies it to them.
func (g *Grower) fill(r *rng.Rand, w *way, pl occurrence.Place, depth, room int) *term.Term {
	n := len(w.args)
	if w.row != nil && w.row.Assoc != theory.None && n == 2 && !g.build.Catalog.binary {
		for n < 4 && r.IntN(6) == 0 {
			n++
		}
	}
	if room <= n {
		return nil
	}
	base := len(g.stack)
	defer func() { g.stack = g.stack[:base] }()
	room--
	for i := range n {
		free := room - (n - 1 - i) // the others need at least one node each
		if i < n-1 && free > fewNodes {
			free = fewNodes + r.IntN(free-fewNodes)
		}
		a := g.argument(r, w, i, n, pl, depth, free)
		if a == nil {
			return nil
		}
		room -= a.Size()
		g.stack = append(g.stack, a)
	}
	if g.growth.Rooted && n > 0 && !g.root(r, w, g.stack[base:], pl, room) {
		return nil
	}
	t, err := g.build.Store.App(w.fn, g.stack[base:]...)
	if err != nil {
		return nil
	}
	return t
}

const (
	// One term without a symbol in this many is made although Growth.Rooted is set.
	groundShare = 8
	// rootTries is how many leaves are examined to find one with a symbol.
	rootTries = 4
)

// root makes sure that one of the arguments has a symbol, by replacing one where none has; ok is false when that is not possible. room is how
// many more nodes the arguments may have.
func (g *Grower) root(r *rng.Rand, w *way, args []*term.Term, pl occurrence.Place, room int) (ok bool) {
	for _, a := range args {
		if g.build.Pool.Symbolic(a) {
			return true
		}
	}
	if r.IntN(groundShare) == 0 {
		return true
	}
	from := r.IntN(len(args))
	for k := range args {
		i := (from + k) % len(args)
		if i == w.small-1 {
			continue
		}
		for range rootTries {
			if t := g.leaf(r, w.param(i, len(args)), pl, room+args[i].Size()); t != nil && g.build.Pool.Symbolic(t) {
				args[i] = t
				return true
			}
		}
	}
	return false
}

// argument makes argument i of n.
func (g *Grower) argument(r *rng.Rand, w *way, i, n int, pl occurrence.Place, depth, room int) *term.Term {
	if room < 1 {
		return nil
	}
	if i == w.small-1 {
		return g.small(r)
	}
	return g.grow(r, w.param(i, n), pl, depth+1, room)
}
