package enumerate

import (
	"context"

	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// is returns the formula that a term has a value, as short as can be. It is nil for a value that cannot be written.
func (l *Looker) is(t *term.Term, v value.Value) (*term.Term, error) {
	if t.Sort() == sorts.Bool {
		if v.IsTrue() {
			return t, nil
		}
		return l.apply("not", t)
	}
	written, err := value.Term(l.space.Script.Store, t.Sort(), v)
	if err != nil {
		return nil, nil // such as an algebraic number
	}
	return l.equal(t, written)
}

// isNot returns the formula that a term does not have a value, nil as for is.
func (l *Looker) isNot(t *term.Term, v value.Value) (*term.Term, error) {
	if t.Sort() == sorts.Bool {
		return l.is(t, value.OfBool(!v.IsTrue()))
	}
	f, err := l.is(t, v)
	if f == nil || err != nil {
		return nil, err
	}
	return l.apply("not", f)
}

// rarest returns the sample whose value of the term fewest others share, so that there are few models to find.
func rarest(x subject) (sample int) {
	best := len(x.values) + 1
	for i, v := range x.values {
		if !v.IsKnown() {
			continue
		}
		n := 0
		for _, w := range x.values {
			if w.IsKnown() && value.Compare(v, w) == 0 {
				n++
			}
		}
		if n < best {
			best, sample = n, i
		}
	}
	return sample
}

// value asks whether each term can have a value that it has under a sample.
func (l *Looker) value(ctx context.Context, all []subject) error {
	for _, x := range all {
		at := rarest(x)
		f, err := l.is(x.term, x.values[at])
		if err != nil {
			return err
		}
		if f == nil {
			l.unread(Value, "a value that cannot be written")
			continue
		}
		c := claim{ask: Value, about: x.term, formulas: []*term.Term{f}, truth: smt.Sat, witness: l.samples.Models[at]}
		if err := l.satisfied(ctx, &c); err != nil {
			return err
		}
	}
	return nil
}

// fixings is how many samples the variables are fixed to, for each batch.
const fixings = 2

// fixed asks whether terms can have other values than under samples to which the variables are fixed.
func (l *Looker) fixed(ctx context.Context, all []subject) error {
	for k := range fixings {
		at := (int(l.report.Chunk)*fixings + k + l.report.Cell) % len(l.evs)
		var equations []*term.Term
		for i, v := range l.samples.Values[at] {
			x, err := l.variable(i)
			if err != nil {
				return err
			}
			eq, err := l.equal(x, v)
			if err != nil {
				return err
			}
			equations = append(equations, eq)
		}
		var claims []claim
		for _, x := range all {
			if !x.values[at].IsKnown() {
				continue
			}
			f, err := l.isNot(x.term, x.values[at])
			if err != nil {
				return err
			}
			if f == nil {
				l.unread(Fixed, "a value that cannot be written")
				continue
			}
			claims = append(claims, claim{ask: Fixed, about: x.term, formulas: []*term.Term{f}, truth: smt.Unsat})
		}
		if err := l.refuted(ctx, equations, claims); err != nil {
			return err
		}
	}
	return nil
}
