package inquiry

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// Partition returns the script with a name for each assertion and the option for interpolants, and the question that solvers of a profile get
// after unsat, nil for none: for an interpolant between some assertions, drawn at random, and the others. It is nil for scripts that ask more
// than once or have quantifiers, and for those with one assertion.
func Partition(s *script.Script, r *rng.Rand) (with *script.Script, ask func(*solver.Profile) []solver.Question) {
	q := &Inquiry{script: s, random: r}
	q.check = s.Checks() - 1
	if !q.optimizable() {
		return nil, nil
	}
	named, at, ok := certify.Named(s)
	if !ok || len(at) < 2 {
		return nil, nil
	}
	// A name that occurs in another assertion too does not identify one.
	labels := map[string]bool{}
	active, _ := named.Active(0)
	for _, a := range active {
		own := map[string]bool{}
		term.Labels(a.Term, func(l *term.Decl) { own[l.Name] = true })
		for name := range own {
			if labels[name] {
				return nil, nil
			}
			labels[name] = true
		}
	}
	names := make([]string, 0, len(at))
	for name := range at {
		names = append(names, syntax.SymbolText(name))
	}
	slices.Sort(names) // maps have no order
	for i := range names {
		k := i + r.IntN(len(names)-i)
		names[i], names[k] = names[k], names[i]
	}
	n := 1 + r.IntN(len(names)-1)
	fill := strings.NewReplacer(solver.NamesPlace, strings.Join(names[:n], " "), solver.FirstPlace, all(names[:n]), solver.SecondPlace, all(names[n:]))
	out := *named
	out.Commands = slices.Clone(named.Commands)
	for i, c := range out.Commands {
		if c.Kind == script.SetOption && c.Name == question.Core.Option() {
			out.Commands[i] = &script.Command{Kind: script.SetOption, Name: question.Interpolant.Option(), Text: "true"}
		}
	}
	return &out, func(p *solver.Profile) []solver.Question {
		if p.Show.Further.Partition == "" {
			return nil
		}
		return []solver.Question{{Check: 0, Kind: question.Interpolant, Command: fill.Replace(p.Show.Further.Partition)}}
	}
}

// all is the conjunction of names, as solvers accept it.
func all(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return "(and " + strings.Join(names, " ") + ")"
}
