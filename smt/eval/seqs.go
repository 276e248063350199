package eval

import (
	"github.com/assay-smt/assay/smt/value"
)

// seqOps are sequences over any sort. Operators that inspect elements require them to be known.
var seqOps meanings

// maxSeq bounds the length of sequences.
const maxSeq = 1 << 22

func init() {
	seqOps = meanings{
		"seq.empty":        {run: func(*call) value.Value { return value.OfSeq(nil) }},
		"seq.unit":         {run: seqUnit, needs: nothing},
		"seq.++":           {run: seqConcat, needs: outside, shares: true},
		"seq.len":          {run: func(c *call) value.Value { return value.OfInt(int64(c.args[0].Len())) }, needs: outside},
		"seq.nth":          {run: seqNth, needs: outside, shares: true},
		"seq.nth_i":        {run: seqNth, needs: outside, shares: true},
		"seq.at":           {run: func(c *call) value.Value { return c.extract(c.place(1), 1) }, needs: outside, shares: true},
		"seq.extract":      {run: func(c *call) value.Value { return c.extract(c.place(1), c.place(2)) }, needs: outside, shares: true},
		"seq.update":       {run: seqUpdate, needs: outside},
		"seq.rev":          {run: seqReverse, needs: outside},
		"seq.contains":     searching(func(c *call) value.Value { return value.OfBool(c.find(0) >= 0) }),
		"seq.prefixof":     searching(func(c *call) value.Value { return value.OfBool(c.ev.occurs(c.elems(1), c.elems(0), 0)) }),
		"seq.suffixof":     searching(seqSuffix),
		"seq.indexof":      searching(seqIndexOf),
		"seq.last_indexof": searching(seqLastIndexOf),
		"seq.replace":      searching(seqReplace),
		"seq.replace_all":  searching(seqReplaceAll),
		"seq.map":          {run: seqMap, needs: nothing},
		"seq.mapi":         {run: seqMapIndexed, needs: nothing},
		"seq.foldl":        {run: seqFold, needs: nothing},
		"seq.foldli":       {run: seqFoldIndexed, needs: nothing},
	}
}

// place returns an integer argument as an int. Numbers beyond any sequence's length stay beyond it.
func (c *call) place(i int) int { return c.args[i].Clamp(-1, maxSeq) }

func seqUnit(c *call) value.Value {
	if value.TooDeep(c.args[0]) {
		return c.tooLarge("the value nests too deeply")
	}
	return value.OfSeq([]value.Value{c.args[0]})
}

func (c *call) seq(elems []value.Value) value.Value {
	if len(elems) > maxSeq {
		return c.tooLarge("the sequence is too long")
	}
	return value.OfSeq(elems)
}

func seqConcat(c *call) value.Value {
	n := 0
	for _, a := range c.args {
		n += a.Len()
	}
	if n > maxSeq {
		return c.tooLarge("the sequence is too long")
	}
	acc := c.args[0]
	for _, a := range c.args[1:] {
		if acc = value.Append(acc, a); !c.affords(1, value.Bytes(value.OfSeq(nil))) {
			return c.spent()
		}
	}
	return acc
}

func seqNth(c *call) value.Value {
	i := c.place(1)
	if i < 0 || i >= c.args[0].Len() {
		if c.args[0].IsKnown() {
			return c.ev.gap("seq.nth", c.sort(), c.args)
		}
		return c.ev.openApp(c.t, c.args)
	}
	if elems := c.ev.elems(c.args[0]); len(elems) > 0 {
		return elems[i]
	}
	return c.spent()
}

// extract returns the elements from i on, at most n, as a sequence that shares their memory.
func (c *call) extract(i, n int) value.Value {
	elems := cut(c.ev.elems(c.args[0]), i, n)
	if !c.affords(len(elems), value.Bytes(value.OfSeq(nil))) {
		return c.spent()
	}
	return value.OfSeq(elems)
}

// cut returns the elements from i on, at most n.
func cut(elems []value.Value, i, n int) []value.Value {
	if i < 0 || i >= len(elems) || n <= 0 {
		return nil
	}
	return elems[i:min(len(elems), i+n)]
}

func seqUpdate(c *call) value.Value {
	elems, i, by := c.elems(0), c.place(1), c.elems(2)
	if i < 0 || i >= len(elems) {
		return c.args[0]
	}
	out := append([]value.Value(nil), elems...)
	copy(out[i:], by)
	return value.OfSeq(out)
}

func seqReverse(c *call) value.Value {
	elems := c.elems(0)
	out := make([]value.Value, len(elems))
	for i, e := range elems {
		out[len(elems)-1-i] = e
	}
	return value.OfSeq(out)
}

// searching makes an operator that looks for the elements of one of its first two arguments in the other: it has to decide of any two elements
// whether they are equal.
func searching(run func(*call) value.Value) operator {
	return operator{run: func(c *call) value.Value {
		for _, a := range c.args[:2] {
			if _, ok := c.ev.canonical(a); !ok {
				if c.ev.over() {
					return c.spent()
				}
				return c.unsupported("elements that cannot be compared with others")
			}
		}
		return run(c)
	}}
}

