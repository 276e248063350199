// Package inquiry makes questions about a script whose answers can be compared with exact evaluation: for the values of terms after sat,
// for simplifications, for the goals that tactics make from the assertions. It judges nothing, and runs no solver.
package inquiry

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

const (
	// valued is the number of terms whose values are asked for, and simplified the number of simplifications.
	valued     = 6
	simplified = 3
	// optimized means that one inquiry in that many has objectives.
	optimized = 4
	// maxSize bounds the nodes of a term that is asked about, and maxTerms the terms to choose from.
	maxSize  = 120
	maxTerms = 4000
)

// An Inquiry holds the questions about one script. It belongs to the goroutine that owns the script.
type Inquiry struct {
	script  *script.Script
	random  *rng.Rand
	drawn   bool
	check   int
	named   bool         // some formula has a name
	valued  []*term.Term // whose values are asked for: without quantifiers, since solvers have no values for them
	one     *term.Term   // evaluated by itself, nil for none
	simpler []*term.Term // to be simplified
	tactic  uint64       // chooses one
	front   []*script.Command
}

// New returns the questions about a script that follow from r. It draws nothing until it is asked.
func New(s *script.Script, r *rng.Rand) *Inquiry { return &Inquiry{script: s, random: r} }

// For returns the questions for solvers of a profile: the same questions for the same profile, and about the same terms for all profiles.
// They come after the last check-sat. Values are asked for only if it is the only one, since models are asked for only there.
func (q *Inquiry) For(p *solver.Profile) []solver.Question {
	if !q.drawn {
		q.drawn = true
		q.draw()
	}
	if q.check < 0 {
		return nil
	}
	var out []solver.Question
	has := p.Show.Further
	add := func(kind question.Kind, place, by string) {
		if command := has.Command(kind); command != "" && by != "" {
			out = append(out, solver.Question{Check: q.check, Kind: kind, Command: strings.ReplaceAll(command, place, by)})
		}
	}
	if q.check == 0 {
		var texts []string
		for _, t := range q.valued {
			texts = append(texts, q.text(t, p.Dialect))
		}
		add(question.Values, solver.TermsPlace, strings.Join(texts, " "))
		if q.named {
			add(question.Assignment, "\x00", "none")
		}
		if q.one != nil {
			add(question.Evaluated, solver.TermPlace, q.text(q.one, p.Dialect))
		}
		if len(q.front) > 0 {
			add(question.Objectives, "\x00", "none")
		}
	}
	for _, t := range q.simpler {
		add(question.Simplified, solver.TermPlace, q.text(t, p.Dialect))
	}
	if n := uint64(len(has.Tactics)); n > 0 {
		add(question.Goals, solver.TacticPlace, has.Tactics[q.tactic%n])
	}
	return out
}

// Front returns what solvers of a profile read before the check-sat when they are asked for objectives.
func (q *Inquiry) Front(p *solver.Profile) []*script.Command {
	if len(q.For(p)) == 0 || p.Show.Further.Command(question.Objectives) == "" {
		return nil
	}
	return q.front
}

// Simplifications returns a question about each term after the first check-sat: for a simpler term that equals it, whatever is asserted. It is nil for
// solvers without a command for that.
func Simplifications(p *solver.Profile, terms []*term.Term) []solver.Question {
	has := &p.Show.Further
	command := has.Command(question.Simplified)
	if command == "" || has.SimplifyAsserted {
		return nil
	}
	printer := term.Printer{Solver: p.Dialect}
	out := make([]solver.Question, len(terms))
	for i, t := range terms {
		out[i] = solver.Question{Kind: question.Simplified, Command: strings.ReplaceAll(command, solver.TermPlace, string(printer.Append(nil, t)))}
	}
	return out
}

// text writes a term for solvers of a dialect.
func (q *Inquiry) text(t *term.Term, dialect string) string {
	p := term.Printer{Solver: dialect}
	return string(p.Append(nil, t))
}

