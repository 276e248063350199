package campaign

import (
	"context"
	"math"
	"sync"

	"github.com/assay-smt/assay/internal/fuzzer"
	"github.com/assay-smt/assay/internal/rng"
)

// A job is one chain to make and run.
type job struct {
	ordinal uint64 // position in the order of jobs, from 0
	seed    int    // index of the seed
	engine  int    // index of the engine
	round   uint64 // how often this pair was dealt before
	skip    int    // mutants of it that an earlier run of the campaign has run already
	// memory is what the chain had learned then.
	memory fuzzer.Memory
}

// A dealer hands out jobs in an order that follows from the campaign seed alone: each round is a shuffle of all pairs
// of seed and engine. It knows which mutants are within a limit, and how far everything is done.
//
// All methods are called with the campaign's mutex held; mutants waits on it.
type dealer struct {
	mu    *sync.Mutex
	moved *sync.Cond // something was announced, or it is over

	seed           uint64
	seeds, engines int
	limit          int64 // math.MaxInt64: none
	chain          int

	next  uint64 // ordinal of the next job
	round uint64 // whose order is in shuffled
	order []int32
	over  bool

	// dead are the pairs that are excluded because they never yield anything; empty counts the jobs without a mutant in a row.
	dead  []bool
	empty int

	// announced is the first ordinal whose number of mutants is not known yet, start the number of mutants before it.
	announced uint64
	start     int64
	// done is the first ordinal that is not finished, before the number of mutants before it.
	done   uint64
	before int64
	// jobs are those from done on that were dealt, in this run or an earlier one.
	jobs map[uint64]*jobState
}

// jobState is how far a job is. It is saved.
type jobState struct {
	Mutants int `json:"mutants"` // that the chain has
	Run     int `json:"run"`     // that have been run
	// Memory is what the chain has learned from these.
	Memory fuzzer.Memory `json:"memory,omitzero"`

	known bool  // Mutants is known
	start int64 // mutants before the job, valid when it lies before dealer.announced
}

func newDealer(mu *sync.Mutex, seed uint64, seeds, engines, chain int, limit int64) *dealer {
	d := &dealer{
		mu: mu, moved: sync.NewCond(mu), seed: seed, seeds: seeds, engines: engines, chain: chain, limit: limit,
		dead: make([]bool, seeds*engines), jobs: make(map[uint64]*jobState),
	}
	if limit <= 0 {
		d.limit = math.MaxInt64
	}
	return d
}

// restore goes on where an earlier run ended.
func (d *dealer) restore(s savedState) {
	d.done, d.before, d.next = s.Done, s.Before, s.Done
	d.announced, d.start = s.Done, s.Before
	for ordinal, j := range s.Jobs {
		if ordinal >= s.Done {
			d.jobs[ordinal] = &jobState{Mutants: j.Mutants, Run: j.Run, Memory: j.Memory, known: true}
		}
	}
	for _, pair := range s.Excluded {
		if pair >= 0 && pair < len(d.dead) {
			d.dead[pair] = true
		}
	}
	d.advance()
}

// shuffle makes the order of a round.
func (d *dealer) shuffle(round uint64) {
	if d.order != nil && d.round == round {
		return
	}
	n := d.seeds * d.engines
	d.round, d.order = round, make([]int32, n)
	for i := range d.order {
		d.order[i] = int32(i)
	}
	r := rng.New(d.seed).Split("order of jobs").SplitN(round)
	for i := n - 1; i > 0; i-- {
		k := r.IntN(i + 1)
		d.order[i], d.order[k] = d.order[k], d.order[i]
	}
}

// take hands out the next job; ok is false when there is none within the limit, or it is over.
func (d *dealer) take() (j job, ok bool) {
	n := uint64(d.seeds * d.engines)
	// Jobs that an earlier run began count as announced, and may have mutants left.
	for !d.over && (d.next < d.announced || d.start < d.limit) && !d.exhausted() {
		// Jobs that an earlier run ended are forgotten once all before them are done.
		ordinal := max(d.next, d.done)
		d.next = ordinal + 1
		d.shuffle(ordinal / n)
		pair := int(d.order[ordinal%n])
		state := d.jobs[ordinal]
		switch {
		case state != nil && state.known && state.Run >= state.Mutants:
			d.finish()
			continue
		case d.dead[pair]:
			d.jobs[ordinal] = &jobState{known: true}
			d.empty++
			d.advance()
			d.finish()
			continue
		case state == nil:
			state = &jobState{}
			d.jobs[ordinal] = state
		}
		j = d.at(ordinal)
		j.skip, j.memory = state.Run, state.Memory
		return j, true
	}
	return job{}, false
}

