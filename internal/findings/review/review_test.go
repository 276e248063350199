package review_test

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

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// long is how all formulas end before they are reduced.
const long = "(assert (= x x))\n"

// campaign writes a folder with a crash and two wrong unsats that have no reason to be grouped. The fake solver does the same on any
// formula.
func campaign(t *testing.T) string {
	t.Helper()
	out := t.TempDir()
	store, err := findings.Open(out, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range []findings.Finding{
		{Class: oracle.CrashClass, Solver: solvertest.Binary(t) + " --do='crash SEGV'", Signature: "crash/fake/signal SEGV"},
		{Class: oracle.RefutationSoundness, Solver: solvertest.Binary(t) + " --answer=unsat", Signature: "a"},
		{Class: oracle.RefutationSoundness, Solver: solvertest.Binary(t) + " --answer=unsat", Signature: "b"},
	} {
		f.Family, f.Version, f.Logic, f.Checks = "fake", "1.2.3", "QF_LIA", 1
		f.Truths = []findings.Truth{{Status: "sat", Reason: "it is"}}
		f.Repeated = findings.Repetition{Runs: 2, Shown: 2}
		f.Limits.Seconds = 10
		f.Runs = []findings.Run{{Solver: f.Solver, File: findings.BugFile, Answers: []string{"sat"}}}
		bug := fmt.Sprintf("(set-logic QF_LIA)\n(declare-const x Int)\n(assert %s)\n%s(check-sat)\n", []string{"(< x 1)", "(> (* 2 x) 3)", "(distinct x 7 9)"}[i], long)
		if _, err := store.Add(findings.Hit{Finding: f, Bug: []byte(bug)}); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// hooks count what was done, and end a review at some call.
type hooks struct {
	t      *testing.T
	mu     sync.Mutex
	done   map[string]int // by step, finding and formula
	calls  int
	killAt int // the call at which the review is killed, 0 for none
	kill   context.CancelCauseFunc
}

var errKilled = errors.New("killed")

// step counts a call. A killed one does nothing.
func (h *hooks) step(ctx context.Context, what string, f findings.Stored) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.calls++; h.calls == h.killAt {
		h.kill(errKilled)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if h.done == nil {
		h.done = make(map[string]int)
	}
	form := "reduced"
	if strings.Contains(bugOf(h.t, f.Dir), long) {
		form = "long"
	}
	h.done[fmt.Sprintf("%s %s %s", what, f.Class, form)]++
	return nil
}

func (h *hooks) reduce(ctx context.Context, f findings.Stored) (bool, error) {
	if err := h.step(ctx, "reduce", f); err != nil {
		return false, err
	}
	return true, findings.Rewrite(f.Dir, f.Finding, []byte(strings.Replace(bugOf(h.t, f.Dir), long, "", 1)), nil)
}

func (h *hooks) locate(ctx context.Context, f findings.Stored) (review.Place, error) {
	return review.Place{State: triage.Located, Words: "step 1"}, h.step(ctx, "locate", f)
}

func (h *hooks) bisect(ctx context.Context, f findings.Stored) (*triage.Bisection, error) {
	return nil, h.step(ctx, "bisect", f)
}

func bugOf(t *testing.T, dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, findings.BugFile))
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// config is a review with hooks, one finding at a time.
func config(t *testing.T, dir string, h *hooks) review.Config {
	t.Helper()
	h.t = t
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if set, err = set.With("fake.toml", solvertest.Profile); err != nil {
		t.Fatal(err)
	}
	replayer := triage.Replayer{Resolve: func(ctx context.Context, spec string) (solver.Target, error) { return solver.Resolve(ctx, spec, set) }}
	return review.Config{
		Dir: dir, Reduce: h.reduce, Locate: h.locate, Bisect: h.bisect,
		Replayer: func(context.Context, findings.Stored) (triage.Replayer, error) { return replayer, nil },
	}
}

// records are the contents of all cluster.json, by name.
func records(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, review.Folder, "*", review.ClusterFile))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	slices.Sort(files)
	var out strings.Builder
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(data)
	}
	return out.String()
}

