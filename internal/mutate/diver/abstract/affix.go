package abstract

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Place is where a string occurs in another one.
type Place uint8

// The places.
const (
	AtStart  Place = iota // str.prefixof
	AtEnd                 // str.suffixof
	Anywhere              // str.contains
)

// in reports whether a string occurs at that place in another one.
func (p Place) in(whole, part smtstr.String) bool {
	switch p {
	case AtStart:
		return whole.HasPrefix(part)
	case AtEnd:
		return whole.HasSuffix(part)
	}
	return whole.Contains(part)
}

// formula says that part occurs at that place in whole.
func (p Place) formula(st *term.Store, whole, part *term.Term) (*term.Term, error) {
	switch p {
	case AtStart:
		return apply(st, "str.prefixof", part, whole)
	case AtEnd:
		return apply(st, "str.suffixof", part, whole)
	}
	return apply(st, "str.contains", whole, part)
}

// affixed is the set of strings that have a word at a place, as w Σ*, Σ* w, Σ* w Σ*; or of all others.
type affixed struct {
	at   Place
	word smtstr.String // not empty
	not  bool
}

// With returns the set of strings that have the word at the place, w Σ*, Σ* w or Σ* w Σ*, or of all others.
func With(at Place, word smtstr.String, yes bool) Set {
	switch {
	case word.Len() > 0:
		return affixed{at, word, !yes}
	case yes:
		return Any(sorts.String)
	}
	return Nothing(sorts.String)
}

func (a affixed) Sort() *sorts.Sort { return sorts.String }

func (a affixed) Has(v value.Value) bool {
	s, ok := textOf(v)
	return ok && a.at.in(s, a.word) != a.not
}

// Score implements Set: there is a Kleene star in it (DIVER paper, section III-B).
func (a affixed) Score() float64 { return MaxScore }

func (a affixed) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	like, ok := textOf(not)
	sure := a.word
	if a.not {
		sure = smtstr.String{}
	}
	return pickMember(a, not, sure, func() smtstr.String {
		if ok && r.Bool() {
			return changed(r, like)
		}
		if a.not {
			return pickUnlike(r, a.word)
		}
		before, behind := pickShort(r), pickShort(r)
		if a.at == AtStart {
			before = smtstr.String{}
		}
		if a.at == AtEnd {
			behind = smtstr.String{}
		}
		return join(before, a.word, behind)
	})
}

// pickUnlike returns a string that mostly does not contain a word: an arbitrary one, or the word with a character changed or left out.
func pickUnlike(r *rng.Rand, word smtstr.String) smtstr.String {
	if r.Bool() || word.Len() > maxPicked {
		return pickShort(r)
	}
	i := r.IntN(word.Len())
	return join(word.Slice(0, i), pickText(r, r.IntN(2)), word.Slice(i+1, word.Len()))
}

// pickMember returns a string from a source that is in the set, one other than not if there is one among the first few. Otherwise it is the one
// that is certainly in the set, if it is.
func pickMember(set Set, not value.Value, sure smtstr.String, source func() smtstr.String) (value.Value, bool) {
	const most = 8
	for range most {
		if v := value.OfString(source()); set.Has(v) && !same(v, not) {
			return v, true
		}
	}
	v := value.OfString(sure)
	return v, set.Has(v)
}

func (a affixed) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	w, err := value.Term(st, sorts.String, value.OfString(a.word))
	if err != nil {
		return nil, err
	}
	return negated(st, a.not)(a.at.formula(st, x, w))
}

// negated returns a formula or its negation.
func negated(st *term.Store, not bool) func(*term.Term, error) (*term.Term, error) {
	return func(t *term.Term, err error) (*term.Term, error) {
		if err == nil && not {
			return apply(st, "not", t)
		}
		return t, err
	}
}

func (a affixed) Same(other Set) bool { return other == Set(a) }

func (a affixed) String() string {
	text := a.word.Literal()
	if a.at != AtStart {
		text = "Σ* " + text
	}
	if a.at != AtEnd {
		text += " Σ*"
	}
	if a.not {
		return "not " + text
	}
	return text
}

// part is the set of strings that occur at a place in a word, or of all others.
type part struct {
	at   Place
	word smtstr.String
	not  bool
}

// Within returns the set of strings that occur at the place in a word: its prefixes, suffixes or all its parts; or of all others.
func Within(at Place, word smtstr.String, yes bool) Set {
	if word.Len() == 0 {
		empty := value.OfString(word)
		if yes {
			return Exactly(sorts.String, empty)
		}
		return Except(sorts.String, empty)
	}
	return part{at, word, !yes}
}

func (p part) Sort() *sorts.Sort { return sorts.String }

func (p part) Has(v value.Value) bool {
	s, ok := textOf(v)
	return ok && p.at.in(p.word, s) != p.not
}

// Score implements Set: a thousandth for each length, or 1 for the complement.
func (p part) Score() float64 {
	if p.not {
		return MaxScore
	}
	return min(MaxScore, float64(p.word.Len()+1)*MinScore)
}

func (p part) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	sure := p.word
	if p.not {
		sure = join(p.word, pickLetter(r))
	}
	return pickMember(p, not, sure, func() smtstr.String {
		if p.not {
			if r.Bool() && p.word.Len() <= maxPicked {
				return changed(r, p.word)
			}
			return pickShort(r)
		}
		n := p.word.Len()
		i, j := 0, n
		if p.at != AtStart {
			i = r.IntN(n + 1)
		}
		if p.at != AtEnd {
			j = i + r.IntN(n+1-i)
		}
		return p.word.Slice(i, j)
	})
}

func (p part) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	w, err := value.Term(st, sorts.String, value.OfString(p.word))
	if err != nil {
		return nil, err
	}
	return negated(st, p.not)(p.at.formula(st, w, x))
}

func (p part) Same(other Set) bool { return other == Set(p) }

func (p part) String() string {
	text := [...]string{"prefix", "suffix", "part"}[p.at] + " of " + p.word.Literal()
	if p.not {
		return "no " + text
	}
	return text
}
