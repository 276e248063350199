package review_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// tree is everything below a folder, by path.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out[strings.TrimPrefix(path, dir)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// twice triages a folder two times, and expects that the second time finds nothing to do and changes nothing.
func twice(t *testing.T, c review.Config, h *hooks) review.Report {
	t.Helper()
	first, err := review.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	before, steps := tree(t, c.Dir), fmt.Sprint(h.done)
	second, err := review.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("the report (-first +second):\n%s", diff)
	}
	if diff := cmp.Diff(before, tree(t, c.Dir)); diff != "" {
		t.Errorf("the folder (-first +second):\n%s", diff)
	}
	if again := fmt.Sprint(h.done); again != steps {
		t.Errorf("steps: %s, and then %s", steps, again)
	}
	return first
}

// A finding that its reduction makes a wrong unsat has its proof searched in the same triage.
func TestLocatedOnceReduced(t *testing.T) {
	dir := campaign(t)
	h := &hooks{}
	c := config(t, dir, h)
	c.Bisect = nil
	c.Reduce = func(ctx context.Context, f findings.Stored) (bool, error) {
		if f.Class == oracle.CrashClass { // as with a wrong core, it turns out that the formula as a whole is wrong
			f.Finding.Class, f.Finding.Signature, f.Finding.Solver = oracle.RefutationSoundness, "refutation-soundness/fake/c", solvertest.Binary(t)+" --answer=unsat"
			f.Finding.Runs[0].Solver = f.Finding.Solver
		}
		return h.reduce(ctx, f)
	}
	report := twice(t, c, h)
	if n := h.done["locate refutation-soundness reduced"]; n != 3 {
		t.Errorf("located %d of 3: %v", n, h.done)
	}
	for _, k := range report.Clusters {
		if k.Class != oracle.RefutationSoundness || k.Located == nil {
			t.Errorf("%+v", k)
		}
	}
}

// A finding whose reduced formula does not show it is in no cluster, and is neither located nor bisected.
func TestGoneOnceReduced(t *testing.T) {
	dir := campaign(t)
	for _, d := range folders(t, dir) {
		f, err := findings.Load(d)
		if err != nil {
			t.Fatal(err)
		}
		if f.Finding.Signature == "a" {
			old := f.Finding.Solver
			f.Finding.Solver = solvertest.Binary(t) + " '--when=(= x x)=>unsat' --answer=sat"
			for i := range f.Finding.Runs {
				if f.Finding.Runs[i].Solver == old {
					f.Finding.Runs[i].Solver = f.Finding.Solver
				}
			}
			if err := findings.Rewrite(d, f.Finding, []byte(bugOf(t, d)), nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	h := &hooks{}
	c := config(t, dir, h)
	bisected := map[string]int{}
	c.Bisect = func(_ context.Context, f findings.Stored) (*triage.Bisection, error) {
		bisected[f.Finding.Signature]++
		return nil, nil
	}
	report := twice(t, c, h)
	if len(report.Clusters) != 2 || report.Findings != 2 || len(report.Gone) != 1 || report.Gone[0].Runs < 7 || h.done["locate refutation-soundness reduced"] != 1 || bisected["a"] != 0 {
		t.Errorf("%+v\n%v, bisected %v", report, h.done, bisected)
	}
}

// A finding whose runs reach a limit is not called gone: it cannot be judged, and the next triage looks again.
func TestCutShort(t *testing.T) {
	dir := campaign(t)
	for _, d := range folders(t, dir) {
		f, err := findings.Load(d)
		if err != nil {
			t.Fatal(err)
		}
		f.Finding.Limits.Seconds = 0.02 // three times as much in a replay
		if err := findings.Rewrite(d, f.Finding, []byte("; fake: hang\n"+bugOf(t, d)), nil); err != nil {
			t.Fatal(err)
		}
	}
	report := twice(t, config(t, dir, &hooks{}), &hooks{})
	if len(report.Gone) != 0 || len(report.Unusable) != 3 || !strings.Contains(report.Unusable[0].Problem, "limits") {
		t.Errorf("%+v", report)
	}
}

// When versions split a group, what is then to be seen of its parts is refined too.
func TestRefinedOnceSplit(t *testing.T) {
	const n = 30
	dir := many(t, n, func(int) bool { return true })[0]
	h := &hooks{}
	c := config(t, dir, h)
	c.Reduce = func(ctx context.Context, f findings.Stored) (bool, error) {
		if err := h.step(ctx, "reduce", f); err != nil {
			return false, err
		}
		return shrink(ctx, f)
	}
	c.Bisect = func(_ context.Context, f findings.Stored) (*triage.Bisection, error) {
		// The formulas of one bug differ in their names: some show in version 1, others do not.
		verdict := bisect.Shows
		if strings.Contains(bugOf(t, f.Dir), "declare-const a") || strings.Contains(bugOf(t, f.Dir), "declare-const d") {
			verdict = bisect.Absent
		}
		b := &triage.Bisection{
			Format: 1, Class: f.Class, Solver: f.Solver, Formula: findings.Checksum([]byte(bugOf(t, f.Dir))),
			Versions: []triage.VersionVerdict{{Name: "fake@1", Verdict: verdict, Runs: 8}, {Name: "fake@2", Verdict: bisect.Shows, Shown: 8, Runs: 8}},
		}
		data, err := findings.JSON(b)
		if err != nil {
			return nil, err
		}
		return b, os.WriteFile(filepath.Join(f.Dir, triage.BisectFile), data, 0o600)
	}
	whole := twice(t, c, h)
	for _, k := range whole.Clusters {
		if !k.Reduced || len(k.History) == 0 {
			t.Errorf("%s is not refined: %+v", k.Name, k)
		}
	}
}

// What a solver is found to deny in two reduced formulas joins them, and is asked once for each formula.
func TestDeniedJoins(t *testing.T) {
	dir := campaign(t)
	h := &hooks{}
	c := config(t, dir, h)
	c.Bisect = nil
	c.Deny = func(ctx context.Context, f findings.Stored) (triage.Denial, error) {
		return triage.Denial{Script: "s", Words: "w", Of: "the same"}, h.step(ctx, "deny", f)
	}
	report := twice(t, c, h)
	if h.done["deny refutation-soundness reduced"] != 2 || h.done["deny crash reduced"] != 0 || len(report.Clusters) != 2 {
		t.Errorf("%d clusters, %v", len(report.Clusters), h.done)
	}
	if k := report.Clusters[0]; len(k.Members) != 2 || k.Denied == nil || !strings.Contains(k.Evidence[0].Because, "denies the same application, which both formulas have: the same") {
		t.Errorf("%+v", k)
	}
}
