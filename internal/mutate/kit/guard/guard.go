// Package guard refuses replacements that leave nothing to solve: terms without a symbol where there was one, terms that relate something to
// itself, and terms that have the same value whatever their symbols mean.
package guard

import (
	"slices"

	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Evaluable reports whether a term may have a value under an interpretation that can be found without quantifiers and in little time.
func Evaluable(t *term.Term) bool { return !t.HasBinder() && t.Size() <= mostNodes }

// mostNodes bounds the terms that are evaluated.
const mostNodes = 400

// Guard judges replacements in one script. Not safe for concurrent use.
type Guard struct {
	// Pool knows the symbols of the script.
	Pool *synth.Pool
	// Samples are the interpretations under which terms are compared; nil for none.
	Samples *Samples
}

// Reasons why replacements are not made.
const (
	NoSymbol     = "it has no symbol of the seed"
	SameSides    = "both sides would be the same"
	ConstantTerm = "it has the same value under all assignments"
	ConstantPart = "a formula would have the same value under all assignments"
)

// Loses returns why a replacement, which root contains at the path, has less to solve than before, by its syntax alone; "" when it does not.
func (g *Guard) Loses(at *occurrence.Occurrence, repl, root *term.Term) string {
	if g.Pool.Symbolic(at.Term) && !g.Pool.Symbolic(repl) {
		return NoSymbol
	}
	if vacuous(repl) {
		return SameSides
	}
	if n := len(at.Path); n > 0 && !vacuous(at.Above[n-1]) && vacuous(term.At(root, at.Path[:n-1])) {
		return SameSides
	}
	return ""
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
	if len(args) > fewArgs {
		return repeats(args)
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

// fewArgs is how many arguments are compared with each other one by one.
const fewArgs = 16

// repeats reports whether one of the arguments is another one, or the negation of another one.
func repeats(args []*term.Term) bool {
	met := make(map[*term.Term]bool, len(args)) // it is an argument, or its negation is one
	for _, a := range args {
		if met[a] {
			return true
		}
		met[a] = true
		if a.Func().Is("not") {
			x := a.Args()[0]
			if met[x] {
				return true
			}
			met[x] = true
		}
	}
	return false
}

// negates reports whether t is the negation of u.
func negates(t, u *term.Term) bool { return t.Func().Is("not") && t.Args()[0] == u }

// Constant reports whether a replacement seems to be constant, by its values, although the symbols in it are not.
func (g *Guard) Constant(at, repl *term.Term) bool {
	return Evaluable(repl) && g.suspect(repl) && g.settled(repl) && (rigid(repl) || g.varies(at) == yes)
}

// Silenced reports whether a replacement, which root contains at the path, seems to make a formula around it constant that was not, by its values.
func (g *Guard) Silenced(at *occurrence.Occurrence, repl, root *term.Term) bool {
	if !Evaluable(repl) {
		return false
	}
	above := occurrence.Ancestors(root, at.Path)
	left := mostFormulas
	for i := len(above) - 1; i >= 0 && left > 0; i-- {
		now, before := above[i], at.Above[i]
		if now.Sort() != sorts.Bool {
			continue
		}
		if !Evaluable(now) || !Evaluable(before) {
			break
		}
		left--
		if g.suspect(now) && g.settled(now) && (g.varies(before) == yes || i == len(above)-1 && rigid(now) && !g.settled(before)) {
			return true
		}
	}
	return false
}

// rigid reports whether an operator that gives the same value for different arguments is likely to do so always. Equality is not: it is seldom true.
func rigid(t *term.Term) bool {
	f := t.Func()
	return t.Sort() != sorts.Bool || f != nil && f.Kind == term.TheoryFunc && f.Row.Theory != "core"
}

// suspect reports whether a term can be constant although its arguments are not: one of them has no symbol, or two have some in common.
func (g *Guard) suspect(t *term.Term) bool {
	var met uint64
	for _, a := range t.Args() {
		set := g.Pool.Symbols(a)
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
func (g *Guard) settled(t *term.Term) bool {
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
func (g *Guard) varies(t *term.Term) answer {
	var first value.Value
	all := g.Samples.All()
	for i, a := range all {
		v := a.Value(t)
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

// Silences reports whether a definition's new body seems to make an assertion constant that was not. It examines the first few assertions that
// depend on the definition.
func (g *Guard) Silences(was, is *script.Script, command int) bool {
	left := mostFormulas
	for i := command + 1; i < len(is.Commands) && left > 0; i++ {
		c := is.Commands[i]
		if c.Kind != script.Assert || c.Terms[0] == was.Commands[i].Terms[0] {
			continue
		}
		before, now := was.Commands[i].Terms[0], c.Terms[0]
		if now.Sort() != sorts.Bool || !Evaluable(before) || !Evaluable(now) {
			continue
		}
		left--
		if g.varies(before) == yes && g.varies(now) == no {
			return true
		}
	}
	return false
}
