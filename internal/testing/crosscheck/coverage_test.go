package crosscheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/fusion"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/theory"
)

// TestCoverage counts, for each logic, the seeds that the engines with known truth can use, and the reasons why they
// cannot use the others. Short is over every 20th of the built-in seeds, medium over every 5th, long over all of the seed
// folder; ASSAY_COVERAGE_TABLE names a file for the table, ASSAY_COVERAGE_ANSWERS a folder of answers that an earlier run
// or a campaign has kept.
func TestCoverage(t *testing.T) {
	all := coverageSeeds(t, testdepth.Crosscheck(t, 20, 5, 0))
	f, answers := everySolver(t)
	fuse, err := fusion.New(fusion.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	engines := []mutate.Engine{alone(), fuse}
	table := newCoverage()
	work := make(chan seeds.Seed)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for seed := range work {
				for _, e := range engines {
					table.count(t, f, e, seed)
				}
			}
		})
	}
	for _, seed := range all {
		work <- seed
	}
	close(work)
	wg.Wait()
	t.Logf("%+v", answers.Stats())
	if all, used := table.sum("storm"); used*100 < all*95 {
		t.Errorf("storm uses %d of %d seeds, less than 95 %%", used, all)
	}
	if file := os.Getenv("ASSAY_COVERAGE_TABLE"); file != "" {
		if err := os.WriteFile(file, []byte(table.markdown(engines)), 0o600); err != nil {
			t.Error(err)
		}
	}
}

// TestCoverageAlone counts the seeds that storm can use when there is no solver to ask: all assignments are then random. Its
// sizes are those of TestCoverage.
func TestCoverageAlone(t *testing.T) {
	chosen := coverageSeeds(t, testdepth.Crosscheck(t, 20, 5, 0))
	e := alone()
	all, used := 0, 0
	for _, s := range chosen {
		seed, err := mutate.Read(s, theory.Builtin())
		if err != nil {
			t.Fatal(err)
		}
		all++
		src, err := e.Prepare(context.Background(), seed, mutate.Env{})
		if err == nil {
			_, err = src.Next(rng.New(1))
		}
		switch {
		case err == nil:
			used++
		case !errors.Is(err, mutate.ErrNotApplicable) && !errors.Is(err, mutate.ErrExhausted):
			t.Errorf("%s: %v", s.Name, err)
		}
	}
	t.Logf("%d of %d seeds", used, all)
	if used*100 < all*90 {
		t.Errorf("storm uses %d of %d seeds", used, all)
	}
}

// alone returns storm without partners.
func alone() *storm.Engine {
	o := storm.DefaultOptions()
	o.Partners = 0
	return storm.New(o)
}

// everySolver returns a fuzzer with all installed solvers and its answers, which may be those of an earlier run.
func everySolver(t *testing.T) (*fuzzer.Fuzzer, *query.Answers) {
	t.Helper()
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Seed: 1, Plan: fuzzer.Plan{Chain: 1}}
	for name := range installed(t) {
		s, err := solver.Resolve(context.Background(), name, set)
		if err != nil {
			t.Fatal(err)
		}
		f.Targets = append(f.Targets, s)
	}
	slices.SortFunc(f.Targets, func(a, b solver.Target) int { return -cmp.Compare(a.String(), b.String()) }) // z3 first
	answers := &query.Answers{Bench: f.Bench, Targets: f.Targets, Dir: os.Getenv("ASSAY_COVERAGE_ANSWERS"), Scratch: trialtest.Scratch(t)}
	f.Asker = answers
	return f, answers
}

