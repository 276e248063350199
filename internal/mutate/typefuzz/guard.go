package typefuzz

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// assignments is the number of interpretations under which terms are evaluated.
const assignments = 3

// samples are the interpretations of a chain: a model of the seed, where a solver gave one, and random ones. They are made when
// the first is needed.
type samples struct {
	seed  *script.Script
	rand  *rng.Rand
	model *mutate.Reply // nil for none
	all   []*sample
	made  bool
}

func newSamples(s *script.Script, r *rng.Rand, model *mutate.Reply) samples {
	return samples{seed: s, rand: r, model: model}
}

// get returns the interpretations, none for scripts for which none can be made at random.
func (s *samples) get() []*sample {
	if s.made {
		return s.all
	}
	s.made = true
	if slices.ContainsFunc(s.seed.Commands, func(c *script.Command) bool { return c.Kind == script.DefineRec }) {
		return nil // the cost of recursion is unknown
	}
	p, err := problem.Of(s.seed)
	if err != nil {
		return nil
	}
	chooser := interp.NewChooser(p)
	if s.model != nil {
		if a, err := interp.ReadAt(s.seed, s.seed.Checks()-1, s.model.Model, s.model.Solver); err == nil {
			s.all = append(s.all, newSample(a, chooser, s.rand))
		}
	}
	for len(s.all) < assignments {
		a, err := chooser.Random(s.rand)
		if err != nil {
			break
		}
		s.all = append(s.all, newSample(a, chooser, s.rand))
	}
	return s.all
}

// sample is an interpretation that also gives values to bound variables. Values are kept: only what is new along a path costs time.
type sample struct {
	of      *interp.Interpretation
	chooser *interp.Chooser
	rand    *rng.Rand
	known   term.Map[value.Value]
}

func newSample(a *interp.Interpretation, c *interp.Chooser, r *rng.Rand) *sample {
	return &sample{of: a.Cheaply(), chooser: c, rand: r}
}

// openValue represents an unknown value.
var openValue = value.OfUnknown(&value.Unknown{})

// value returns the value of a term: open for terms with binders, and once the bounds of the interpretation are exceeded.
func (s *sample) value(t *term.Term) value.Value {
	v := s.known.Get(t)
	if v.Kind() == value.Invalid {
		v = s.find(t)
		s.known.Set(t, v)
	}
	return v
}

func (s *sample) find(t *term.Term) value.Value {
	switch t.Kind() {
	case term.Literal:
		return s.of.Value(t)
	case term.Var:
		if c := s.chooser.Value(s.rand, t.Sort()); c != nil {
			return s.of.Value(c)
		}
		return openValue
	case term.Annot:
		return s.value(t.Args()[0])
	case term.App:
		args := make([]value.Value, len(t.Args()))
		for i, a := range t.Args() {
			if args[i] = s.value(a); !args[i].IsKnown() {
				return openValue
			}
		}
		return s.of.Apply(t, args)
	}
	return openValue
}

// mostNodes bounds the terms that are evaluated.
const mostNodes = 400

// evaluable reports whether a term may have a value under an interpretation that can be found without quantifiers and in little time.
func evaluable(t *term.Term) bool { return !t.HasBinder() && t.Size() <= mostNodes }

// guard refuses replacements that leave nothing to solve.
type guard struct {
	pool    *synth.Pool
	samples samples
}

// Reasons why replacements are not made.
const (
	noSymbol     = "it has no symbol of the seed"
	sameSides    = "both sides would be the same"
	constantTerm = "it has the same value under all assignments"
	constantPart = "a formula would have the same value under all assignments"
	leavesLogic  = "it leaves the seed's logic"
	unchanged    = "it is already there"
	noLogic      = "no logic has it"
	tooLarge     = "the mutant would be too large"
	nothingFits  = "nothing fits the place"
	heldLiteral  = "some solver accepts only a literal there"
)

