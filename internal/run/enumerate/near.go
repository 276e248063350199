package enumerate

import (
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// A row is a small term with its values under the samples as numbers, 0 for an open one.
type row struct {
	term   *term.Term
	sort   *sorts.Sort
	values []uint64
}

func rowOf(x subject) row {
	r := row{term: x.term, sort: x.term.Sort(), values: make([]uint64, len(x.values))}
	for i, v := range x.values {
		if v.IsKnown() {
			r.values[i] = value.Hash(v) | 1
		}
	}
	return r
}

// differ returns how many samples show that two terms differ, and the first of them; or more than most.
func (r *row) differ(o *row, most int) (n, first int) {
	first = -1
	for i, v := range r.values {
		if w := o.values[i]; v != w && v != 0 && w != 0 {
			if n++; first < 0 {
				first = i
			}
			if n > most {
				break
			}
		}
	}
	return n, first
}

// mostMisses bounds the samples under which a term and one near it differ.
const mostMisses = 6

// near makes the claims that terms differ from small ones that are nearly the same, and nowhere else than it seems.
func (l *Looker) near(all []subject) ([]claim, error) {
	var out []claim
	for _, x := range all {
		s, at := l.nearest(rowOf(x))
		if s == nil {
			continue
		}
		f, err := l.apply("distinct", x.term, s)
		if err != nil {
			return nil, err
		}
		out = append(out, claim{ask: Near, about: f, formulas: []*term.Term{f}, truth: smt.Sat, witness: l.samples.Models[at]})
		rest, err := l.otherwise(f)
		if err != nil {
			return nil, err
		}
		if rest != nil {
			out = append(out, claim{ask: Near, about: f, formulas: rest, inside: true, truth: smt.Unsat})
		}
	}
	return out, nil
}

// nearest returns the small term that differs from another under fewest samples, but under one at least, and the first of these. It is nil for none.
func (l *Looker) nearest(x row) (*term.Term, int) {
	best, sample := mostMisses+1, 0
	var found *term.Term
	for i := range l.table {
		r := &l.table[i]
		if r.sort != x.sort || r.term == x.term {
			continue
		}
		if n, first := r.differ(&x, best-1); n > 0 && n < best {
			best, sample, found = n, first, r.term
		}
	}
	return found, sample
}

// otherwise returns formulas that say that a formula holds somewhere else than under the samples of the region that make it true or leave it open. It is nil
// where these are many.
func (l *Looker) otherwise(f *term.Term) ([]*term.Term, error) {
	values, out, err := l.valuesWithin(f)
	if values == nil || err != nil {
		return nil, err
	}
	for i, v := range values {
		if !v.IsTrue() {
			continue
		}
		if len(out) > mostOpen {
			return nil, nil
		}
		not, err := l.elsewhere(i)
		if err != nil {
			return nil, err
		}
		out = append(out, not)
	}
	return append(out, f), nil
}
