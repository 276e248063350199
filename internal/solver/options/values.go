package options

import (
	"math"
	"regexp"
	"slices"
	"strconv"
)

var digits = regexp.MustCompile(`^[0-9]+$`)

// Alternatives returns values of an option other than its default that make a solver behave differently: all values for options with
// few values, and for numbers the ends of the range and some in between. Values that the profile excludes are not among them. The
// order is always the same.
func (o *Option) Alternatives() []string {
	var all []string
	switch {
	case len(o.Values) > 0:
		all = slices.Clone(o.Values)
	case o.Kind == Bool:
		all = []string{"false", "true"}
	case o.Kind == Switch:
		all = []string{"true"}
	case o.Kind == Int || o.Kind == Uint:
		all = o.integers()
	case o.Kind == Double:
		all = o.reals()
	}
	return slices.DeleteFunc(all, func(v string) bool { return v == o.Default || !o.Allows(v) })
}

// Allows reports whether a value may be searched: the profile does not exclude it.
func (o *Option) Allows(value string) bool {
	return !slices.ContainsFunc(o.Without, func(e Excluded) bool { return e.Value == value })
}

// integers are 0, 1, neighbours, halves and doubles of the default, and a large integer.
func (o *Option) integers() []string {
	const large = 1 << 20
	standard, err := strconv.ParseInt(o.Default, 10, 64)
	candidates := []int64{0, 1}
	if err == nil && standard < math.MaxInt32 && standard > math.MinInt32 {
		candidates = append(candidates, standard/2, standard+1, 2*standard)
	}
	candidates = append(candidates, large)
	if o.Kind == Int {
		candidates = append(candidates, -1)
	}
	least, most := o.IntegerBounds()
	var out []string
	for _, n := range candidates {
		if v := strconv.FormatInt(min(max(n, least), most), 10); !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// reals are 0, 1, a half and the double of the default.
func (o *Option) reals() []string {
	candidates := []float64{0, 1}
	if standard, err := strconv.ParseFloat(o.Default, 64); err == nil {
		if standard != 0 {
			candidates = append(candidates, standard/2, 2*standard)
		} else {
			candidates = append(candidates, 0.5)
		}
		candidates = slices.DeleteFunc(candidates, func(f float64) bool { return f == standard })
	}
	least, most := o.RealBounds()
	var out []string
	for _, f := range candidates {
		// Without exponents, which not all solvers read.
		if v := strconv.FormatFloat(min(max(f, least), most), 'f', -1, 64); !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// IntegerBounds are the bounds of an integer, both inclusive. A bound that is unknown or unreadable is that of int64, or 0 as the lower
// bound of an unsigned integer.
func (o *Option) IntegerBounds() (least, most int64) {
	least, most = math.MinInt64, math.MaxInt64
	if n, err := strconv.ParseInt(o.Least, 10, 64); err == nil {
		least = n
	}
	if n, err := strconv.ParseInt(o.Most, 10, 64); err == nil {
		most = n
	}
	if o.Kind == Uint {
		least = max(0, least)
	}
	return least, most
}

// RealBounds are the bounds of a double, both inclusive, and infinite if unknown or unreadable.
func (o *Option) RealBounds() (least, most float64) {
	least, most = math.Inf(-1), math.Inf(1)
	if f, err := strconv.ParseFloat(o.Least, 64); err == nil && !math.IsNaN(f) {
		least = f
	}
	if f, err := strconv.ParseFloat(o.Most, 64); err == nil && !math.IsNaN(f) {
		most = f
	}
	return least, most
}
