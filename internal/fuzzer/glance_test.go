package fuzzer_test

import (
	"errors"
	"testing"

	"github.com/assay-smt/assay/internal/certify"
	"github.com/assay-smt/assay/internal/engines/enginestest"
	"github.com/assay-smt/assay/internal/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/seeds"
	"github.com/assay-smt/assay/internal/trial"
	"github.com/assay-smt/assay/internal/trial/trialtest"
	"github.com/assay-smt/assay/smt/theory"
)

// TestGlanceAgrees: what a glance settles about the mutants of a chain agrees with the text that solvers read, for all engines,
// with models and without.
func TestGlanceAgrees(t *testing.T) {
	all, table := enginestest.All(t)
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{Table: table}, Targets: trialtest.Fakes(t, "", "--answer=sat"), Seed: 1, Length: 5}
	dir := trialtest.Scratch(t)
	settled := map[oracle.ModelVerdict]int{}
	for i, seed := range seeds.All() {
		for k := range 2 { // of the engines in turn
			engine := all[(i+k)%len(all)]
			c, err := f.Chain(t.Context(), seed, engine, 0, fuzzer.Place{Dir: dir})
			if errors.Is(err, mutate.ErrNotApplicable) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			compareGlances(t, c, table, settled)
		}
	}
	for _, v := range []oracle.ModelVerdict{oracle.NoModel, oracle.ModelHolds, oracle.ModelFails, oracle.ModelOpen} {
		if settled[v] < 10 {
			t.Errorf("verdicts %v, %d are %v", settled, settled[v], v)
		}
	}
}

// compareGlances compares on the mutants of one chain. Models are those that evaluation found for the earlier mutants.
func compareGlances(t *testing.T, c *fuzzer.Chain, table *theory.Table, settled map[oracle.ModelVerdict]int) {
	q := &certify.Sequence{Effort: certify.Thorough}
	models := []string{"()"}
	for i := range c.Len() {
		text := c.Text(i, "")
		formula, err := certify.NewFormula(string(text), table)
		if err != nil {
			t.Fatalf("%s: %v", c.Name(i), err)
		}
		formula.Effort = certify.Thorough // as long as no budget runs out, both have the same values
		if !q.Follow(c.Mutant(i).Script, text) {
			continue
		}
		want := formula.Decide(0)
		if got, ok := q.Decide(); ok {
			settled[got]++
			if got != want.Verdict {
				t.Errorf("%s: %v at a glance, %v (%s) by its text\n%s", c.Name(i), got, want.Verdict, want.Summary, text)
			}
		}
		if want.Text != "" && len(models) < 4 {
			models = append(models, want.Text)
		}
		for _, m := range models {
			want := formula.Model(m, "", 0)
			if got, ok := q.Model(m, ""); ok {
				settled[got]++
				if got != want.Verdict {
					t.Errorf("%s: %v at a glance, %v (%s) by its text, for\n%s\n%s", c.Name(i), got, want.Verdict, want.Summary, m, text)
				}
			} else if want.Verdict == oracle.ModelHolds {
				t.Errorf("%s: a glance does not settle a model that holds\n%s\n%s", c.Name(i), m, text)
			}
		}
	}
}
