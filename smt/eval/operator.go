package eval

import (
	"errors"
	"sync"

	"github.com/assay-smt/assay/smt/algebraic"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// call is one application of an operator.
type call struct {
	ev   *Evaluator
	t    *term.Term
	args []value.Value
	elem *sorts.Sort // the result's sort where map applies the operator to the elements of arrays, nil elsewhere
}

// sort returns the sort of the result.
func (c *call) sort() *sorts.Sort {
	if c.elem != nil {
		return c.elem
	}
	return c.t.Sort()
}

// index returns the i-th index of the operator.
func (c *call) index(i int) int { return c.t.Func().Indices[i] }

// open returns the value of an application that the standard leaves open.
func (c *call) open() value.Value {
	over := operands(c.t.Args())
	if c.elem != nil {
		for i, s := range over {
			over[i] = s.Args()[1]
		}
	}
	return c.ev.gap(c.t.Func().Row.Name, c.sort(), c.args, over...)
}

// unsupported returns the value of an application that Assay cannot compute.
func (c *call) unsupported(why string) value.Value { return c.ev.unsupportedApp(c.t, c.args, why) }

// tooLarge returns the value of an application that exceeds a limit.
func (c *call) tooLarge(why string) value.Value { return c.ev.tooLargeApp(c.t, c.args, why) }

// failed returns the value of an application that ended with an arithmetic error.
func (c *call) failed(err error) value.Value {
	if errors.Is(err, algebraic.ErrTooLarge) {
		return c.tooLarge(err.Error())
	}
	return c.unsupported(err.Error())
}

// affords charges the cost of operations and bytes beyond the inspection of basic arguments. If it reports false,
// spent is the value.
func (c *call) affords(work, bytes int) bool { return c.ev.meter.Spend(work) && c.ev.meter.Take(bytes) }

func (c *call) spent() value.Value { return c.ev.spent() }

// looks charges the cost of inspecting basic arguments.
func (ev *Evaluator) looks(args []value.Value) bool {
	work := 0
	for i := range args {
		work += value.Cost(args[i])
	}
	return ev.meter.Spend(work)
}

// run applies an operator. Meanings do not keep the call that they get, so that it serves for the next application: there are as many calls
// as applications nest.
func (ev *Evaluator) run(o *operator, c call) value.Value {
	var p *call
	if n := len(ev.idle); n > 0 {
		p, ev.idle = ev.idle[n-1], ev.idle[:n-1]
	} else {
		p = new(call)
	}
	*p = c
	v := o.run(p)
	*p = call{}
	ev.idle = append(ev.idle, p)
	return v
}

// elems returns the elements of a sequence or tuple, none when inspecting it exceeds a bound.
func (ev *Evaluator) elems(v value.Value) []value.Value {
	if n := v.Unfolding(); n > 0 && !(ev.meter.Take(n) && ev.meter.Spend(v.Len())) {
		return nil
	}
	return v.Elems()
}

// elems returns the elements of the sequence in argument i, all of which are going to be inspected.
func (c *call) elems(i int) []value.Value {
	if !c.ev.meter.Spend(c.args[i].Len()) {
		return nil
	}
	return c.ev.elems(c.args[i])
}

// number returns the result of arithmetic that can exceed a limit.
func (c *call) number(v value.Value, err error) value.Value {
	if err != nil {
		return c.failed(err)
	}
	return v
}

// need says which arguments an operator requires to be known; otherwise it is not called, and the result is
// open.
type need uint8

const (
	wholly  need = iota // all of them, in all their parts
	outside             // all of them, though parts of them may be open
	nothing             // the operator checks this itself
)

// laziness says when the first arguments determine the value of an application. Arguments are evaluated from
// left to right.
type laziness uint8

const (
	strict laziness = iota
	conjunction
	disjunction
	implication
	choosing // ite
)

// settled reports whether the application's value follows from the last of the arguments known so far.
func (l laziness) settled(args []value.Value) bool {
	last := args[len(args)-1]
	switch l {
	case conjunction:
		return last.IsFalse()
	case disjunction:
		return last.IsTrue()
	case implication:
		return last.IsFalse()
	case choosing:
		return len(args) == 2 && !args[0].IsOpen()
	}
	return false
}

// operator is the meaning of one row of the operator table.
type operator struct {
	run    func(*call) value.Value // nil: none
	needs  need
	lazy   laziness
	shares bool // it inspects no argument as a whole and builds nothing new, or run charges that to the budget
}

// meanings are the operators by theory and name. One entry serves all rows of that name in the theory.
type meanings map[string]operator

// theories returns the meanings of each theory, one file each.
func theories() map[string]meanings {
	return map[string]meanings{
		"core":          coreOps,
		"ints":          intOps,
		"reals":         realOps,
		"reals_ints":    mixedOps,
		"bitvectors":    bitvectorOps,
		"floatingpoint": floatOps,
		"strings":       stringOps,
		"arrays":        arrayOps,
		"sequences":     seqOps,
		"sets":          withTuples(setOps, relationOps),
		"bags":          withTuples(bagOps, tableOps),
		"finitefields":  fieldOps,
		"tuples":        tupleOps,
		"nullables":     nullableOps,
	}
}

// byTable caches the operators of tables: there are few tables, and they never change.
var byTable sync.Map

// operatorsOf returns the meanings of a table's rows by row ID.
func operatorsOf(table *theory.Table) []operator {
	if known, ok := byTable.Load(table); ok {
		if ops, ok := known.([]operator); ok {
			return ops
		}
	}
	named := theories()
	rows := table.Rows()
	ops := make([]operator, len(rows))
	for i, r := range rows {
		ops[i] = named[r.Theory][r.Name]
	}
	byTable.Store(table, ops)
	return ops
}
