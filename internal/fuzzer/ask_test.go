package fuzzer_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

func question(t *testing.T, text string) *script.Script {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Votes come from every solver that decides, with its version; crashes and unknowns are no votes.
func TestVotes(t *testing.T) {
	f := &fuzzer.Fuzzer{Solvers: fakes(t, "", "--answer=sat", "--opt-b=1 --answer=unknown", "--opt-c=1 --do='crash SEGV'", "--opt-d=1 --answer=unsat")}
	a := &fuzzer.Answers{Fuzzer: f, Scratch: t.TempDir()}
	got := a.Ask(t.Context(), question(t, arithmetic.Text), mutate.WantVotes)
	version := f.Solvers[0].Version()
	want := []mutate.Reply{{Solver: "fake " + version, Lineage: "fake", Status: smt.Sat}, {Solver: "fake " + version, Lineage: "fake", Status: smt.Unsat}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("replies (-want +got):\n%s", diff)
	}
	if s := a.Stats(); s.Asked != 4 || s.Known != 0 {
		t.Errorf("%+v", s)
	}
}

// A question is put to a solver once: workers wait for each other, and what lies on disk is not asked again, unless it is
// damaged.
func TestAskedOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "answers")
	f := &fuzzer.Fuzzer{Solvers: fakes(t, "", "--answer=sat")}
	s := question(t, arithmetic.Text)
	a := &fuzzer.Answers{Fuzzer: f, Dir: dir, Scratch: t.TempDir()}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := a.Ask(t.Context(), s, mutate.WantVotes); len(got) != 1 || got[0].Status != smt.Sat {
				t.Errorf("%+v", got)
			}
		})
	}
	wg.Wait()
	if n := a.Stats().Asked; n != 1 {
		t.Errorf("asked %d times", n)
	}
	// Another process, whose solver has changed its mind: the campaign's replies stay.
	ask := func() (smt.Status, fuzzer.AskStats) {
		t.Helper()
		b := &fuzzer.Answers{Fuzzer: f, Dir: dir, Scratch: t.TempDir()}
		got := b.Ask(t.Context(), s, mutate.WantVotes)
		if len(got) != 1 {
			t.Fatalf("%+v", got)
		}
		return got[0].Status, b.Stats()
	}
	if _, stats := ask(); stats.Asked != 0 || stats.Known != 1 {
		t.Errorf("%+v", stats)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v %v", files, err)
	}
	if err := os.WriteFile(files[0], []byte(`{"answer":"uns`), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, stats := ask(); status != smt.Sat || stats.Asked != 1 {
		t.Errorf("a damaged reply: %v %+v", status, stats)
	}
}

// Nothing is kept of a question that was broken off.
func TestAskCanceled(t *testing.T) {
	f := &fuzzer.Fuzzer{Solvers: fakes(t, "", "--answer=sat")}
	a := &fuzzer.Answers{Fuzzer: f, Dir: t.TempDir(), Scratch: t.TempDir()}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := a.Ask(ctx, question(t, arithmetic.Text), mutate.WantVotes); got != nil {
		t.Errorf("%+v", got)
	}
	if got := a.Ask(t.Context(), question(t, arithmetic.Text), mutate.WantVotes); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}

// knownTruth is an engine whose only mutant is the seed with a truth.
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
	if len(s.truths) == 1 {
		return mutate.Mutant{Script: s.script, Truth: s.truths[0]}, nil
	}
	return mutate.Mutant{Script: s.script, Truths: s.truths}, nil
}

// A witness is believed when evaluation confirms it on what the solver read, and blamed on the engine when it does not.
func TestWitnesses(t *testing.T) {
	truth := func(value string) mutate.Truth {
		return mutate.Truth{Status: smt.Sat, Witness: "((define-fun x () Int " + value + "))", Derivation: []string{"an assignment"}}
	}
	for _, tt := range []struct {
		name, answer string
		truths       []mutate.Truth
		text         string
		class        oracle.Class
		suspect      bool
		words        string
	}{
		{"it holds", "unsat", []mutate.Truth{truth("1")}, arithmetic.Text, oracle.RefutationSoundness, false, "exact evaluation confirms it"},
		{"it fails", "unsat", []mutate.Truth{truth("7")}, arithmetic.Text, oracle.Harness, false, "the witness makes it false"},
		{"it is no model", "unsat", []mutate.Truth{truth(`"a"`)}, arithmetic.Text, oracle.RefutationSoundness, true, "evaluation does not settle that"},
		{"nobody contradicts it", "sat", []mutate.Truth{truth("7")}, arithmetic.Text, "", false, ""},
		{"the second of two checks", "unsat", []mutate.Truth{{Status: smt.Unsat}, truth("1")},
			"(declare-const x Int)(push 1)(assert (< x x))(check-sat)(pop 1)(assert (< x 3))(check-sat)", oracle.RefutationSoundness, false, "check-sat 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := &fuzzer.Fuzzer{Solvers: fakes(t, "", "--answer="+tt.answer)}
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
			if got.Class != tt.class || got.Suspect != tt.suspect || !strings.Contains(got.Evidence.Words, tt.words) || got.Repeated.Shown != 2 {
				t.Errorf("%+v", got)
			}
		})
	}
}

// Who says unsat when a model is wanted has answered: the others are not asked.
func TestModelOfUnsat(t *testing.T) {
	f := &fuzzer.Fuzzer{Solvers: fakes(t, "", "--answer=unsat", "--opt-b=1 --answer=unsat")}
	for _, s := range f.Solvers {
		s.Profile().Show.Model = "(get-model)"
	}
	a := &fuzzer.Answers{Fuzzer: f, Scratch: t.TempDir()}
	got := a.Ask(t.Context(), question(t, arithmetic.Text), mutate.WantModel)
	if len(got) != 1 || got[0].Status != smt.Unsat || a.Stats().Asked != 1 {
		t.Errorf("%+v, %+v", got, a.Stats())
	}
}

// Everybody is asked for votes with models, those too that have no models.
func TestModelsOfAll(t *testing.T) {
	f := &fuzzer.Fuzzer{Solvers: fakes(t, "", "--answer=unsat", `--opt-b=1 --do='sat out "((define-fun x () Int 1))\n"'`, "--opt-c=1 --answer=sat")}
	for _, s := range f.Solvers[:2] {
		s.Profile().Show.Model = "(get-model)"
	}
	a := &fuzzer.Answers{Fuzzer: f, Scratch: t.TempDir()}
	got := a.Ask(t.Context(), question(t, arithmetic.Text), mutate.WantModels)
	if len(got) != 3 || got[0].Status != smt.Unsat || strings.TrimSpace(got[1].Model) != "((define-fun x () Int 1))" || got[2].Model != "" {
		t.Errorf("%+v", got)
	}
}
