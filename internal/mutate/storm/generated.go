package storm

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/generate/grammar"
)

// maxGenerated bounds the assertions of a generated partner.
const maxGenerated = 8

// generated returns a script from the grammar, as a seed to combine with one of a logic: it has operators and sorts of all theories of the logic.
// ok is false for an unknown kind of grammar.
func (e *Engine) generated(r *rng.Rand, logic string, targets []mutate.Dialect) (partner seeds.Seed, ok bool) {
	g, err := grammar.New(grammar.Options{Table: e.opts.Table, Logic: logic, Solvers: targets, Fewest: 1, Assertions: maxGenerated})
	if err != nil {
		return seeds.Seed{}, false
	}
	return seeds.New("a generated script", g.Generator().Next(r).String()), true
}
