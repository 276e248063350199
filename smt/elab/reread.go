package elab

import (
	"errors"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// A reading is a way of reading a script that only some solvers have, and that nothing in the text asks for. The standard's
// comes first: another one is tried only if no solver reads the script in the standard's way.
type reading struct {
	feature theory.Feature
	start   func(*elaborator)
}

// read reads a script in the standard's way, or else in one that a solver has. prepare sets up each reading. The elaborator holds
// what was read, even when there is an error.
func read(src string, opts Options, prepare func(*elaborator)) (*elaborator, error) {
	e := newElaborator(opts)
	prepare(e)
	err := e.script(src)
	if e.store.Sorts.Nests() {
		e.out.Features.Add(theory.NestedFunctions) // languages with functions as values have these
	}
	if err == nil && e.out.Dialects != 0 || errors.Is(err, ErrStopped) {
		return e, err
	}
	for _, how := range e.readings(src, err) {
		if e.opts.Dialects&how.feature.Dialects() == 0 {
			continue
		}
		other := newElaborator(opts)
		prepare(other)
		how.start(other)
		otherErr := other.script(src)
		other.may(how.feature)
		if errors.Is(otherErr, ErrStopped) || otherErr == nil && (err != nil || other.out.Dialects != 0) {
			return other, otherErr
		}
	}
	return e, err
}

// readings returns the other ways of reading a script that gave the error err, or that was read in a way that no solver has.
func (e *elaborator) readings(src string, err error) []reading {
	var out []reading
	if e.store.Sorts.Nests() {
		// For z3 (-> X (-> Y Z)) and (-> X Y Z) differ, for cvc5 they are the same. What z3 accepts has the same meaning for
		// cvc5.
		out = append(out, reading{theory.FlatFunctions, func(e *elaborator) { e.store.Sorts.Flatten() }})
	}
	var at *syntax.Error
	if !errors.As(err, &at) {
		return out
	}
	switch {
	case at.Code == syntax.CodeRedeclare && e.repeated && asksFor(src, "--no-fresh-declarations"):
		out = append(out, reading{theory.RepeatedDeclaration, func(e *elaborator) { e.repeatable = true }})
	case at.Code != syntax.CodeUnknown:
	case e.popped && asksFor(src, "--global-declarations"):
		out = append(out, reading{theory.GlobalByOption, (*elaborator).keepDeclarations})
	case e.cleared:
		out = append(out, reading{theory.KeptDeclarations, (*elaborator).keepDeclarations})
	}
	return out
}

// asksFor reports whether the comments at the head of a script ask for an option of the solver, as those in cvc5's suite do:
// ; COMMAND-LINE: --incremental. Without them the same script is wrong for every solver.
func asksFor(src, option string) bool {
	for line := range strings.Lines(src) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != ';' {
			return false
		}
		if rest, ok := strings.CutPrefix(line, "; COMMAND-LINE:"); ok && slices.Contains(strings.Fields(rest), option) {
			return true
		}
	}
	return false
}

// keepDeclarations makes declarations outlive their level, and says so in the script.
func (e *elaborator) keepDeclarations() {
	e.global = true
	e.keep(&script.Command{Kind: script.SetOption, Name: ":global-declarations", Text: "true", Line: 1})
}

// repeats reports whether d repeats an existing declaration, in a reading that accepts this. Then d is left out.
func (e *elaborator) repeats(d *term.Decl) bool {
	en := e.env[d.Name]
	if en == nil || en.decl == nil || en.decl.Kind != term.Declared || en.decl.Result != d.Result || !slices.Equal(en.decl.Params, d.Params) {
		return false
	}
	if e.repeated = true; !e.repeatable {
		return false
	}
	e.warn("declared again and left out: " + syntax.Clip(d.Text, 60))
	return true
}
