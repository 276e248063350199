package eval

import (
	"github.com/assay-smt/assay/smt/value"
)

// setOps are cvc's finite sets; relations.go adds the operators on sets of tuples. An unknown member leaves the whole set open.
var setOps meanings

func init() {
	setOps = meanings{
		"set.empty":        {run: func(*call) value.Value { return value.OfSet() }},
		"set.singleton":    {run: func(c *call) value.Value { return c.insert(value.OfSet(), c.args) }},
		"set.insert":       {run: func(c *call) value.Value { return c.insert(c.args[len(c.args)-1], c.args[:len(c.args)-1]) }},
		"set.union":        {run: setFold((*value.Domain).Union)},
		"set.inter":        {run: setFold((*value.Domain).Inter)},
		"set.minus":        {run: setFold((*value.Domain).Minus)},
		"set.member":       {run: setMember},
		"set.subset":       {run: setSubset},
		"set.card":         {run: func(c *call) value.Value { return value.OfInt(int64(c.args[0].Len())) }},
		"set.is_empty":     {run: func(c *call) value.Value { return value.OfBool(c.args[0].Len() == 0) }},
		"set.is_singleton": {run: func(c *call) value.Value { return value.OfBool(c.args[0].Len() == 1) }},
		"set.choose":       {run: setChoose},
		"set.universe":     {run: setUniverse},
		"set.complement":   {run: setComplement},
		"set.map":          {run: setMap, needs: nothing},
		"set.filter":       {run: setFilter, needs: nothing},
		"set.all":          {run: setAll, needs: nothing},
		"set.some":         {run: setSome, needs: nothing},
		"set.fold":         {run: setFoldWith, needs: nothing},
	}
}

// maxSet bounds the number of members of a set.
const maxSet = 1 << 18

// insert adds members to a set.
func (c *call) insert(set value.Value, members []value.Value) value.Value {
	keys := make([]value.Value, len(members))
	for i, m := range members {
		k, ok := c.ev.canonical(m)
		if c.ev.over() {
			return c.spent()
		}
		if !ok {
			return c.unsupported("a member that cannot be compared with others")
		}
		if value.TooDeep(k) {
			return c.tooLarge("the value nests too deeply")
		}
		keys[i] = k
	}
	return c.ev.dom.Insert(set, keys...)
}

// setFold makes a left-associative operation.
func setFold(op func(d *value.Domain, a, b value.Value) value.Value) func(*call) value.Value {
	return func(c *call) value.Value {
		acc := c.args[0]
		for _, b := range c.args[1:] {
			acc = op(&c.ev.dom, acc, b)
		}
		return acc
	}
}

func setMember(c *call) value.Value {
	k, ok := c.ev.canonical(c.args[0])
	if !ok {
		return c.unsupported("a member that cannot be compared with others")
	}
	return value.OfBool(c.ev.dom.Has(c.args[1], k))
}

func setSubset(c *call) value.Value {
	return value.OfBool(c.ev.dom.Minus(c.args[0], c.args[1]).Len() == 0)
}

func setChoose(c *call) value.Value {
	if c.args[0].Len() == 1 {
		return c.args[0].Members()[0]
	}
	return c.open()
}

// setUniverse is the set of all values of a finite sort.
func setUniverse(c *call) value.Value {
	all, ok := c.ev.dom.All(c.sort().Args()[0], maxRange)
	if !ok {
		return c.tooLarge("the sort has too many values")
	}
	return c.insert(value.OfSet(), all)
}

func setComplement(c *call) value.Value {
	all, ok := c.ev.dom.All(c.sort().Args()[0], maxRange)
	if !ok {
		return c.tooLarge("the sort has too many values")
	}
	universe := c.insert(value.OfSet(), all)
	if universe.IsOpen() {
		return universe
	}
	return c.ev.dom.Minus(universe, c.args[0])
}

func setMap(c *call) value.Value {
	if c.args[0].IsOpen() || c.args[1].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	members, ok := c.members(1)
	if !ok {
		return c.spent()
	}
	var out []value.Value
	for _, x := range members {
		y := c.args[0].Func().Apply([]value.Value{x})
		if c.ev.over() {
			return c.spent()
		}
		if !y.IsKnown() {
			return c.ev.openApp(c.t, append([]value.Value{y}, c.args...))
		}
		out = append(out, y)
	}
	return c.insert(value.OfSet(), out)
}

func setFilter(c *call) value.Value {
	if c.args[0].IsOpen() || c.args[1].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	members, ok := c.members(1)
	if !ok {
		return c.spent()
	}
	var out []value.Value
	for _, x := range members {
		y := c.args[0].Func().Apply([]value.Value{x})
		switch {
		case c.ev.over():
			return c.spent()
		case y.IsOpen():
			return c.ev.openApp(c.t, append([]value.Value{y}, c.args...))
		case y.IsTrue():
			out = append(out, x)
		}
	}
	return c.ev.dom.Insert(value.OfSet(), out...)
}

// setEach combines a predicate's values on the members like conjunction or disjunction: settled is the
// value that decides alone.
func setEach(c *call, settled value.Value) value.Value {
	if c.args[0].IsOpen() || c.args[1].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	members, ok := c.members(1)
	if !ok {
		return c.spent()
	}
	open := value.Value{}
	for _, x := range members {
		y := c.args[0].Func().Apply([]value.Value{x})
		if !c.ev.meter.Spend(1) {
			return c.spent()
		}
		if y == settled {
			return settled
		}
		if y.IsOpen() {
			open = y
		}
	}
	if open.IsOpen() {
		return c.ev.openApp(c.t, append([]value.Value{open}, c.args...))
	}
	return value.OfBool(!settled.IsTrue())
}

func setAll(c *call) value.Value  { return setEach(c, value.False) }
func setSome(c *call) value.Value { return setEach(c, value.True) }

// setFoldWith has a value if it does not depend on the order of the members.
func setFoldWith(c *call) value.Value {
	if c.args[0].IsOpen() || c.args[2].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	members, ok := c.members(2)
	if !ok {
		return c.spent()
	}
	return c.fold(c.args[0], c.args[1], members, nil)
}
