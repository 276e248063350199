package preanalysis

import (
	"math"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// A Node is an occurrence of a term in a formula: a tree of nodes is a formula written out without sharing. Nodes of equal terms with equal
// sets are one node wherever they occur, so a tree takes no more memory than the formula as long as its sets agree; totals still count
// every place. Immutable, except for values that are computed on demand.
type Node struct {
	Term *term.Term
	// Set holds the values allowed here while the rest of the formula stays unchanged. Below binders it is at most the value of the term.
	Set abstract.Set
	// Kids are the occurrences of the arguments, in order; nil where there are none, and where the budget of the tree ran out.
	Kids []*Node

	value  value.Value // invalid until requested, and for terms that are not closed
	score  float64     // of this occurrence, 0 if it must not be chosen
	weight float64     // scores of the whole subtree
	places float64     // occurrences in the subtree that can be chosen
}

// Options say what an Analysis covers.
type Options struct {
	// Choosable says whether a term may be replaced by another. nil allows it everywhere.
	Choosable func(*term.Term) bool
	// Untouched says whether a term has to stay unchanged, with everything in it. nil means that none has to.
	Untouched func(*term.Term) bool
	// Closed says whether the inside of a term has to stay unchanged, although the term may be replaced. nil means that none has to.
	Closed func(*term.Term) bool
	// Nodes bounds the number of distinct nodes of a tree; 0 means DefaultNodes. Where the bound is reached, subtrees are not opened: in a
	// formula that is too large, each argument of a term has an equal share, and its next siblings get what it leaves over.
	Nodes int
}

const (
	// DefaultNodes is the usual bound on the distinct nodes of a tree.
	DefaultNodes = 20_000
	// maxDepth is how deep trees are opened: they are walked by recursion.
	maxDepth = 10_000
	// maxSum keeps sums over exponentially many occurrences finite, with room for another sum of many.
	maxSum = 1e290
	// maxKept is how many nodes are remembered for reuse.
	maxKept = 100_000
)

// An Analysis makes trees of formulas under one interpretation. Like its evaluator, it is not safe for concurrent use.
type Analysis struct {
	ev   *eval.Evaluator
	opts Options
	// rulings are the rulings of the evaluator's table.
	rulings []ruling
	kept    term.Map[*Node] // the last node of a term
	n       int             // how many were kept
	nops    int             // negative numbers for values that are not evaluated
	args    []value.Value   // scratch

	// Unopened is how many subtrees have been left closed so far because a tree would have exceeded its bound.
	Unopened int
}

// New returns an analysis under the evaluator's interpretation. Its results are valid only as long as the evaluator's bounds
// are not exceeded; with another evaluator, start again.
func New(ev *eval.Evaluator, opts Options) *Analysis {
	if opts.Nodes == 0 {
		opts.Nodes = DefaultNodes
	}
	return &Analysis{ev: ev, opts: opts, rulings: rulingsOf(ev.Table())}
}

// Evaluator returns the analysis's evaluator.
func (a *Analysis) Evaluator() *eval.Evaluator { return a.ev }

// Tree returns the occurrences of a closed formula that is true.
func (a *Analysis) Tree(formula *term.Term) *Node {
	b := builder{a: a, left: a.opts.Nodes}
	return b.node(formula, abstract.Exactly(sorts.Bool, value.True), a.closed(formula), 0, b.share(formula))
}

// share returns how many of the remaining nodes a term may take: all of them when they are likely to be enough.
func (b *builder) share(t *term.Term) int {
	distinct := 0
	if t.Size() > b.left/2 {
		term.Walk([]*term.Term{t}, func(*term.Term) bool {
			distinct++
			return distinct <= b.left/2
		})
	}
	if distinct > b.left/2 {
		return b.left
	}
	return math.MaxInt
}

// Value returns the value of the term at a node, in canonical form. It is open where the term is not closed, and may be open where
// it is not needed.
func (a *Analysis) Value(n *Node) value.Value {
	if n.value.Kind() == value.Invalid {
		if abstract.IsIrrelevant(n.Set) || len(n.Term.Free()) > 0 {
			n.value = a.ignored()
		} else {
			n.value = a.closed(n.Term)
		}
	}
	return n.value
}

// Closed returns the value of a closed term, in canonical form.
func (a *Analysis) Closed(t *term.Term) value.Value { return a.closed(t) }

func (a *Analysis) closed(t *term.Term) value.Value { return a.canonical(a.ev.Term(t)) }

func (a *Analysis) canonical(v value.Value) value.Value {
	if c, ok := a.ev.Domain().Canonical(v); ok {
		return c
	}
	return v
}

// ignored returns a new open value for a place that is not evaluated. The evaluator's open values have positive numbers.
func (a *Analysis) ignored() value.Value {
	a.nops--
	return value.OfUnknown(&value.Unknown{ID: a.nops, Unsupported: true, Reason: "nothing depends on the value"})
}

// found reports whether a value is a result of evaluation.
func found(v value.Value) bool {
	return v.Kind() != value.Invalid && (!v.IsOpen() || v.Unknown().ID >= 0)
}

// Score returns the score of the occurrence, 0 if it must not be chosen.
func (n *Node) Score() float64 { return n.score }

// Weighing is a way to weigh occurrences.
type Weighing uint8

const (
	// ByScore prefers occurrences with loose sets (DIVER paper, section III-B).
	ByScore Weighing = iota
	// Evenly gives every occurrence the same chance.
	Evenly
)

// Of returns the weight of a subtree.
func (w Weighing) Of(n *Node) float64 {
	if w == Evenly {
		return n.places
	}
	return n.weight
}

func (w Weighing) own(n *Node) float64 {
	if w == Evenly && n.score > 0 {
		return 1
	}
	return n.score
}

// Float returns a random number of [0, 1).
func Float(r *rng.Rand) float64 { return float64(r.Uint64()>>11) / (1 << 53) }

// Pick returns a random occurrence of the tree: the path to it, and the nodes on it from the root to the occurrence; nil when none can be
// chosen.
func (n *Node) Pick(r *rng.Rand, w Weighing) (path term.Path, spine []*Node) {
	if w.Of(n) <= 0 {
		return nil, nil
	}
	for x := Float(r) * w.Of(n); ; {
		spine = append(spine, n)
		if x -= w.own(n); x < 0 {
			return path, spine
		}
		last := -1 // of those that can be chosen: rounding must not lead elsewhere
		for i, k := range n.Kids {
			if w.Of(k) <= 0 {
				continue
			}
			if last = i; x < w.Of(k) {
				break
			}
			x -= w.Of(k)
		}
		if last < 0 {
			if w.own(n) > 0 {
				return path, spine
			}
			return nil, nil
		}
		n = n.Kids[last]
		path = append(path, last)
		x = min(x, math.Nextafter(w.Of(n), 0))
	}
}

// At returns the nodes on a path, the root first; nil when the path leads to a part that was not opened.
func (n *Node) At(path term.Path) []*Node {
	spine := []*Node{n}
	for _, i := range path {
		if i >= len(n.Kids) {
			return nil
		}
		n = n.Kids[i]
		spine = append(spine, n)
	}
	return spine
}

// Same reports whether two values are certainly the same. It can distinguish values in canonical form.
func Same(a, b value.Value) bool {
	switch {
	case a.Kind() != b.Kind() || a.Kind() == value.Func:
		return false
	case a.IsOpen():
		return a.Unknown() == b.Unknown()
	}
	return a.IsKnown() && b.IsKnown() && value.Compare(a, b) == 0
}

// builder makes the nodes of one tree.
type builder struct {
	a    *Analysis
	left int // nodes that may still be added to the tree
}

// node makes the node of a term. v is its value, invalid if not yet requested; budget is its share of the nodes.
func (b *builder) node(t *term.Term, set abstract.Set, v value.Value, depth, budget int) *Node {
	if k := b.a.again(t, set, v); k != nil {
		return k
	}
	n := &Node{Term: t, Set: set, value: v}
	b.left--
	args := t.Args()
	switch {
	case len(args) == 0 || b.a.untouched(t) || b.a.opts.Closed != nil && b.a.opts.Closed(t):
	case depth > 0 && (len(args) >= min(budget, b.left)) || depth > maxDepth:
		b.a.Unopened++
	default:
		b.open(n, depth, budget)
	}
	b.a.finish(n)
	b.a.keep(n)
	return n
}

// open makes the nodes of a node's arguments.
func (b *builder) open(n *Node, depth, budget int) {
	args := n.Term.Args()
	sets, values := b.a.sets(n)
	n.Kids = make([]*Node, len(args))
	budget--
	for i, t := range args {
		share := budget / (len(args) - i)
		before := b.left
		n.Kids[i] = b.node(t, sets[i], valueAt(values, i), depth+1, share)
		budget -= max(before-b.left, 0)
	}
}

// again returns the node last made for a term, if it has the set; v is what is known about its value.
func (a *Analysis) again(t *term.Term, set abstract.Set, v value.Value) *Node {
	k := a.kept.Get(t)
	if k == nil || !k.Set.Same(set) {
		return nil
	}
	if found(v) && !found(k.value) {
		k.value = v
	}
	return k
}

// keep remembers a node, to reuse it when the same term has the same set elsewhere.
func (a *Analysis) keep(n *Node) {
	if a.n++; a.n > maxKept {
		a.kept, a.n = term.Map[*Node]{}, 0
	}
	a.kept.Set(n.Term, n)
}

// Renew continues with another evaluator of the same interpretation. Trees made earlier must no longer be changed.
func (a *Analysis) Renew(ev *eval.Evaluator) {
	a.ev, a.n = ev, 0
	a.kept.Clear()
}

func (a *Analysis) untouched(t *term.Term) bool {
	return a.opts.Untouched != nil && a.opts.Untouched(t)
}

// finish computes the totals of a node.
func (a *Analysis) finish(n *Node) {
	n.score = 0
	if k := n.Term.Kind(); k != term.Annot && !n.Term.HasNamed() && !a.untouched(n.Term) && (a.opts.Choosable == nil || a.opts.Choosable(n.Term)) {
		n.score = n.Set.Score()
	}
	n.weight, n.places = n.score, 0
	if n.score > 0 {
		n.places = 1
	}
	for _, k := range n.Kids {
		n.weight, n.places = min(n.weight+k.weight, maxSum), min(n.places+k.places, maxSum)
	}
}

// sets returns the sets of a node's arguments, and the arguments' values, nil where these do not matter.
func (a *Analysis) sets(n *Node) ([]abstract.Set, []value.Value) {
	var values []value.Value
	if !abstract.IsIrrelevant(n.Set) && n.Term.Kind() == term.App && len(n.Term.Free()) == 0 {
		values = make([]value.Value, len(n.Term.Args()))
		a.fill(n.Term, values)
	}
	return a.setsFor(n, values), values
}

// setsFor returns the sets of a node's arguments, which have the given values.
func (a *Analysis) setsFor(n *Node, values []value.Value) []abstract.Set {
	switch args := n.Term.Args(); {
	case abstract.IsIrrelevant(n.Set):
		return all(args, abstract.Irrelevant)
	case n.Term.Kind() == term.Annot:
		return []abstract.Set{n.Set}
	case n.Term.Kind() == term.Match && len(n.Term.Free()) == 0 && !args[0].HasBinder():
		return a.matched(n)
	case values != nil:
		return a.solve(n, values)
	default:
		sets := all(args, abstract.Nothing)
		for i, t := range args {
			if len(t.Free()) == 0 && !t.HasBinder() {
				sets[i] = abstract.Exactly(t.Sort(), a.closed(t))
			}
		}
		return sets
	}
}

func all(args []*term.Term, set func(*sorts.Sort) abstract.Set) []abstract.Set {
	sets := make([]abstract.Set, len(args))
	for i, t := range args {
		sets[i] = set(t.Sort())
	}
	return sets
}

// fill computes the missing values of the arguments of a closed application. An argument that has a binder and does not matter, because
// another argument determines the application's value, is not evaluated: that may exceed all bounds.
func (a *Analysis) fill(t *term.Term, values []value.Value) {
	late := false
	for i, arg := range t.Args() {
		switch {
		case arg.HasBinder(): // even if it is known by chance: sets have to follow from the formula
			values[i], late = value.Value{}, true
		case !found(values[i]):
			values[i] = a.closed(arg)
		}
	}
	if !late {
		return
	}
	for i, arg := range t.Args() {
		switch {
		case values[i].Kind() != value.Invalid:
		case settled(t, values, i):
			values[i] = a.ignored()
		default:
			values[i] = a.closed(arg)
		}
	}
}

// settled reports whether argument i does not matter given the others, some of which may be missing.
func settled(t *term.Term, values []value.Value, i int) bool {
	f := t.Func()
	last := len(values) - 1
	switch {
	case f.Is("and"):
		return slices.ContainsFunc(values, value.Value.IsFalse)
	case f.Is("or"):
		return slices.ContainsFunc(values, value.Value.IsTrue)
	case f.Is("=>"):
		return values[last].IsTrue() || slices.ContainsFunc(values[:last], value.Value.IsFalse)
	case f.Is("ite"):
		return i == 1 && values[0].IsFalse() || i == 2 && values[0].IsTrue()
	}
	return false
}

// solve returns the sets of a node's arguments, which have the given values.
func (a *Analysis) solve(n *Node, values []value.Value) []abstract.Set {
	if n.value.Kind() == value.Invalid {
		n.value = a.closed(n.Term)
	}
	app := Application{Term: n.Term, Args: values, Value: n.value, Want: n.Set, Eval: a.ev, rulings: a.rulings}
	app.solve()
	return app.Sets
}
