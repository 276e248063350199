package campaign

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/store"
)

// rowsOf returns the rows of a query, with a blank between values.
func rowsOf(t *testing.T, path, query string) (out []string) {
	t.Helper()
	c, err := sqlite3.OpenFlags(path, sqlite3.OPEN_READONLY)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	s, _, err := c.Prepare(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer func() { _ = s.Close() }()
	for s.Step() {
		var row []string
		for i := range s.ColumnCount() {
			row = append(row, s.ColumnText(i))
		}
		out = append(out, strings.Join(row, " "))
	}
	if err := s.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return out
}

// Each query of docs/reference/store.md has an answer in a campaign, and what it says is what the campaign says.
func TestQueries(t *testing.T) {
	text, err := os.ReadFile("../../docs/reference/store.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(blocks) != 13 {
		t.Fatalf("%d queries", len(blocks))
	}
	c := damaged(t)
	c.Effort, c.Mutants = effort.Adaptive, 20
	mustRun(t, c)
	c.Mutants = 40
	sum := mustRun(t, c)
	path := filepath.Join(c.Out, store.FileName)
	for _, b := range blocks {
		if rows := rowsOf(t, path, b[1]); len(rows) == 0 && !strings.Contains(b[1], "FROM reasons") && !strings.Contains(b[1], "FROM coverage") && !strings.Contains(b[1], "'shards'") {
			t.Errorf("no rows: %s", b[1])
		}
	}
	solver := c.Targets[0].String()
	one := sum.Stats.Engines["one"].Acceptance[solver]
	for query, want := range map[string][]string{
		"SELECT runs FROM outcomes WHERE outcome = 'crash'":                                        {"40"},
		"SELECT value FROM figures WHERE figure IN ('mutants', 'extra_calls') ORDER BY 1":          {"2", "40"},
		"SELECT engine, logic, seeds, used FROM coverage ORDER BY engine":                          {"one QF_LIA 3 3", "one QF_UF 1 0", "two QF_LIA 3 3", "two QF_UF 1 0"},
		"SELECT sum(mutants), count(DISTINCT rule) FROM rules":                                     {"40 1"},
		"SELECT sum(hits), count(*) FROM findings":                                                 {"40 2"},
		"SELECT count(*) FROM history WHERE what = 'found'":                                        {"2"},
		"SELECT name FROM solvers":                                                                 {solver},
		"SELECT runs, rejected FROM acceptance WHERE solver = '" + solver + "' AND engine = 'one'": {fmt.Sprint(one.Calls, " ", one.Rejected)},
		"SELECT number, ended FROM sessions":                                                       {"1 mutants", "2 mutants"},
		"SELECT count(*) FROM seeds":                                                               {"4"},
		"SELECT count(*) FROM excluded":                                                            {"2"},
		"SELECT name FROM settings WHERE name IN ('seed', 'solvers')":                              {"seed", "solvers"},
		"PRAGMA integrity_check":                                                                   {"ok"},
		"PRAGMA checksum_verification":                                                             {"1"},
		"PRAGMA journal_mode":                                                                      {"delete"},
	} {
		if diff := cmp.Diff(want, rowsOf(t, path, query)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
}
