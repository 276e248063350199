package values

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// maxLanguageDepth bounds how deep operators of regular expressions nest.
const maxLanguageDepth = 2

// language returns a regular expression over a few texts; it has operators only among Structured values.
func (g *Generator) language(r *rng.Rand, depth int) *term.Term {
	if !g.opts.Structured {
		if g.opts.Ranges && r.Chance(1, 3) {
			return g.characters(r)
		}
		if r.Bool() {
			return g.nullary(r, "re.none", "re.all", "re.allchar")
		}
		return g.op("str.to_re", nil, nil, g.text(r))
	}
	leaf := depth > maxLanguageDepth || r.Chance(1, 3)
	sub := func() *term.Term { return g.language(r, depth+1) }
	switch {
	case leaf && r.Chance(1, 3):
		return g.nullary(r, "re.none", "re.all", "re.allchar")
	case leaf && r.Chance(1, 4):
		low := 'a' + r.IntN(3)
		return g.op("re.range", nil, nil, g.Text(r, []int{low}), g.Text(r, []int{low + r.IntN(3)}))
	case leaf:
		return g.op("str.to_re", nil, nil, g.value(r, sorts.String, budget{values: 1, depth: depth}))
	case r.Bool():
		return g.op(rng.Pick(r, []string{"re.*", "re.+", "re.opt", "re.comp"}), nil, nil, sub())
	}
	return g.op(rng.Pick(r, []string{"re.++", "re.union", "re.inter", "re.diff"}), nil, nil, sub(), sub())
}

// characters returns the language of the one-character words between two characters, the second not below the first. cvc4 refuses other bounds
// and characters above 255, and every solver but z3 wants one-character literals.
func (g *Generator) characters(r *rng.Rand) *term.Term {
	ends := rng.Pick(r, [][2]int{{'0', '9'}, {'a', 'z'}, {'A', 'Z'}, {' ', '~'}, {0, 0xFF}})
	switch r.IntN(3) {
	case 0:
		ends[0] += r.IntN(ends[1] - ends[0] + 1)
		ends[1] = ends[0]
	case 1:
		ends[0] += r.IntN(ends[1] - ends[0] + 1)
		ends[1] -= r.IntN(ends[1] - ends[0] + 1)
	}
	return g.op("re.range", nil, nil, g.Text(r, []int{ends[0]}), g.Text(r, []int{ends[1]}))
}
