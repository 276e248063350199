package notify_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/notify"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

func finding(i int) event.Finding {
	return event.Finding{Mutant: fmt.Sprint("m", i), Class: oracle.CrashClass, Solver: "z3", Signature: fmt.Sprint("s", i), New: true, Folder: fmt.Sprint("out/findings/", i), Kept: true}
}

// Each finding that is new and has a folder is a line on the command's standard input, one process at a time.
func TestTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "told")
	n := notify.New(notify.Command{
		Run:   fmt.Sprintf("mkdir %s.lock && cat >>%[1]s; rmdir %[1]s.lock", file),
		Worth: func(f *event.Finding) bool { return f.Mutant != "m3" },
		Known: func(f *event.Finding) bool { return f.Mutant == "m4" },
	})
	again, nowhere := finding(5), finding(6)
	again.New, nowhere.Folder = false, ""
	for _, e := range []event.Event{finding(1), event.Fault{}, finding(2), finding(3), finding(4), again, nowhere} {
		n.Take(e)
	}
	if r := n.Close(t.Context()); r != (notify.Report{Told: 2}) || r.String() != "" {
		t.Errorf("%+v, %q", r, r)
	}
	n.Take(finding(7)) // after the end it is nobody's business
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != 2 {
		t.Fatalf("%q", lines)
	}
	for i, line := range lines {
		e, err := event.Parse([]byte(line))
		if f, ok := e.(event.Finding); err != nil || !ok || f != finding(i+1) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func TestFails(t *testing.T) {
	n := notify.New(notify.Command{Run: "echo no mail here >&2; exit 7"})
	n.Take(finding(1))
	n.Take(finding(2))
	if r := n.Close(t.Context()); r.Told != 0 || r.Failed != 2 || r.String() != "2 of 2 runs failed (the first: it ended with status 7: no mail here)" {
		t.Errorf("%+v: %s", r, r)
	}
	n = notify.New(notify.Command{Run: "sleep 1000", Timeout: time.Millisecond})
	n.Take(finding(1))
	if r := n.Close(t.Context()); r.Failed != 1 || r.Problem != "no end within 1ms" {
		t.Errorf("%+v", r)
	}
}

// A command that does not end holds nothing up: further findings are dropped, and it is killed in the end, with what it has started.
func TestNeverBlocks(t *testing.T) {
	dir := t.TempDir()
	n := notify.New(notify.Command{Run: fmt.Sprintf("echo $$ >%s/pid; sleep 1000 & sleep 1000", dir), Timeout: time.Hour})
	n.Take(finding(0))
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if text, err := os.ReadFile(filepath.Join(dir, "pid")); err == nil && len(text) > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the command was not started")
		}
	}
	const more = 5
	for i := range notify.Queue + more {
		n.Take(finding(i + 1))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := n.Close(ctx); r.Told != 0 || r.Failed != 0 || r.Dropped != 1+notify.Queue+more {
		t.Errorf("%+v", r)
	}
}
