package campaign

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/mutate"
)

// job makes a chain and runs its mutants. The events of a mutant reach the sinks together with the record that it is done,
// so that a state saved in between is consistent.
func (r *runner) job(ctx context.Context, j job, dir *disk.Scratch) error {
	at := fuzzer.Place{Job: j.ordinal, Dir: dir}
	if r.Effort == effort.Adaptive {
		at.Pace = &pace{r, j}
	}
	chain, err := r.chain(ctx, j, at)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	length := 0
	if chain != nil {
		length = chain.Len()
	}
	if !r.enter() {
		return errAbandoned
	}
	begun := r.begun(j, chain, err)
	count := 0
	if errors.Is(err, fuzzer.ErrGivesWay) {
		r.deal.passed(j.ordinal)
	} else {
		count = r.deal.mutants(ctx, j, length)
	}
	if r.over { // while this worker waited
		r.mu.Unlock()
		return errAbandoned
	}
	if length == 0 {
		defer r.mu.Unlock()
		err := r.commit(j, entry{Job: j.ordinal, Settled: j.settled}, begun)
		r.deal.finish()
		return err
	}
	if j.skip < count && !r.teach(ctx, j, chain) {
		r.mu.Unlock()
		return context.Cause(ctx)
	}
	if r.over {
		r.mu.Unlock()
		return errAbandoned
	}
	repeats := r.repeats(j, chain)
	r.mu.Unlock()
	if j.skip > 0 && j.skip < count {
		chain.Recall(j.memory, j.skip-1)
	}
	for i := j.skip; i < count; i++ {
		if err := r.mutant(ctx, j, chain, i, repeats[i], begun); err != nil {
			return err
		}
	}
	if !r.enter() {
		return errAbandoned
	}
	defer r.mu.Unlock()
	r.deal.finish()
	return nil
}

// mutant runs one mutant of a job's chain, or repeats it, and records what came of it.
func (r *runner) mutant(ctx context.Context, j job, chain *fuzzer.Chain, i int, repeat bool, begun []event.Event) error {
	run := chain.Run
	if repeat {
		run = chain.Repeat
	}
	res, err := run(ctx, i)
	if err != nil {
		return err
	}
	memory := chain.Memory(i)
	if !r.enter() {
		return errAbandoned
	}
	defer r.mu.Unlock()
	kept, err := r.keep(res.Hits)
	if err != nil {
		return err
	}
	events := append(res.Events, kept...)
	// A seed counts with its first mutant: a job that was interrupted before that mutant is dealt again.
	if i == 0 {
		events = slices.Concat(begun, events)
	}
	e := entry{Job: j.ordinal, Mutants: chain.Len(), Index: i, Memory: memory}
	if i == j.skip {
		e.Settled = j.settled
	}
	if err := r.commit(j, e, events); err != nil {
		return err
	}
	for _, h := range res.Hits {
		r.store.Tally(h)
	}
	r.deal.ran(j, i, memory)
	return r.refused.err
}

// commit writes an entry into the journal and tells the sinks. The mutex is held.
func (r *runner) commit(j job, e entry, events []event.Event) error {
	if err := r.journal.add(e, events, r.Now()); err != nil {
		return err
	}
	found := false
	for _, e := range events {
		r.sinks.Take(e)
		if f, ok := e.(event.Finding); ok {
			r.keeps(f)
			found = true
		}
	}
	r.report(j, e, events)
	if found {
		return r.journal.flush() // everything in a folder is counted
	}
	return nil
}

// restoreCounters gives the findings the counts of the campaign. With a state of an older version, they have their own.
func (r *runner) restoreCounters() {
	if len(r.counters.Hits) > 0 || len(r.counters.Dropped) > 0 || len(r.store.List()) == 0 {
		r.store.Restore(r.counters)
	}
}

// rebuild recreates damaged findings: it runs the chain up to the mutant whose formula was kept.
func (r *runner) rebuild(ctx context.Context) error {
	missing := r.missing()
	if len(missing) == 0 {
		return nil
	}
	dir := r.scratch[0] // no worker is running yet
	for _, signature := range missing {
		k := r.kept[signature]
		if err := r.rebuildOne(ctx, signature, k, dir); err != nil {
			return err
		}
		if r.store.Has(signature) {
			r.note("the finding %s was made again", k.Folder)
		} else {
			r.note("the finding %s could not be made again: it did not show", k.Folder)
		}
	}
	r.restoreCounters()
	return nil
}

