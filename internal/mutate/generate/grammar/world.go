package grammar

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/theory"
)

// A world is a choice of sorts with all rules over them. It is made with its own store: what scripts are made from refers to sorts by
// number. Immutable once its grammar is made.
type world struct {
	g     *Grammar
	store *sorts.Store
	sorts []*sorts.Sort
	index map[*sorts.Sort]sortID
	// needs are the sorts that a sort brings with it, itself included.
	needs []sortSet
	rules []rule
	// making holds, by sort, the rules that yield it.
	making [][]*rule
	// drawn are the sorts that scripts choose from.
	drawn []sortID
}

// sortID numbers the sorts of a world; boolID is Bool.
type sortID uint8

const (
	boolID   sortID = 0
	maxSorts        = 64
	noSort   sortID = maxSorts
)

// sortSet is a set of sorts of a world.
type sortSet uint64

func (s sortSet) has(id sortID) bool    { return s&(1<<id) != 0 }
func (s sortSet) within(t sortSet) bool { return s&^t == 0 }

// The names of the sorts that scripts declare.
const (
	uninterpreted = "U"
	recordSort    = "D" // datatypes without parameters
	boxSort       = "P" // a datatype with a parameter
)

func (g *Grammar) newWorld(variant int) *world {
	w := &world{g: g, store: sorts.NewStore(), index: map[*sorts.Sort]sortID{}}
	r := rng.New(uint64(variant)).Split("sorts").Split(g.opts.Logic)
	w.choose(r)
	w.needs = make([]sortSet, len(w.sorts))
	for i, s := range w.sorts {
		w.needs[i] = 1<<i | w.components(s)
		if i > 0 && !s.HasParam() {
			w.drawn = append(w.drawn, sortID(i))
		}
	}
	w.resolve(r)
	w.arrange()
	return w
}

// add gives a sort a number, unless it has one or there are too many. It reports whether it has one.
func (w *world) add(s *sorts.Sort) bool {
	if _, ok := w.index[s]; ok {
		return true
	}
	if len(w.sorts) == maxSorts || !w.g.logic.HasSort(s) || !w.g.common.Has(s) {
		return false
	}
	for _, a := range s.Args() {
		if !w.add(a) {
			return false
		}
	}
	if len(w.sorts) == maxSorts {
		return false
	}
	w.index[s] = sortID(len(w.sorts))
	w.sorts = append(w.sorts, s)
	return true
}

// components returns the sorts that a sort is built from, and those that nearly all operators on it take or yield.
func (w *world) components(s *sorts.Sort) sortSet {
	var set sortSet
	with := func(s *sorts.Sort) {
		if id, ok := w.index[s]; ok {
			set |= 1<<id | w.components(s)
		}
	}
	for _, a := range s.Args() {
		with(a)
	}
	switch {
	case s == sorts.RegLan:
		with(sorts.String)
	case s == sorts.String, s.Kind() == sorts.Applied && (s.Name() == "Seq" || s.Name() == "Bag" || s.Name() == "Set"):
		with(sorts.Int)
	case s.Kind() == sorts.Float:
		with(sorts.RoundingMode)
	}
	return set
}

// choose draws the sorts of the world.
func (w *world) choose(r *rng.Rand) {
	g, l := w.g, &w.g.logic
	w.add(sorts.Bool)
	if l.All || l.Ints || l.Strings {
		w.add(sorts.Int)
	}
	if l.All || l.Reals {
		w.add(sorts.Real)
	}
	if l.All || l.Strings {
		w.add(sorts.String)
		w.add(sorts.RegLan)
	}
	if (l.All || l.UF) && g.available().has(declareSort) {
		for _, n := range []string{"0", "1"}[:1+r.IntN(2)] {
			w.add(w.store.Make(sorts.User, uninterpreted+n, nil, nil))
		}
	}
	// Where functions are values, they need the room in every other world.
	if (l.All || l.FloatingPoint) && !(l.All && l.HigherOrder && r.Bool()) {
		w.add(sorts.RoundingMode)
		w.floats(r)
	}
	if (l.All || l.BitVectors) && !(l.All && l.HigherOrder && r.Bool()) {
		w.bitVectors(r)
	}
	if l.FiniteFields { // not together with everything else: many builds of cvc5 lack them
		for range 2 {
			w.add(w.store.Field(rng.Pick(r, []string{"2", "3", "5", "7", "11", "13", "17", "101", "257", "65537"})))
		}
	}
	plain := append([]*sorts.Sort(nil), w.sorts...)
	if g.constructs.has(declareDatatypes) {
		w.add(w.store.Make(sorts.User, recordSort+"0", nil, nil))
		w.add(w.store.Make(sorts.User, recordSort+"1", nil, nil))
		plain = append(plain, w.sorts[len(w.sorts)-1])
		for range 2 {
			w.add(w.store.Make(sorts.User, boxSort+"0", nil, []*sorts.Sort{w.element(r, plain)}))
		}
	}
	if l.All || l.Arrays {
		w.arrays(r, plain)
	}
	w.collections(r, plain)
	if l.HigherOrder {
		w.functions(r, plain)
	}
}

