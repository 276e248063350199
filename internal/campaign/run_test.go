package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/solvertest"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// numbers is an engine that replaces the first number with another one. A chain has as many mutants as the seed's
// first number says; the engine is not applicable to seeds without a number.
type numbers struct {
	name  string
	calls func() // on every mutant, may be nil
	// settings is the configuration, in words.
	settings string
	// span is how many numbers there are, 0 for 900.
	span int
}

func (e numbers) Name() string { return e.name }

func (e numbers) Configuration() string { return e.settings }

func (e numbers) Prepare(_ context.Context, seed *mutate.Seed, _ mutate.Env) (mutate.Source, error) {
	for i := range seed.Script.Commands {
		c := seed.Script.Commands[i]
		if c.Kind != script.Assert {
			continue
		}
		for k, arg := range c.Terms[0].Args() {
			if arg.Kind() == term.Literal {
				var length int
				if _, err := fmt.Sscan(arg.Text(), &length); err != nil {
					return nil, err
				}
				return &numberSource{engine: e, script: seed.Script, command: i, path: term.Path{k}, left: length}, nil
			}
		}
	}
	return nil, fmt.Errorf("%w: no number", mutate.ErrNotApplicable)
}

type numberSource struct {
	engine  numbers
	script  *script.Script
	command int
	path    term.Path
	left    int
	steps   []mutate.Step
}

func (s *numberSource) Next(r *rng.Rand) (mutate.Mutant, error) {
	if s.left == 0 {
		return mutate.Mutant{}, mutate.ErrExhausted
	}
	s.left--
	if s.engine.calls != nil {
		s.engine.calls()
	}
	span := s.engine.span
	if span == 0 {
		span = 900
	}
	c := *s.script.Commands[s.command]
	before := term.At(c.Terms[0], s.path)
	after := s.script.Store.Lit(syntax.Numeral, fmt.Sprint(100+r.IntN(span)), before.Sort())
	changed, err := s.script.Store.Replace(c.Terms[0], s.path, after)
	if err != nil {
		return mutate.Mutant{}, err
	}
	c.Terms = []*term.Term{changed}
	s.script = s.script.With(s.command, c)
	s.steps = append(s.steps, mutate.Step{Engine: s.engine.name, Rule: "number", Command: s.command, Path: s.path, Before: before, After: after})
	return mutate.Mutant{Script: s.script, Truth: mutate.Truth{Status: smt.Unknown}, Steps: slices.Clone(s.steps)}, nil
}

// numberSeed is a seed whose chains have length mutants.
func numberSeed(name string, length int) SeedSource {
	return TextSeed(name, fmt.Sprintf("(set-logic QF_LIA)\n(declare-const %s Int)\n(assert (= %s %d))\n(check-sat)\n", name, name, length))
}

// fake resolves one fake solver for each list of options.
func fake(t testing.TB, options ...string) []solver.Target {
	t.Helper()
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if set, err = set.With("fake.toml", solvertest.Profile); err != nil {
		t.Fatal(err)
	}
	var out []solver.Target
	for _, o := range options {
		out = append(out, trialtest.Named(t, "fakesolver "+o, solvertest.Binary(t), set))
	}
	return out
}

// scripted is a solver that is a shell script, whose last argument is the formula's file.
func scripted(t *testing.T, text string) solver.Target {
	t.Helper()
	path := filepath.Join(t.TempDir(), "shellsolver")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n[ \"$1\" = --version ] && exit\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return trialtest.Named(t, "shellsolver", path, set)
}

// recorder returns a solver that keeps every formula it is given, and a function that returns them sorted.
func recorder(t *testing.T) (solver.Target, func() []string) {
	t.Helper()
	dir, aside := t.TempDir(), t.TempDir()
	s := scripted(t, fmt.Sprintf(`for f; do :; done; new=$(mktemp -p %s); cp "$f" "$new" && mv "$new" %s; echo unknown`,
		shell.Quote([]string{aside}), shell.Quote([]string{dir})))
	return s, func() []string {
		var all []string
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			data, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, string(data))
		}
		slices.Sort(all)
		return all
	}
}

