package inquiry

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Conjecture returns the script with the option for interpolants or for abducts, and the question for one of them that solvers of a profile
// get, nil for none. The question is about a goal that is a formula of the script, or the disjunction of one with an assertion, which
// follows. It is nil for scripts that ask more than once, and for scripts with quantifiers, on which solvers take long.
func Conjecture(s *script.Script, r *rng.Rand) (with *script.Script, ask func(*solver.Profile) []solver.Question) {
	q := &Inquiry{script: s, random: r}
	q.check = s.Checks() - 1
	if !q.optimizable() {
		return nil, nil
	}
	active, _ := s.Active(0)
	var roots []*term.Term
	for _, a := range active {
		if a.Term.HasBinder() {
			return nil, nil
		}
		roots = append(roots, a.Term)
	}
	formulas := slices.DeleteFunc(candidates(roots), func(t *term.Term) bool { return t.Sort() != sorts.Bool })
	if len(formulas) == 0 {
		return nil, nil
	}
	goal := rng.Pick(r, formulas)
	if whole := rng.Pick(r, roots); r.IntN(3) > 0 && !whole.HasNamed() && whole.Size() <= maxSize && whole != goal {
		if t, _, err := s.Store.Overload(s.Store.Table.Lookup("or"), nil, nil, []*term.Term{whole, goal}); err == nil {
			goal = t
		}
	}
	kind := question.Interpolant
	if r.Bool() {
		kind = question.Abduct
	}
	n := *s
	n.Commands = slices.Concat([]*script.Command{{Kind: script.SetOption, Name: kind.Option(), Text: "true"}}, s.Commands)
	return &n, func(p *solver.Profile) []solver.Question {
		command := p.Show.Further.Command(kind)
		if command == "" {
			return nil
		}
		return []solver.Question{{Check: 0, Kind: kind, Command: strings.ReplaceAll(command, solver.TermPlace, q.text(goal, p.Dialect))}}
	}
}
