package termspace

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// A Region gives each variable of a space a few values. Its samples are all interpretations that keep to these, so that whatever has a value under
// each of them is known for certain where the variables are restricted to the region.
type Region struct {
	Samples
	// Choices are the values of each variable, in the order of Space.Variables. Whole: these are all values of its sort.
	Choices []Choice
}

// A Choice is the values that a variable may have.
type Choice struct {
	Values []*term.Term
	Whole  bool
	// Interval: the values are consecutive integers, in ascending order.
	Interval bool
}

// lowest and highest bound the integers with which intervals begin.
const lowest, highest = -4, 2

// Region returns a region of at most that many interpretations, at least one: all values of small sorts as far as there is room, and some of those that
// samples take of others, or an interval of integers. It is drawn from r.
func (s *Space) Region(r *rng.Rand, most int) (Region, error) {
	sizes, limits := s.extents(r, most)
	out := Region{}
	v := 0
	for i, c := range s.carriers {
		for range c.vars {
			choice, err := s.choose(r, i, sizes[v])
			if err != nil {
				return out, err
			}
			choice.Whole = uint64(sizes[v]) == c.elements && sizes[v] == limits[v]
			out.Choices = append(out.Choices, choice)
			v++
		}
	}
	all := make([][]*term.Term, len(out.Choices))
	total := uint64(1)
	out.All = true
	for i, c := range out.Choices {
		all[i] = c.Values
		total *= uint64(len(c.Values))
		out.All = out.All && c.Whole
	}
	for n := range total {
		out.add(s, all, n)
	}
	return out, nil
}

// extents returns how many values each variable gets, and how many there are for it: they grow in turn while the product is at most most.
func (s *Space) extents(r *rng.Rand, most int) (sizes, limits []int) {
	for i, c := range s.carriers {
		for range c.vars {
			limit := len(s.values[i])
			if c.sort == sorts.Int {
				limit = max(limit, highest-lowest)
			}
			sizes, limits = append(sizes, 1), append(limits, limit)
		}
	}
	total := 1
	first := r.IntN(max(1, len(sizes)))
	for grown := true; grown; {
		grown = false
		for k := range sizes {
			v := (first + k) % len(sizes)
			if next := total / sizes[v] * (sizes[v] + 1); sizes[v] < limits[v] && next <= most {
				sizes[v]++
				total, grown = next, true
			}
		}
	}
	return sizes, limits
}

// choose draws some values of a carrier.
func (s *Space) choose(r *rng.Rand, carrier, n int) (Choice, error) {
	if s.carriers[carrier].sort == sorts.Int && r.Bool() {
		out := Choice{Interval: true}
		from := lowest + r.IntN(highest-lowest+1)
		for k := range n {
			t, err := value.Term(s.Script.Store, sorts.Int, value.OfInt(int64(from+k)))
			if err != nil {
				return out, err
			}
			out.Values = append(out.Values, t)
		}
		return out, nil
	}
	from := slices.Clone(s.values[carrier])
	n = min(n, len(from))
	for k := range n {
		at := k + r.IntN(len(from)-k)
		from[k], from[at] = from[at], from[k]
	}
	return Choice{Values: from[:n:n]}, nil
}
