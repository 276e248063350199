package crosscheck

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/disk"
	outcomes "github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// asked is a query that was answered.
type asked struct {
	run      solver.Run
	observed oracle.Observation
	text     []byte
}

// against says in which way another mode's run differs, "" when it does not, and whether that is explained.
func (a *asked) against(o *asked) (kind string, explained bool) {
	was, is := a.run.Outcome(), o.run.Outcome()
	if n := min(len(a.run.Answers), len(o.run.Answers)); !a.run.Void && !o.run.Void {
		for i := range n {
			if a.run.Answers[i].Decides() && o.run.Answers[i].Decides() && a.run.Answers[i] != o.run.Answers[i] {
				return fmt.Sprintf("%v, %v in the process", o.run.Answers[i], a.run.Answers[i]), false
			}
		}
	}
	if failsAnew(a.observed, o.observed) {
		return "a model that fails, and none in the process", false
	}
	// Answers after which a solver stumbles do not count, and their number is not compared.
	if was == is && (a.run.Void && o.run.Void || slices.Equal(a.run.Answers, o.run.Answers)) {
		return "", true
	}
	return fmt.Sprintf("%s, %s in the process", is, was), open(was) || open(is)
}

// open reports whether an outcome depends on time or luck: other runs may answer.
func open(o outcomes.Outcome) bool {
	switch o {
	case outcomes.Unknown, outcomes.Timeout, outcomes.Memory, outcomes.Several:
		return true
	}
	return false
}

// failsAnew reports whether a mode has a failing model after a sat for which the process's model does not fail.
func failsAnew(fresh, mode oracle.Observation) bool {
	for i, m := range mode.Models {
		if m.Verdict == oracle.ModelFails && (i >= len(fresh.Models) || fresh.Models[i].Verdict != oracle.ModelFails) {
			return true
		}
	}
	return false
}

// models compares the models after the first sat of both, "" if not both have one.
func (a *asked) models(o *asked) string {
	if a.run.Answer() != smt.Sat || o.run.Answer() != smt.Sat || len(a.observed.Models) == 0 || len(o.observed.Models) == 0 {
		return ""
	}
	was, is := a.observed.Models[0].Verdict.String(), o.observed.Models[0].Verdict.String()
	if was == is {
		return is
	}
	return fmt.Sprintf("%s, %s in the process", is, was)
}

// file is where the state is.
func (c *sameAnswers) file() string {
	return filepath.Join(c.dir, c.target.Profile().Name+"-"+strings.ReplaceAll(c.Version, "/", "_")+".json")
}

// load restores what was counted before.
func (c *sameAnswers) load(t *testing.T) {
	t.Helper()
	c.Logics, c.Outcomes = map[string]int{}, map[string]int{}
	if err := os.MkdirAll(c.dir, 0o750); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(c.file())
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err == nil {
		err = json.Unmarshal(text, c)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// save keeps the state. No worker is running at that time.
func (c *sameAnswers) save(t *testing.T) {
	t.Helper()
	text, err := json.MarshalIndent(c, "", " ")
	if err == nil {
		err = disk.WriteAtomic(c.file(), text)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// answersTable writes a table with solvers and modes as rows, and the results of their queries as columns.
func answersTable(all []*sameAnswers) string {
	var b strings.Builder
	b.WriteString("| solver | version | mode | queries | logics | same | in the mode itself | differences | models | not explained |\n")
	b.WriteString("|---|---|---|---:|---:|---:|---:|---|---|---:|\n")
	for _, c := range all {
		for _, w := range c.Ways {
			if w.Failure != "" {
				fmt.Fprintf(&b, "| %s | %s | %s | - | - | - | - | %s | - | - |\n", c.Solver, c.Version, w.Name, shortened(w.Failure))
				continue
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %d | %d | %d | %d | %s | %s | %d |\n", c.Solver, c.Version, w.Name, w.Queries, len(c.Logics), w.Same,
				w.Itself, strings.Join(listed(w.Differences), "; "), strings.Join(listed(w.Models), "; "), len(w.Kept))
		}
	}
	b.WriteString("\n")
	for _, c := range all {
		fmt.Fprintf(&b, "%s %s, fresh processes: %s.\n", c.Solver, c.Version, strings.Join(listed(c.Outcomes), "; "))
	}
	return b.String()
}

// listed lists counts, the largest first.
func listed(m map[string]int) []string {
	keys := slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Or(m[b]-m[a], strings.Compare(a, b)) })
	var out []string
	for _, k := range keys {
		out = append(out, fmt.Sprintf("%d %s", m[k], k))
	}
	return out
}
