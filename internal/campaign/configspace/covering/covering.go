// Package covering makes covering arrays of strength two: rows of values of some factors in which each pair of values of two factors comes
// together. Rows are made one after the other, each so that it has as many pairs as possible that no row had (Cohen, Dalal, Fredman, Patton: The
// AETG System, IEEE TSE 1997), so an array can be begun without being finished, and what was refused can be made up for by later rows.
//
// Unlike in the textbooks, rows have only a few values; other factors stay as they are. A solver that is given values for hundreds of options at once
// refuses nearly all of that.
package covering

import (
	"math/bits"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
)

// An Array knows which pairs were covered. Values of all factors are numbered: those of the first factor from 0, then those of the second, and so on.
// The same rows, entered in the same order, give the same array. Not safe for concurrent use.
type Array struct {
	factor []int32 // by value
	// covered has a bit for each pair of values, see pair.
	covered []uint64
	// refusals counts, for pairs that are not covered, the refused rows with them; alone counts, for values, the refused rows with them as long as
	// they came in no other.
	refusals map[uint32]uint8
	alone    map[uint32]uint8
	accepted []uint64 // a bit for each value that came in a row that was not refused

	possible, done int
}

const (
	// tolerated is how many refused rows a pair may be in until it counts as refused: a row is refused for one of its values, or for one of its
	// pairs, and the others are innocent.
	tolerated = 4
	// banned is how many refused rows a value may be in, if it was in no other, until all its pairs count as refused.
	banned = 16
)

// New returns an array in which nothing is covered, of factors with these numbers of values.
func New(levels []int) *Array {
	a := &Array{refusals: make(map[uint32]uint8), alone: make(map[uint32]uint8)}
	for f, n := range levels {
		a.possible += n * len(a.factor)
		for range n {
			a.factor = append(a.factor, int32(f))
		}
	}
	n := len(a.factor)
	a.covered, a.accepted = make([]uint64, (n*(n-1)/2+63)/64), make([]uint64, (n+63)/64)
	return a
}

// Values is the number of values of all factors.
func (a *Array) Values() int { return len(a.factor) }

// Clone returns a copy that shares nothing with a that changes.
func (a *Array) Clone() *Array {
	out := *a
	out.covered, out.accepted = slices.Clone(a.covered), slices.Clone(a.accepted)
	out.refusals, out.alone = clone(a.refusals), clone(a.alone)
	return &out
}

