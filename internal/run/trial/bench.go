package trial

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// A Bench is what trials have in common. Its fields are not changed after first use; then any number of goroutines may share it, as long as
// each has its own folder for its files, see In.
type Bench struct {
	// Runner runs targets, nil for Process.
	Runner Runner
	// Fresh runs what only counts when a fresh plain process shows it, nil for Process; see OnFresh.
	Fresh Runner
	// Table is the operator table that texts are read with, nil for the built-in one.
	Table *theory.Table
	// Limits bound each run; a target's configuration can set its own.
	Limits solver.Limits
	// Effort bounds the evaluation of each model; the zero value is certify.Thorough.
	Effort certify.Effort
	// SelfCheck makes the solvers check their own models.
	SelfCheck bool
	// Statistics makes the solvers print their statistics, where their profiles say how: after the last check-sat, or when they end.
	Statistics bool
	// Baselines are pairs of targets by name: what the older one decides, the newer one is expected to decide.
	Baselines []oracle.Pair
	// Checks are asked about each run that has answers.
	Checks []Check
	// Seed names what the texts of the bench have in common: those of one seed take about the same time. "" for nothing.
	Seed string
	// Dir is the folder for the files that solvers read; nil on a bench that does not run processes itself.
	Dir *disk.Scratch

	printers printers
	contents contents
}

// A Check judges runs on its own word, such as a program of the user's. Safe for concurrent use.
type Check interface {
	// Objections returns what it objects to in a run on a text. When ctx ends, it returns nil.
	Objections(ctx context.Context, text []byte, logic string, r solver.Run) []oracle.Objection
}

// printers write scripts, by dialect. A printer remembers the text of assertions, so a mutant costs little more than what its last step
// changed.
type printers map[string]*script.Printer

// contentOf looks through a script. On a bench that belongs to one goroutine, it remembers what is in the terms.
func (b *Bench) contentOf(s *script.Script) Content {
	if b.contents == nil {
		return ContentOf(s)
	}
	return b.contents.of(s)
}

// In returns the bench with another folder, for use by one goroutine.
func (b *Bench) In(dir *disk.Scratch) *Bench {
	c := *b
	c.Dir, c.printers, c.contents = dir, printers{}, contents{}
	return &c
}

// OnFresh returns the bench with Fresh in place of Runner. Findings, and what mutants depend on, come from there: what a process that has
// read other scripts before says may be left over from those, and depends on their order. Nothing is asked for there that people who repeat
// a finding would not ask for, such as statistics.
func (b *Bench) OnFresh() *Bench {
	c := *b
	c.Runner, c.Statistics = b.Fresh, false
	return &c
}

// Unchecked returns the bench without checks, for runs that nobody judges.
func (b *Bench) Unchecked() *Bench {
	c := *b
	c.SelfCheck, c.Baselines, c.Checks = false, nil, nil
	return &c
}

// Lives reports whether targets may be run in processes other than fresh plain ones.
func (b *Bench) Lives() bool { return b.Runner != nil }

func (b *Bench) runner() Runner {
	if b.Runner == nil {
		return Process{}
	}
	return b.Runner
}

func (b *Bench) effort() certify.Effort {
	if b.Effort == (certify.Effort{}) {
		return certify.Thorough
	}
	return b.Effort
}

// Operators returns the operator table that texts are read with.
func (b *Bench) Operators() *theory.Table {
	if b.Table == nil {
		return theory.Builtin()
	}
	return b.Table
}

// A Request is one target to be run on one text.
type Request struct {
	Target solver.Target
	Text   *Text
	// Checks is the number of check-sats that the text executes, 0 if that is not known.
	Checks  int
	Limits  solver.Limits
	Options solver.Options
	// Seed is the bench's.
	Seed string
}

// A Runner runs targets. Whatever a solver does, however bad, is in the run. Errors are *solver.UnusableError, *disk.OutputError and the
// one that ctx ended with. Safe for concurrent use.
type Runner interface {
	Run(ctx context.Context, r Request) (solver.Run, error)
}

// Process runs each request in a fresh process, on a file.
type Process struct {
	// Edges counts the edges of the code that runs take; nil for solvers that were not compiled for it.
	Edges *coverage.Edges
	// Dir is the working directory, "" for the caller's. With options that Assay chose itself it is one of Assay's folders: some options make
	// a solver write files.
	Dir string
}

// How often and after which pause Assay tries again to start a process that could not be started: the system may be out of processes or
// memory for a moment, which a campaign of days must survive.
const (
	startAttempts = 5
	startPause    = 200 * time.Millisecond
)

// Run implements Runner.
func (p Process) Run(ctx context.Context, r Request) (solver.Run, error) {
	if ctx.Err() != nil {
		return solver.Run{}, context.Cause(ctx) // nothing is written for a process that does not run
	}
	if err := r.Text.Write(); err != nil {
		return solver.Run{}, err
	}
	file := r.Text.Path
	if p.Dir != "" {
		var err error
		if file, err = filepath.Abs(file); err != nil {
			return solver.Run{}, err
		}
	}
	q := solver.Query{
		File: file, Checks: r.Checks, Limits: r.Limits, Options: r.Options, Questions: r.Text.Questions, Dir: p.Dir,
	}
	var counter *coverage.Counter
	if p.Edges != nil {
		var err error
		if counter, err = p.Edges.Counter(); err != nil {
			return solver.Run{}, err
		}
		defer counter.Close()
		q.Vars = counter.Vars()
	}
	for attempt := 1; ; attempt++ {
		run, err := r.Target.Run(ctx, q)
		if counter != nil {
			run.Edges = counter.Signature()
		}
		var unusable *solver.UnusableError
		if err == nil || ctx.Err() != nil || !errors.As(err, &unusable) || !unusable.Passing || attempt == startAttempts {
			return run, err
		}
		select {
		case <-ctx.Done():
		case <-time.After(startPause):
		}
	}
}

// Write writes the text to its file, unless the file is still as it was left: a solver may have changed it.
func (t *Text) Write() error {
	if t.stored || t.dir.Holds(t.name, t.written) {
		return nil
	}
	var err error
	t.written, err = t.dir.Write(t.name, t.Bytes)
	return err
}
