package certify_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/testing/enginestest"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// TestGlanceAgrees: what a quick check settles about mutants that an engine makes one after the other agrees with the text that solvers read, for
// all engines, with models and without.
func TestGlanceAgrees(t *testing.T) {
	all, table := enginestest.All(t)
	settled := map[oracle.ModelVerdict]int{}
	for i, seed := range seeds.All() {
		for k := range 2 { // of the engines in turn
			name, mutants := chain(t, seed, all[(i+k)%len(all)], table, 5)
			compareQuickChecks(t, name, mutants, table, settled)
		}
	}
	for _, v := range []oracle.ModelVerdict{oracle.NoModel, oracle.ModelHolds, oracle.ModelFails, oracle.ModelOpen} {
		if settled[v] < 10 {
			t.Errorf("verdicts %v, %d are %v", settled, settled[v], v)
		}
	}
}

// chain returns at most n mutants of a seed, each built on the one before, and a name for them. There are none where an engine is not applicable.
func chain(t *testing.T, seed seeds.Seed, engine mutate.Engine, table *theory.Table, n int) (string, []mutate.Mutant) {
	t.Helper()
	name := seed.Name + "/" + engine.Name()
	s, err := elab.Script(seed.Text, elab.Options{File: seed.Name, Table: table})
	if err != nil {
		t.Fatal(err)
	}
	r := rng.New(1).Split(seed.Hash).Split(engine.Name())
	source, err := engine.Prepare(t.Context(), &mutate.Seed{Name: seed.Name, Hash: seed.Hash, Script: s, Truth: mutate.Labelled(seed.Name, s)}, mutate.Env{
		Dialects: []mutate.Dialect{{Name: "z3", Version: "4.8.0"}, {Name: "cvc5", Version: "1.0.0"}}, Rand: r.Split("prepare"),
	})
	if errors.Is(err, mutate.ErrNotApplicable) {
		return name, nil
	}
	var mutants []mutate.Mutant
	for err == nil && len(mutants) < n {
		var m mutate.Mutant
		if m, err = source.Next(r); err == nil {
			mutants = append(mutants, m)
		}
	}
	if err != nil && !errors.Is(err, mutate.ErrExhausted) {
		t.Fatalf("%s: %v", name, err)
	}
	return name, mutants
}

// compareQuickChecks compares on the mutants of one chain. Models are those that evaluation found for the earlier mutants.
func compareQuickChecks(t *testing.T, chain string, mutants []mutate.Mutant, table *theory.Table, settled map[oracle.ModelVerdict]int) {
	q := &certify.Sequence{Effort: certify.Thorough}
	printer := &script.Printer{ForSolver: true}
	models := []string{"()"}
	for i, m := range mutants {
		name := fmt.Sprint(chain, "/", i)
		text := printer.Append(nil, m.Script)
		formula, err := certify.NewFormula(string(text), table)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		formula.Effort = certify.Thorough // as long as no budget runs out, both have the same values
		for check := range m.Script.Checks() {
			if q.Follow(m.Script, check, text) {
				compareQuickDecision(t, name, q, formula, check, settled)
			}
		}
		if !q.Follow(m.Script, 0, text) {
			continue
		}
		if w := formula.Decide(0); w.Text != "" && len(models) < 4 {
			models = append(models, w.Text)
		}
		for _, m := range models {
			want := formula.Model(m, "", 0)
			if got, ok := q.Model(m, ""); ok {
				settled[got]++
				if got != want.Verdict {
					t.Errorf("%s: %v at a glance, %v (%s) by its text, for\n%s\n%s", name, got, want.Verdict, want.Summary, m, text)
				}
			} else if want.Verdict == oracle.ModelHolds {
				t.Errorf("%s: a glance does not settle a model that holds\n%s\n%s", name, m, text)
			}
		}
	}
}

// compareQuickDecision compares what is said about a check without a model: q follows it, and formula is the script's text.
func compareQuickDecision(t *testing.T, name string, q *certify.Sequence, formula *certify.Formula, check int, settled map[oracle.ModelVerdict]int) {
	t.Helper()
	want, refuted := formula.Decide(check), formula.Refute(check)
	if got, ok := q.Decide(); ok {
		settled[got]++
		if got != want.Verdict {
			t.Errorf("%s, check %d: %v at a glance, %v (%s) by its text\n%s", name, check, got, want.Verdict, want.Summary, formula.Script())
		}
	}
	if refuted.Verdict != want.Verdict && (want.Verdict != oracle.ModelHolds || refuted.Verdict != oracle.NoModel) {
		t.Errorf("%s, check %d: %v without a search for an interpretation, %v with it\n%s", name, check, refuted.Verdict, want.Verdict, formula.Script())
	}
	if got, ok := q.Refute(); ok && got != refuted.Verdict {
		t.Errorf("%s, check %d: %v refuted at a glance, %v by its text\n%s", name, check, got, refuted.Verdict, formula.Script())
	}
}

// What equations give constants counts at a glance as well where another formula is too expensive to evaluate.
func TestGlanceBesideAnExpensiveFormula(t *testing.T) {
	long := strings.Repeat("(str.replace_all ", 8) + `"` + strings.Repeat("a", 2000) + `"` + strings.Repeat(` "a" "aa")`, 8)
	for script, want := range map[string]oracle.ModelVerdict{
		"(assert (= x 3))(assert (< 3 x))(assert (< 7 (str.len " + long + ")))": oracle.ModelFails,
		"(assert (= x 3))(assert (< 2 x))(assert (< 7 (str.len " + long + ")))": oracle.NoModel,
	} {
		text := "(declare-const x Int)" + script + "(check-sat)"
		f := formula(t, text)
		f.Effort = certify.Quickest
		q := &certify.Sequence{Effort: certify.Quickest}
		if !q.Follow(f.Script(), 0, []byte(text)) {
			t.Fatal("it does not follow")
		}
		for range 2 {
			if got, ok := q.Decide(); !ok || got != want || f.Decide(0).Verdict != want {
				t.Errorf("%v (settled: %v) at a glance, %v by its text, want %v", got, ok, f.Decide(0).Verdict, want)
			}
			if got, ok := q.Refute(); !ok || got != want || f.Refute(0).Verdict != want {
				t.Errorf("%v (settled: %v) refuted at a glance, %v by its text, want %v", got, ok, f.Refute(0).Verdict, want)
			}
		}
	}
}
