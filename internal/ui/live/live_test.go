package live_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/ui/live"
)

// finding makes the folder of a finding and its event.
func finding(t *testing.T, out, name, formula string) event.Finding {
	t.Helper()
	dir := filepath.Join(out, "findings", name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bug.smt2"), []byte(formula), 0o644); err != nil {
		t.Fatal(err)
	}
	return event.Finding{Engine: "storm", Class: oracle.CrashClass, Solver: "/opt/z3 -x", Family: "z3", Summary: "z3 crashes", New: true, Folder: dir}
}

func snapshot(at time.Duration, mutants int64, found int) campaign.Snapshot {
	return campaign.Snapshot{
		Elapsed: at, Workers: 2, Mutants: mutants, Findings: found, NewBehaviour: 2 * mutants, SeesBehaviour: true,
		Solvers: []campaign.SolverCount{{Spec: "/opt/z3", Version: "5.4.1", Runs: mutants, Outcomes: map[outcome.Outcome]int64{outcome.Sat: mutants - 1, outcome.Unsat: 1}, CPU: time.Second}},
		Engines: []campaign.EngineCount{{Name: "storm", Mutants: mutants}}, Logics: []campaign.LogicCount{{Name: "QF_BV", Mutants: mutants}},
		Time: []campaign.Part{{Part: campaign.PartOwn, CPUShare: 0.25}},
	}
}

func TestTracker(t *testing.T) {
	out := t.TempDir()
	tracker := live.NewTracker(live.Plan{Out: out, Seed: 7, Limit: time.Minute, Now: func() time.Time { return time.Unix(100, 0) }, Known: func(f event.Finding) string {
		if strings.HasSuffix(f.Folder, "two") {
			return "a-known-bug"
		}
		return ""
	}})
	tracker.Show(snapshot(0, 40, 0), false) // of an earlier run
	tracker.Take(finding(t, out, "one", "(set-logic QF_BV)\n(assert true)\n(assert (= x\n   #x01))\n(check-sat)\n"))
	tracker.Take(event.Mutant{})
	again := finding(t, out, "one", "(assert true)\n")
	again.New = false
	tracker.Take(again)
	tracker.Show(snapshot(1500*time.Millisecond, 50, 1), false)
	tracker.Take(finding(t, out, "two", "(check-sat)\n"))
	full := finding(t, out, "three", "")
	full.Folder = ""
	tracker.Take(full)
	tracker.Show(snapshot(2*time.Second, 61, 2), true)
	st := tracker.State()
	want := []live.Finding{
		{At: 2, Class: "crash", Solver: "z3@5.4.1 -x", Engine: "storm", Words: "z3 crashes"},
		{At: 2, Class: "crash", Solver: "z3@5.4.1 -x", Engine: "storm", Words: "z3 crashes", Bytes: 12, Known: "a-known-bug", Folder: filepath.Join(out, "findings", "two")},
		{At: 1.5, Class: "crash", Solver: "z3@5.4.1 -x", Engine: "storm", Words: "z3 crashes", Bytes: 14, Line: "(assert true)", Folder: filepath.Join(out, "findings", "one")},
	}
	if diff := cmp.Diff(want, st.Latest); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(live.History{Step: 1, Mutants: []int64{0, 10, 11}, New: []int64{0, 20, 22}, Findings: []int64{0, 1, 1}}, st.History); diff != "" {
		t.Errorf("history (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]live.Solver{{Name: "z3@5.4.1", Runs: 61, Results: map[string]int64{"answered": 61}, CPU: 1}}, st.Solvers); diff != "" {
		t.Errorf("solvers (-want +got):\n%s", diff)
	}
	if st.Elapsed != 2 || st.Limit != 60 || st.Jobs != 2 || st.Seed != 7 || !st.Paused || st.KnownFindings != 1 || st.Parts[0] != (live.Part{Name: "Assay", Share: 0.25}) || !strings.HasPrefix(st.Line, "00:02  61 mutants") {
		t.Errorf("%+v", st)
	}
	tracker.Show(snapshot(3*time.Second, 90, 2), false)
	if len(st.History.Mutants) != 3 || st.Mutants != 61 {
		t.Error("a state changes after it was taken")
	}
}

// One line of a formula, whatever it looks like.
func TestLine(t *testing.T) {
	for formula, want := range map[string]string{
		"": "", "(check-sat)": "", "x (assert false)": "",
		"(assert a)\n(assert b)\n(check-sat)\n": "(assert b)",
		"(assert (and\n  a\n\tb))\n(exit)":      "(assert (and a b))",
		"(assert " + strings.Repeat("x", 1000):  "(assert " + strings.Repeat("x", 392) + "...",
		"(assert-soft a)\n":                     "(assert-soft a)",
	} {
		out := t.TempDir()
		tracker := live.NewTracker(live.Plan{Out: out})
		tracker.Take(finding(t, out, "one", formula))
		tracker.Show(snapshot(0, 1, 1), false)
		if got := tracker.State().Latest[0].Line; got != want {
			t.Errorf("%q: %q, want %q", formula, got, want)
		}
	}
}

// However long a run is, its history is short and complete.
func TestHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tracker := live.NewTracker(live.Plan{})
		var at time.Duration
		var mutants int64
		tracker.Show(campaign.Snapshot{}, false)
		for range rapid.IntRange(1, 300).Draw(t, "snapshots") {
			at += time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "time"))
			mutants += rapid.Int64Range(0, 100).Draw(t, "mutants")
			tracker.Show(campaign.Snapshot{Elapsed: at, Mutants: mutants, NewBehaviour: mutants, Findings: int(mutants)}, false)
		}
		h := tracker.State().History
		for _, steps := range [][]int64{h.Mutants, h.New, h.Findings} {
			var sum int64
			for _, n := range steps {
				sum += n
			}
			if sum != mutants || len(steps) > 240 || float64(len(steps))*h.Step < at.Seconds() {
				t.Fatalf("%d of %d mutants in %d steps of %v s over %v", sum, mutants, len(steps), h.Step, at)
			}
		}
		if rate := h.Lately(h.Mutants, at.Seconds()); rate < 0 || rate > float64(mutants) {
			t.Fatalf("%v mutants a second", rate)
		}
	})
}

