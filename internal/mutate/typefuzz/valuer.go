package typefuzz

import (
	"math/big"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/guard"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// valuer chooses literals: those of the seed, the values of its terms under interpretations, the neighbours of both, and corners of sorts.
type valuer struct {
	build   *synth.Builder
	samples *guard.Samples
	own     map[*sorts.Sort]bool // sorts of which the seed has terms; nil: all sorts are allowed
	seeds   map[*sorts.Sort][]*term.Term
	ground  *eval.Evaluator // of literals
}

func newValuer(b *synth.Builder, sm *guard.Samples, everywhere bool) *valuer {
	v := &valuer{build: b, samples: sm, seeds: map[*sorts.Sort][]*term.Term{}}
	if !everywhere {
		v.own = map[*sorts.Sort]bool{}
		for _, s := range b.Pool.Sorts() {
			v.own[s] = true
		}
	}
	return v
}

// value returns a literal of a sort for the place, nil when the seed does not use the sort, or the sort has none.
func (v *valuer) value(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) *term.Term {
	if v.own != nil && !v.own[s] {
		return nil
	}
	if simple(s) {
		switch k := r.IntN(8); {
		case k < 3:
			if t := v.literal(r, s); t != nil {
				return t
			}
		case k < 5:
			if t := v.write(s, v.worth(r, s, pl)); t != nil {
				return t
			}
		case k < 7:
			if t := v.write(s, near(r, v.known(r, s, pl))); t != nil {
				return t
			}
		}
	}
	return v.build.Literal(r, s, pl)
}

// simple reports whether the values of a sort are literals that can be written anywhere.
func simple(s *sorts.Sort) bool {
	return s == sorts.Int || s == sorts.Real || s == sorts.String || s.Kind() == sorts.BitVec || s.Kind() == sorts.Float
}

// literal returns a literal of the seed, nil when it has none.
func (v *valuer) literal(r *rng.Rand, s *sorts.Sort) *term.Term {
	list, looked := v.seeds[s]
	if !looked {
		list = v.build.Pool.Literals(s)
		v.seeds[s] = list
	}
	if len(list) == 0 {
		return nil
	}
	return rng.Pick(r, list)
}

// worth returns the value of an expression of the script under an interpretation, the invalid Value for none.
func (v *valuer) worth(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) value.Value {
	t := v.build.Pool.PickRooted(r, s, pl)
	if t == nil || !guard.Evaluable(t) || len(t.Free()) > 0 {
		return value.Value{}
	}
	all := v.samples.All()
	if len(all) == 0 {
		return value.Value{}
	}
	if r.Bool() {
		return all[0].Value(t) // under the model, if there is one
	}
	return rng.Pick(r, all).Value(t)
}

// known returns the value of a literal of the seed, or of an expression.
func (v *valuer) known(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) value.Value {
	if t := v.literal(r, s); t != nil && r.IntN(3) > 0 {
		if v.ground == nil {
			v.ground = eval.New(v.build.Store, nil, eval.Options{})
		}
		return v.ground.Term(t)
	}
	return v.worth(r, s, pl)
}

// longest bounds the text of a literal, in bytes.
const longest = 64

// write returns a value as a literal that every dialect reads, nil for one that is open or too long.
func (v *valuer) write(s *sorts.Sort, val value.Value) *term.Term {
	if val.Kind() == value.Invalid || !val.IsKnown() {
		return nil
	}
	t, err := value.Term(v.build.Store, s, val)
	if err != nil || t.Sort() != s || t.LiteralKind() == syntax.Algebraic || term.TextSize([]*term.Term{t}) > longest {
		return nil
	}
	return t
}

// near returns a neighbour of a value, where comparisons and carries change; the invalid Value for kinds without neighbours.
func near(r *rng.Rand, v value.Value) value.Value {
	switch v.Kind() {
	case value.Int:
		n := new(big.Int).Set(v.Big())
		return value.OfBig(beside(r, n))
	case value.Real:
		q, ok := v.Rat()
		if !ok {
			return value.Value{}
		}
		return value.OfRat(fraction(r, new(big.Rat).Set(q)))
	case value.BitVec:
		return value.OfBV(bits(r, v.BV()))
	case value.Float:
		f := v.Float()
		n := beside(r, f.Bits())
		if n.Sign() < 0 {
			return value.Value{}
		}
		return value.OfFloat(softfloat.FromBits(f.Format(), n))
	case value.String:
		return text(r, v.Str())
	}
	return value.Value{}
}

func beside(r *rng.Rand, n *big.Int) *big.Int {
	switch r.IntN(6) {
	case 0:
		return n.Neg(n)
	case 1, 2:
		return n.Sub(n, big.NewInt(1))
	}
	return n.Add(n, big.NewInt(1))
}

func fraction(r *rng.Rand, q *big.Rat) *big.Rat {
	switch r.IntN(6) {
	case 0:
		return q.Neg(q)
	case 1:
		return q.Quo(q, big.NewRat(2, 1))
	case 2, 3:
		return q.Sub(q, big.NewRat(1, 1))
	}
	return q.Add(q, big.NewRat(1, 1))
}

func bits(r *rng.Rand, b bitvec.BV) bitvec.BV {
	one := bitvec.New(b.Width(), 1)
	switch r.IntN(6) {
	case 0:
		return b.Not()
	case 1:
		return b.Neg()
	case 2, 3:
		return b.Sub(one)
	}
	return b.Add(one)
}

func text(r *rng.Rand, s smtstr.String) value.Value {
	n := s.Len()
	switch k := r.IntN(4); {
	case n == 0:
		return value.Value{}
	case k == 0:
		return value.OfString(s.Slice(1, n))
	case k == 1:
		return value.OfString(s.Slice(0, n-1))
	case k == 2:
		return value.OfString(s.Rev())
	}
	longer, ok := smtstr.Concat(s, s.CharAt(r.IntN(n)))
	if !ok {
		return value.Value{}
	}
	return value.OfString(longer)
}
