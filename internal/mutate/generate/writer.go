package generate

import (
	"sync"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/generate/grammar"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// A Writer writes truth into scripts that a grammar has made. It belongs to one goroutine at a time.
type Writer struct {
	language   *language
	sat, unsat int
	rejected   map[string]int
}

// NewWriter returns a writer for scripts of a grammar, a logic and the targets that read them. Sat and unsat are the percentages of scripts that get such a truth,
// together at most 100.
func NewWriter(table *theory.Table, g *grammar.Grammar, logic string, targets []mutate.Dialect, sat, unsat int) *Writer {
	return newWriter(newLanguage(g, logic, targets, builtin(table)), sat, unsat)
}

func newWriter(l *language, sat, unsat int) *Writer {
	return &Writer{language: l, sat: sat, unsat: unsat, rejected: map[string]int{}}
}

// builtin returns the proved rules, read when they are first needed.
func builtin(table *theory.Table) func() []*rules.Rule {
	return sync.OnceValue(func() []*rules.Rule {
		all, err := rules.Builtin(table)
		if err != nil {
			return nil // rules about operators that a user's table lacks: other contradictions remain
		}
		return all
	})
}

// Missed says why scripts did not get the truth that was drawn for them, and how often. A part of a script that is left out counts as well.
func (w *Writer) Missed() map[string]int { return w.rejected }

// Write returns the script with the truth that is drawn for it, and what is then known about each check. A script for which none is drawn, or that cannot get it, stays as it is.
func (w *Writer) Write(r *rng.Rand, made *script.Script) mutate.Mutant {
	known := make([]mutate.Truth, made.Checks())
	for i := range known {
		known[i].Status = smt.Unknown
	}
	kind := "a script from the grammar"
	if n := r.IntN(100); n < w.sat+w.unsat {
		if a := w.authored(r, made, n >= w.sat); a != nil {
			made, known, kind = a.finished(), a.truths(), a.kind()
		}
	}
	m := mutate.Mutant{Script: made, Steps: []mutate.Step{step(made, w.language.name, kind)}, Truths: known}
	if len(known) == 1 {
		m.Truth, m.Truths = known[0], nil
	}
	return m
}

// authored writes truth into a script, with a contradiction where one is wanted and possible. It returns nil where no truth is known.
func (w *Writer) authored(r *rng.Rand, made *script.Script, contradictory bool) *author {
	a := newAuthor(r, w.language, made, func(reason string) { w.rejected[reason]++ })
	if a == nil || !a.state() {
		return nil
	}
	a.strengthen()
	if contradictory {
		a.contradict()
	}
	a.nest()
	return a
}
