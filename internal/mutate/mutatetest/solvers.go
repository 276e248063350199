package mutatetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/disk"
	"github.com/assay-smt/assay/internal/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testdepth"
	"github.com/assay-smt/assay/internal/trial"
	"github.com/assay-smt/assay/internal/trial/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// How many mutants of each seed solvers read, by the depth of the comparison, and for how long each.
const (
	fewMutants  = 2
	moreMutants = 5
	manyMutants = 40
	readTime    = 300 * time.Millisecond
)

// solvers lets z3 and cvc5 read mutants made for them. None may be rejected, and no answer may contradict a truth.
func (k Kit) solvers(t *testing.T) {
	k.Mutants = testdepth.Crosscheck(t, fewMutants, moreMutants, manyMutants)
	for _, name := range []string{"z3", "cvc5"} {
		t.Run(name, func(t *testing.T) {
			r, err := newReader(t.Context(), name, trialtest.Scratch(t))
			if err != nil {
				t.Skipf("%s is not installed: %v", name, err)
			}
			read, faults := r.corpus(k)
			for _, f := range faults {
				t.Error(f)
			}
			t.Logf("%d mutants were read", read)
			if read == 0 {
				t.Error("there is no mutant that the solver could read")
			}
		})
	}
}

// reader lets one solver read scripts.
type reader struct {
	target solver.Target
	bench  *trial.Bench
}

// newReader finds a solver. The error says that it is not there.
func newReader(ctx context.Context, name string, dir *disk.Scratch) (reader, error) {
	set, err := solver.Builtin()
	if err != nil {
		return reader{}, err
	}
	target, err := solver.Resolve(ctx, name, set)
	bench := &trial.Bench{Limits: solver.Limits{Time: readTime, Memory: 2 << 30}}
	return reader{target: target, bench: bench.In(dir)}, err
}

// readable returns the seeds that the solver reads, and as faults those that Assay does not read.
func (r reader) readable() (all []Seed, out faults) {
	for _, s := range Corpus() {
		seed, err := s.read()
		if err != nil {
			out.add("%v", err)
			continue
		}
		if run, err := r.run(seed.Script); err == nil && !run.Rejected {
			all = append(all, s)
		}
	}
	return all, out
}

// corpus returns how many mutants the solver read, and what was wrong. Seeds that it does not read itself do not count, not even as
// partners.
func (r reader) corpus(k Kit) (read int, out faults) {
	e, err := k.New()
	if err != nil {
		out.add("New: %v", err)
		return 0, out
	}
	all, out := r.readable()
	partners := slices.DeleteFunc(slices.Clone(all), func(s Seed) bool { return s.Many })
	f := &fuzzer.Fuzzer{Bench: r.bench, Targets: []solver.Target{r.target}, Seed: 1, Length: k.mutants(), Partners: companions(partners)}
	for _, s := range all {
		f.Asker = truthful(s)
		chain, err := f.Chain(context.Background(), s.text(), e, 0, fuzzer.Place{})
		if errors.Is(err, mutate.ErrNotApplicable) {
			continue
		}
		if err == nil {
			err = chain.Broken
		}
		if err != nil {
			out.add("%s: %v", s.Name, err)
			continue
		}
		for i := range chain.Len() {
			m := chain.Mutant(i)
			text := chain.Text(i, r.target.Profile().Dialect)
			run, err := r.run(m.Script)
			if err != nil {
				out.add("%s: %v", s.Name, err)
				continue
			}
			read++
			if run.Rejected {
				out.add("%s, mutant %d: rejected: %q\nafter %s\n%s", s.Name, i, run.Errors, m.Steps[len(m.Steps)-1], text)
				continue
			}
			if err := contradiction(m, run.Answers); err != nil {
				out.add("%s, mutant %d: %v\n%s", s.Name, i, err, text)
			}
		}
	}
	return read, out
}

// contradiction returns an error where an answer contradicts a truth. A witness was evaluated: a solver that contradicts it is
// wrong, and finding that is the job of a campaign.
func contradiction(m mutate.Mutant, answers []smt.Status) error {
	for n, t := range m.Known() {
		if n >= len(answers) || t.Witness != "" || t.Status == smt.Unknown || answers[n] != smt.Sat && answers[n] != smt.Unsat || answers[n] == t.Status {
			continue
		}
		return fmt.Errorf("check %d is claimed to be %v because of %q, but the answer is %v", n, t.Status, t.Derivation, answers[n])
	}
	return nil
}

func (r reader) run(s *script.Script) (solver.Run, error) {
	return r.bench.New(s, trial.Facts{Plan: trial.AskNothing}).Run(context.Background(), r.target)
}
