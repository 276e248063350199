package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/solver/solvertest"
	"github.com/assay-smt/assay/smt/elab"
)

// TestReduceKilled kills a reduction at arbitrary moments: each time, the file is whole and contains what it has to, and
// running on it ends where an undisturbed reduction does.
func TestReduceKilled(t *testing.T) {
	program, err := exec.LookPath("assay")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "small.smt2")
	start := filepath.Join(dir, "start.smt2")
	var text strings.Builder
	text.WriteString("(declare-fun x () Int)\n")
	for i := range 40 {
		text.WriteString("(declare-fun y" + strings.Repeat("y", i) + " () Int)\n(assert (or (> x (* 2 y" + strings.Repeat("y", i) + ")) (= x (mod x 3))))\n")
	}
	text.WriteString("(check-sat)\n")
	if err := os.WriteFile(start, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(file string, kill time.Duration) {
		cmd := exec.Command(program, "reduce", "-q", "--timeout", "60s", "--out", out, file, "--", solvertest.Binary(t), `--when=(?s)mod.*check-sat=>sleep 3 exit 7`, "--do=exit 0")
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if kill > 0 {
			time.AfterFunc(kill, func() { _ = cmd.Process.Kill() })
		}
		if err := cmd.Wait(); err != nil && kill == 0 {
			t.Fatal(err)
		}
	}
	file, last := start, len(text.String())
	for i := range 12 {
		run(file, time.Duration(20+37*i)*time.Millisecond)
		data, err := os.ReadFile(out)
		if os.IsNotExist(err) && file == start {
			continue // it was killed before it had run the command on the original
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := elab.Script(string(data), elab.Options{}); err != nil || !strings.Contains(string(data), "mod") || !strings.Contains(string(data), "check-sat") {
			t.Fatalf("kill %d leaves %q: %v", i, data, err)
		}
		if len(data) > last {
			t.Fatalf("kill %d leaves %d bytes after %d", i, len(data), last)
		}
		file, last = out, len(data)
	}
	run(file, 0)
	resumed, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	run(start, 0)
	whole, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if len(resumed) > len(whole)+10 {
		t.Errorf("resumed:\n%s\nundisturbed:\n%s", resumed, whole)
	}
}
