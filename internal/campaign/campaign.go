package campaign

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/solver"
)

const (
	progressEvery = 500 * time.Millisecond
	// flushEvery bounds what a killed process loses, and saveEvery how old the times and the summary of a run are that others read.
	flushEvery = 100 * time.Millisecond
	saveEvery  = 5 * time.Second
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
//   - anything else for a configuration that makes no sense.
//
// A campaign that fails before its first mutant leaves nothing in a folder that was new or empty, and no folder where there was none. The
// Summary is valid even with an error, as far as the campaign got.
func Run(ctx context.Context, c Config) (Summary, error) {
	c, err := c.complete()
	if err != nil {
		return Summary{Out: c.Out, Ended: EndError}, err
	}
	r, err := open(&c)
	if err != nil {
		return Summary{Out: c.Out, Ended: EndError}, err
	}
	sum, err := r.run(ctx)
	r.close(sum.Ended == EndError && sum.Stats.Mutants == 0 && len(sum.Findings)+len(sum.Apart)+len(sum.Known) == 0)
	return sum, err
}

// A campaign is one run of a Config in its output folder: workers take slots from the ledger and report to it what came of their mutants.
type campaign struct {
	*Config
	output   *output
	ledger   *ledger
	feedback feedbackFiles
	findings *findings.Disk
	maker    maker
	asker    *query.Answers // nil until the campaign is prepared
}

// open takes possession of the output folder, and continues from what it holds.
func open(c *Config) (*campaign, error) {
	b := newBooks(c)
	out, err := takeOutput(c, &b.identity, &b.notes)
	if err != nil {
		return nil, err
	}
	r := &campaign{
		Config: c, output: out, feedback: feedbackFiles{c: c, saved: make(map[solver.Target]int)},
	}
	if err := r.prepare(b); err != nil {
		r.ledger = newLedger(b)
		r.close(true)
		return nil, err
	}
	return r, nil
}

// prepare restores what an earlier run has left, and makes the fuzzer.
func (r *campaign) prepare(b *books) error {
	if err := b.load(); err != nil {
		return err
	}
	if err := r.writePlan(); err != nil {
		return err
	}
	var err error
	if r.findings, err = findings.Open(r.Out, r.MaxFolders, r.write); err != nil {
		return err
	}
	b.kept.use(r.findings)
	b.notes = append(b.notes, r.findings.Notes()...)
	b.kept.restoreCounters()
	b.stats.Seeds = len(r.Seeds)
	if err := r.output.openScratch(r.Jobs); err != nil {
		return err
	}
	if err := r.feedback.load(&b.notes); err != nil {
		return err
	}
	bench := r.newBench()
	r.asker = r.newAsker(bench, filepath.Join(r.Out, answers), r.output.forQuestions())
	b.meter = newMeter(r.Config, r.asker, b.stats)
	r.ledger = newLedger(b)
	r.maker = r.newMaker(bench, r.asker, r.findings)
	r.maker.fuzzer.Configurations = r.searching(r.ledger)
	return nil
}

// writePlan writes campaign.toml, after an earlier campaign in the folder has turned out to be the same one.
func (r *campaign) writePlan() error {
	file := filepath.Join(r.Out, plan.Name)
	if there, err := os.ReadFile(file); r.PlanText == nil || err == nil && bytes.Equal(there, r.PlanText) {
		return nil
	}
	return r.write(file, r.PlanText)
}

// close ends everything. failed: the campaign failed before its first mutant.
func (r *campaign) close(failed bool) {
	if r.Living != nil {
		r.Living.Close()
	}
	if r.asker != nil {
		r.asker.Close()
	}
	r.ledger.closeDatabase()
	r.output.close(failed)
}

// errDuration ends a run whose time is over.
var errDuration = errors.New("the time is over")

func (r *campaign) run(parent context.Context) (Summary, error) {
	r.ledger.start()
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
		if reason := r.ledger.exhausted(); reason != nil && r.Shard.Whole() { // other shards may have what yields something
			ended, err = EndError, reason
		}
	case errors.Is(context.Cause(ctx), errDuration) && (err == nil || errors.Is(err, errDuration)):
		ended, err = EndDuration, nil
	case parent.Err() != nil && (err == nil || errors.Is(err, context.Cause(parent)) || errors.Is(err, context.Canceled)):
		ended, err = EndInterrupted, nil
	}
	if saveErr := errors.Join(r.findings.Flush(), r.feedback.save(), r.save(ended)); err == nil && saveErr != nil {
		ended, err = EndError, saveErr
	}
	r.ledger.stopMeter() // what is reported is what was saved
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
func (r *campaign) work(ctx context.Context) error {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	stop := context.AfterFunc(ctx, r.ledger.stop)
	defer stop()
	var workers sync.WaitGroup
	for _, work := range r.workers() {
		workers.Go(func() {
			if err := work(ctx); err != nil {
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
	r.ledger.abandonWorkers()
	return context.Cause(ctx)
}

// workers are what works on the campaign at the same time.
func (r *campaign) workers() []func(context.Context) error {
	if r.Elsewhere != nil {
		return []func(context.Context) error{func(ctx context.Context) error { return r.Elsewhere(ctx, newDesk(r)) }}
	}
	var all []func(context.Context) error
	for i := range r.Jobs {
		w := worker{ledger: r.ledger, filler: filler{keeps: r.ledger, maker: r.maker, dir: r.output.scratch[i], gate: r.Gate}}
		all = append(all, w.work)
	}
	return all
}

// watch reports progress and saves the state until the workers are done, ctx ends, or the state cannot be saved.
func (r *campaign) watch(ctx context.Context, done <-chan struct{}) error {
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
			if err := r.ledger.flush(); err != nil {
				return err
			}
		case <-tick.C:
			r.progress(false)
		}
		if now := r.Now(); now.Sub(saved) >= saveEvery {
			saved = now
			if err := errors.Join(r.findings.Flush(), r.save("")); err != nil {
				return err
			}
			if now.Sub(fed) < feedbackEvery {
				continue
			}
			fed = now
			if err := r.feedback.save(); err != nil {
				return err
			}
		}
	}
}

// save writes what has changed.
func (r *campaign) save(ended EndReason) error { return r.ledger.save(ended) }

func (r *campaign) progress(done bool) {
	if r.Progress != nil {
		r.Progress(r.ledger.progress(done))
	}
}

// summary says what came of the run. The end of ctx cuts short the lookup of findings.
func (r *campaign) summary(ctx context.Context, ended EndReason) Summary {
	final := r.ledger.progress(true)
	all, known := r.setApartKnown(ctx, r.findings.List(), ended)
	found, apart := split(all, r.LostAnswers)
	sum := r.ledger.summary(known)
	sum.Ended, sum.Elapsed, sum.Time, sum.Warnings, sum.Final = ended, final.Elapsed, final.Time, final.Warnings, final
	sum.Findings, sum.Apart, sum.Known = found, apart, known
	return sum
}

// rebuild recreates damaged findings: it runs the mutants of a slot up to the one whose formula was kept. No worker is running yet.
func (r *campaign) rebuild(ctx context.Context) error {
	missing := r.ledger.missing()
	for _, m := range missing {
		if err := r.rebuildOne(ctx, m); err != nil {
			return err
		}
		if r.findings.Has(m.signature) {
			r.ledger.note("the finding %s was made again", m.Folder)
		} else {
			r.ledger.note("the finding %s could not be made again: it did not show", m.Folder)
		}
	}
	if len(missing) > 0 {
		r.ledger.restoreCounters()
	}
	return nil
}

func (r *campaign) rebuildOne(ctx context.Context, m missing) error {
	chain, err := r.maker.chain(ctx, m.slot, fuzzer.Place{Slot: m.slot.Number, Dir: r.output.scratch[0]})
	if err != nil {
		return context.Cause(ctx) // the caller notes what can no longer be made
	}
	if err := chain.Grow(ctx, m.Index+1); err != nil {
		return err
	}
	repeats := r.ledger.repeats(m.slot, chain)
	for i := 0; i <= m.Index && i < chain.Len(); i++ {
		if repeats[i] && i < m.Index {
			continue
		}
		res, err := chain.Run(ctx, i)
		if err != nil {
			return err
		}
		for _, h := range res.Hits {
			if i == m.Index && h.Finding.Signature == m.signature {
				if _, err := r.findings.Add(h); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// notes are remarks for people.
type notes []string

func (n *notes) add(format string, args ...any) { *n = append(*n, fmt.Sprintf(format, args...)) }
