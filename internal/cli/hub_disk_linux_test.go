package cli_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/assay-smt/assay/internal/campaign"
)

// When the disk of a hub is full, the hub ends with a clear error, its workers wait, and with room again the same command goes on: nothing is lost, and
// nothing counts twice.
func TestHubFullDisk(t *testing.T) {
	p := newPlant(t, 6)
	disk := p.path("disk")
	if err := os.Mkdir(disk, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size=64m"); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		for errors.Is(unix.Unmount(disk, 0), unix.EBUSY) { // the processes may not be gone yet
			time.Sleep(10 * time.Millisecond)
		}
	})
	flags := []string{"--solver", p.solver, "--engine", "typefuzz,opfuzz", "--mutants", "900", "--seed", "5", "-q", "--set", "campaign.chain=6"}
	one := p.start(t, append(append([]string{"fuzz", "--out", "one"}, flags...), "seeds")...)
	if code := one.wait(t, slow); code != 10 {
		t.Fatalf("exit code %d:\n%s", code, one.said)
	}
	many := p.path("disk", "many")
	begin := func() *proc {
		return p.start(t, append(append([]string{"hub", "--out", many, "--quota", "16MiB", "--lease", "2s", "--triage=false"}, flags...), "seeds")...)
	}
	hub := begin()
	for deadline := time.Now().Add(slow); !isFile(p.path("disk", "many", campaign.HubFile)); time.Sleep(10 * time.Millisecond) {
		if hub.over() || time.Now().After(deadline) {
			t.Fatalf("the hub has ended:\n%s", hub.said)
		}
	}
	workers := []*proc{p.start(t, "work", "--hub", many, "--jobs", "1"), p.start(t, "work", "--hub", many, "--jobs", "1")}
	for _, at := range []int64{100, 400} {
		for deadline := time.Now().Add(slow); ; time.Sleep(20 * time.Millisecond) {
			if s, err := campaign.LoadState(many); err == nil && s.Stats.Mutants >= at {
				break
			}
			if hub.over() || time.Now().After(deadline) {
				t.Fatalf("the hub has ended:\n%s", hub.said)
			}
		}
		fill(t, p.path("disk", "filler"))
		if code := hub.wait(t, slow); code != 5 || !strings.Contains(hub.said.String(), "no space left on device") {
			t.Errorf("exit code %d:\n%s", code, hub.said)
		}
		for _, w := range workers {
			if w.over() {
				t.Errorf("a worker has ended:\n%s", w.said)
			}
		}
		if err := os.Remove(p.path("disk", "filler")); err != nil {
			t.Fatal(err)
		}
		hub = begin()
	}
	if code := hub.wait(t, slow); code != 10 {
		t.Fatalf("exit code %d:\n%s", code, hub.said)
	}
	if diff := cmp.Diff(p.told(t, "one"), p.told(t, "disk/many")); diff != "" {
		t.Errorf("campaigns (-one process +hub):\n%s", diff)
	}
}

// fill fills the disk on which a file is to be.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
}
