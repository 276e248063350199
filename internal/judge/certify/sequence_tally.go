package certify

import (
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
)

// tally counts the values of all formulas together.
type tally struct {
	holds, tooLarge    bool
	spent              bool // a bound on work or memory was exceeded, so nothing more is known
	fails, unspecified int
}

// evaluate evaluates all formulas under a model; ok is false when that is interrupted.
func (q *Sequence) evaluate(name slot, m *model.Model, o eval.Options) (e tally, ok bool) {
	v := q.view(name, m, o)
	if v.blows() {
		return v.blew, true
	}
	fresh := len(v.values) == 0 && v.spent == (spent{})
	e, ok = q.count(v)
	if !ok && !fresh && !v.interrupted() {
		// Earlier evaluations may have used up what is missing now.
		v.turn(m, o, nil)
		e, ok = q.count(v)
	}
	if ok {
		return e, true
	}
	if v.interrupted() {
		delete(q.views, name)
		return e, false
	}
	blown := v.blown
	v.turn(m, o, nil)
	e.holds, e.tooLarge, e.spent = false, true, true
	v.blown, v.blew = blown, e
	return e, true
}

// count evaluates all formulas; ok is false when that exceeds a bound.
func (q *Sequence) count(v *view) (e tally, ok bool) {
	e.holds = true
	left := q.Effort.Instances
	for i := range q.active {
		r := v.value(q.active[i].Term, &left)
		if v.ev.Spent() {
			v.blown = v.blown[:0]
			for _, a := range q.active[:i+1] {
				v.blown = append(v.blown, a.Term)
			}
			return e, false
		}
		switch {
		case r.IsTrue():
			continue
		case r.IsFalse():
			e.fails++
		case r.IsTooLarge():
			e.tooLarge = true
		case !r.IsUnsupported():
			e.unspecified++
		}
		e.holds = false
	}
	return e, true
}
