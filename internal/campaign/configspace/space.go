package configspace

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/solver/options"
)

// A Space is the options of one target that a search may vary. It does not change once it is made, so any number of searches can share it.
type Space struct{ dimensions []dimension }

// A dimension is one option with its values.
type dimension struct {
	name string
	domain
}

// NewSpace returns the space of the options with these names that have a value other than the default, ordered by name. Options that
// are not in the catalogue or have no other value are left out, and an option that is named twice counts once.
func NewSpace(c *options.Catalogue, names []string) *Space {
	s := &Space{}
	had := make(map[string]bool, len(names))
	for _, name := range names {
		o, ok := c.Option(name)
		if !ok || had[o.Name] {
			continue
		}
		had[o.Name] = true
		if d, ok := newDomain(o); ok {
			s.dimensions = append(s.dimensions, dimension{o.Name, d})
		}
	}
	return s
}

// Len is the number of options.
func (s *Space) Len() int { return len(s.dimensions) }

// Names are those of the options, in their order.
func (s *Space) Names() []string {
	var out []string
	for _, d := range s.dimensions {
		out = append(out, d.name)
	}
	return out
}

// Has reports whether an option is in the space.
func (s *Space) Has(name string) bool {
	return slices.ContainsFunc(s.dimensions, func(d dimension) bool { return d.name == name })
}

func (s *Space) filter(keep func(name string) bool) *Space {
	out := &Space{}
	for _, d := range s.dimensions {
		if keep(d.name) {
			out.dimensions = append(out.dimensions, d)
		}
	}
	return out
}

// A vector has a value for each option of a space: the chromosome of a configuration.
type vector []string

// A gene is the value of one option, by its place in the space.
type gene struct {
	at    int
	value string
}

// genes are the values that are set, in the order of options.
func (v vector) genes() []gene {
	var out []gene
	for i, value := range v {
		if value != unset {
			out = append(out, gene{i, value})
		}
	}
	return out
}

// key distinguishes configurations.
func (v vector) key() string {
	var out []byte
	for _, value := range v {
		out = append(append(out, value...), 0)
	}
	return string(out)
}

func (s *Space) settings(v vector) []options.Setting {
	var out []options.Setting
	for _, g := range v.genes() {
		out = append(out, options.Setting{Name: s.dimensions[g.at].name, Value: g.value})
	}
	return out
}

// vector takes over those of the settings that are in the space.
func (s *Space) vector(settings []options.Setting) vector {
	v := make(vector, len(s.dimensions))
	for i, d := range s.dimensions {
		for _, set := range settings {
			if set.Name == d.name {
				v[i] = unset
				if value, ok := d.canonical(set.Value); ok {
					v[i] = value
				}
			}
		}
	}
	return v
}

// draw returns a vector with default values except for a few options. Of the defects in table 4 of the paper that needed an option, a quarter needed
// one, a quarter two, and half more. Vectors whose values are all random are of little use: of hundreds of options some do not go together, or with
// the formula. If half of its options are random, cvc5 1.0.3 refuses nine configurations in ten; of those drawn here it refuses one in twenty-five.
func (s *Space) draw(r *rng.Rand) vector {
	v := make(vector, len(s.dimensions))
	n := 1 + r.IntN(4)
	if n == 4 {
		n += r.IntN(5)
	}
	for n = min(n, len(v)); n > 0; n-- {
		i := r.IntN(len(v))
		for v[i] != unset {
			i = (i + 1) % len(v)
		}
		v[i] = s.dimensions[i].fresh(r)
	}
	return v
}

// mutate changes each value with the probability 1/n for n options.
func (s *Space) mutate(r *rng.Rand, v vector) vector {
	v = slices.Clone(v)
	for i := range v {
		if r.IntN(len(v)) == 0 {
			v[i] = s.dimensions[i].mutate(r, v[i])
		}
	}
	return v
}

// cross returns the two offspring of a crossover at one point. The point is drawn from those that separate differences of the parents: since most
// values in a vector are defaults, other points would just reproduce the parents (the reduced surrogate of Booker, 1987).
func cross(r *rng.Rand, u, v vector) (p, q vector) {
	var differ []int
	for i := range u {
		if u[i] != v[i] {
			differ = append(differ, i)
		}
	}
	p, q = slices.Clone(u), slices.Clone(v)
	if len(differ) < 2 {
		return p, q
	}
	point := differ[1+r.IntN(len(differ)-1)]
	copy(p[point:], v[point:])
	copy(q[point:], u[point:])
	return p, q
}