// A review that is killed at any step continues where it was: no completed step is done again, and the result is the same.
func TestKilledBetweenSteps(t *testing.T) {
	whole := campaign(t)
	var all hooks
	report, err := review.Run(t.Context(), config(t, whole, &all))
	if err != nil || len(report.Clusters) != 3 || report.Findings != 3 {
		t.Fatalf("%+v, %v", report, err)
	}
	if want := 3 + 2 + 3; all.calls != want || all.done["locate refutation-soundness reduced"] != 2 || all.done["reduce crash long"] != 1 {
		t.Fatalf("%d steps: %v", all.calls, all.done)
	}
	for at := 1; at <= all.calls; at++ {
		t.Run(fmt.Sprint("step ", at), func(t *testing.T) {
			dir := campaign(t)
			ctx, cancel := context.WithCancelCause(t.Context())
			h := &hooks{killAt: at, kill: cancel}
			if _, err := review.Run(ctx, config(t, dir, h)); !errors.Is(err, errKilled) {
				t.Fatalf("it was killed: %v", err)
			}
			if _, err := review.Load(dir); err != nil {
				t.Fatal(err)
			}
			if _, err := review.Run(t.Context(), config(t, dir, h)); err != nil {
				t.Fatal(err)
			}
			if got, want := records(t, dir), records(t, whole); got != want {
				t.Errorf("%s\nwant\n%s", got, want)
			}
			for what, n := range h.done {
				if n != all.done[what] && !strings.HasPrefix(what, "bisect ") { // the bisector itself remembers what it knows
					t.Errorf("%s: done %d times, want %d", what, n, all.done[what])
				}
			}
		})
	}
	before := all.calls
	if _, err := review.Run(t.Context(), config(t, whole, &all)); err != nil || all.calls != before+3 {
		t.Errorf("nothing is new, and %d steps were taken besides bisecting: %v, %v", all.calls-before-3, all.done, err)
	}
}

