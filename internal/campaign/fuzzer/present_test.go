package fuzzer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// withModels is a line of the fake solver's profile that says how it is asked for models.
const withModels = "evidence.model = \"(get-model)\"\n"

// operators returns n operators, alternating.
func operators(n int) list {
	var l list
	for i := range n {
		l.operators = append(l.operators, []string{"<=", "distinct", ">"}[i%3])
	}
	return l
}

// presentations returns how a target was asked about each mutant.
func presentations(results []result, target string) string {
	var b strings.Builder
	for _, r := range results {
		for _, run := range r.Runs {
			if run.Solver != target {
				continue
			}
			switch {
			case run.Without != "":
				b.WriteByte('w')
			case run.Presentation == string(solver.Plain):
				b.WriteByte('p')
			default:
				b.WriteByte('.')
			}
		}
	}
	return b.String()
}

// A share of the runs is plain: the same share whenever the chain is made, and a different one for each target.
func TestPlainShare(t *testing.T) {
	targets := trialtest.Fakes(t, withModels, "--answer=unknown", "--opt-b=1 --answer=unknown")
	run := func(share int) (a, b string) {
		seen := &trialtest.Spy{}
		f := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: seen, Fresh: seen}, Targets: targets, Plan: fuzzer.Plan{Plain: share, Chain: 100}}
		results := runAll(t, f, arithmetic, operators(100))
		for _, r := range seen.Runs() {
			models := strings.Contains(strings.Join(r.Command, " "), "--opt-models=1")
			if models != (len(r.Questions) == 1) {
				t.Fatalf("%d questions, %q", len(r.Questions), r.Command)
			}
		}
		plain := 0
		for _, r := range seen.Runs() {
			if len(r.Questions) == 0 {
				plain++
			}
		}
		a, b = presentations(results, targets[0].String()), presentations(results, targets[1].String())
		if plain != strings.Count(a+b, "p") {
			t.Errorf("%d runs without a question", plain)
		}
		return a, b
	}
	a, b := run(4)
	if n := strings.Count(a, "p"); n < 10 || n > 45 || len(a) != 100 || a == b {
		t.Errorf("%s\n%s", a, b)
	}
	if a2, b2 := run(4); a2 != a || b2 != b {
		t.Errorf("the second time:\n%s\n%s", a2, b2)
	}
	if a, b := run(0); strings.Contains(a+b, "p") {
		t.Errorf("without: %s %s", a, b)
	}
}

// What shows only when no model is requested is found, repeated and recorded that way.
func TestPlainCrash(t *testing.T) {
	targets := trialtest.Fakes(t, withModels, "--when='get-model=>sat' --do='crash SEGV'")
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: targets, Plan: fuzzer.Plan{Plain: 2}}
	found := 0
	for _, r := range runAll(t, f, arithmetic, operators(8)) {
		plain := r.Runs[0].Presentation == "plain"
		if plain != (len(r.Hits) == 1) {
			t.Fatalf("plain %v: %+v", plain, r.Hits)
		}
		if !plain {
			continue
		}
		found++
		g := r.Hits[0].Finding
		if g.Class != oracle.CrashClass || g.Repeated != (findings.Repetition{Runs: 2, Shown: 2}) || g.Runs[0].Presentation != "plain" || g.Runs[0].Options.Models {
			t.Errorf("%+v", g)
		}
		if strings.Contains(string(r.Hits[0].Bug), "get-model") {
			t.Errorf("the formula:\n%s", r.Hits[0].Bug)
		}
	}
	if found == 0 {
		t.Error("no run was plain")
	}
}