// functions draws function sorts: arbitrary ones, and predicates and functions over the elements of collections.
func (w *world) functions(r *rng.Rand, plain []*sorts.Sort) {
	for range 3 {
		params := []*sorts.Sort{w.element(r, plain)}
		if r.Bool() {
			params = append(params, w.element(r, plain))
		}
		w.add(w.store.Func(params, w.element(r, plain)))
	}
	var held []*sorts.Sort
	for _, s := range w.sorts {
		if s.Kind() == sorts.Applied && len(s.Args()) == 1 && s.Args()[0].Kind() != sorts.Applied {
			held = append(held, s.Args()[0])
		}
	}
	for _, s := range held {
		for _, result := range []*sorts.Sort{sorts.Bool, s, rng.Pick(r, held)} {
			w.add(w.store.Func([]*sorts.Sort{s}, result))
		}
	}
}

// arrays draws array sorts. Pure bit-vector logics have only arrays from bit-vectors to bit-vectors.
func (w *world) arrays(r *rng.Rand, plain []*sorts.Sort) {
	array := func(index, elem *sorts.Sort) {
		w.add(w.store.Make(sorts.Array, "Array", nil, []*sorts.Sort{index, elem}))
	}
	l := &w.g.logic
	narrow := l.BitVectors && !l.Ints && !l.Reals && !l.FloatingPoint && !l.Datatypes
	if narrow {
		plain = slices.DeleteFunc(slices.Clone(plain), func(s *sorts.Sort) bool { return s.Kind() != sorts.BitVec })
	}
	for range 4 {
		array(w.element(r, plain), w.element(r, plain))
	}
	if last := w.sorts[len(w.sorts)-1]; last.Kind() == sorts.Array && !narrow {
		array(w.element(r, plain), last)
	}
}

// element draws a sort that others can be built from.
func (w *world) element(r *rng.Rand, from []*sorts.Sort) *sorts.Sort {
	for range 8 {
		if s := rng.Pick(r, from); s != sorts.RegLan && s != sorts.RoundingMode && (s != sorts.Bool || r.IntN(4) == 0) {
			return s
		}
	}
	return sorts.Bool
}

// collections draws set sorts, and sorts of theories that have no logics of their own.
func (w *world) collections(r *rng.Rand, plain []*sorts.Sort) {
	l := &w.g.logic
	applied := func(name string, args ...*sorts.Sort) *sorts.Sort {
		s := w.store.Make(sorts.Applied, name, nil, args)
		w.add(s)
		return s
	}
	if l.All {
		for range 2 {
			applied("Seq", w.element(r, plain))
		}
		applied("Bag", w.element(r, plain))
		applied("Nullable", w.element(r, plain))
	}
	if !l.All && !l.Sets {
		return
	}
	for range 2 {
		applied("Set", w.element(r, plain))
	}
	if !l.All {
		return
	}
	w.relations(applied, w.element(r, plain), w.element(r, plain))
}

// relations adds sets and bags of tuples over two sorts, chosen so that products, joins and groups of some of them give others.
func (w *world) relations(applied func(string, ...*sorts.Sort) *sorts.Sort, a, b *sorts.Sort) {
	for _, parts := range [][]*sorts.Sort{{a, b}, {a}, {b}, {b, a}, {a, a}} {
		tuple := applied("Tuple", parts...)
		set, bag := applied("Set", tuple), applied("Bag", tuple)
		if len(parts) == 2 && parts[0] == a && parts[1] == b {
			applied("Set", set)
			applied("Bag", bag)
		}
	}
}

// bitVectors draws widths: small and odd ones, machine words and their neighbours, and those that operators make from them.
func (w *world) bitVectors(r *rng.Rand) {
	widths := []int{
		1, rng.Pick(r, []int{2, 3, 4, 5}), rng.Pick(r, []int{6, 7, 8, 9, 10, 12}), rng.Pick(r, []int{8, 15, 16, 17, 24}),
		rng.Pick(r, []int{31, 32, 33, 48, 63, 64, 65, 128}),
	}
	for _, n := range widths {
		w.add(w.store.BitVec(n))
	}
	for range 4 { // results of concat, repeat and extensions
		w.add(w.store.BitVec(rng.Pick(r, widths[:4]) + rng.Pick(r, widths[:4])))
	}
}

// floats draws formats, and the bit-vectors that they consist of: z3 has these only where the logic's name includes bit-vectors, although
// the theory of floats names them. Significands of two bits are left out: cvc5 does not accept fp with a one-bit bit-vector.
func (w *world) floats(r *rng.Rand) {
	l := &w.g.logic
	bits := l.All || l.BitVectors || !slices.ContainsFunc(w.g.opts.Solvers, func(s theory.Release) bool { return s.Name == "z3" })
	for range 3 {
		f := rng.Pick(r, [][2]int{{2, 3}, {3, 5}, {4, 4}, {5, 11}, {5, 11}, {8, 24}, {8, 24}, {11, 53}, {8, 8}, {15, 113}})
		if w.add(w.store.Float(f[0], f[1])) && bits {
			for _, n := range []int{f[0] + f[1], 1, f[0], f[1] - 1} {
				w.add(w.store.BitVec(n))
			}
		}
	}
	if bits {
		w.add(w.store.BitVec(8))
	}
}