// What is reduced may be fixed in a version in which another member of its cluster still shows: then they are two clusters, in the same run.
func TestFixedInOnePlaceOnly(t *testing.T) {
	dir := t.TempDir()
	store, err := findings.Open(dir, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"x", "yyyy", "zzzzzz"} {
		f := findings.Finding{Class: oracle.RefutationSoundness, Solver: solvertest.Binary(t) + " --answer=unsat", Signature: fmt.Sprint(i)}
		f.Family, f.Version, f.Logic, f.Checks = "fake", "1.2.3", "QF_LIA", 1
		f.Truths = []findings.Truth{{Status: "sat", Reason: "it is"}}
		f.Repeated = findings.Repetition{Runs: 2, Shown: 2}
		f.Limits.Seconds = 10
		f.Runs = []findings.Run{{Solver: f.Solver, File: findings.BugFile, Answers: []string{"unsat"}}}
		bug := strings.ReplaceAll("(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 1))\n"+long+"(check-sat)\n", "x", name)
		if _, err := store.Add(findings.Hit{Finding: f, Bug: []byte(bug)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name     string
		fixed    bool // the smallest in version 2
		clusters int
		bisected int
	}{{"everywhere", false, 1, 2}, {"only one is fixed", true, 2, 3}} {
		t.Run(tt.name, func(t *testing.T) {
			copied := filepath.Join(t.TempDir(), "out")
			if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			var h hooks
			c := config(t, copied, &h)
			c.Reduce = nil
			asked := make(map[string]bool)
			c.Bisect = func(_ context.Context, f findings.Stored) (*triage.Bisection, error) {
				asked[f.Dir] = true
				b := &triage.Bisection{Versions: []triage.VersionVerdict{{Name: "fake@1", Verdict: bisect.Shows, Runs: 1, Shown: 1}, {Name: "fake@2", Verdict: bisect.Shows, Runs: 1, Shown: 1}}}
				if tt.fixed && strings.Contains(bugOf(t, f.Dir), "(< x 1)") {
					b.Versions[1].Verdict = bisect.Absent
				}
				return b, nil
			}
			report, err := review.Run(t.Context(), c)
			if err != nil || len(report.Clusters) != tt.clusters || len(asked) != tt.bisected {
				t.Errorf("%d clusters, %d bisected, %v", len(report.Clusters), len(asked), err)
			}
		})
	}
}

// A finding that is only suspected once it is reduced does not stand for its cluster any more. The next one to look at is reduced and bisected as well, in
// the same run: another one would change nothing.
func TestNextInLine(t *testing.T) {
	dir := t.TempDir()
	store, err := findings.Open(dir, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"x", "yyyyyy"} {
		f := findings.Finding{Class: oracle.RefutationSoundness, Solver: solvertest.Binary(t) + " --answer=unsat", Signature: fmt.Sprint(i)}
		f.Family, f.Version, f.Logic, f.Checks = "fake", "1.2.3", "QF_LIA", 1
		f.Truths = []findings.Truth{{Status: "sat", Reason: "it is"}}
		f.Repeated = findings.Repetition{Runs: 2, Shown: 2}
		f.Limits.Seconds = 10
		f.Runs = []findings.Run{{Solver: f.Solver, File: findings.BugFile, Answers: []string{"unsat"}}}
		bug := strings.ReplaceAll("(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 1))\n"+long+"(check-sat)\n", "x", name)
		if _, err := store.Add(findings.Hit{Finding: f, Bug: []byte(bug)}); err != nil {
			t.Fatal(err)
		}
	}
	var h hooks
	c := config(t, dir, &h)
	c.Reduce = func(ctx context.Context, f findings.Stored) (bool, error) {
		if err := h.step(ctx, "reduce", f); err != nil {
			return false, err
		}
		text := bugOf(t, f.Dir)
		f.Suspect = !strings.Contains(text, "yyyyyy")
		return true, findings.Rewrite(f.Dir, f.Finding, []byte(text), nil)
	}
	report, err := review.Run(t.Context(), c)
	if err != nil || len(report.Clusters) != 1 {
		t.Fatalf("%+v, %v", report, err)
	}
	if n := h.done["reduce refutation-soundness long"] + h.done["reduce refutation-soundness reduced"]; n != 2 || report.Clusters[0].Suspect {
		t.Errorf("%d reductions: %v, %+v", n, h.done, report.Clusters[0])
	}
	first := records(t, dir)
	if _, err := review.Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if again := records(t, dir); again != first {
		t.Errorf("%s\nat first\n%s", again, first)
	}
}

// A finding that cannot be reduced or located keeps its formula and says why, once; the others are done.
func TestStepsThatFail(t *testing.T) {
	dir := campaign(t)
	var h hooks
	c := config(t, dir, &h)
	asked := 0
	c.Reduce = func(ctx context.Context, f findings.Stored) (bool, error) {
		if f.Class != oracle.CrashClass {
			return h.reduce(ctx, f)
		}
		asked++
		return false, &review.NotDoneError{Err: errors.New("nothing certifies it")}
	}
	c.Locate = func(context.Context, findings.Stored) (review.Place, error) {
		asked++
		return review.Place{}, &review.NotDoneError{Err: errors.New("there is no model")}
	}
	for range 2 {
		report, err := review.Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range report.Clusters {
			text := bugOf(t, filepath.Join(dir, findings.Folder, k.Smallest))
			crash := k.Class == oracle.CrashClass
			if crash == k.Reduced || crash != (k.NotReduced == "nothing certifies it") || crash != strings.Contains(text, long) {
				t.Errorf("%s: %+v\n%s", k.Name, k, text)
			}
			if located := k.Located; crash != (located == nil) || located != nil && (located.State != "" || located.Words != "there is no model") {
				t.Errorf("%s: %+v", k.Name, located)
			}
		}
	}
	if asked != 3 {
		t.Errorf("%d questions, want one reduction and two locations", asked)
	}
	// Another formula is another question.
	for _, s := range []string{"a", "b"} {
		for _, d := range folders(t, dir) {
			f, err := findings.Load(d)
			if err != nil {
				t.Fatal(err)
			}
			if f.Finding.Signature == s {
				if err := findings.Rewrite(d, f.Finding, []byte(bugOf(t, d)+"(exit)\n"), nil); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	c.Reduce = nil
	if _, err := review.Run(t.Context(), c); err != nil || asked != 5 {
		t.Errorf("%d questions, %v", asked, err)
	}
}

func folders(t *testing.T, dir string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, findings.Folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What may be possible another time is reported, and tried again.
func TestLater(t *testing.T) {
	dir := campaign(t)
	var h hooks
	c := config(t, dir, &h)
	later := &review.NotDoneError{Err: errors.New("the solver is missing"), Later: true}
	c.Reduce = func(context.Context, findings.Stored) (bool, error) { return false, later }
	c.Locate = func(context.Context, findings.Stored) (review.Place, error) { return review.Place{}, later }
	report, err := review.Run(t.Context(), c)
	if err != nil || len(report.Clusters) != 3 {
		t.Fatalf("%+v, %v", report, err)
	}
	for _, k := range report.Clusters {
		if k.NotReduced != later.Error() || k.Class != oracle.CrashClass && (k.Located == nil || k.Located.Words != later.Error()) {
			t.Errorf("%+v", k)
		}
	}
	report, err = review.Run(t.Context(), config(t, dir, &h))
	if err != nil || len(report.Clusters) != 3 || h.done["locate refutation-soundness reduced"] != 2 {
		t.Fatalf("%+v, %v", report, err)
	}
	for _, k := range report.Clusters {
		if !k.Reduced || k.NotReduced != "" {
			t.Errorf("%+v", k)
		}
	}
}

// An error that is not about one finding ends the review, and nothing is recorded.
func TestOtherErrorsEnd(t *testing.T) {
	dir := campaign(t)
	c := config(t, dir, &hooks{})
	full := errors.New("the disk is full")
	c.Reduce = func(context.Context, findings.Stored) (bool, error) { return false, full }
	if _, err := review.Run(t.Context(), c); !errors.Is(err, full) {
		t.Fatal(err)
	}
	var h hooks
	if _, err := review.Run(t.Context(), config(t, dir, &h)); err != nil || h.done["reduce crash long"] != 1 {
		t.Errorf("%v, %v", h.done, err)
	}
}

// A finding whose folder cannot be read, for whatever reason, is listed with the reason. The others are gone through.
func TestUnreadable(t *testing.T) {
	for name, spoil := range map[string]func(record string) error{
		"a newer format": func(record string) error {
			return os.WriteFile(record, []byte(`{"format": 99, "class": "crash", "signature": "a"}`), 0o600)
		},
		"a folder in the place of the record": func(record string) error {
			return errors.Join(os.Remove(record), os.Mkdir(record, 0o700))
		},
		"a profile that cannot be read": func(record string) error {
			text, err := os.ReadFile(record)
			return errors.Join(err, os.WriteFile(record, []byte(strings.Replace(string(text), "{", `{"profiles": [{"name": "p.toml", "text": "?"}],`, 1)), 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := campaign(t)
			spoilt := folders(t, dir)[0]
			if err := spoil(filepath.Join(spoilt, findings.RecordFile)); err != nil {
				t.Fatal(err)
			}
			var h hooks
			c := config(t, dir, &h)
			replayer := c.Replayer
			c.Replayer = func(ctx context.Context, f findings.Stored) (triage.Replayer, error) {
				if len(f.Profiles) > 0 {
					return triage.Replayer{}, &solver.ProfileError{}
				}
				return replayer(ctx, f)
			}
			report, err := review.Run(t.Context(), c)
			if err != nil || len(report.Unusable) != 1 || report.Unusable[0].Finding != filepath.Base(spoilt) || report.Unusable[0].Problem == "" || report.Findings != 2 {
				t.Errorf("%+v, %v", report, err)
			}
		})
	}
}

// A finding whose solver is not here is told from one that is damaged.
func TestNoProgram(t *testing.T) {
	dir := campaign(t)
	var h hooks
	c := config(t, dir, &h)
	replayer := c.Replayer
	c.Replayer = func(ctx context.Context, f findings.Stored) (triage.Replayer, error) {
		r, err := replayer(ctx, f)
		if f.Class == oracle.CrashClass {
			r.Resolve = func(context.Context, string) (solver.Target, error) {
				return solver.Target{}, &solver.UnusableError{Solver: "z3", Problem: "gone"}
			}
		}
		return r, err
	}
	report, err := review.Run(t.Context(), c)
	if err != nil || len(report.Unusable) != 1 || !report.Unusable[0].NoProgram || report.Findings != 2 {
		t.Errorf("%+v, %v", report, err)
	}
}

// A finding that cannot be bisected, since its record or a solver does not allow that, says why; the others are bisected.
func TestNotBisected(t *testing.T) {
	for _, why := range []error{&triage.RecordError{Dir: "d", Err: errors.New("give --check")}, &solver.UnusableError{Solver: "z3@4.8", Problem: "gone"}} {
		dir := campaign(t)
		var h hooks
		c := config(t, dir, &h)
		c.Bisect = func(ctx context.Context, f findings.Stored) (*triage.Bisection, error) {
			if f.Class == oracle.CrashClass {
				return nil, fmt.Errorf("w: %w", why)
			}
			return h.bisect(ctx, f)
		}
		report, err := review.Run(t.Context(), c)
		if err != nil || len(report.Clusters) != 3 || h.done["bisect refutation-soundness reduced"] != 2 {
			t.Fatalf("%+v, %v", report, err)
		}
		for _, k := range report.Clusters {
			if (k.Class == oracle.CrashClass) != (k.NotBisected == "w: "+why.Error()) {
				t.Errorf("%s: %q", k.Name, k.NotBisected)
			}
		}
	}
}
