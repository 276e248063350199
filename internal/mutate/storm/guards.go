package storm

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// maxGuards is the number of constants that incremental scripts assume.
const maxGuards = 4

// guards are Boolean constants that stand for formulas, so that the formulas can be assumed.
type guards struct {
	all     []guard
	declare []*script.Command
	// assignments are the assignments of the source, with meanings for the guards.
	assignments []*interp.Interpretation
	names       *named
}

// guard is a constant with the formula that it stands for. The formula's value is known under every assignment.
type guard struct {
	constant, formula *term.Term
	truth
	defined *term.Term // (= constant formula)
}

// newGuards chooses the formulas; nil when no script asks many times.
func newGuards(s *source, r *rng.Rand) (*guards, error) {
	if s.opts.Incremental <= 0 {
		return nil, nil
	}
	st := s.material.problem.Store
	g := &guards{names: newNamed(s.material.problem)}
	chosen := map[*term.Term]bool{}
	for tries := 0; len(g.all) < maxGuards && tries < 10*maxGuards; tries++ {
		f := s.pool.pick(r, s.reference(r), 50)
		if f == nil || chosen[f.term] || f.pinned != 0 || f.known() != 1<<len(s.assignments)-1 {
			continue
		}
		chosen[f.term] = true
		d := term.NewDecl(term.Declared, g.names.fresh("assume"), nil, sorts.Bool)
		c, err := st.App(st.User(d, nil))
		if err != nil {
			return nil, err
		}
		defined, _, err := st.Overload(st.Table.Lookup("="), nil, nil, []*term.Term{c, f.term})
		if err != nil {
			return nil, err
		}
		g.all = append(g.all, guard{c, f.term, f.truth, defined})
		g.declare = append(g.declare, &script.Command{Kind: script.DeclareFun, Decls: []*term.Decl{d}})
	}
	whole := s.material.problem.Script(append(append([]*script.Command(nil), g.declare...), check)...)
	for i, a := range s.assignments {
		means := map[*term.Decl]*term.Term{}
		for _, x := range g.all {
			name := "false"
			if x.holds&(1<<i) != 0 {
				name = "true"
			}
			t, _, err := st.Overload(st.Table.Lookup(name), nil, nil, nil)
			if err != nil {
				return nil, err
			}
			means[x.constant.Func().Decl] = t
		}
		g.assignments = append(g.assignments, a.With(whole, means))
	}
	return g, nil
}
