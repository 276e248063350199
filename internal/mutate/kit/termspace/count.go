package termspace

import "math/bits"

// A count has the number of terms by carrier and size, and of those without variables among the leaves, where the variables of some carriers are left out.
type count struct {
	known  bool
	terms  [][MaxSize + 1]uint64
	leaves []uint64
	ground []uint64
}

// counted returns the counts without the variables of the carriers whose bits are set.
func (s *Space) counted(without uint) *count {
	c := &s.counts[without]
	if c.known {
		return c
	}
	c.known = true
	c.terms = make([][MaxSize + 1]uint64, len(s.carriers))
	for i := range s.carriers {
		ground := len(s.carriers[i].leaves) - s.carriers[i].vars
		all := ground
		if without&(1<<i) == 0 {
			all += s.carriers[i].vars
		}
		c.leaves, c.ground = append(c.leaves, uint64(all)), append(c.ground, uint64(ground))
		c.terms[i][0] = uint64(all)
	}
	for size := 1; size <= MaxSize; size++ {
		for i := range s.carriers {
			n := uint64(0)
			for _, cell := range s.carriers[i].cells {
				n = plus(n, c.inside(cell, size))
			}
			c.terms[i][size] = n
		}
	}
	return c
}

// inside returns how many terms of a cell and size there are inside of others: those of one operator have a variable.
func (c *count) inside(cell *Cell, size int) uint64 {
	n := c.top(cell, size)
	if size == 1 && n < Many {
		n -= c.constant(cell)
	}
	return n
}

// constant returns how many applications to constants alone there are.
func (c *count) constant(cell *Cell) uint64 {
	n := uint64(1)
	for _, a := range cell.args {
		n = times(n, c.ground[a])
	}
	return n
}

// top returns how many terms of a cell and size there are.
func (c *count) top(cell *Cell, size int) uint64 { return c.arguments(cell.args, size-1) }

// arguments returns how many lists of arguments have a size in all.
func (c *count) arguments(args []int, size int) uint64 {
	if len(args) == 1 {
		return c.terms[args[0]][size]
	}
	n := uint64(0)
	for first := 0; first <= size; first++ {
		n = plus(n, times(c.terms[args[0]][first], c.arguments(args[1:], size-first)))
	}
	return n
}

// Numbers returns how many numbers Term takes for a cell and size: that of all terms, also those that are others with their variables renamed.
// It is Many for that many and more.
func (s *Space) Numbers(c *Cell, size int) uint64 { return s.counted(0).top(c, size) }

// Terms returns how many terms of a cell and size there are up to renaming of variables, Many for that many and more. By Burnside's lemma it is the
// mean number of terms that a renaming leaves as they are: those without the variables that it swaps.
func (s *Space) Terms(c *Cell, size int) uint64 {
	sum, renamings := uint64(0), uint64(0)
	for without := uint(0); without <= s.several; without++ {
		if without&^s.several != 0 {
			continue
		}
		sum = plus(sum, s.counted(without).top(c, size))
		renamings++
	}
	if sum >= Many {
		return Many
	}
	return sum / renamings
}

func plus(a, b uint64) uint64 { return min(a+b, Many) }

func times(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	if high > 0 {
		return Many
	}
	return min(low, Many)
}
