package campaign

import (
	"context"
	"maps"
	"slices"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
)

// showings remember which settings show which finding, by job, so that a chain is taught the same whatever the number of workers, and after any
// kill: jobs are in epochs, and a chain knows what those of the last epoch but one and all before it showed, besides what it finds itself.
// A worker whose chain is two epochs ahead waits. Not safe for concurrent use.
type showings struct {
	// Base is what the jobs before Folded showed, in their order, and Later what others did, each in the order of its mutants.
	Base   fuzzer.Shown             `json:"base,omitzero"`
	Folded uint64                   `json:"folded,omitempty"`
	Later  map[uint64][]showingsOne `json:"later,omitempty"`
}

// showingsOne is the part of an event.Explored that matters.
type showingsOne struct {
	Solver string        `json:"solver"`
	Shown  []event.Shown `json:"shown"`
}

// IsZero reports whether nothing is remembered.
func (s showings) IsZero() bool { return len(s.Base.Causes)+len(s.Later) == 0 && s.Folded == 0 }

func newShowings() *showings { return &showings{Later: make(map[uint64][]showingsOne)} }

// restore continues with what an earlier run knew.
func (s *showings) restore(saved showings) {
	*s = saved
	if s.Later == nil {
		s.Later = make(map[uint64][]showingsOne)
	}
}

// longestEpoch is the number of jobs in an epoch. The first epochs are shorter, so that a defect that many configurations show is soon known:
// they begin at 2, 4, 8 and so on. Twice as many jobs as an epoch has are the most that run at once.
const longestEpoch = 32

// begin returns the first job of a job's epoch, and of the one before it.
func begin(job uint64) (this, before uint64) {
	next := uint64(2)
	for next <= job {
		this, before = next, this
		next += min(next, longestEpoch)
	}
	return this, before
}

// enter remembers what a search showed.
func (s *showings) enter(job uint64, e *event.Explored) {
	if len(e.Shown) > 0 && job >= s.Folded {
		s.Later[job] = append(s.Later[job], showingsOne{Solver: e.Solver, Shown: e.Shown})
	}
}

// advance forgets which job showed what where no job will ask for it again: all jobs before done are done.
func (s *showings) advance(done uint64) {
	_, to := begin(done)
	if to <= s.Folded {
		return
	}
	s.fold(&s.Base, s.Folded, to)
	maps.DeleteFunc(s.Later, func(job uint64, _ []showingsOne) bool { return job < to })
	s.Folded = to
}

// fold adds what jobs showed to what is known, in their order.
func (s *showings) fold(known *fuzzer.Shown, from, to uint64) {
	for _, job := range slices.Sorted(maps.Keys(s.Later)) {
		if job >= from && job < to {
			for _, one := range s.Later[job] {
				known.Take(&event.Explored{Solver: one.Solver, Shown: one.Shown})
			}
		}
	}
}

// before returns what was shown before a job, and by those of its mutants that an earlier run has run.
func (s *showings) before(job uint64) fuzzer.Shown {
	_, to := begin(job)
	out := s.Base.Clone()
	s.fold(&out, s.Folded, to)
	s.fold(&out, job, job+1)
	return out
}

// now returns all that was shown.
func (s *showings) now() fuzzer.Shown {
	out := s.Base.Clone()
	s.fold(&out, s.Folded, ^uint64(0))
	return out
}

// teach tells a chain what settings are known to show; it may have to wait for jobs before it. Where effort is adaptive, what is done depends on
// time in any case, and it does not wait. It returns false when the run is over. The mutex is held.
func (r *runner) teach(ctx context.Context, j job, chain *fuzzer.Chain) bool {
	if r.Configurations == nil || r.Configurations.Search == nil {
		return true
	}
	if r.Effort == effort.Adaptive {
		r.shown.advance(r.deal.done)
		chain.Teach(r.shown.now())
		return true
	}
	if _, before := begin(j.ordinal); !r.deal.finished(ctx, before) {
		return false
	}
	r.shown.advance(r.deal.done)
	chain.Teach(r.shown.before(j.ordinal))
	return true
}
