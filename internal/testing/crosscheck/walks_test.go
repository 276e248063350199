package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/weaken"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/theory"
)

// Ten walks of twenty steps from each seed.
const (
	walks     = 10
	walkSteps = 20
)

// TestWalks weakens seeds that are labelled sat and strengthens those labelled unsat, ten walks of twenty steps each. Every
// mutant of a seed with a witness is printed, read again and evaluated under the witness, with more effort than the engine
// spends. Short is over every 10th of the built-in seeds, medium over every 5th, long over all of the seed folder;
// ASSAY_WALKS_TABLE names a file for the counts.
func TestWalks(t *testing.T) {
	all := coverageSeeds(t, testdepth.Crosscheck(t, 10, 5, 0))
	_, answers := everySolver(t)
	o := weaken.DefaultOptions()
	o.Walk = walkSteps
	e, err := weaken.New(o)
	if err != nil {
		t.Fatal(err)
	}
	tally := &walkTally{counts: map[string]int{}, reasons: map[string]int{}}
	work := make(chan seeds.Seed)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for seed := range work {
				tally.walk(t, e, answers, seed)
			}
		})
	}
	for _, seed := range all {
		work <- seed
	}
	close(work)
	wg.Wait()
	t.Logf("%+v\n%s", answers.Stats(), tally)
	// A walk with a quantifier over infinitely many values stays open from then on, and one walk is more than a hundredth of a short
	// sample.
	if holds, open := tally.counts["mutants with a witness: true"], tally.counts["mutants with a witness: open"]; holds < 40*open || holds == 0 {
		t.Errorf("%d mutants are true under their witness, and %d are open", holds, open)
	}
	if file := os.Getenv("ASSAY_WALKS_TABLE"); file != "" {
		if err := os.WriteFile(file, []byte(tally.String()), 0o600); err != nil {
			t.Error(err)
		}
	}
}

// walkTally counts. Safe for concurrent use.
type walkTally struct {
	mu      sync.Mutex
	counts  map[string]int
	reasons map[string]int // why a witness does not decide
}

func (w *walkTally) count(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.counts[what]++
}

// String returns the counts, one per line.
func (w *walkTally) String() string {
	var b strings.Builder
	for _, m := range []map[string]int{w.counts, w.reasons} {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			fmt.Fprintf(&b, "%s: %d\n", k, m[k])
		}
	}
	return b.String()
}

// walk makes the mutants of one seed.
func (w *walkTally) walk(t *testing.T, e *weaken.Engine, asker mutate.Asker, text seeds.Seed) {
	seed, err := mutate.Read(seeds.Seed{Name: text.Name, Hash: text.Hash, Text: text.Text}, theory.Builtin())
	if err != nil {
		t.Errorf("%s: %v", text.Name, err)
		return
	}
	if seed.Truth.Status != smt.Sat && seed.Truth.Status != smt.Unsat {
		return
	}
	w.count("seeds labelled " + seed.Truth.Status.String())
	r := rng.New(1).Split(text.Hash)
	src, err := e.Prepare(context.Background(), seed, mutate.Env{Asker: asker, Rand: r.Split("prepare")})
	if errors.Is(err, mutate.ErrNotApplicable) {
		w.count("seeds without mutants: " + strings.TrimPrefix(err.Error(), mutate.ErrNotApplicable.Error()+": "))
		return
	}
	if err != nil {
		t.Errorf("%s: %v", text.Name, err)
		return
	}
	witnessed := false
	for range walks * walkSteps {
		m, err := src.Next(r)
		if errors.Is(err, mutate.ErrExhausted) {
			w.count("chains that ended early")
			break
		}
		if err != nil {
			t.Errorf("%s: %v", text.Name, err)
			return
		}
		if m.Truth.Status != seed.Truth.Status {
			t.Errorf("%s: a mutant is said to be %s", text.Name, m.Truth.Status)
		}
		w.count("mutants that are " + m.Truth.Status.String())
		if m.Truth.Witness == "" {
			continue
		}
		if !witnessed {
			witnessed = true
			w.count("seeds with a witness")
		}
		formula, err := certify.NewFormula(m.Script.String(), theory.Builtin())
		if err != nil {
			t.Errorf("%s: %v in\n%s", text.Name, err, m.Script)
			return
		}
		truth := oracle.Truth{Status: smt.Sat, Witness: m.Truth.Witness}
		certify.Confirm(&truth, formula, 0)
		switch truth.Model.Verdict {
		case oracle.ModelHolds:
			w.count("mutants with a witness: true")
		case oracle.ModelFails:
			w.count("mutants with a witness: false")
			t.Errorf("%s: the witness makes a mutant false after %s: %s\n%s\n%s", text.Name, m.Steps[len(m.Steps)-1], truth.Model.Summary, m.Truth.Witness, m.Script)
			return
		default:
			w.count("mutants with a witness: open")
			w.mu.Lock()
			words, _, _ := strings.Cut(truth.Model.Summary, ":")
			w.reasons["  open: "+words]++
			w.mu.Unlock()
		}
	}
}