func clone(m map[uint32]uint8) map[uint32]uint8 {
	out := make(map[uint32]uint8, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

// pair is the number of a pair of different values.
func (a *Array) pair(v, w int) int {
	if v > w {
		v, w = w, v
	}
	return v*(2*len(a.factor)-v-1)/2 + w - v - 1
}

func has(set []uint64, i int) bool { return set[i/64]>>(i%64)&1 != 0 }

// open reports whether two values should come together in a further row.
func (a *Array) open(v, w int) bool {
	if a.factor[v] == a.factor[w] {
		return false
	}
	p := a.pair(v, w)
	return !has(a.covered, p) && (len(a.refusals) == 0 || a.refusals[uint32(p)] < tolerated)
}

// bans reports whether a value is refused by itself.
func (a *Array) bans(v int) bool { return len(a.alone) > 0 && a.alone[uint32(v)] >= banned }

// Enter enters a row that was run: its values, at most one of each factor; refused says that it was not accepted. Rows need not come from Row. Values
// that do not exist are left out.
func (a *Array) Enter(row []int, refused bool) {
	row = slices.DeleteFunc(slices.Clone(row), func(v int) bool { return v < 0 || v >= len(a.factor) })
	if refused {
		a.refuse(row)
		return
	}
	for i, v := range row {
		a.accepted[v/64] |= 1 << (v % 64)
		delete(a.alone, uint32(v))
		for _, w := range row[:i] {
			if a.factor[v] == a.factor[w] {
				continue
			}
			if p := a.pair(v, w); !has(a.covered, p) {
				a.covered[p/64] |= 1 << (p % 64)
				a.done++
				delete(a.refusals, uint32(p))
			}
		}
	}
}

// Teaches reports whether entering a row could change anything.
func (a *Array) Teaches(row []int) bool {
	for i, v := range row {
		if !has(a.accepted, v) {
			return true
		}
		for _, w := range row[:i] {
			if a.factor[v] != a.factor[w] && !has(a.covered, a.pair(v, w)) {
				return true
			}
		}
	}
	return false
}

func (a *Array) refuse(row []int) {
	for i, v := range row {
		if !has(a.accepted, v) && a.alone[uint32(v)] < banned {
			a.alone[uint32(v)]++
		}
		for _, w := range row[:i] {
			if a.open(v, w) {
				a.refusals[uint32(a.pair(v, w))]++
			}
		}
	}
}

// seeds is how many values are considered for the beginning of a row.
const seeds = 8

// Row makes a row of at most size values, 2 or more, of the factors that are allowed, in ascending order: nil when all their pairs are covered or
// refused. It does not enter it.
func (a *Array) Row(r *rng.Rand, size int, allowed func(factor int) bool) []int {
	var from []int
	last, yes := int32(-1), false
	for v, f := range a.factor {
		if f != last {
			last, yes = f, allowed(int(f))
		}
		if yes && !a.bans(v) {
			from = append(from, v)
		}
	}
	first := a.first(r, from)
	if first < 0 {
		return nil
	}
	row, gain := []int{first}, make([]int, len(from))
	for len(row) < size {
		newest, best, ties := row[len(row)-1], -1, 0
		for i, v := range from {
			if gain[i] < 0 {
				continue
			}
			if a.factor[v] == a.factor[newest] {
				gain[i] = -1 // the factor has its value
				continue
			}
			if a.open(v, newest) {
				gain[i]++
			}
			switch {
			case gain[i] == 0:
			case best < 0 || gain[i] > gain[best]:
				best, ties = i, 1
			case gain[i] == gain[best]:
				if ties++; r.Chance(1, ties) {
					best = i
				}
			}
		}
		if best < 0 {
			break
		}
		row = append(row, from[best])
	}
	slices.Sort(row)
	return row
}

// first chooses the value that a row begins with: among some, the one with the most open pairs; -1 when there is no open pair at all.
func (a *Array) first(r *rng.Rand, from []int) int {
	if len(from) < 2 {
		return -1
	}
	best, most := -1, 0
	for range seeds {
		v := rng.Pick(r, from)
		if n := a.opens(v, from); n > most {
			best, most = v, n
		}
	}
	for i := 0; best < 0 && i < len(from); i++ {
		if a.opens(from[i], from) > 0 {
			best = from[i]
		}
	}
	return best
}

// opens counts the open pairs of a value.
func (a *Array) opens(v int, from []int) int {
	n := 0
	for _, w := range from {
		if v != w && a.open(v, w) {
			n++
		}
	}
	return n
}

// Covered is the number of pairs that came in a row which was not refused.
func (a *Array) Covered() int { return a.done }

// Possible is the number of pairs of values of different factors.
func (a *Array) Possible() int { return a.possible }

// Refused is the number of pairs that no further row will have, although none had them: they were in too many refused rows.
func (a *Array) Refused() int {
	n := 0
	for v := range a.factor {
		for w := range v {
			if a.factor[v] == a.factor[w] || has(a.covered, a.pair(v, w)) {
				continue
			}
			if a.bans(v) || a.bans(w) || a.refusals[uint32(a.pair(v, w))] >= tolerated {
				n++
			}
		}
	}
	return n
}

// count counts bits.
func count(set []uint64) int {
	n := 0
	for _, word := range set {
		n += bits.OnesCount64(word)
	}
	return n
}
