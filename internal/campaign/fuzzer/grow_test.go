package fuzzer_test

import (
	"context"
	"errors"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/enginestest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// What a mutant is does not depend on how far its lineage goes, and in how many steps: with real engines, a lineage that grows has the mutants that
// it has at once, and each is made again from its name alone.
func TestGrow(t *testing.T) {
	rich := seed(`(set-logic QF_LIA)
(set-info :status sat)
(declare-const x Int)
(declare-const y Int)
(declare-const p Bool)
(assert (or (< (+ x y) 3) (and p (>= (* 2 y) x) (distinct x y))))
(assert (=> p (or (= x 7) (<= y (- x 4)))))
(assert (ite (> x 0) (not p) (< y 12)))
(check-sat)
`)
	all, table := enginestest.All(t)
	grown := 0
	for _, engine := range all {
		f := &fuzzer.Fuzzer{Bench: &trial.Bench{Table: table}, Seed: 5}
		c, err := f.Chain(t.Context(), rich, engine, 2, fuzzer.Place{})
		if errors.Is(err, mutate.ErrNotApplicable) {
			continue // it needs a model
		}
		if err != nil {
			t.Fatalf("%s: %v", engine.Name(), err)
		}
		if c.Len() != fuzzer.DefaultChain {
			t.Fatalf("%s: %d mutants", engine.Name(), c.Len())
		}
		for _, to := range []int{21, 21, 40, 60} {
			if err := c.Grow(t.Context(), to); err != nil {
				t.Fatal(err)
			}
		}
		f.Plan.Visit = 60 // does not matter
		once, err := f.Chain(t.Context(), rich, engine, 2, fuzzer.Place{})
		if err != nil {
			t.Fatal(err)
		}
		if err := once.Grow(t.Context(), 60); err != nil {
			t.Fatal(err)
		}
		if c.Len() != once.Len() || c.Len() <= fuzzer.DefaultChain {
			t.Fatalf("%s: %d mutants step by step, %d at once", engine.Name(), c.Len(), once.Len())
		}
		for i := range c.Len() {
			if c.Hash(i) != once.Hash(i) {
				t.Errorf("%s: mutant %d is another one", engine.Name(), i)
			}
		}
		last := c.Len() - 1
		m, err := f.Regenerate(t.Context(), rich, engine, c.Name(last))
		if err != nil || m.TextHash != c.Hash(last) {
			t.Errorf("%s: mutant %d from its name: %v", engine.Name(), last, err)
		}
		grown++
	}
	if grown < 4 {
		t.Errorf("only %d engines", grown)
	}
}

// fat is an engine whose mutants each have so many assertions more than the one before.
type fat struct{ assertions int }

func (fat) Name() string { return "fat" }

func (fat) Configuration() string { return "" }

func (e fat) Prepare(_ context.Context, seed *mutate.Seed, _ mutate.Env) (mutate.Source, error) {
	return &fatSource{e, seed.Script}, nil
}

type fatSource struct {
	fat
	script *script.Script
}

func (s *fatSource) Next(*rng.Rand) (mutate.Mutant, error) {
	for range s.assertions {
		s.script = noted(s.script)
	}
	return mutate.Mutant{Script: s.script, Truth: mutate.Truth{Status: smt.Unknown}}, nil
}

// Mutants that get many times as large as the seed are not continued.
func TestOvergrown(t *testing.T) {
	for _, tt := range []struct {
		assertions int
		want       bool
	}{{1, false}, {200, true}} { // 20 times 15 or 3,000 bytes
		f := &fuzzer.Fuzzer{Bench: &trial.Bench{}}
		c, err := f.Chain(t.Context(), arithmetic, fat{tt.assertions}, 0, fuzzer.Place{})
		if err != nil {
			t.Fatal(err)
		}
		if c.Overgrown() != tt.want {
			t.Errorf("with %d assertions more each time: %v", tt.assertions, c.Overgrown())
		}
	}
}
