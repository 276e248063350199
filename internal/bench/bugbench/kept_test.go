package bugbench

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/findings"
)

// writeFinding puts a folder that looks like a finding to a keeper into a campaign.
func writeFinding(t *testing.T, run, name, formula string) {
	t.Helper()
	dir := filepath.Join(run, campaignDir, findings.Folder, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, findings.BugFile), []byte(formula), 0o600); err != nil {
		t.Fatal(err)
	}
}

// When somebody removes a formula's folder, its number is free: the next formula takes a number that is not in use.
func TestKeptAfterOneWasTakenAway(t *testing.T) {
	run := t.TempDir()
	for i, formula := range []string{"(check-sat)", "(check-sat) ; 2", "(check-sat) ; three"} {
		writeFinding(t, run, "crash-z3", formula)
		k, err := newKeeper(run)
		if err != nil {
			t.Fatal(err)
		}
		if err := k.look(time.Duration(i)*time.Second, time.Unix(1, 0), true); err != nil {
			t.Fatalf("formula %d: %v", i, err)
		}
		if i == 1 {
			if err := os.RemoveAll(filepath.Join(run, keptDir, "crash-z3.1")); err != nil {
				t.Fatal(err)
			}
		}
	}
	kept, damaged, err := loadKept(run)
	if err != nil || len(kept) != 2 || len(damaged) != 0 {
		t.Errorf("%v, %v, %v", kept, damaged, err)
	}
}

// What a campaign has hidden is still being written, and is none of its findings; nor are files.
func TestHiddenFoldersAreNotKept(t *testing.T) {
	run := t.TempDir()
	writeFinding(t, run, "crash-z3", "(check-sat)")
	writeFinding(t, run, ".new", "(check-sat)")
	if err := os.WriteFile(filepath.Join(run, campaignDir, findings.Folder, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	k, err := newKeeper(run)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.look(time.Second, time.Unix(1, 0), true); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(run, keptDir))
	if err != nil || len(entries) != 1 || entries[0].Name() != "crash-z3.1" {
		t.Errorf("%v, %v", entries, err)
	}
}

// A formula found at the last sample was found within the ledger's time, however that is rounded.
func TestFoundAtTheLastSample(t *testing.T) {
	for _, cpu := range []time.Duration{100_001 * time.Millisecond, 10*time.Second + 400*time.Microsecond, 7*time.Second + 1*time.Millisecond, 10*time.Second + 600*time.Microsecond} {
		run := t.TempDir()
		writeFinding(t, run, "crash-z3", "(check-sat)")
		k, err := newKeeper(run)
		if err != nil {
			t.Fatal(err)
		}
		r := &campaignRun{dir: run, kept: k, ledger: &Ledger{path: filepath.Join(run, ledgerFile)}}
		if err := r.note(began, time.Unix(1, 0), 0); err != nil {
			t.Fatal(err)
		}
		if err := r.sample(ended, time.Unix(2, 0), cpu); err != nil {
			t.Fatal(err)
		}
		l, err := LoadLedger(filepath.Join(run, ledgerFile))
		if err != nil {
			t.Fatal(err)
		}
		kept, _, err := loadKept(run)
		if err != nil || len(kept) != 1 {
			t.Fatal(kept, err)
		}
		if kept[0].CPU > l.CPU().Seconds() {
			t.Errorf("found after %v s, of %v s", kept[0].CPU, l.CPU().Seconds())
		}
	}
}