// at returns the job at a position in the order, from its first mutant on.
func (d *dealer) at(ordinal uint64) job {
	n := uint64(d.seeds * d.engines)
	d.shuffle(ordinal / n)
	pair := int(d.order[ordinal%n])
	return job{ordinal: ordinal, seed: pair / d.engines, engine: pair % d.engines, round: ordinal / n}
}

// replayed enters what a journal says; ok is false for what is known already, or lies behind a gap.
func (d *dealer) replayed(e entry) (ok bool) {
	if e.Job < d.done {
		return false
	}
	s := d.jobs[e.Job]
	if s == nil {
		s = &jobState{}
	}
	if e.Mutants == 0 && s.known || e.Mutants > 0 && e.Index != s.Run {
		return false
	}
	s.Mutants, s.known = e.Mutants, true
	if e.Mutants > 0 {
		s.Run, s.Memory = e.Index+1, e.Memory
	}
	d.jobs[e.Job] = s
	return true
}

// exhausted reports that two whole rounds gave nothing.
func (d *dealer) exhausted() bool { return d.empty > 2*d.seeds*d.engines }

// exclude marks a job's pair as one that yields nothing in any round.
func (d *dealer) exclude(j job) { d.dead[j.seed*d.engines+j.engine] = true }

// excluded reports whether it was marked so.
func (d *dealer) excluded(j job) bool { return d.dead[j.seed*d.engines+j.engine] }

// excludeSeed marks all pairs of a job's seed; first is false when one was marked before.
func (d *dealer) excludeSeed(j job) (first bool) {
	first = true
	for e := range d.engines {
		first = first && !d.dead[j.seed*d.engines+e]
		d.dead[j.seed*d.engines+e] = true
	}
	return first
}

// mutants says how many mutants a job's chain has, and returns how many of them are within the limit. It may have to
// wait until it is known how many the jobs before it have.
func (d *dealer) mutants(ctx context.Context, j job, count int) int {
	s := d.jobs[j.ordinal]
	s.Mutants, s.known = count, true
	d.advance()
	if count == 0 {
		d.empty++
		return 0
	}
	d.empty = 0
	for ctx.Err() == nil && !d.over {
		start, exact := d.startOf(j.ordinal)
		if exact || start+int64(count) <= d.limit {
			return int(max(0, min(int64(count), d.limit-start)))
		}
		d.moved.Wait()
	}
	return 0
}

// startOf returns the number of mutants before a job, or the largest that it can be.
func (d *dealer) startOf(ordinal uint64) (start int64, exact bool) {
	if ordinal < d.announced {
		return d.jobs[ordinal].start, true
	}
	start = d.start
	for o := d.announced; o < ordinal; o++ {
		if s := d.jobs[o]; s != nil && s.known {
			start += int64(s.Mutants)
		} else {
			start += int64(d.chain)
		}
	}
	return start, false
}

// advance moves the edge of what is known.
func (d *dealer) advance() {
	for s := d.jobs[d.announced]; s != nil && s.known; s = d.jobs[d.announced] {
		s.start = d.start
		d.start += int64(s.Mutants)
		d.announced++
	}
	d.moved.Broadcast()
}

// ran says that one more mutant of a job has been run, and what its chain has learned.
func (d *dealer) ran(j job, index int, memory fuzzer.Memory) {
	s := d.jobs[j.ordinal]
	s.Run, s.Memory = index+1, memory
}

// finish moves the edge of what is done.
func (d *dealer) finish() {
	for d.done < d.announced {
		s := d.jobs[d.done]
		if s.Run < s.Mutants {
			return
		}
		d.before += int64(s.Mutants)
		delete(d.jobs, d.done)
		d.done++
	}
}

// end has all that wait give up.
func (d *dealer) end() {
	d.over = true
	d.moved.Broadcast()
}

// savedState is the dealer's part of campaign.json.
type savedState struct {
	// Done is the number of leading jobs that are finished, Before the number of their mutants.
	Done   uint64 `json:"jobs_done"`
	Before int64  `json:"mutants_done"`
	// Jobs are the jobs after those that were begun.
	Jobs map[uint64]jobState `json:"jobs_begun,omitempty"`
	// Excluded are the pairs of seed and engine that yield nothing, as numbers: seed times engines plus engine.
	Excluded []int `json:"excluded,omitempty"`
}

func (d *dealer) save() savedState {
	s := savedState{Done: d.done, Before: d.before, Jobs: make(map[uint64]jobState)}
	for ordinal, j := range d.jobs {
		if j.known && (j.Run > 0 || j.Mutants == 0) {
			s.Jobs[ordinal] = jobState{Mutants: j.Mutants, Run: j.Run, Memory: j.Memory}
		}
	}
	for pair, dead := range d.dead {
		if dead {
			s.Excluded = append(s.Excluded, pair)
		}
	}
	return s
}
