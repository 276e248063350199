package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings/review"
)

// triage groups the hub's findings as they come, as assay triage --watch beside it would, until ctx ends. What goes wrong there does not end the campaign.
func (r *hubRun) triage(ctx context.Context) {
	p := r.opts.Plan
	opts := &triageOptions{
		Streams: NewStreams(nil, io.Discard, io.Discard), Known: knownFlags{Paths: p.Known}, Jobs: 1, Runs: review.DefaultRuns, Watch: true, Quiet: true, dir: r.out,
	}
	opts.Profiles.Files, opts.Theory = p.Profiles, p.Theory
	opts.ticker = newTicker(opts.Streams, true)
	if err := opts.beside(ctx); err != nil && ctx.Err() == nil {
		r.opts.remark(fmt.Sprintf("findings are not triaged any more: %v; assay triage %s does it later", err, r.out))
	}
}

// beside goes through the findings of a running campaign until it ends.
func (opts *triageOptions) beside(ctx context.Context) error {
	all, _, err := opts.Known.load(opts.dir)
	if err != nil {
		return err
	}
	lock, err := disk.TryLock(filepath.Join(opts.dir, triageLock))
	if err != nil {
		return err
	}
	defer lock.Unlock()
	_, err = opts.rounds(ctx, all)
	return err
}
