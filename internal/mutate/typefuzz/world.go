package typefuzz

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/internal/mutate/kit/guard"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// leavingShare: one chain in this many brings in theories that the seed lacks.
const leavingShare = 4

// world is what new terms are built from: the operators and values that belong to the seed and, in chains that may leave the seed's
// theories, those of other theories, over a term of the seed.
type world struct {
	home        synth.Rooted
	leavesLogic *synth.Rooted      // nil in chains that stay in the seed's theories
	fence       *fragment.Fragment // nil where mutants may leave the seed's logic
	stays       bool               // nothing within the fence needs another logic
	values      *valuer            // nil: no literals are invented
	guard       guard.Guard
}

// newWorld returns the world of a chain.
func (e *Engine) newWorld(s *source, seed *mutate.Seed, r *rng.Rand, model *mutate.Reply) *world {
	given := roots(seed.Script)
	abroad := r.Split("abroad").IntN(leavingShare) == 0
	w := &world{guard: guard.Guard{Pool: s.build.Pool, Samples: samplesOf(seed.Script, r.Split("samples"), model)}}
	w.home.Build = &s.build
	if e.opts.Rows == nil { // a configuration itself says which operators there are
		fence := fragment.New(seed.Script.Logic(), given...)
		w.home.Allows = fence.AllowsRow
		if !abroad {
			w.fence, w.stays = fence, stays(seed.Script)
		}
	}
	if !e.opts.NoLiterals {
		w.values = newValuer(&s.build, w.guard.Samples, abroad)
		w.home.Value = w.values.value
	}
	if e.past != nil {
		w.home.Prefer = e.past.Beside(given, e.opts.History).Pick
	}
	if abroad {
		builder := s.build // with its own sorts
		w.leavesLogic = &synth.Rooted{Build: &builder, Value: w.home.Value, Prefer: w.home.Prefer, LeavesLogic: foreignSorts(s.build.Store, s.build.Pool.Sorts())}
	}
	s.widener = *fragment.NewWidener(given...)
	return w
}

// samplesOf returns interpretations of a seed: a model, where a solver gave one, and random ones.
func samplesOf(s *script.Script, r *rng.Rand, model *mutate.Reply) *guard.Samples {
	var first func() (*interp.Interpretation, error)
	if model != nil {
		first = func() (*interp.Interpretation, error) {
			return interp.ReadAt(s, s.Checks()-1, model.Model, model.Solver)
		}
	}
	return guard.NewSamples(func() (*problem.Problem, error) { return problem.Of(s) }, r, first)
}

// stays reports whether everything within the fence of a script needs no logic other than the script's.
func stays(s *script.Script) bool {
	logics := 0
	for _, c := range s.Commands {
		if c.Kind == script.SetLogic || c.Kind == script.Reset {
			logics++
		}
	}
	return logics == 1 && s.Logic() != "" && fragment.Linear(s.Logic()) == s.Logic()
}

// modelOf asks for a model of what the seed's last check asks about: its values are literals that matter. It returns nil for none. It asks
// only where the seed uses sorts that have literals.
func modelOf(ctx context.Context, seed *mutate.Seed, env mutate.Env, p *synth.Pool) *mutate.Reply {
	checks := seed.Script.Checks()
	if env.Asker == nil || checks == 0 || !slices.ContainsFunc(p.Sorts(), simple) {
		return nil
	}
	asked, err := problem.At(seed.Script, checks-1)
	if err != nil {
		return nil
	}
	for _, reply := range env.Asker.Ask(ctx, asked.Asking(asked.Assertions...), mutate.WantModel) {
		if reply.Status == smt.Sat && reply.Model != "" {
			return &reply
		}
	}
	return nil
}

// operator returns a new term of a sort for the place, nil when chance hits none.
func (w *world) operator(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) *term.Term {
	if w.leavesLogic != nil && r.Bool() {
		return w.leavesLogic.Operator(r, s, pl)
	}
	return w.home.Operator(r, s, pl)
}

// refuses returns why a replacement is not made, "" when it may be made; root is the assertion with the replacement.
func (w *world) refuses(at *occurrence.Occurrence, repl, root *term.Term, strict bool) string {
	why := w.guard.Loses(at, repl, root)
	switch {
	case why != "":
		return why
	case strict && w.guard.Constant(at.Term, repl):
		return guard.ConstantTerm
	case strict && w.guard.Silenced(at, repl, root):
		return guard.ConstantPart
	case w.fence != nil && !w.fence.Allows(root):
		return leavesLogic
	}
	return ""
}

// foreignSorts are sorts of all theories that have values, and collections of the script's sorts.
func foreignSorts(st *term.Store, own []*sorts.Sort) []*sorts.Sort {
	in := st.Sorts
	out := []*sorts.Sort{sorts.Int, sorts.Real, sorts.String, in.BitVec(8), in.BitVec(32), in.Float(5, 11), in.Float(8, 24)}
	const few = 4
	n := 0
	for _, s := range own {
		if s == sorts.Bool || s == sorts.RegLan || s.Kind() == sorts.Func || len(s.Args()) > 0 {
			continue
		}
		for _, name := range [...]string{"Seq", "Set"} {
			out = append(out, in.Make(sorts.Applied, name, nil, []*sorts.Sort{s}))
		}
		if n++; n == few {
			break
		}
	}
	return out
}
