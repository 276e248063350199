package snapshot

import (
	"context"
	"errors"
	"maps"
	"sync"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// DefaultServers is the number of servers that are kept when Options.Servers is zero. A z3 server holds about 20 MB of its own.
const DefaultServers = 16

// Options say where a Runner finds what it needs.
type Options struct {
	// Cache is the folder for the library that is compiled once.
	Cache string
	// Dir is the folder for the files that solvers read. The names in it that begin with "snapshot" are the Runner's.
	Dir *disk.Scratch
	// Servers is the number of servers that are kept, 0 for DefaultServers. There are more only while more than that are asked at the
	// same time.
	Servers int
	// Fallback runs requests without a snapshot; nil for trial.Process.
	Fallback trial.Runner
}

// A Runner runs requests in snapshots. Safe for concurrent use.
type Runner struct {
	options Options
	shim    shim
	pool    *pool

	mu      sync.Mutex
	reasons map[string]int64
	refused map[solver.Target]string // why there are no snapshots of a target, "" while that is not known
}

// New returns a Runner. Close ends its processes.
func New(o Options) *Runner {
	if o.Fallback == nil {
		o.Fallback = trial.Process{}
	}
	if o.Servers <= 0 {
		o.Servers = DefaultServers
	}
	return &Runner{
		options: o, shim: shim{cache: o.Cache}, pool: newPool(o.Servers),
		reasons: make(map[string]int64), refused: make(map[solver.Target]string),
	}
}

// Close ends all processes. Those that are being asked end when they have answered.
func (r *Runner) Close() { r.pool.kept.Close() }

// Run implements trial.Runner. A request without a snapshot, for whatever reason, is run by the fallback and counted.
func (r *Runner) Run(ctx context.Context, request trial.Request) (solver.Run, error) {
	run, reason, err := r.Try(ctx, request)
	if err != nil || reason == "" {
		return run, err
	}
	r.count(reason)
	return r.options.Fallback.Run(ctx, request)
}

// Try runs a request in a snapshot; reason says why that is not possible, "" if it was done. Errors are *disk.OutputError and what
// ctx ended with.
func (r *Runner) Try(ctx context.Context, request trial.Request) (run solver.Run, reason string, err error) {
	if ctx.Err() != nil {
		return solver.Run{}, "", context.Cause(ctx)
	}
	if reason := r.Supports(ctx, request.Target); reason != "" {
		return solver.Run{}, reason, nil
	}
	k := key{target: request.Target, options: request.Options, limits: request.Limits}
	k.limits.Time = 0
	if request.Target.Profile().Warm.Command != "" {
		h := headOf(request.Text.Bytes)
		k.head = h.text
		if h.text != "" {
			run, reason, err = r.try(ctx, k, h, &request)
			if reason == "" || err != nil {
				return run, "", err
			}
			r.count("with a head: " + reason)
			k.head = ""
		}
	}
	return r.try(ctx, k, head{}, &request)
}

// try runs a request in a snapshot of one class.
func (r *Runner) try(ctx context.Context, k key, h head, request *trial.Request) (run solver.Run, reason string, err error) {
	c, reason := r.pool.class(k)
	if reason != "" {
		return run, reason, nil
	}
	path, err := r.shim.ready(ctx)
	if err != nil {
		return run, "", err // it was there a moment ago
	}
	s, waited := r.pool.kept.Take(c)
	if !waited {
		if s, err = start(ctx, c, h, path, r.options.Dir, r.pool.number()); err != nil {
			reason, err = r.failed(ctx, c, err)
			return run, reason, err
		}
	}
	run, err = s.run(ctx, request, h)
	if err == nil {
		if !waited {
			run.Start = s.forks.Start()
		}
		r.pool.put(s)
		return run, "", nil
	}
	s.close()
	reason, err = r.failed(ctx, c, err)
	return solver.Run{}, reason, err
}

// failed handles the failure of a server. It returns errors that end the run; anything else becomes the reason why the run
// takes place elsewhere.
func (r *Runner) failed(ctx context.Context, c *class, failure error) (reason string, err error) {
	r.pool.kept.Lost(c)
	var full *disk.OutputError
	if ctx.Err() != nil || errors.Is(failure, context.Canceled) || errors.As(failure, &full) {
		return "", failure
	}
	reason = failure.Error()
	var odd *sandbox.ForkError
	refused := errors.As(failure, &odd) && odd.Refused
	r.pool.fail(c, reason, refused)
	if refused && c.head == "" {
		r.refuse(c.target, reason)
	}
	return reason, nil
}

// Supports says why there are no snapshots of a target, with the remedy if there is one; "" when nothing is known against it.
// Obstacles that show only when it is tried are not known beforehand.
func (r *Runner) Supports(ctx context.Context, target solver.Target) (reason string) {
	if _, err := r.shim.ready(ctx); err != nil {
		return err.Error()
	}
	r.mu.Lock()
	reason, known := r.refused[target]
	r.mu.Unlock()
	if !known {
		reason = linked(target.Path())
		r.refuse(target, reason)
	}
	return reason
}

// Refuses says why a request cannot be run in a snapshot, "" when nothing is known against it.
func (r *Runner) Refuses(request *trial.Request) string {
	return r.Supports(context.Background(), request.Target)
}

// maxTargets bounds the number of targets that are remembered.
const maxTargets = 4096

// refuse remembers why there are no snapshots of a target.
func (r *Runner) refuse(target solver.Target, reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.refused) >= maxTargets {
		clear(r.refused)
	}
	r.refused[target] = reason
}

// maxReasons bounds the number of distinct reasons: some contain words of solvers.
const maxReasons = 64

func (r *Runner) count(reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.reasons[reason]; !known && len(r.reasons) >= maxReasons {
		reason = "other reasons"
	}
	r.reasons[reason]++
}

// Reasons counts the requests that had no snapshot, by reason.
func (r *Runner) Reasons() map[string]int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.reasons)
}

var _ trial.Runner = (*Runner)(nil)
