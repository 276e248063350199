package storm

import (
	"math/bits"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// truth is a formula's value under each assignment, one bit for each. It is unknown where neither bit is set.
type truth struct{ holds, fails uint16 }

func (v truth) not() truth        { return truth{v.fails, v.holds} }
func (v truth) and(w truth) truth { return truth{v.holds & w.holds, v.fails | w.fails} }
func (v truth) or(w truth) truth  { return truth{v.holds | w.holds, v.fails & w.fails} }

// same is equality of two truth values.
func (v truth) same(w truth) truth {
	return truth{v.holds&w.holds | v.fails&w.fails, v.holds&w.fails | v.fails&w.holds}
}

// ite is the truth of (ite v w x): known where v and the branch that it takes are, or where both branches agree.
func (v truth) ite(w, x truth) truth {
	return truth{
		v.holds&w.holds | v.fails&x.holds | w.holds&x.holds,
		v.holds&w.fails | v.fails&x.fails | w.fails&x.fails,
	}
}

// known has a bit for every assignment under which the value is known.
func (v truth) known() uint16 { return v.holds | v.fails }

// divided reports whether assignments differ on the formula.
func (v truth) divided() bool { return v.holds != 0 && v.fails != 0 }

// formula is a member of the pool.
type formula struct {
	term  *term.Term
	depth int
	truth
	// pinned has a bit for every assignment under which the value rests on solvers' answers.
	pinned uint16
}

// pool holds the fragments of a seed and what was built from them. Not safe for concurrent use.
type pool struct {
	store    *term.Store
	maxDepth int
	build    []connect
	members  []formula
	at       map[*term.Term]int
	// holds and fails index the members by assignment, with fragments and constructed formulas separate; open are those that
	// are not known under some assignment.
	holds, fails [][]([]int32)
	open         []int32
	// even chooses operands from fragments and constructed formulas with equal probability, instead of from both as one list:
	// otherwise, connectives of three operands would make formulas grow with the size of the pool.
	even bool
}

// The parts of a pool's index.
const (
	initial = iota
	constructed
	origins
)

// connect is a connective that formulas are built with: its rows, its number of operands, and its truth table.
type connect struct {
	rows  []*theory.Row
	arity int
	of    func(v []truth) truth
}

func connectives(t *theory.Table, choice Connectives) []connect {
	and := func(v []truth) truth {
		for _, w := range v[1:] {
			v[0] = v[0].and(w)
		}
		return v[0]
	}
	or := func(v []truth) truth {
		for _, w := range v[1:] {
			v[0] = v[0].or(w)
		}
		return v[0]
	}
	not := connect{t.Lookup("not"), 1, func(v []truth) truth { return v[0].not() }}
	both := connect{t.Lookup("and"), 2, and}
	if choice == PaperConnectives {
		return []connect{not, both}
	}
	// The paper builds as many negations as conjunctions. Disjunctions and implications bring their own negations, so fewer are
	// needed here.
	return []connect{
		not, not, both, both, {t.Lookup("and"), 3, and},
		{t.Lookup("or"), 2, or}, {t.Lookup("or"), 3, or},
		{t.Lookup("=>"), 2, func(v []truth) truth { return v[0].not().or(v[1]) }},
		{t.Lookup("xor"), 2, func(v []truth) truth { return v[0].same(v[1]).not() }},
		{t.Lookup("="), 2, func(v []truth) truth { return v[0].same(v[1]) }},
		{t.Lookup("ite"), 3, func(v []truth) truth { return v[0].ite(v[1], v[2]) }},
	}
}

func newPool(st *term.Store, assignments int, o Options) *pool {
	p := &pool{store: st, maxDepth: o.MaxDepth, build: connectives(st.Table, o.Connectives), even: o.Connectives == AllConnectives, at: map[*term.Term]int{}}
	p.holds, p.fails = make([][][]int32, origins), make([][][]int32, origins)
	for i := range origins {
		p.holds[i], p.fails[i] = make([][]int32, assignments), make([][]int32, assignments)
	}
	return p
}

// assignments is the number of assignments.
func (p *pool) assignments() int { return len(p.holds[initial]) }

func (p *pool) addFragment(t *term.Term, depth int, v truth) {
	p.add(formula{term: t, depth: depth, truth: v}, initial)
}

// add puts a formula in, once.
func (p *pool) add(f formula, origin int) {
	if _, known := p.at[f.term]; known {
		return
	}
	n := int32(len(p.members))
	p.at[f.term] = int(n)
	p.members = append(p.members, f)
	p.index(n, origin, f.truth)
}

func (p *pool) index(n int32, origin int, v truth) {
	for i := range p.assignments() {
		switch bit := uint16(1) << i; {
		case v.holds&bit != 0:
			p.holds[origin][i] = append(p.holds[origin][i], n)
		case v.fails&bit != 0:
			p.fails[origin][i] = append(p.fails[origin][i], n)
		}
	}
	if bits.OnesCount16(v.known()) < p.assignments() {
		p.open = append(p.open, n)
	}
}

// settle gives a fragment values that evaluation did not find.
func (p *pool) settle(n int, v truth) {
	f := &p.members[n]
	v.holds, v.fails = v.holds&^f.known(), v.fails&^f.known()
	p.index(int32(n), initial, v)
	f.pinned |= v.known()
	f.holds, f.fails = f.holds|v.holds, f.fails|v.fails
}

// usable reports whether some formula has a known value.
func (p *pool) usable() bool {
	for i := range p.assignments() {
		if len(p.holds[initial][i])+len(p.fails[initial][i]) > 0 {
			return true
		}
	}
	return false
}

// enrich builds formulas.
func (p *pool) enrich(r *rng.Rand, steps int) {
	var args []*term.Term
	var values []truth
	for range steps {
		c := &p.build[r.IntN(len(p.build))]
		i := r.IntN(p.assignments())
		args, values = args[:0], values[:0]
		depth, pinned := 0, uint16(0)
		for range c.arity {
			f := p.operand(r, i)
			if f == nil {
				break
			}
			args, values = append(args, f.term), append(values, f.truth)
			depth, pinned = max(depth, f.depth), pinned|f.pinned
		}
		if len(args) < c.arity || depth >= p.maxDepth || repeated(args) {
			continue
		}
		t, _, err := p.store.Overload(c.rows, nil, nil, args)
		if err != nil || t == nil {
			continue
		}
		p.add(formula{term: t, depth: depth + 1, truth: c.of(values), pinned: pinned}, constructed)
	}
}

// repeated reports whether two operands are the same: such formulas are simplified at once.
func repeated(args []*term.Term) bool {
	for i, a := range args {
		for _, b := range args[:i] {
			if a == b {
				return true
			}
		}
	}
	return false
}

// operand chooses a formula that is true or false under the assignment, with equal probability, and sometimes an unknown
// one: a connective over it may still have a known value.
func (p *pool) operand(r *rng.Rand, i int) *formula {
	if len(p.open) > 0 && r.IntN(10) == 0 {
		return &p.members[rng.Pick(r, p.open)]
	}
	first, second := p.holds, p.fails
	if r.Bool() {
		first, second = second, first
	}
	for _, lists := range [][][][]int32{first, second} {
		if n := p.pickFrom(r, lists[initial][i], lists[constructed][i]); n >= 0 {
			return &p.members[n]
		}
	}
	if len(p.open) > 0 {
		return &p.members[rng.Pick(r, p.open)]
	}
	return nil
}

// pickFrom chooses from two lists, -1 when both are empty.
func (p *pool) pickFrom(r *rng.Rand, a, b []int32) int32 {
	n := len(a) + len(b)
	switch {
	case n == 0:
		return -1
	case p.even && len(a) > 0 && len(b) > 0:
		if r.Bool() {
			return rng.Pick(r, a)
		}
		return rng.Pick(r, b)
	}
	k := r.IntN(n)
	if k < len(a) {
		return a[k]
	}
	return b[k-len(a)]
}

// pick chooses a formula that has a known value under the assignment: a fragment with the given probability in percent, true
// or false with equal probability. It returns nil when there is none.
func (p *pool) pick(r *rng.Rand, i, fragment int) *formula {
	first, second := constructed, initial
	if r.Chance(fragment, 100) {
		first, second = initial, constructed
	}
	for _, origin := range []int{first, second} {
		holds, fails := p.holds[origin][i], p.fails[origin][i]
		if r.Bool() && len(fails) > 0 || len(holds) == 0 {
			holds = fails
		}
		if len(holds) > 0 {
			return &p.members[rng.Pick(r, holds)]
		}
	}
	return nil
}