// config is a campaign with small chains of different lengths.
func config(t *testing.T, solvers ...solver.Target) Config {
	t.Helper()
	return Config{
		Targets: solvers, Engines: []mutate.Engine{numbers{name: "one"}, numbers{name: "two"}},
		Seeds: []SeedSource{
			numberSeed("a", 3), numberSeed("b", 1), numberSeed("c", 5),
			TextSeed("none", "(set-logic QF_UF)\n(declare-const p Bool)\n(assert p)\n(check-sat)\n"),
		},
		Out: filepath.Join(t.TempDir(), "out"), Seed: 7, Jobs: 2, Plan: fuzzer.Plan{Chain: 4}, Timeout: 30 * time.Second, Memory: -1,
	}
}

func mustRun(t *testing.T, c Config) Summary {
	t.Helper()
	s, err := Run(t.Context(), c)
	if err != nil {
		t.Fatalf("Run: %v", err)
	}
	return s
}

// The number of workers does not affect which mutants are run.
func TestSameMutantsForAnyNumberOfWorkers(t *testing.T) {
	var want []string
	for _, jobs := range []int{1, 4} {
		s, seen := recorder(t)
		c := config(t, s)
		c.Jobs, c.Mutants = jobs, 37
		sum := mustRun(t, c)
		if sum.Stats.Mutants != 37 || sum.Ended != EndMutants {
			t.Errorf("%d workers: %d mutants, ended by %s", jobs, sum.Stats.Mutants, sum.Ended)
		}
		got := seen()
		if len(got) != 37 {
			t.Errorf("%d workers: the solver saw %d formulas", jobs, len(got))
		}
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d workers (-one +these):\n%s", jobs, diff)
		}
	}
	s, seen := recorder(t)
	c := config(t, s)
	c.Seed, c.Mutants = 8, 37
	mustRun(t, c)
	if cmp.Equal(want, seen()) {
		t.Error("another campaign seed made the same mutants")
	}
}

// Nor does what is kept of findings depend on the number of workers.
func TestSameFindingsForAnyNumberOfWorkers(t *testing.T) {
	content := func(jobs int) map[string]string {
		c := config(t, fake(t, "--opt-a=1 --when='(= . [0-9]*[12])=>crash SEGV' --answer=sat",
			"--when='(= . [0-9]*[34])=>unsat' --answer=sat")...)
		c.Jobs, c.Mutants = jobs, 60
		mustRun(t, c)
		all, err := findings.LoadAll(c.Out)
		if err != nil {
			t.Fatal(err)
		}
		out := make(map[string]string)
		for _, f := range all {
			bug, err := os.ReadFile(filepath.Join(f.Dir, findings.BugFile))
			if err != nil {
				t.Fatal(err)
			}
			out[f.Signature] = fmt.Sprintf("%s\n%d hits\n%s", f.Provenance.Mutant, f.Hits, bug)
		}
		return out
	}
	want := content(1)
	if len(want) < 2 {
		t.Fatalf("findings %v, want a crash and a disagreement at least", want)
	}
	if diff := cmp.Diff(want, content(4)); diff != "" {
		t.Errorf("findings (-one worker +four):\n%s", diff)
	}
}

