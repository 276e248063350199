// Package mutate holds what all engines share: seeds, mutants, their truth and provenance, and the engine
// interface. It mutates nothing itself and runs no process.
package mutate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Truth is a status with its reason: a witness, or the derivation from a seed of known status.
type Truth struct {
	Status     smt.Status
	Witness    string   // model text of the mutant's own symbols, "" for none
	Derivation []string // one line per step, the seed first
	// Label says that the derivation rests on the seed's status label alone. Labels in benchmark sets are sometimes wrong.
	Label bool
}

// Seed is a formula to start from, read from the text of a seeds.Seed. Its terms live in the script's store, which only one goroutine may
// use: read a seed again for every job.
type Seed struct {
	Name   string // where it comes from, as shown to users
	Hash   string // of its text; names the seed in mutants' names
	Script *script.Script
	Truth  Truth
	// Definitions says what became of the script's definitions where [Begin] was to unfold them; nil otherwise.
	Definitions *definition.Report
}

// Step is one mutation: which engine and rule changed what, and where.
type Step struct {
	Engine  string
	Rule    string    // the engine's name for what it did
	Summary string    // one line about a step that changes more than one place; the fields below are unset then
	Command int       // index of the changed command
	Path    term.Path // occurrence in that command's term
	Before  *term.Term
	After   *term.Term
	// Applicable is how many rules the engine could have applied instead, this one included; 0 when it does not count them.
	Applicable int
}

// String describes the step in one line of at most 1000 bytes, with long terms shortened and control
// characters replaced.
func (s Step) String() string {
	const limit = 1000 - len("...")
	if s.Summary != "" {
		return syntax.Clip(fmt.Sprintf("%s %s: %s", s.Engine, s.Rule, s.Summary), limit)
	}
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
	Truth  Truth   // of a script with one check-sat
	Truths []Truth // of each check-sat in order, where there are several; nil otherwise
	Steps  []Step  // from the seed to here, oldest first
	// Base is the script that the last step changed into this one, if the step is an implication; nil otherwise. Both scripts ask once.
	// PreservedStatus is smt.Sat when the base implies the mutant, smt.Unsat when the mutant implies the base.
	Base            *script.Script
	PreservedStatus smt.Status
}

// Known returns what is known about each check-sat, in order.
func (m *Mutant) Known() []Truth {
	if m.Truths != nil {
		return m.Truths
	}
	return []Truth{m.Truth}
}

// ErrNotApplicable says that an engine can do nothing with a seed; it is wrapped with the reason.
var ErrNotApplicable = errors.New("engine not applicable")

// ErrExhausted says that a source has no more mutants.
var ErrExhausted = errors.New("no further mutant")

// Dialect is a solver that mutants are intended for: engines use only operators that all targets have.
type Dialect = theory.Release

// Env is what the fuzzer lends to an engine.
type Env struct {
	Dialects []Dialect
	// Asker lets solvers answer questions; nil when there are none.
	Asker Asker
	// Partners are further seeds; nil when there are none.
	Partners Partners
	// Rand is for choices while a source is prepared: it differs from chain to chain. nil means one that does not.
	Rand *rng.Rand
	// Unfolded is called by [Begin] with what became of the definitions of a seed that were to be unfolded; nil for no call.
	Unfolded func(*Seed)
}

// Want says what a question asks for.
type Want uint8

// What can be wanted.
const (
	// WantVotes asks every solver for sat or unsat, in one version of each.
	WantVotes Want = iota
	// WantModels is WantVotes plus the model after sat where the solver has one.
	WantModels
	// WantModel asks one solver after the other until one answers sat with a model, or unsat.
	WantModel
	// WantCore asks one solver after the other until one answers unsat with a core, or sat. The script's
	// assertions are named.
	WantCore
	// WantAgreement is WantVotes where solvers of two codebases read the script. Otherwise it asks no solver: there could be no agreement.
	WantAgreement
)

