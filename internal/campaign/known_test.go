package campaign

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
)

// When the context ends while findings are looked up, the campaign does not wait for a debugger.
func TestNoDebuggerOnceEnded(t *testing.T) {
	dir := t.TempDir()
	ran := filepath.Join(dir, "ran")
	if err := os.WriteFile(filepath.Join(dir, "gdb"), []byte("#!/bin/sh\necho x >"+ran+"\necho '#0  0x01 in f ()'\n"), 0o700); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	target := scripted(t, "echo unknown")
	finding := findings.Finding{
		Class: oracle.CrashClass, Solver: target.String(), Family: "z3", Version: "1", Logic: "QF_S", Signature: "crash/z3/signal SEGV",
		Runs: []findings.Run{{Solver: target.String(), File: findings.BugFile, Outcome: outcome.Crash}},
	}
	folder := filepath.Join(dir, "finding")
	if err := findings.Keep(folder, finding, findings.Texts{Bug: []byte("(check-sat)\n")}); err != nil {
		t.Fatal(err)
	}
	c := &Config{Targets: []solver.Target{target}, Known: &known.List{Entries: []*known.Entry{
		{Name: "b", Status: known.Known, Class: "crash", Solver: "z3", Stacks: []string{"f"}},
	}}}
	all := []findings.Brief{{Class: "crash", Family: "z3", Version: "1", Signature: finding.Signature, Dir: folder}}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if rest, found := c.setApartKnown(ended, all, EndDuration); len(rest) != 1 || len(found) != 0 {
		t.Errorf("%v, %v", rest, found)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("the debugger was asked although the context had ended")
	}
	if rest, found := c.setApartKnown(t.Context(), all, EndDuration); len(rest) != 0 || len(found) != 1 {
		t.Errorf("%v, %v", rest, found)
	}
}
