package abstract

import (
	"errors"
	"fmt"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// A Function maps values of one sort to values of another: the value of an application as a function of one argument. Its
// methods may be called as long as the evaluation that it belongs to lasts.
type Function interface {
	// Apply returns the function's value, which may be open.
	Apply(v value.Value) value.Value
	// Back returns a random value at which the function may have the value w; ok is false when it knows none. The caller applies the
	// function to check.
	Back(r *rng.Rand, w value.Value) (v value.Value, ok bool)
	// Term applies the function to a term.
	Term(st *term.Store, x *term.Term) (*term.Term, error)
	// Same reports whether the other function is certainly the same.
	Same(other Function) bool
	// String writes the function for people, with _ for its argument.
	String() string
}

// maxChain bounds how many functions Has goes through: each costs an evaluation.
const maxChain = 8

// ErrOpen says that a set consists of the values at which a function has some known value: no formula expresses this.
var ErrOpen = errors.New("abstract: no formula tells open values from known ones")

// preimage is the set of the values that a function maps into another set.
type preimage struct {
	sort  *sorts.Sort
	f     Function
	want  Set
	chain int
	loose float64 // a score that is known from elsewhere
}

// Preimage returns the set of exactly the values that f maps into want. Membership is decided by applying f, so the set is complete
// whatever f is. Its score is at least loose. ok is false when too many functions are chained.
func Preimage(s *sorts.Sort, f Function, want Set, loose float64) (set Set, ok bool) {
	p := preimage{sort: s, f: f, want: want, chain: 1 + chainOf(want), loose: loose}
	return p, p.chain <= maxChain
}

// chainOf returns how many functions Has applies one after the other.
func chainOf(s Set) int {
	switch x := s.(type) {
	case preimage:
		return x.chain
	case *cells:
		return x.chain
	case *built:
		return x.chain
	}
	return 0
}

func (p preimage) Sort() *sorts.Sort { return p.sort }

func (p preimage) Has(v value.Value) bool { return v.IsKnown() && p.want.Has(p.f.Apply(v)) }

// Score is that of the other set, or what the values of the sort allow if they are few: how many of them the function maps to one value
// is unknown.
func (p preimage) Score() float64 {
	score := max(p.want.Score(), p.loose)
	if w := p.sort.Width(); w > 0 && w < 10 {
		score = min(score, float64(uint64(1)<<w)/1000)
	}
	return score
}

// tries bounds how many values Pick asks for.
const tries = 4

// Pick maps members of the other set back through the function; some of them have no preimage.
func (p preimage) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	for range tries {
		if v, ok := p.guess(r); ok && p.Has(v) && !same(v, not) {
			return v, true
		}
	}
	return value.Value{}, false
}

// guess maps one member of the set at the end of the chain back to this one.
func (p preimage) guess(r *rng.Rand) (v value.Value, ok bool) {
	w, further := p.want.(preimage)
	if further {
		v, ok = w.guess(r)
	} else {
		v, ok = p.want.Pick(r, value.Value{})
	}
	if !ok || !v.IsKnown() {
		return value.Value{}, false
	}
	return p.f.Back(r, v)
}

// same reports whether two values are equal and known; one may be the zero Value.
func same(a, b value.Value) bool {
	return a.Kind() == b.Kind() && a.Kind() != value.Invalid && a.IsKnown() && b.IsKnown() && value.Compare(a, b) == 0
}

func (p preimage) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	y, err := p.f.Term(st, x)
	if err != nil {
		return nil, err
	}
	f, err := p.want.Formula(st, y)
	if err == nil && f == nil {
		err = ErrOpen
	}
	return f, err
}

func (p preimage) Same(other Set) bool {
	o, ok := other.(preimage)
	return ok && o.sort == p.sort && p.f.Same(o.f) && p.want.Same(o.want)
}

func (p preimage) String() string { return fmt.Sprintf("%v in %v", p.f, p.want) }
