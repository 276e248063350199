package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	outcomes "github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/snapshot"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/enginestest"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// answersSize is how many queries each solver is asked, and under which limit. A seed contributes itself and a few mutants from each
// engine.
type answersSize struct {
	queries int
	limit   time.Duration
}

const (
	// The number of mutants asked for each seed and engine, and the number of seeds in a batch, after which the state is saved.
	answersChain = 2
	answersBatch = 40
	// One query in this many is also asked in a second fresh process: what differs there is not caused by a mode.
	answersControl = 10
	// If the fresh process runs out of time, there is nothing to compare; nevertheless one query in this many is asked in all modes,
	// since later queries may suffer.
	answersHard = 5
)

// A wayOfRunning is a mode that is compared with fresh processes.
type wayOfRunning struct {
	name string
	open func(*testing.T, solver.Target) (trial.Runner, func(), error)
}

// waysOfRunning returns all modes. The first one is fresh processes once more, as a control.
func waysOfRunning() []wayOfRunning {
	lives := func(mode solver.Mode) wayOfRunning {
		return wayOfRunning{string(mode), func(_ *testing.T, target solver.Target) (trial.Runner, func(), error) {
			if !target.Profile().Living.Can(mode) {
				return nil, nil, fmt.Errorf("its profile has no mode %s", mode)
			}
			r := living.New(living.Config{Mode: mode})
			return r, r.Close, nil
		}}
	}
	return []wayOfRunning{
		{string(solver.Process), func(*testing.T, solver.Target) (trial.Runner, func(), error) { return trial.Process{}, func() {}, nil }},
		lives(solver.Reset), lives(solver.Push),
		{string(solver.Snapshot), func(t *testing.T, target solver.Target) (trial.Runner, func(), error) {
			r := snapshot.New(snapshot.Options{Cache: t.TempDir(), Dir: openScratch(t)})
			if reason := r.Supports(t.Context(), target); reason != "" {
				r.Close()
				return nil, nil, errors.New(reason)
			}
			return r, r.Close, nil
		}},
	}
}

// TestSameAnswers asks solvers seeds and mutants of all engines, in fresh processes and in all other modes, and compares what they say.
// Short asks 30 queries of each solver, medium 1,000, long 20,000. The solvers are those of ASSAY_CROSSCHECK_SOLVERS, separated by
// semicolons, or z3 and cvc5. The counts are kept in ASSAY_ANSWERS, a folder, and so are the formulas of unexplained differences; the
// same test continues from there.
//
// Unknown and the end of a limit may differ from an answer: this depends on time and luck. Sat versus unsat, and a model that fails where
// that of a fresh process does not, are not allowed.
func TestSameAnswers(t *testing.T) {
	size := testdepth.Crosscheck(t, answersSize{30, 500 * time.Millisecond}, answersSize{1000, 500 * time.Millisecond}, answersSize{20000, 300 * time.Millisecond})
	dir := os.Getenv("ASSAY_ANSWERS")
	if dir == "" {
		dir = t.TempDir()
	}
	files := sample(seedFiles(t), len(seedFiles(t)))
	var all []*sameAnswers
	for _, target := range answerTargets(t) {
		t.Run(target.String(), func(t *testing.T) {
			c := &sameAnswers{Solver: target.String(), Version: target.Version(), target: target, limit: size.limit, dir: dir, files: files}
			c.load(t)
			c.run(t, size.queries)
			all = append(all, c)
			for _, way := range c.Ways {
				for _, kept := range way.Kept {
					t.Errorf("%s: %s", way.Name, kept)
				}
			}
		})
	}
	table := answersTable(all)
	t.Logf("\n%s", table)
	if os.Getenv("ASSAY_ANSWERS") != "" {
		if err := disk.WriteAtomic(filepath.Join(dir, "same-answers.md"), []byte(table)); err != nil {
			t.Error(err)
		}
	}
}

// answerTargets are the solvers that are compared with themselves.
func answerTargets(t *testing.T) []solver.Target {
	t.Helper()
	if os.Getenv("ASSAY_CROSSCHECK_SOLVERS") == "" {
		t.Setenv("ASSAY_CROSSCHECK_SOLVERS", "z3;cvc5")
	}
	return matrixTargets(t, true)
}

