package living

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// Auto is the mode that chooses among the others, for each target and logic, by what they cost.
const Auto solver.Mode = "auto"

// A Way is one more way to run requests. Safe for concurrent use.
type Way interface {
	trial.Runner
	// Refuses says in a few words why the way cannot take a request, "" when it can.
	Refuses(r *trial.Request) string
	// Reasons counts the requests that it took and had to run in another way, by reason.
	Reasons() map[string]int64
	Close()
}

// A Config says how a Runner runs. The zero value is Auto with defaults.
type Config struct {
	// Mode is Auto or one of solver.Modes, "" for Auto. A request that cannot be run in a mode is run in a process of its own.
	Mode solver.Mode
	// Fresh runs requests in processes of their own, nil for trial.Process.
	Fresh trial.Runner
	// Snapshot runs requests in mode snapshot, nil when there is no such way. The Runner closes it.
	Snapshot Way
	// Processes is the number of reused processes beyond which the one that has been idle longest is ended, 0 for
	// DefaultProcesses. There are more only while more are being asked.
	Processes int
	// Queries is the number of queries after which a process is replaced, 0 for DefaultQueries.
	Queries int
	// Patience is how long processes may take until they can be asked. In place of zeros it is ten seconds and one second.
	Patience Patience
	// Edges counts the edges of the code that runs take, nil for solvers that were not compiled for it. Snapshots do not count edges, and
	// are not used in that case.
	Edges *coverage.Edges
	// Dir is the working directory of reused processes, and of fresh ones if Fresh is nil; "" for the caller's. See trial.Process.
	Dir string
	// Settings splits a target, so that targets that differ only in options share processes of mode reset: base is the target whose
	// processes serve it, set are commands before its texts, and undo are commands that undo what a reset does not. With nil, each
	// configuration keeps processes of its own.
	Settings func(t solver.Target) (base solver.Target, set, undo string)
	// Bases, when it is not nil, are the bases that are worth a reused process. A target with another base has options that no script can
	// set and that few others share: it runs in a process of its own.
	Bases []solver.Target
}

// Patience is how long a process may take until it can be asked. One that takes longer is replaced.
type Patience struct {
	// Start is the wall time from the start of a process. A target of which no process has taken less is given up.
	Start time.Duration
	// Tidy is the wall time for tidying up after a query.
	Tidy time.Duration
}

// The Patience of a Config that does not say.
const (
	defaultStart = 10 * time.Second
	defaultTidy  = time.Second
)

// DefaultQueries is the number of queries after which a reused process is replaced.
const DefaultQueries = 500

// DefaultProcesses is the number of reused processes that are kept: there is one for each logic that seeds have, and for each way of
// asking, and a start costs more than dozens of queries. Together they take an eighth of the memory that this process may use, if
// processes are of ordinary size.
func DefaultProcesses() int { return processesIn(sandbox.TotalMemory(), runtime.GOMAXPROCS(0)) }

const (
	processMemory   = 32 << 20 // of an ordinary reused process, in bytes
	fewestProcesses = 8        // are kept on any machine
)

// processesIn is the number of reused processes for a given memory in bytes, 0 if that is unknown, and a given number of processors.
func processesIn(memory int64, processors int) int {
	n := 32 + 8*processors
	if memory > 0 {
		n = int(min(int64(n), memory/8/processMemory))
	}
	return max(n, fewestProcesses)
}

// A Runner is a trial.Runner that runs targets in reused processes if they support them. Safe for concurrent use. Close ends them.
type Runner struct {
	mode     solver.Mode
	fresh    trial.Runner
	snapshot Way
	pool     *pool
	sessions *sessions
	tally    *tally
	choice   *choice
	settings func(solver.Target) (base solver.Target, set, undo string)
	bases    []solver.Target
}

// New returns a Runner.
func New(c Config) *Runner {
	r := &Runner{
		mode: cmp.Or(c.Mode, Auto), fresh: c.Fresh, snapshot: c.Snapshot, pool: newPool(cmp.Or(c.Processes, DefaultProcesses())),
		tally: newTally(), choice: newChoice(), settings: c.Settings, bases: c.Bases,
	}
	if r.fresh == nil {
		r.fresh = trial.Process{Edges: c.Edges, Dir: c.Dir}
	}
	if c.Edges != nil && r.snapshot != nil {
		r.snapshot.Close()
		r.snapshot = nil
	}
	patience := Patience{Start: cmp.Or(c.Patience.Start, defaultStart), Tidy: cmp.Or(c.Patience.Tidy, defaultTidy)}
	r.sessions = &sessions{
		pool: r.pool, tally: r.tally, queries: cmp.Or(c.Queries, DefaultQueries), patience: patience, edges: c.Edges, dir: c.Dir,
	}
	return r
}

// Close ends all processes. Run may still be called, and leaves no process behind.
func (r *Runner) Close() {
	r.pool.close()
	if r.snapshot != nil {
		r.snapshot.Close()
	}
}

