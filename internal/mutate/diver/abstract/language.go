package abstract

import (
	"fmt"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Bounds on questions about languages.
const (
	matchSteps   = 1 << 12 // of a match
	witnessSteps = 1 << 11 // of the search for a word
	maxShape     = 200     // parts of an expression that become terms
)

// language is the set of the words of a regular expression, or of all others. Its builder remembers what it is asked, so only one
// goroutine at a time may use the set: that of the evaluation whose builder it is. Its answers never change.
type language struct {
	b   *smtstr.Builder
	r   smtstr.Regex
	not bool
}

// Language returns the set of the words of a regular expression, which is the builder's, or of all others.
func Language(b *smtstr.Builder, r smtstr.Regex, yes bool) Set {
	switch {
	case r == b.All() && yes, r == b.None() && !yes:
		return Any(sorts.String)
	case r == b.All(), r == b.None():
		return Nothing(sorts.String)
	}
	return language{b, r, !yes}
}

func (l language) Sort() *sorts.Sort { return sorts.String }

// Has implements Set. A word that takes too long to match is in no language.
func (l language) Has(v value.Value) bool {
	s, ok := textOf(v)
	if !ok {
		return false
	}
	in, ok := l.b.Match(l.r, s, matchSteps)
	return ok && in != l.not
}

// Score implements Set: 1 with a Kleene star or a complement, else that of a single value (DIVER paper, section III-B).
func (l language) Score() float64 {
	if l.not || l.r.Unbounded(maxShape) {
		return MaxScore
	}
	return MinScore
}

// Pick implements Set: variations of the given word, arbitrary words, and a shortest one.
func (l language) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	like, ok := textOf(not)
	ok = ok && like.Len() <= maxPicked
	if !ok && !l.not {
		like, ok, _ = l.b.Witness(l.r, witnessSteps)
	}
	v, found := pickMember(l, not, like, func() smtstr.String {
		if ok && r.IntN(4) > 0 {
			return changed(r, like)
		}
		return pickShort(r)
	})
	if !found || same(v, not) {
		if s, is := l.another(r, not); is {
			return value.OfString(s), true
		}
	}
	return v, found
}

// another returns a shortest word of the set other than a given one, in half of all cases among those with at least a few characters.
func (l language) another(r *rng.Rand, not value.Value) (s smtstr.String, found bool) {
	in := l.r
	if l.not {
		in = l.b.Comp(in)
	}
	if word, ok := textOf(not); ok {
		in = l.b.Diff(in, l.b.Word(word))
	}
	if r.Bool() {
		long := l.b.Inter(in, l.b.LoopFrom(l.b.AllChar(), 1+r.IntN(6)))
		if s, found, ok := l.b.Witness(long, witnessSteps); found && ok {
			return s, true
		}
	}
	s, found, ok := l.b.Witness(in, witnessSteps)
	return s, found && ok
}

func (l language) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	w := regexWriter{st: st, left: maxShape, done: map[int]*term.Term{}}
	r, err := w.term(l.r)
	if err != nil {
		return nil, err
	}
	return negated(st, l.not)(apply(st, "str.in_re", x, r))
}

func (l language) Same(other Set) bool { return other == Set(l) }

func (l language) String() string {
	text := l.r.String()
	if len(text) > 200 {
		text = text[:200] + "..."
	}
	if l.not {
		return "not in " + text
	}
	return "in " + text
}

// regexWriter makes the terms of regular expressions.
type regexWriter struct {
	st   *term.Store
	left int
	done map[int]*term.Term // by ID
}

// term writes an expression.
func (w *regexWriter) term(r smtstr.Regex) (*term.Term, error) {
	if t := w.done[r.ID()]; t != nil {
		return t, nil
	}
	s, ok := r.Shape()
	if w.left--; w.left < 0 || !ok {
		return nil, fmt.Errorf("abstract: %w: the expression is %s", value.ErrNoTerm, value.TooLarge)
	}
	var args []*term.Term
	for _, word := range s.Words {
		args = append(args, w.st.Lit(syntax.String, word.Literal(), sorts.String))
	}
	for _, a := range s.Args {
		t, err := w.term(a)
		if err != nil {
			return nil, err
		}
		args = append(args, t)
	}
	t, err := w.apply(s, args)
	if err != nil {
		return nil, err
	}
	w.done[r.ID()] = t
	return t, nil
}

// apply applies the operator of a shape.
func (w *regexWriter) apply(s smtstr.Shape, args []*term.Term) (*term.Term, error) {
	if s.Op == "re.loop" && len(s.Indices) == 1 { // the standard has no unbounded loop
		least, err := w.indexed("re.^", s.Indices, args...)
		if err != nil {
			return nil, err
		}
		rest, err := apply(w.st, "re.*", args...)
		if err != nil {
			return nil, err
		}
		return apply(w.st, "re.++", least, rest)
	}
	return w.indexed(s.Op, s.Indices, args...)
}

func (w *regexWriter) indexed(op string, idx []int, args ...*term.Term) (*term.Term, error) {
	t, _, err := w.st.Overload(w.st.Table.Lookup(op), idx, nil, args)
	if err != nil {
		return nil, fmt.Errorf("abstract: %w", err)
	}
	return t, nil
}
