package eval

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Instances says how the value of a term depends on the instances of quantifiers that were left for it.
type Instances struct {
	// Taken is how many of them the term took. With at least Least and at most Most of them left, it takes the same number and has the same
	// value.
	Taken, Least, Most int
}

// apart monitors the evaluation of one term.
type apart struct {
	start       int // instances evaluated before
	left        int
	least, most int
	quantified  []*term.Term // the terms that have an entry in the memo and contain a binder
}

// needed records that this many instances, including those before the term, were allowed and had to be.
func (a *apart) needed(instances int) { a.least = max(a.least, instances-a.start) }

// lacked records that more instances would have been used.
func (a *apart) lacked() { a.most = min(a.most, a.left) }

// ran records that the remaining instances ran out, so that everything depends on their number.
func (a *apart) ran() { a.least, a.most = a.left, a.left }

// Apart returns the value of a closed term that is evaluated with the given number of instances of quantifiers left. Unlike that of
// Term, it does not depend on other terms that were evaluated before, as long as no other bound is exceeded, and no function that is
// called has a binder in its body.
func (ev *Evaluator) Apart(t *term.Term, left int) (value.Value, Instances) {
	if !t.HasBinder() {
		return ev.Term(t), Instances{Most: ev.opts.Instances}
	}
	ev.instances = ev.opts.Instances - left
	ev.apart = apart{start: ev.instances, left: left, most: ev.opts.Instances, quantified: ev.apart.quantified[:0]}
	v := ev.Term(t)
	for _, u := range ev.apart.quantified {
		ev.memo.Set(u, value.Value{})
	}
	taken := min(ev.instances-ev.apart.start, left)
	return v, Instances{Taken: taken, Least: max(ev.apart.least, taken), Most: ev.apart.most}
}

// tried records whether the values of a sort were few enough for the remaining instances; together with the variables before, they
// make the given number of combinations.
func (q *quantifier) tried(s *sorts.Sort, few bool, combinations int) {
	if few {
		q.ev.apart.needed(q.ev.instances + combinations)
	} else if _, few := q.ev.every(s, q.ev.opts.Instances); few {
		q.ev.apart.lacked()
	}
}
