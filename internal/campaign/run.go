package campaign

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/base/cputime"
	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

const (
	progressEvery = 500 * time.Millisecond
	// saveEvery bounds what a killed process loses.
	saveEvery = 5 * time.Second
	// saveSize is about the size in bytes at which a journal ends before its time: a campaign that has run all mutants of its few seeds
	// only counts repeats, and fills tens of megabytes in a second.
	saveSize = 16 << 20
	// patience is how long Run waits for its workers once it has to end. Killed solvers end within milliseconds; a worker
	// that takes longer is inside a computation that does not check its context.
	patience = 400 * time.Millisecond
)

// Run runs the campaign until its limits or ctx end it, and then returns within 600 ms as long as disk and sinks are quick. A
// canceled ctx is not an error: running solvers are killed, the state is saved, and the Summary says so. A worker that is
// stuck in an engine, a reader or an evaluation is abandoned: its mutant counts as not run, and it touches nothing of the
// campaign afterwards, but uses a processor until it ends or the process does. Errors are
//
//   - *disk.OutputError: the output folder cannot be written;
//   - *folder.ForeignError: the output folder is not Assay's, and was not touched;
//   - *MismatchError, *BusyError: the output folder belongs to another campaign, and was not touched;
//   - *solver.UnusableError: a solver could not be run;
//   - ErrNoMutants, wrapped with the reasons;
//   - anything else for a configuration that makes no sense, or a campaign.json that cannot be read.
//
// A campaign that fails before its first mutant leaves nothing in a folder that was new or empty, and no folder where there was none. The
// Summary is valid even with an error, as far as the campaign got.
func Run(ctx context.Context, c Config) (Summary, error) {
	c, err := c.complete()
	if err != nil {
		return Summary{Out: c.Out, Ended: EndError}, err
	}
	r, err := open(c)
	if err != nil {
		return Summary{Out: c.Out, Ended: EndError}, err
	}
	defer r.close()
	sum, err := r.run(ctx)
	r.failed = sum.Ended == EndError && sum.Stats.Mutants == 0 && len(sum.Findings)+len(sum.Apart)+len(sum.Known) == 0
	return sum, err
}

// writePlan writes campaign.toml, after an earlier campaign in the folder has turned out to be the same one.
func (r *runner) writePlan() error {
	file := filepath.Join(r.Out, plan.Name)
	if there, err := os.ReadFile(file); r.PlanText == nil || err == nil && bytes.Equal(there, r.PlanText) {
		return nil
	}
	return r.write(file, r.PlanText)
}

