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

// setFoldWith has a value that does not depend on the order of at most one member.
func setFoldWith(c *call) value.Value {
	if c.args[0].IsOpen() || c.args[2].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	switch c.args[2].Len() {
	case 0:
		return c.args[1]
	case 1:
		return c.args[0].Func().Apply([]value.Value{c.args[2].Members()[0], c.args[1]})
	}
	return c.unsupported("the order of the members matters")
}

// A relation is a set of tuples of known values in canonical form, so that the tuples made of their parts are too.

// tuples returns the members of a relation; ok is false when that passes a bound.
func (c *call) tuples(i int) (all [][]value.Value, ok bool) {
	members, ok := c.members(i)
	if !ok {
		return nil, false
	}
	all = make([][]value.Value, len(members))
	for i, p := range members {
		all[i] = p.Elems()
	}
	return all, true
}

// relation makes the set of some tuples, which it takes from the budget.
func (c *call) relation(tuples []value.Value) value.Value {
	for _, p := range tuples {
		if !c.affords(p.Len(), value.Bytes(p)) {
			return c.spent()
		}
	}
	return c.ev.dom.Insert(value.OfSet(), tuples...)
}

func pair(x, y value.Value) value.Value { return value.OfTuple([]value.Value{x, y}) }

func relTranspose(c *call) value.Value {
	tuples, ok := c.tuples(0)
	if !ok {
		return c.spent()
	}
	var out []value.Value
	for _, e := range tuples {
		out = append(out, pair(e[1], e[0]))
	}
	return c.relation(out)
}

// successors are the second components of a relation by the first.
type successors map[string][]value.Value

// followers indexes the second components of a relation by the name of the first.
func (c *call) followers(rel [][]value.Value) successors {
	by := successors{}
	for _, e := range rel {
		k := string(c.ev.name(nil, e[0]))
		by[k] = append(by[k], e[1])
		if c.ev.over() {
			break
		}
	}
	return by
}

// of returns what follows x.
func (s successors) of(c *call, x value.Value) []value.Value { return s[string(c.ev.name(nil, x))] }

func relClosure(c *call) value.Value {
	todo, ok := c.tuples(0)
	if !ok {
		return c.spent()
	}
	next := c.followers(todo)
	out := c.args[0]
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, z := range next.of(c, p[1]) {
			if !c.ev.meter.Spend(1) {
				return c.spent()
			}
			q := pair(p[0], z)
			if c.ev.dom.Has(out, q) {
				continue
			}
			if out.Len() >= maxSet {
				return c.tooLarge("the closure is too large")
			}
			c.ev.meter.Take(value.Bytes(q))
			out = c.ev.dom.Insert(out, q)
			todo = append(todo, q.Elems())
		}
	}
	return out
}

func relJoin(c *call) value.Value {
	left, ok := c.tuples(0)
	right, also := c.tuples(1)
	if !ok || !also {
		return c.spent()
	}
	next := c.followers(right)
	var out []value.Value
	for _, e := range left {
		for _, z := range next.of(c, e[1]) {
			if len(out) >= maxSet {
				return c.tooLarge("the join is too large")
			}
			out = append(out, pair(e[0], z))
		}
	}
	return c.relation(out)
}

func relProduct(c *call) value.Value {
	if n, m := c.args[0].Len(), c.args[1].Len(); n*m > maxSet {
		return c.tooLarge("the product is too large")
	}
	left, ok := c.tuples(0)
	right, also := c.tuples(1)
	if !ok || !also {
		return c.spent()
	}
	var out []value.Value
	for _, x := range left {
		for _, y := range right {
			out = append(out, pair(x[0], y[0]))
		}
	}
	return c.relation(out)
}

func relIdentity(c *call) value.Value {
	tuples, ok := c.tuples(0)
	if !ok {
		return c.spent()
	}
	var out []value.Value
	for _, e := range tuples {
		out = append(out, pair(e[0], e[0]))
	}
	return c.relation(out)
}

func relJoinImage(c *call) value.Value {
	n := c.place(1)
	if n <= 0 { // everything is related to that many
		all, ok := c.ev.dom.All(c.sort().Args()[0], maxRange)
		if !ok {
			return c.tooLarge("the sort has too many values")
		}
		return c.insert(value.OfSet(), all)
	}
	tuples, ok := c.tuples(0)
	if !ok {
		return c.spent()
	}
	var out []value.Value
	by := c.followers(tuples)
	for _, e := range tuples {
		if len(by.of(c, e[0])) >= n {
			out = append(out, value.OfTuple([]value.Value{e[0]}))
		}
	}
	return c.relation(out)
}
