package eval

import (
	"slices"

	"github.com/assay-smt/assay/smt/value"
)

// bagOps are cvc5's bags (multisets).
var bagOps meanings

func init() {
	largest := func(a, b value.Value) value.Value {
		if value.CompareNumbers(a, b) >= 0 {
			return a
		}
		return b
	}
	least := func(a, b value.Value) value.Value {
		if value.CompareNumbers(a, b) <= 0 {
			return a
		}
		return b
	}
	sum := func(a, b value.Value) value.Value { v, _ := value.Add(a, b); return v }
	difference := func(a, b value.Value) value.Value { v, _ := value.Sub(a, b); return v }
	none := func(_, _ value.Value) value.Value { return value.OfInt(0) }
	bagOps = meanings{
		"bag.empty":               {run: func(*call) value.Value { return value.OfBag(nil, nil) }},
		"bag":                     {run: bagOf},
		"bag.count":               {run: bagCount},
		"bag.member":              {run: bagMember},
		"bag.subbag":              {run: subbag},
		"bag.union_max":           {run: bagFold(largest, true, true)},
		"bag.union_disjoint":      {run: bagFold(sum, true, true)},
		"bag.inter_min":           {run: bagFold(least, false, false)},
		"bag.difference_subtract": {run: bagFold(difference, true, false)},
		"bag.difference_remove":   {run: bagFold(none, true, false)},
		"bag.setof":               {run: bagSet},
		"bag.duplicate_removal":   {run: bagSet},
		"bag.card":                {run: bagCard},
		"bag.choose":              {run: bagChoose},
		"bag.map":                 {run: bagMap, needs: nothing},
		"bag.filter":              {run: bagFilter, needs: nothing},
		"bag.all":                 {run: setAll, needs: nothing},
		"bag.some":                {run: setSome, needs: nothing},
		"bag.fold":                {run: bagFoldWith, needs: nothing},
		"bag.partition":           {run: bagPartition, needs: nothing},
	}
}

func bagOf(c *call) value.Value {
	k, ok := c.ev.canonical(c.args[0])
	if !ok || value.TooDeep(k) {
		return c.unsupported("an element that cannot be compared with others")
	}
	return c.ev.dom.Bag([]value.Value{k}, c.args[1:2])
}

func bagCount(c *call) value.Value {
	k, ok := c.ev.canonical(c.args[0])
	if !ok {
		return c.unsupported("an element that cannot be compared with others")
	}
	return c.ev.dom.Count(c.args[1], k)
}

func bagMember(c *call) value.Value {
	n := bagCount(c)
	if n.IsOpen() {
		return n
	}
	return value.OfBool(n.Sign() > 0)
}

func subbag(c *call) value.Value {
	members, ok := c.members(0)
	if !ok {
		return c.spent()
	}
	for _, x := range members {
		if value.CompareNumbers(c.ev.dom.Count(c.args[0], x), c.ev.dom.Count(c.args[1], x)) > 0 {
			return value.False
		}
	}
	return value.True
}

// bagFold makes a left-associative operation on counts: op combines the counts of elements that both bags have; left and right
// say whether elements that only one of them has stay.
func bagFold(op func(a, b value.Value) value.Value, left, right bool) func(*call) value.Value {
	return func(c *call) value.Value {
		acc := c.args[0]
		for _, b := range c.args[1:] {
			acc = c.ev.dom.MergeBags(acc, b, left, right, op)
		}
		return acc
	}
}

// members returns the members of a set or the different elements of a bag; ok is false when that exceeds a bound.
func (c *call) members(i int) (all []value.Value, ok bool) {
	if n := c.args[i].Len(); !c.affords(n, n*entryBytes) {
		return nil, false
	}
	return c.args[i].Members(), true
}

func bagSet(c *call) value.Value {
	one := func(_, _ value.Value) value.Value { return value.OfInt(1) }
	return c.ev.dom.MergeBags(c.args[0], c.args[0], false, false, one)
}

