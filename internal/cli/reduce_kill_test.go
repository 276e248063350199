package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/testing/solvertest"
	"github.com/assay-smt/assay/smt/elab"
)

// TestReduceKilled kills a reduction again and again, after it has written its file for the first, second or third time, and some moments
// later, which may be amid anything: each time, the file is whole and contains what it has to, and running on it ends where an
// undisturbed reduction does.
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
	// run kills the reduction some time after it has written out so often, 0 for not at all.
	kills := 0
	run := func(file string, writes int, after time.Duration) {
		t.Helper()
		cmd := exec.Command(program, "reduce", "-q", "--timeout", "60s", "--out", out, file, "--", solvertest.Binary(t), `--when=(?s)mod.*check-sat=>sleep 3 exit 7`, "--do=exit 0")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		before, _ := os.Stat(out) // none in the beginning
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		hang := time.After(5 * time.Minute)
		look := time.NewTicker(time.Millisecond)
		defer look.Stop()
		for {
			select {
			case err := <-ended:
				if err != nil {
					t.Fatalf("%v: %s", err, stderr.String())
				}
				return // there was less to write
			case <-hang:
				_ = cmd.Process.Kill()
				t.Fatalf("the reduction goes on; %s", stderr.String())
			case <-look.C:
			}
			if now, err := os.Stat(out); writes > 0 && err == nil && (before == nil || !os.SameFile(before, now)) {
				before = now
				if writes--; writes == 0 {
					time.Sleep(after)
					_ = cmd.Process.Kill()
					<-ended
					kills++
					return
				}
			}
		}
	}
	file, last := start, len(text.String())
	for i := range 12 {
		run(file, 1+i%3, time.Duration(i)*time.Millisecond)
		data, err := os.ReadFile(out)
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
	t.Logf("killed %d times", kills) // 11 or 12, unless the machine is too busy to see a write before the end
	run(file, 0, 0)
	resumed, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	run(start, 0, 0)
	whole, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if len(resumed) > len(whole)+10 {
		t.Errorf("resumed:\n%s\nundisturbed:\n%s", resumed, whole)
	}
}
