package abstract

import (
	"errors"
	"fmt"

	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// A Function takes values of one sort to values of another: what an application is worth, seen from one argument. Its methods
// may be called as long as the evaluation that it stands for goes on.
type Function interface {
	// Apply returns the function's value, which may be open.
	Apply(v value.Value) value.Value
	// Back returns a value of which the function may have the value w, a random one; ok is false when it knows none. Whoever asks applies
	// the function.
	Back(r *rng.Rand, w value.Value) (v value.Value, ok bool)
	// Term applies the function to a term.
	Term(st *term.Store, x *term.Term) (*term.Term, error)
	// Same reports whether the other function is for certain the same.
	Same(other Function) bool
	// String writes the function for people, _ standing for its argument.
	String() string
}

// maxChain bounds how many functions Has goes through: each costs an evaluation.
const maxChain = 8

// ErrOpen says that a set is that of the values of which a function has a known value, whichever: no formula says so.
var ErrOpen = errors.New("abstract: no formula tells open values from known ones")

// preimage is the set of the values that a function takes into another set.
type preimage struct {
	sort  *sorts.Sort
	f     Function
	want  Set
	chain int
	loose float64 // a score that is known otherwise
}

// Preimage returns the set of exactly the values that f takes into want. To be in it is decided by applying f, so the set is complete
// whatever f is. Its score is at least loose. ok is false when too many functions follow upon one another.
func Preimage(s *sorts.Sort, f Function, want Set, loose float64) (set Set, ok bool) {
	p := preimage{sort: s, f: f, want: want, chain: 1 + chainOf(want), loose: loose}
	return p, p.chain <= maxChain
}

// chainOf returns how many functions Has goes through one after the other.
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

// Score is that of the other set, or what the values of the sort allow where they are few: how many of them the function takes to one is
// not known.
func (p preimage) Score() float64 {
	score := max(p.want.Score(), p.loose)
	if w := p.sort.Width(); w > 0 && w < 10 {
		score = min(score, float64(uint64(1)<<w)/1000)
	}
	return score
}

// tries bounds the values that Pick asks for.
const tries = 4

// Pick takes members of the other set back through the function, some of which come from nowhere.
func (p preimage) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	for range tries {
		if v, ok := p.guess(r); ok && p.Has(v) && !same(v, not) {
			return v, true
		}
	}
	return value.Value{}, false
}

// guess takes one member of the set at the end of the chain back to here.
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

// same reports whether two values are equal and known; one may be of no kind.
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
