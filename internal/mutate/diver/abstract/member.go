package abstract

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// member is the set of the languages that have a word, or of those that do not. It uses its builder as language does.
type member struct {
	b    *smtstr.Builder
	word smtstr.String
	not  bool
}

// Having returns the set of the builder's languages that have the word, or of those that do not.
func Having(b *smtstr.Builder, word smtstr.String, yes bool) Set { return member{b, word, !yes} }

// AsHaving returns the word of a set made by Having, and whether it is the set of the languages that have it; ok is false for others.
func AsHaving(set Set) (word smtstr.String, yes, ok bool) {
	m, ok := set.(member)
	return m.word, !m.not, ok
}

func (m member) Sort() *sorts.Sort { return sorts.RegLan }

// Has implements Set. A language for which it takes too long to tell is not in it.
func (m member) Has(v value.Value) bool {
	if v.Kind() != value.RegLan {
		return false
	}
	in, ok := m.b.Match(v.Regex(), m.word, matchSteps)
	return ok && in != m.not
}

// Score implements Set: about half of all random languages have a word, as about half of all truth values are true.
func (m member) Score() float64 { return 0.5 }

// Pick implements Set: the word alone or with others, everything, or the words before it; or the complement of one of those.
func (m member) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	v := otherThan(not, func() value.Value {
		l := m.having(r)
		if m.not {
			l = m.b.Comp(l)
		}
		return value.OfRegex(l)
	})
	return v, m.Has(v)
}

// having returns a language that has the word.
func (m member) having(r *rng.Rand) smtstr.Regex {
	n := m.word.Len()
	i := r.IntN(n + 1)
	before, behind := m.b.Word(m.word.Slice(0, i)), m.b.Word(m.word.Slice(i, n))
	switch r.IntN(7) {
	case 0:
		return m.b.Word(m.word)
	case 1:
		return m.b.All()
	case 2:
		return m.b.Union(m.b.Word(m.word), m.b.Word(pickShort(r)))
	case 3:
		return m.b.Concat(before, m.b.All())
	case 4:
		return m.b.Star(m.b.Word(m.word))
	case 5:
		return m.b.Concat(m.b.Opt(before), m.b.Star(m.b.Union(behind, m.b.AllChar())))
	}
	return m.b.Loop(m.b.AllChar(), min(n, i), n+r.IntN(3))
}

// Formula implements Set.
func (m member) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	w, err := value.Term(st, sorts.String, value.OfString(m.word))
	if err != nil {
		return nil, err
	}
	return negated(st, m.not)(apply(st, "str.in_re", w, x))
}

func (m member) Same(other Set) bool { return other == Set(m) }

func (m member) String() string {
	if m.not {
		return "languages without " + m.word.Literal()
	}
	return "languages with " + m.word.Literal()
}
