// Package mutatetest is a kit of tests that every engine has to pass: its mutants are well-sorted, follow from their seed and
// generator alone, have the truth that they claim, and lose nothing of a script. It is not part of the program: only tests
// import it.
//
// An engine's own tests cover what is special about it; the kit covers what it has in common with the others. The seeds are
// the kit's own: small ones of every theory, and scripts that ask many times.
//
// The kit runs no process and starts no goroutine, so that engines are tested without the race detector. That real solvers
// read what engines make is checked in internal/testing/crosscheck, and that workers can share engines in internal/testing/enginestest.
package mutatetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/testing/testdepth"
)

// A Kit says which engine is tested, and what it promises beyond what all engines must.
type Kit struct {
	// New makes the engine over the built-in operator table, a new one at each call.
	New func() (mutate.Engine, error)
	// Keeps says what mutants keep of scripts.
	Keeps Keeping
	// Ends returns an engine and the text of a seed whose chain ends after a few mutants. nil is for engines that end a chain when its
	// store has 600,000 terms more than it began with.
	Ends func() (mutate.Engine, string, error)
	// Contradicts says that the engine makes scripts that are unsat by construction, whatever is known about the seed.
	Contradicts bool
	// Mutants is how many mutants are made from each seed, 0 for DefaultMutants, half of it in a sample.
	Mutants int
}

// DefaultMutants is the usual number of mutants of each seed.
const DefaultMutants = 6

// Keeping is what mutants keep of the scripts that they are made from.
type Keeping uint8

// What engines promise, the strongest promise first.
const (
	_ Keeping = iota
	// Commands: the mutant has the commands of the seed in their order, including push, pop, resets, options and labels. Only
	// formulas of assertions differ, and the logic may become a wider one.
	Commands
	// OwnScripts: mutants are scripts made by the engine itself over the seed's declarations, with a truth for each check-sat.
	OwnScripts
	// OneQuestion: the mutant asks once, about one of the questions of the seed.
	OneQuestion
	// OnlyOneQuestion: as OneQuestion, and seeds that ask more than once are not applicable.
	OnlyOneQuestion
)

// Run tests an engine.
func Run(t *testing.T, k Kit) {
	t.Helper()
	session := k.session()
	for _, c := range checks() {
		t.Run(c.name, func(t *testing.T) {
			for _, fault := range c.faults(session) {
				t.Error(fault)
			}
		})
	}
}

// A check is one requirement on engines.
type check struct {
	name string
	// faults returns what is wrong, one text per fault.
	faults func(*session) []string
}

func checks() []check {
	return []check{
		{"usable", (*session).usable},
		{"well-sorted", (*session).wellSorted},
		{"deterministic", (*session).deterministic},
		{"truth", (*session).truth},
		{"kept", (*session).kept},
		{"exhausted", (*session).exhausted},
		{"cancelled", (*session).cancelled},
	}
}

// faults collects what is wrong, up to as many faults as a person would read.
type faults []string

const maxFaults = 5

func (f *faults) add(format string, args ...any) {
	if len(*f) < maxFaults {
		*f = append(*f, fmt.Sprintf(format, args...))
	}
}

func (k Kit) mutants() int {
	if k.Mutants > 0 {
		return k.Mutants
	}
	return testdepth.Sample(DefaultMutants/2, DefaultMutants)
}

// made is a mutant with the text of its script.
type made struct {
	mutate.Mutant
	seed *mutate.Seed // as it was read for the engine
	text string
	next uint64 // what the generator returned after it
}

// chain makes the mutants of a seed; none when it is not applicable. The generators follow from the seed's name. The error is
// the engine's.
func (k Kit) chain(e mutate.Engine, s Seed, a mutate.Asker, partners mutate.Partners) ([]made, error) {
	seed, err := s.Read()
	if err != nil {
		return nil, err
	}
	r := rng.New(1).Split(s.Name)
	env := mutate.Env{Partners: partners, Rand: r.Split("prepare")}
	env.Asker = a
	src, err := e.Prepare(context.Background(), seed, env)
	if errors.Is(err, mutate.ErrNotApplicable) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	var out []made
	for range k.mutants() {
		m, err := src.Next(r)
		if errors.Is(err, mutate.ErrExhausted) {
			break
		}
		if err != nil {
			return out, fmt.Errorf("%s: %w", s.Name, err)
		}
		if m.Script == nil {
			return out, fmt.Errorf("%s: a mutant without a script", s.Name)
		}
		out = append(out, made{m, seed, m.Script.String(), r.Uint64()})
	}
	return out, nil
}

// A session runs the checks on one engine. Mutants that several checks need are made once. It belongs to one goroutine.
type session struct {
	Kit
	engines map[string]mutate.Engine // by who answers, since engines may remember answers
	runs    map[run][][]made         // by seed, in the order of the corpus
}

// A run is the mutants of the whole corpus.
type run struct {
	answers string // the name of the witness
	labels  labels
}

func (k Kit) session() *session {
	return &session{Kit: k, engines: map[string]mutate.Engine{}, runs: map[run][][]made{}}
}

// each calls visit with the mutants of every seed of the corpus. It adds the engine's faults when it makes the mutants.
func (k *session) each(f *faults, w witness, l labels, visit func(Seed, []made)) {
	e := k.engines[w.name]
	if e == nil {
		var err error
		if e, err = k.New(); err != nil {
			f.add("New: %v", err)
			return
		}
		k.engines[w.name] = e
	}
	seeds := l.corpus()
	key := run{w.name, l}
	all := k.runs[key]
	if all == nil {
		for i, seed := range seeds {
			if !testdepth.Long() && !w.sampled(i) {
				all = append(all, nil)
				continue
			}
			chain, err := k.chain(e, seed, w.asker(seed), partners(l))
			if err != nil {
				f.add("with %s: %v", w.name, err)
			}
			all = append(all, chain)
		}
		k.runs[key] = all
	}
	for i, seed := range seeds {
		visit(seed, all[i])
	}
}

// sampled reports whether a witness is used with seed number i of the corpus in a sample. The usual two are used with every seed, and so
// is the single codebase, which must not prove anything about any seed; each of the others is used with every third seed.
func (w witness) sampled(i int) bool {
	for n, other := range witnesses() {
		if other.name == w.name {
			return n == 0 || n == 2 || n == 6 || (i+n)%3 == 0
		}
	}
	return true
}

// nobody and informed are the witnesses that most checks use.
func nobody() witness   { return witnesses()[0] }
func informed() witness { return witnesses()[2] }
