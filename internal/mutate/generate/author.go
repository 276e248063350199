package generate

import (
	"fmt"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Reasons why something has no truth.
const (
	noInterpretation = "a symbol's sort has no values to draw"
	openValue        = "the standard leaves an assertion open"
	largeValue       = "an assertion takes too long to evaluate"
	unsupportedValue = "evaluation does not support an assertion"
	disputedLiteral  = "solvers read a literal in different ways"
	noTruth          = "no formula is known to be true"
	noKernel         = "nothing contradicts"
)

// author writes truth into a script: it draws an interpretation of what the script declares, and asserts what is true in it.
type author struct {
	r        *rng.Rand
	language *language
	script   *script.Script
	commands []*script.Command
	facts    *facts
	allows   func(*term.Term) bool
	missed   func(reason string)
	// contradiction is nil in scripts that are to be sat. kernel holds its parts, by the command that asserts them.
	contradiction *kernel
	kernel        map[*script.Command]int
}

// newAuthor draws an interpretation. It returns nil when there is none, or when what the script says is not the same to all solvers.
func newAuthor(r *rng.Rand, l *language, s *script.Script, missed func(string)) *author {
	var declarations []*script.Command
	var formulas []*term.Term
	for _, c := range s.Commands {
		switch c.Kind {
		case script.DeclareSort, script.DeclareDatatypes, script.DeclareFun, script.DefineFun, script.DefineRec:
			declarations = append(declarations, c)
		case script.Assert:
			formulas = append(formulas, c.Terms[0])
		}
	}
	chooser := interp.NewChooser(&problem.Problem{Logic: l.name, Decls: declarations, Assertions: formulas, Store: s.Store})
	world, err := chooser.Random(r.Split("interpretation"))
	if err != nil {
		missed(noInterpretation)
		return nil
	}
	a := &author{
		r: r.Split("author"), language: l, script: s, commands: slices.Clone(s.Commands), missed: missed,
		facts: factsOf(s, world), allows: l.filter(formulas), kernel: map[*script.Command]int{},
	}
	if a.facts.disputed {
		missed(disputedLiteral)
		return nil
	}
	return a
}

// state makes every assertion and assumption true. It reports whether that was possible.
func (a *author) state() bool {
	for i, c := range a.commands {
		if c.Kind != script.Assert && c.Kind != script.CheckSatAssuming {
			continue
		}
		n := *c
		n.Terms = slices.Clone(c.Terms)
		for k, t := range n.Terms {
			if n.Terms[k] = a.stated(t); n.Terms[k] == nil {
				a.missed(noTruth)
				return false
			}
		}
		a.commands[i] = &n
	}
	return true
}

// stated returns what is asserted in place of a formula: itself or its negation. One of unknown value is weakened by something true, or replaced
// by it where evaluation takes too long: nobody is to wait for it again. It returns nil when there is nothing true.
func (a *author) stated(t *term.Term) *term.Term {
	if t.Kind() == term.Annot {
		return a.labelled(t)
	}
	v := a.facts.world.Value(t)
	switch {
	case v.IsTrue():
		return t
	case v.IsFalse():
		return a.facts.not(t)
	}
	a.missed(unknown(v))
	truth := a.facts.truth(a.r)
	if v.IsTooLarge() {
		return truth
	}
	switch a.r.IntN(3) {
	case 0:
		return a.facts.op("or", t, truth)
	case 1:
		return a.facts.op("or", truth, t)
	}
	return a.facts.op("=>", t, truth)
}

// unknown says why a value is not known.
func unknown(v value.Value) string {
	switch {
	case v.IsTooLarge():
		return largeValue
	case v.IsUnsupported():
		return unsupportedValue
	}
	return openValue
}

// labelled is stated for a formula with a label, which stays on top.
func (a *author) labelled(t *term.Term) *term.Term {
	body := a.stated(t.Args()[0])
	if body == nil || body == t.Args()[0] {
		return body
	}
	attrs := slices.Clone(t.Attrs())
	for i, at := range attrs {
		if at.Label != nil {
			attrs[i].Label = term.NewDecl(term.Label, at.Label.Name, nil, sorts.Bool)
		}
	}
	out, err := a.facts.store.Annot(body, attrs)
	if err != nil {
		return nil
	}
	for _, at := range attrs {
		if at.Label != nil {
			at.Label.Body = out
		}
	}
	return out
}

// maxClaims bounds how many terms are said to have their values.
const maxClaims = 3

// strengthen adds assertions that leave fewer models: what some of the constants are, and what some terms are.
func (a *author) strengthen() {
	share := rng.Pick(a.r, []int{0, 0, 30, 60, 100})
	for _, c := range a.facts.constants {
		if a.r.IntN(100) < share {
			a.add(a.facts.pin(a.r, c))
		}
	}
	if len(a.facts.plain) == 0 {
		return
	}
	for range a.r.IntN(maxClaims + 1) {
		t := rng.Pick(a.r, a.facts.plain)
		a.add(a.facts.says(a.r, t, a.facts.written(t.Sort(), a.facts.world.Value(t))))
	}
}

// add asserts a formula somewhere, unless it is nil or does not belong to the language.
func (a *author) add(t *term.Term) {
	if t != nil && a.allows(t) {
		a.insert(problem.Assert(t))
	}
}

// insert puts a command between the first command that is no declaration and the last check.
func (a *author) insert(c *script.Command) {
	first, last := a.head(), len(a.commands)-1
	for last > first && !a.commands[last].IsCheck() {
		last--
	}
	a.commands = slices.Insert(a.commands, first+a.r.IntN(last-first+1), c)
}

func (a *author) head() int { return head(&script.Script{Commands: a.commands}) }

// places is how often the parts of a kernel are put in random places before they all go where every check sees them.
const places = 4

// contradict makes a check unsat, if anything contradicts.
func (a *author) contradict() {
	k := kernels{
		facts: a.facts, r: a.r, language: a.language, allows: a.allows,
		values: values.New(a.facts.store, values.Options{}),
	}
	chosen := k.choose()
	if len(chosen.parts) == 0 {
		a.missed(noKernel)
		return
	}
	a.contradiction = &chosen
	parts := a.hidden(chosen.parts)
	before := a.commands
	for try := range places + 1 {
		a.commands = slices.Clone(before)
		clear(a.kernel)
		for i, t := range parts {
			c := problem.Assert(t)
			a.kernel[c] = i
			if try < places {
				a.insert(c)
			} else {
				a.commands = slices.Insert(a.commands, a.head(), c)
			}
		}
		if slices.ContainsFunc(a.truths(), func(t mutate.Truth) bool { return t.Status == smt.Unsat }) {
			return
		}
	}
}

// hidden returns formulas that together say what the parts say: some by cases, some by a defined name, in another order.
func (a *author) hidden(parts []*term.Term) []*term.Term {
	var out []*term.Term
	for _, t := range parts {
		switch a.r.IntN(6) {
		case 0, 1:
			out = append(out, a.named(t))
			continue
		case 2:
			if x := a.facts.terms[sorts.Bool]; len(x) > 0 {
				by := rng.Pick(a.r, x)
				if !a.facts.world.Value(by).IsKnown() {
					break
				}
				if yes, no := a.facts.op("or", t, by), a.facts.op("or", a.facts.not(by), t); yes != nil && no != nil {
					out = append(out, yes, no)
					continue
				}
			}
		}
		out = append(out, t)
	}
	for i := range out {
		j := i + a.r.IntN(len(out)-i)
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// named defines a name for a formula and returns it; the formula itself where the targets read no definitions. The grammar gives no name that
// begins with p.
func (a *author) named(t *term.Term) *term.Term {
	if !a.language.defines {
		return t
	}
	d := term.NewDecl(term.Defined, fmt.Sprintf("p%d", len(a.commands)), nil, sorts.Bool)
	d.Body = t
	name, err := a.facts.store.App(a.facts.store.User(d, nil))
	if err != nil {
		return t
	}
	a.commands = slices.Insert(a.commands, a.head(), &script.Command{Kind: script.DefineFun, Decls: []*term.Decl{d}})
	return name
}

// nest opens a level somewhere in a script that asks once, which makes solvers work incrementally.
func (a *author) nest() {
	if a.language.nests && a.script.Checks() == 1 && a.r.IntN(4) == 0 {
		a.insert(&script.Command{Kind: script.Push, Arity: 1})
	}
}

// finished returns the script with what was written.
func (a *author) finished() *script.Script {
	out := *a.script
	out.Commands = a.commands
	for i, c := range out.Commands {
		for _, d := range c.Decls {
			d.From = i
		}
		for _, t := range c.Terms {
			term.Labels(t, func(l *term.Decl) { l.From = i })
		}
	}
	return &out
}

// truths says what is known about each check: sat where everything that it sees is true, unsat where it sees all parts of the contradiction.
func (a *author) truths() []mutate.Truth {
	s := &script.Script{Commands: a.commands, Store: a.facts.store}
	out := make([]mutate.Truth, s.Checks())
	for i := range out {
		active, _ := s.Active(i)
		seen := 0
		holds := true
		for _, f := range active {
			if _, ok := a.kernel[a.commands[f.Command]]; ok && !f.Assumed {
				seen++
			}
			holds = holds && a.facts.world.Value(f.Term).IsTrue()
		}
		switch {
		case len(a.kernel) > 0 && seen == len(a.kernel):
			out[i] = mutate.Truth{Status: smt.Unsat, Derivation: []string{"the assertions contradict each other: " + a.contradiction.why}}
		case holds:
			out[i] = mutate.Truth{Status: smt.Sat, Witness: a.facts.world.Witness(), Derivation: []string{"the assertions are true under an interpretation drawn before them"}}
		default:
			out[i] = mutate.Truth{Status: smt.Unknown}
		}
	}
	return out
}

// kind says what the script is.
func (a *author) kind() string {
	if a.contradiction != nil {
		return "a script from the grammar with a contradiction,"
	}
	return "a script from the grammar, true under an interpretation,"
}

// brief shortens a term for a sentence.
func brief(t *term.Term) string {
	const limit = 200
	if t.Size() > 60 {
		return "a formula"
	}
	return syntax.Clip(t.String(), limit)
}
