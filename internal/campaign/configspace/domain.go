package configspace

import (
	"math"
	"math/bits"
	"slices"
	"strconv"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/solver/options"
)

// unset is the value of an option that is left at its default.
const unset = ""

// A domain is the set of values that an option may be given, with the ways to draw one.
type domain interface {
	// canonical is how a value is written, unset for the default. It returns false for what is not a value, out of bounds, or excluded by the
	// profile.
	canonical(value string) (string, bool)
	// fresh draws a value other than the default.
	fresh(r *rng.Rand) string
	// mutate draws a value near another one, which may be unset. Where it finds none within its attempts, it returns that one.
	mutate(r *rng.Rand, value string) string
	// corners are values other than the default that make a solver behave differently, at least one.
	corners() []string
}

// attempts bounds how often a number is drawn again, because it is the same or excluded.
const attempts = 16

// newDomain returns false for an option with no value other than its default.
func newDomain(o *options.Option) (domain, bool) {
	alternatives := o.Alternatives()
	if len(o.Values) == 0 {
		switch o.Kind {
		case options.Int, options.Uint:
			return newIntegers(o, alternatives)
		case options.Double:
			return newReals(o, alternatives)
		case options.Bool, options.Mode, options.Text, options.Switch:
		}
	}
	var c choice
	for _, v := range alternatives {
		if v != unset && !slices.Contains(c.values, v) {
			c.values = append(c.values, v)
		}
	}
	c.standard = o.Default
	return c, len(c.values) > 0
}

// choice is a domain with few values: truth values, modes, switches, and numbers if the solver explains each of them.
type choice struct {
	values   []string // without the default
	standard string
}

func (c choice) canonical(value string) (string, bool) {
	if value == c.standard {
		return unset, true
	}
	return value, slices.Contains(c.values, value)
}

func (c choice) fresh(r *rng.Rand) string { return rng.Pick(r, c.values) }

// mutate chooses another value, or the default: for a truth value whose default is known, this is its negation.
func (c choice) mutate(r *rng.Rand, value string) string {
	at := slices.Index(c.values, value)
	if at < 0 {
		return c.fresh(r)
	}
	// One of the others: unset replaces the value itself.
	if i := r.IntN(len(c.values)); i != at {
		return c.values[i]
	}
	return unset
}

func (c choice) corners() []string { return c.values }

// number has what integers and reals have in common.
type number[N int64 | float64] struct {
	least, most N
	excluded    []N
	standard    N // 0 when it is unknown
	known       bool
	// special are the corners, in canonical form.
	special []string
	parse   func(string) (N, bool)
	print   func(N) string
}

func (n *number[N]) canonical(value string) (string, bool) {
	x, ok := n.parse(value)
	if !ok || n.known && x == n.standard {
		return unset, ok
	}
	return n.print(x), x >= n.least && x <= n.most && !slices.Contains(n.excluded, x)
}

func (n *number[N]) corners() []string { return n.special }

// fill enters what is known about the option. It returns false when nothing is left.
func (n *number[N]) fill(o *options.Option, alternatives []string) bool {
	n.standard, n.known = n.parse(o.Default)
	for _, e := range o.Without {
		if x, ok := n.parse(e.Value); ok {
			n.excluded = append(n.excluded, x)
		}
	}
	for _, v := range alternatives {
		if c, ok := n.canonical(v); ok && c != unset && !slices.Contains(n.special, c) {
			n.special = append(n.special, c)
		}
	}
	return len(n.special) > 0
}

// freshBy draws a corner in one half of the cases, and a value near the default otherwise.
func (n *number[N]) freshBy(r *rng.Rand, step func(*rng.Rand, N) N) string {
	if n.known && r.Bool() {
		if v := n.mutateBy(r, unset, step); v != unset {
			return v
		}
	}
	return rng.Pick(r, n.special)
}

// mutateBy is mutate with a way to draw a number near another one. If the default is unknown, the corners count as near it.
func (n *number[N]) mutateBy(r *rng.Rand, value string, step func(*rng.Rand, N) N) string {
	x := n.standard
	if value != unset {
		x, _ = n.parse(value)
	} else if !n.known {
		return rng.Pick(r, n.special)
	}
	for range attempts {
		if v, ok := n.canonical(n.print(step(r, x))); ok && v != value {
			return v
		}
	}
	return value
}

// integers are changed by adding something random.
type integers struct{ number[int64] }

func newIntegers(o *options.Option, alternatives []string) (domain, bool) {
	d := &integers{}
	d.parse = parseInteger
	d.print = func(x int64) string { return strconv.FormatInt(x, 10) }
	d.least, d.most = o.IntegerBounds()
	// Solvers refuse what does not fit into their own integers, most of which have 32 bits.
	standard, _ := d.parse(o.Default)
	if d.least == math.MinInt64 {
		d.least = min(math.MinInt32, standard, d.most)
	}
	if d.most == math.MaxInt64 {
		d.most = max(math.MaxInt32, standard, d.least)
	}
	return d, d.fill(o, alternatives)
}

// parseInteger also reads 1.0, as profiles and people may write it.
func parseInteger(s string) (int64, bool) {
	if x, err := strconv.ParseInt(s, 10, 64); err == nil {
		return x, true
	}
	const exact = 1 << 53
	f, err := strconv.ParseFloat(s, 64)
	return int64(f), err == nil && f == math.Trunc(f) && math.Abs(f) < exact
}

func (d *integers) fresh(r *rng.Rand) string                { return d.freshBy(r, d.step) }
func (d *integers) mutate(r *rng.Rand, value string) string { return d.mutateBy(r, value, d.step) }

// step adds a small delta in half of the cases, since limits and strategies are mostly small numbers. In a quarter it adds a power of two, since what
// an integer bounds may have any size. Otherwise it goes to a corner, where code has its special cases.
func (d *integers) step(r *rng.Rand, x int64) int64 {
	const small = 16
	var delta uint64
	switch r.IntN(4) {
	case 0:
		return min(max(rng.Pick(r, []int64{0, 1, -1, d.least, d.most, d.standard, x / 2}), d.least), d.most)
	case 1:
		delta = 1 << r.IntN(max(1, bits.Len64(uint64(d.most)-uint64(d.least))))
	default:
		delta = 1 + r.Uint64()%small
	}
	// The differences are computed as unsigned numbers, so that they cannot overflow.
	if r.Bool() {
		if delta > uint64(d.most)-uint64(x) {
			return d.most
		}
		return int64(uint64(x) + delta)
	}
	if delta > uint64(x)-uint64(d.least) {
		return d.least
	}
	return int64(uint64(x) - delta)
}
