package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// A command that looks at its context ends by itself; one that does not is left behind in time, whatever it does, and a second
// signal does not wait.
func TestInterruptible(t *testing.T) {
	var stop atomic.Bool
	defer stop.Store(true)
	spin := func(context.Context) int {
		for !stop.Load() { // a computation that looks at nothing else
		}
		return 0
	}
	for _, tt := range []struct {
		name        string
		command     func(context.Context) int
		signals     int
		code        int
		least, most time.Duration
		said        string
	}{
		{"no signal", func(context.Context) int { return 7 }, 0, 7, 0, time.Second, ""},
		{"clean end", func(ctx context.Context) int { <-ctx.Done(); return 10 }, 1, 10, 0, 500 * time.Millisecond, ""},
		{"spins", spin, 1, exitInterrupted, 650 * time.Millisecond, 2 * time.Second, "assay: interrupted\n"},
		{"blocks", func(context.Context) int { select {} }, 1, exitInterrupted, 650 * time.Millisecond, 2 * time.Second, "assay: interrupted\n"},
		{"two signals", spin, 2, exitInterrupted, 0, 500 * time.Millisecond, "assay: interrupted\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			signals := make(chan os.Signal, 2)
			for range tt.signals {
				signals <- syscall.SIGINT
			}
			var stderr bytes.Buffer
			began := time.Now()
			code := interruptible(signals, NewStreams(nil, io.Discard, &stderr), tt.command)
			took := time.Since(began)
			if code != tt.code || took < tt.least || took > tt.most || stderr.String() != tt.said {
				t.Errorf("code %d after %v, said %q", code, took, stderr.String())
			}
		})
	}
}

// Last words that nobody reads do not hold up the process.
func TestInterruptibleWithBlockedOutput(t *testing.T) {
	signals := make(chan os.Signal, 2)
	signals <- syscall.SIGINT
	signals <- syscall.SIGINT
	r, w := io.Pipe()
	defer func() { _ = r.Close() }()
	began := time.Now()
	code := interruptible(signals, NewStreams(nil, w, w), func(context.Context) int { select {} })
	if took := time.Since(began); code != exitInterrupted || took > 500*time.Millisecond {
		t.Errorf("code %d after %v", code, took)
	}
}

// Every command that reads standard input stops reading when its context ends.
func TestReadingStops(t *testing.T) {
	r, w := io.Pipe()
	defer func() { _ = w.Close() }()
	for _, args := range [][]string{
		{"check", "-"}, {"check", "--print", "--json", "-"}, {"eval", "--model", "-", os.DevNull}, {"eval", "--model", os.DevNull, "-"},
		{"mutate", "--out", t.TempDir(), "-"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(100*time.Millisecond, cancel)
		var stderr bytes.Buffer
		began := time.Now()
		code := Run(ctx, args, NewStreams(r, io.Discard, &stderr))
		if took := time.Since(began); code != exitInterrupted || took > time.Second || !strings.HasSuffix(stderr.String(), ": interrupted\n") {
			t.Errorf("%v: code %d after %v, said %q", args, code, took, stderr.String())
		}
	}
}
