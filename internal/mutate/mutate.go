// Package mutate holds what all engines share: seeds, mutants, their truth and provenance, and the engine
// interface. It mutates nothing itself and runs no process.
package mutate

import (
	"context"
	"errors"
	"fmt"

	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// Status is what is known of a formula's satisfiability.
type Status uint8

// The statuses.
const (
	NoStatus Status = iota
	Sat
	Unsat
	Unknown
)

// String returns the status as in (set-info :status ...).
func (s Status) String() string {
	switch s {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	case Unknown:
		return "unknown"
	}
	return "none"
}

// ParseStatus reads a status label; anything but sat and unsat is Unknown.
func ParseStatus(s string) Status {
	switch s {
	case "sat":
		return Sat
	case "unsat":
		return Unsat
	}
	return Unknown
}

// Truth is a status with its reason: a witness, or the derivation from a seed of known status.
type Truth struct {
	Status     Status
	Witness    string   // model text, "" for none
	Derivation []string // one line per step, the seed first
}

// Seed is a formula to start from. Its terms live in the script's store, which only one goroutine may
// use: read a seed anew for every job.
type Seed struct {
	Name   string // where it comes from, as shown to users
	Hash   string // of its text; names the seed in mutants' names
	Script *script.Script
	Truth  Truth
}

// Step is one mutation: which engine and rule changed what where.
type Step struct {
	Engine  string
	Rule    string    // the engine's word for what it did
	Command int       // index of the changed command
	Path    term.Path // occurrence in that command's term
	Before  *term.Term
	After   *term.Term
}

// String describes the step in one line of at most 1000 bytes, with long terms shortened and control
// characters replaced.
func (s Step) String() string {
	const limit = 1000 - len("...")
	return syntax.Clip(fmt.Sprintf("%s %s at command %d %v: %s -> %s", s.Engine, s.Rule, s.Command+1, []int(s.Path), brief(s.Before), brief(s.After)), limit)
}

// brief prints a term, or its head when it is large.
func brief(t *term.Term) string {
	const limit = 120
	if t == nil {
		return "?"
	}
	if term.TreeSize(t, 60) >= 60 {
		if f := t.Func(); f != nil {
			return "(" + f.String() + " ...)"
		}
		return "(...)"
	}
	return syntax.Clip(t.String(), limit)
}

// Mutant is a script made from a seed.
type Mutant struct {
	Script *script.Script
	Truth  Truth
	Steps  []Step // from the seed to here, oldest first
}

// ErrNotApplicable says that an engine can do nothing with a seed; it is wrapped with the reason.
var ErrNotApplicable = errors.New("engine not applicable")

// ErrExhausted says that a source has no more mutants.
var ErrExhausted = errors.New("no further mutant")

// Target is a solver that mutants are meant for: engines use only operators that all targets have.
type Target struct {
	Dialect string // the solver's name in the operator table
	Version string // "" is the newest
}

// Env is what the fuzzer lends to an engine.
type Env struct {
	Targets []Target
}

// Engine turns a seed into mutants. It never runs a process itself. Engines are immutable and safe for
// concurrent use; their sources are not.
type Engine interface {
	Name() string
	// Prepare starts a chain of mutants. The error wraps ErrNotApplicable when the seed offers nothing.
	Prepare(ctx context.Context, seed *Seed, env Env) (Source, error)
}

// Source yields mutants; it is deterministic in r.
type Source interface {
	Next(r *rng.Rand) (Mutant, error)
}