// draw chooses what is asked about.
func (q *Inquiry) draw() {
	q.check = q.script.Checks() - 1
	active, _ := q.script.Active(max(q.check, 0))
	var roots []*term.Term
	for _, a := range active {
		roots = append(roots, a.Term)
		term.Labels(a.Term, func(*term.Decl) { q.named = true })
	}
	all := candidates(roots)
	q.tactic = q.random.Split("tactic").Uint64()
	if len(all) == 0 {
		return
	}
	ground := slices.DeleteFunc(slices.Clone(all), (*term.Term).HasBinder)
	fill := newFiller(q.script)
	pick := func(r *rng.Rand, from []*term.Term) *term.Term {
		t := rng.Pick(r, from)
		switch r.IntN(3) {
		case 0:
			return t
		case 1:
			return fill.some(r, t)
		}
		return fill.all(r, t)
	}
	draw := func(name string, n int, from []*term.Term) []*term.Term {
		var out []*term.Term
		for i := range n {
			if len(from) == 0 {
				break
			}
			if t := pick(q.random.Split(name).SplitN(uint64(i)), from); !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
		return out
	}
	q.valued, q.simpler = draw("value", valued, ground), draw("simplify", simplified, all)
	if one := draw("eval", 1, ground); len(one) > 0 {
		q.one = one[0]
	}
	if r := q.random.Split("objectives"); r.IntN(optimized) == 0 && q.optimizable() {
		q.front = objectives(r, ground)
	}
}

// optimizable reports whether objectives can be added to the script: it has one plain check-sat, and no objectives of its own. Scripts with
// quantifiers do not qualify: z3 says that it does not support them there, so its answers must not count against it.
func (q *Inquiry) optimizable() bool {
	for _, c := range q.script.Commands {
		if slices.ContainsFunc(c.Terms, (*term.Term).HasBinder) || slices.ContainsFunc(c.Decls, func(d *term.Decl) bool { return d.Body != nil && d.Body.HasBinder() }) {
			return false
		}
		switch c.Kind {
		case script.Minimize, script.Maximize, script.AssertSoft, script.CheckSatAssuming, script.CheckSatUsing, script.Push, script.Pop:
			return false
		}
	}
	return q.check == 0
}

// objectives returns commands that make a solver minimize or maximize a number, or violate as little as possible of some soft formulas.
func objectives(r *rng.Rand, from []*term.Term) []*script.Command {
	var numbers, formulas []*term.Term
	for _, t := range from {
		switch t.Sort() {
		case sorts.Int, sorts.Real:
			numbers = append(numbers, t)
		case sorts.Bool:
			formulas = append(formulas, t)
		}
	}
	var out []*script.Command
	if len(numbers) > 0 && (len(formulas) == 0 || r.IntN(2) == 0) {
		for range 1 + r.IntN(2) {
			kind := script.Minimize
			if r.Bool() {
				kind = script.Maximize
			}
			out = append(out, &script.Command{Kind: kind, Terms: []*term.Term{rng.Pick(r, numbers)}})
		}
		return out
	}
	if len(formulas) == 0 {
		return nil
	}
	for range 1 + r.IntN(4) {
		weight := rng.Pick(r, []string{"1", "2", "0.5", "3", "2.25"})
		out = append(out, &script.Command{Kind: script.AssertSoft, Terms: []*term.Term{rng.Pick(r, formulas)}, Text: ":weight " + weight + " :id goal"})
	}
	return out
}

// candidates returns the terms that can be asked about: closed, of a sort whose values have a text, not large, and without names, which
// cannot be given twice.
func candidates(roots []*term.Term) []*term.Term {
	var out []*term.Term
	term.Walk(roots, func(t *term.Term) bool {
		if len(out) < maxTerms && len(t.Free()) == 0 && !t.IsLeaf() && t.Kind() != term.Annot && !t.HasNamed() && t.Size() <= maxSize && hasValues(t.Sort()) {
			out = append(out, t)
		}
		return true
	})
	return out
}

// hasValues reports whether a solver can print values of the sort that mean the same to everyone.
func hasValues(s *sorts.Sort) bool {
	if s == sorts.RegLan || s.Kind() == sorts.Func {
		return false
	}
	for _, a := range s.Args() {
		if !hasValues(a) {
			return false
		}
	}
	return true
}

// A filler replaces constants by values: everything that a solver says rests on how it computes with values alone.
type filler struct {
	script *script.Script
	values *values.Generator
}

func newFiller(s *script.Script) *filler {
	return &filler{script: s, values: values.New(s.Store, values.Options{Rare: 10})}
}

// all replaces every constant whose sort has values by one, and some replaces a part of them.
func (f *filler) all(r *rng.Rand, t *term.Term) *term.Term { return f.fill(r, t, 1) }

func (f *filler) some(r *rng.Rand, t *term.Term) *term.Term { return f.fill(r, t, 2) }

// fill replaces one constant in every oneIn, outside of binders.
func (f *filler) fill(r *rng.Rand, t *term.Term, oneIn int) *term.Term {
	if t.HasBinder() || t.HasMatch() || f.recursive(t) {
		return t
	}
	by := map[*term.Term]*term.Term{}
	term.Walk([]*term.Term{t}, func(c *term.Term) bool {
		if declared(c) && r.IntN(oneIn) == 0 {
			if v := f.values.Value(r, c.Sort()); v != nil {
				by[c] = v
			}
		}
		return true
	})
	if len(by) == 0 {
		return t
	}
	filled, err := f.replaced(t, by)
	if err != nil {
		return t
	}
	return filled
}

// recursive reports whether a term applies a function that is defined by recursion. Solvers that look for finite models compute such a function
// where the formula applies it, and give any value elsewhere.
func (f *filler) recursive(t *term.Term) (found bool) {
	term.Walk([]*term.Term{t}, func(c *term.Term) bool {
		if fn := c.Func(); fn != nil && fn.Decl != nil && fn.Decl.Body != nil {
			i := fn.Decl.From
			found = found || i >= 0 && i < len(f.script.Commands) && f.script.Commands[i].Kind == script.DefineRec
		}
		return !found
	})
	return found
}

// replaced returns a term, which is not large, with some of its parts replaced by others. It records the result for every part in by.
func (f *filler) replaced(t *term.Term, by map[*term.Term]*term.Term) (*term.Term, error) {
	if known := by[t]; known != nil {
		return known, nil
	}
	out := t
	if len(t.Args()) > 0 {
		args := make([]*term.Term, len(t.Args()))
		for i, a := range t.Args() {
			var err error
			if args[i], err = f.replaced(a, by); err != nil {
				return nil, err
			}
		}
		var err error
		if out, err = f.script.Store.WithArgs(t, args); err != nil {
			return nil, err
		}
	}
	by[t] = out
	return out, nil
}

// declared reports whether a term is a constant that the script declares.
func declared(t *term.Term) bool {
	f := t.Func()
	return f != nil && f.Decl != nil && f.Decl.Kind == term.Declared && f.Decl.Body == nil && t.IsLeaf()
}
