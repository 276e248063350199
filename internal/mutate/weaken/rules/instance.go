package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// instance is a choice of sorts, indices and list lengths for a rule; only terms are left open.
type instance struct {
	sorts   sorts.Binding
	lengths []int  // by slot
	summary string // "X = Int, n = 8, 3 qs"
}

// spread says which sorts, indices and lengths instances have.
type spread struct {
	sorts   []func(st *term.Store, name string) *sorts.Sort // for unrestricted parameters, by their names
	widths  []int
	formats [2][]int // exponent and significand bits
	lengths []int
	most    int // the largest number of instances
}

// maxCombinations bounds the instances that are enumerated.
const maxCombinations = 20_000

// instances returns the rule's instances of a spread, evenly thinned out to its limit. Sorts are of the store.
func (r *Rule) instances(st *term.Store, s spread) []instance {
	e := &enumeration{rule: r, store: st, spread: s}
	e.cur.lengths = make([]int, len(r.vars))
	e.sort(0)
	if len(e.out) <= s.most {
		return e.out
	}
	var thin []instance
	for i := range s.most {
		thin = append(thin, e.out[i*(len(e.out)-1)/max(s.most-1, 1)])
	}
	return thin
}

// enumeration goes through all combinations. Its recursion is as deep as the rule has parameters.
type enumeration struct {
	rule   *Rule
	store  *term.Store
	spread spread
	cur    instance
	out    []instance
}

func (e *enumeration) sort(i int) {
	if i == len(e.rule.sorts) {
		e.index(0)
		return
	}
	try := func(s *sorts.Sort) {
		old := e.cur.sorts
		e.cur.sorts.Sorts[i] = s
		e.sort(i + 1)
		e.cur.sorts = old
	}
	if e.rule.datatype(i) {
		try(e.store.Sorts.Make(sorts.User, e.rule.sorts[i].name, nil, nil))
		return
	}
	if only := e.rule.sorts[i].only; len(only) > 0 {
		for _, p := range only {
			if s, err := p.Instantiate(e.store.Sorts, &sorts.Binding{}); err == nil {
				try(s)
			}
		}
		return
	}
	for _, s := range e.spread.sorts {
		try(s(e.store, e.rule.sorts[i].name))
	}
}

func (e *enumeration) index(i int) {
	if i == len(e.rule.index) {
		e.length(0)
		return
	}
	for _, n := range e.values(i) {
		old := e.cur.sorts
		e.cur.sorts.SetIdx(i, n)
		e.index(i + 1)
		e.cur.sorts = old
	}
}

// values returns the values tried for an index: the ends and the middle of its bounds, or widths, or bits of formats.
func (e *enumeration) values(i int) []int {
	v := e.rule.index[i]
	if v.lo != nil {
		lo, ok1 := v.lo.Eval(&e.cur.sorts)
		hi, ok2 := v.hi.Eval(&e.cur.sorts)
		if !ok1 || !ok2 || lo > hi {
			return nil
		}
		return slices.Compact([]int{lo, lo + (hi-lo)/2, hi})
	}
	switch e.rule.formatIndex(i) {
	case 0:
		return e.spread.formats[0]
	case 1:
		return e.spread.formats[1]
	}
	return e.spread.widths
}

// formatIndex returns 0 or 1 when index i stands for the exponent or significand bits of a floating-point sort, -1 otherwise.
func (r *Rule) formatIndex(i int) int {
	for _, v := range r.vars {
		if v.sort.Var < 0 && v.sort.Kind == sorts.Float {
			for k, x := range v.sort.Idx {
				if x.Op == 'v' && x.N == i {
					return k
				}
			}
		}
	}
	return -1
}

func (e *enumeration) length(slot int) {
	if len(e.out) >= maxCombinations {
		return
	}
	if slot == len(e.rule.vars) {
		if !e.rule.indicesFit(&Binding{sorts: e.cur.sorts}) {
			return
		}
		in := e.cur
		in.lengths = slices.Clone(in.lengths)
		in.summary = e.summary()
		e.out = append(e.out, in)
		return
	}
	if !e.rule.vars[slot].list {
		e.length(slot + 1)
		return
	}
	for _, n := range e.spread.lengths {
		e.cur.lengths[slot] = n
		e.length(slot + 1)
	}
}

// summary describes the current instance in one line.
func (e *enumeration) summary() string {
	var w []string
	for i, v := range e.rule.sorts {
		w = append(w, v.name+" = "+e.cur.sorts.Sorts[i].String())
	}
	for i, v := range e.rule.index {
		w = append(w, fmt.Sprintf("%s = %d", v.name, e.cur.sorts.Idx[i]))
	}
	for _, v := range e.rule.vars {
		if v.list {
			w = append(w, fmt.Sprintf("%d %s", e.cur.lengths[v.slot], v.name))
		}
	}
	return strings.Join(w, ", ")
}

// bounded reports whether an instance covers only part of the rule: one width, one length of lists, or some constructors.
func (r *Rule) bounded() bool {
	return len(r.index) > 0 || slices.ContainsFunc(r.vars, func(v *variable) bool { return v.list || v.ctor })
}

// open returns a binding with the instance's sorts and nothing else.
func (in instance) open(r *Rule) *Binding {
	b := newBinding(r)
	b.sorts = in.sorts
	return b
}

// implication builds the conditions and the two sides over b, in which everything is bound.
func (r *Rule) implication(st *term.Store, b *Binding) (conditions []*term.Term, left, right *term.Term, err error) {
	for _, c := range r.where {
		var f *term.Term
		if c.formula != nil {
			f, err = build(st, c.formula, b)
		} else {
			continue // different terms may have equal values: the rule must hold then too
		}
		if err != nil {
			return nil, nil, nil, err
		}
		conditions = append(conditions, f)
	}
	if left, err = build(st, r.sides[0], b); err != nil {
		return nil, nil, nil, err
	}
	right, err = build(st, r.sides[1], b)
	return conditions, left, right, err
}
