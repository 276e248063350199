package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// TestSequences solves storm's incremental scripts as they are, and each of their checks once more separately: the formulas in
// force there, in a script without push, pop, assumptions or resets. No answer may contradict the truth that storm states. Short
// is over every 45th of the built-in seeds, medium over every 15th, long over all.
func TestSequences(t *testing.T) {
	every := testdepth.Crosscheck(t, 45, 15, 1)
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	o := storm.DefaultOptions()
	o.Incremental = 100
	e := storm.New(o)
	for name := range installed(t) {
		sv, err := solver.Resolve(context.Background(), name, set)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			c := &sequenceCheck{solver: sv, dir: t.TempDir()}
			for i, seed := range seeds.All() {
				if i%every == 0 {
					c.seed(t, e, seed)
				}
			}
			t.Logf("%d scripts, %d checks alone: %d answers, %d behind assertions that survived a reset, %d rejected scripts", c.scripts, c.checks, c.answers, c.survived, c.rejected)
			if c.answers == 0 || c.rejected*50 > c.scripts {
				t.Errorf("%d of %d scripts are rejected, there are %d answers: %s", c.rejected, c.scripts, c.answers, c.reason)
			}
		})
	}
}

// sequenceCheck compares one solver's answers with the truth.
type sequenceCheck struct {
	solver                             solver.Target
	dir                                string
	scripts, checks, answers, rejected int
	survived                           int    // wrong answers because assertions survive a reset
	reason                             string // why a script was rejected
}

func (c *sequenceCheck) seed(t *testing.T, e mutate.Engine, seed seeds.Seed) {
	s, err := elab.Script(string(seed.Text), elab.Options{})
	if err != nil || !c.solver.Profile().Reads(s.Logic()) {
		return
	}
	if c.run(t, s, string(seed.Text)).Rejected {
		return // what the solver does not read alone, it does not read in sequences either
	}
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: []solver.Target{c.solver}, Seed: 1, Plan: fuzzer.Plan{Chain: 2}}
	chain, err := f.Chain(context.Background(), seeds.Seed{Name: seed.Name, Hash: seed.Name, Text: string(seed.Text)}, e, rng.New(0).Uint64(), fuzzer.Place{})
	if errors.Is(err, mutate.ErrNotApplicable) {
		return
	}
	if err != nil {
		t.Fatalf("%s: %v", seed.Name, err)
	}
	for i := range chain.Len() {
		m := chain.Mutant(i)
		run := c.run(t, m.Script, textOf(chain, i, c.solver.Profile().Dialect))
		c.scripts++
		if run.Rejected {
			c.rejected++
			c.reason = run.Reason
			continue
		}
		c.compare(t, seed.Name, "as it is", run.Answers, m.Known(), m.Script)
		for check, truth := range m.Known() {
			alone := c.alone(m.Script, check)
			run := c.run(t, alone, alone.String())
			c.checks++
			c.compare(t, seed.Name, fmt.Sprintf("check %d alone", check), run.Answers, []mutate.Truth{truth}, m.Script)
		}
	}
}

// alone returns the script that asks for only one check.
func (c *sequenceCheck) alone(s *script.Script, check int) *script.Script {
	out := &script.Script{Store: s.Store}
	for _, cmd := range s.Commands {
		switch cmd.Kind {
		case script.SetLogic, script.DeclareSort, script.DefineSort, script.DeclareSortParameter, script.DeclareFun, script.DefineFun, script.DefineRec, script.DeclareDatatypes:
			out.Commands = append(out.Commands, cmd)
		}
	}
	active, _ := s.Active(check)
	for _, a := range active {
		out.Commands = append(out.Commands, &script.Command{Kind: script.Assert, Terms: []*term.Term{a.Term}})
	}
	out.Commands = append(out.Commands, &script.Command{Kind: script.CheckSat})
	return out
}

func (c *sequenceCheck) run(t *testing.T, s *script.Script, text string) solver.Run {
	t.Helper()
	p := script.Printer{Solver: c.solver.Profile().Dialect, ForSolver: true}
	if len(text) == 0 {
		text = string(p.Append(nil, s))
	}
	file := filepath.Join(c.dir, "s.smt2")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	content := trial.ContentOf(s)
	run, err := c.solver.Run(context.Background(), solver.Query{
		File: file, Checks: s.Checks(), Limits: solver.Limits{Time: time.Second, Memory: 2 << 30}, Options: content.Options(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// resets reports whether a script removes all assertions.
func resets(s *script.Script) bool {
	return slices.ContainsFunc(s.Commands, func(c *script.Command) bool { return c.Kind == script.ResetAssertions })
}

// compare fails for every answer that contradicts the truth.
func (c *sequenceCheck) compare(t *testing.T, seed, how string, answers []smt.Status, truths []mutate.Truth, s *script.Script) {
	t.Helper()
	for i, a := range answers {
		if i >= len(truths) || a == smt.Unknown {
			continue
		}
		c.answers++
		switch {
		case a.String() == truths[i].Status.String():
		case c.solver.Profile().Name == "cvc4" && a == smt.Unsat && resets(s) && len(answers) > 1:
			c.survived++ // findings/cvc4-1.8-reset-assertions
		default:
			t.Errorf("%s, %s: check %d is %v because %s, and the answer is %v\n%.4000s", seed, how, i, truths[i].Status, strings.Join(truths[i].Derivation, "; "), a, s)
		}
	}
}
