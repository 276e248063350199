package solver

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/internal/testing/solvertest"
	"github.com/assay-smt/assay/smt"
)

const (
	longEnough = time.Minute           // only a defect takes that long
	shortly    = 50 * time.Millisecond // for runs without an end, which get more until they have begun
)

// fakeSet is the built-in profiles and the fake solver's.
func fakeSet(t testing.TB) *Set {
	t.Helper()
	set, err := builtinSet(t).With("fake.toml", solvertest.Profile)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// fakeSolver resolves the fake solver with options after its path.
func fakeSolver(t testing.TB, options ...string) Target {
	t.Helper()
	spec := shell.Quote(append([]string{solvertest.Binary(t)}, options...))
	s, err := Resolve(t.Context(), spec, fakeSet(t))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func script(t testing.TB, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "in.smt2")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// Every stage from the process to the verdict, for every way in which a solver can behave.
func TestRunFakeSolver(t *testing.T) {
	s := fakeSolver(t)
	for _, tt := range []struct {
		name    string
		actions string
		limits  Limits
		want    string // as describe writes it
	}{
		{name: "answers", actions: `sat unsat`, want: "answers: [sat unsat]\n"},
		{name: "an answer word of the profile", actions: `out "delta-sat with delta = 1\n" sat`, want: "answers: [unknown sat]\n"},
		{name: "one too few", actions: `sat`,
			want: "answers: [sat]\nreason: 1 answers, exit status 0: sat\n"},
		{name: "one too many", actions: `sat sat sat`,
			want: "answers: [sat sat sat]\nvoid\nreason: 3 answers to 2 check-sat commands\n"},
		{name: "slow trickle", actions: `trickle 2 "sat\nunsat\n"`, want: "answers: [sat unsat]\n"},
		{name: "segmentation fault", actions: `sat crash SEGV`,
			want: "answers: [sat]\ncrash: signal\nsignature: signal SEGV\nreason: crash: signal SEGV\n"},
		{name: "abort", actions: `crash ABRT`,
			want: "answers: []\ncrash: signal\nsignature: signal ABRT\nreason: crash: signal ABRT\n"},
		{name: "illegal instruction", actions: `crash ILL`,
			want: "answers: []\ncrash: signal\nsignature: signal ILL\nreason: crash: signal ILL\n"},
		{name: "arithmetic", actions: `crash FPE`,
			want: "answers: []\ncrash: signal\nsignature: signal FPE\nreason: crash: signal FPE\n"},
		{name: "bus error", actions: `crash BUS`,
			want: "answers: []\ncrash: signal\nsignature: signal BUS\nreason: crash: signal BUS\n"},
		{name: "killed by somebody", actions: `sat crash KILL`, want: "answers: [sat]\nlimit: killed\nreason: killed: signal 9\n"},
		{name: "out of cpu time", actions: `crash XCPU`, want: "answers: []\nlimit: timeout\nreason: timeout\n"},
		{name: "dies in mid-answer", actions: `sat out "uns" crash SEGV`,
			want: "answers: [sat]\ncrash: signal\nsignature: signal SEGV\nreason: crash: signal SEGV\n"},
		{name: "ends in mid-answer", actions: `sat out "unsat" exit 0`,
			want: "answers: [sat]\nreason: 1 answers, exit status 0: sat\n"},
		{name: "assertion", actions: `err "ASSERTION VIOLATION\nFile: /a/b/c.cpp\nLine: 12\nx > 0x1234\n" crash ABRT`,
			want: "answers: []\ncrash: assertion\nsignature: x > ADDR at c.cpp:12\nreason: crash: x > ADDR at c.cpp:12\n"},
		{name: "assertion in a library that segfaults", actions: `err "ASSERTION VIOLATION\nFile: c.cpp\nLine: 12\nx\n" crash SEGV`,
			want: "answers: []\ncrash: assertion\nsignature: x at c.cpp:12 (signal SEGV)\nreason: crash: x at c.cpp:12 (signal SEGV)\n"},
		{name: "crash status", actions: `exit 114`,
			want: "answers: []\ncrash: exit-status\nsignature: exit status 114\nreason: crash: exit status 114\n"},
		{name: "memory status", actions: `exit 101`, want: "answers: []\nlimit: memory\nreason: memory\n"},
		{name: "abort for want of memory", actions: `err "terminate called after throwing an instance of 'std::bad_alloc'\n" crash ABRT`,
			want: "answers: []\nlimit: memory\nreason: memory: terminate called after throwing an instance of 'std::bad_alloc'\n"},
		{name: "error next to answers", actions: `sat error "unknown constant foo" sat`,
			want: "answers: [sat sat]\nvoid\nrejected\nreason: input rejected: unknown constant foo\n"},
		{name: "harmless error", actions: `sat sat error "model is not available" exit 1`, want: "answers: [sat sat]\n"},
		{name: "invalid model", actions: `sat sat invalid-model`,
			want: "answers: [sat sat]\ninvalid model: an invalid model was generated\nreason: invalid model: an invalid model was generated\n"},
		{name: "missing feature", actions: `err "option x requires cvc5 to be configured with --poly\n" crash ABRT`,
			want: "answers: []\nvoid\nunsupported\nreason: not supported: option x requires cvc5 to be configured with --poly\n"},
		{name: "status annotation", actions: `err "Expected result sat but got unsat\n" crash ABRT`,
			want: "answers: []\nvoid\nreason: Expected result sat but got unsat\n"},
		{name: "no UTF-8", actions: `sat binary unsat`, want: "answers: [sat unsat]\n"},
		{name: "answers in a model", actions: `sat out "(model \"\nunsat\n\")\n" unsat`, want: "answers: [sat unsat]\n"},
		{name: "hang", actions: `sat hang-hard`, limits: Limits{Time: shortly}, want: "answers: [sat]\nlimit: timeout\nreason: timeout\n"},
		{name: "hang with children", actions: `orphan sat hang-hard`, limits: Limits{Time: shortly},
			want: "answers: [sat]\nlimit: timeout\nreason: timeout\n"},
		{name: "endless flood", actions: `sat flood 0`, limits: Limits{Time: shortly, Output: 1000},
			want: "answers: [sat]\nlimit: timeout\nreason: timeout\n"},
		{name: "flood, then a crash", actions: `sat flood 10000000 crash SEGV`,
			want: "answers: [sat]\ncrash: signal\nsignature: signal SEGV\nreason: crash: signal SEGV\n"},
		{name: "memory hog", actions: `sat memory 300000000 hang`, limits: Limits{Memory: 100 << 20},
			want: "answers: [sat]\nlimit: memory\nreason: memory\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.limits.Time == 0 {
				tt.limits.Time = longEnough
			}
			file := script(t, "; fake: "+tt.actions+"\n(check-sat)\n(check-sat)\n")
			run, err := s.Run(t.Context(), Query{File: file, Checks: 2, Limits: tt.limits})
			for run.Raw.Reason == sandbox.TimedOut && len(run.Raw.Stdout) == 0 && tt.limits.Time < longEnough {
				tt.limits.Time *= 2 // it has not even begun
				run, err = s.Run(t.Context(), Query{File: file, Checks: 2, Limits: tt.limits})
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, describe(run.Verdict)); diff != "" {
				t.Errorf("verdict (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRunRecordsWhatItDid(t *testing.T) {
	s := fakeSolver(t, "--opt-a=1", "--answer=sat", "--tlimit=7")
	file := script(t, "(check-sat)")
	run, err := s.Run(t.Context(), Query{
		File: file, Checks: 1,
		Limits:  Limits{Time: longEnough, CheckTime: 1500 * time.Microsecond, OwnMemory: 3<<20 + 1},
		Options: Options{SelfCheck: true, Incremental: true, Strings: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{solvertest.Binary(t), "--name=fake", "--self-check", "--incremental", "--strings",
		"--mlimit=4", "--opt-a=1", "--answer=sat", "--tlimit=7", file}
	if diff := cmp.Diff(want, run.Command); diff != "" {
		t.Errorf("command (-want +got):\n%s", diff)
	}
	if run.Family != "fake" || run.Version != "1.2.3" || run.Solver != s.String() || run.Wall <= 0 {
		t.Errorf("family %q, version %q, solver %q, wall %v", run.Family, run.Version, run.Solver, run.Wall)
	}
	if run.Answer() != smt.Sat {
		t.Errorf("answer %v", run.Answer())
	}
}

// A launcher runs in the folder of the query: a program that is named relative to ours has its whole path there, and only there.
func TestLaunchedInAnotherFolder(t *testing.T) {
	s := fakeSolver(t)
	s.path = "build/solver"
	whole, err := filepath.Abs(s.path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		q    Query
		want string
	}{
		{Query{File: "f"}, s.path},
		{Query{File: "f", Dir: "elsewhere"}, s.path},
		{Query{File: "f", Launcher: []string{"time"}}, s.path},
		{Query{File: "f", Launcher: []string{"time"}, Dir: "elsewhere"}, whole},
	} {
		if got := s.Command(c.q)[len(c.q.Launcher)]; got != c.want {
			t.Errorf("%+v: %s, want %s", c.q, got, c.want)
		}
	}
}

func TestCommandPlaceholders(t *testing.T) {
	p, err := parseProfile("p", []byte(minimal+`[call]
args = ["--in={file}"]
check_timeout = ["-t", "{s}", "--ms:{ms}"]
memory = ["-m{bytes}"]
`))
	if err != nil {
		t.Fatal(err)
	}
	s := Target{Solver: Solver{profile: p, path: "x"}}
	q := Query{File: "f", Limits: Limits{CheckTime: 1200 * time.Millisecond, OwnMemory: 5}}
	if diff := cmp.Diff([]string{"x", "--in=f", "-t", "2", "--ms:1200", "-m5"}, s.Command(q)); diff != "" {
		t.Errorf("command (-want +got):\n%s", diff)
	}
}

// An option whose value is a word of its own goes with it, and the user's replaces both.
func TestCommandOptionsOfTwoWords(t *testing.T) {
	set := builtinSet(t)
	q := Query{File: "f", Limits: Limits{CheckTime: 3 * time.Second}, Options: Options{SelfCheck: true}}
	for _, tt := range []struct{ profile, own, want string }{
		{"boolector", "", "x --smt2 -t 3 f"},
		{"boolector", "-t 5", "x --smt2 -t 5 f"},
		{"boolector", "-x -t", "x --smt2 -x -t f"},
		{"smtinterpol", "", "x -q -o model-check-mode=true -t 3000 f"},
		{"smtinterpol", "-o random-seed=7", "x -q -o model-check-mode=true -t 3000 -o random-seed=7 f"},
		{"smtinterpol", "-o model-check-mode=false -t 5", "x -q -o model-check-mode=false -t 5 f"},
	} {
		p, _ := set.Profile(tt.profile)
		s := Target{Solver: Solver{profile: p, path: "x"}, Config: Configure(strings.Fields(tt.own)...)}
		if got := strings.Join(s.Command(q), " "); got != tt.want {
			t.Errorf("%s %s: %q, want %q", tt.profile, tt.own, got, tt.want)
		}
	}
}

func TestRunErrors(t *testing.T) {
	s := fakeSolver(t)
	ctx, cancel := context.WithCancel(t.Context())
	file := script(t, "; fake: fill 1 hang-hard\n")
	go func() {
		defer cancel()
		for deadline := time.Now().Add(longEnough); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			if _, err := os.Stat(file + ".filled"); err == nil {
				return
			}
		}
		t.Error("it does not begin")
	}()
	_, err := s.Run(ctx, Query{File: file})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: error %v", err)
	}
	gone := Target{Solver: Solver{name: "gone", profile: s.profile, path: "/no/such/solver"}}
	_, err = gone.Run(t.Context(), Query{File: "x"})
	var unusable *UnusableError
	if !errors.As(err, &unusable) || unusable.Remedy == "" {
		t.Errorf("missing program: error %v", err)
	}
}

// What kept a run from taking place decides what to do about it: another program does not help where the system has no room, or does not end a process.
func TestCannotRun(t *testing.T) {
	s := Target{Solver: Solver{name: "x"}}
	for _, tt := range []struct {
		err     error
		want    string
		passing bool
	}{
		{&sandbox.StartError{Program: "/no/such/x", Err: fs.ErrNotExist}, `solver "x": it cannot be run: there is no such program; give the path of a program for this machine`, false},
		{&sandbox.StartError{Program: os.Args[0], Err: syscall.EAGAIN}, `solver "x": it cannot be run: resource temporarily unavailable; try again in a moment`, true},
		{sandbox.ErrUnkillable, `solver "x": a run of it failed: process does not end although it was killed`, false},
	} {
		err := cannotRun(s, tt.err)
		var unusable *UnusableError
		if err.Error() != tt.want || !errors.As(err, &unusable) || unusable.Passing != tt.passing {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}

func TestRunConcurrently(t *testing.T) {
	s := fakeSolver(t)
	files := map[string]smt.Status{
		script(t, "; fake: sat\n"): smt.Sat, script(t, "; fake: unsat\n"): smt.Unsat, script(t, "; fake: crash SEGV\n"): 0,
	}
	var wg sync.WaitGroup
	for file, want := range files {
		for range 6 {
			wg.Go(func() {
				run, err := s.Run(t.Context(), Query{File: file, Checks: 1, Limits: Limits{Time: longEnough}})
				if err != nil || run.Answer() != want {
					t.Errorf("answer %v, error %v, want %v", run.Answer(), err, want)
				}
			})
		}
	}
	wg.Wait()
}

func TestObservation(t *testing.T) {
	s := fakeSolver(t)
	run, err := s.Run(t.Context(), Query{File: script(t, "; fake: sat crash SEGV\n"), Checks: 2})
	if err != nil {
		t.Fatal(err)
	}
	want := oracle.Observation{
		Solver: s.String(), Family: "fake", Codebase: "fake", Answers: []smt.Status{smt.Sat}, Cut: true,
		Crash: &oracle.Crash{Kind: "signal", Signature: "signal SEGV", Detail: ""},
	}
	got := run.Observation()
	got.Crash.Detail = ""
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("observation (-want +got):\n%s", diff)
	}
}

func TestResolve(t *testing.T) {
	binary := solvertest.Binary(t)
	dir := t.TempDir()
	link := func(elem ...string) string {
		path := filepath.Join(append([]string{dir}, elem...)...)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(binary, path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	old := link("installed", "fake", "0.9", "bin", "fakesolver")
	flat := link("installed", "fake", "0.8", "fakesolver")
	odd := link("odd name", "solver x")
	r := Resolver{
		Profiles: fakeSet(t), Installed: filepath.Join(dir, "installed"),
		LookPath: func(name string) (string, error) {
			if name == "fakesolver" || name == "other" {
				return binary, nil
			}
			return sandbox.LookPath(name)
		},
	}
	for _, tt := range []struct{ spec, path, profile, version string }{
		{"fake", binary, "fake", "1.2.3"},
		{"fake -x", binary, "fake", "1.2.3"},
		{"fakesolver", binary, "fake", "1.2.3"},
		{"other", binary, "generic", "1.2.3"},
		{binary, binary, "fake", "1.2.3"},
		{"fake@0.9", old, "fake", "1.2.3"},
		{"fake@0.8", flat, "fake", "1.2.3"},
		{"fake@1.2.3", binary, "fake", "1.2.3"},
		{"'fake -q --x=1'", binary, "fake", "1.2.3"},
		{"'" + odd + "'", odd, "generic", "1.2.3"},
	} {
		t.Run(tt.spec, func(t *testing.T) {
			all, err := r.ResolveAll(t.Context(), tt.spec)
			if err != nil {
				t.Fatal(err)
			}
			s := all[0]
			if s.Path() != tt.path || s.Profile().Name != tt.profile || s.Version() != tt.version {
				t.Errorf("%s, profile %s, version %s", s.Path(), s.Profile().Name, s.Version())
			}
		})
	}
	for _, tt := range []struct{ spec, problem, remedy string }{
		{"nosuch", "neither a known solver nor a program", "known solvers: "},
		{"nosuch@1", "neither a known solver nor a program", "known solvers: "},
		{"/no/such/z3", "there is no such file", "give the path"},
		{dir, "it is a folder", "give the path"},
		{"fake@7", "version 7 is not installed", "no catalogue says where to get it"},
		{"z3@0.1", "version 0.1 is not installed", "run: assay solvers install z3@0.1"},
		{"other@7", "version 7 is not installed (the one at ", "no catalogue says where to get it"},
		{"fake@../../x", "there is no such file", "give the path"}, // a slash makes it a path
		{"fake@..", "is not installed", "no catalogue says"},
	} {
		t.Run(tt.spec, func(t *testing.T) {
			_, err := r.ResolveAll(t.Context(), tt.spec)
			var unusable *UnusableError
			if !errors.As(err, &unusable) || !strings.Contains(unusable.Remedy, tt.remedy) || !strings.Contains(err.Error(), tt.problem) {
				t.Errorf("error %v, want %q and the remedy %q", err, tt.problem, tt.remedy)
			}
		})
	}
}

func TestProbeAll(t *testing.T) {
	broken := script(t, "not a program")
	r := Resolver{Profiles: fakeSet(t), LookPath: func(name string) (string, error) {
		switch name {
		case "fakesolver":
			return solvertest.Binary(t), nil
		case "z3":
			return broken, nil
		}
		return "", errors.New("not found")
	}}
	all, err := r.ProbeAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	byName := make(map[string]Probed)
	for _, d := range all {
		byName[d.Profile.Name] = d
		if !d.Usable && (d.Problem == "" || d.Remedy == "") {
			t.Errorf("%s is not usable, but why and what to do?", d.Profile.Name)
		}
	}
	if d := byName["fake"]; d.Version != "1.2.3" || !strings.Contains(d.Problem, "answers unknown to a script that is sat") {
		t.Errorf("a solver with the wrong answer: %+v", d)
	}
	if d := byName["z3"]; d.Usable || !strings.Contains(d.Problem, "cannot be run") {
		t.Errorf("a program that is none: %+v", d)
	}
	if d := byName["cvc5"]; d.Usable || !strings.Contains(d.Problem, "no program cvc5") {
		t.Errorf("a program that is not there: %+v", d)
	}
}

// The solvers that are installed here, if any, answer and err as their profiles say.
func TestRealSolvers(t *testing.T) {
	set := builtinSet(t)
	const declare = "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 8))\n"
	for _, tt := range []struct {
		name, text string
		checks     int
		options    Options
		solvers    []string
		want       string
	}{
		{"sat", declare + "(assert (bvult x #x10))\n(check-sat)\n(exit)\n", 1, Options{},
			[]string{"z3", "cvc5", "cvc4", "boolector"}, "answers: [sat]\n"},
		{"unsat", declare + "(assert (bvult x x))\n(check-sat)\n(exit)\n", 1, Options{},
			[]string{"z3", "cvc5", "cvc4", "boolector"}, "answers: [unsat]\n"},
		{"two", declare + "(push 1)\n(assert (bvult x x))\n(check-sat)\n(pop 1)\n(check-sat)\n(exit)\n", 2,
			Options{Incremental: true, SelfCheck: true}, []string{"z3", "cvc5", "cvc4"}, "answers: [unsat sat]\n"},
		{"model", declare + "(check-sat)\n(get-model)\n(exit)\n", 1, Options{Models: true},
			[]string{"z3", "cvc5", "cvc4"}, "answers: [sat]\n"},
		{"rejected", declare + "(assert (foo x))\n(check-sat)\n(exit)\n", 1, Options{},
			[]string{"z3", "cvc5", "cvc4", "boolector"}, "void\nrejected\n"},
	} {
		for _, name := range tt.solvers {
			t.Run(tt.name+"/"+name, func(t *testing.T) {
				if _, err := sandbox.LookPath(name); err != nil {
					t.Skip(err)
				}
				s, err := Resolve(t.Context(), name, set)
				if err != nil {
					t.Fatal(err)
				}
				run, err := s.Run(t.Context(), Query{File: script(t, tt.text), Checks: tt.checks,
					Options: tt.options, Limits: Limits{Time: longEnough, Memory: 1 << 30}})
				if err != nil {
					t.Fatal(err)
				}
				if got := describe(run.Verdict); !strings.Contains(got, tt.want) {
					t.Errorf("%s\n%s, want %s", shell.Quote(run.Command), got, tt.want)
				}
				if run.Version == "" {
					t.Error("no version")
				}
			})
		}
	}
}

func TestRealSolverOptions(t *testing.T) {
	for _, spec := range []string{"z3 no.such=1", "z3 --no-such", "cvc5 --no-such", "cvc4 --no-such", "boolector --no-such"} {
		t.Run(spec, func(t *testing.T) {
			name, _, _ := strings.Cut(spec, " ")
			if _, err := sandbox.LookPath(name); err != nil {
				t.Skip(err)
			}
			s, err := Resolve(t.Context(), spec, builtinSet(t))
			if err != nil {
				t.Fatal(err)
			}
			run, err := s.Run(t.Context(), Query{File: script(t, "(set-logic QF_BV)\n(check-sat)\n(exit)\n"), Checks: 1})
			if err != nil {
				t.Fatal(err)
			}
			if !run.BadOptions || !run.Void || run.Crash != nil || slices.Contains(run.Answers, smt.Sat) {
				t.Errorf("%s", describe(run.Verdict))
			}
		})
	}
}
