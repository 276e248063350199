package storm_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// Tactics decide scripts where some z3 reads them, and elsewhere scripts have names for cores; what they ask is the same. TestTruthsByBruteForce
// and similar tests try the truths of such scripts.
func TestDress(t *testing.T) {
	const text = "(set-info :status unsat)" + small + "(assert (=> a b))(assert a)(assert (not b))(assert (or c d))(check-sat)"
	for _, tt := range []struct {
		name           string
		dialects       []mutate.Dialect
		tactics, cores int
		using, named   int // of 20 mutants
	}{
		{"tactics", []mutate.Dialect{{Name: "z3", Version: "5.4.0"}, {Name: "cvc5"}}, 100, 100, 20, 0},
		{"nobody has tactics", []mutate.Dialect{{Name: "cvc5"}}, 100, 0, 0, 0},
		{"names", []mutate.Dialect{{Name: "z3"}}, 0, 100, 0, 20},
		{"neither", []mutate.Dialect{{Name: "z3"}}, 0, 0, 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := storm.New(with(func(o *storm.Options) { o.Tactics, o.Cores, o.Unsat, o.Enrichment = tt.tactics, tt.cores, 50, 50 }))
			source, err := e.Prepare(t.Context(), read(t, "dress", text), mutate.Env{Rand: rng.New(1), Dialects: tt.dialects})
			if err != nil {
				t.Fatal(err)
			}
			using, named, unsat := 0, 0, 0
			for _, m := range mutatetest.Drawn(t, source, rng.New(2), 20) {
				s := mutatetest.Script(t, m.Script.String())
				c := s.Commands[s.CheckCommand(0)]
				if c.Kind == script.CheckSatUsing {
					using++
					if last := m.Steps[len(m.Steps)-1]; last.Rule != "tactic" || !strings.Contains(c.Text, last.Summary) {
						t.Errorf("%s, and the last step is %s", c.Text, last)
					}
				}
				if certify.CoreKinds(s)[0] == certify.NamedCore {
					named++
				}
				if m.Truth.Status == smt.Unsat {
					unsat++
				}
			}
			if using != tt.using || named != tt.named || unsat == 0 || unsat == 20 {
				t.Errorf("%d scripts have a tactic, %d names, %d are unsat", using, named, unsat)
			}
		})
	}
}
