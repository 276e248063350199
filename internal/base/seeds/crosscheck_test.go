package seeds_test

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/testing/testdepth"
)

// statusLine is taken out before a solver sees a script: solvers act on it (TestSolversAgree
// compares the answers itself).
var statusLine = regexp.MustCompile(`(?m)^\(set-info :status (sat|unsat)\)\n`)

// answers returns the verdicts in a solver's output, and its first error report that is not about
// running out of time.
func answers(output []byte) (verdicts []string, trouble string) {
	sc := bufio.NewScanner(bytes.NewReader(output))
	for sc.Scan() {
		line := strings.TrimSpace(sc.Text())
		switch {
		case line == "sat" || line == "unsat" || line == "unknown":
			verdicts = append(verdicts, line)
		case trouble == "" && (strings.HasPrefix(line, "(error") || strings.HasPrefix(line, "Fatal")):
			trouble = line
		}
	}
	return verdicts, trouble
}

// TestSolversAgree asks the real solvers. A missing answer (time, unknown) is no failure; a
// contradiction of the label or a complaint about the input is. Short takes every 10th seed; medium and long take all and list
// those that no solver decided.
func TestSolversAgree(t *testing.T) {
	solvers := map[string][]string{
		"z3":   {"-T:2"},
		"cvc5": {"--tlimit=2000", "--strings-exp", "--incremental", "--fp-exp"},
	}
	stride := testdepth.Crosscheck(t, 10, 1, 1)
	decided := map[string]bool{}
	usable := 0
	for solver, args := range solvers {
		if _, err := exec.LookPath(solver); err != nil {
			t.Logf("%s is not on PATH", solver)
			continue
		}
		usable++
		dir := t.TempDir()
		for i, s := range seeds.All() {
			if i%stride != 0 {
				continue
			}
			t.Run(solver+"/"+s.Name, func(t *testing.T) {
				file := filepath.Join(dir, "seed.smt2")
				if err := os.WriteFile(file, []byte(statusLine.ReplaceAllString(s.Text, "")), 0o600); err != nil {
					t.Fatal(err)
				}
				// The solver's own limit ends it; the context is for one that ignores it.
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				defer cancel()
				// The exit status adds nothing here: both solvers say on their output why they stopped.
				output, _ := exec.CommandContext(ctx, solver, append(args, file)...).CombinedOutput()
				got, trouble := answers(output)
				if trouble != "" {
					t.Fatalf("rejected: %s", trouble)
				}
				want := expectations([]byte(s.Text))
				if len(got) > len(want) {
					t.Fatalf("%d answers to %d checks", len(got), len(want))
				}
				agreed := len(got) == len(want)
				for k, verdict := range got {
					if verdict == "unknown" {
						agreed = false
					} else if verdict != want[k] {
						t.Errorf("check %d: answers %s, labelled %s", k+1, verdict, want[k])
					}
				}
				if agreed {
					decided[s.Name] = true
				}
			})
		}
	}
	if usable == 0 {
		t.Skip("neither z3 nor cvc5 is on PATH")
	}
	if stride == 1 {
		for _, s := range seeds.All() {
			if !decided[s.Name] {
				t.Logf("no solver decided %s in time", s.Name)
			}
		}
	}
}