// occurs reports whether part occurs in whole at i; all elements are known, and comparable.
func (ev *Evaluator) occurs(whole, part []value.Value, i int) bool {
	if i < 0 || i+len(part) > len(whole) {
		return false
	}
	for k, p := range part {
		if !ev.identical(whole[i+k], p) {
			return false
		}
	}
	return true
}

// find returns the first position, from a given one on, at which the second argument occurs in the first, or
// -1.
func (c *call) find(from int) int { return c.ev.findIn(c.elems(0), c.elems(1), from) }

func (ev *Evaluator) findIn(whole, part []value.Value, from int) int {
	for i := from; i+len(part) <= len(whole) && ev.meter.Spend(1); i++ {
		if ev.occurs(whole, part, i) {
			return i
		}
	}
	return -1
}

func seqSuffix(c *call) value.Value {
	part, whole := c.elems(0), c.elems(1)
	return value.OfBool(c.ev.occurs(whole, part, len(whole)-len(part)))
}

func seqIndexOf(c *call) value.Value {
	from := 0
	if len(c.args) == 3 {
		if from = c.place(2); from < 0 || from > c.args[0].Len() {
			return value.OfInt(-1)
		}
	}
	return value.OfInt(int64(c.find(from)))
}

func seqLastIndexOf(c *call) value.Value {
	whole, part := c.elems(0), c.elems(1)
	for i := len(whole) - len(part); i >= 0 && c.ev.meter.Spend(1); i-- {
		if c.ev.occurs(whole, part, i) {
			return value.OfInt(int64(i))
		}
	}
	return value.OfInt(-1)
}

func seqReplace(c *call) value.Value {
	whole, part, by := c.elems(0), c.elems(1), c.elems(2)
	i := c.find(0)
	if i < 0 {
		return c.args[0]
	}
	if !c.affords(len(whole)+len(by), 0) || len(whole)-len(part)+len(by) > maxSeq {
		return c.tooLarge("the sequence is too long")
	}
	out := append([]value.Value(nil), whole[:i]...)
	return c.seq(append(append(out, by...), whole[i+len(part):]...))
}

func seqReplaceAll(c *call) value.Value {
	whole, part, by := c.elems(0), c.elems(1), c.elems(2)
	if len(part) == 0 {
		return c.args[0]
	}
	var out []value.Value
	from := 0
	for {
		i := c.ev.findIn(whole, part, from)
		if i < 0 {
			return c.seq(append(out, whole[from:]...))
		}
		if out = append(append(out, whole[from:i]...), by...); len(out) > maxSeq {
			return c.tooLarge("the sequence is too long")
		}
		if !c.ev.meter.Spend(i - from + len(by)) {
			return c.spent()
		}
		from = i + len(part)
	}
}

// sized returns the elements of the sequence in argument i, when both it and the function are known.
func (c *call) sized(i int) ([]value.Value, bool) {
	if c.args[0].IsOpen() || c.args[i].IsOpen() {
		return nil, false
	}
	return c.elems(i), true
}

func seqMap(c *call) value.Value {
	elems, ok := c.sized(1)
	if !ok {
		return c.ev.openApp(c.t, c.args)
	}
	out := make([]value.Value, len(elems))
	for i, e := range elems {
		out[i] = c.args[0].Func().Apply([]value.Value{e})
		if !c.ev.meter.Spend(1) {
			return c.spent()
		}
	}
	return value.OfSeq(out)
}

func seqMapIndexed(c *call) value.Value {
	elems, ok := c.sized(2)
	if !ok || c.args[1].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	out := make([]value.Value, len(elems))
	at := c.args[1]
	for i, e := range elems {
		out[i] = c.args[0].Func().Apply([]value.Value{at, e})
		if !c.ev.meter.Spend(1) {
			return c.spent()
		}
		at, _ = value.Add(at, value.OfInt(1))
	}
	return value.OfSeq(out)
}

func seqFold(c *call) value.Value {
	elems, ok := c.sized(2)
	if !ok {
		return c.ev.openApp(c.t, c.args)
	}
	acc := c.args[1]
	for _, e := range elems {
		acc = c.args[0].Func().Apply([]value.Value{acc, e})
		if !c.ev.meter.Spend(1) {
			return c.spent()
		}
	}
	return acc
}

func seqFoldIndexed(c *call) value.Value {
	elems, ok := c.sized(3)
	if !ok || c.args[1].IsOpen() {
		return c.ev.openApp(c.t, c.args)
	}
	at, acc := c.args[1], c.args[2]
	for _, e := range elems {
		acc = c.args[0].Func().Apply([]value.Value{at, acc, e})
		if !c.ev.meter.Spend(1) {
			return c.spent()
		}
		at, _ = value.Add(at, value.OfInt(1))
	}
	return acc
}