// When another target contradicts a plain sat, the model is requested, and it decides.
func TestPlainContradicted(t *testing.T) {
	targets := trialtest.Fakes(t, withModels, "--do='sat out \"((define-fun x () Int 0))\\n\"'", "--opt-b=1 --answer=unsat")
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: targets, Plan: fuzzer.Plan{Plain: 1}}
	r := runAll(t, f, arithmetic, operators(1))[0]
	if len(r.Hits) != 1 || r.Hits[0].Finding.Class != oracle.RefutationSoundness || r.Hits[0].Finding.Suspect || r.Hits[0].Finding.Evidence.Kind != oracle.EvidenceModel {
		t.Fatalf("%+v", r.Hits)
	}
	if got := presentations([]result{r}, targets[0].String()) + presentations([]result{r}, targets[1].String()); got != ".p" {
		t.Errorf("presentations %s", got)
	}
	if r.Extra[0].Presentation != "plain" || r.Extra[0].Solver != targets[0].String() {
		t.Errorf("%+v", r.Extra)
	}
	// The same answer of a target that no target contradicts is left alone.
	f.Targets = targets[:1]
	if r := runAll(t, f, arithmetic, operators(1))[0]; len(r.Extra) != 0 || r.Runs[0].Presentation != "plain" {
		t.Errorf("%+v", r)
	}
}

// For a script that asks several times, models are not requested until a sat is contradicted. Then they decide, also in the fresh processes in
// which the finding is shown again.
func TestContradictedInSteps(t *testing.T) {
	steps := seed("(declare-fun x () Int)\n(assert (< x 1))\n(check-sat)\n(assert (< x 2))\n(check-sat)\n")
	for name, tt := range map[string]struct {
		model string
		class oracle.Class
		plain int
	}{
		"right":       {"((define-fun x () Int 0))", oracle.RefutationSoundness, 0},
		"right plain": {"((define-fun x () Int 0))", oracle.RefutationSoundness, 1},
		"wrong":       {"((define-fun x () Int 7))", oracle.InvalidModel, 0},
	} {
		t.Run(name, func(t *testing.T) {
			out := `out "` + tt.model + `\n"`
			targets := trialtest.Fakes(t, withModels, "--when='get-model=>sat "+out+" sat "+out+"' --do='sat sat'", "--opt-b=1 --do='sat unsat'")
			f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: targets, Plan: fuzzer.Plan{Plain: tt.plain}}
			r := runAll(t, f, steps, operators(1))[0]
			i := slices.IndexFunc(r.Hits, func(h findings.Hit) bool { return h.Finding.Class == tt.class })
			if i < 0 {
				t.Fatalf("%+v", r.Hits)
			}
			if g := r.Hits[i].Finding; g.Suspect || g.Evidence.Kind != oracle.EvidenceModel || g.Repeated.Shown != 2 {
				t.Errorf("%+v", g)
			}
			if len(r.Extra) == 0 {
				t.Error("the run without models is not reported")
			}
			// The same answer of a target that no target contradicts is left alone.
			f.Targets = targets[:1]
			if r := runAll(t, f, steps, operators(1))[0]; len(r.Extra) != 0 || len(r.Hits) != 0 {
				t.Errorf("%+v", r)
			}
		})
	}
}

// What shows in a run without models is not lost when requesting models for a script that asks several times changes what a target does,
// whatever is requested; its record holds what was run.
func TestModelsChangeIt(t *testing.T) {
	steps := seed("(declare-fun x () Int)\n(assert (< x 1))\n(check-sat)\n(assert (< x 2))\n(check-sat)\n")
	for name, tt := range map[string]struct {
		does  string
		class oracle.Class
	}{
		"another answer": {"--when='get-model=>sat unknown' --do='sat sat'", oracle.RefutationSoundness},
		"no crash":       {"--when='get-model=>sat sat' --do='sat sat crash SEGV'", oracle.CrashClass},
	} {
		for _, questions := range []int{0, 1} {
			t.Run(fmt.Sprintf("%s, one in %d", name, questions), func(t *testing.T) {
				targets := trialtest.Fakes(t, withModels, tt.does, "--opt-b=1 --do='sat unsat'")
				f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: targets, Plan: fuzzer.Plan{Questions: questions}}
				r := runAll(t, f, steps, operators(1))[0]
				i := slices.IndexFunc(r.Hits, func(h findings.Hit) bool { return h.Finding.Class == tt.class })
				if i < 0 {
					t.Fatalf("%+v", r.Hits)
				}
				h := r.Hits[i]
				if h.Finding.Repeated.Shown != 2 {
					t.Errorf("repeated %+v", h.Finding.Repeated)
				}
				for _, run := range h.Finding.Runs {
					text := h.Bug
					if run.File != findings.BugFile {
						text = h.Others[run.File]
					}
					if run.Solver == targets[0].String() && strings.Contains(string(text), "get-model") {
						t.Errorf("%s answered %v to\n%s", run.Solver, run.Answers, text)
					}
				}
			})
		}
	}
}

