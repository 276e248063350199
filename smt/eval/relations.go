package eval

import (
	"maps"
	"slices"

	"github.com/assay-smt/assay/smt/value"
)

// relationOps are cvc5's relations (sets of tuples); tables are bags of tuples. Their rows belong to the theories of sets and bags.
var relationOps, tableOps meanings

func init() {
	relationOps = meanings{
		"rel.transpose":  {run: relTranspose},
		"rel.tclosure":   {run: relClosure},
		"rel.join":       {run: relJoin},
		"rel.product":    {run: relProduct},
		"rel.iden":       {run: relIdentity},
		"rel.join_image": {run: relJoinImage},
		"rel.project":    {run: relProject},
		"rel.table_join": {run: relTableJoin},
		"rel.group":      {run: relGroup},
		"rel.aggr":       {run: relAggregate, needs: nothing},
	}
	tableOps = meanings{
		"table.product": {run: tableProduct},
		"table.project": {run: tableProject},
		"table.join":    {run: tableJoin},
		"table.group":   {run: tableGroup},
		"table.aggr":    {run: tableAggregate, needs: nothing},
	}
}

// withTuples returns the meanings of a theory of collections together with those for collections of tuples.
func withTuples(ops, ofTuples meanings) meanings {
	all := maps.Clone(ops)
	maps.Copy(all, ofTuples)
	return all
}

// A relation is a set of tuples of known values in canonical form, so tuples made from their parts are canonical too.

// tuples returns the different members of a relation or table; ok is false when that exceeds a bound.
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

// relation makes the set of some tuples, and charges it to the budget.
func (c *call) relation(tuples []value.Value) value.Value {
	for _, p := range tuples {
		if !c.affords(1+p.Len(), value.Bytes(p)) {
			return c.spent()
		}
	}
	return c.ev.dom.Insert(value.OfSet(), tuples...)
}

func pair(x, y value.Value) value.Value { return value.OfTuple([]value.Value{x, y}) }

// joined returns the tuple with the components of both.
func joined(x, y []value.Value) value.Value { return value.OfTuple(slices.Concat(x, y)) }

// picked returns the components at the positions.
func picked(x []value.Value, idx []int) []value.Value {
	out := make([]value.Value, len(idx))
	for k, i := range idx {
		out[k] = x[i]
	}
	return out
}

func relTranspose(c *call) value.Value {
	tuples, ok := c.tuples(0)
	if !ok {
		return c.spent()
	}
	var out []value.Value
	for _, e := range tuples {
		turned := slices.Clone(e)
		slices.Reverse(turned)
		out = append(out, value.OfTuple(turned))
	}
	return c.relation(out)
}

// followers are tuples grouped by the name of a key.
type followers map[string][][]value.Value

// byKey sorts tuples by the name of a key.
func (c *call) byKey(tuples [][]value.Value, key func([]value.Value) []value.Value) followers {
	by := followers{}
	for _, e := range tuples {
		k := c.key(key(e))
		by[k] = append(by[k], e)
		if c.ev.over() {
			break
		}
	}
	return by
}

// key returns bytes that tuples share only when their components are equal.
func (c *call) key(vs []value.Value) string {
	var k []byte
	for _, v := range vs {
		k = c.ev.name(k, v)
	}
	return string(k)
}

func first(e []value.Value) []value.Value { return e[:1] }

func relClosure(c *call) value.Value {
	todo, ok := c.tuples(0)
	if !ok {
		return c.spent()
	}
	next := c.byKey(todo, first)
	out := c.args[0]
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, z := range next[c.key(p[1:])] {
			if !c.ev.meter.Spend(1) {
				return c.spent()
			}
			q := pair(p[0], z[1])
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
	next := c.byKey(right, first)
	var out []value.Value
	for _, e := range left {
		last := len(e) - 1
		for _, z := range next[c.key(e[last:])] {
			if len(out) >= maxSet {
				return c.tooLarge("the join is too large")
			}
			out = append(out, joined(e[:last], z[1:]))
			if !c.affords(1, value.Bytes(out[len(out)-1])) {
				return c.spent()
			}
		}
	}
	return c.relation(out)
}

func relProduct(c *call) value.Value {
	return c.matching(nil, nil, func(tuples []value.Value, _, _ []int) value.Value { return c.relation(tuples) })
}

func relTableJoin(c *call) value.Value {
	left, right := c.sides()
	return c.matching(left, right, func(tuples []value.Value, _, _ []int) value.Value { return c.relation(tuples) })
}

// sides returns the positions in the first and in the second argument of a join.
func (c *call) sides() (left, right []int) {
	for i, at := range c.t.Func().Indices {
		if i%2 == 0 {
			left = append(left, at)
		} else {
			right = append(right, at)
		}
	}
	return left, right
}

// matching passes on the tuples of the product that agree at the positions, with the numbers of the tuples that they come from.
func (c *call) matching(left, right []int, collect func(tuples []value.Value, from, with []int) value.Value) value.Value {
	xs, ok := c.tuples(0)
	ys, also := c.tuples(1)
	if !ok || !also {
		return c.spent()
	}
	by := map[string][]int{}
	for i, y := range ys {
		k := c.key(picked(y, right))
		by[k] = append(by[k], i)
	}
	var tuples []value.Value
	var from, with []int
	for i, x := range xs {
		for _, k := range by[c.key(picked(x, left))] {
			if len(tuples) >= maxSet {
				return c.tooLarge("the product is too large")
			}
			tuples = append(tuples, joined(x, ys[k]))
			from, with = append(from, i), append(with, k)
			if !c.affords(1+len(x)+len(ys[k]), value.Bytes(tuples[len(tuples)-1])) {
				return c.spent()
			}
		}
		if c.ev.over() {
			return c.spent()
		}
	}
	return collect(tuples, from, with)
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
	if n <= 0 { // everything is related to at least that many
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
	for _, es := range c.byKey(tuples, first) {
		if len(es) >= n {
			out = append(out, value.OfTuple(es[0][:1:1]))
		}
	}
	return c.relation(out)
}

func relProject(c *call) value.Value {
	tuples, ok := c.tuples(0)
	if !ok {
		return c.spent()
	}
	var out []value.Value
	for _, e := range tuples {
		out = append(out, value.OfTuple(picked(e, c.t.Func().Indices)))
	}
	return c.relation(out)
}

// parts returns the members of a relation or table that agree at the positions, in the order of the members.
func (c *call) parts(i int) (parts [][]value.Value, ok bool) {
	members, ok := c.members(i)
	if !ok {
		return nil, false
	}
	at := map[string]int{}
	for _, m := range members {
		k := c.key(picked(m.Elems(), c.t.Func().Indices))
		p, seen := at[k]
		if !seen {
			p = len(parts)
			at[k] = p
			parts = append(parts, nil)
		}
		parts[p] = append(parts[p], m)
		if !c.ev.meter.Spend(1) {
			return nil, false
		}
	}
	return parts, true
}

// noParts is why groups of the empty relation have no value: the manual does not say whether the empty relation is a part of
// itself.
const noParts = "it is not documented what becomes of no tuples"

func relGroup(c *call) value.Value {
	parts, ok := c.parts(0)
	switch {
	case !ok:
		return c.spent()
	case len(parts) == 0:
		return c.unsupported(noParts)
	}
	var out []value.Value
	for _, p := range parts {
		out = append(out, c.relation(p))
	}
	return c.relation(out)
}

func relAggregate(c *call) value.Value {
	results, open := c.aggregate()
	if results == nil {
		return open
	}
	return c.insert(value.OfSet(), results)
}
