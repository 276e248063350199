package reduce

import (
	"context"
	"errors"
	"fmt"

	"github.com/assay-smt/assay/smt/theory"
)

// Config says how to reduce. The zero value reduces with all passes, one job, and no limit but the predicate's context.
type Config struct {
	// Table has the operators; nil is the built-in table.
	Table *theory.Table
	// Jobs is how many candidates are tried at once, 0 for one. The result does not depend on it.
	Jobs int
	// MaxTests ends the reduction when the predicate was asked that often; 0 means no limit.
	MaxTests int
	// Raw reduces s-expressions without regard to sorts, even where the text sort-checks.
	Raw bool
	// Passes are the names of the passes to run, nil for all. Passes lists them.
	Passes []string
	// Trusted says that the predicate is known to hold for the start; otherwise that is asked first.
	Trusted bool
	// Better is called with each new best candidate, from the goroutine that called Reduce. An error ends the reduction and is
	// returned with its result. nil is not called.
	Better func(c *Candidate) error
	// Progress is called whenever the predicate has given a verdict, from the goroutine that called Reduce. nil is not called.
	Progress func(Progress)
}

// Progress says how far a reduction is.
type Progress struct {
	Pass  string // the pass that is running
	Round int    // how often all passes are gone through, from 1
	Bytes int    // of the best text
	Tests int    // calls of the predicate so far, including those called off
}

// A Mode says what a reduction treats its text as. The zero value is none.
type Mode uint8

// The modes.
const (
	NoMode Mode = iota
	Typed       // terms: every candidate sort-checks
	Raw         // s-expressions
	Lines       // lines: the text is not s-expressions, or the predicate depends on blanks and comments
)

// String returns the name of the mode.
func (m Mode) String() string {
	switch m {
	case NoMode:
	case Typed:
		return "typed"
	case Raw:
		return "raw"
	case Lines:
		return "lines"
	}
	return "none"
}

// An End says why a reduction ended. The zero value is none.
type End uint8

// The ends.
const (
	NoEnd       End = iota
	Minimal         // every single removal was tried, and nothing smaller holds
	OutOfTests      // Config.MaxTests
	Interrupted     // the context ended
	Failed          // the predicate or Config.Better failed
	PassesDone      // the chosen passes find nothing smaller, and the last check is not among them
	OutOfRounds     // the passes went on finding something for too long
	WentBack        // what was smaller did not hold any more when it was asked about again; see Single
)

// String returns the end in a word.
func (e End) String() string {
	switch e {
	case NoEnd:
	case Minimal:
		return "minimal"
	case OutOfTests:
		return "out of tests"
	case Interrupted:
		return "interrupted"
	case Failed:
		return "failed"
	case PassesDone:
		return "passes done"
	case OutOfRounds:
		return "out of rounds"
	case WentBack:
		return "went back"
	}
	return "none"
}

// A Result is the result of a reduction.
type Result struct {
	// Best is the smallest candidate for which the predicate holds.
	Best *Candidate
	// Mode is how the best candidate was reduced last.
	Mode Mode
	End  End
	// Untried is how many single removals from Best were not tried, at most: a command, an option, an element, a term by a part of it or a
	// constant. It is 0 where End is Minimal.
	Untried int
	// Passes counts what each pass did, in the order in which they first ran.
	Passes []PassCount
	// Tests are the calls of the predicate that counted. Wasted are those that were in vain because an earlier candidate held: they depend on
	// the number of jobs, and all other counts may depend on it where Cached does.
	Tests, Wasted int
}

// A PassCount is what one pass did.
type PassCount struct {
	Name      string
	Tried     int // candidates shown to the predicate
	Kept      int // of these, those that became the best
	Cached    int // candidates that were known to fail
	IllSorted int // candidates that do not sort-check, where they have to
	Larger    int // candidates that are not smaller than the best
}

// ErrNotHolding says that the predicate does not hold for the start.
var ErrNotHolding = errors.New("the predicate does not hold for the text to reduce")

// Reduce returns the smallest candidate that it finds for which the predicate holds. The error is ErrNotHolding, that of an unknown pass,
// or one of the predicate or of Config.Better; with the latter two the result is the best so far. The end of ctx is not an error.
func Reduce(ctx context.Context, text string, p Predicate, cfg Config) (Result, error) {
	passes, err := choose(cfg.Passes)
	if err != nil {
		return Result{}, err
	}
	s := newSearch(ctx, p, cfg, passes)
	start := NewCandidate(text, cfg.Table)
	if !cfg.Trusted {
		s.round = 1
		holds, err := p.Holds(ctx, start)
		s.tests++
		switch {
		case ctx.Err() != nil:
			s.best = start
			return Result{Best: start, End: Interrupted, Tests: s.tests, Untried: s.untried()}, nil
		case err != nil:
			return Result{Best: start, End: Failed, Tests: s.tests}, err
		case !holds:
			return Result{}, ErrNotHolding
		}
	}
	s.best = start
	s.run()
	return s.result()
}

// Single counts the single removals from a text of which none was tried, at most: what Result.Untried is for a caller that goes back to an earlier text,
// and knows nothing more about it. Of cfg, it takes Table and Raw.
func Single(ctx context.Context, text string, cfg Config) int {
	s := newSearch(ctx, nil, cfg, nil)
	s.best = NewCandidate(text, cfg.Table)
	return s.untried()
}

// choose returns the passes with those names, all of them for none.
func choose(names []string) (map[string]bool, error) {
	if names == nil {
		return nil, nil
	}
	known := map[string]bool{}
	for _, p := range Passes() {
		known[p.Name] = true
	}
	chosen := map[string]bool{}
	for _, name := range names {
		if !known[name] {
			return nil, fmt.Errorf("there is no pass %q", name)
		}
		chosen[name] = true
	}
	return chosen, nil
}