// coverageSeeds returns the seeds with an assertion: from every n-th built-in seed, or for 0 from the seed folder.
func coverageSeeds(t *testing.T, every int) []seeds.Seed {
	var out []seeds.Seed
	add := func(name, text string) {
		if s, err := elab.Script(text, elab.Options{}); err == nil && s.Assertions() > 0 {
			out = append(out, seeds.Seed{Name: name, Hash: seeds.HashOf(text), Text: text})
		}
	}
	if every > 0 {
		for i, s := range seeds.All() {
			if i%every == 0 {
				add(s.Name, string(s.Text))
			}
		}
		return out
	}
	dir := cmp.Or(os.Getenv("ASSAY_SEEDS"), filepath.Join("..", "..", "..", "shared", "seeds"))
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no folder of seeds: set ASSAY_SEEDS")
	}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, ".smt2") {
			text, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			add(p, string(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// coverage counts seeds by logic and engine. Safe for concurrent use.
type coverage struct {
	mu      sync.Mutex
	seeds   map[string]int            // by logic
	used    map[string]map[string]int // by logic and engine
	reasons map[string]map[string]int // by engine and reason
}

func newCoverage() *coverage {
	return &coverage{seeds: map[string]int{}, used: map[string]map[string]int{}, reasons: map[string]map[string]int{}}
}

// count prepares one seed for one engine and makes a mutant of it.
func (c *coverage) count(t *testing.T, f *fuzzer.Fuzzer, e mutate.Engine, seed seeds.Seed) {
	chain, err := f.Chain(context.Background(), seed, e, 0, fuzzer.Place{})
	logic := "none"
	if s, bad := elab.Script(seed.Text, elab.Options{}); bad == nil {
		logic = cmp.Or(s.Logic(), logic)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.Name() == "storm" {
		c.seeds[logic]++
	}
	if c.used[logic] == nil {
		c.used[logic] = map[string]int{}
	}
	reason := ""
	switch {
	case errors.Is(err, mutate.ErrNotApplicable):
		reason = strings.TrimPrefix(err.Error(), mutate.ErrNotApplicable.Error()+": ")
		if strings.HasPrefix(reason, "no solver reads logic") {
			reason = "no solver reads the logic and has all operators"
		}
	case err != nil:
		t.Errorf("%s: %v", seed.Name, err)
	case chain.Broken != nil:
		t.Errorf("%s: %v", seed.Name, chain.Broken)
	case chain.Len() == 0:
		reason = "no mutant was found"
	default:
		c.used[logic][e.Name()]++
		return
	}
	if c.reasons[e.Name()] == nil {
		c.reasons[e.Name()] = map[string]int{}
	}
	c.reasons[e.Name()][reason]++
}

func (c *coverage) sum(engine string) (all, used int) {
	for logic, n := range c.seeds {
		all, used = all+n, used+c.used[logic][engine]
	}
	return all, used
}

func (c *coverage) markdown(engines []mutate.Engine) string {
	var b strings.Builder
	b.WriteString("| logic | seeds |")
	for _, e := range engines {
		fmt.Fprintf(&b, " %s |", e.Name())
	}
	b.WriteString("\n|---|---|---|---|\n")
	var logics []string
	for logic := range c.seeds {
		logics = append(logics, logic)
	}
	slices.Sort(logics)
	for _, logic := range logics {
		fmt.Fprintf(&b, "| %s | %d |", logic, c.seeds[logic])
		for _, e := range engines {
			fmt.Fprintf(&b, " %d |", c.used[logic][e.Name()])
		}
		b.WriteString("\n")
	}
	b.WriteString("| **all** |")
	for i, e := range engines {
		all, used := c.sum(e.Name())
		if i == 0 {
			fmt.Fprintf(&b, " %d |", all)
		}
		fmt.Fprintf(&b, " %d (%.1f %%) |", used, 100*float64(used)/float64(max(1, all)))
	}
	b.WriteString("\n\n| engine | why not | seeds |\n|---|---|---|\n")
	for _, e := range engines {
		var reasons []string
		for r := range c.reasons[e.Name()] {
			reasons = append(reasons, r)
		}
		slices.SortFunc(reasons, func(a, z string) int {
			return cmp.Or(cmp.Compare(c.reasons[e.Name()][z], c.reasons[e.Name()][a]), cmp.Compare(a, z))
		})
		for _, r := range reasons {
			fmt.Fprintf(&b, "| %s | %s | %d |\n", e.Name(), strings.ReplaceAll(r, "|", "\\|"), c.reasons[e.Name()][r])
		}
	}
	return b.String()
}
