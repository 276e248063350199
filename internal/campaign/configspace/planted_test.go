package configspace

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
	"github.com/assay-smt/assay/internal/testing/solvertest"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// planted is what the fake solver does: "ans" changes answers where there is bvadd, "str" changes statistics where there is str.len, "slow"
// changes time where there is bvmul (see clocked), "never" is refused together with push, and "dull" and "noisy" do nothing, except that one
// statistic differs at each run.
const planted = `
[session]
args = ["-"]
reset = "(reset)"

[options]
set = "--opt-{name}={value}"
script = "(set-option :{name} {value})"

[[options.list]]
args = ['--do=out "{\"name\":\"ans\",\"kind\":\"bool\",\"default\":\"false\"}\n{\"name\":\"dull\",\"kind\":\"bool\",\"default\":\"false\"}\n{\"name\":\"never\",\"kind\":\"bool\",\"default\":\"false\"}\n{\"name\":\"num\",\"kind\":\"double\",\"default\":\"0.5\"}\n{\"name\":\"slow\",\"kind\":\"bool\",\"default\":\"false\"}\n{\"name\":\"str\",\"kind\":\"mode\",\"default\":\"a\",\"values\":[\"a\",\"b\",\"c\"]}\n"', "/dev/null"]
form = "json"
`

// rules are the rules of the reused process, and the same ones for a file.
var rules = []string{
	`(?s):never true.*[(]push=>error "ERROR: invalid parameter never beside push"`,
	`(?s):ans true.*[(]bvadd=>unknown`,
}

func plantedTarget(t *testing.T) (solver.Target, *options.Catalogue) {
	t.Helper()
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	profile := strings.Replace(string(solvertest.Profile), "options = ['^ERROR", "options = ['ERROR", 1)
	if set, err = set.With("fake.toml", []byte(profile+"\n[statistics]\ncommand = \"(get-info :all-statistics)\"\n"+planted)); err != nil {
		t.Fatal(err)
	}
	target, err := solver.Resolve(t.Context(), solvertest.Binary(t), set)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, r := range rules {
		words = append(words, "--live="+r, "--each="+r)
	}
	words = append(words, "--live=.=>sat", "--answer=sat", `--info=(?s):str [bc].*str[.]len=>out "(:a 2 :time 7)\n"`, `--info=.=>out "(:a 1 :time 3)\n"`)
	target.Config = solver.Configure(words...)
	c, err := options.Read(t.Context(), target, 1)
	if err != nil {
		t.Fatal(err)
	}
	return target, c
}

// clocked gives runs times by a rule instead of those measured on a busy machine: twice as long with "slow" where there is bvmul.
type clocked struct {
	trial.Runner
	runs atomic.Int64
}

func (c *clocked) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	run, err := c.Runner.Run(ctx, r)
	took := time.Millisecond
	if strings.Contains(string(r.Text.Bytes), "(bvmul ") {
		took = 6 * time.Millisecond
		if strings.Contains(r.Target.String(), "--opt-slow=true") {
			took *= 2
		}
	}
	run.CPU = took + time.Duration(c.runs.Add(1)*7919%1000)*time.Microsecond // as much noise as between two runs of a real solver
	return run, err
}

// learn learns until the given number of formulas is in a record.
func learn(t *testing.T, ctx context.Context, path string, jobs, formulas, times int, logics ...string) (*Record, error) {
	t.Helper()
	target, c := plantedTarget(t)
	h := Header{
		Record: RecordFormat, Solver: "fake", Version: target.Version(), Seed: 6, Kinds: 6, Assertions: 8, Candidates: 4, Times: times, Logics: logics,
		Options: Searched(c, solver.UseSearch),
	}
	r, err := OpenRecord(path, h)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	runner := living.New(living.Config{Mode: solver.Reset, Settings: options.Catalogues{target.Solver: c}.Scripted})
	t.Cleanup(runner.Close)
	l := &Learner{
		Bench: &trial.Bench{Runner: &clocked{Runner: runner}, Limits: solver.Limits{Time: time.Minute}}, Target: target, Catalogue: c, Record: r, Header: h,
		Statistics: true, LeastTime: 3 * time.Millisecond, Jobs: jobs, Scratch: trialtest.Scratch(t),
	}
	return r, l.Run(ctx, formulas)
}

