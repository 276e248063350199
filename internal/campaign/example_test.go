package campaign_test

import (
	"fmt"
	"testing"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/opfuzz"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// TestFromOutside runs a whole campaign as another program would: a solver that says sat to everything is wrong about some mutants.
func TestFromOutside(t *testing.T) {
	sum, err := campaign.Run(t.Context(), campaign.Config{
		Targets: trialtest.Fakes(t, "", "--answer=sat", "--opt-b=1 --answer=unsat"),
		Engines: []mutate.Engine{opfuzz.New(opfuzz.Options{})},
		Seeds:   []campaign.SeedSource{campaign.TextSeed("a.smt2", "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n")},
		Out:     t.TempDir(), Seed: 7, Jobs: 2, Mutants: 10, Plan: fuzzer.Plan{Chain: 5},
	})
	if err != nil || sum.Ended != campaign.EndMutants || sum.Stats.Mutants != 10 || !sum.Found() {
		t.Errorf("%s after %d mutants with %d findings: %v", sum.Ended, sum.Stats.Mutants, len(sum.Findings), err)
	}
	fmt.Fprintln(t.Output(), sum.Final.Line())
}
