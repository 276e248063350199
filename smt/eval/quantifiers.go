package eval

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// maxSamples bounds the number of values of one variable that are tried when its sort is infinite.
const maxSamples = 24

// quantified evaluates forall and exists in three ways, all of them exact: instances for every value of a
// small sort; the body with a variable about which nothing is known, so that its value holds for all; and
// single values that decide alone, a counterexample of forall or a witness of exists.
func (ev *Evaluator) quantified(t *term.Term, f *frame) value.Value {
	q := &quantifier{ev: ev, body: t.Args()[0], vars: t.Bound(), outer: f, deciding: value.False}
	if t.Binder() == term.Exists {
		q.deciding = value.True
	}
	q.budget = max(0, ev.opts.Instances-ev.instances)
	return q.run()
}

// quantifier is one quantified term in one frame.
type quantifier struct {
	ev       *Evaluator
	body     *term.Term
	vars     []*term.Term
	outer    *frame
	deciding value.Value // the body's value with which one instance decides
	budget   int         // instances that are left
}

func (q *quantifier) run() value.Value {
	domains, all := q.domains()
	v := q.instances(domains)
	if v == q.deciding || all {
		return v
	}
	if v == value.OfBool(!q.deciding.IsTrue()) {
		return v // the body holds this value whatever stands for the infinite variables
	}
	if samples, some := q.samples(domains); some {
		if q.instances(samples) == q.deciding {
			return q.deciding
		}
	}
	if v.IsOpen() && (!v.IsUnsupported() || v.IsTooLarge()) {
		return v
	}
	return q.ev.unsupported("a quantifier over infinitely many values")
}

// domains returns the values of each variable: all of them if they are few, and otherwise one unknown. all
// says that no variable got an unknown.
func (q *quantifier) domains() (domains [][]value.Value, all bool) {
	domains = make([][]value.Value, len(q.vars))
	left, combinations := q.budget, 1
	all = true
	for i, v := range q.vars {
		vs, ok := q.ev.every(v.Sort(), left)
		q.tried(v.Sort(), ok, combinations*len(vs))
		if !ok || len(vs) == 0 {
			all = false
			domains[i] = []value.Value{q.ev.unsupported("a quantifier over " + v.Sort().String())}
			continue
		}
		domains[i] = vs
		left /= len(vs)
		combinations *= len(vs)
	}
	return domains, all
}

// every returns all values of a sort when there are at most limit. They are listed once, because an inner
// quantifier asks for them for each value of the outer variable.
func (ev *Evaluator) every(s *sorts.Sort, limit int) (all []value.Value, ok bool) {
	if all = ev.domains[s]; all != nil {
		return all, len(all) <= limit
	}
	if all, ok = ev.dom.All(s, limit); ok {
		ev.domains[s] = all
	}
	return all, ok
}

// instances combines the body's values over the product of the domains: the deciding value if it occurs,
// an open one if one occurs, the other truth value if there is nothing else.
func (q *quantifier) instances(domains [][]value.Value) value.Value {
	result := value.OfBool(!q.deciding.IsTrue())
	at := make([]int, len(domains))
	var args []value.Value
	for {
		if args == nil {
			args = make([]value.Value, len(domains))
		}
		for i, d := range domains {
			args[i] = d[at[i]]
		}
		if q.ev.instances++; q.ev.instances > q.ev.opts.Instances {
			q.ev.apart.ran()
			return q.ev.tooLarge("the quantifiers have too many instances")
		}
		f := bind(q.outer, q.vars, args)
		v := q.ev.inside(q.body, f)
		if q.ev.over() {
			return q.ev.spent()
		}
		if f.kept {
			args = nil // they belong to a function now
		}
		if v == q.deciding {
			return v
		}
		if v.IsOpen() && (!result.IsOpen() || doubtOf(v) >= max(doubtOf(result), unsupported)) {
			result = v
		}
		i := 0
		for ; i < len(at); i++ {
			if at[i]++; at[i] < len(domains[i]) {
				break
			}
			at[i] = 0
		}
		if i == len(at) {
			break
		}
	}
	if result.IsOpen() {
		return q.ev.fresh(doubtOf(result), result.Reason())
	}
	return result
}

// samples replaces the unknowns by values worth trying: constants of the body with their neighbours, and
// the sort's default.
func (q *quantifier) samples(domains [][]value.Value) (samples [][]value.Value, some bool) {
	samples = make([][]value.Value, len(domains))
	product := 1
	for i, v := range q.vars {
		samples[i] = domains[i]
		if len(domains[i]) == 1 && domains[i][0].IsOpen() {
			samples[i] = q.candidates(v.Sort())
			if len(samples[i]) == 0 {
				return nil, false
			}
			for product*len(samples[i]) > maxSampleProduct && len(samples[i]) > 1 {
				samples[i] = samples[i][:len(samples[i])/2]
			}
		}
		if product *= len(samples[i]); product > q.budget {
			q.ev.apart.lacked()
			return nil, false
		}
	}
	q.ev.apart.needed(q.ev.instances + product)
	return samples, true
}

// maxSampleProduct bounds the number of combinations of samples.
const maxSampleProduct = 4096

func (q *quantifier) candidates(s *sorts.Sort) []value.Value {
	var out []value.Value
	note := func(v value.Value) {
		if !v.IsKnown() || len(out) >= maxSamples {
			return
		}
		for _, old := range out {
			if q.ev.dom.Compare(old, v) == 0 {
				return
			}
		}
		out = append(out, v)
	}
	if v, ok := q.ev.dom.Default(s); ok {
		note(v)
	}
	for i, e := range q.ev.dom.Universes[s].Elements {
		if i == maxSamples {
			break
		}
		note(value.OfElement(e))
	}
	q.eachConstant(s, func(v value.Value) {
		note(v)
		if v.IsKnown() && (s == sorts.Int || s == sorts.Real) {
			one := value.OfInt(1)
			if s == sorts.Real {
				one = value.ToReal(one)
			}
			if w, err := value.Add(v, one); err == nil {
				note(w)
			}
			if w, err := value.Sub(v, one); err == nil {
				note(w)
			}
		}
	})
	switch s {
	case sorts.Int:
		note(value.OfInt(1))
		note(value.OfInt(-1))
	case sorts.Real:
		note(value.ToReal(value.OfInt(1)))
		note(value.ToReal(value.OfInt(-1)))
	}
	return out
}

// maxWalk bounds the number of terms of a body that are searched for constants.
const maxWalk = 2000

// constantsKey asks for the closed terms of a sort in a body.
type constantsKey struct {
	body *term.Term
	sort *sorts.Sort
}

// eachConstant calls f with the values of closed terms of sort s in the body.
func (q *quantifier) eachConstant(s *sorts.Sort, f func(value.Value)) {
	k := constantsKey{q.body, s}
	found, known := q.ev.constants[k]
	if !known {
		n := 0
		term.Walk([]*term.Term{q.body}, func(t *term.Term) bool {
			if n++; n > maxWalk {
				return false
			}
			if len(t.Free()) == 0 && t.Sort() == s && !t.HasBinder() {
				found = append(found, t)
			}
			return true
		})
		q.ev.constants[k] = found
	}
	for _, t := range found {
		if !q.ev.meter.Spend(1) {
			return
		}
		f(q.ev.eval(t, nil))
	}
}
