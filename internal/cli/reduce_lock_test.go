package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// Nothing writes into a finding's folder beside a reduction: the files that one puts in place are dropped by the repair with which another begins.
func TestReduceAlone(t *testing.T) {
	out := t.TempDir()
	store, err := findings.Open(out, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	var dirs []string
	for _, signature := range []string{"a", "b"} {
		added, err := store.Add(findings.Hit{Bug: []byte("(check-sat)\n"), Finding: findings.Finding{
			Class: oracle.CrashClass, Solver: "nothing-of-that-name", Family: "fake", Signature: signature, Checks: 1, Repeated: findings.Repetition{Runs: 1, Shown: 1},
		}})
		if err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, added.Folder)
	}
	pending := filepath.Join(dirs[0], findings.BugFile+".new")
	if err := os.WriteFile(pending, []byte("being written"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused := func(holder string, args ...string) {
		t.Helper()
		code, said := runLine(t, args)
		if code != exitUsage || !strings.Contains(said, holder) || !strings.Contains(said, "try again when it has ended") {
			t.Errorf("%v: %d: %s", args, code, said)
		}
		if !isThere(pending) {
			t.Errorf("%v: it has dropped what another process writes", args)
		}
	}

	unlock, err := aloneIn(dirs[0])
	if err != nil {
		t.Fatal(err)
	}
	refused("another assay reduce is running", "reduce", dirs[0])
	refused("assay reduce", "triage", out)
	if _, err := notInTriage(out); err == nil {
		t.Error("folders are joined there beside a reduction")
	}
	if other, err := aloneIn(dirs[1]); err != nil {
		t.Errorf("another finding of the campaign: %v", err)
	} else {
		other()
	}
	unlock()
	if isThere(filepath.Join(dirs[0], reduceLock)) {
		t.Error("the lock stays in the folder")
	}

	triage, err := disk.TryLock(filepath.Join(out, triageLock))
	if err != nil {
		t.Fatal(err)
	}
	refused("assay triage or assay merge", "reduce", dirs[0])
	t.Chdir(dirs[0])
	refused("assay triage or assay merge", "reduce", ".")
	triage.Unlock()
}
