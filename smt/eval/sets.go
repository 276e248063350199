package eval

import (
	"github.com/assay-smt/assay/smt/value"
)

// setOps are cvc's finite sets and relations. A member that is not known leaves the whole set open.
var setOps meanings

func init() {
	setOps = meanings{
		"set.empty":        {run: func(*call) value.Value { return value.OfSet() }},
		"set.singleton":    {run: func(c *call) value.Value { return c.insert(value.OfSet(), c.args) }},
		"set.insert":       {run: func(c *call) value.Value { return c.insert(c.args[len(c.args)-1], c.args[:len(c.args)-1]) }},
		"set.union":        {run: setFold(func(a, b value.Value, x value.Value) bool { return a.Has(x) || b.Has(x) })},
		"set.inter":        {run: setFold(func(a, b value.Value, x value.Value) bool { return a.Has(x) && b.Has(x) })},
		"set.minus":        {run: setFold(func(a, b value.Value, x value.Value) bool { return a.Has(x) && !b.Has(x) })},
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
		"rel.transpose":    {run: relTranspose},
		"rel.tclosure":     {run: relClosure},
		"rel.join":         {run: relJoin},
		"rel.product":      {run: relProduct},
		"rel.iden":         {run: relIdentity},
		"rel.join_image":   {run: relJoinImage},
	}
}

// maxSet bounds the members of a set.
const maxSet = 1 << 18

// insert adds members to a set.
func (c *call) insert(set value.Value, members []value.Value) value.Value {
	for _, m := range members {
		k, ok := c.ev.canonical(m)
		if !ok || value.TooDeep(k) {
			return c.unsupported("a member that cannot be compared with others")
		}
		set = set.With(k)
	}
	return set
}

// setFold makes a left-associative operation that keeps the members for which keep holds.
func setFold(keep func(a, b, x value.Value) bool) func(*call) value.Value {
	return func(c *call) value.Value {
		acc := c.args[0]
		for _, b := range c.args[1:] {
			var members []value.Value
			for _, side := range [2]value.Value{acc, b} {
				for _, x := range side.Members() {
					if keep(acc, b, x) {
						members = append(members, x)
					}
				}
			}
			acc = value.OfSet(members...)
		}
		return acc
	}
}

func setMember(c *call) value.Value {
	k, ok := c.ev.canonical(c.args[0])
	if !ok {
		return c.unsupported("a member that cannot be compared with others")
	}
	return value.OfBool(c.args[1].Has(k))
}

func setSubset(c *call) value.Value {
	for _, x := range c.args[0].Members() {
		if !c.args[1].Has(x) {
			return value.False
		}
	}
	return value.True
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
		return c.unsupported("the sort has too many values")
	}
	return c.insert(value.OfSet(), all)
}

func setComplement(c *call) value.Value {
	all, ok := c.ev.dom.All(c.sort().Args()[0], maxRange)
	if !ok {
		return c.unsupported("the sort has too many values")
	}
	var rest []value.Value
	for _, x := range all {
		if k, ok := c.ev.canonical(x); ok && !c.args[0].Has(k) {
			rest = append(rest, k)
		}
	}
	return value.OfSet(rest...)
}

func setMap(c *call) value.Value {
	if c.args[0].IsOpen() || c.args[1].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	var out []value.Value
	for _, x := range c.args[1].Members() {
		y := c.args[0].Func().Apply([]value.Value{x})
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
	var out []value.Value
	for _, x := range c.args[1].Members() {
		switch y := c.args[0].Func().Apply([]value.Value{x}); {
		case y.IsOpen():
			return c.ev.openApp(c.t, append([]value.Value{y}, c.args...))
		case y.IsTrue():
			out = append(out, x)
		}
	}
	return value.OfSet(out...)
}

// setEach combines a predicate's values on the members like conjunction or disjunction: settled is the
// value that decides alone.
func setEach(c *call, settled value.Value) value.Value {
	if c.args[0].IsOpen() || c.args[1].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	open := value.Value{}
	for _, x := range c.args[1].Members() {
		y := c.args[0].Func().Apply([]value.Value{x})
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

// setFoldWith has a value that does not depend on the order of at most one member.
func setFoldWith(c *call) value.Value {
	if c.args[0].IsOpen() || c.args[2].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	switch ms := c.args[2].Members(); len(ms) {
	case 0:
		return c.args[1]
	case 1:
		return c.args[0].Func().Apply([]value.Value{ms[0], c.args[1]})
	}
	return c.unsupported("the order of the members matters")
}

func relTranspose(c *call) value.Value {
	var out []value.Value
	for _, p := range c.args[0].Members() {
		e := p.Elems()
		out = append(out, value.OfTuple([]value.Value{e[1], e[0]}))
	}
	return value.OfSet(out...)
}

// pairs indexes the second components of a relation by the key of the first.
func pairs(rel []value.Value) map[string][]value.Value {
	by := map[string][]value.Value{}
	for _, p := range rel {
		k := string(value.Key(nil, p.Elems()[0]))
		by[k] = append(by[k], p.Elems()[1])
	}
	return by
}

func relClosure(c *call) value.Value {
	next := pairs(c.args[0].Members())
	out := c.args[0]
	todo := c.args[0].Members()
	for len(todo) > 0 {
		p := todo[len(todo)-1].Elems()
		todo = todo[:len(todo)-1]
		for _, z := range next[string(value.Key(nil, p[1]))] {
			q := value.OfTuple([]value.Value{p[0], z})
			if out.Has(q) {
				continue
			}
			if out.Len() >= maxSet {
				return c.unsupported("the closure is too large")
			}
			out = out.With(q)
			todo = append(todo, q)
		}
	}
	return out
}

func relJoin(c *call) value.Value {
	next := pairs(c.args[1].Members())
	var out []value.Value
	for _, p := range c.args[0].Members() {
		e := p.Elems()
		for _, z := range next[string(value.Key(nil, e[1]))] {
			if len(out) >= maxSet {
				return c.unsupported("the join is too large")
			}
			out = append(out, value.OfTuple([]value.Value{e[0], z}))
		}
	}
	return value.OfSet(out...)
}

func relProduct(c *call) value.Value {
	a, b := c.args[0].Members(), c.args[1].Members()
	if len(a)*len(b) > maxSet {
		return c.unsupported("the product is too large")
	}
	var out []value.Value
	for _, x := range a {
		for _, y := range b {
			out = append(out, value.OfTuple([]value.Value{x.Elems()[0], y.Elems()[0]}))
		}
	}
	return value.OfSet(out...)
}

func relIdentity(c *call) value.Value {
	var out []value.Value
	for _, x := range c.args[0].Members() {
		e := x.Elems()[0]
		out = append(out, value.OfTuple([]value.Value{e, e}))
	}
	return value.OfSet(out...)
}

func relJoinImage(c *call) value.Value {
	n := c.place(1)
	if n <= 0 { // everything is related to that many
		all, ok := c.ev.dom.All(c.sort().Args()[0], maxRange)
		if !ok {
			return c.unsupported("the sort has too many values")
		}
		return value.OfSet(all...)
	}
	var out []value.Value
	by := pairs(c.args[0].Members())
	for _, p := range c.args[0].Members() {
		if x := p.Elems()[0]; len(by[string(value.Key(nil, x))]) >= n {
			out = append(out, value.OfTuple([]value.Value{x}))
		}
	}
	return value.OfSet(out...)
}
