package tui_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/ui/live"
	"github.com/assay-smt/assay/internal/ui/tui"
)

// A screen takes what is written to a terminal.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// start runs a view on a stream that is not a terminal, so that its size is that of the environment.
func start(t *testing.T, ctx context.Context, v tui.Terminal) (out *screen, keys io.Writer, ended <-chan error) {
	t.Helper()
	r, w := io.Pipe()
	t.Cleanup(func() { _ = w.Close() })
	out = &screen{}
	v.In, v.Out, v.Environ = r, out, []string{"TERM=xterm", "COLUMNS=80", "LINES=24", "SSH_TTY=x"}
	done := make(chan error, 1)
	go func() { done <- tui.Run(ctx, v) }()
	return out, w, done
}

func wait(t *testing.T, ended <-chan error) {
	t.Helper()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("the view does not end")
	}
}

// The view ends with its context, and when there is no campaign any more, and then leaves the screen of programs.
func TestViewEnds(t *testing.T) {
	t.Run("context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		out, _, ended := start(t, ctx, tui.Terminal{State: func() (*live.State, int) { return &live.State{Out: "x"}, 0 }})
		cancel()
		wait(t, ended)
		if got := out.String(); strings.Count(got, "\x1b[?1049h") != strings.Count(got, "\x1b[?1049l") {
			t.Errorf("%q", got)
		}
	})
	t.Run("campaign", func(t *testing.T) {
		var looks atomic.Int64
		_, _, ended := start(t, t.Context(), tui.Terminal{State: func() (*live.State, int) {
			if looks.Add(1) > 2 {
				return nil, 0
			}
			return &live.State{Out: "x"}, 0
		}})
		wait(t, ended)
	})
	t.Run("none", func(t *testing.T) {
		out, _, ended := start(t, t.Context(), tui.Terminal{State: func() (*live.State, int) { return nil, 0 }})
		if wait(t, ended); out.String() != "" {
			t.Errorf("%q", out)
		}
	})
}

// Keys do what the terminal was given to do.
func TestViewKeys(t *testing.T) {
	var paused, done atomic.Int64
	shown := make(chan string, 1)
	_, keys, ended := start(t, t.Context(), tui.Terminal{
		State:   func() (*live.State, int) { return &live.State{Out: "x", Latest: []live.Finding{{Class: "crash"}}}, 0 },
		Details: func(f live.Finding) []string { shown <- f.Class; return nil },
		Pause:   func() { paused.Add(1) }, End: func() { done.Add(1) },
	})
	for _, key := range []string{"p", "p", "\r"} {
		if _, err := io.WriteString(keys, key); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case class := <-shown:
		if class != "crash" {
			t.Errorf("details of a %s", class)
		}
	case <-time.After(time.Minute):
		t.Fatal("no details")
	}
	if _, err := io.WriteString(keys, "q"); err != nil {
		t.Fatal(err)
	}
	wait(t, ended)
	if paused.Load() != 2 || done.Load() != 1 {
		t.Errorf("paused %d times, ended %d times", paused.Load(), done.Load())
	}
}
