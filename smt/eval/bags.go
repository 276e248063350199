package eval

import (
	"math/big"

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
	unless := func(a, b value.Value) value.Value {
		if b.Sign() > 0 {
			return value.OfInt(0)
		}
		return a
	}
	bagOps = meanings{
		"bag.empty":               {run: func(*call) value.Value { return value.OfBag(nil, nil) }},
		"bag":                     {run: bagOf},
		"bag.count":               {run: bagCount},
		"bag.member":              {run: bagMember},
		"bag.subbag":              {run: subbag},
		"bag.union_max":           {run: bagFold(largest)},
		"bag.union_disjoint":      {run: bagFold(sum)},
		"bag.inter_min":           {run: bagFold(least)},
		"bag.difference_subtract": {run: bagFold(difference)},
		"bag.difference_remove":   {run: bagFold(unless)},
		"bag.setof":               {run: bagSet},
		"bag.duplicate_removal":   {run: bagSet},
		"bag.card":                {run: bagCard},
		"bag.choose":              {run: bagChoose},
		"bag.map":                 {run: bagMap, needs: nothing},
		"bag.filter":              {run: bagFilter, needs: nothing},
		"bag.all":                 {run: setAll, needs: nothing},
		"bag.some":                {run: setSome, needs: nothing},
		"bag.fold":                {run: bagFoldWith, needs: nothing},
	}
}

func bagOf(c *call) value.Value {
	k, ok := c.ev.canonical(c.args[0])
	if !ok || value.TooDeep(k) {
		return c.unsupported("an element that cannot be compared with others")
	}
	return value.OfBag([]value.Value{k}, c.args[1:2])
}

func bagCount(c *call) value.Value {
	k, ok := c.ev.canonical(c.args[0])
	if !ok {
		return c.unsupported("an element that cannot be compared with others")
	}
	return c.args[1].Count(k)
}

func bagMember(c *call) value.Value {
	n := bagCount(c)
	if n.IsOpen() {
		return n
	}
	return value.OfBool(n.Sign() > 0)
}

func subbag(c *call) value.Value {
	for _, x := range c.args[0].Members() {
		if value.CompareNumbers(c.args[0].Count(x), c.args[1].Count(x)) > 0 {
			return value.False
		}
	}
	return value.True
}

// bagFold makes a left-associative operation on counts.
func bagFold(op func(a, b value.Value) value.Value) func(*call) value.Value {
	return func(c *call) value.Value {
		acc := c.args[0]
		for _, b := range c.args[1:] {
			elems := append(acc.Members(), b.Members()...)
			counts := make([]value.Value, len(elems))
			for i, x := range elems {
				counts[i] = op(acc.Count(x), b.Count(x))
			}
			acc = value.OfBag(elems, counts)
		}
		return acc
	}
}

func bagSet(c *call) value.Value {
	elems := c.args[0].Members()
	counts := make([]value.Value, len(elems))
	for i := range counts {
		counts[i] = value.OfInt(1)
	}
	return value.OfBag(elems, counts)
}

func bagCard(c *call) value.Value {
	n := new(big.Int)
	for _, x := range c.args[0].Members() {
		n.Add(n, c.args[0].Count(x).Big())
	}
	return value.OfBig(n)
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
	acc := value.OfBag(nil, nil)
	for _, x := range c.args[1].Members() {
		y := c.args[0].Func().Apply([]value.Value{x})
		k, ok := c.ev.canonical(y)
		if !ok {
			return c.ev.openApp(c.t, append([]value.Value{y}, c.args...))
		}
		n, _ := value.Add(acc.Count(k), c.args[1].Count(x))
		elems, counts := acc.Members(), []value.Value(nil)
		for _, e := range elems {
			counts = append(counts, acc.Count(e))
		}
		acc = value.OfBag(append(elems, k), append(counts, n))
	}
	return acc
}

func bagFilter(c *call) value.Value {
	if c.args[0].IsOpen() || c.args[1].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	var elems, counts []value.Value
	for _, x := range c.args[1].Members() {
		switch y := c.args[0].Func().Apply([]value.Value{x}); {
		case y.IsOpen():
			return c.ev.openApp(c.t, append([]value.Value{y}, c.args...))
		case y.IsTrue():
			elems, counts = append(elems, x), append(counts, c.args[1].Count(x))
		}
	}
	return value.OfBag(elems, counts)
}

// bagFoldWith has a value that does not depend on the order of at most one element, counted once or a few
// times.
func bagFoldWith(c *call) value.Value {
	if c.args[0].IsOpen() || c.args[2].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	ms := c.args[2].Members()
	if len(ms) == 0 {
		return c.args[1]
	}
	n, small := c.args[2].Count(ms[0]).Small()
	if len(ms) > 1 || !small || n > maxRange {
		return c.unsupported("the order of the elements matters")
	}
	acc := c.args[1]
	for range n {
		acc = c.args[0].Func().Apply([]value.Value{ms[0], acc})
	}
	return acc
}
