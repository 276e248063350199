package bugbench

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/findings"
)

func TestPlanCheck(t *testing.T) {
	for _, tt := range []struct {
		arms []string
		want string // "" for a plan that is all right
	}{
		{nil, "there is no arm"}, {[]string{"a"}, ""}, {[]string{"a", "b", "A"}, ""}, {[]string{"a", "a"}, `arm "a" is there twice`},
		{[]string{"a", "b", "a"}, `arm "a" is there twice`}, {[]string{"b", "a", "a"}, `arm "a" is there twice`},
		{[]string{"a", ""}, `arm ""`}, {[]string{"../a"}, "a name has letters"}, {[]string{".a"}, "a name has letters"}, {[]string{"a.b_c+d-e"}, ""},
	} {
		var p Plan
		for _, name := range tt.arms {
			p.Arms = append(p.Arms, Arm{Name: name})
		}
		if err := p.Check(); (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.arms, err, tt.want)
		}
	}
}

// A program that cannot be read has no checksum, and no benchmark begins or goes on with it.
func TestProgramThatCannotBeRead(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	if sum, err := sumOf(nowhere); !errors.Is(err, os.ErrNotExist) || sum != "" {
		t.Errorf("%q, %v", sum, err)
	}
	dir := t.TempDir()
	there := program(t, "x")
	if sum, err := sumOf(there); err != nil || len(sum) != 64 {
		t.Errorf("%q, %v", sum, err)
	}
	p := &Plan{Arms: []Arm{{Name: "good", Program: there}, {Name: "bad", Program: nowhere}}}
	if _, err := p.settle(dir); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "arm bad") {
		t.Errorf("a new benchmark: %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("%v, %v", entries, err)
	}
	p.Arms = p.Arms[:1]
	if changed, err := p.settle(dir); err != nil || len(changed) != 0 {
		t.Fatal(changed, err)
	}
	if err := os.Remove(there); err != nil {
		t.Fatal(err)
	}
	var plan *PlanError
	if _, err := p.settle(dir); !errors.Is(err, os.ErrNotExist) || errors.As(err, &plan) {
		t.Errorf("a benchmark that goes on: %v", err)
	}
}

// Only folders are findings: what else lies among them is left alone.
func TestKeptFoldersOnly(t *testing.T) {
	run := t.TempDir()
	writeFinding(t, run, "crash-z3", "(check-sat)")
	writeFinding(t, run, ".new-crash-z3", "(check-sat)")
	if err := os.WriteFile(filepath.Join(run, campaignDir, findings.Folder, "notes.txt"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	k, err := newKeeper(run)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := k.look(time.Second, time.Unix(1, 0), true); err != nil {
			t.Fatal(err)
		}
	}
	kept, damaged, err := loadKept(run)
	if err != nil || len(kept) != 1 || len(damaged) != 0 || kept[0].Finding != "crash-z3" || kept[0].CPU != 1 {
		t.Errorf("%+v, %v, %v", kept, damaged, err)
	}
}

// An arm whose runs have not used enough is compared with none.
func TestComparisonWithNothing(t *testing.T) {
	for _, begun := range []string{"a", "b"} {
		f := newFolder(t, 4, "a", "b")
		for k := 1; k <= 4; k++ {
			f.run(begun, k, 100)
			f.finding(begun, k, float64(k), "e", "x")
		}
		c := f.summarise(0).Comparisons[0]
		if c.Distinct.P != nil || c.Times.P != nil || !strings.Contains(c.Distinct.Words, "with 0 and 0") || !strings.Contains(c.Times.Words, "too few runs") {
			t.Errorf("only %s: %+v, %+v", begun, c.Distinct, c.Times)
		}
	}
}
