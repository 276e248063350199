package solver

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// TestClassify reads recorded runs of solvers from testdata/outputs. The names begin with the number of the
// known false alarm that a file stands for, if it is one.
func TestClassify(t *testing.T) {
	files, err := filepath.Glob("testdata/outputs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	set := builtinSet(t)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			parts := archiveParts(string(text))
			profile, res, checks := recordedRun(t, set, parts)
			got := describe(classify(profile, res, Query{Checks: checks}))
			if *update {
				input, _, _ := strings.Cut(string(text), wantMarker)
				if err := os.WriteFile(file, []byte(input+wantMarker+got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(parts["want"], got); diff != "" {
				t.Errorf("verdict (-want +got):\n%s", diff)
			}
		})
	}
}

const wantMarker = "-- want --\n"

// archiveParts splits a file in txtar format into its parts.
func archiveParts(text string) map[string]string {
	parts := make(map[string]string)
	name := ""
	for line := range strings.Lines(text) {
		rest, isMarker := strings.CutPrefix(line, "-- ")
		marker, ok := strings.CutSuffix(rest, " --\n")
		if isMarker && ok {
			name = marker
			continue
		}
		parts[name] += line
	}
	return parts
}

func builtinSet(t testing.TB) *Set {
	t.Helper()
	set, err := Builtin()
	if err != nil {
		t.Fatalf("the profiles that come with the program: %v", err)
	}
	return set
}

// recordedRun reads the run part of a file: profile, end and number of checks.
func recordedRun(t *testing.T, set *Set, parts map[string]string) (*Profile, sandbox.Result, int) {
	t.Helper()
	fields := make(map[string]string)
	for line := range strings.Lines(parts["run"]) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		fields[key] = value
	}
	profile, ok := set.Profile(fields["profile"])
	if !ok {
		t.Fatalf("no profile %q", fields["profile"])
	}
	checks, err := strconv.Atoi(fields["checks"])
	if err != nil {
		t.Fatalf("checks: %v", err)
	}
	// Half a line at the end of a stream is written without its line feed.
	stdout := strings.TrimSuffix(parts["stdout"], "uns\n")
	if stdout != parts["stdout"] {
		stdout += "uns"
	}
	res := sandbox.Result{Stdout: []byte(stdout), Stderr: []byte(parts["stderr"])}
	how, what, _ := strings.Cut(fields["end"], " ")
	switch how {
	case "exit":
		res.Reason = sandbox.Exited
		if res.ExitCode, err = strconv.Atoi(what); err != nil {
			t.Fatal(err)
		}
	case "signal":
		res.Reason, res.ExitCode, res.Signal = sandbox.Signaled, -1, signalNamed(t, what)
	default:
		t.Fatalf("end: %q", fields["end"])
	}
	return profile, res, checks
}

func signalNamed(t *testing.T, name string) syscall.Signal {
	t.Helper()
	for sig, n := range crashSignals {
		if n == name {
			return sig
		}
	}
	if name != "KILL" {
		t.Fatalf("no signal %s", name)
	}
	return syscall.SIGKILL
}

// describe writes a verdict as text, without what does not apply.
func describe(v Verdict) string {
	var b strings.Builder
	fmt.Fprintf(&b, "answers: %v\n", v.Answers)
	for _, flag := range []struct {
		name string
		on   bool
	}{
		{"void", v.Void}, {"halted", v.Halted}, {"rejected", v.Rejected}, {"unsupported", v.Unsupported}, {"incomplete", v.Incomplete}, {"bad options", v.BadOptions},
	} {
		if flag.on {
			fmt.Fprintln(&b, flag.name)
		}
	}
	if v.Limit != LimitNone {
		fmt.Fprintf(&b, "limit: %v\n", v.Limit)
	}
	if v.Crash != nil {
		fmt.Fprintf(&b, "crash: %s\nsignature: %s\n", v.Crash.Kind, v.Crash.Signature)
	}
	if v.InvalidModel != "" {
		fmt.Fprintf(&b, "invalid model: %s\n", v.InvalidModel)
	}
	if v.Reason != "" {
		fmt.Fprintf(&b, "reason: %s\n", v.Reason)
	}
	return b.String()
}

