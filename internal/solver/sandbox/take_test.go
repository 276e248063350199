package sandbox

import (
	"testing"

	"golang.org/x/sys/unix"
)

// TestTakeAtTheEnd: a process that has ended loses none of its output when the system shows the end of standard error first.
func TestTakeAtTheEnd(t *testing.T) {
	pipe := func(text string) int {
		r, w, err := openPipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = unix.Close(r) })
		if err := unix.SetNonblock(r, true); err != nil {
			t.Fatal(err)
		}
		if _, err := unix.Write(w, []byte(text)); err != nil {
			t.Fatal(err)
		}
		_ = unix.Close(w)
		return r
	}
	l := &Live{out: pipe("unsat\n"), err: pipe(""), max: 1 << 20}
	if l.take(false, true) {
		t.Error("both streams count as open")
	}
	if string(l.stdout) != "unsat\n" {
		t.Errorf("standard output was read as %q", l.stdout)
	}
}
