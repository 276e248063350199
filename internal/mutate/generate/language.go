package generate

import (
	"slices"
	"sync"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/generate/grammar"
	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// language is what scripts of a logic for some targets are made from. Immutable, safe for concurrent use.
type language struct {
	grammar *grammar.Grammar
	name    string
	logic   theory.Logic
	targets []mutate.Dialect
	// defines and nests say that scripts may define functions and open levels.
	defines, nests bool
	rules          func() *rules.Index
}

func newLanguage(g *grammar.Grammar, logic string, targets []mutate.Dialect, builtin func() []*rules.Rule) *language {
	kinds := g.Kinds()
	l := &language{
		grammar: g, name: logic, logic: theory.ParseLogic(logic), targets: targets,
		defines: slices.Contains(kinds, "define-fun"), nests: slices.Contains(kinds, "push"),
	}
	l.rules = sync.OnceValue(func() *rules.Index { return rules.NewIndex(builtin(), l.readable) })
	return l
}

// readable reports whether scripts may contain what the use of a rule makes.
func (l *language) readable(u rules.Use) bool {
	ok := l.logic.Quantifiers || !u.Binds()
	u.Operators(func(readings []*theory.Row) bool {
		ok = ok && slices.ContainsFunc(readings, l.has)
		return ok
	})
	return ok
}

// has reports whether all targets know an operator under the logic.
func (l *language) has(row *theory.Row) bool {
	return (row.NoGenerate == "" || row.Theory == "core") && row.AvailableInAll(l.targets) && row.KnownUnder(l.name, l.targets)
}

// filter returns what accepts the terms that may be added to a script with the given formulas, which keep to the logic.
func (l *language) filter(given []*term.Term) func(*term.Term) bool {
	within := fragment.New(l.name)
	has := func(t *term.Term) bool { return t.Func() == nil || t.Func().Row == nil || l.has(t.Func().Row) }
	rows := fragment.NewFilter(has)
	if l.logic.Difference {
		rows = fragment.NewFilter(func(t *term.Term) bool { return has(t) && !compares(t) }, given...)
	}
	return func(t *term.Term) bool { return rows.Allows(t) && within.Allows(t) }
}

// compares reports whether a term has numbers for arguments: difference logics allow them in few forms.
func compares(t *term.Term) bool {
	return slices.ContainsFunc(t.Args(), func(a *term.Term) bool { return a.Sort() == sorts.Int || a.Sort() == sorts.Real })
}
