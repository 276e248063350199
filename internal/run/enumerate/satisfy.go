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
	return l.apply("=", t, written)
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
		run, err := l.answer(ctx, []*term.Term{f}, 1)
		if err != nil {
			return err
		}
		if run.Answer() == smt.Sat && run.Crash == nil {
			l.count(Value, Tally{Asked: 1, Agreed: 1})
		} else if l.undecided(Value, &run) {
			l.suspect(Value, x.term, []*term.Term{f}, "", smt.Sat, l.samples.Models[at], said(&run))
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
			st := l.space.Script.Store
			x, err := st.App(st.User(l.space.Variables[i], nil))
			if err != nil {
				return err
			}
			eq, err := l.apply("=", x, v)
			if err != nil {
				return err
			}
			equations = append(equations, eq)
		}
		var claims []*term.Term
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
			claims = append(claims, f)
		}
		if err := l.refuted(ctx, equations, claims); err != nil {
			return err
		}
	}
	return nil
}

// refuted asks whether one of some claims is possible under equations, all at once, and searches where the answer is not unsat.
func (l *Looker) refuted(ctx context.Context, equations, claims []*term.Term) error {
	if len(claims) == 0 {
		return nil
	}
	n := int64(len(claims))
	formulas, times := append(equations[:len(equations):len(equations)], claims[0]), 1
	if n > 1 {
		or, err := l.apply("or", claims...)
		if err != nil {
			return err
		}
		formulas[len(equations)], times = or, batchTime
	}
	run, err := l.answer(ctx, formulas, times)
	if err != nil {
		return err
	}
	if run.Answer() == smt.Unsat && run.Crash == nil {
		l.count(Fixed, Tally{Asked: n, Agreed: n})
		return nil
	}
	if n > 1 {
		if err := l.refuted(ctx, equations, claims[:n/2]); err != nil {
			return err
		}
		return l.refuted(ctx, equations, claims[n/2:])
	}
	if l.undecided(Fixed, &run) {
		l.suspect(Fixed, claims[0], formulas, "", smt.Unsat, nil, said(&run))
	}
	return nil
}
