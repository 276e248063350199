package rules

import (
	"fmt"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Choice chooses what a rule leaves open.
type Choice interface {
	// Term returns a term of the sort whose free variables are bound where the rule is applied, nil when there is none.
	Term(s *sorts.Sort) *term.Term
	// Value returns a literal of the sort, nil when it has none.
	Value(s *sorts.Sort) *term.Term
	// IntN returns a number from 0 to n-1.
	IntN(n int) int
}

const (
	// maxAttempts is how often values are redrawn when the conditions do not hold.
	maxAttempts = 8
	// maxChosen bounds the lengths of chosen lists; they have at least one element, or the rule would do little.
	maxChosen = 2
	// maxRange bounds the range from which an index is chosen.
	maxRange = 64
)

// Apply returns the replacement for the term that b comes from, which the caller puts in its place. b is left unchanged. It
// fails with ErrNotApplicable when nothing can be chosen so that the rule's conditions hold, or the replacement would be
// ill-sorted for these sorts.
func (w *Rewriter) Apply(u Use, b *Binding, choice Choice) (*term.Term, error) {
	for range maxAttempts {
		c := b.clone()
		chosen, err := w.choose(u, c, choice)
		if err != nil {
			return nil, err
		}
		if w.hold(u.Rule, c, true) {
			t, err := build(w.store, u.to(), c)
			if err != nil {
				return nil, fmt.Errorf("%w: %w", ErrNotApplicable, err)
			}
			return t, nil
		}
		if !chosen {
			break
		}
	}
	return nil, fmt.Errorf("%w: the conditions of %s do not hold", ErrNotApplicable, u.Rule.Name)
}

// choose binds what is open. chosen reports whether there was anything to choose.
func (w *Rewriter) choose(u Use, b *Binding, choice Choice) (chosen bool, err error) {
	r := u.Rule
	for i, v := range r.index {
		if b.sorts.HasIdx(i) {
			continue
		}
		if v.lo == nil {
			return false, fmt.Errorf("%w: the index %s is open", ErrNotApplicable, v.name)
		}
		lo, ok1 := v.lo.Eval(&b.sorts)
		hi, ok2 := v.hi.Eval(&b.sorts)
		if !ok1 || !ok2 || hi < lo {
			return false, fmt.Errorf("%w: there is no index %s", ErrNotApplicable, v.name)
		}
		b.sorts.SetIdx(i, lo+choice.IntN(min(hi-lo+1, maxRange)))
		chosen = true
	}
	for _, v := range r.vars {
		if b.set[v.slot] || v.bound || v.args != nil || !v.free {
			continue
		}
		s, err := v.sort.Instantiate(w.store.Sorts, &b.sorts)
		if err != nil {
			return false, fmt.Errorf("%w: the sort of %s is open", ErrNotApplicable, v.name)
		}
		count := 1
		if v.list {
			count = 1 + choice.IntN(maxChosen)
		}
		var ts []*term.Term
		for range count {
			t := pick(choice, v, s)
			if t == nil {
				return false, fmt.Errorf("%w: there is no term of sort %s", ErrNotApplicable, s)
			}
			ts = append(ts, t)
		}
		if v.list {
			b.bindList(v, ts)
		} else {
			b.bind(v, ts[0])
		}
		chosen = true
	}
	return chosen, nil
}

func pick(choice Choice, v *variable, s *sorts.Sort) *term.Term {
	if !v.value {
		if t := choice.Term(s); t != nil {
			return t
		}
	}
	return choice.Value(s)
}
