package termspace

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Samples are interpretations of the variables of a space.
type Samples struct {
	Models []*model.Model
	// Values are what each of them gives the variables, in their order.
	Values [][]*term.Term
	// All: there are no other interpretations.
	All bool
}

// Samples returns interpretations of the variables by the constants and values of their sorts: all of these if there are no more than most, otherwise some
// drawn from r, without repetition.
func (s *Space) Samples(r *rng.Rand, most int) Samples {
	var choices [][]*term.Term
	total, finite := uint64(1), true
	for i, c := range s.carriers {
		for range c.vars {
			choices = append(choices, s.values[i])
			total = times(total, uint64(len(s.values[i])))
			finite = finite && uint64(len(s.values[i])) == c.elements
		}
	}
	out := Samples{All: finite && total <= uint64(most)}
	if total <= uint64(most) {
		for n := range total {
			out.add(s, choices, n)
		}
		return out
	}
	drawn := make(map[uint64]bool)
	for len(drawn) < most {
		n := r.Uint64() % total
		if !drawn[n] {
			drawn[n] = true
			out.add(s, choices, n)
		}
	}
	return out
}

// add adds interpretation number n.
func (out *Samples) add(s *Space, choices [][]*term.Term, n uint64) {
	m := &model.Model{Script: s.Script, Defs: make(map[*term.Decl]*model.Def)}
	var values []*term.Term
	for i, d := range s.Variables {
		of := uint64(len(choices[i]))
		v := choices[i][n%of]
		n /= of
		m.Defs[d] = &model.Def{Body: v}
		values = append(values, v)
	}
	out.Models, out.Values = append(out.Models, m), append(out.Values, values)
}

// elements returns how many elements a sort has, 0 for infinitely many and for those that are not counted here.
func (s *Space) elements(of *sorts.Sort) uint64 {
	switch {
	case of == sorts.Bool:
		return 2
	case of == sorts.RoundingMode:
		return 5
	case of.Kind() == sorts.BitVec && of.Width() < 32:
		return 1 << of.Width()
	case of.Kind() == sorts.Field && of.Order().IsUint64():
		return of.Order().Uint64()
	case of.Name() == "Set" && len(of.Args()) == 1:
		if n := s.elements(of.Args()[0]); n > 0 && n < 6 {
			return 1 << n
		}
	}
	return s.enumerated(of)
}

// Leaves calls f for each variable and constant of each sort.
func (s *Space) Leaves(f func(*term.Term)) {
	for _, c := range s.carriers {
		for _, t := range c.leaves {
			f(t)
		}
	}
}