// Run implements trial.Runner. A run that took place in a reused process has its session; so does one that was repeated in a process
// of its own and was ordinary there.
func (r *Runner) Run(ctx context.Context, req trial.Request) (solver.Run, error) {
	if ctx.Err() != nil {
		return solver.Run{}, context.Cause(ctx)
	}
	a := asked{Request: &req, base: req.Target}
	if r.settings != nil {
		a.base, a.set, a.undo = r.settings(req.Target)
	}
	if r.bases != nil && !slices.Contains(r.bases, a.base) {
		r.tally.keptAlone(anomaly{what: "options that no script can set"})
		return r.fresh.Run(ctx, req)
	}
	w := r.decide(&a)
	var run solver.Run
	var err error
	switch w.mode {
	case solver.Reset, solver.Push:
		run, err = r.living(ctx, &a, w.class)
	case solver.Snapshot:
		run, err = r.snapshot.Run(ctx, req)
	default:
		run, err = r.fresh.Run(ctx, req)
		run.Start = min(run.CPU, r.tally.startOf(a.base))
	}
	if err == nil {
		r.choice.add(w.cell, w.mode, &run)
		r.choice.similar.add(&a, w.mode, run.Limit == solver.LimitTime)
	}
	return run, err
}

// asked is a request with the target whose processes can serve it, and with the commands that make them serve it.
type asked struct {
	*trial.Request
	base      solver.Target
	set, undo string
}

// living runs a request in a reused process, and when something is odd there, in one of its own.
func (r *Runner) living(ctx context.Context, req *asked, c *class) (solver.Run, error) {
	a, err := r.sessions.run(ctx, req, c)
	if err != nil {
		return solver.Run{}, err
	}
	if a.anomaly.what == "" {
		r.pool.note(c, anomaly{}, false)
		return a.run, nil
	}
	r.tally.repeated(a.anomaly)
	run, err := r.fresh.Run(ctx, *req.Request)
	if err != nil {
		return run, err
	}
	run.Start = min(run.CPU, r.tally.startOf(req.base))
	if usable(&run, req.Checks) {
		r.pool.note(c, a.anomaly, run.Chatter || len(run.Errors) > 0)
		if a.session != nil && !run.Chatter {
			run.Session = a.session
			run.Session.Anomaly = a.anomaly.String()
		}
	}
	return run, nil
}

// usable reports whether a run in a process of its own produced its answers, so that the anomaly is due to the reused process.
func usable(run *solver.Run, checks int) bool {
	return !run.Void && run.Crash == nil && run.InvalidModel == "" && run.Limit == solver.LimitNone && len(run.Answers) == checks
}

// A way is the decision for a request.
type way struct {
	mode  solver.Mode
	class *class // of a reused process
	cell  *cell  // where its cost counts, nil when it does not
}

// decide says in which mode a request is run. In Auto this depends on the text and on what was chosen for its logic.
func (r *Runner) decide(req *asked) way {
	fresh := way{mode: solver.Process}
	if r.mode == solver.Process {
		return fresh
	}
	if r.mode != Auto {
		w, refusal := r.open(req, r.mode)
		w.cell = r.choice.cell(req)
		if refusal != "" {
			r.tally.keptAlone(anomaly{what: refusal})
			fresh.cell = w.cell
			return fresh
		}
		return w
	}
	var open [4]way
	n := 1
	open[0] = fresh
	refusal := ""
	for _, mode := range [...]solver.Mode{solver.Reset, solver.Push, solver.Snapshot} {
		w, why := r.open(req, mode)
		if why == "" {
			open[n] = w
			n++
		} else {
			refusal = cmp.Or(refusal, why)
		}
	}
	if n == 1 {
		r.tally.keptAlone(anomaly{what: refusal})
		return fresh
	}
	cell := r.choice.cell(req)
	w := r.choice.pick(cell, req.Text.Bytes, r.choice.similar.without(req, open[:n]))
	w.cell = cell
	return w
}

// open says how a request can be run in a mode that is not process, or why it cannot.
func (r *Runner) open(req *asked, mode solver.Mode) (way, string) {
	w := way{mode: mode}
	if reason := r.Lacks(req.Target, mode); reason != "" || mode == solver.Snapshot {
		return w, reason
	}
	switch shape := req.Text.Shape(); {
	case shape.Alone != "":
		return w, shape.Alone
	case req.Checks == 0:
		return w, "no check-sat"
	case mode == solver.Push && shape.Unstacked != "":
		return w, shape.Unstacked
	}
	class, givenUp := r.pool.class(keyOf(req, mode))
	if givenUp != "" {
		return w, "given up: " + givenUp
	}
	w.class = class
	return w, ""
}

// Copies returns a runner that gives each run a process to itself, in mode snapshot if there is one; nil when there is none. The
// Runner's Close ends it.
func (r *Runner) Copies() trial.Runner {
	if r.snapshot == nil {
		return nil
	}
	return r.snapshot
}

// Lacks says why a target cannot be run in a mode at all, "" when nothing is known against it.
func (r *Runner) Lacks(target solver.Target, mode solver.Mode) string {
	switch mode {
	case solver.Snapshot:
		if r.snapshot == nil {
			return "no snapshots"
		}
		return r.snapshot.Refuses(&trial.Request{Target: target})
	case solver.Reset, solver.Push:
		if !target.Profile().Living.Can(mode) {
			return "the solver's profile has no mode " + string(mode)
		}
		if r.sessions.edges != nil && solver.CountsOnce(target.Version()) {
			return "a process counts each of its blocks once"
		}
	}
	return ""
}
