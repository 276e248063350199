package eval

import (
	"github.com/assay-smt/assay/smt/value"
)

// maxOrdered bounds the number of elements whose orders a fold tries: the work is a few times two to that power.
const maxOrdered = 7

// fold combines elements with start, each as often as counts says, or once without counts. cvc5 chooses the order, so the fold
// has a value only if every order gives the same one.
func (c *call) fold(f, start value.Value, elems, counts []value.Value) value.Value {
	if len(elems) == 1 && counts != nil {
		return c.foldEqual(f, start, elems[0], counts[0])
	}
	var all []value.Value
	for i, e := range elems {
		n := int64(1)
		if counts != nil {
			var small bool
			if n, small = counts[i].Small(); !small {
				n = maxOrdered + 1
			}
		}
		for range min(n, maxOrdered+1) {
			all = append(all, e)
		}
		if len(all) > maxOrdered {
			return c.unsupported("the order of the elements matters")
		}
	}
	// after[s] is the result of folding the subset s, the same in every order.
	after := make([]value.Value, 1<<len(all))
	after[0] = start
	for s := 1; s < len(after); s++ {
		for i, e := range all {
			if s>>i&1 == 0 {
				continue
			}
			v := c.combine(f, e, after[s&^(1<<i)])
			if c.ev.over() {
				return c.spent()
			}
			if v.IsOpen() && len(all) > 1 {
				return c.ev.openApp(c.t, append([]value.Value{v}, c.args...))
			}
			if after[s].Kind() == value.Invalid {
				after[s] = v
			} else if eq, known := c.ev.dom.Same(after[s], v); !eq || !known {
				return c.unsupported("the order of the elements matters")
			}
		}
	}
	return after[len(after)-1]
}

// combine applies a function to an element and the previous result.
func (c *call) combine(f, e, before value.Value) value.Value {
	if !c.ev.meter.Spend(1) {
		return c.spent()
	}
	return f.Func().Apply([]value.Value{e, before})
}

// foldEqual combines one element several times.
func (c *call) foldEqual(f, start, e, count value.Value) value.Value {
	n, small := count.Small()
	if !small || n > maxRange {
		return c.tooLarge("the element occurs too often")
	}
	acc := start
	for range n {
		if acc = c.combine(f, e, acc); c.ev.over() {
			return c.spent()
		}
	}
	return acc
}

// aggregate folds each part of a relation or table whose tuples agree at the positions. If there are no results, open is the
// value.
func (c *call) aggregate() (results []value.Value, open value.Value) {
	if c.args[0].IsOpen() || c.args[2].IsOpen() {
		return nil, c.ev.openApp(c.t, c.args)
	}
	parts, ok := c.parts(2)
	switch {
	case !ok:
		return nil, c.spent()
	case len(parts) == 0:
		return nil, c.unsupported(noParts)
	}
	for _, p := range parts {
		var counts []value.Value
		if c.args[2].Kind() == value.Bag {
			for _, e := range p {
				counts = append(counts, c.ev.dom.Count(c.args[2], e))
			}
		}
		v := c.fold(c.args[0], c.args[1], p, counts)
		if v.IsOpen() {
			return nil, v
		}
		k, known := c.ev.canonical(v)
		switch {
		case c.ev.over():
			return nil, c.spent()
		case !known:
			return nil, c.ev.openApp(c.t, append([]value.Value{v}, c.args...))
		}
		results = append(results, k)
	}
	return results, open
}