// lost returns why a replacement, which root contains at the path, leaves less to solve than before, "" when it does not. The check by
// values is skipped where strict is false.
func (g *guard) lost(at *occurrence.Occurrence, repl, root *term.Term, strict bool) string {
	if g.pool.Symbolic(at.Term) && !g.pool.Symbolic(repl) {
		return noSymbol
	}
	above := occurrence.Ancestors(root, at.Path)
	if vacuous(repl) {
		return sameSides
	}
	if n := len(above); n > 0 && vacuous(above[n-1]) && !vacuous(at.Above[n-1]) {
		return sameSides
	}
	if !strict {
		return ""
	}
	return g.constant(at, repl, above)
}

// vacuous reports whether a term relates something to itself or to its negation, or chooses between two things that are the same.
func vacuous(t *term.Term) bool {
	f, args := t.Func(), t.Args()
	if t.Kind() != term.App || f.Kind != term.TheoryFunc || len(args) < 2 {
		return false
	}
	if f.Is("ite") {
		return args[1] == args[2] || args[0] == args[1] || args[0] == args[2]
	}
	if t.Sort() != sorts.Bool {
		return false
	}
	for i, a := range args {
		for _, b := range args[:i] {
			if a == b || negates(a, b) || negates(b, a) {
				return true
			}
		}
	}
	return false
}

// negates reports whether t is the negation of u.
func negates(t, u *term.Term) bool { return t.Func().Is("not") && t.Args()[0] == u }

// constant returns why a replacement seems to make something constant: the replacement itself, or a formula around it that was not constant before.
func (g *guard) constant(at *occurrence.Occurrence, repl *term.Term, above []*term.Term) string {
	if !evaluable(repl) {
		return ""
	}
	if g.suspect(repl) && g.settled(repl) && (rigid(repl) || g.varies(at.Term) == yes) {
		return constantTerm
	}
	left := mostFormulas
	for i := len(above) - 1; i >= 0 && left > 0; i-- {
		now, before := above[i], at.Above[i]
		if now.Sort() != sorts.Bool {
			continue
		}
		if !evaluable(now) || !evaluable(before) {
			break
		}
		left--
		if g.suspect(now) && g.settled(now) && (g.varies(before) == yes || i == len(above)-1 && rigid(now) && !g.settled(before)) {
			return constantPart
		}
	}
	return ""
}

// rigid reports whether an operator that gives the same value for different arguments is likely to do so always. Equality is not: it is seldom true.
func rigid(t *term.Term) bool {
	f := t.Func()
	return t.Sort() != sorts.Bool || f != nil && f.Kind == term.TheoryFunc && f.Row.Theory != "core"
}

// suspect reports whether a term can be constant although its arguments are not: one of them has no symbol, or two have some in common.
func (g *guard) suspect(t *term.Term) bool {
	var met uint64
	for _, a := range t.Args() {
		set := g.pool.Symbols(a)
		if set == 0 || set&met != 0 {
			return true
		}
		met |= set
	}
	return false
}

// mostFormulas is how many formulas around a replacement are examined, from the inside out.
const mostFormulas = 3

// settled reports whether a term has the same value under all interpretations although some of its arguments do not: that says something
// about the operator, not about the interpretations.
func (g *guard) settled(t *term.Term) bool {
	return g.varies(t) == no && slices.ContainsFunc(t.Args(), func(a *term.Term) bool { return g.varies(a) == yes })
}

// answer is yes, no, or not known.
type answer uint8

const (
	unknown answer = iota
	no
	yes
)

// varies reports whether a term has different values under the interpretations.
func (g *guard) varies(t *term.Term) answer {
	var first value.Value
	all := g.samples.get()
	for i, a := range all {
		v := a.value(t)
		switch {
		case !v.IsKnown():
			return unknown
		case i == 0:
			first = v
		case v.Kind() == value.Func || value.Compare(first, v) != 0:
			return yes
		}
	}
	if len(all) < 2 {
		return unknown
	}
	return no
}