// A crash is attributed to memory only when the group was seen close to its limit.
func TestClassifyMemoryAndSignals(t *testing.T) {
	profile, _ := builtinSet(t).Profile("z3")
	for _, tt := range []struct {
		name           string
		signal         syscall.Signal
		limit, sampled int64
		want           Limit
	}{
		{"far from the limit", syscall.SIGSEGV, 1000, 100, LimitNone},
		{"at the limit", syscall.SIGSEGV, 1000, 950, LimitMemory},
		{"abort at the limit", syscall.SIGABRT, 1000, 950, LimitMemory},
		{"no limit", syscall.SIGSEGV, 0, 950, LimitNone},
		{"terminated", syscall.SIGTERM, 0, 0, LimitKilled},
		{"cpu time", syscall.SIGXCPU, 0, 0, LimitTime},
		{"file size", syscall.SIGXFSZ, 0, 0, LimitFile},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res := sandbox.Result{Reason: sandbox.Signaled, ExitCode: -1, Signal: tt.signal, SampledRSS: tt.sampled}
			v := classify(profile, res, Query{Limits: Limits{Memory: tt.limit}, Checks: 1})
			if v.Limit != tt.want || (v.Crash != nil) != (tt.want == LimitNone) {
				t.Errorf("limit %v, crash %v; want limit %v", v.Limit, v.Crash, tt.want)
			}
		})
	}
}

// Two crashes at the same place have the same signature, whatever the addresses and pids.
func TestSignatureIsStable(t *testing.T) {
	profile := builtinSet(t).forBinary("anything")
	sign := func(pid, addr, path string) string {
		stderr := fmt.Sprintf("==%s==ERROR: AddressSanitizer: SEGV on unknown address 0x%s\n"+
			"    #0 0x%s in foo %s/foo.cpp:1\n", pid, addr, addr, path)
		v := classify(profile, sandbox.Result{Reason: sandbox.Exited, ExitCode: 1, Stderr: []byte(stderr)}, Query{Checks: 1})
		if v.Crash == nil {
			t.Fatalf("no crash in %q", stderr)
		}
		return v.Crash.Signature
	}
	if a, b := sign("1", "7fff", "/home/a"), sign("4321", "123456", "/tmp/b"); a != b {
		t.Errorf("%q and %q differ", a, b)
	}
}

// Whatever a solver prints, reading it terminates and gives sane values.
func TestClassifyAnyBytes(t *testing.T) {
	set := builtinSet(t)
	pieces := rapid.SampledFrom([]string{
		"sat\n", "unsat\n", "unknown\n", "sat", "(", ")", "\"", "|", ";", "\n", "(error \"", "\")", "\x00", "\xff",
		"ASSERTION VIOLATION\nFile: a\nLine: 1\n", "Fatal failure within f at x:1\n", "timeout\n", "unsupported\n",
		"==1==ERROR: AddressSanitizer: x\n", "an invalid model was generated", " ", "\r\n", "0x1234",
	})
	rapid.Check(t, func(t *rapid.T) {
		profile, _ := set.Profile(rapid.SampledFrom([]string{"z3", "cvc5", "cvc4", "boolector", "generic"}).Draw(t, "profile"))
		text := func(label string) []byte {
			return []byte(strings.Join(rapid.SliceOf(pieces).Draw(t, label), ""))
		}
		res := sandbox.Result{Reason: sandbox.Exited, Stdout: text("stdout"), Stderr: text("stderr"),
			ExitCode: rapid.IntRange(0, 255).Draw(t, "status")}
		v := classify(profile, res, Query{Checks: rapid.IntRange(0, 3).Draw(t, "checks")})
		if v.Crash != nil {
			s := v.Crash.Signature
			if s == "" || strings.ContainsAny(s, "\n\x00") || strings.Contains(s, "\xff") || len(s) > maxSignature {
				t.Fatalf("signature %q", s)
			}
			if v.Limit != LimitNone {
				t.Fatalf("a crash and a limit: %+v", v)
			}
		}
		for _, a := range v.Answers {
			if a < smt.Sat || a > smt.Unknown {
				t.Fatalf("answer %d", a)
			}
		}
		if v.Rejected && !v.Void {
			t.Fatal("the input was rejected, yet the answers count")
		}
	})
}

// BenchmarkClassify reads the runs that most campaigns consist of: an answer, and a model.
func BenchmarkClassify(b *testing.B) {
	p, ok := builtinSet(b).Profile("z3")
	if !ok {
		b.Fatal("there is no profile of z3")
	}
	res := sandbox.Result{Reason: sandbox.Exited, Stdout: []byte("unsat\n(error \"line 12 column 10: model is not available\")\n")}
	for b.Loop() {
		if v := classify(p, res, Query{Checks: 1}); len(v.Answers) != 1 {
			b.Fatal(v)
		}
	}
}
