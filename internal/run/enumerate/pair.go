package enumerate

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// mostSmall bounds the terms that others are compared with.
const mostSmall = 3000

// gather collects the leaves and the terms of one operator, of those with the same values only the first.
func (l *Looker) gather() error {
	l.small, l.table = make(map[uint64][]*term.Term), nil
	l.space.Leaves(l.keep)
	left := mostSmall
	for _, c := range l.space.Cells {
		for n := range l.space.Numbers(c, 1) {
			if left == 0 {
				return nil
			}
			left--
			t, err := l.space.Term(c, 1, n)
			if err != nil {
				return err
			}
			if t != nil {
				l.keep(t)
			}
		}
	}
	return nil
}

// keep adds a small term, unless there is one with its values.
func (l *Looker) keep(t *term.Term) {
	if t.Sort() == sorts.RegLan {
		return // no term at the top is one
	}
	x := subject{term: t, values: l.valuesOf(t)}
	if h, ok := hash(x); ok && l.alike(x, h) == nil {
		l.small[h] = append(l.small[h], t)
		l.table = append(l.table, rowOf(x))
	}
}

// hash returns the hash of the values of a term; ok is false where one is open.
func hash(x subject) (h uint64, ok bool) {
	for _, v := range x.values {
		if !v.IsKnown() {
			return 0, false
		}
		h = h*0x100000001B3 ^ value.Hash(v)
	}
	return h, true
}

// alike returns a small term other than x with its values, nil for none.
func (l *Looker) alike(x subject, h uint64) *term.Term {
	for _, s := range l.small[h] {
		if s.Sort() != x.term.Sort() || s == x.term {
			continue
		}
		if slices.EqualFunc(l.valuesOf(s), x.values, func(a, b value.Value) bool { return value.Compare(a, b) == 0 }) {
			return s
		}
	}
	return nil
}

// pair asks whether terms can differ from smaller ones that have the same values.
func (l *Looker) pair(ctx context.Context, all []subject) error {
	truth := smt.NoStatus
	if l.samples.All {
		truth = smt.Unsat
	}
	for _, x := range all {
		h, ok := hash(x)
		if !ok {
			continue
		}
		s := l.alike(x, h)
		if s == nil {
			continue
		}
		f, err := l.apply("distinct", x.term, s)
		if err != nil {
			return err
		}
		asked := l.script(f)
		run, err := l.answer(ctx, asked, 1)
		if err != nil {
			return err
		}
		if run.Answer() == smt.Unsat && run.Crash == nil {
			l.count(Pair, Tally{Asked: 1, Agreed: 1})
		} else if l.undecided(Pair, &run) {
			k := kindOf(&run)
			if truth == smt.NoStatus && run.Crash == nil {
				k.class = oracle.OfModel() // a sat is wrong if its model is
			}
			l.suspect(&claim{ask: Pair, about: f, truth: truth}, asked, k, said(&run))
		}
	}
	return nil
}
