package storm

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// maxOdd bounds the atoms made for a chain with operators that no engine invents at random.
const maxOdd = 6

// oddAtoms returns atoms over the seed's own terms with operators that need arguments of a certain form, which random terms do not have:
// re.range between two characters, and arrays that hold one value everywhere.
func (m *material) oddAtoms(r *rng.Rand, targets []mutate.Dialect) []*term.Term {
	o := odd{problem: m, rand: r, targets: targets}
	var texts, arrays []*term.Term
	values := map[*sorts.Sort][]*term.Term{}
	term.Walk(m.problem.Assertions, func(t *term.Term) bool {
		switch {
		case len(t.Free()) > 0 || t.HasMatch() || t.HasBinder():
		case t.Sort() == sorts.String && t.Kind() != term.Literal:
			texts = append(texts, t)
		case t.Sort().Kind() == sorts.Array && t.Kind() == term.App:
			arrays = append(arrays, t)
		}
		if t.Kind() == term.Literal {
			values[t.Sort()] = append(values[t.Sort()], t)
		}
		return true
	})
	var out []*term.Term
	for range maxOdd / 2 {
		if len(texts) > 0 {
			out = append(out, o.inRange(rng.Pick(r, texts)))
		}
		if len(arrays) > 0 {
			a := rng.Pick(r, arrays)
			if elements := values[a.Sort().Args()[1]]; len(elements) > 0 {
				out = append(out, o.constant(a, rng.Pick(r, elements)))
			}
		}
	}
	kept := out[:0]
	for _, t := range out {
		if t != nil {
			kept = append(kept, t)
		}
	}
	return kept
}

// odd makes such atoms; nil where a solver lacks what they need.
type odd struct {
	problem *material
	rand    *rng.Rand
	targets []mutate.Dialect
}

// apply applies an operator, under (as ...) when as is not nil; nil when a solver lacks it under the problem's logic, or one of the arguments is nil.
func (o *odd) apply(name string, as *sorts.Sort, args ...*term.Term) *term.Term {
	var rows []*theory.Row
	st := o.problem.problem.Store
	for _, row := range st.Table.Lookup(name) {
		if row.AvailableInAll(o.targets) && row.KnownUnder(o.problem.problem.Logic, o.targets) {
			rows = append(rows, row)
		}
	}
	for _, a := range args {
		if a == nil {
			return nil
		}
	}
	if len(rows) == 0 {
		return nil
	}
	t, _, err := st.Overload(rows, nil, as, args)
	if err != nil {
		return nil
	}
	return t
}

// inRange returns the atom that a text is one character of a range, or has only such characters, or has one at some
// position.
func (o *odd) inRange(text *term.Term) *term.Term {
	lo := 'a' + rune(o.rand.IntN(26))
	bounds := [][2]rune{{lo, min(lo+rune(o.rand.IntN(5)), 'z')}, {'0', '9'}, {lo, lo}, {' ', '~'}}[o.rand.IntN(4)]
	character := func(c rune) *term.Term {
		return o.problem.problem.Store.Lit(syntax.String, `"`+string(c)+`"`, sorts.String)
	}
	language := o.apply("re.range", nil, character(bounds[0]), character(bounds[1]))
	switch o.rand.IntN(4) {
	case 0:
		language = o.apply("re.*", nil, language)
	case 1:
		language = o.apply("re.+", nil, language)
	case 2:
		all := o.apply("re.all", nil)
		language = o.apply("re.++", nil, all, language, all)
	}
	return o.apply("str.in_re", nil, text, language)
}

// constant returns an atom about an array that holds a value everywhere, and an array of the seed.
func (o *odd) constant(array, value *term.Term) *term.Term {
	if l := o.problem.problem.Logic; l != "" && l != "ALL" {
		return nil // z3 knows constant arrays in no other logic
	}
	return o.apply("=", nil, array, o.apply("const", array.Sort(), value))
}

// withOddAtoms adds such atoms to the fragments.
func (s *source) withOddAtoms(r *rng.Rand, targets []mutate.Dialect) {
	for _, t := range s.material.oddAtoms(r, targets) {
		if script.NeedsOf([]*term.Term{t}) == 0 {
			s.pool.addFragment(t, 1, s.truthOf(t))
		}
	}
}
