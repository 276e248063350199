package crosscheck

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/elab"
)

// expectation is a line of an expected.tsv: what solve should find on a formula, by solver spec.
type expectation struct {
	file    string
	truth   string
	classes map[string]string // by spec, separated by commas; "" for none
	order   []string
}

// readExpectations reads the table of the papers' formulas.
func readExpectations(t *testing.T, path string) []expectation {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []expectation
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) < 9 || strings.HasPrefix(line, "#") || f[0] == "file" {
			continue
		}
		e := expectation{file: f[0], truth: f[1], classes: map[string]string{}}
		for i := 2; i+1 < 8; i += 2 {
			class := f[i+1]
			if class == "-" {
				class = ""
			}
			e.classes[f[i]] = class
			e.order = append(e.order, f[i])
		}
		out = append(out, e)
	}
	return out
}

// paperTime is how long each solver may take.
const paperTime = 3 * time.Second

// TestPapers judges the formulas that the five papers print: formulas on which installed solvers still misbehave are
// found and classified, the others give no finding. The truth is not given, so that only models decide.
func TestPapers(t *testing.T) {
	quiet := testdepth.Crosscheck(t, false, true, true)
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join("..", "..", "mutate", "kit", "history", "papers")
	for _, e := range readExpectations(t, filepath.Join("testdata", "papers", "expected.tsv")) {
		misbehaves := slices.ContainsFunc(e.order, func(s string) bool { return e.classes[s] != "" })
		if !quiet && !misbehaves {
			continue // the quiet ones are most, and slow
		}
		t.Run(e.file, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(dir, e.file))
			if err != nil {
				t.Fatal(err)
			}
			found := judged(t, string(text), e.order, set, paperTime)
			for _, spec := range e.order {
				var classes []string
				for _, f := range found {
					if f.Solver != spec || f.Class == oracle.CrashClass {
						continue
					}
					class := string(f.Class)
					if f.Suspect {
						class += " (suspected)"
					}
					if !slices.Contains(classes, class) { // one for each solver that contradicts it
						classes = append(classes, class)
					}
				}
				if got := strings.Join(classes, ", "); got != e.classes[spec] {
					t.Errorf("%s: %q, want %q", spec, got, e.classes[spec])
				}
			}
		})
	}
}

// judged runs solvers on a formula, without its labels, as assay solve does, and returns the findings.
func judged(t *testing.T, text string, specs []string, set *solver.Set, limit time.Duration) []oracle.Finding {
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var targets []solver.Target
	for _, spec := range specs {
		target, err := solver.Resolve(context.Background(), spec, set)
		if err != nil {
			t.Skip(err)
		}
		targets = append(targets, target)
	}
	bench := (&trial.Bench{Limits: solver.Limits{Time: limit, Memory: 2 << 30}}).In(trialtest.Scratch(t))
	report, err := experiment.Of(bench.New(s, trial.Facts{}), targets...).Once(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return report.Found
}
