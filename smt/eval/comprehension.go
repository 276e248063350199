package eval

import (
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// comprehension is the set of the elements t that a body (tuple P t) gives for the values under which P holds. It enumerates the
// values of the variables, which must be finitely many.
func (ev *Evaluator) comprehension(t *term.Term, f *frame) value.Value {
	q := &quantifier{ev: ev, body: t.Args()[0], vars: t.Bound(), outer: f, budget: max(0, ev.opts.Instances-ev.instances)}
	domains, all := q.domains()
	if !all {
		return ev.unsupported("a comprehension over infinitely many values")
	}
	out := value.OfSet()
	at := make([]int, len(domains))
	for {
		if ev.instances++; ev.instances > ev.opts.Instances {
			return ev.tooLarge("the comprehension has too many instances")
		}
		args := make([]value.Value, len(domains))
		for i, vs := range domains {
			args[i] = vs[at[i]]
		}
		pair := ev.inside(q.body, bind(f, q.vars, args))
		if ev.over() {
			return ev.spent()
		}
		if pair.IsOpen() {
			return ev.fresh(doubtOf(pair), pair.Reason())
		}
		parts := ev.elems(pair)
		switch {
		case ev.over():
			return ev.spent()
		case parts[0].IsOpen():
			return ev.fresh(doubtOf(parts[0]), parts[0].Reason())
		case parts[0].IsTrue():
			k, ok := ev.canonical(parts[1])
			if !ok {
				return ev.unsupported("a member that cannot be compared with others")
			}
			out = ev.dom.Insert(out, k)
		}
		if !next(at, domains) {
			return out
		}
	}
}

// next advances to the next combination of values; it reports false after the last one.
func next(at []int, domains [][]value.Value) bool {
	for i := range at {
		if at[i]++; at[i] < len(domains[i]) {
			return true
		}
		at[i] = 0
	}
	return false
}