func bagCard(c *call) value.Value {
	members, ok := c.members(0)
	if !ok {
		return c.spent()
	}
	n := value.OfInt(0)
	for _, x := range members {
		n, _ = value.Add(n, c.ev.dom.Count(c.args[0], x))
		if !c.ev.meter.Spend(value.Cost(n)) {
			return c.spent()
		}
	}
	return n
}

func bagChoose(c *call) value.Value {
	if c.args[0].Len() == 1 {
		return c.args[0].Members()[0]
	}
	return c.open()
}

func bagMap(c *call) value.Value {
	if c.args[0].IsOpen() || c.args[1].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	members, ok := c.members(1)
	if !ok {
		return c.spent()
	}
	sum := func(a, b value.Value) value.Value { v, _ := value.Add(a, b); return v }
	acc := value.OfBag(nil, nil)
	for _, x := range members {
		y := c.args[0].Func().Apply([]value.Value{x})
		k, ok := c.ev.canonical(y)
		if c.ev.over() {
			return c.spent()
		}
		if !ok {
			return c.ev.openApp(c.t, append([]value.Value{y}, c.args...))
		}
		one := c.ev.dom.Bag([]value.Value{k}, []value.Value{c.ev.dom.Count(c.args[1], x)})
		acc = c.ev.dom.MergeBags(acc, one, true, true, sum)
	}
	return acc
}

func bagFilter(c *call) value.Value {
	if c.args[0].IsOpen() || c.args[1].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	members, ok := c.members(1)
	if !ok {
		return c.spent()
	}
	var elems, counts []value.Value
	for _, x := range members {
		y := c.args[0].Func().Apply([]value.Value{x})
		switch {
		case c.ev.over():
			return c.spent()
		case y.IsOpen():
			return c.ev.openApp(c.t, append([]value.Value{y}, c.args...))
		case y.IsTrue():
			elems, counts = append(elems, x), append(counts, c.ev.dom.Count(c.args[1], x))
		}
	}
	return c.ev.dom.Bag(elems, counts)
}

// bagFoldWith has a value if it does not depend on the order of the elements.
func bagFoldWith(c *call) value.Value {
	if c.args[0].IsOpen() || c.args[2].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	members, ok := c.members(2)
	if !ok {
		return c.spent()
	}
	counts := make([]value.Value, len(members))
	for i, m := range members {
		counts[i] = c.ev.dom.Count(c.args[2], m)
	}
	return c.fold(c.args[0], c.args[1], members, counts)
}

// bagPartition divides a bag by an equivalence. Its result for a function that is not an equivalence is not documented.
func bagPartition(c *call) value.Value {
	if c.args[0].IsOpen() || c.args[1].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	members, ok := c.members(1)
	switch {
	case !ok:
		return c.spent()
	case len(members) == 0:
		return value.OfBag(nil, nil)
	case len(members) > maxPartitioned:
		return c.tooLarge("the bag has too many elements")
	}
	related := make([][]bool, len(members))
	for i, x := range members {
		related[i] = make([]bool, len(members))
		for j, y := range members {
			r := c.args[0].Func().Apply([]value.Value{x})
			if !r.IsOpen() {
				r = r.Func().Apply([]value.Value{y})
			}
			switch {
			case c.ev.over():
				return c.spent()
			case r.IsOpen():
				return c.ev.openApp(c.t, append([]value.Value{r}, c.args...))
			}
			related[i][j] = r.IsTrue()
		}
	}
	var parts, ones []value.Value
	for i := range members {
		var elems, counts []value.Value
		for j, x := range members {
			// Rows are equal exactly for related elements when the function is an equivalence.
			if related[i][j] != slices.Equal(related[i], related[j]) {
				return c.open()
			}
			if related[i][j] {
				elems, counts = append(elems, x), append(counts, c.ev.dom.Count(c.args[1], x))
			}
		}
		if slices.Index(related[i], true) == i {
			parts, ones = append(parts, c.ev.dom.Bag(elems, counts)), append(ones, value.OfInt(1))
		}
	}
	return c.ev.dom.Bag(parts, ones)
}

// maxPartitioned bounds the number of different elements of a bag that are compared with one another.
const maxPartitioned = 300
