package review_test

import (
	"context"
	"fmt"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// many writes folders of findings of a few bugs, under other names and with other ends: the fake solver does the same on any formula. Finding i goes
// into the folders whose function says so.
func many(t *testing.T, n int, folders ...func(i int) bool) (out []string) {
	t.Helper()
	var stores []*findings.Disk
	for range folders {
		dir := t.TempDir()
		store, err := findings.Open(dir, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		out, stores = append(out, dir), append(stores, store)
	}
	random := rand.New(rand.NewSource(3))
	for i := range n {
		wrong := findings.Finding{Class: oracle.RefutationSoundness, Solver: solvertest.Binary(t) + " --answer=unsat"}
		crash := func(signal string) findings.Finding {
			return findings.Finding{Class: oracle.CrashClass, Solver: solvertest.Binary(t) + " --do='crash " + signal + "'"}
		}
		f := []findings.Finding{wrong, crash("SEGV"), crash("FPE")}[random.Intn(3)]
		f.Family, f.Version, f.Logic, f.Checks = "fake", "1.2.3", "QF_LIA", 1
		f.Signature = fmt.Sprintf("%s/fake/%d", f.Class, i)
		f.Truths = []findings.Truth{{Status: "sat", Reason: "it is"}}
		f.Repeated = findings.Repetition{Runs: 2, Shown: 2}
		f.Limits.Seconds = 10
		f.Runs = []findings.Run{{Solver: f.Solver, File: findings.BugFile}}
		name := string(rune('a' + random.Intn(5)))
		formula := []string{"(< x 1)", "(> (* 2 x) 3)", "(distinct x 7 9)"}[random.Intn(3)]
		bug := strings.ReplaceAll(fmt.Sprintf("(set-logic QF_LIA)\n(declare-const X Int)\n(assert %s)\n%s(check-sat)\n", strings.ReplaceAll(formula, "x", "X"), strings.ReplaceAll(long, "x", "X")), "X", name)
		for k, in := range folders {
			if !in(i) {
				continue
			}
			if _, err := stores[k].Add(findings.Hit{Finding: f, Bug: []byte(bug)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out
}

// shrink reduces any formula of many by its last assertion.
func shrink(_ context.Context, f findings.Stored) (bool, error) {
	text, err := os.ReadFile(filepath.Join(f.Dir, findings.BugFile))
	if err != nil {
		return false, err
	}
	lines := strings.Split(string(text), "\n")
	less := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return strings.HasPrefix(l, "(assert (= ") })
	f.Finding.Reduction = &findings.Reduction{Plain: &findings.Run{}}
	return true, findings.Rewrite(f.Dir, f.Finding, []byte(strings.Join(less, "\n")), nil)
}

// members are the clusters of a folder, each by the names of its findings.
func members(t *testing.T, dir string) []string {
	t.Helper()
	var h hooks
	c := config(t, dir, &h)
	c.Reduce, c.Locate, c.Bisect = shrink, nil, nil
	report, err := review.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, k := range report.Clusters {
		names := slices.Sorted(slices.Values(k.Members))
		out = append(out, string(k.Class)+": "+strings.Join(names, " "))
	}
	slices.Sort(out)
	return out
}

// Triage of the same findings again, of findings that came in another order, and of two halves that were triaged alone and then merged, gives the same
// clusters, although other findings were reduced.
func TestHalves(t *testing.T) {
	const n = 30
	half := func(k int) func(int) bool { return func(i int) bool { return i%2 == k } }
	dirs := many(t, n, func(int) bool { return true }, half(0), half(1))
	whole := members(t, dirs[0])
	if len(whole) < 4 || len(whole) > 9 {
		t.Fatalf("%d clusters of %d findings:\n%s", len(whole), n, strings.Join(whole, "\n"))
	}
	if diff := cmp.Diff(whole, members(t, dirs[0])); diff != "" {
		t.Errorf("again (-first +second):\n%s", diff)
	}
	members(t, dirs[1])
	members(t, dirs[2])
	from := filepath.Join(dirs[2], findings.Folder)
	entries, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			copyDir(t, filepath.Join(from, e.Name()), filepath.Join(dirs[1], findings.Folder, e.Name()))
		}
	}
	if diff := cmp.Diff(whole, members(t, dirs[1])); diff != "" {
		t.Errorf("two halves (-whole +merged):\n%s", diff)
	}
}

func copyDir(t *testing.T, from, to string) {
	t.Helper()
	entries, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		in, err := os.Open(filepath.Join(from, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil || in.Close() != nil || os.WriteFile(filepath.Join(to, e.Name()), data, 0o600) != nil {
			t.Fatal(err)
		}
	}
}
