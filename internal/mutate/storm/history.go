package storm

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

const (
	// maxHistory bounds how many formulas of known bugs a chain takes in, and historyTries how many are drawn to find one that all solvers read.
	maxHistory, historyTries = 2, 6
	// holeShare is how often, in percent, a constant of such a formula makes way for a term of the seed of its sort.
	holeShare = 75
	// maxFilling is how large such a term is, and maxFillings how many of a seed take part.
	maxFilling, maxFillings = 30, 2_000
)

// withHistory adds formulas of known bugs to the material, in a share of the chains. They are material like that of a partner: what solvers did with
// them counts for nothing, and their values come from evaluation.
func (e *Engine) withHistory(ctx context.Context, m *material, env mutate.Env, r *rng.Rand) *material {
	if e.past == nil || !r.Chance(e.opts.History, 100) {
		return m
	}
	own := len(m.problem.Assertions)
	wanted := 1 + r.IntN(maxHistory)
	for range historyTries {
		if wanted == 0 || ctx.Err() != nil {
			break
		}
		if with := e.remembering(ctx, m, own, env, r); with != nil {
			m = with
			wanted--
		}
	}
	return m
}

// remembering returns the material with one more formula, nil where the one that was drawn cannot be read by all solvers or combined with the rest.
func (e *Engine) remembering(ctx context.Context, m *material, own int, env mutate.Env, r *rng.Rand) *material {
	text, ok := e.past.Partner(r, m.problem.Logic)
	if !ok || slices.ContainsFunc(m.seeds, func(s *mutate.Seed) bool { return s.Hash == text.Hash }) {
		return nil
	}
	other, j := e.joint(ctx, m.problem, text, env)
	if j == nil {
		return nil
	}
	filled, err := fill(j.Store, j.Assertions[:own], j.Assertions[j.First:], r)
	if err != nil {
		return nil
	}
	copy(j.Assertions[j.First:], filled)
	out := &material{problem: &j.Problem}
	out.seeds = append(append(out.seeds, m.seeds...), other)
	out.of = append(append(out.of, m.of...), len(filled))
	return out
}

// fill returns formulas with some of their constants, the holes, replaced by terms that other formulas have, so that both share what they are about. A
// constant becomes the same term everywhere.
func fill(st *term.Store, from, formulas []*term.Term, r *rng.Rand) ([]*term.Term, error) {
	fillings := map[*sorts.Sort][]*term.Term{}
	n := 0
	term.Walk(from, func(t *term.Term) bool {
		if n < maxFillings && len(t.Free()) == 0 && t.HasUser() && !t.HasBinder() && !t.HasMatch() && t.Kind() == term.App && t.Size() <= maxFilling {
			n++
			fillings[t.Sort()] = append(fillings[t.Sort()], t)
		}
		return true
	})
	done := map[*term.Term]*term.Term{}
	var fail error
	term.Walk(formulas, func(t *term.Term) bool {
		done[t] = t
		if fit := fillings[t.Sort()]; hole(t) && len(fit) > 0 && r.Chance(holeShare, 100) {
			done[t] = rng.Pick(r, fit)
		}
		if len(t.Args()) > 0 {
			args := make([]*term.Term, len(t.Args()))
			for i, a := range t.Args() {
				args[i] = done[a]
			}
			done[t], fail = st.WithArgs(t, args)
		}
		return fail == nil
	})
	out := make([]*term.Term, len(formulas))
	for i, f := range formulas {
		out[i] = done[f]
	}
	return out, fail
}

// hole reports whether a term is a declared constant.
func hole(t *term.Term) bool {
	f := t.Func()
	return f != nil && f.Kind == term.UserFunc && f.Decl.Kind == term.Declared && len(f.Decl.Params) == 0
}
