package seeds_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/seeds"
)

// TestReadmeCounts compares the table in README.md, a line per logic, with the embedded files.
func TestReadmeCounts(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	stated := map[string]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, " | ")
		if len(cells) == 5 && cells[0] != "| logic" && cells[0] != "| all" {
			stated[strings.TrimPrefix(cells[0], "| ")] = strings.Join(cells[1:4], " ")
		}
	}
	counts := map[string]*[3]int{}
	for _, s := range seeds.All() {
		if counts[logicOf(s)] == nil {
			counts[logicOf(s)] = new([3]int)
		}
		switch statusOf(s) {
		case seeds.StatusSat:
			counts[logicOf(s)][0]++
		case seeds.StatusUnsat:
			counts[logicOf(s)][1]++
		case seeds.StatusIncremental:
			counts[logicOf(s)][2]++
		}
	}
	actual := map[string]string{}
	for logic, n := range counts {
		actual[logic] = fmt.Sprintf("%d %d %d", n[0], n[1], n[2])
	}
	if diff := cmp.Diff(actual, stated); diff != "" {
		t.Errorf("README.md is out of date (-files +README):\n%s", diff)
	}
}
