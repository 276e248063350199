package snapshot

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// TestSameAsProcess runs the solvers on PATH in snapshots and as processes of their own, on seeds with a question for the model, and compares
// everything that they print. Short is over 20 of the built-in seeds, medium and long over all of them.
func TestSameAsProcess(t *testing.T) {
	count := testdepth.Crosscheck(t, 20, 1000, 1000)
	// The limits are of work, which is the same in both.
	for _, spec := range []string{"z3 rlimit=30000", "cvc5 --rlimit=30000", "cvc4 --rlimit=30000"} {
		for _, target := range trialtest.Installed(t, spec) {
			t.Run(target.Profile().Name, func(t *testing.T) { sameAsProcess(t, target, count) })
		}
	}
}

func sameAsProcess(t *testing.T, target solver.Target, count int) {
	r := newRunner(t)
	if reason := r.Supports(t.Context(), target); reason != "" {
		t.Skip(reason)
	}
	dir := trialtest.Scratch(t)
	all := seeds.All()
	for i := range min(count, len(all)) {
		seed := all[i*len(all)/min(count, len(all))]
		bench := trial.Bench{Dir: dir, Limits: solver.Limits{Time: forever}}
		text := bench.RawText(filepath.Base(seed.Name)+".smt2", []byte(seed.Text))
		req := trial.Request{Target: target, Text: text, Limits: bench.Limits,
			Options: solver.Options{Models: true, Incremental: true, Strings: true}}
		plain, err := trial.Process{}.Run(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		run, reason, err := r.Try(t.Context(), req)
		if err != nil || reason != "" {
			t.Fatalf("%s: %v, %q", seed.Name, err, reason)
		}
		if plain.Limit == solver.LimitTime || run.Limit == solver.LimitTime {
			t.Errorf("%s: it takes more than %v", seed.Name, forever)
		}
		if got, want := printed(run), printed(plain); got != want {
			t.Errorf("%s: a snapshot says\n%s\nand a process\n%s", seed.Name, got, want)
		}
	}
}

// printed is what a solver printed and how it ended, without the file's name.
func printed(run solver.Run) string {
	file := run.Command[len(run.Command)-1]
	text := string(run.Raw.Stdout) + "--\n" + string(run.Raw.Stderr) + "--\n" + run.Raw.Reason.String() + " " + string(run.Outcome())
	return strings.ReplaceAll(text, file, "FILE")
}