// sameAnswers is the comparison of one solver. The exported fields are its state.
type sameAnswers struct {
	Solver, Version string
	// Seeds is how many seeds are done, Queries how many queries they gave, Logics the number of queries by logic. Fresh is how many were
	// asked in a fresh process; the difference is those that only the process was asked, since it ran out of time.
	Seeds, Queries, Fresh int
	Logics                map[string]int
	// Outcomes are those of the fresh processes with which all modes are compared.
	Outcomes map[string]int
	Ways     []*wayCounts

	target solver.Target
	limit  time.Duration
	dir    string
	files  []string
	mu     sync.Mutex // guards the counts
}

// wayCounts is what came of one mode.
type wayCounts struct {
	Name string
	// Of the Queries, Same had the same answers, and Itself were answered in this mode instead of being left to a fresh process.
	Queries, Same, Itself int
	// Differences are the others by kind. Models is what evaluation says about models after sat, as "in the process / in the mode".
	Differences, Models map[string]int
	// Kept are the unexplained differences, each with the file of its formula.
	Kept []string
	// Failure is why the mode is not available.
	Failure string
}

// way returns the counts of a mode.
func (c *sameAnswers) way(name string) *wayCounts {
	i := slices.IndexFunc(c.Ways, func(w *wayCounts) bool { return w.Name == name })
	if i < 0 {
		c.Ways = append(c.Ways, &wayCounts{Name: name, Differences: map[string]int{}, Models: map[string]int{}})
		i = len(c.Ways) - 1
	}
	return c.Ways[i]
}

// run asks until there have been that many queries, or there are no more seeds.
func (c *sameAnswers) run(t *testing.T, queries int) {
	var opened []openedWay
	for _, w := range waysOfRunning() {
		runner, end, err := w.open(t, c.target)
		if err != nil {
			c.way(w.name).Failure = err.Error()
			continue
		}
		defer end()
		opened = append(opened, openedWay{c.way(w.name), runner})
	}
	made, _ := enginestest.All(t)
	for c.Queries < queries && c.Seeds < len(c.files) {
		batch := c.files[c.Seeds:min(c.Seeds+answersBatch, len(c.files))]
		var wg sync.WaitGroup
		next := make(chan int)
		for range 2 {
			scratch := openScratch(t)
			wg.Go(func() {
				defer scratch.Close()
				for i := range next {
					c.seed(t, made, batch[i], scratch, opened, queries)
				}
			})
		}
		for i := range batch {
			next <- i
		}
		close(next)
		wg.Wait()
		c.Seeds += len(batch)
		c.save(t)
	}
}

type openedWay struct {
	counts *wayCounts
	runner trial.Runner
}

func openScratch(t *testing.T) *disk.Scratch {
	t.Helper()
	scratch, err := disk.OpenScratch(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return scratch
}

// seed asks a seed and its mutants.
func (c *sameAnswers) seed(t *testing.T, made []mutate.Engine, file string, scratch *disk.Scratch, ways []openedWay, queries int) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return
	}
	bench := (&trial.Bench{Dir: scratch, Limits: solver.Limits{Time: c.limit, Memory: 2 << 30}, Effort: certify.Quick}).In(scratch)
	whole, err := elab.Script(string(text), elab.Options{File: file, Dialects: trial.Languages(theory.Builtin(), c.target)})
	if err != nil || len(bench.Readers([]solver.Target{c.target}, whole)) == 0 {
		return
	}
	enough := func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.Queries >= queries
	}
	if enough() {
		return
	}
	ctx := context.Background()
	asked := filepath.Base(filepath.Dir(file)) + "/" + filepath.Base(file)
	c.query(ctx, t, asked, whole, bench, ways)
	f := &fuzzer.Fuzzer{
		Bench: bench, Targets: []solver.Target{c.target}, Seed: 1, Plan: fuzzer.Plan{Chain: answersChain}, Partners: filePartners(c.files),
		Asker: &query.Answers{Bench: bench, Targets: []solver.Target{c.target}, Scratch: scratch, Time: c.limit},
	}
	for _, e := range made {
		chain, err := f.Chain(ctx, seeds.New(file, string(text)), e, 0, fuzzer.Place{Dir: scratch})
		if errors.Is(err, mutate.ErrNotApplicable) {
			continue
		}
		if err != nil {
			t.Errorf("%s: %s: %v", file, e.Name(), err)
			continue
		}
		for i := range chain.Len() {
			if enough() {
				return
			}
			c.query(ctx, t, fmt.Sprintf("%s %s %d", asked, e.Name(), i), chain.Mutant(i).Script, bench, ways)
		}
	}
}

