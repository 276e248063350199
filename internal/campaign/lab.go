package campaign

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"sync"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/run/query"
)

// A Lab fills slots of a campaign that another process keeps. Its Config is that of the campaign with the solvers of this machine; Out is a folder of
// this machine alone, for what solvers read and answer.
type Lab struct {
	c      *Config
	maker  maker
	asker  *query.Answers
	known  *knownHits
	guide  guide
	places []*seat

	mu    sync.Mutex
	order *schedule.Schedule
}

// A seat is where one slot at a time is filled.
type seat struct {
	dir  *disk.Scratch
	seen *seen
	know *knowledge
}

// NewLab opens a lab with places for so many slots at the same time. Errors are *disk.OutputError, and those about a Config that makes no sense.
func NewLab(c Config, places int) (*Lab, error) {
	c, err := c.complete()
	if err != nil {
		return nil, err
	}
	top, err := disk.OpenScratch(c.Out)
	if err != nil {
		return nil, err
	}
	defer top.Close()
	l := &Lab{c: &c, known: &knownHits{best: make(map[string]bestHit)}, order: c.newSchedule()}
	questions, err := top.Sub(scratch)
	if err != nil {
		return nil, err
	}
	bench := c.newBench()
	l.asker = c.newAsker(bench, top.Path(answers), questions)
	l.maker = c.newMaker(bench, l.asker, l.known)
	l.maker.fuzzer.Configurations = l.searching()
	for i := range places {
		dir, err := top.Sub(strconv.Itoa(i))
		if err != nil {
			return nil, err
		}
		l.places = append(l.places, &seat{dir: dir, seen: newSeen(&c), know: newKnowledge(&c)})
	}
	return l, nil
}

// searching returns what is searched and collected, as the leases say.
func (l *Lab) searching() *fuzzer.Configurations {
	if l.c.Configurations == nil {
		return nil
	}
	out := *l.c.Configurations
	out.Tell = true
	if l.c.searches() && l.c.adaptive() {
		out.Searches, out.Starts = l.guide.searched, l.guide.picked
	}
	return &out
}

// Close ends what runs for the lab.
func (l *Lab) Close() {
	if l.c.Living != nil {
		l.c.Living.Close()
	}
	l.asker.Close()
	for _, p := range l.places {
		p.dir.Close()
	}
}

// Fill fills a slot at a place, from 0, which serves one call at a time. Errors are *disk.OutputError, *solver.UnusableError, what ctx ended with, and
// one that says what is wrong with the lease.
func (l *Lab) Fill(ctx context.Context, at int, lease Lease) (*Results, error) {
	p, slot := l.places[at], l.slot(lease.Slot)
	if l.c.searches() {
		if lease.Guidance == nil {
			lease.Guidance = &Guidance{}
		}
		of := group{l.c.Engines[slot.Engine].Name(), l.c.Seeds[slot.Seed].logic}
		if err := l.guide.take(of, lease.Guidance); err != nil {
			return nil, fmt.Errorf("the lease of slot %d: %w", lease.Slot, err)
		}
	}
	s := &sheet{c: l.c, lease: lease, seen: p.seen, tally: lease.Tally, out: Results{Slot: lease.Slot, From: lease.Run}}
	if l.c.adaptive() && lease.Effort != nil {
		if err := p.know.effort.Restore(*lease.Effort); err != nil {
			return nil, fmt.Errorf("the lease of slot %d: %w", lease.Slot, err)
		}
		s.know = p.know
	}
	a := assignment{Assignment: schedule.Assignment{Slot: slot, Progress: schedule.Progress{Mutants: lease.Mutants, Run: lease.Run}}, memory: lease.Memory}
	f := filler{keeps: s, maker: l.maker, dir: p.dir}
	if err := f.fill(ctx, a); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return &s.out, nil
}

// slot returns the slot with a number.
func (l *Lab) slot(number uint64) schedule.Slot {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.order.At(number)
}

// Kept says that the campaign has results, whatever happens to this process: what they found need not be repeated by others like it.
func (l *Lab) Kept(r *Results) {
	for _, d := range r.Done {
		for _, h := range d.Hits {
			l.known.take(&h)
		}
	}
}

// mostKnown bounds how many signatures a lab remembers.
const mostKnown = 1 << 14

// knownHits implements triage.Known with the hits of one lab that have reached the campaign. It knows less than the campaign, so that a hit may be
// repeated in vain, and none is missed. Safe for concurrent use.
type knownHits struct {
	mu   sync.Mutex
	best map[string]bestHit // by signature
}

type bestHit struct {
	size, index int
	job         uint64
	flaky       bool
}

// Wants implements triage.Known as the campaign's findings do.
func (k *knownHits) Wants(signature string, size int, job uint64, index int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	b, known := k.best[signature]
	return !known || b.flaky || b.after(size, job, index)
}

// after reports whether another formula would replace it.
func (b *bestHit) after(size int, job uint64, index int) bool {
	return cmp.Or(cmp.Compare(size, b.size), cmp.Compare(job, b.job), cmp.Compare(index, b.index)) < 0
}

func (k *knownHits) take(h *findings.Hit) {
	f := &h.Finding
	if f.Repeated.Runs == 0 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	b, known := k.best[f.Signature]
	if known && !b.flaky && (f.Flaky() || !b.after(len(h.Bug), f.Provenance.Job, f.Provenance.Index)) {
		return
	}
	if len(k.best) >= mostKnown && !known {
		clear(k.best)
	}
	k.best[f.Signature] = bestHit{len(h.Bug), f.Provenance.Index, f.Provenance.Job, f.Flaky()}
}
