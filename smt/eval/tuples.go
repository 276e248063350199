package eval

import (
	"slices"

	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// tupleOps are cvc5's operators on tuples that have rows; nullableOps those on values that may be null.
var tupleOps, nullableOps meanings

func init() {
	tupleOps = meanings{
		"tuple.update":  {run: tupleUpdate, needs: outside},
		"tuple.project": {run: tupleProject, needs: outside},
	}
	nullableOps = meanings{
		"nullable.null":    {run: func(*call) value.Value { return value.OfNullable(nil) }},
		"nullable.some":    {run: nullableSome, needs: nothing},
		"nullable.val":     {run: nullableVal, needs: outside},
		"nullable.is_null": {run: func(c *call) value.Value { return value.OfBool(c.args[0].Len() == 0) }, needs: outside},
		"nullable.is_some": {run: func(c *call) value.Value { return value.OfBool(c.args[0].Len() == 1) }, needs: outside},
		"nullable.lift":    {run: nullableLift, needs: nothing},
	}
}

func tupleUpdate(c *call) value.Value {
	if value.TooDeep(c.args[1]) {
		return c.tooLarge("the value nests too deeply")
	}
	elems := slices.Clone(c.elems(0))
	if c.ev.over() {
		return c.spent()
	}
	elems[c.index(0)] = c.args[1]
	return value.OfTuple(elems)
}

func tupleProject(c *call) value.Value {
	elems := c.elems(0)
	if c.ev.over() || !c.ev.meter.Spend(len(c.t.Func().Indices)) {
		return c.spent()
	}
	return value.OfTuple(picked(elems, c.t.Func().Indices))
}

// nullableSome holds its argument even when that is open: it is still not null.
func nullableSome(c *call) value.Value {
	if value.TooDeep(c.args[0]) {
		return c.tooLarge("the value nests too deeply")
	}
	return value.OfNullable([]value.Value{c.args[0]})
}

func nullableVal(c *call) value.Value {
	if c.args[0].Len() == 0 {
		return c.open()
	}
	return c.args[0].Elems()[0]
}

// nullableLift applies its first argument to what the others hold.
func nullableLift(c *call) value.Value {
	held, null := heldBy(c.args[1:])
	switch {
	case null:
		return value.OfNullable(nil)
	case held == nil || c.args[0].IsOpen():
		return c.ev.openApp(c.t, c.args)
	}
	v := c.args[0].Func().Apply(held)
	if c.ev.over() {
		return c.spent()
	}
	return value.OfNullable([]value.Value{v})
}

// heldBy returns what nullable values hold, nil when one of them is open; null says that one of them holds
// nothing.
func heldBy(args []value.Value) (held []value.Value, null bool) {
	open := false
	for _, a := range args {
		switch {
		case a.IsOpen():
			open = true
		case a.Len() == 0:
			return nil, true
		default:
			held = append(held, a.Elems()[0])
		}
	}
	if open {
		return nil, false
	}
	return held, false
}

// lift is ((_ nullable.lift f) a ...).
func (ev *Evaluator) lift(t *term.Term, args []value.Value) value.Value {
	held, null := heldBy(args)
	switch {
	case null:
		return value.OfNullable(nil)
	case held == nil:
		return ev.openApp(t, args)
	}
	fn, elem := t.Func(), t.Sort().Args()[0]
	var v value.Value
	if fn.Row != nil {
		v = ev.applyRow(fn, elem, t, held)
	} else {
		v = ev.call(fn.Decl, elem, held)
	}
	if ev.over() {
		return ev.spent()
	}
	return ev.built(value.OfNullable([]value.Value{v}))
}

// cardinality is (_ fmf.card S n): whether the model's universe of the sort has at most n elements.
func (ev *Evaluator) cardinality(fn *term.Func) value.Value {
	n, u := fn.Indices[0], ev.dom.Universes[fn.As]
	switch {
	case u.Complete:
		return value.OfBool(len(u.Elements) <= n)
	case len(u.Elements) > n:
		return value.False
	}
	return ev.unsupported("the model does not say how many elements the sort " + clip(fn.As.String()) + " has")
}