func TestLately(t *testing.T) {
	h := live.History{Step: 10, Mutants: []int64{1000, 0, 10, 10, 10, 10, 10, 10, 5}}
	if got := h.Lately(h.Mutants, 85); got != 65.0/65 {
		t.Errorf("%v a second in the last 65 seconds, want 1", got)
	}
	if got := (&live.History{}).Lately(nil, 85); got != 0 {
		t.Errorf("%v a second of nothing", got)
	}
}

// The file shows other processes what the tracker knows, at most once a second, and is gone at the end.
func TestFile(t *testing.T) {
	out := t.TempDir()
	if _, err := live.Read(out); !errors.Is(err, live.ErrNotRunning) {
		t.Fatal(err)
	}
	clock := time.Unix(1000, 0).UTC()
	tracker := live.NewTracker(live.Plan{Out: "\x1b[2J", Now: func() time.Time { return clock }})
	f := live.NewFile(out)
	for i := range 4 {
		tracker.Show(snapshot(time.Duration(i)*600*time.Millisecond, int64(i+1), 0), false)
		f.Write(tracker.State())
		clock = clock.Add(600 * time.Millisecond)
	}
	st, err := live.Read(out)
	if err != nil || st.Mutants != 3 || st.Out != "\x1b[2J" { // the second and the fourth came too early
		t.Fatalf("%v: %+v", err, st)
	}
	live.NewFile(out).Remove() // whoever has not written it leaves it alone
	if _, err := live.Read(out); err != nil {
		t.Error(err)
	}
	f.Remove()
	if _, err := live.Read(out); !errors.Is(err, live.ErrNotRunning) {
		t.Error(err)
	}
}

func TestReadRefuses(t *testing.T) {
	for name, text := range map[string]string{"no object": "[]", "another format": `{"format":99}`, "cut off": `{"format":1,"mut`} {
		out := t.TempDir()
		if err := os.WriteFile(filepath.Join(out, campaign.LiveFile), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if st, err := live.Read(out); err == nil {
			t.Errorf("%s: %+v", name, st)
		}
	}
	out := t.TempDir()
	if err := os.Symlink("/etc/passwd", filepath.Join(out, campaign.LiveFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := live.Read(out); err == nil || !strings.Contains(err.Error(), "is not a file") {
		t.Errorf("a link: %v", err)
	}
}

// Details are read below the campaign's folder, whatever a state says.
func TestDetails(t *testing.T) {
	out := t.TempDir()
	e := finding(t, out, "one", "(assert true)\n")
	f := live.Finding{Folder: "elsewhere/findings/one", Words: strings.Repeat("word ", 40), Suspect: true, Engine: "storm", Known: "a-known-bug"}
	got := live.Details(out, f)
	if !slices.Contains(got, "assay replay "+e.Folder) || !slices.Contains(got, "(assert true)") || !slices.Contains(got, "It is not proven.") || !slices.Contains(got, "It is a known bug: a-known-bug") {
		t.Errorf("%q", got)
	}
	f.Folder = "../../etc"
	if got := live.Details(out, f); !strings.HasPrefix(got[len(got)-1], "The formula cannot be read: open "+filepath.Join(out, "findings", "etc")) {
		t.Errorf("%q", got)
	}
	if err := os.WriteFile(filepath.Join(e.Folder, "bug.smt2"), []byte(strings.Repeat("(assert true)\n", 1<<16)), 0o644); err != nil {
		t.Fatal(err)
	}
	f.Folder = e.Folder
	if got := live.Details(out, f); len(got) > 20_000 || !strings.HasPrefix(got[len(got)-1], "... and more, in ") {
		t.Errorf("%d lines, the last one %q", len(got), got[len(got)-1])
	}
	if got := live.Details(out, live.Finding{Words: "w"}); got[0] != "w" {
		t.Errorf("%q", got)
	}
}
