package cli

import (
	"context"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/ui/live"
)

// A watch shows how far a campaign is: to its own terminal, to other processes by a file, or in lines.
type watch struct {
	tracker  *live.Tracker
	file     *live.File
	gate     *campaign.Gate
	progress *progress
	// begin shows the campaign on the whole terminal; nil where that is not wanted, or done already.
	begin func()
	view  liveView
}

// watch prepares a campaign to be watched. A key in the view calls end.
func (opts *fuzzOptions) watch(ctx context.Context, end func(), c *campaign.Config) *watch {
	w := &watch{
		tracker: live.NewTracker(live.Plan{
			Out: c.Out, Seed: c.Seed, Limit: c.Duration, Known: func(f event.Finding) string { return campaign.KnownBug(c.Known, f) },
		}),
		file: live.NewFile(c.Out), gate: &campaign.Gate{}, progress: newProgress(opts.Streams, opts.Quiet, opts.JSON),
	}
	w.progress.plain = opts.Plain
	sinks := event.Sinks{w.tracker}
	if c.Events != nil {
		sinks = append(sinks, c.Events)
	}
	c.Events, c.Gate = sinks, w.gate
	if opts.Quiet || opts.JSON || opts.Plain || !opts.canView(opts.Err) {
		return w
	}
	t := opts.terminal(opts.Err, c.Out, func() (*live.State, int) { return w.tracker.State(), 0 })
	t.Pause, t.End = w.pause, end
	w.begin = func() { w.view.begin(ctx, t) }
	return w
}

func (w *watch) pause() {
	if w.gate.Closed() {
		w.gate.Open()
	} else {
		w.gate.Close()
	}
}

// show is called often.
func (w *watch) show(s campaign.Snapshot) {
	w.tracker.Show(s, w.gate.Closed())
	if !s.Done {
		w.file.Write(w.tracker.State())
	}
	if w.begin == nil && w.view.cancel == nil {
		w.progress.show(s)
		return
	}
	if w.begin != nil && s.Elapsed >= viewFrom && !s.Done {
		w.begin()
		w.begin = nil
	}
}

// end ends what is shown: the campaign has ended.
func (w *watch) end() {
	w.view.end()
	w.progress.end()
	w.file.Remove()
}
