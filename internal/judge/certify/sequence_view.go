package certify

import (
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// A slot is a purpose that has one view at a time.
type slot struct {
	use    use
	family string // of the solver whose model it is
	round  int    // how often values that follow from equations were used
	fill   int    // the number of the filling, from 1; 0 for none
}

type use uint8

const (
	certifying use = iota // of a solver's model
	deciding              // without one, symbols open
	completing            // without one, with default values
)

// A view holds the values of formulas under one model, with one way to treat gaps.
type view struct {
	q      *Sequence
	ev     *eval.Evaluator
	model  *model.Model
	steady bool                 // the model has no binders, and nothing that belongs to no symbol
	values map[*term.Term]worth // of formulas
	spent  spent                // on them under the models before
	// blown are formulas that together exceed a bound when they are evaluated first, in this order.
	blown []*term.Term
	blew  tally // what is known about them
}

// blows reports whether the formulas begin with those that exceed a bound.
func (v *view) blows() bool {
	if len(v.blown) == 0 || len(v.blown) > len(v.q.active) {
		return false
	}
	for i, t := range v.blown {
		if v.q.active[i].Term != t {
			return false
		}
	}
	return true
}

func (v *view) interrupted() bool { return bounds{done: v.q.Done}.interrupted() }

// spent is what evaluations have used.
type spent struct {
	work, bytes int64
	steps       int
}

// worth is the value of a formula, and how it depends on the quantifier instances that the formulas before have left for it.
type worth struct {
	value.Value
	eval.Instances
}

// value returns the value of a formula, and takes the instances that it needs from those that are left.
func (v *view) value(t *term.Term, left *int) value.Value {
	r, known := v.values[t]
	if !known || *left < r.Least || *left > r.Most {
		r.Value, r.Instances = v.ev.Apart(t, *left)
		v.values[t] = r
	}
	*left -= r.Taken
	return r.Value
}

// view returns the view of a name under a model. What was evaluated under the previous model is kept as far as it does not depend on what
// differs.
func (q *Sequence) view(name slot, m *model.Model, o eval.Options) *view {
	v := q.views[name]
	switch {
	case v == nil:
		if q.views == nil {
			q.views = make(map[slot]*view)
		}
		v = &view{q: q, steady: steady(m), ev: eval.New(q.script.Store, m, q.options(o, m)), values: make(map[*term.Term]worth)}
		q.settle(v.ev)
		q.views[name] = v
	case v.model == m && q.steady && v.steady, v.model == m && v.blows():
	default:
		before := v.steady
		if v.steady = steady(m); q.steady && before && v.steady {
			if changed := changes(v.model, m); len(changed) > 0 {
				v.turn(m, o, func(t *term.Term) bool { return !q.hangs(t, changed) })
			}
			break
		}
		v.turn(m, o, nil)
	}
	v.model = m
	return v
}

// turn switches to another model; keep says which formulas have the same value under it, nil for none.
func (v *view) turn(m *model.Model, o eval.Options, keep func(*term.Term) bool) {
	kept := make(map[*term.Term]worth, len(v.q.active))
	for i := range v.q.active {
		t := v.q.active[i].Term
		if r, known := v.values[t]; known && keep != nil && keep(t) {
			kept[t] = r
		}
	}
	work, bytes := v.ev.Used()
	v.spent = spent{v.spent.work + work, v.spent.bytes + bytes, v.spent.steps + v.ev.Steps()}
	if len(kept) == 0 {
		v.spent = spent{}
	}
	v.values, v.blown = kept, nil
	// What the kept formulas used still counts.
	o = v.q.options(o, m)
	o.Work, o.Bytes = max(o.Work-v.spent.work, 1), max(o.Bytes-v.spent.bytes, 1)
	if o.Steps > 0 {
		o.Steps = max(o.Steps-v.spent.steps, 1)
	}
	v.ev = v.ev.Under(m, o)
	v.q.settle(v.ev)
}

// settle gives sorts without elements their defaults, which they otherwise get when a formula first needs one: quantifiers try the elements
// that exist, and what they try must not depend on earlier formulas.
func (q *Sequence) settle(ev *eval.Evaluator) {
	if !q.calls {
		return
	}
	for i := range q.frame {
		for _, d := range q.frame[i].Decls {
			ev.Domain().Default(d.Result)
			for _, s := range d.Params {
				ev.Domain().Default(s)
			}
		}
	}
}

// options returns the options of an evaluation within the bounds. All evaluations of a view share them, so that one never goes further than
// it would alone; where the bounds do not suffice, the evaluation is repeated alone.
func (q *Sequence) options(o eval.Options, m *model.Model) eval.Options {
	b := bounds{Effort: q.Effort, done: q.Done}
	o.Steps, o.Instances, o.Work, o.Bytes, o.Interrupted = q.Effort.Steps+2*q.terms, q.Effort.Instances, q.Effort.Work, q.Effort.Bytes, b.interrupted
	if q.steady && !q.calls && simple(m) {
		o.Steps = 0 // each term takes one step, which is always allowed
	}
	return o
}

// simple reports whether a model has only values of constants.
func simple(m *model.Model) bool {
	for _, d := range m.Defs {
		if len(d.Vars) > 0 || d.Body.HasUser() {
			return false
		}
	}
	return len(m.Ops)+len(m.Selectors) == 0
}

// steady reports whether a model interprets only symbols, and without binders.
func steady(m *model.Model) bool {
	for _, d := range m.Defs {
		if d.Rest != nil || d.Body.HasBinder() {
			return false
		}
	}
	return len(m.Ops)+len(m.Selectors)+len(m.Universes) == 0
}
