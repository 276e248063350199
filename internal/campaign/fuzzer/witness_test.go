package fuzzer_test

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// knownTruth is an engine whose only mutant is the seed with a truth attached.
type knownTruth struct{ truths []mutate.Truth }

func (knownTruth) Name() string { return "known" }

func (knownTruth) Configuration() string { return "" }

func (e knownTruth) Prepare(_ context.Context, seed *mutate.Seed, _ mutate.Env) (mutate.Source, error) {
	return &knownSource{e, seed.Script, false}, nil
}

type knownSource struct {
	knownTruth
	script *script.Script
	done   bool
}

func (s *knownSource) Next(*rng.Rand) (mutate.Mutant, error) {
	if s.done {
		return mutate.Mutant{}, mutate.ErrExhausted
	}
	s.done = true
	s.script = noted(s.script)
	if len(s.truths) == 1 {
		return mutate.Mutant{Script: s.script, Truth: s.truths[0]}, nil
	}
	return mutate.Mutant{Script: s.script, Truths: s.truths}, nil
}

// A witness is believed when evaluation confirms it on the text that the solver read, and blamed on the engine when
// evaluation refutes it.
func TestWitnesses(t *testing.T) {
	truth := func(value string) mutate.Truth {
		return mutate.Truth{Status: smt.Sat, Witness: "((define-fun x () Int " + value + "))", Derivation: []string{"an assignment"}}
	}
	// No default value makes these formulas true, and nothing makes them false without one.
	const needed = "(declare-const x Int)(assert (< 0 x 3))(check-sat)"
	for _, tt := range []struct {
		name, answer string
		truths       []mutate.Truth
		text         string
		class        oracle.Class
		suspect      bool
		words        string
	}{
		{"it holds", "unsat", []mutate.Truth{truth("1")}, needed, oracle.RefutationSoundness, false, "exact evaluation confirms it"},
		{"it fails", "unsat", []mutate.Truth{truth("7")}, needed, oracle.Harness, false, "the witness makes it false"},
		{"it is not a model", "unsat", []mutate.Truth{truth(`"a"`)}, needed, oracle.RefutationSoundness, true, "evaluation does not settle that"},
		{"it is not a model, and none is needed", "unsat", []mutate.Truth{truth(`"a"`)}, arithmetic.Text, oracle.RefutationSoundness, false, "exact evaluation finds every assertion true"},
		{"no solver contradicts it", "sat", []mutate.Truth{truth("7")}, needed, "", false, ""},
		{"the second of two checks", "unsat", []mutate.Truth{{Status: smt.Unsat}, truth("1")},
			"(declare-const x Int)(push 1)(assert (< x x))(check-sat)(pop 1)(assert (< x 3))(check-sat)", oracle.RefutationSoundness, false, "check-sat 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", "--answer="+tt.answer)}
			r := runAll(t, f, seed(tt.text), knownTruth{tt.truths})[0]
			if tt.class == "" {
				if len(r.Hits) > 0 {
					t.Errorf("%+v", r.Hits[0].Finding)
				}
				return
			}
			if len(r.Hits) != 1 {
				t.Fatalf("%d hits", len(r.Hits))
			}
			got := r.Hits[0].Finding
			if got.Class != tt.class || got.Suspect != tt.suspect || !strings.Contains(got.Evidence.Summary, tt.words) || got.Repeated.Shown != 2 {
				t.Errorf("%+v", got)
			}
		})
	}
}
