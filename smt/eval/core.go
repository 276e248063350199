package eval

import (
	"math"

	"github.com/assay-smt/assay/smt/value"
)

// coreOps is the theory Core (SMT-LIB 2.6, section 3.7.1) and z3's cardinality constraints.
var coreOps meanings

func init() {
	coreOps = meanings{
		"@purify":  {run: func(c *call) value.Value { return c.args[0] }, needs: nothing, shares: true},
		"true":     {run: func(*call) value.Value { return value.True }},
		"false":    {run: func(*call) value.Value { return value.False }},
		"not":      {run: func(c *call) value.Value { return value.OfBool(c.args[0].IsFalse()) }},
		"and":      {run: and, needs: nothing, lazy: conjunction},
		"or":       {run: or, needs: nothing, lazy: disjunction},
		"=>":       {run: implies, needs: nothing, lazy: implication},
		"xor":      {run: xor},
		"iff":      {run: equal, needs: nothing},
		"=":        {run: equal, needs: nothing},
		"distinct": {run: distinct, needs: nothing},
		"ite":      {run: ite, needs: nothing, lazy: choosing, shares: true},
		"at-most":  {run: atMost},
		"at-least": {run: atLeast},
		"pble":     {run: pble},
		"pbge":     {run: pbge},
		"pbeq":     {run: pbeq},
	}
}

// and is conjunction in Kleene's three-valued logic.
func and(c *call) value.Value {
	open := false
	for _, a := range c.args {
		if a.IsFalse() {
			return value.False
		}
		open = open || a.IsOpen()
	}
	if open {
		return c.ev.openApp(c.t, c.args)
	}
	return value.True
}

func or(c *call) value.Value {
	open := false
	for _, a := range c.args {
		if a.IsTrue() {
			return value.True
		}
		open = open || a.IsOpen()
	}
	if open {
		return c.ev.openApp(c.t, c.args)
	}
	return value.False
}

// implies nests to the right: all premises together imply the last argument.
func implies(c *call) value.Value {
	last := len(c.t.Args()) - 1
	open := false
	for i, a := range c.args {
		if i < last && a.IsFalse() || i == last && a.IsTrue() {
			return value.True
		}
		open = open || a.IsOpen()
	}
	if !open {
		return value.False
	}
	if last == 1 && c.ev.identical(c.args[0], c.args[1]) {
		return value.True
	}
	return c.ev.openApp(c.t, c.args)
}

func xor(c *call) value.Value {
	odd := false
	for _, a := range c.args {
		odd = odd != a.IsTrue()
	}
	return value.OfBool(odd)
}

// identical reports whether two values, possibly open, are certainly equal.
func (ev *Evaluator) identical(a, b value.Value) bool {
	eq, known := ev.dom.Same(a, b)
	return eq && known
}

func equal(c *call) value.Value {
	open := false
	for i := 1; i < len(c.args); i++ {
		eq, known := c.same(c.args[i-1], c.args[i])
		if !known && c.apart(i-1, i) {
			return value.False
		}
		if known && !eq {
			return value.False
		}
		open = open || !known
	}
	if len(c.args) > 2 && open && c.pairDiffers() {
		return value.False
	}
	if open {
		return c.undecided()
	}
	return value.True
}

// pairDiffers reports whether any two arguments are different: then they are not all equal, whatever is
// between them.
func (c *call) pairDiffers() bool {
	for i, a := range c.args {
		for _, b := range c.args[:i] {
			if eq, known := c.same(a, b); known && !eq {
				return true
			}
			if c.ev.over() {
				return false
			}
		}
	}
	return false
}

func distinct(c *call) value.Value {
	if len(c.args) > fewArgs {
		if v, ok := c.sorted(); ok {
			return v
		}
	}
	open := false
	for i, a := range c.args {
		for j, b := range c.args[:i] {
			eq, known := c.same(a, b)
			if known && eq {
				return value.False
			}
			known = known || c.apart(i, j)
			open = open || !known
			if c.ev.over() {
				return c.spent()
			}
		}
	}
	if open {
		return c.undecided()
	}
	return value.True
}

// fewArgs is how many arguments are compared pair by pair.
const fewArgs = 16

// sorted is distinct for known arguments that have a canonical form; ok is false for others.
func (c *call) sorted() (v value.Value, ok bool) {
	set := value.OfSet()
	for _, a := range c.args {
		if a.Kind() == value.RegLan {
			return v, false
		}
		k, ok := c.ev.canonical(a)
		if !ok {
			return v, false
		}
		if c.ev.dom.Has(set, k) {
			return value.False, true
		}
		set = c.ev.dom.Insert(set, k)
	}
	return value.True, true
}

// same decides equality, including that of languages and functions.
func (c *call) same(a, b value.Value) (eq, known bool) {
	if a.Kind() == value.RegLan && b.Kind() == value.RegLan {
		eq, known = c.ev.languages().Equivalent(a.Regex(), b.Regex(), c.regexBudget())
		c.ev.settle()
		return eq, known
	}
	if a.Kind() == value.Func && b.Kind() == value.Func {
		return c.ev.sameFunctions(c.t.Args()[0].Sort(), a, b)
	}
	return c.ev.dom.Same(a, b)
}

// undecided returns the value of a comparison that cannot be decided: open when a part of an argument is
// open, unsupported when the arguments are known and only Assay cannot compare them.
func (c *call) undecided() value.Value {
	for _, a := range c.args {
		if !a.IsKnown() && a.Reason() != "" {
			return c.ev.openApp(c.t, c.args)
		}
	}
	return c.unsupported("these values cannot be compared")
}

func ite(c *call) value.Value {
	if !c.args[0].IsOpen() {
		return c.args[1] // only the chosen branch has been evaluated
	}
	if c.ev.identical(c.args[1], c.args[2]) {
		return c.args[1]
	}
	return c.ev.openApp(c.t, c.args)
}

// weigh returns the sum of the weights of the true arguments, each weight 1 when there are none.
func (c *call) weigh() (sum, bound int) {
	idx := c.t.Func().Indices
	for i, a := range c.args {
		if !a.IsTrue() {
			continue
		}
		if len(idx) == 1 {
			sum++
		} else {
			sum += min(idx[i+1], math.MaxInt-sum) // weights go up to 2^62, and bounds no further
		}
	}
	return sum, idx[0]
}

func atMost(c *call) value.Value {
	sum, bound := c.weigh()
	return value.OfBool(sum <= bound)
}

func atLeast(c *call) value.Value {
	sum, bound := c.weigh()
	return value.OfBool(sum >= bound)
}

func pble(c *call) value.Value { return atMost(c) }
func pbge(c *call) value.Value { return atLeast(c) }

func pbeq(c *call) value.Value {
	sum, bound := c.weigh()
	return value.OfBool(sum == bound)
}
