package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/solver"
)

// A sheet takes the place of the ledger for one slot of a campaign elsewhere: it answers with what the lease says, and notes what came of the slot. It
// belongs to one goroutine.
type sheet struct {
	c     *Config
	lease Lease
	seen  *seen
	know  *knowledge // of this slot; nil where effort is even
	tally effort.Tally
	out   Results
}

// begin implements keeps. All mutants of the slot are to be run: the campaign leaves out those that are beyond its limit.
func (s *sheet) begin(_ context.Context, a assignment, chain *fuzzer.Chain, failure error) (orders, error) {
	if failure != nil {
		var unreachable *SeedUnreachableError
		if errors.As(failure, &unreachable) {
			return orders{}, failure
		}
		s.out.Failure = failureOf(failure)
		return orders{}, nil
	}
	m := madeOf(chain)
	s.out.Made = m.sent()
	o := orders{mutants: m.mutants, of: m.mutants, repeats: s.repeats(chain)}
	if g := s.lease.Guidance; g != nil {
		o.shown = &fuzzer.Shown{Causes: g.Shown}
	}
	return o, nil
}

// repeats says which mutants an earlier round has run.
func (s *sheet) repeats(chain *fuzzer.Chain) []bool {
	w := newWindow()
	for i, r := range s.lease.Rounds {
		w.restore(0, uint64(i), ran(r), int64(i+1))
	}
	return (&seen{window: w, targets: s.seen.targets}).repeats(0, uint64(len(s.lease.Rounds)), chain)
}

// goesOn implements keeps.
func (s *sheet) goesOn(_ assignment, o orders) int {
	to := min(o.of+s.c.Chain, s.lease.Visit)
	if s.know == nil || to <= o.of || !s.know.effort.GoesOn(&s.tally) {
		return 0
	}
	return to
}

// extend implements keeps. The campaign makes the event.
func (s *sheet) extend(_ context.Context, _ assignment, chain *fuzzer.Chain, o *orders, drawn fuzzer.Drawn) ([]event.Event, error) {
	if chain.Len() > o.of {
		s.out.Grown = append(s.out.Grown, Growth{At: o.of - 1, Mutants: chain.Len(), Repeats: drawn.Repeats, Rejected: drawn.Rejected})
		o.of, o.mutants, o.repeats = chain.Len(), chain.Len(), s.repeats(chain)
	}
	return nil, nil
}

// record implements keeps.
func (s *sheet) record(a assignment, d mutantDone) error {
	done := Done{Events: slices.Concat(d.before, d.Events), Observed: d.Observed}
	for i := range d.Hits {
		h := &d.Hits[i]
		err := oversized(h)
		if len(done.Hits) == mostHits {
			err = fmt.Errorf("its mutant has %d others", mostHits)
		}
		if err != nil {
			done.LeaveOut(h, err)
			continue
		}
		done.Hits = append(done.Hits, *h)
	}
	s.out.Done = append(s.out.Done, done)
	s.out.Memory = d.memory
	if s.know != nil {
		s.know.effort.Take(a.Slot, &s.tally, s.know.take(a.Slot, d.Events))
	}
	return nil
}

// pace implements keeps.
func (s *sheet) pace(at schedule.Slot) fuzzer.Pace {
	if s.know == nil {
		return nil
	}
	return &sheetPace{s, at}
}

// sheetPace implements fuzzer.Pace with what a sheet knows.
type sheetPace struct {
	*sheet
	slot schedule.Slot
}

func (p *sheetPace) Knows(t solver.Target) bool { return p.know.effort.Knows(p.slot.Seed, t.String()) }

func (p *sheetPace) Solved(e event.Solve) error {
	p.out.Solved = append(p.out.Solved, e)
	p.know.take(p.slot, []event.Event{e})
	return nil
}

func (p *sheetPace) TooSlow(t solver.Target) string {
	why, _ := p.know.effort.TooSlow(p.slot, t.String())
	return string(why)
}

func (p *sheetPace) Limit(t solver.Target, index int) time.Duration {
	return p.know.effort.Limit(p.slot, index, t.String())
}

func (p *sheetPace) OverBudget(index int) bool { return p.know.effort.OverBudget(&p.tally, index) }
