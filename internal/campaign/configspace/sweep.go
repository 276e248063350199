package configspace

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/solver/options"
)

// Each returns a configuration for each option and each of the values that make a solver behave differently, in the order of the options.
func (s *Space) Each() [][]options.Setting {
	var out [][]options.Setting
	for _, d := range s.dimensions {
		for _, value := range d.corners() {
			out = append(out, []options.Setting{{Name: d.name, Value: value}})
		}
	}
	return out
}

// EachPair returns configurations of up to rowSize settings in which each pair of values of two options comes at least once, those with most new pairs
// first; no more than most of them, 0 for all. It is drawn from r.
func (s *Space) EachPair(r *rng.Rand, most int) [][]options.Setting {
	var out [][]options.Setting
	p := NewPairs(s)
	for most == 0 || len(out) < most {
		row := p.Row(r, s)
		if len(row) == 0 {
			break
		}
		p.Enter(p.Tried(row, false))
		out = append(out, row)
	}
	return out
}
