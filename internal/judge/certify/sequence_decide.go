package certify

import (
	"maps"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Decide evaluates what the check-sat asks about without any solver's model, as [Formula.Decide] does. The verdict is the same when
// ok is true; nothing is settled otherwise.
func (q *Sequence) Decide() (v oracle.ModelVerdict, ok bool) { return q.decide(q.completed) }

// Refute does what [Formula.Refute] does, as Decide does what [Formula.Decide] does.
func (q *Sequence) Refute() (v oracle.ModelVerdict, ok bool) {
	return q.decide(func(*model.Model) (oracle.ModelVerdict, bool) { return oracle.NoModel, true })
}

// decide evaluates the formulas with all symbols open; otherwise decides where that does not.
func (q *Sequence) decide(otherwise func(*model.Model) (oracle.ModelVerdict, bool)) (v oracle.ModelVerdict, ok bool) {
	defer q.recovered(&v, &ok)
	if !q.plain {
		return oracle.NoModel, false
	}
	m := interpretsNothing(q.script, q.check)
	open := eval.Options{Missing: eval.MissingOpen}
	for round := 0; ; round++ {
		name := slot{use: deciding, round: round}
		e, ok := q.evaluate(name, m, open)
		switch {
		case !ok:
			return oracle.NoModel, false
		case e.fails > 0:
			return oracle.ModelFails, true
		case e.holds:
			return oracle.ModelHolds, true
		}
		more := q.force(name, m)
		if more == nil {
			if e.tooLarge {
				return oracle.NoModel, true
			}
			return otherwise(m)
		}
		if round == maxRounds {
			return oracle.NoModel, false
		}
		m = more
	}
}

// force returns the model with the values that open formulas give further constants, nil when there are none.
func (q *Sequence) force(name slot, m *model.Model) *model.Model {
	v := q.views[name]
	next := &model.Model{Script: m.Script, Check: m.Check, Defs: maps.Clone(m.Defs)}
	for i := range q.active {
		t := q.active[i].Term
		if v.values[t].IsTrue() {
			continue
		}
		for _, t := range conjuncts(t) {
			forced(next, t, func(t *term.Term) value.Value {
				r, _ := v.ev.Apart(t, q.Effort.Instances)
				return r
			})
		}
	}
	if len(next.Defs) == len(m.Defs) {
		return nil
	}
	return next
}

// completed evaluates the formulas with default values for all symbols that have no value yet.
func (q *Sequence) completed(m *model.Model) (v oracle.ModelVerdict, ok bool) {
	e, ok := q.evaluate(slot{use: completing}, m, eval.Options{Heed: eval.Division})
	if ok && !e.holds && e.fails == 0 && e.unspecified > 0 {
		e.holds, ok = q.filled(slot{use: completing}, m)
	}
	switch {
	case !ok:
		return oracle.NoModel, false
	case e.holds:
		return oracle.ModelHolds, true
	}
	return oracle.NoModel, true
}
