package reduce

import (
	"context"
	"sync"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// A Predicate says whether a candidate still shows what the original showed. It must be safe for concurrent use, and should return soon
// after its context ends: candidates that are no longer wanted are called off that way. Its verdicts must depend only on the candidate's
// text, because they are remembered.
//
// An error ends the reduction, and the best candidate so far is its result.
type Predicate interface {
	Holds(ctx context.Context, c *Candidate) (bool, error)
}

// PredicateFunc makes a function a Predicate.
type PredicateFunc func(ctx context.Context, c *Candidate) (bool, error)

// Holds calls f.
func (f PredicateFunc) Holds(ctx context.Context, c *Candidate) (bool, error) { return f(ctx, c) }

// A Candidate is a text that may replace the original. Safe for concurrent use.
type Candidate struct {
	text  string
	table *theory.Table

	once   sync.Once
	script *script.Script
	err    error
}

// NewCandidate returns a candidate with that text, which is read with the operators of table; nil is the built-in table.
func NewCandidate(text string, table *theory.Table) *Candidate {
	return &Candidate{text: text, table: table}
}

// Text is the candidate as SMT-LIB text.
func (c *Candidate) Text() string { return c.text }

// Script is the candidate as a script with its own term store, or the error that says why the text does not sort-check, a *syntax.Error. It
// is read when it is first asked for. The predicate may use the store, from one goroutine at a time, until Holds returns.
func (c *Candidate) Script() (*script.Script, error) {
	c.once.Do(func() { c.script, c.err = elab.Script(c.text, elab.Options{Table: c.table}) })
	return c.script, c.err
}
