package eval

import (
	"slices"

	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// applyOther returns the value of an application of anything other than a theory operator.
func (ev *Evaluator) applyOther(t *term.Term, args []value.Value) value.Value {
	fn := t.Func()
	switch fn.Kind { //exhaustive:enforce
	case term.UserFunc:
		return ev.applyDecl(t, fn.Decl, args)
	case term.TesterFunc:
		return ev.test(t, args)
	case term.UpdateFunc:
		return ev.update(t, args)
	case term.ValueFunc:
		return value.OfFunc(&declared{ev: ev, decl: fn.Decl, result: fn.Decl.Result}, ev.identity(fn.Decl, nil))
	case term.ApplyFunc:
		return ev.applyFunction(t, args)
	case term.TupleFunc:
		for _, a := range args {
			if value.TooDeep(a) {
				return ev.tooLargeApp(t, args, "the value nests too deeply")
			}
		}
		return ev.built(value.OfTuple(append([]value.Value(nil), args...)))
	case term.ProjectFunc:
		if args[0].IsOpen() {
			return ev.openApp(t, args)
		}
		return args[0].Elems()[fn.Indices[0]]
	case term.MapFunc:
		return ev.mapArrays(t, args)
	case term.AsArrayFunc:
		return ev.asArray(t)
	case term.LiftFunc:
		return ev.lift(t, args)
	case term.CardFunc:
		return ev.cardinality(fn)
	case term.CastFunc:
		// A function as an array holds its value at every index, as z3 documents it.
		from, to := t.Args()[0].Sort(), t.Sort()
		if to.Kind() == sorts.Array && from.Kind() == sorts.Func && slices.Equal(from.Args(), to.Args()) && !args[0].IsOpen() {
			return ev.built(value.OfFuncArray(to, args[0]))
		}
		return ev.unsupported("a function that is taken for an array, or an array for a function")
	case term.TheoryFunc, term.NoFunc:
	}
	return ev.unsupported("an application of an unknown kind")
}

// built charges the memory of a value to the budget.
func (ev *Evaluator) built(v value.Value) value.Value {
	ev.meter.Take(value.Bytes(v))
	return v
}

// declared is a declared or defined function used as a value.
type declared struct {
	ev     *Evaluator
	decl   *term.Decl
	fixed  []value.Value // arguments that were already given
	result *sorts.Sort
}

// Apply returns the function's value, a function again when arguments are missing.
func (d *declared) Apply(args []value.Value) value.Value {
	all := append(d.fixed[:len(d.fixed):len(d.fixed)], args...)
	if len(all) < len(d.decl.Params) {
		return value.OfFunc(&declared{ev: d.ev, decl: d.decl, fixed: all, result: d.result}, d.ev.identity(d.decl, all))
	}
	return d.ev.call(d.decl, d.result, all)
}

// applyDecl applies a symbol that the script or the model introduces.
func (ev *Evaluator) applyDecl(t *term.Term, d *term.Decl, args []value.Value) value.Value {
	switch d.Kind {
	case term.Constructor:
		if d.Data != nil && ev.dom.Datatypes[d.Data.Name] == nil {
			ev.dom.Datatypes[d.Data.Name] = d.Data // without a model, only terms say which there are
		}
		for _, a := range args {
			if value.TooDeep(a) {
				return ev.tooLargeApp(t, args, "the value nests too deeply")
			}
		}
		return ev.built(value.OfData(d, t.Sort(), append([]value.Value(nil), args...)))
	case term.Selector:
		return ev.project(t, d, args)
	case term.Label:
		return ev.eval(d.Body, nil)
	}
	return ev.call(d, t.Sort(), args)
}

// call applies a declared or defined function. Its arguments may be open.
func (ev *Evaluator) call(d *term.Decl, sort *sorts.Sort, args []value.Value) value.Value {
	if d.Kind == term.Defined && d.Body != nil {
		return ev.callDef(d.Vars, d.Body, args)
	}
	if d.Kind == term.Subterm {
		return ev.unsupported("a subterm predicate")
	}
	if ev.model != nil {
		if def := ev.model.Defs[d]; def != nil {
			return ev.callDef(def.Vars, ev.body(def), args)
		}
		if len(args) == 0 && ev.isElement(sort, d) {
			return value.OfElement(d)
		}
	}
	ev.assumed[d] = true
	if ev.opts.Missing == MissingDefault {
		if v, ok := ev.dom.Default(sort); ok {
			return v
		}
	}
	ev.key = ev.argKey(append(append(ev.key[:0], d.Name...), 3), sort, args)
	return ev.intern(ev.key, free, func() string { return "the model gives " + clip(d.Text) + " no value" })
}

// body returns the body of a model's definition that counts: with MissingOpen, what the definition does not specify
// stays open.
func (ev *Evaluator) body(def *model.Def) *term.Term {
	if def.Known != nil && ev.opts.Missing == MissingOpen {
		return def.Known
	}
	return def.Body
}

// isElement reports whether the model's universe of a sort contains an element.
func (ev *Evaluator) isElement(sort *sorts.Sort, d *term.Decl) bool {
	if ev.model.Universes[sort] == nil {
		return false
	}
	if ev.elements == nil {
		ev.elements = map[*term.Decl]bool{}
		for _, u := range ev.model.Universes {
			for _, e := range u.Elements {
				ev.elements[e] = true
			}
		}
	}
	return ev.elements[d]
}

func (ev *Evaluator) callDef(vars []*term.Term, body *term.Term, args []value.Value) value.Value {
	if ev.calls++; ev.calls > maxCalls {
		ev.calls--
		return ev.tooLarge(callsTooDeep)
	}
	defer func() { ev.calls-- }()
	if len(vars) == 0 {
		return ev.eval(body, nil)
	}
	f := bind(nil, vars, append([]value.Value(nil), args...))
	if allOpen(args) {
		return ev.callBlind(body, f)
	}
	return ev.inside(body, f)
}

// callBlind is a call that knows nothing about its arguments. Once calls of one function nest maxBlind deep, no further one is tried until the
// outermost returns: a function that calls itself twice would otherwise be tried 2^maxBlind times.
func (ev *Evaluator) callBlind(body *term.Term, f *frame) value.Value {
	depth := ev.blind[body]
	if depth == maxBlind {
		return ev.tooLarge(callsTooDeep)
	}
	if ev.blind == nil {
		ev.blind = map[*term.Term]int{}
	}
	ev.blind[body] = depth + 1
	v := ev.inside(body, f)
	switch {
	case depth == 0:
		delete(ev.blind, body)
	case ev.blind[body] < maxBlind:
		ev.blind[body] = depth
	}
	return v
}

// allOpen reports whether nothing is known about any of the values.
func allOpen(args []value.Value) bool {
	for _, a := range args {
		if !a.IsOpen() {
			return false
		}
	}
	return true
}

const callsTooDeep = "function calls nest too deeply"

// closure is a lambda with the values of its free variables.
type closure struct {
	ev    *Evaluator
	t     *term.Term
	frame *frame
	fixed []value.Value
	id    uint64
}

func (ev *Evaluator) closure(t *term.Term, f *frame) value.Value {
	id := ev.identity(t, ev.free(t, nil, f))
	f.keep()
	return value.OfFunc(&closure{ev: ev, t: t, frame: f, id: id}, id)
}

// Apply returns the lambda's value.
func (c *closure) Apply(args []value.Value) value.Value {
	vars := c.t.Bound()
	all := append(c.fixed[:len(c.fixed):len(c.fixed)], args...)
	if len(all) < len(vars) {
		return value.OfFunc(&closure{ev: c.ev, t: c.t, frame: c.frame, fixed: all, id: c.id}, c.ev.identity(c.id, all))
	}
	ev := c.ev
	if ev.calls++; ev.calls > maxCalls {
		ev.calls--
		return ev.tooLarge(callsTooDeep)
	}
	defer func() { ev.calls-- }()
	v := ev.inside(c.t.Args()[0], bind(c.frame, vars, all[:len(vars)]))
	if rest := all[len(vars):]; len(rest) > 0 {
		if v.IsOpen() {
			return ev.fresh(doubtOf(v), v.Reason())
		}
		return v.Func().Apply(rest)
	}
	return v
}

// applyFunction applies a term that denotes a function.
func (ev *Evaluator) applyFunction(t *term.Term, args []value.Value) value.Value {
	if args[0].IsOpen() {
		return ev.openApp(t, args)
	}
	return args[0].Func().Apply(args[1:])
}

// sameFunctions compares functions at every argument when these are finitely many; sort is theirs.
func (ev *Evaluator) sameFunctions(sort *sorts.Sort, a, b value.Value) (eq, known bool) {
	if ev.identical(a, b) {
		return true, true
	}
	params := sort.Args()[:len(sort.Args())-1]
	if len(params) != 1 {
		return true, false
	}
	all, ok := ev.dom.All(params[0], maxRange)
	if !ok {
		return true, false
	}
	open := false
	for _, x := range all {
		if !ev.meter.Spend(1) {
			return true, false
		}
		eq, known := ev.dom.Same(a.Func().Apply([]value.Value{x}), b.Func().Apply([]value.Value{x}))
		if known && !eq {
			return false, true
		}
		open = open || !known
	}
	return true, !open
}

// mapArrays is z3's ((_ map f) a ...): f at every index.
func (ev *Evaluator) mapArrays(t *term.Term, args []value.Value) value.Value {
	fn := t.Func()
	sort := t.Sort()
	elem := sort.Args()[1]
	at := func(es []value.Value) value.Value {
		if fn.Row != nil {
			return ev.applyRow(fn, elem, t, es)
		}
		return ev.call(fn.Decl, elem, es)
	}
	bases := make([]value.Value, len(args))
	for i, a := range args {
		if a.IsOpen() {
			return ev.openApp(t, args)
		}
		base, ok := a.ArrayBase()
		if !ok {
			return ev.unsupportedApp(t, args, "an array that is a function of its index")
		}
		bases[i] = base
	}
	r := value.OfConst(sort, at(bases))
	for _, a := range args {
		keys, _ := a.Entries()
		if !ev.meter.Take(2 * len(keys) * entryBytes) {
			return ev.spent()
		}
		for _, k := range keys {
			if !ev.meter.Spend(len(args)) {
				return ev.spent()
			}
			es := make([]value.Value, len(args))
			for i, b := range args {
				es[i] = ev.dom.Select(b, k)
			}
			r = ev.dom.Store(r, k, at(es))
		}
	}
	return r
}

// applyRow applies the operator under a map to elements. Operators that inspect their term are refused.
func (ev *Evaluator) applyRow(fn *term.Func, elem *sorts.Sort, t *term.Term, es []value.Value) value.Value {
	o := &ev.ops[fn.Row.ID]
	if o.run == nil || elem.Kind() != sorts.Basic {
		return ev.unsupportedApp(t, es, "the operator under map has no meaning here")
	}
	for _, e := range es {
		if e.IsOpen() {
			return ev.openApp(t, es)
		}
	}
	if o.lazy == choosing && es[0].IsFalse() {
		es = []value.Value{es[0], es[2]}
	}
	if !ev.looks(es) {
		return ev.spent()
	}
	return ev.built(ev.run(o, call{ev: ev, t: t, args: es, elem: elem}))
}