// query asks one script in a fresh process and in all modes.
func (c *sameAnswers) query(ctx context.Context, t *testing.T, name string, s *script.Script, bench *trial.Bench, ways []openedWay) {
	ask := func(runner trial.Runner) (*asked, error) {
		b := bench.In(bench.Dir)
		b.Runner = runner
		tr := b.New(s, trial.Facts{})
		defer tr.Close()
		run, err := tr.Run(ctx, c.target)
		if err != nil {
			return nil, err
		}
		return &asked{run, tr.Observe(ctx, run), tr.Text(c.target).Bytes}, nil
	}
	fresh, err := ask(trial.Process{})
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	c.mu.Lock()
	c.Fresh++
	c.Logics[orNone(s.Logic())]++
	c.Outcomes[string(fresh.run.Outcome())]++
	number, hard := c.Fresh, c.Outcomes[string(outcomes.Timeout)]
	c.mu.Unlock()
	if fresh.run.Outcome() == outcomes.Timeout && hard%answersHard != 0 {
		return
	}
	var others []*asked
	for _, w := range ways {
		if w.counts.Name == string(solver.Process) && number%answersControl != 0 {
			others = append(others, nil)
			continue
		}
		other, err := ask(w.runner)
		if err != nil {
			t.Errorf("%s: %s: %v", name, w.counts.Name, err)
			return
		}
		others = append(others, other)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Queries++
	for i, w := range ways {
		if others[i] == nil {
			continue
		}
		w.counts.Queries++
		kind, explained := fresh.against(others[i])
		if string(others[i].run.Mode) == w.counts.Name {
			w.counts.Itself++
		}
		if m := fresh.models(others[i]); m != "" {
			w.counts.Models[m]++
		}
		if kind == "" {
			w.counts.Same++
			continue
		}
		w.counts.Differences[kind]++
		if !explained {
			c.keep(t, w.counts, name, kind, others[i])
		}
	}
}

// keep records the formula of a difference, with what a reused process had read before.
func (c *sameAnswers) keep(t *testing.T, w *wayCounts, name, kind string, other *asked) {
	file := filepath.Join(c.dir, fmt.Sprintf("%s-%s-%s-%d", c.target.Profile().Name, c.Version, w.Name, len(w.Kept)+1))
	texts := map[string][]byte{file + ".smt2": other.text, file + ".out": other.run.Raw.Stdout}
	if s := other.run.Session; s != nil {
		texts[file+".session"] = slices.Concat(s.Texts...)
	}
	for path, text := range texts {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Error(err)
		}
	}
	w.Kept = append(w.Kept, fmt.Sprintf("%s: %s (%s.smt2)", name, kind, filepath.Base(file)))
}

func orNone(logic string) string {
	if logic == "" {
		return "none"
	}
	return logic
}

// filePartners implements mutate.Partners with files.
type filePartners []string

// Partner tries some seeds at random.
func (p filePartners) Partner(r *rng.Rand, logic string) (seeds.Seed, bool) {
	for range 20 {
		file := rng.Pick(r, p)
		if !problem.Compatible(logic, filepath.Base(filepath.Dir(file))) {
			continue
		}
		text, err := os.ReadFile(file)
		if err == nil && len(text) < 64<<10 && strings.Contains(string(text), "(set-logic "+filepath.Base(filepath.Dir(file))+")") {
			return seeds.New(file, string(text)), true
		}
	}
	return seeds.Seed{}, false
}
