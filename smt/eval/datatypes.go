package eval

import (
	"slices"

	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// test is (_ is c).
func (ev *Evaluator) test(t *term.Term, args []value.Value) value.Value {
	if args[0].IsOpen() {
		if len(siblings(t.Func().Decl)) == 1 {
			return value.True
		}
		return ev.openApp(t, args)
	}
	ctor, _ := args[0].Data()
	return value.OfBool(ctor == t.Func().Decl)
}

func siblings(ctor *term.Decl) []*term.Decl {
	if ctor.Data == nil {
		return nil
	}
	return ctor.Data.Ctors
}

// project applies a selector. Its value on another constructor is left open by the standard (SMT-LIB 2.6,
// section 4.2.3).
func (ev *Evaluator) project(t *term.Term, sel *term.Decl, args []value.Value) value.Value {
	if args[0].IsOpen() {
		return ev.openApp(t, args)
	}
	ctor, fields := args[0].Data()
	ev.meter.Spend(len(fields) / fewArgs)
	if i := slices.Index(ctor.Fields, sel); i >= 0 {
		return fields[i]
	}
	if ev.model != nil && ev.heeds(sel.Name) {
		if def := ev.model.Selectors[sel]; def != nil && def.Vars[0].Sort() == t.Args()[0].Sort() {
			return ev.callDef(def.Vars, def.Body, args)
		}
	}
	if !args[0].IsKnown() {
		return ev.openApp(t, args)
	}
	return ev.gap(sel.Name, t.Sort(), args, t.Args()[0].Sort())
}

// update replaces one field; values of another constructor stay as they are.
func (ev *Evaluator) update(t *term.Term, args []value.Value) value.Value {
	if args[0].IsOpen() {
		return ev.openApp(t, args)
	}
	if value.TooDeep(args[1]) {
		return ev.tooLargeApp(t, args, "the value nests too deeply")
	}
	ctor, fields := args[0].Data()
	i := slices.Index(ctor.Fields, t.Func().Decl)
	if i < 0 {
		return args[0]
	}
	if !ev.meter.Spend(len(fields)) {
		return ev.spent()
	}
	fields = slices.Clone(fields)
	fields[i] = args[1]
	return ev.built(value.OfData(ctor, t.Args()[0].Sort(), fields))
}

// match evaluates the scrutinee and the body of the first case that fits it.
func (ev *Evaluator) match(t *term.Term, f *frame) value.Value {
	v := ev.eval(t.Args()[0], f)
	if v.IsOpen() {
		return ev.matchOpen(t, v, f)
	}
	var ctor *term.Decl
	var fields []value.Value
	if v.Kind() == value.Data { // other values fit only a case that is a variable
		ctor, fields = v.Data()
	}
	for i, c := range t.Cases() {
		if !ev.meter.Spend(1) {
			return ev.spent()
		}
		body := t.Args()[i+1]
		switch {
		case c.Ctor == nil && len(c.Vars) == 0:
			return ev.eval(body, f)
		case c.Ctor == nil:
			return ev.inside(body, bind(f, c.Vars, []value.Value{v}))
		case c.Ctor == ctor && ctor != nil:
			return ev.inside(body, bind(f, c.Vars, fields))
		}
	}
	return ev.unsupported("no case of the match fits")
}

// matchOpen returns the value that all cases agree on when the scrutinee is not known.
func (ev *Evaluator) matchOpen(t *term.Term, v value.Value, f *frame) value.Value {
	var agreed value.Value
	for i, c := range t.Cases() {
		args := make([]value.Value, len(c.Vars))
		for k := range args {
			args[k] = ev.fresh(doubtOf(v), v.Reason())
		}
		r := ev.inside(t.Args()[i+1], bind(f, c.Vars, args))
		if i > 0 && !ev.identical(agreed, r) {
			return ev.fresh(doubtOf(v), v.Reason())
		}
		agreed = r
	}
	return agreed
}