// A target that refuses models is asked without them from then on, also by a chain that continues after a restart.
func TestRefusesModels(t *testing.T) {
	targets := trialtest.Fakes(t, withModels, "--when='get-model=>error \"no models here\"' --answer=sat")
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: targets}
	engine := operators(4)
	results := runAll(t, f, arithmetic, engine)
	if got := presentations(results, targets[0].String()); got != "wwww" {
		t.Errorf("presentations %s", got)
	}
	for i, r := range results {
		if r.Runs[0].Outcome != outcome.Sat || r.Runs[0].Without != "input rejected: no models here" || len(r.Skipped) != 0 {
			t.Errorf("mutant %d: %+v", i, r)
		}
		if refused := len(r.Extra) == 1 && r.Extra[0].Outcome == outcome.Rejected; refused != (i == 0) {
			t.Errorf("mutant %d: %+v", i, r.Extra)
		}
	}
	chain := func() *fuzzer.Chain {
		c, err := f.Chain(t.Context(), arithmetic, engine, 0, fuzzer.Place{Dir: trialtest.Scratch(t)})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first, second := chain(), chain()
	if _, err := first.Run(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	second.Recall(first.Memory(0), 0)
	res, err := second.Run(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if r := resultOf(t, res); len(r.Extra) != 0 || r.Runs[0].Without == "" {
		t.Errorf("after a restart: %+v", r)
	}
}

// A target that refuses a mutant whatever it is asked for is still asked for everything, and not twice every time.
func TestRefusesMutants(t *testing.T) {
	targets := trialtest.Fakes(t, withModels, "--when='[(]<= x=>error \"no such thing\"' --answer=sat")
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: targets}
	engine := list{operators: []string{"<=", "distinct", "<=", ">"}}
	var extra []int
	var outcomes []outcome.Outcome
	for _, r := range runAll(t, f, arithmetic, engine) {
		extra = append(extra, len(r.Extra))
		outcomes = append(outcomes, r.Runs[0].Outcome)
		if r.Runs[0].Presentation != "" || r.Runs[0].Without != "" {
			t.Errorf("%+v", r.Runs)
		}
	}
	// At first it is asked without models, and about the seed.
	if diff := cmp.Diff([]int{2, 0, 0, 0}, extra); diff != "" {
		t.Errorf("further runs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]outcome.Outcome{outcome.Rejected, outcome.Sat, outcome.Rejected, outcome.Sat}, outcomes); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
}

// An unknown is compared with the answer to the base when it was asked in the same way.
func TestPlainImplication(t *testing.T) {
	// It decides the base only when it is asked for a model.
	targets := trialtest.Fakes(t, withModels, "--when='get-model=>sat' --answer=unknown")
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: targets, Plan: fuzzer.Plan{Plain: 3}}
	results := runAll(t, f, arithmetic, implied{operators(30), []string{"rule"}, implies(nil, "rule").claims})
	plain := 0
	for i, r := range results {
		if r.Runs[0].Presentation == "plain" {
			plain++
		}
		if len(r.Hits) != 0 || len(r.Classes) != 0 {
			t.Errorf("mutant %d: %+v", i, r.Verdict)
		}
	}
	if plain == 0 {
		t.Error("no run was plain")
	}
}