// complete fills in defaults and puts what determines the mutants into one order.
func (c Config) complete() (Config, error) {
	switch {
	case len(c.Targets) == 0:
		return c, errors.New("campaign: no solver is given")
	case len(c.Engines) == 0:
		return c, errors.New("campaign: no engine is given")
	case len(c.Seeds) == 0:
		return c, errors.New("campaign: no seed is given")
	case c.Out == "":
		return c, errors.New("campaign: no output folder is given")
	}
	names := make(map[string]bool)
	for _, s := range c.Targets {
		if names[s.String()] {
			return c, fmt.Errorf("campaign: solver %q is given twice; that finds nothing", s.String())
		}
		names[s.String()] = true
	}
	c.Engines = slices.Clone(c.Engines)
	slices.SortFunc(c.Engines, func(a, b mutate.Engine) int { return cmp.Compare(a.Name(), b.Name()) })
	c.Engines = slices.CompactFunc(c.Engines, func(a, b mutate.Engine) bool { return a.Name() == b.Name() })
	c.Seeds = slices.Clone(c.Seeds)
	slices.SortStableFunc(c.Seeds, func(a, b SeedSource) int { return cmp.Compare(a.Hash, b.Hash) })
	c.Seeds = slices.CompactFunc(c.Seeds, func(a, b SeedSource) bool { return a.Hash == b.Hash })
	if c.Jobs <= 0 {
		c.Jobs = runtime.NumCPU()
	}
	if c.Chain <= 0 {
		c.Chain = DefaultChain
	}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	if c.Memory == 0 {
		c.Memory = DefaultMemory
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.CPU == nil {
		c.CPU = cputime.Both
	}
	if c.write == nil {
		c.write = disk.WriteAtomic
	}
	if c.after == nil {
		c.after = func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	}
	c.saveSize = cmp.Or(c.saveSize, saveSize)
	return c, nil
}

// runner is one run of a campaign.
type runner struct {
	Config
	id       Identity
	store    *findings.Disk
	fuzzer   *fuzzer.Fuzzer
	answers  *query.Answers
	effort   *effort.Scheduler // what it learns is in the state, so mu guards it too
	elites   *effort.Elites    // as effort
	searches *effort.Searches  // as effort
	window   *window           // as effort
	shown    *showings         // as effort
	inFile   bool              // the window has a file
	resumed  bool
	folder   *folder.Folder
	failed   bool // it failed before the first mutant
	release  func()
	scratch  []*disk.Scratch // of each worker, and the last one for questions

	began       time.Time
	elapsed     time.Duration // when it was measured last
	measured    bool          // for the last time
	ownCPU      time.Duration // at the start
	childrenCPU time.Duration
	old         Stats // counts from before this run: only times and numbers

	saving sync.Mutex // one snapshot at a time
	// savedFeedback is how many entries of each target's feedback are saved.
	savedFeedback map[solver.Target]int

	mu    sync.Mutex // guards what follows; deal and stats together, so that a saved state is consistent
	deal  *dealer
	stats Stats
	// journal records what was done since the last snapshot; nextJournal and lastJournal are numbers.
	journal                  *journal
	nextJournal, lastJournal uint64
	// counters and kept are those of the findings, see State.
	counters findings.Counters
	kept     map[string]Kept
	notes    []string
	// foundKnown are the findings of known bugs, once the campaign has ended.
	foundKnown []KnownFinding
	// over: Run no longer waits for workers, and they must not touch the campaign.
	over bool
	// refused watches for targets that do nothing but refuse their options, and sinks are all receivers of events.
	refused *optionsWatch
	sinks   event.Sinks
}

// open takes possession of the output folder.
func open(c Config) (*runner, error) {
	r := &runner{Config: c, id: c.identity(), stats: newStats(), refused: newOptionsWatch(c.Targets), savedFeedback: make(map[solver.Target]int)}
	if err := r.take(); err != nil {
		return nil, err
	}
	r.sinks = event.Sinks{&r.stats, r.refused}
	if c.Events != nil {
		r.sinks = append(r.sinks, c.Events)
	}
	if err := r.prepare(); err != nil {
		r.failed = true
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *runner) prepare() error {
	r.deal = newDealer(&r.mu, r.Seed, len(r.Seeds), len(r.Engines), r.Chain, r.Mutants)
	r.effort, r.elites, r.searches = r.scheduler(), effort.NewElites(), effort.NewSearches()
	r.window, r.shown = newWindow(), newShowings()
	if r.Effort == effort.Adaptive {
		r.deal.passes = r.passes
	}
	var err error
	if r.resumed, err = r.earlier(); err != nil {
		return err
	}
	if err := r.writePlan(); err != nil {
		return err
	}
	if r.store, err = findings.Open(r.Out, r.MaxFolders, r.write); err != nil {
		return err
	}
	r.notes = append(r.notes, r.store.Notes()...)
	if r.resumed {
		r.restoreCounters()
	}
	r.stats.Seeds = len(r.Seeds)
	r.old = r.stats
	if err := r.openScratch(); err != nil {
		return err
	}
	bench := &trial.Bench{
		Runner: r.Runner, Fresh: r.Fresh, Table: r.Table, SelfCheck: r.SelfCheck, Baselines: r.Baselines, Effort: certify.Quick,
		Limits: solver.Limits{Time: max(r.Timeout, 0), Memory: max(r.Memory, 0)}, Statistics: r.asksStatistics(),
	}
	if err := r.loadFeedback(); err != nil {
		return err
	}
	if r.Living != nil {
		bench.Runner = r.Living
	}
	r.answers = &query.Answers{
		Bench: bench, Targets: r.Targets, Dir: filepath.Join(r.Out, answers), Scratch: r.scratch[len(r.scratch)-1],
		Time: r.askTime(),
	}
	if r.Living != nil {
		r.answers.Models = r.Living.Copies()
	}
	r.fuzzer = &fuzzer.Fuzzer{
		Bench: bench, Targets: r.Targets, Seed: r.Seed, Plan: r.Plan,
		Asker: r.answers, Solver: r.answers, Partners: Partners(r.Seeds), Support: &query.Support{Answers: r.answers}, Known: r.store,
		Configurations: r.searching(),
	}
	return nil
}

// openScratch makes the folders for files that solvers read: one for each worker, and one for questions.
func (r *runner) openScratch() error {
	path := filepath.Join(r.Out, scratch)
	for _, name := range []string{answers, scratch} {
		if err := r.asideUnlessFolder(filepath.Join(r.Out, name)); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(path); err != nil { // what a killed process left
		return &disk.OutputError{Path: path, Err: err}
	}
	top, err := disk.OpenScratch(path)
	if err != nil {
		return err
	}
	defer top.Close()
	for i := range r.Jobs + 1 {
		name := strconv.Itoa(i)
		if i == r.Jobs {
			name = answers
		}
		sub, err := top.Sub(name)
		if err != nil {
			return err
		}
		r.scratch = append(r.scratch, sub)
	}
	return nil
}

func (r *runner) close() {
	if r.Living != nil {
		r.Living.Close()
	}
	if r.journal != nil {
		_ = r.journal.close()
	}
	for _, s := range r.scratch {
		s.Close() // nothing is written after this
	}
	if len(r.scratch) > 0 {
		_ = os.RemoveAll(filepath.Join(r.Out, scratch))
	}
	if r.failed {
		r.folder.Leave(ownNames...)
	}
	r.release()
}

// errDuration ends a run whose time is over.
var errDuration = errors.New("the time is over")

func (r *runner) run(parent context.Context) (Summary, error) {
	r.began = r.Now()
	r.ownCPU, r.childrenCPU = r.CPU()
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	if r.Duration > 0 {
		stop := r.after(r.Duration, func() { cancel(errDuration) })
		defer stop()
	}
	// Nothing runs before it is known that the folder can be written.
	err := r.save("")
	if err == nil {
		r.progress(false)
		if err = r.rebuild(ctx); err == nil {
			err = r.work(ctx)
		}
	}
	ended := EndError
	switch {
	case err == nil && ctx.Err() == nil:
		ended = EndMutants
		if r.exhausted() {
			ended, err = EndError, r.noMutants()
		}
	case errors.Is(context.Cause(ctx), errDuration) && (err == nil || errors.Is(err, errDuration)):
		ended, err = EndDuration, nil
	case parent.Err() != nil && (err == nil || errors.Is(err, context.Cause(parent)) || errors.Is(err, context.Canceled)):
		ended, err = EndInterrupted, nil
	}
	if saveErr := errors.Join(r.store.Flush(), r.saveFeedback(), r.save(ended)); err == nil && saveErr != nil {
		ended, err = EndError, saveErr
	}
	r.measured = true // what is reported is what was saved
	r.progress(true)
	sum := r.summary(parent, ended)
	// Which findings are known takes a while to find out, so the state was saved before.
	if len(sum.Known) > 0 && err == nil {
		if err = r.save(ended); err != nil {
			sum.Ended = EndError
		}
	}
	return sum, err
}

// work runs the workers, and watches them, until all are done, or abandoned because ctx has ended. Afterwards only the caller
// touches the campaign.
func (r *runner) work(ctx context.Context) error {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	stop := context.AfterFunc(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.deal.end()
	})
	defer stop()
	var workers sync.WaitGroup
	for i := range r.Jobs {
		workers.Go(func() {
			if err := r.worker(ctx, r.scratch[i]); err != nil {
				fail(err) // the first reason counts
			}
		})
	}
	done := make(chan struct{})
	go func() {
		workers.Wait()
		close(done)
	}()
	if err := r.watch(ctx, done); err != nil {
		fail(err)
	}
	t := time.NewTimer(patience)
	defer t.Stop()
	select {
	case <-done:
	case <-t.C:
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	return context.Cause(ctx)
}

// watch reports progress and saves the state until the workers are done, ctx ends, or the state cannot be saved.
func (r *runner) watch(ctx context.Context, done <-chan struct{}) error {
	tick, flush := time.NewTicker(progressEvery), time.NewTicker(flushEvery)
	defer tick.Stop()
	defer flush.Stop()
	saved := r.Now()
	fed := saved
	for {
		select {
		case <-done:
			return nil
		case <-ctx.Done():
			return nil
		case <-flush.C:
			long, err := r.flush()
			if err != nil {
				return err
			}
			if !long {
				continue
			}
			saved = time.Time{} // a snapshot now, which begins a new journal
		case <-tick.C:
			r.progress(false)
		}
		if now := r.Now(); now.Sub(saved) >= saveEvery {
			saved = now
			if err := errors.Join(r.store.Flush(), r.save("")); err != nil {
				return err
			}
			if now.Sub(fed) < feedbackEvery {
				continue
			}
			fed = now
			if err := r.saveFeedback(); err != nil {
				return err
			}
		}
	}
}

// flush makes everything done so far survive a kill. long reports whether the journal has reached saveSize.
func (r *runner) flush() (long bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	err = r.journal.flush()
	return r.journal.size >= r.saveSize, err
}

// worker does jobs until there are none. Its error ends the campaign.
func (r *runner) worker(ctx context.Context, dir *disk.Scratch) error {
	for {
		if !r.enter() {
			return errAbandoned
		}
		j, ok := r.deal.take()
		r.mu.Unlock()
		if !ok || ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := r.job(ctx, j, dir); err != nil {
			return err
		}
	}
}

// errAbandoned ends a worker for which Run no longer waits.
var errAbandoned = errors.New("the worker was abandoned")

// enter locks the campaign for a worker. It is false, and does not lock, when the worker was abandoned.
func (r *runner) enter() bool {
	r.mu.Lock()
	if r.over {
		r.mu.Unlock()
		return false
	}
	return true
}

func (r *runner) exhausted() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.deal.exhausted()
}

// noMutants explains why there is nothing to run.
func (r *runner) noMutants() error {
	s := &r.stats
	var reasons []string
	if s.RejectedSeeds > 0 {
		reasons = append(reasons, fmt.Sprintf("%d of %s cannot be read", s.RejectedSeeds, seedCount(int64(s.Seeds))))
	}
	for _, name := range sortedKeys(s.Engines) {
		for _, reason := range sortedKeys(s.Engines[name].NotApplicable) {
			reasons = append(reasons, fmt.Sprintf("%s: %s: %s", name, seedCount(s.Engines[name].NotApplicable[reason]), reason))
		}
	}
	if len(s.Rejections) > 0 {
		reasons = append(reasons, "first: "+s.Rejections[0].Reason)
	}
	if len(s.FaultTexts) > 0 {
		reasons = append(reasons, "first fault of ours: "+s.FaultTexts[0])
	}
	if s.PassedOver > 0 {
		reasons = append(reasons, fmt.Sprintf("%s skipped because all solvers run out of time on the seed", times(s.PassedOver)))
	}
	if len(reasons) == 0 {
		reasons = append(reasons, fmt.Sprintf("the engines make nothing of %s", seedCount(int64(s.Seeds))))
	}
	return fmt.Errorf("%w: %s", ErrNoMutants, strings.Join(reasons, "; "))
}

// measure brings the times in the statistics up to date. The mutex is held.
func (r *runner) measure() {
	if r.measured {
		return
	}
	own, children := r.CPU()
	r.elapsed = r.Now().Sub(r.began)
	r.stats.Seconds = r.old.Seconds + r.elapsed.Seconds()
	r.stats.OwnSeconds = r.old.OwnSeconds + (own - r.ownCPU).Seconds()
	asked := r.answers.Stats()
	r.stats.Spent.Asking = r.old.Spent.Asking
	r.stats.Spent.Asking.add(int64(asked.Asked), asked.Spent.Seconds(), asked.CPU.Seconds())
	r.stats.Spent.Workers = r.old.Spent.Workers + float64(r.Jobs)*r.elapsed.Seconds()
	r.stats.Asked, r.stats.AskSeconds = r.old.Asked+int64(asked.Asked), r.old.AskSeconds+asked.Spent.Seconds()
	r.stats.SolverSeconds = r.old.SolverSeconds + (children - r.childrenCPU).Seconds()
}

func (r *runner) progress(done bool) {
	if r.Progress != nil {
		r.Progress(r.snapshot(done))
	}
}

func (r *runner) snapshot(done bool) Snapshot {
	found, hits := r.store.Count()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.measure()
	s := Snapshot{
		Elapsed: r.elapsed, Workers: r.Jobs, Mutants: r.stats.Mutants, Calls: r.stats.Calls,
		MutantLimit: r.Mutants, Configurations: r.stats.Spent.Configurations.Runs, Timeouts: r.stats.Timeouts(), Findings: found, Hits: hits,
		Seeds: r.stats.Seeds, RejectedSeeds: int(r.stats.RejectedSeeds), Time: r.stats.Parts(), Done: done,
	}
	if done || r.stats.Jobs >= enoughJobs {
		s.Warnings = r.stats.Warnings()
	}
	if seconds := s.Elapsed.Seconds(); seconds > 0 {
		s.MutantsPerSecond = float64(r.stats.Mutants-r.stats.Idle-r.old.Mutants+r.old.Idle) / seconds
		s.CallsPerSecond = float64(r.stats.Calls-r.old.Calls) / seconds
	}
	used := r.stats.SolverSeconds - r.old.SolverSeconds
	if all := used + r.stats.OwnSeconds - r.old.OwnSeconds; all > 0 {
		s.SolverShare = used / all
	}
	if s.Calls > 0 {
		s.RejectedShare = float64(r.stats.Rejected()) / float64(s.Calls)
	}
	return s
}

// summary says what came of the run. The end of ctx cuts short the lookup of findings.
func (r *runner) summary(ctx context.Context, ended EndReason) Summary {
	final := r.snapshot(true)
	all, known := r.setApartKnown(ctx, r.store.List(), ended)
	found, apart := split(all)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.foundKnown = known
	last := r.lastRun()
	return Summary{
		Sessions: last.Sessions, Exploring: last.Exploring,
		Out: r.Out, Ended: ended, Elapsed: final.Elapsed, Resumed: r.resumed, Stats: r.stats.outline(), Identity: r.id, Jobs: r.Jobs, Searches: last.Searches,
		Time: final.Time, Effort: last.Effort, Behaviours: last.Behaviours, Findings: found, Apart: apart, Known: known, Warnings: final.Warnings,
		Notes: last.Notes, Skipped: r.Skipped, SkippedFiles: len(r.Skipped), Final: final,
	}
}