func (r *runner) rebuildOne(ctx context.Context, signature string, k Kept, dir *disk.Scratch) error {
	r.mu.Lock()
	j := r.deal.at(k.Job)
	r.mu.Unlock()
	chain, err := r.chain(ctx, j, fuzzer.Place{Job: j.ordinal, Dir: dir})
	if err != nil {
		return context.Cause(ctx) // the caller notes what can no longer be made
	}
	r.mu.Lock()
	repeats := r.repeats(j, chain)
	r.mu.Unlock()
	for i := 0; i <= k.Index && i < chain.Len(); i++ {
		if repeats[i] && i < k.Index {
			continue
		}
		res, err := chain.Run(ctx, i)
		if err != nil {
			return err
		}
		for _, h := range res.Hits {
			if i == k.Index && h.Finding.Signature == signature {
				if _, err := r.store.Add(h); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// keep puts hits into the store and returns events that say what became of them. The mutex is held, so that nothing is added to a
// campaign that has ended.
func (r *runner) keep(hits []findings.Hit) ([]event.Event, error) {
	var out []event.Event
	for _, h := range hits {
		added, err := r.store.Add(h)
		if err != nil {
			return nil, err
		}
		f := &h.Finding
		out = append(out, event.Finding{
			Mutant: f.Provenance.Mutant, Job: f.Provenance.Job, Index: f.Provenance.Index, Class: f.Class, Solver: f.Solver,
			Family: f.Family, Signature: f.Signature, Suspect: f.Suspect, Summary: f.Evidence.Summary, New: added.New,
			Folder: added.Folder, Kept: added.Kept,
		})
	}
	return out, nil
}

// chain reads the job's seed and makes its mutants.
func (r *runner) chain(ctx context.Context, j job, at fuzzer.Place) (*fuzzer.Chain, error) {
	seed, err := r.Seeds[j.seed].Seed()
	if err != nil {
		return nil, err
	}
	return r.fuzzer.Chain(ctx, seed, r.Engines[j.engine], j.round, at)
}

// begun returns events that say what became of a job's seed; err is the reason why there is no chain. A pair of seed and
// engine that yields nothing is excluded from then on. The mutex is held.
func (r *runner) begun(j job, chain *fuzzer.Chain, err error) []event.Event {
	source := r.Seeds[j.seed]
	e := event.Seed{
		Seed: source.Name, SeedHash: source.Hash, Engine: r.Engines[j.engine].Name(), Job: j.ordinal, Round: j.round,
		Logic: source.logic, Fate: event.Used,
	}
	if err != nil && r.deal.pending(j) {
		// A worker that was faster speaks for the first round, whose worker will find the pair excluded: the reason is counted in any case.
		e.Round = 0
	}
	var unread *fuzzer.SeedError
	switch {
	case err == nil:
		e.Mutants = chain.Len()
		e.Repeats, e.Rejected = chain.Drawn().Repeats, chain.Drawn().Rejected
		if chain.Definitions != nil {
			e.Definitions = chain.Definitions.Counts()
		}
		out := []event.Event{e}
		if chain.Broken != nil {
			out = append(out, fault(e, chain.Broken))
		}
		return out
	case errors.Is(err, fuzzer.ErrGivesWay):
		e.Fate, e.Reason = event.PassedOver, err.Error()
		return []event.Event{e}
	case errors.Is(err, mutate.ErrNotApplicable):
		if r.deal.excluded(j) {
			return nil // another worker has already met it
		}
		r.deal.exclude(j)
		e.Fate, e.Reason = event.NotApplicable, strings.TrimPrefix(err.Error(), mutate.ErrNotApplicable.Error()+": ")
		return []event.Event{e}
	case errors.As(err, &unread):
		if !r.deal.excludeSeed(j) || e.Round > 0 || r.listed(unread.Seed) {
			return nil // another engine has already met it
		}
		e.Fate, e.Reason = event.Rejected, unread.Err.Error()
		return []event.Event{e}
	default:
		known := r.deal.excluded(j)
		r.deal.exclude(j)
		if known {
			return nil // another worker has already met the same fault in the next round
		}
		e.Fate, e.Reason = event.Failed, err.Error()
		return []event.Event{e, fault(e, err)}
	}
}

func fault(seed event.Seed, err error) event.Fault {
	return event.Fault{Seed: seed.Seed, Engine: seed.Engine, Text: faultText(err)}
}

// listed reports whether a rejected seed was counted by an earlier run.
func (r *runner) listed(seed string) bool {
	return slices.ContainsFunc(r.stats.Rejections, func(s Skip) bool { return s.Path == seed })
}
