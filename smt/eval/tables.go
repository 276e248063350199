package eval

import "github.com/assay-smt/assay/smt/value"

func addCounts(a, b value.Value) value.Value { v, _ := value.Add(a, b); return v }

// gather makes the bag of elements, adding up the counts of equal ones.
func (c *call) gather(elems, counts []value.Value) value.Value {
	acc := value.OfBag(nil, nil)
	for i, e := range elems {
		if !c.affords(1+e.Len(), value.Bytes(e)) {
			return c.spent()
		}
		one := c.ev.dom.Bag([]value.Value{e}, counts[i:i+1])
		acc = c.ev.dom.MergeBags(acc, one, true, true, addCounts)
	}
	return acc
}

func tableProduct(c *call) value.Value { return c.joinTables(nil, nil) }

func tableJoin(c *call) value.Value { return c.joinTables(c.sides()) }

func (c *call) joinTables(left, right []int) value.Value {
	xs, ok := c.members(0)
	ys, also := c.members(1)
	if !ok || !also {
		return c.spent()
	}
	return c.matching(left, right, func(tuples []value.Value, from, with []int) value.Value {
		counts := make([]value.Value, len(tuples))
		for i := range tuples {
			n := c.ev.dom.Count(c.args[0], xs[from[i]])
			m := c.ev.dom.Count(c.args[1], ys[with[i]])
			if !c.affords(value.Cost(n)*value.Cost(m)+1, value.Bytes(n)+value.Bytes(m)) {
				return c.spent()
			}
			product, err := value.Mul(n, m)
			if err != nil {
				return c.failed(err)
			}
			counts[i] = product
		}
		return c.ev.dom.Bag(tuples, counts)
	})
}

func tableProject(c *call) value.Value {
	members, ok := c.members(0)
	if !ok {
		return c.spent()
	}
	elems, counts := make([]value.Value, len(members)), make([]value.Value, len(members))
	for i, m := range members {
		elems[i] = value.OfTuple(picked(m.Elems(), c.t.Func().Indices))
		counts[i] = c.ev.dom.Count(c.args[0], m)
	}
	return c.gather(elems, counts)
}

func tableGroup(c *call) value.Value {
	parts, ok := c.parts(0)
	switch {
	case !ok:
		return c.spent()
	case len(parts) == 0:
		return c.unsupported(noParts)
	}
	var bags, ones []value.Value
	for _, p := range parts {
		counts := make([]value.Value, len(p))
		for i, e := range p {
			counts[i] = c.ev.dom.Count(c.args[0], e)
		}
		bags, ones = append(bags, c.ev.dom.Bag(p, counts)), append(ones, value.OfInt(1))
	}
	return c.ev.dom.Bag(bags, ones)
}

func tableAggregate(c *call) value.Value {
	results, open := c.aggregate()
	if results == nil {
		return open
	}
	ones := make([]value.Value, len(results))
	for i := range ones {
		ones[i] = value.OfInt(1)
	}
	return c.gather(results, ones)
}