// Whatever a solver does is counted under one outcome, and only wrong behaviour becomes a finding.
func TestSolverBehaviour(t *testing.T) {
	for _, tt := range []struct {
		name, options string
		outcome       outcome.Outcome
		classes       []string // of findings
		timeout       time.Duration
	}{
		{name: "sat", options: "--answer=sat", outcome: outcome.Sat},
		{name: "unknown", options: "--answer=unknown", outcome: outcome.Unknown},
		{name: "wrong", options: "--answer=unsat", outcome: outcome.Unsat, classes: []string{"refutation-soundness"}},
		{name: "SEGV", options: "--do='crash SEGV'", outcome: outcome.Crash, classes: []string{"crash"}},
		{name: "ABRT", options: "--do='crash ABRT'", outcome: outcome.Crash, classes: []string{"crash"}},
		{name: "FPE after the answer", options: "--do='sat crash FPE'", outcome: outcome.Crash, classes: []string{"crash"}},
		{name: "assertion", options: `--do='err "ASSERTION VIOLATION\nFile: a.cpp\nLine: 7\nx > 0\n" exit 114'`,
			outcome: outcome.Crash, classes: []string{"crash"}},
		{name: "killed by somebody", options: "--do='crash KILL'", outcome: outcome.Killed},
		{name: "hang", options: "--do=hang-hard", outcome: outcome.Timeout, timeout: 200 * time.Millisecond},
		{name: "flood", options: "--do='flood 20000000'", outcome: outcome.Nothing},
		{name: "flood of answers", options: `--do='out "sat\nunsat\nsat\n"'`, outcome: outcome.Nothing},
		{name: "dies in mid-answer", options: `--do='out "uns" crash SEGV'`, outcome: outcome.Crash, classes: []string{"crash"}},
		{name: "ends in mid-answer", options: `--do='out "uns"'`, outcome: outcome.Nothing},
		{name: "bytes", options: "--do='binary sat'", outcome: outcome.Sat},
		{name: "error next to unsat", options: `--answer=sat --when='(= . [0-9]{3})=>error "line 3: unknown constant" unsat'`, outcome: outcome.Rejected},
		{name: "invalid model", options: "--do='sat invalid-model'", outcome: outcome.Sat, classes: []string{"invalid-model"}},
		{name: "unknown option", options: "--answer=sat --when='(= . [0-9]{3})=>exit 110'", outcome: outcome.BadOptions},
		{name: "own memory limit", options: "--do='exit 101'", outcome: outcome.Memory},
		{name: "slow trickle", options: `--do='trickle 2 "unknown\n"'`, outcome: outcome.Unknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			both := fake(t, tt.options, "--opt-other=1 --answer=sat")
			c := config(t, both...)
			c.Mutants, c.Chain, c.GiveUp = 3, 2, -1
			if tt.timeout > 0 {
				c.Timeout = tt.timeout
			}
			sum := mustRun(t, c)
			got := sum.Stats.Solvers[both[0].String()]
			if diff := cmp.Diff(map[outcome.Outcome]int64{tt.outcome: 3}, got.Outcomes); diff != "" {
				t.Errorf("outcomes (-want +got):\n%s", diff)
			}
			var classes []string
			var hits int64
			for _, f := range sum.Findings {
				classes = append(classes, f.Class)
				hits += f.Hits
				if f.Flaky {
					t.Errorf("%s is taken for flaky", f.Signature)
				}
			}
			slices.Sort(classes)
			if diff := cmp.Diff(tt.classes, slices.Compact(classes)); diff != "" {
				t.Errorf("classes (-want +got):\n%s", diff)
			}
			if len(tt.classes) > 0 && hits != 3 {
				t.Errorf("%d hits for 3 mutants", hits)
			}
		})
	}
}

