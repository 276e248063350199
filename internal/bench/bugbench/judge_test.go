package bugbench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/bugs"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
)

// judgingIn is a call of Judge.Run in a folder, which runs no solver.
func judgingIn(t *testing.T) *judging {
	t.Helper()
	g := &judging{Judge: &Judge{Dir: t.TempDir(), Limit: time.Hour}, shapes: make(map[string]string)}
	g.Replayer = func(context.Context, findings.Stored) (triage.Replayer, error) {
		t.Error("a solver is run")
		return triage.Replayer{}, errors.New("there is no solver")
	}
	g.Bisect = func(context.Context, findings.Stored) (*triage.Bisection, error) {
		t.Error("a finding is bisected")
		return nil, errors.New("there is no solver")
	}
	for _, dir := range []string{verdictDir, workDir} {
		if err := disk.MakeDir(filepath.Join(g.Dir, dir)); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// living is a finding in a process that had read other scripts.
func living(t *testing.T, shows oracle.Class, signature string) findings.Stored {
	t.Helper()
	s := keptFinding(t, findings.Finding{
		Class: shows, Solver: "z3", Family: "z3", Signature: signature, Checks: 1, Truths: []findings.Truth{{Status: "sat"}},
		Session: &findings.Session{Shows: shows, Queries: 2, Run: findings.Run{Solver: "z3", Stdin: true, Mode: "reset", File: findings.SessionFile, Answers: []string{"sat"}}},
	}, "(check-sat)\n")
	if err := os.WriteFile(filepath.Join(s.Dir, findings.SessionFile), []byte("(check-sat)\n(reset)\n(check-sat)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return s
}

// What is no bug needs no solver to say so, and gets a reason.
func TestJudgeNoBug(t *testing.T) {
	of := func(f findings.Finding) findings.Stored {
		f.Solver, f.Signature = "z3", "s"
		return keptFinding(t, f, "(check-sat)\n")
	}
	damaged := of(findings.Finding{Class: oracle.CrashClass})
	if err := os.WriteFile(filepath.Join(damaged.Dir, findings.BugFile), []byte("(exit)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	whole := of(findings.Finding{Class: oracle.CrashClass})
	for _, tt := range []struct {
		f    findings.Stored
		bad  bool
		want Why
	}{
		{whole, true, Damaged},
		{damaged, false, Damaged},
		{of(findings.Finding{Class: oracle.Harness}), false, Misread},
		{of(findings.Finding{Class: oracle.IncompletenessRegression}), false, Unknowns},
		{of(findings.Finding{Class: oracle.IncompletenessImplication}), false, Unknowns},
		{of(findings.Finding{Class: oracle.InvalidModel, Theories: []findings.Source{{Name: "mine"}}}), false, NoForm},
		{living(t, oracle.RefutationSoundness, "state-left-behind/z3/reset/refutation-soundness/ints"), false, NoForm},
	} {
		g := judgingIn(t)
		one := task{run: RunID{"a", 1}, kept: Kept{Found: Found{CPU: 7}, Dir: tt.f.Dir}, bad: tt.bad}
		if err := g.each(t.Context(), []task{one}); err != nil || len(g.out) != 1 {
			t.Fatalf("%d verdicts, %v", len(g.out), err)
		}
		v := g.out[0]
		if v.Why != tt.want || v.Bug != "" || v.Detail == "" && tt.want != Misread && tt.want != Unknowns || v.Arm != "a" || v.Found != 7 {
			t.Errorf("%s: %+v", tt.f.Class, v)
		}
		if saved, err := LoadVerdicts(g.Dir); err != nil || len(saved) != 1 || saved[0].Why != tt.want || !g.settled(t.Context(), &saved[0], tt.f.Dir) {
			t.Errorf("%s: saved %+v, %v", tt.f.Class, saved, err)
		}
	}
}

// A crash of a process that had read other scripts becomes a crash on one file with all of them.
func TestSessionAsFile(t *testing.T) {
	g := judgingIn(t)
	f := living(t, oracle.CrashClass, "state-left-behind/z3/reset/crash/z3/a.cpp:1")
	dir := filepath.Join(g.Dir, workDir, "x.session")
	for range 2 { // the second time there is what a kill left
		got, ok, err := g.asFile(f, dir)
		if err != nil || !ok || got.Dir != dir || got.Class != oracle.CrashClass || got.Signature != "crash/z3/a.cpp:1" || got.Session != nil || len(got.Truths) != 0 || len(got.Runs) != 1 {
			t.Fatalf("%+v, %v, %v", got, ok, err)
		}
		if r := got.Runs[0]; r.Stdin || r.Mode != "" || r.File != findings.BugFile || len(r.Answers) != 0 {
			t.Errorf("%+v", r)
		}
		if text, err := os.ReadFile(filepath.Join(dir, findings.BugFile)); err != nil || string(text) != "(check-sat)\n(reset)\n(check-sat)\n" {
			t.Errorf("%s, %v", text, err)
		}
	}
	for name, other := range map[string]findings.Stored{
		"a wrong answer": living(t, oracle.SolutionSoundness, "state-left-behind/z3/reset/crash/x"), "no place": living(t, oracle.CrashClass, "state-left-behind"),
	} {
		if _, ok, err := g.asFile(other, dir); ok || err != nil {
			t.Errorf("%s: %v, %v", name, ok, err)
		}
	}
	// A disk that cannot be written is no verdict: it ends everything.
	if err := errors.Join(os.RemoveAll(filepath.Join(g.Dir, workDir)), os.WriteFile(filepath.Join(g.Dir, workDir), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	var output *disk.OutputError
	err := g.each(t.Context(), []task{{run: RunID{"a", 1}, kept: Kept{Dir: f.Dir}}})
	if !errors.As(err, &output) || len(g.out) != 0 {
		t.Errorf("%d verdicts, %v", len(g.out), err)
	}
}

// A finding that is damaged when it is copied is not worked on.
func TestRefineDamaged(t *testing.T) {
	g := judgingIn(t)
	f := keptFinding(t, findings.Finding{Class: oracle.CrashClass, Solver: "z3", Family: "z3", Signature: "crash/z3/x"}, "(check-sat)\n")
	if err := os.WriteFile(filepath.Join(f.Dir, findings.BugFile), []byte("(exit)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var record *triage.RecordError
	if err := g.refine(t.Context(), f, "z3@1", bugs.Crash{}, &Verdict{Arm: "a", K: 1, Kept: "x.1"}); !errors.As(err, &record) {
		t.Errorf("%v", err)
	}
}

// A finding whose record its reduction has damaged makes no bug.
func TestDamagedByReduction(t *testing.T) {
	g := judgingIn(t)
	f := keptFinding(t, findings.Finding{Class: oracle.CrashClass, Solver: "z3", Family: "z3", Signature: "crash/z3/x"}, "(check-sat)\n")
	g.Bisect = func(context.Context, findings.Stored) (*triage.Bisection, error) {
		return &triage.Bisection{
			Versions: []triage.VersionVerdict{{Name: "z3@1", Verdict: bisect.Shows, Signature: "x at a.cpp:1"}}, Ends: bisect.Ends{FirstBad: "z3@1"},
		}, nil
	}
	reduced := ""
	g.Reduce = func(_ context.Context, f findings.Stored) (bool, error) {
		reduced = f.Dir
		return true, os.WriteFile(filepath.Join(f.Dir, findings.BugFile), []byte("(exit)\n"), 0o600)
	}
	var record *triage.RecordError
	v := &Verdict{Arm: "a", K: 1, Kept: "x.1"}
	if err := g.refine(t.Context(), f, "z3@1", bugs.Crash{}, v); !errors.As(err, &record) || v.Bug != "" {
		t.Errorf("%+v, %v", v, err)
	}
	if reduced == "" || reduced == f.Dir {
		t.Errorf("%q was reduced, and not a copy of %s", reduced, f.Dir)
	}
}

// A disk that cannot be written while a bug is identified is no verdict: it ends everything.
func TestDiskFailsWhileIdentifying(t *testing.T) {
	g := judgingIn(t)
	f := keptFinding(t, findings.Finding{Class: oracle.CrashClass, Solver: "z3", Family: "z3", Signature: "crash/z3/x"}, "(check-sat)\n")
	failed := &disk.OutputError{Path: "x", Err: errors.New("the disk is full")}
	g.Replayer = func(context.Context, findings.Stored) (triage.Replayer, error) { return triage.Replayer{}, failed }
	if err := g.each(t.Context(), []task{{run: RunID{"a", 1}, kept: Kept{Dir: f.Dir}}}); !errors.Is(err, failed) || len(g.out) != 0 {
		t.Errorf("%d verdicts, %v", len(g.out), err)
	}
}

// A finding that cannot be judged, for whatever reason, does not keep the others from their verdicts, and is tried again.
func TestOneCannotBeJudged(t *testing.T) {
	g := judgingIn(t)
	f := keptFinding(t, findings.Finding{Class: oracle.CrashClass, Solver: "z3", Family: "z3", Signature: "crash/z3/x"}, "(check-sat)\n")
	g.Replayer = func(context.Context, findings.Stored) (triage.Replayer, error) {
		return triage.Replayer{}, errors.New("a recorded profile cannot be read")
	}
	todo := []task{{run: RunID{"a", 1}, kept: Kept{Dir: f.Dir}}, {run: RunID{"a", 2}, kept: Kept{Dir: f.Dir}}}
	if err := g.each(t.Context(), todo); err != nil || len(g.out) != 2 {
		t.Fatalf("%d verdicts, %v", len(g.out), err)
	}
	saved, err := LoadVerdicts(g.Dir)
	if err != nil || len(saved) != 2 {
		t.Fatal(saved, err)
	}
	for _, v := range saved {
		if v.Why != Failed || v.Detail != "a recorded profile cannot be read" || g.settled(t.Context(), &v, f.Dir) || !plainWords.MatchString(string(v.Why)) {
			t.Errorf("%+v", v)
		}
	}
}

func TestReasonOf(t *testing.T) {
	for _, tt := range []struct {
		err   error
		want  Why
		fatal bool
	}{
		{&disk.OutputError{Path: "x", Err: errors.New("full")}, "", true},
		{&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, "", true},
		{&triage.RecordError{Dir: "x", Err: &disk.OutputError{Path: "x", Err: errors.New("full")}}, "", true},
		{fmt.Errorf("w: %w", errLate), OutOfTime, false},
		{&triage.RecordError{Dir: "x", Err: errors.New("y")}, Damaged, false},
		{&solver.UnusableError{Solver: "z3"}, NoSolver, false},
		{&UncertainError{errors.New("x")}, Uncertain, false},
		{fmt.Errorf("w: %w", ErrNoHistory), NoVersions, false},
		{os.ErrNotExist, Failed, false},
	} {
		if why, fatal := reasonOf(tt.err); why != tt.want || fatal != tt.fatal {
			t.Errorf("%v: %q, %v", tt.err, why, fatal)
		}
	}
}

// A finding that its reduction leaves a suspicion is no bug.
func TestSuspectAfterReduction(t *testing.T) {
	for _, suspect := range []bool{true, false} {
		g := judgingIn(t)
		f := keptFinding(t, findings.Finding{Class: oracle.CrashClass, Solver: "z3", Family: "z3", Signature: "crash/z3/x"}, "(check-sat)\n")
		g.Bisect = func(context.Context, findings.Stored) (*triage.Bisection, error) {
			return &triage.Bisection{
				Versions: []triage.VersionVerdict{{Name: "z3@1", Verdict: bisect.Shows, Signature: "x at a.cpp:1"}}, Ends: bisect.Ends{FirstBad: "z3@1"},
			}, nil
		}
		g.Reduce = func(_ context.Context, f findings.Stored) (bool, error) {
			f.Suspect = suspect
			return true, errors.Join(os.RemoveAll(f.Dir), findings.Keep(f.Dir, f.Finding, findings.Texts{Bug: []byte("(check-sat)\n"), Original: []byte("(check-sat)\n")}))
		}
		var uncertain *UncertainError
		v := &Verdict{Arm: "a", K: 1, Kept: "x.1"}
		err := g.refine(t.Context(), f, "z3@1", bugs.Crash{}, v)
		if errors.As(err, &uncertain) != suspect || v.Bug != "" || !suspect && (err != nil || v.Why != NoForm) {
			t.Errorf("a suspicion %v: %+v, %v", suspect, v, err)
		}
	}
}

// A run whose folder was removed begins again, and keeps other findings under the names of the former ones: these have no verdict yet. Verdicts of former
// versions only say when their findings were seen.
func TestVerdictOfAnotherFinding(t *testing.T) {
	now := Found{CPU: 7, Finding: "crash-fake", Stamp: "20-2"}
	for what, tt := range map[string]struct {
		found Found
		stays bool
	}{
		"the same":                    {now, true},
		"the same, of a former one":   {Found{CPU: 7}, true},
		"another time":                {Found{CPU: 8, Stamp: "20-2"}, false},
		"another time, a former one":  {Found{CPU: 8}, false},
		"another formula":             {Found{CPU: 7, Stamp: "20-1"}, false},
		"one that does not say when":  {Found{}, false},
		"another formula at any time": {Found{CPU: 8, Stamp: "20-1"}, false},
	} {
		f := newFolder(t, 1, "a")
		f.run("a", 1, 100)
		kept := Kept{now, filepath.Join(RunID{"a", 1}.Dir(f.dir), keptDir, "crash-fake.1")}
		f.must(errors.Join(disk.MakeDir(kept.Dir), now.save(kept.Dir), disk.MakeDir(filepath.Join(f.dir, verdictDir))))
		f.must(saveVerdict(f.dir, &Verdict{Arm: "a", K: 1, Kept: "crash-fake.1", Found: tt.found.CPU, Stamp: tt.found.Stamp, Why: NotReproduced}))
		plan, err := LoadPlan(f.dir)
		f.must(err)
		g := judgingIn(t)
		g.Dir = f.dir
		todo, err := g.survey(t.Context(), plan)
		if err != nil || len(todo) == 0 != tt.stays || len(g.out) == 1 != tt.stays {
			t.Errorf("%s: %d to judge, %d verdicts, %v", what, len(todo), len(g.out), err)
		}
		r, err := ReadRecord(f.dir)
		f.must(err)
		if seen := r.Runs[0].Seen; len(seen) != 1 || seen[0].CPU != 7 || seen[0].Why == NotReproduced != tt.stays {
			t.Errorf("%s: its record has %+v", what, seen)
		}
	}
}

// The working copy of a finding that had the same name is not worked on again; one of the same finding is.
func TestWorkingCopyOfAnotherFinding(t *testing.T) {
	record := findings.Finding{Class: oracle.CrashClass, Solver: "z3", Family: "z3", Signature: "crash/z3/x"}
	g := judgingIn(t)
	text := ""
	g.Bisect = func(_ context.Context, f findings.Stored) (*triage.Bisection, error) {
		data, err := os.ReadFile(filepath.Join(f.Dir, findings.BugFile))
		text = string(data)
		return &triage.Bisection{}, err
	}
	for _, tt := range []struct {
		formula string
		v       Verdict
		want    string
	}{
		{"(check-sat) ; one\n", Verdict{Found: 7, Stamp: "1"}, "(check-sat) ; one\n"},
		{"(check-sat) ; the same, later\n", Verdict{Found: 7, Stamp: "1"}, "(check-sat) ; one\n"},
		{"(check-sat) ; two\n", Verdict{Found: 7, Stamp: "2"}, "(check-sat) ; two\n"},
		{"(check-sat) ; three\n", Verdict{Found: 8, Stamp: "2"}, "(check-sat) ; three\n"},
	} {
		tt.v.Arm, tt.v.K, tt.v.Kept = "a", 1, "x.1"
		if err := g.refine(t.Context(), keptFinding(t, record, tt.formula), "z3@1", bugs.Crash{}, &tt.v); !errors.Is(err, ErrNoHistory) || text != tt.want {
			t.Errorf("%s is worked on, want %s (%v)", text, tt.want, err)
		}
	}
}

// Verdicts that more time or another solver may change are not final.
func TestSettled(t *testing.T) {
	f := keptFinding(t, findings.Finding{Class: oracle.CrashClass, Solver: "z3", Family: "z3", Signature: "crash/z3/x"}, "(check-sat)\n")
	g := judgingIn(t)
	g.Limit, g.all = 20*time.Second, []*bugs.Bug{{Name: "known"}}
	for why, want := range map[Why]bool{
		Damaged: true, Misread: true, Unknowns: true, Costs: true, NotReproduced: true, Uncertain: true, NoVersions: true, NoForm: true, NoSolver: false, OutOfTime: false, Failed: false,
	} {
		if v := (&Verdict{Why: why, Limit: 10}); g.settled(t.Context(), v, f.Dir) != want {
			t.Errorf("%q: settled is %v", why, !want)
		}
	}
	for name, want := range map[string]bool{"known": true, "lost": false} {
		if v := (&Verdict{Bug: name}); g.settled(t.Context(), v, f.Dir) != want {
			t.Errorf("the bug %s: settled is %v", name, !want)
		}
	}
	for limit, want := range map[time.Duration]bool{9 * time.Second: true, 10 * time.Second: true, 11 * time.Second: false} {
		g.Limit = limit
		if v := (&Verdict{Why: OutOfTime, Limit: 10}); g.settled(t.Context(), v, f.Dir) != want {
			t.Errorf("out of 10 s, and %v are given: settled is %v", limit, !want)
		}
	}
}

// What no referee certified, and what no version showed, is tried again when there are others: that is the remedy that its verdict names.
func TestSettledUntilThereAreOthers(t *testing.T) {
	f := keptFinding(t, findings.Finding{Class: oracle.CrashClass, Solver: "z3", Family: "z3", Signature: "crash/z3/x"}, "(check-sat)\n")
	referees, versions := []string{"cvc5@1"}, []string{"z3@1", "z3@2"}
	g := judgingIn(t)
	g.Referees = func() ([]string, error) { return referees, nil }
	g.Versions = func(_ context.Context, of findings.Stored) ([]string, error) {
		if of.Dir != f.Dir {
			t.Errorf("the versions of %s", of.Dir)
		}
		return versions, nil
	}
	settled := func(v *Verdict) bool { return g.settled(t.Context(), v, f.Dir) }
	verdicts := make(map[Why]*Verdict)
	for why, err := range map[Why]error{Uncertain: &UncertainError{errors.New("x")}, NoVersions: ErrNoHistory, NoSolver: &solver.UnusableError{Solver: "z3"}} {
		g.Replayer = func(context.Context, findings.Stored) (triage.Replayer, error) { return triage.Replayer{}, err }
		v, err := g.judge(t.Context(), task{run: RunID{"a", 1}, kept: Kept{Dir: f.Dir}})
		if err != nil || v.Why != why {
			t.Fatalf("%+v, %v", v, err)
		}
		verdicts[why] = &v
	}
	if got := verdicts[NoSolver].Tried; len(got) > 0 {
		t.Errorf("%q", got)
	}
	if !settled(verdicts[Uncertain]) || !settled(verdicts[NoVersions]) {
		t.Error("nothing has changed, and they are judged again")
	}
	versions = versions[1:]
	if !settled(verdicts[NoVersions]) {
		t.Error("a version is gone, and it is judged again")
	}
	referees = append(referees, "bitwuzla@1")
	if settled(verdicts[Uncertain]) || !settled(verdicts[NoVersions]) {
		t.Error("there is another referee: what it may certify is not judged again, or something else is")
	}
	versions = append(versions, "z3@3")
	if settled(verdicts[NoVersions]) {
		t.Error("there is another version, and it is not judged again")
	}
	// Former versions did not say what was tried.
	for _, why := range []Why{Uncertain, NoVersions} {
		if settled(&Verdict{Why: why}) {
			t.Errorf("a former verdict stays: %s", why)
		}
	}
	if err := os.Remove(filepath.Join(f.Dir, findings.RecordFile)); err != nil || settled(verdicts[Uncertain]) {
		t.Errorf("the record is gone: %v", err)
	}
}