// Reply is what one solver answers: sat or unsat.
type Reply struct {
	Solver   string // with its version
	Codebase string // what it shares with its other versions
	Status   smt.Status
	Model    string   // text after sat, for WantModel and WantModels
	Core     []string // names after unsat, for WantCore
}

// Agreed returns the status that solvers of at least two codebases answer and none contradicts, otherwise smt.Unknown: versions of one
// solver share its mistakes.
func Agreed(replies []Reply) smt.Status {
	var who []string
	status := smt.Unknown
	for _, r := range replies {
		if status != smt.Unknown && r.Status != status {
			return smt.Unknown
		}
		status = r.Status
		if name := cmp.Or(r.Codebase, r.Solver); !slices.Contains(who, name) {
			who = append(who, name)
		}
	}
	if len(who) < 2 {
		return smt.Unknown
	}
	return status
}

// Asker lets solvers answer questions about scripts with one check-sat. Solvers that do not answer in time, or answer neither sat nor
// unsat, are left out. The same question has the same replies for the length of a campaign. Safe for concurrent use.
type Asker interface {
	Ask(ctx context.Context, s *script.Script, want Want) []Reply
}

// Read reads a seed's text, with the truth that its label claims where it asks once. The error is the reader's, with its
// position.
func Read(seed seeds.Seed, table *theory.Table) (*Seed, error) {
	return ReadUntil(context.Background(), seed, table)
}

// ReadUntil is Read for as long as ctx lasts; when ctx ends, the error is what it ended with.
func ReadUntil(ctx context.Context, seed seeds.Seed, table *theory.Table) (*Seed, error) {
	s, err := elab.Script(seed.Text, elab.Options{File: seed.Name, Table: table, Done: ctx.Done()})
	if errors.Is(err, elab.ErrStopped) {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	return &Seed{Name: seed.Name, Hash: seed.Hash, Script: s, Truth: Labelled(seed.Name, s)}, nil
}

// Labelled returns the truth that the label of a script claims. It is a claim, not a proof. There is no such claim where the
// script asks more than once.
func Labelled(name string, s *script.Script) Truth {
	t := Truth{Status: smt.Unknown}
	if s.Checks() == 1 {
		t.Status = smt.Label(s.Status())
	}
	if t.Status != smt.Unknown {
		t.Label, t.Derivation = true, []string{fmt.Sprintf("seed %s is labelled %s", name, t.Status)}
	}
	return t
}

// Partners offers seeds to combine with a seed of a logic. Immutable.
type Partners interface {
	// Partner chooses a seed whose formulas can be combined with those of the logic; ok is false when there is none.
	Partner(r *rng.Rand, logic string) (seed seeds.Seed, ok bool)
}

// Engine turns a seed into mutants. It never runs a process itself. Engines are immutable and safe for
// concurrent use; their sources are not.
type Engine interface {
	Name() string
	// Configuration returns the settings in one short line, without those of the operator table: engines of one name with equal
	// lines and tables make equal mutants, in every process. It includes a hash of the contents of a user's file, so that
	// neither the file's name nor its location counts.
	Configuration() string
	// Prepare starts a chain of mutants. The error wraps ErrNotApplicable when the seed offers nothing.
	Prepare(ctx context.Context, seed *Seed, env Env) (Source, error)
}

// Based is implemented by sources whose mutants are made from more than the seed: from two seeds, or from the seed's negation.
type Based interface {
	// Bases returns scripts of the same formulas without any mutation. When a solver rejects one of them, it is not the
	// engine's fault that it rejects the mutants too.
	Bases() []*script.Script
}

// Noter is implemented by engines that can fail for reasons outside Assay, and have something to say about it.
type Noter interface {
	// Notes are lines for people, each with what to do. Safe for concurrent use.
	Notes() []string
}

// Choosy is implemented by sources that refuse some of what they try.
type Choosy interface {
	// Rejected counts tries that came to nothing, by reason. The caller must not modify it, and it changes with every mutant.
	Rejected() map[string]int
}

// Source yields mutants; it is deterministic in r.
type Source interface {
	Next(r *rng.Rand) (Mutant, error)
}
