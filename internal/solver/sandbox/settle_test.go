package sandbox_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// Settle waits for a process as long as it lives, here until the test opens and closes the pipe that it reads, and no longer.
func TestSettle(t *testing.T) {
	if !sandbox.Settle(longEnough) { // those that other tests have killed
		t.Fatal("there is a process of another test")
	}
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := sandbox.Run(t.Context(), sandbox.Command{Argv: []string{"cat", pipe}, Timeout: longEnough})
		done <- err
	}()
	const moment = 20 * time.Millisecond // in which nothing ends
	await(t, "there is a process to wait for", func() bool { return !sandbox.Settle(0) })
	if sandbox.Settle(moment) {
		t.Error("it did not wait for a process that reads")
	}
	w, err := os.OpenFile(pipe, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if sandbox.Settle(moment) {
		t.Error("it did not wait for a process that reads")
	}
	_ = w.Close()
	if !sandbox.Settle(longEnough) {
		t.Error("a process that has read everything does not end")
	}
	if left := processes(t, "cat\x00"+pipe+"\x00"); len(left) > 0 {
		t.Errorf("process %v is there", left)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}
