package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// interrupts returns the channel of a process that has had n signals.
func interrupts(n int) <-chan os.Signal {
	signals := make(chan os.Signal, 2)
	for range n {
		signals <- syscall.SIGINT
	}
	return signals
}

// A command that looks at its context ends by itself; one that does not is left behind after lastTime, which is below a second, and a second
// signal does not wait. The clock is synctest's: it goes on when all goroutines wait.
func TestInterruptible(t *testing.T) {
	if lastTime+sayTime >= time.Second {
		t.Errorf("an interrupted command may take %v", lastTime+sayTime)
	}
	for _, tt := range []struct {
		name    string
		command func(ctx context.Context, end <-chan struct{}) int
		signals int
		code    int
		took    time.Duration
		said    string
	}{
		{"no signal", func(context.Context, <-chan struct{}) int { return 7 }, 0, 7, 0, ""},
		{"clean end", func(ctx context.Context, _ <-chan struct{}) int { <-ctx.Done(); return 10 }, 1, 10, 0, ""},
		{"blocks", func(_ context.Context, end <-chan struct{}) int { <-end; return 0 }, 1, exitInterrupted, lastTime, "assay: interrupted\n"},
		{"two signals", func(_ context.Context, end <-chan struct{}) int { <-end; return 0 }, 2, exitInterrupted, 0, "assay: interrupted\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				end := make(chan struct{})
				defer close(end)
				var stderr bytes.Buffer
				began := time.Now()
				code := interruptible(interrupts(tt.signals), NewStreams(nil, io.Discard, &stderr), lastTime, func(ctx context.Context) int { return tt.command(ctx, end) })
				if took := time.Since(began); code != tt.code || took != tt.took || stderr.String() != tt.said {
					t.Errorf("code %d after %v, said %q", code, took, stderr.String())
				}
			})
		})
	}
}

// The same for a computation that looks at nothing else. It does not wait, so the clock is the real one: the command ends at all, and not before
// its time. On a busy machine its last words may come after that.
func TestInterruptibleComputation(t *testing.T) {
	var stop atomic.Bool
	defer stop.Store(true)
	spin := func(context.Context) int {
		for !stop.Load() {
		}
		return 0
	}
	for signals, least := range map[int]time.Duration{1: lastTime, 2: 0} {
		var stderr text
		began := time.Now()
		code := interruptible(interrupts(signals), NewStreams(nil, io.Discard, &stderr), lastTime, spin)
		if took := time.Since(began); code != exitInterrupted || took < least {
			t.Errorf("%d signals: code %d after %v", signals, code, took)
		}
		for deadline := time.Now().Add(time.Minute); stderr.String() != "assay: interrupted\n"; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%d signals: said %q", signals, stderr.String())
			}
		}
	}
}

// Last words that nobody reads do not hold up the process.
func TestInterruptibleWithBlockedOutput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		end := make(chan struct{})
		defer func() { close(end); _ = r.Close() }()
		began := time.Now()
		code := interruptible(interrupts(2), NewStreams(nil, w, w), lastTime, func(context.Context) int { <-end; return 0 })
		if took := time.Since(began); code != exitInterrupted || took != sayTime {
			t.Errorf("code %d after %v", code, took)
		}
	})
}

// A blockedReader says when it is read, and has nothing until its end.
type blockedReader struct {
	once    sync.Once
	reading chan struct{}
	end     chan struct{}
}

func (b *blockedReader) Read([]byte) (int, error) {
	b.once.Do(func() { close(b.reading) })
	<-b.end
	return 0, io.EOF
}

// Every command that reads standard input stops reading when its context ends.
func TestReadingStops(t *testing.T) {
	for _, args := range [][]string{
		{"check", "-"}, {"check", "--print", "--json", "-"}, {"eval", "--model", "-", os.DevNull}, {"eval", "--model", os.DevNull, "-"},
		{"mutate", "--out", t.TempDir(), "-"},
	} {
		in := &blockedReader{reading: make(chan struct{}), end: make(chan struct{})}
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-in.reading; cancel() }()
		hang := time.AfterFunc(time.Minute, func() { close(in.end) }) // a command that reads on sees the end, and does not say that it was interrupted
		var stderr bytes.Buffer
		code := Run(ctx, args, NewStreams(in, io.Discard, &stderr))
		if code != exitInterrupted || !strings.HasSuffix(stderr.String(), ": interrupted\n") {
			t.Errorf("%v: code %d, said %q", args, code, stderr.String())
		}
		if hang.Stop() {
			close(in.end)
		} else {
			t.Errorf("%v goes on reading", args)
		}
	}
}
