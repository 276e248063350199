package sandbox_test

import (
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/sandbox"
)

func TestSettle(t *testing.T) {
	done := make(chan error, 1)
	began := time.Now()
	go func() {
		_, err := sandbox.Run(t.Context(), sandbox.Command{Argv: []string{"sleep", "0.3"}})
		done <- err
	}()
	for sandbox.Settle(0) && time.Since(began) < 10*time.Second { // until it has begun
		time.Sleep(time.Millisecond)
	}
	if !sandbox.Settle(time.Minute) {
		t.Error("a process that sleeps does not end")
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if spent := time.Since(began); spent < 300*time.Millisecond {
		t.Errorf("waited %v for a process that sleeps 300ms", spent)
	}
}