// Crashes of one kind share one folder, however many there are, and the folder has what a report needs.
func TestOneFolderPerCrash(t *testing.T) {
	crashing := fake(t, "--do='crash SEGV'")
	c := config(t, crashing...)
	c.Mutants = 40
	sum := mustRun(t, c)
	if len(sum.Findings) != 1 || sum.Findings[0].Hits != 40 {
		t.Fatalf("findings %+v", sum.Findings)
	}
	f, err := findings.Load(sum.Findings[0].Dir)
	if err != nil {
		t.Fatal(err)
	}
	if f.Hits != 40 || len(f.Duplicates) != 20 || f.Repeated != (findings.Repetition{Runs: 2, Shown: 2}) || f.Version != "1.2.3" {
		t.Errorf("finding: %d hits, %d duplicates named, %+v, version %s", f.Hits, len(f.Duplicates), f.Repeated, f.Version)
	}
	bug := readFile(t, filepath.Join(f.Dir, findings.BugFile))
	if original := readFile(t, filepath.Join(f.Dir, findings.OriginalFile)); original != bug {
		t.Errorf("original.smt2 differs from bug.smt2:\n%s", original)
	}
	if report := readFile(t, filepath.Join(f.Dir, findings.ReportFile)); !strings.Contains(report, bug) || !strings.Contains(report, "--do=crash SEGV") {
		t.Errorf("report:\n%s", report)
	}
	for _, command := range f.Runs {
		if text := strings.Join(command.Command, " "); strings.Contains(text, scratch) || !strings.HasSuffix(text, findings.BugFile) {
			t.Errorf("command %q", text)
		}
	}
	// The name says how to make the mutant again.
	n, err := mutate.ParseName(f.Provenance.Mutant)
	if err != nil {
		t.Fatal(err)
	}
	seed := seeds.Seed{Name: f.Provenance.SeedName, Hash: n.SeedHash, Text: readFile(t, filepath.Join(f.Dir, findings.SeedFile))}
	again := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: crashing, Seed: f.Provenance.CampaignSeed, Plan: fuzzer.Plan{Chain: c.Chain}}
	m, err := again.Regenerate(t.Context(), seed, numbers{name: n.Engine}, n)
	if err != nil {
		t.Fatal(err)
	}
	if text := string((&script.Printer{ForSolver: true}).Append(nil, m.Script)); text != bug {
		t.Errorf("made again:\n%s\nstored:\n%s", text, bug)
	}
	// Nothing is left over.
	entries, err := os.ReadDir(c.Out)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if diff := cmp.Diff([]string{folder.MarkerFile, store.FileName, lockFile, findings.Folder}, names); diff != "" {
		t.Errorf("output folder (-want +got):\n%s", diff)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A crash that does not recur is kept and marked.
func TestFlakyFinding(t *testing.T) {
	mark := shell.Quote([]string{filepath.Join(t.TempDir(), "mark")})
	s := scripted(t, "if [ ! -e "+mark+" ]; then touch "+mark+"; kill -SEGV $$; fi; echo sat\n")
	c := config(t, s)
	c.Mutants, c.Jobs = 4, 1
	sum := mustRun(t, c)
	if len(sum.Findings) != 1 || !sum.Findings[0].Flaky || sum.Findings[0].Hits != 1 {
		t.Fatalf("findings %+v", sum.Findings)
	}
}

// After some time-outs in a row, a solver is not asked for the rest of the chain; the mutants stay the same.
func TestGiveUp(t *testing.T) {
	slow := fake(t, "--do=hang")[0]
	s, seen := recorder(t)
	c := config(t, slow, s)
	c.Seeds = []SeedSource{numberSeed("c", 5)}
	c.Chain, c.Mutants, c.Jobs, c.GiveUp, c.Timeout = 5, 10, 1, 2, 100*time.Millisecond
	sum := mustRun(t, c)
	got := sum.Stats.Solvers[slow.String()]
	if got.Outcomes[outcome.Timeout] < 4 || got.GaveUp != 10-got.Outcomes[outcome.Timeout] || len(seen()) > 10 {
		t.Errorf("hanging solver %+v; the other saw %d", got, len(seen()))
	}
	if got.GaveUp == 0 {
		t.Error("it was asked every time")
	}
}

// A solver that refuses the seed too says nothing about the engine, and is not asked for the rest of the chain.
func TestSeedIsRefused(t *testing.T) {
	s := fake(t, `--do='error "line 1: no"'`, "--opt-b=1 --answer=sat")
	c := config(t, s...)
	c.Mutants = 20
	sum := mustRun(t, c)
	got := sum.Stats.Solvers[s[0].String()]
	if got.Calls != 0 || got.SeedToo != 20 || len(got.SeedReasons) != 1 || got.SeedReasons[0].Count != 20 {
		t.Errorf("refusing solver %+v", got)
	}
	if other := sum.Stats.Solvers[s[1].String()]; other.Calls != 20 {
		t.Errorf("the other was asked %d times", other.Calls)
	}
	if r := got.SeedReasons; len(r) == 1 && !strings.HasPrefix(r[0].Reason, "input rejected: line N: no") {
		t.Errorf("reasons %+v", r)
	}
}

// A solver that never accepts its options ends the campaign, whatever it makes of the formulas.
func TestUnusableOptions(t *testing.T) {
	c := config(t, fake(t, "--nonsense", "--answer=sat")...)
	c.Mutants = 1000
	sum, err := Run(t.Context(), c)
	var unusable *solver.UnusableError
	if !errors.As(err, &unusable) || sum.Ended != EndError || !strings.Contains(err.Error(), "--nonsense") {
		t.Errorf("ended by %s, error %v", sum.Ended, err)
	}
}

func TestOutputErrors(t *testing.T) {
	full := func(when string) disk.Writer {
		return func(path string, data []byte) error {
			if strings.Contains(path, when) {
				return &disk.OutputError{Path: path, Err: syscall.ENOSPC}
			}
			return disk.WriteAtomic(path, data)
		}
	}
	for _, tt := range []struct {
		name  string
		set   func(t *testing.T, c *Config)
		cause error
	}{
		{"out below a file", func(t *testing.T, c *Config) {
			file := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(file, nil, 0o644); err != nil {
				t.Fatal(err)
			}
			c.Out = filepath.Join(file, "out")
		}, syscall.ENOTDIR},
		{"full from the start", func(_ *testing.T, c *Config) { c.database.MaxPages = 2 }, syscall.ENOSPC},
		{"full at a finding", func(_ *testing.T, c *Config) { c.write = full(findings.BugFile) }, syscall.ENOSPC},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := config(t, fake(t, "--do='crash SEGV'")...)
			c.Mutants = 10
			tt.set(t, &c)
			sum, err := Run(t.Context(), c)
			var output *disk.OutputError
			if !errors.As(err, &output) || sum.Ended != EndError {
				t.Fatalf("ended by %s, error %v", sum.Ended, err)
			}
			if tt.cause != nil && !errors.Is(err, tt.cause) {
				t.Errorf("error %v, want %v", err, tt.cause)
			}
			if sum.Stats.Mutants == 10 {
				t.Error("it went on")
			}
			if leftover, _ := filepath.Glob(filepath.Join(c.Out, findings.Folder, "*")); len(leftover) > 0 {
				t.Errorf("half a finding: %v", leftover)
			}
		})
	}
}

