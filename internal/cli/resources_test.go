package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
)

func TestResources(t *testing.T) {
	path := filepath.Join(t.TempDir(), "held.tsv")
	r, err := newResources(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []campaign.Snapshot{
		{},
		{Elapsed: 5 * time.Second, Mutants: 1},
		{Elapsed: 11 * time.Second, Mutants: 2},
		{Elapsed: 12 * time.Second, Mutants: 3, Done: true},
	} {
		r.show(s)
	}
	if err := r.end(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != 4 {
		t.Fatalf("%d lines, want a head and three:\n%s", len(lines), text)
	}
	head := strings.Split(lines[0], "\t")
	for i, mutants := range []string{"0", "2", "3"} {
		fields := strings.Split(lines[i+1], "\t")
		if len(fields) != len(head) || fields[1] != mutants {
			t.Errorf("line %d is %q, want %d fields with %s mutants", i+1, fields, len(head), mutants)
		}
		for column, v := range fields[4:9] {
			if runtime.GOOS == "linux" && (v == "-" || v == "0") {
				t.Errorf("line %d does not tell %s", i+1, head[4+column])
			}
		}
	}
	none, err := newResources("")
	if err != nil {
		t.Fatal(err)
	}
	none.show(campaign.Snapshot{Done: true})
	if err := none.end(); err != nil {
		t.Error(err)
	}
	if _, err := newResources(filepath.Join(path, "below", "a", "file")); err == nil {
		t.Error("a file below a file is written")
	}
}
