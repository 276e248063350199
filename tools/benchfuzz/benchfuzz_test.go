package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

func TestCampaignCounts(t *testing.T) {
	solvers := func(calls ...int64) map[string]*campaign.SolverStats {
		all := make(map[string]*campaign.SolverStats)
		for i, n := range calls {
			all[[]string{"z3", "cvc5"}[i]] = &campaign.SolverStats{Calls: n}
		}
		return all
	}
	for _, test := range []struct {
		name           string
		stats          campaign.Stats
		mutants, calls float64
	}{
		{"one solver: idle mutants do not count", campaign.Stats{Mutants: 10, Idle: 3, Calls: 7, Solvers: solvers(7)}, 7, 7},
		{"two solvers: those that both have read", campaign.Stats{Mutants: 10, Idle: 1, Calls: 15, Solvers: solvers(9, 6)}, 6, 15},
		{"nothing", campaign.Stats{}, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got turn
			got.campaign(&test.stats)
			if got.Mutants != test.mutants || got.Calls != test.calls {
				t.Errorf("%v mutants, %v calls, want %v, %v", got.Mutants, got.Calls, test.mutants, test.calls)
			}
		})
	}
}

func TestYinyangCounts(t *testing.T) {
	tests := []struct {
		name   string
		result sandbox.Result
		want   turn
	}{
		{
			"the last line counts, for all the time",
			sandbox.Result{Reason: sandbox.TimedOut, Stdout: []byte("[t] Performed 2 solver calls (1.0 calls/s, eff: 0.0%, 0.5 mutants/s)\n[t] Performed 120 solver calls (30.0 calls/s, eff: 60.0%, 14.9 mutants/s)\n")},
			turn{Seconds: 5, Mutants: 75, Calls: 150},
		},
		{
			"it may end before that", sandbox.Result{Reason: sandbox.Exited, ExitCode: 3, Stderr: []byte("Traceback\nTypeError: x\n")},
			turn{Seconds: 5, Remark: "exited before it said anything: TypeError: x"},
		},
		{
			"or afterwards",
			sandbox.Result{Reason: sandbox.Exited, Stderr: []byte("Performed 12 solver calls (4.0 calls/s, eff: NaN, 2.0 mutants/s)\ndone")},
			turn{Seconds: 5, Mutants: 10, Calls: 20, Remark: "ended by itself after 5 s (exited, exit code 0): done"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := turn{Seconds: 5}
			if err := got.yinyang(&test.result, 2); err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}

// takeScript stands for yinyang: it accepts only the seed a.smt2.
const takeScript = `#!/bin/sh
for seed; do :; done
case $seed in
*/a.smt2) echo "1 seeds processed, 1 valid, 0 invalid" ;;
*/b.smt2) echo "1 seeds processed, 0 valid, 1 invalid" ;;
*) exit 3 ;;
esac
`

func TestTaken(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "typefuzz")
	if err := os.WriteFile(program, []byte(takeScript), 0o755); err != nil { //nolint:gosec // it is to be run
		t.Fatal(err)
	}
	for _, name := range []string{"a.smt2", "b.smt2", "c.smt2"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"-takes", "-fuzzer", "t=yinyang:" + program, "-solver", "z3", dir}, &out, &errs); code != 0 {
		t.Fatal(errs.String())
	}
	if got, want := out.String(), filepath.Join(dir, "a.smt2")+"\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if want := "1 of 3 seeds that were tried"; !strings.Contains(errs.String(), want) {
		t.Errorf("%q, want %q", errs.String(), want)
	}
}

// fuzzScript stands for assay: it records a campaign, and counts how often it was called.
const fuzzScript = `#!/bin/sh
echo x >> "$(dirname "$0")/calls"
while [ "$1" != --out ]; do shift; done
mkdir -p "$2/findings/one"
echo '{"format":2,"stats":{"mutants":42,"idle":2,"calls":40,"solvers":{"z3":{"calls":40}}}}' > "$2/campaign.json"
exit 10
`