// TestPlanted: exactly what is planted is learned.
func TestPlanted(t *testing.T) {
	r, err := learn(t, t.Context(), filepath.Join(t.TempDir(), "record.jsonl"), 2, testdepth.Sample(170, 250), 0, "QF_BV", "QF_SLIA", "QF_LIA")
	if err != nil {
		t.Fatal(err)
	}
	type learned struct{ relevant, refusing string }
	want := map[string]learned{"ans": {"bvadd", ""}, "dull": {}, "never": {"", "push"}, "num": {}, "slow": {}, "str": {"str.len", ""}}
	got := map[string]learned{}
	names := func(links []Link) string {
		var out []string
		for _, l := range links {
			if l.Affected != l.Of {
				t.Errorf("%s: %d of %d", l.Kind, l.Affected, l.Of)
			}
			out = append(out, l.Kind)
		}
		return strings.Join(out, " ")
	}
	c := r.Correlations()
	for _, o := range c.Options {
		got[o.Name] = learned{names(o.Relevant), names(o.Refusing)}
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(learned{})); diff != "" {
		t.Errorf("%d formulas, skipped %v (-want +got):\n%s", c.Formulas, c.Skipped, diff)
	}
	if got := c.For([]string{"bvadd", "=", "str.len"}); !cmp.Equal(got, []string{"ans", "str"}) {
		t.Errorf("options for bvadd and str.len: %q", got)
	}
	if s := r.Suspects(); len(s) > 0 {
		t.Errorf("suspects %v", s)
	}
}

// TestResume: continuing a record that was cut off anywhere gives the same lessons, with any number of jobs.
func TestResume(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole.jsonl")
	r, err := learn(t, t.Context(), whole, 1, 12, 0, "QF_BV", "QF_SLIA")
	if err != nil {
		t.Fatal(err)
	}
	want := r.Correlations()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{10, len(text) / 2, len(text) - 1} {
		path := filepath.Join(t.TempDir(), "cut.jsonl")
		if err := os.WriteFile(path, text[:at], 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := learn(t, t.Context(), path, 3, 12, 0, "QF_BV", "QF_SLIA")
		if err != nil {
			t.Fatal(err)
		}
		got := r.Correlations()
		got.Runs, got.Seconds = want.Runs, want.Seconds
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("cut at byte %d of %d (-want +got):\n%s", at, len(text), diff)
		}
		if _, err := OpenRecord(path, r.Header); err == nil {
			t.Error("two write to one record")
		}
	}
	other := r.Header
	other.Seed++
	if _, err := OpenRecord(whole, other); err == nil || !strings.Contains(err.Error(), "record of something else") {
		t.Errorf("another seed: %v", err)
	}
}

// TestInterrupted: an interrupted record has only complete lessons.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	path := filepath.Join(t.TempDir(), "record.jsonl")
	var seen atomic.Int32
	go func() {
		for seen.Load() < 1 {
			if text, _ := os.ReadFile(path); strings.Count(string(text), "\n") > 3 {
				seen.Add(1)
			}
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	r, err := learn(t, ctx, path, 2, 0, 0, "QF_BV")
	if err != nil {
		t.Fatal(err)
	}
	_, lessons, err := ReadRecord(path)
	if err != nil || len(lessons) < 3 || len(lessons) != len(r.lessons) {
		t.Errorf("%d lessons in the file, %d known, %v", len(lessons), len(r.lessons), err)
	}
}

// TestTimes: an option that doubles the CPU time for formulas with bvmul is relevant to these, and options that do nothing to none.
func TestTimes(t *testing.T) {
	r, err := learn(t, t.Context(), filepath.Join(t.TempDir(), "record.jsonl"), 1, testdepth.Sample(60, 90), 8, "QF_BV")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range r.Correlations().Options {
		var kinds []string
		for _, l := range o.Relevant {
			kinds = append(kinds, l.Kind)
		}
		switch o.Name {
		case "slow":
			if len(kinds) == 0 || kinds[0] != "bvmul" || o.By[string(InTime)] != o.Affected {
				t.Errorf("slow matters for %q by %v, want bvmul first, by time", kinds, o.By)
			}
		case "dull", "num", "never", "str":
			if len(kinds) > 0 {
				t.Errorf("%s matters for %q by %v", o.Name, kinds, o.By)
			}
		}
	}
}

func TestLinks(t *testing.T) {
	var fs []formula
	add := func(n int, affected bool, kinds ...string) {
		for range n {
			fs = append(fs, formula{kinds, affected})
		}
	}
	add(20, true, "a", "beside")
	add(10, true, "a")
	add(30, false, "beside", "other")
	add(4, true, "b", "other")
	add(4, false, "b", "other")
	add(2, true, "rare")
	var got []string
	for _, l := range links(fs) {
		got = append(got, l.Kind)
	}
	if !cmp.Equal(got, []string{"a", "b"}) {
		t.Errorf("links %q, want a and b: beside and other only stand beside them, and rare has two formulas", got)
	}
	if got := links(nil); got != nil {
		t.Errorf("links of nothing: %v", got)
	}
}
