package cli

import (
	"context"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"github.com/assay-smt/assay/internal/ui/live"
	"github.com/assay-smt/assay/internal/ui/tui"
)

// viewFrom is how long a campaign runs before it is shown on the whole terminal: a short one only says how it ended.
const viewFrom = time.Second

// canView reports whether a stream is a terminal on which a campaign can be shown: one with keys, that is ours. In the background of a shell, a process that
// changes its terminal is stopped.
func (s *Streams) canView(o *Output) bool {
	in, ok := s.In.(*os.File)
	if !ok || !o.terminal {
		return false
	}
	group, err := unix.IoctlGetInt(int(in.Fd()), unix.TIOCGPGRP) // only terminals have one
	return err == nil && group == unix.Getpgrp()
}

// A liveView is a campaign on the whole terminal, in its own goroutine. The zero value shows nothing.
type liveView struct {
	cancel context.CancelFunc // nil before it begins
	ended  chan struct{}
}

// begin shows a campaign until ctx ends or end is called.
func (v *liveView) begin(ctx context.Context, t tui.Terminal) {
	ctx, v.cancel = context.WithCancel(ctx)
	v.ended = make(chan struct{})
	go func() {
		defer close(v.ended)
		_ = tui.Run(ctx, t) // without a view, the campaign goes on
	}()
}

// end gives the terminal back.
func (v *liveView) end() {
	if v.cancel != nil {
		v.cancel()
		<-v.ended
	}
}

// terminal is what a stream shows of a campaign's state.
func (s *Streams) terminal(o *Output, dir string, state func() (*live.State, int)) tui.Terminal {
	return tui.Terminal{
		In: s.In, Out: o.w, Environ: os.Environ(), State: state, Details: func(f live.Finding) []string { return live.Details(dir, f) },
	}
}