func TestCompareGoesOn(t *testing.T) {
	dir := t.TempDir()
	program, state := filepath.Join(dir, "fuzz"), filepath.Join(dir, "state")
	if err := os.WriteFile(program, []byte(fuzzScript), 0o755); err != nil { //nolint:gosec // it is to be run
		t.Fatal(err)
	}
	args := []string{
		"-fuzzer", "old=assay:" + program, "-fuzzer", "new=assay:" + program + ":opfuzz", "-solver", "z3", "-rounds", "2", "-duration", "1s",
		"-state", state, "-name", "mine", "seed.smt2",
	}
	for range 2 {
		var out, errs bytes.Buffer
		if code := run(t.Context(), args, &out, &errs); code != 0 {
			t.Fatalf("exit code %d: %s", code, errs.String())
		}
		for _, want := range []string{"| mine | z3 | old | ", "| mine | z3 | new | ", " | 1.0 | ", " | 1 |  |\n"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("no %q in\n%s", want, out.String())
			}
		}
	}
	calls, err := os.ReadFile(filepath.Join(dir, "calls"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(calls), "x"); n != 4 {
		t.Errorf("the fuzzers were run %d times, want 4: two fuzzers, two rounds, and nothing the second time", n)
	}
}

func TestCommands(t *testing.T) {
	o := options{timeout: 2 * time.Second, duration: time.Minute, jobs: 1, repeat: 20, seeds: []string{"a", "b"}}
	for _, test := range []struct{ kind, want string }{
		{"yinyang", "p -i 20 -t 2 z3;cvc5 a b"},
		{"assay", "p fuzz --solver z3;cvc5 --engine all --jobs 1 --timeout 2s --duration 1m0s --seed 3 --solo 0 --quiet --out d/out a b"},
	} {
		got := strings.Join(fuzzer{kind: test.kind, program: "p", engines: "all"}.command(o, "z3;cvc5", "d", 3), " ")
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.kind, got, test.want)
		}
	}
}

func TestMistakes(t *testing.T) {
	tests := map[string][]string{
		"no seeds":              {"-solver", "z3"},
		"no solver":             {"s"},
		"no fuzzer":             {"-solver", "z3", "s"},
		"of the form":           {"-solver", "z3", "-fuzzer", "old", "s"},
		"more than two":         {"-solver", "a;b;c", "-fuzzer", "x=assay:sh", "s"},
		"whole seconds":         {"-solver", "a", "-timeout", "1500ms", "-fuzzer", "x=assay:sh", "s"},
		"no such file":          {"-solver", "a", "-list", "nowhere", "-fuzzer", "x=assay:sh"},
		"executable file not":   {"-solver", "a", "-fuzzer", "x=assay:no-such-program", "s"},
		"flag provided but not": {"-nonsense"},
	}
	for want, args := range tests {
		var out, errs bytes.Buffer
		if code := run(context.Background(), args, &out, &errs); code == 0 || !strings.Contains(errs.String(), want) {
			t.Errorf("%q: exit code %d, %s; want %q", args, code, errs.String(), want)
		}
	}
}

func TestMedian(t *testing.T) {
	v := values{5, 1, 3}
	if v.low() != 1 || v.mid() != 3 || v.high() != 5 {
		t.Errorf("%v %v %v of %v", v.low(), v.mid(), v.high(), v)
	}
	if (values{}).mid() != 0 {
		t.Error("nothing has a median")
	}
}

func TestSpread(t *testing.T) {
	for n := range 40 {
		var files []string
		for i := range n {
			files = append(files, string(rune('A'+i)))
		}
		got := spread(files)
		slices.Sort(got)
		if !slices.Equal(got, files) {
			t.Errorf("%d files become %q", n, got)
		}
	}
	if got, want := strings.Join(spread(strings.Split("abcdefgh", "")), ""), "aecgbdfh"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
