package cli

import (
	"os"
	"syscall"
	"testing"
	"time"
)

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = r.Close(), w.Close() })
	return r, w
}

// TestAbandoned: a pipe is abandoned when its reader has gone, whatever is in it; a file never is.
func TestAbandoned(t *testing.T) {
	r, w := pipe(t)
	if abandoned(w) {
		t.Error("a pipe with a reader")
	}
	if _, err := w.WriteString("something"); err != nil {
		t.Fatal(err)
	}
	if abandoned(w) {
		t.Error("a pipe that is not empty")
	}
	_ = r.Close()
	if !abandoned(w) {
		t.Error("a pipe without a reader")
	}
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if abandoned(f) {
		t.Error("a file")
	}
}

// TestSignalOfSolvers: a solver that goes away while it is being written to ends nothing; the reader of our output going away does.
func TestSignalOfSolvers(t *testing.T) {
	stdout := os.Stdout
	defer func() { os.Stdout = stdout }()
	r, w := pipe(t)
	os.Stdout = w
	broken, signals := make(chan os.Signal), make(chan os.Signal, 1)
	go endWithReader(broken, signals)
	for range 3 { // taking one means that the previous one has been looked at
		broken <- syscall.SIGPIPE
	}
	select {
	case <-signals:
		t.Fatal("the end of a solver ended the command")
	default:
	}
	_ = r.Close()
	select {
	case broken <- syscall.SIGPIPE:
	case <-signals: // the look at the previous one came late
		return
	}
	select {
	case <-signals:
	case <-time.After(time.Minute):
		t.Fatal("the command goes on without a reader")
	}
}
