package eval

import (
	"slices"

	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Under returns an evaluator like New for ev's store that takes over the memory of ev and the values of literals. ev must no
// longer be used.
func (ev *Evaluator) Under(m *model.Model, opts Options) *Evaluator {
	ev.opts, ev.model = opts.complete(), m
	for _, t := range ev.valued {
		// Open values have numbers, which start over.
		if t.Kind() != term.Literal || !ev.memo.Get(t).IsKnown() {
			ev.memo.Set(t, value.Value{})
		}
	}
	ev.valued = slices.DeleteFunc(ev.valued, func(t *term.Term) bool { return ev.memo.Get(t).Kind() == value.Invalid })
	ev.meter = value.NewMeter(ev.opts.Work, ev.opts.Bytes, ev.opts.Interrupted)
	ev.dom = domainOf(ev.store, m)
	ev.dom.Meter = ev.meter
	ev.tasks, ev.values = ev.tasks[:0], ev.values[:0]
	ev.steps, ev.instances, ev.calls, ev.nesting, ev.lastID, ev.names = 0, 0, 0, 0, 0, 0
	ev.lastFunction, ev.elements = 0, nil
	ev.apart = apart{quantified: ev.apart.quantified[:0]}
	clear(ev.blind)
	clear(ev.constants)
	clear(ev.named)
	clear(ev.unknowns)
	clear(ev.functions)
	clear(ev.assumed)
	clear(ev.points)
	ev.domains = map[*sorts.Sort][]value.Value{}
	return ev
}

// Spent reports whether a bound of the evaluation is exceeded, so that further values say only that.
func (ev *Evaluator) Spent() bool { return ev.over() }
