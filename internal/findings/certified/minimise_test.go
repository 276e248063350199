package certified_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/findings/reduce"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// stormed reduces a wrong unsat of a satisfiable formula made by an engine, with eight assertions of which package reduce drops none. It returns what
// storm's minimisation did.
func stormed(t *testing.T, engine string, cfg certified.Config) (certified.Result, reduce.PassCount, []string) {
	t.Helper()
	stage := newStage(t, func(text string, _ *world) (solver.Verdict, bool) {
		n := assertions(text)
		return said(smt.Unsat, "", text), strings.Contains(text, "bvmul") && (n == 8 || n <= 4 && strings.Contains(text, "(and "))
	})
	text := symbols + `(assert (bvult x (bvmul y z)))
(assert (or p q))
(assert (not (= x y)))
(assert (or p (distinct x z)))
(assert (xor q (bvult x z)))
(assert (or q (= x (bvadd y z))))
(assert (bvult x (bvnot y)))
(assert (distinct y #b00))
(check-sat)
(get-model)
`
	if truth, _ := worldOf(text).truth(); truth != smt.Sat {
		t.Fatalf("it is %v", truth)
	}
	c := stage.caseOf(oracle.RefutationSoundness, stage.first)
	c.Engine = engine
	var taken []string
	cfg.Better = func(s *certified.Shown) error {
		taken = append(taken, s.Text)
		return nil
	}
	cfg.Dir = trialtest.Scratch(t)
	cfg.Jobs = 1 // with several, the counts depend on which is first
	r, err := certified.Reduce(t.Context(), c, text, cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Reduction.Passes {
		if p.Name == "storm" {
			return r, p, taken
		}
	}
	return r, reduce.PassCount{}, taken
}

// Storm's own minimisation is tried where package reduce ends at a formula that is not small: its tests count, its result is smaller, and each text
// that is accepted is certified.
func TestStormsMinimisation(t *testing.T) {
	alone, none, _ := stormed(t, "typefuzz", certified.Config{})
	if none.Tried != 0 || assertions(alone.Best.Text) != 8 {
		t.Fatalf("without it: %+v\n%s", none, alone.Best.Text)
	}
	r, storm, taken := stormed(t, "storm", certified.Config{})
	if storm.Tried == 0 || storm.Kept == 0 {
		t.Fatalf("storm's minimisation did %+v of %d steps", storm, len(taken))
	}
	tried := 0
	for _, p := range r.Reduction.Passes {
		tried += p.Tried
	}
	if tried != r.Reduction.Tests || tried <= alone.Reduction.Tests {
		t.Errorf("%d candidates were tried, %d tests are told, and %d without it", tried, r.Reduction.Tests, alone.Reduction.Tests)
	}
	for _, text := range taken {
		if truth, _ := worldOf(text).truth(); truth != smt.Sat || !strings.Contains(text, "bvmul") {
			t.Errorf("this was taken, and is %v:\n%s", truth, text)
		}
	}
	if r.Best.Text != taken[len(taken)-1] || r.Confirmed.Shown != 2 || len(r.Best.Text) >= len(alone.Best.Text) || assertions(r.Best.Text) > 4 {
		t.Errorf("confirmed %+v:\n%s", r.Confirmed, r.Best.Text)
	}
}

// A reduction with chosen passes does without it, and one bound on tests holds for everything.
func TestStormsMinimisationIsBounded(t *testing.T) {
	if _, storm, _ := stormed(t, "storm", certified.Config{Passes: []string{"assertions"}}); storm.Tried != 0 {
		t.Errorf("with chosen passes: %+v", storm)
	}
	alone, _, _ := stormed(t, "typefuzz", certified.Config{})
	for _, more := range []int{0, 1, 3} {
		r, storm, _ := stormed(t, "storm", certified.Config{MaxTests: alone.Reduction.Tests + more})
		if storm.Tried != more || r.Reduction.Tests != alone.Reduction.Tests+more || more > 0 && r.Reduction.End != reduce.OutOfTests {
			t.Errorf("%d tests more: %+v, %d in all, %v", more, storm, r.Reduction.Tests, r.Reduction.End)
		}
	}
}
