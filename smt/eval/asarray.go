package eval

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// asArray is (_ as-array f): the array that holds f's values. A function that is written as a choice among
// finitely many arguments becomes an array with that many entries; any other stays a function.
func (ev *Evaluator) asArray(t *term.Term) value.Value {
	d := t.Func().Decl
	vars, body := d.Vars, d.Body
	if ev.model != nil && body == nil {
		if def := ev.model.Defs[d]; def != nil {
			vars, body = def.Vars, ev.body(def)
		}
	}
	if body == nil {
		ev.assumed[d] = true
		if v, ok := ev.dom.Default(t.Sort()); ok && ev.opts.Missing == MissingDefault {
			return v
		}
		return ev.fresh(free, "the model gives "+clip(d.Text)+" no value")
	}
	return ev.tabulate(t.Sort(), vars, body, nil)
}

// tabulate makes the array of the sort whose element at vars is body, one index after the other.
func (ev *Evaluator) tabulate(sort *sorts.Sort, vars []*term.Term, body *term.Term, f *frame) value.Value {
	if len(vars) > 1 {
		// An array of arrays. The outer one is looked up rather than tabulated.
		return ev.lookedUp(sort, vars, body, f)
	}
	var keys, elems []value.Value
	for {
		key, then, rest, ok := ev.choice(vars[0], body, f)
		if !ok {
			break
		}
		keys, elems = append(keys, key), append(elems, then)
		body = rest
	}
	if !ev.meter.Take(2 * len(keys) * entryBytes) {
		return ev.spent()
	}
	if key, ok := ev.equated(vars[0], body, f); ok { // true there and false elsewhere
		return ev.overlay(value.OfConst(sort, value.False), append(keys, key), append(elems, value.True))
	}
	if mentions(body, vars[0]) {
		return ev.overlay(ev.lookedUp(sort, vars, body, f), keys, elems)
	}
	return ev.overlay(value.OfConst(sort, ev.eval(body, f)), keys, elems)
}

// lookedUp makes an array whose element at an index is computed on demand.
func (ev *Evaluator) lookedUp(sort *sorts.Sort, vars []*term.Term, body *term.Term, f *frame) value.Value {
	f.keep()
	fn := &partial{ev: ev, sort: sort, vars: vars, body: body, frame: f}
	return value.OfFuncArray(sort, value.OfFunc(fn, ev.identity(tabulated{vars[0], body}, ev.free(body, vars, f))))
}

// tabulated is how the function under an array is written: body, as a function of the index v. The other variables bound in
// body are bound in all arrays with this v.
type tabulated struct{ v, body *term.Term }

// overlay stores the entries, the first ones last: they hide later ones with the same key.
func (ev *Evaluator) overlay(a value.Value, keys, elems []value.Value) value.Value {
	for i := len(keys) - 1; i >= 0 && ev.meter.Spend(1); i-- {
		a = ev.dom.Store(a, keys[i], elems[i])
	}
	return a
}

// choice splits (ite (= v c) e rest) if c and e do not depend on v. A Boolean v instead of the equation stands for (= v true).
func (ev *Evaluator) choice(v, body *term.Term, f *frame) (key, then value.Value, rest *term.Term, ok bool) {
	if !body.Func().Is("ite") || !ev.meter.Spend(1+len(body.Free())) {
		return key, then, nil, false
	}
	cond, e, rest := body.Args()[0], body.Args()[1], body.Args()[2]
	if key, ok = ev.equated(v, cond, f); !ok || mentions(e, v) {
		return key, then, nil, false
	}
	return key, ev.eval(e, f), rest, true
}

// equated returns the value that an equation gives v, if it does not depend on v; a Boolean v alone gives itself the value true.
func (ev *Evaluator) equated(v, cond *term.Term, f *frame) (key value.Value, ok bool) {
	if cond == v {
		return value.True, v.Sort() == sorts.Bool
	}
	if !cond.Func().Is("=") || len(cond.Args()) != 2 {
		return key, false
	}
	c := cond.Args()[1]
	if c == v {
		c = cond.Args()[0]
	} else if cond.Args()[0] != v {
		return key, false
	}
	if mentions(c, v) {
		return key, false
	}
	return ev.canonical(ev.eval(c, f))
}

func mentions(t, v *term.Term) bool {
	for _, w := range t.Free() {
		if w == v {
			return true
		}
	}
	return false
}

// partial is a function of an array's index.
type partial struct {
	ev    *Evaluator
	sort  *sorts.Sort
	vars  []*term.Term
	body  *term.Term
	frame *frame
}

// Apply returns the element at an index.
func (p *partial) Apply(args []value.Value) value.Value {
	ev := p.ev
	if ev.calls++; ev.calls > maxCalls {
		ev.calls--
		return ev.tooLarge(callsTooDeep)
	}
	defer func() { ev.calls-- }()
	f := bind(p.frame, p.vars[:1], args[:1])
	if len(p.vars) == 1 {
		return ev.inside(p.body, f)
	}
	return ev.tabulate(p.sort.Args()[1], p.vars[1:], p.body, f)
}
