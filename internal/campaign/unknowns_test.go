package campaign

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// implied is numbers with the claim that each mutant follows from the one before.
type implied struct{ numbers }

func (e implied) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	s, err := e.numbers.Prepare(ctx, seed, env)
	if err != nil {
		return nil, err
	}
	return impliedSource{s.(*numberSource)}, nil
}

type impliedSource struct{ *numberSource }

func (s impliedSource) Next(r *rng.Rand) (mutate.Mutant, error) {
	base := s.script
	m, err := s.numberSource.Next(r)
	m.Base, m.PreservedStatus = base, smt.Sat
	return m, err
}

// unknownConfig is a campaign with findings of both classes of incompleteness.
func unknownConfig(t *testing.T) Config {
	t.Helper()
	c := config(t, fake(t, "--opt-a=1 --answer=sat", "--answer=sat --when='(= . [0-9]*[0-4])=>unknown'")...)
	c.Engines = []mutate.Engine{implied{numbers{name: "one"}}, implied{numbers{name: "two"}}}
	c.Baselines = []oracle.Pair{{Old: c.Targets[0].String(), New: c.Targets[1].String()}}
	return c
}

// kept returns what a campaign has found, so that campaigns can be compared.
func kept(t *testing.T, out string) map[string]string {
	t.Helper()
	all, err := findings.LoadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	texts := make(map[string]string)
	for _, f := range all {
		text := fmt.Sprintln(f.Provenance.Mutant, f.Hits, f.Repeated)
		for _, name := range []string{findings.BugFile, findings.BaseFile} {
			data, err := os.ReadFile(filepath.Join(f.Dir, name))
			if err != nil && name == findings.BugFile {
				t.Fatal(err)
			}
			text += string(data)
		}
		texts[f.Signature] = text
	}
	return texts
}

// Unknowns are found and counted in the same way by any number of workers, and by a campaign that stops in the middle
// of chains.
func TestUnknowns(t *testing.T) {
	var want map[string]string
	for _, tt := range []struct {
		name   string
		jobs   int
		limits []int64
	}{{"one worker", 1, []int64{40}}, {"four workers", 4, []int64{40}}, {"resumed", 2, []int64{6, 7, 22, 40}}} {
		t.Run(tt.name, func(t *testing.T) {
			c := unknownConfig(t)
			var sum Summary
			for _, limit := range tt.limits {
				c.Jobs, c.Mutants = tt.jobs, limit
				sum = mustRun(t, c)
			}
			got := kept(t, c.Out)
			if want == nil {
				want = got
				if len(want) < 2 || want["incompleteness-implication/fake/number/literal of Int/none"] == "" {
					t.Fatalf("findings %v", want)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			st := sum.Stats.Solvers[c.Targets[1].String()]
			if n := st.Outcomes[outcome.Unknown]; n == 0 || st.Undecided != n || st.Filtered != 0 {
				t.Errorf("%d unknowns, %+v", n, st.UnknownStats)
			}
		})
	}
}

// Findings that rest on operators that a solver does not support at all are counted by operator.
func TestUnsupportedOperatorsAreCounted(t *testing.T) {
	c := config(t, fake(t, "--opt-a=1 --answer=sat --when='bvnot c=>unknown'", "--answer=sat --when='bvnot=>unknown'")...)
	c.Seeds = []SeedSource{TextSeed("n", "(set-logic QF_BV)\n(declare-const b (_ BitVec 4))\n(declare-const n Bool)\n(assert (and n (= b (bvnot b))))\n(check-sat)\n")}
	c.Engines = []mutate.Engine{same{}}
	c.Baselines = []oracle.Pair{{Old: c.Targets[0].String(), New: c.Targets[1].String()}}
	c.Mutants = 3
	c.Runner, c.Fresh = cheap, cheap // questions have limits of their own
	sum := mustRun(t, c)
	st := sum.Stats.Solvers[c.Targets[1].String()]
	if diff := cmp.Diff(UnknownStats{Undecided: 3, Filtered: 3, Unsupported: map[string]int64{"bvnot": 3}}, st.UnknownStats); diff != "" {
		t.Errorf("statistics (-want +got):\n%s", diff)
	}
	if sum.Found() {
		t.Errorf("findings %+v", sum.Findings)
	}
}

// same is an engine that changes nothing.
type same struct{}

func (same) Name() string { return "same" }

func (same) Configuration() string { return "" }

func (same) Prepare(_ context.Context, seed *mutate.Seed, _ mutate.Env) (mutate.Source, error) {
	return &sameSource{seed.Script}, nil
}

// sameSource returns, at each step, the seed with one more assertion after its check-sats.
type sameSource struct{ script *script.Script }

func (s *sameSource) Next(*rng.Rand) (mutate.Mutant, error) {
	always, _, err := s.script.Store.Overload(s.script.Store.Table.Lookup("true"), nil, nil, nil)
	if err != nil {
		return mutate.Mutant{}, err
	}
	next := *s.script
	next.Commands = append(slices.Clone(next.Commands), &script.Command{Kind: script.Assert, Terms: []*term.Term{always}})
	s.script = &next
	return mutate.Mutant{Script: s.script, Truth: mutate.Truth{Status: smt.Unknown}}, nil
}

// Which solvers are baselines is part of a campaign's identity.
func TestOtherBaselines(t *testing.T) {
	c := unknownConfig(t)
	c.Mutants = 2
	mustRun(t, c)
	c.Baselines = nil
	var mismatch *MismatchError
	if _, err := Run(t.Context(), c); !errors.As(err, &mismatch) || mismatch.What != "baselines" {
		t.Errorf("other baselines: %v", err)
	}
}
