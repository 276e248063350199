package schedule

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// A Shard is one of several disjoint parts of a schedule, for machines that do not talk to each other: together, all shards of the same number have
// each slot once. Slots keep the numbers of the whole schedule, and all slots of a pair are in the same shard. The zero value is the whole.
type Shard struct {
	// Index is from 0, and below Of, the number of shards.
	Index, Of int
}

// MaxShards is the largest number of shards.
const MaxShards = 1_000_000

// ParseShard reads a shard as people write it: I/N, with I from 1 to N. "" and 1/1 are the whole.
func ParseShard(text string) (Shard, error) {
	if text == "" {
		return Shard{}, nil
	}
	index, of, found := strings.Cut(text, "/")
	i, iErr := strconv.Atoi(index)
	n, nErr := strconv.Atoi(of)
	switch {
	case !found || iErr != nil || nErr != nil:
		return Shard{}, fmt.Errorf("write I/N, such as 1/4 for the first of four shards")
	case n < 1 || n > MaxShards:
		return Shard{}, fmt.Errorf("the number of shards is between 1 and %d", MaxShards)
	case i < 1 || i > n:
		return Shard{}, fmt.Errorf("shards are numbered from 1: give 1/%d to %d/%d", n, n, n)
	case n == 1:
		return Shard{}, nil
	}
	return Shard{Index: i - 1, Of: n}, nil
}

// String is the shard as ParseShard reads it, "" for the whole.
func (s Shard) String() string {
	if s.Whole() {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index+1, s.Of)
}

// Text is the shard for people, 1/1 for the whole.
func (s Shard) Text() string { return cmp.Or(s.String(), "1/1") }

// Compare orders shards of one number.
func (s Shard) Compare(other Shard) int {
	return cmp.Or(cmp.Compare(s.Of, other.Of), cmp.Compare(s.Index, other.Index))
}

// Whole reports whether nothing is left to other shards.
func (s Shard) Whole() bool { return s.Of <= 1 }

// seedsPerShard is how many seeds for each shard are enough to divide by seeds.
const seedsPerShard = 4

// Owns reports whether a slot belongs to the schedule's shard. Where there are enough seeds, a shard has all slots of its seeds, so that a seed is solved
// by one shard only; otherwise it has its pairs of seeds and engines, dealt so that engines are spread evenly.
func (c *Config) Owns(at Slot) bool { return c.owns(at.Seed, at.Engine) }

func (c *Config) owns(seed, engine int) bool {
	return c.Shard.Whole() || c.Part(seed, engine) == c.Shard.Index
}

// Part is the index of the shard, of as many as the schedule's, to which a pair of a seed and an engine belongs.
func (c *Config) Part(seed, engine int) int {
	switch n := c.Shard.Of; {
	case c.Shard.Whole():
		return 0
	case c.Seeds/seedsPerShard >= n:
		return seed % n
	default:
		return (seed*c.Engines + (engine+seed)%c.Engines) % n
	}
}

// Pairs is how many pairs of seeds and engines the schedule's shard has.
func (c *Config) Pairs() int {
	if c.Shard.Whole() {
		return c.Seeds * c.Engines
	}
	n := 0
	for seed := range c.Seeds {
		for engine := range c.Engines {
			if c.owns(seed, engine) {
				n++
			}
		}
	}
	return n
}

// pass closes the slots of other shards from a number on, as far as the schedule goes, and returns the first one after them.
func (s *Schedule) pass(from uint64) (to uint64) {
	if s.Shard.Whole() {
		return from
	}
	for to = from; s.more(to) && !s.Owns(s.At(to)); to++ {
	}
	if to > from {
		s.passed[from] = to
		s.advance()
	}
	return to
}
