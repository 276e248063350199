package crosscheck

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/cli"
	"github.com/assay-smt/assay/internal/testing/testdepth"
)

// TestTraps runs assay solve on formulas that make a careless oracle raise false alarms, at least one file for each of
// the 21 known kinds of false alarm, with the solvers and options that trigger it. Only what the table says may be
// found. Short tries every fourth file with further questions, medium and long try all.
func TestTraps(t *testing.T) {
	every := testdepth.Crosscheck(t, 4, 1, 1)
	dir := filepath.Join("testdata", "traps")
	text, err := os.ReadFile(filepath.Join(dir, "expected.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	kinds, files := map[string]bool{}, 0
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || f[0] == "file" || len(f) < 5 {
			continue
		}
		kinds[f[0][:2]] = true
		further := files%every == 0
		files++
		t.Run(f[0], func(t *testing.T) {
			t.Parallel() // most of the time is spent waiting for solvers
			var want []string
			if f[3] != "-" {
				want = []string{f[3]}
			}
			file := filepath.Join(dir, f[0])
			got := solved(t, file, f[1], f[2], "--questions=0")
			slices.Sort(got)
			if got = slices.Compact(got); !slices.Equal(got, want) {
				t.Errorf("found %q, want %q", got, want)
			}
			if !further {
				return
			}
			// Further questions find nothing either, apart from the interpolants and abducts that old versions of cvc5 get wrong, or crash on.
			for _, class := range solved(t, file, f[1], f[2]) {
				if !slices.Contains([]string{"invalid-interpolant", "invalid-abduct", "crash"}, class) && !slices.Contains(want, class) {
					t.Errorf("with further questions: found %s", class)
				}
			}
		})
	}
	if len(kinds) != 21 {
		t.Errorf("%d kinds of false alarm are tried, want 21", len(kinds))
	}
}

// solved returns the classes that assay solve finds, marking those that are only suspected.
func solved(t *testing.T, file, specs, flags string, more ...string) []string {
	args := []string{"solve", "--json", file}
	for spec := range strings.SplitSeq(specs, ";") {
		name, _, _ := strings.Cut(spec, " ")
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed", name)
		}
		args = append(args, "--solver", spec)
	}
	if flags != "-" {
		args = append(args, strings.Fields(flags)...)
	}
	args = append(args, more...)
	var out, diagnostics bytes.Buffer
	code := cli.Run(context.Background(), args, cli.NewStreams(strings.NewReader(""), &out, &diagnostics))
	if code == 3 {
		t.Fatalf("an internal error: %s", diagnostics.String())
	}
	var classes []string
	for line := range strings.Lines(out.String()) {
		var r struct {
			Findings []struct {
				Class   string
				Suspect bool
			}
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		for _, f := range r.Findings {
			if f.Suspect {
				f.Class += " (suspected)"
			}
			classes = append(classes, f.Class)
		}
	}
	return classes
}