// Canceling ends hanging solvers at once.
func TestCancelKillsSolvers(t *testing.T) {
	hangs := filepath.Join(t.TempDir(), "hangs")
	c := config(t, scripted(t, "trap '' HUP INT TERM; touch "+shell.Quote([]string{hangs})+"; sleep 3600\n"))
	c.Timeout = time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last Snapshot
	c.Progress = func(s Snapshot) { last = s }
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(hangs); err == nil {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	sum, err := Run(ctx, c)
	if err != nil || sum.Ended != EndInterrupted || sum.Stats.Mutants != 0 {
		t.Errorf("ended by %s after %d mutants, error %v", sum.Ended, sum.Stats.Mutants, err)
	}
	if !last.Done {
		t.Error("no last snapshot")
	}
	st, err := LoadState(c.Out)
	if err != nil || st.Ended != EndInterrupted {
		t.Errorf("saved state: %v, %v", st.Ended, err)
	}
}

func TestDurationEnds(t *testing.T) {
	c := config(t, fake(t, "--answer=sat")...)
	c.Duration = 50 * time.Millisecond
	if sum := mustRun(t, c); sum.Ended != EndDuration {
		t.Errorf("ended by %s", sum.Ended)
	}
}

// broken is an engine that panics.
type broken struct{}

func (broken) Name() string { return "broken" }

func (broken) Configuration() string { return "" }

func (broken) Prepare(context.Context, *mutate.Seed, mutate.Env) (mutate.Source, error) {
	panic("no good")
}

// Our own faults and those of seeds are counted, and do not end the campaign.
func TestFaultsAreCounted(t *testing.T) {
	c := config(t, fake(t, "--answer=sat")...)
	c.Engines = append(c.Engines, broken{})
	c.Seeds = append(c.Seeds, TextSeed("bad.smt2", "(assert ("))
	c.Mutants = 40
	sum := mustRun(t, c)
	if sum.Stats.Faults != 4 || !strings.Contains(sum.Stats.FaultTexts[0], "no good") {
		t.Errorf("%d faults: %.300s", sum.Stats.Faults, sum.Stats.FaultTexts)
	}
	if sum.Stats.RejectedSeeds != 1 || !strings.HasPrefix(sum.Stats.Rejections[0].Reason, "bad.smt2:1:") {
		t.Errorf("rejected seeds %+v", sum.Stats.Rejections)
	}
	if got := sum.Stats.Engines["one"].NotApplicable; got["no number"] != 1 {
		t.Errorf("not applicable %v", got)
	}
}

func TestNoMutants(t *testing.T) {
	c := config(t, fake(t, "--answer=sat")...)
	c.Seeds = []SeedSource{TextSeed("bad", "("), c.Seeds[3]}
	sum, err := Run(t.Context(), c)
	if !errors.Is(err, ErrNoMutants) || !strings.Contains(err.Error(), "no number") || sum.Ended != EndError {
		t.Errorf("ended by %s, error %v", sum.Ended, err)
	}
}

func TestConfigIsChecked(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"solver":      func(c *Config) { c.Targets = nil },
		"given twice": func(c *Config) { c.Targets = append(c.Targets, c.Targets[0]) },
		"engine":      func(c *Config) { c.Engines = nil },
		"seed":        func(c *Config) { c.Seeds = nil },
		"output":      func(c *Config) { c.Out = "" },
	} {
		c := config(t, fake(t, "--answer=sat")...)
		change(&c)
		if _, err := Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// The report uses the clock and the CPU times of the configuration.
func TestStatistics(t *testing.T) {
	s := fake(t, "--answer=sat", "--when='(= . [0-9]{2}[0-4])=>error \"no 12\" sat' --answer=sat")
	c := config(t, s...)
	c.Mutants, c.Jobs = 20, 1
	began := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	var calls atomic.Int64
	c.Now = func() time.Time {
		if calls.Add(1) == 1 {
			return began
		}
		return began.Add(10 * time.Second)
	}
	cpu := time.Duration(0)
	c.CPU = func() (own, children time.Duration) {
		cpu += time.Second
		return cpu, 4 * cpu
	}
	sum := mustRun(t, c)
	if sum.Elapsed != 10*time.Second || sum.Final.MutantsPerSecond != 2 || sum.Final.CallsPerSecond != 4 || sum.Final.SolverShare != 0.8 {
		t.Errorf("elapsed %v, final %+v", sum.Elapsed, sum.Final)
	}
	a := sum.Stats.Engines["one"].Acceptance[s[1].String()]
	if a.Rejected == 0 || a.Rejected == a.Calls || len(a.Reasons) != 1 || !strings.Contains(a.Reasons[0].Reason, "no N") {
		t.Errorf("acceptance %+v", a)
	}
	if l := sum.Stats.Logics["QF_LIA"]; l == nil || l.Mutants != 20 || l.Acceptance[s[0].String()].Rejected != 0 {
		t.Errorf("logics %+v", sum.Stats.Logics)
	}
	// The saved state equals what is reported.
	st, err := LoadState(c.Out)
	if err != nil {
		t.Fatal(err)
	}
	saved, _ := json.Marshal(st.Stats.Solvers)
	reported, _ := json.Marshal(sum.Stats.Solvers)
	if diff := cmp.Diff(string(reported), string(saved)); diff != "" {
		t.Errorf("state (-reported +saved):\n%s", diff)
	}
}
