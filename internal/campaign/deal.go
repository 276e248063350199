package campaign

import (
	"context"
	"math"
	"sync"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
)

// A job is one chain to make and run.
type job struct {
	ordinal uint64 // position in the order of jobs, from 0
	seed    int    // index of the seed
	engine  int    // index of the engine
	round   uint64 // how often this pair was dealt before
	// settled is the number of jobs right before it that were not dealt: they are done, yield nothing, or are passed over.
	settled uint64
	skip    int // its mutants that an earlier run of the campaign has already run
	// memory is what the chain had learned then.
	memory fuzzer.Memory
}

// turn is the job's place for the scheduler.
func (j job) turn() effort.Turn {
	return effort.Turn{Ordinal: j.ordinal, Seed: j.seed, Engine: j.engine, Round: j.round}
}

// A dealer hands out jobs in an order determined by the campaign seed alone. Each lap is a shuffle of all seeds, each with one
// engine, and each round has as many laps as there are engines, so that every pair comes up once. The dealer knows which mutants
// are within a limit, and how far everything is done.
//
// All methods are called with the campaign's mutex held; mutants and finished wait on it.
type dealer struct {
	mu    *sync.Mutex
	moved *sync.Cond // something was announced, or the run is over

	seed           uint64
	seeds, engines int
	limit          int64 // math.MaxInt64: none
	chain          int

	// passes decides which jobs are passed over, nil for none.
	passes func(job) bool

	next  uint64 // ordinal of the next job
	lap   uint64 // whose order is in order
	order []int32
	over  bool

	// dead are the pairs that are excluded because they never yield anything; empty counts consecutive jobs without a mutant.
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
	// Memory is what the chain has learned from those that have been run, Effort what came of them.
	Memory fuzzer.Memory `json:"memory,omitzero"`
	Effort effort.Chain  `json:"effort,omitzero"`
	// Ran are those that the window is to remember.
	Ran ran `json:"ran,omitzero"`

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

// restore continues where an earlier run ended.
func (d *dealer) restore(s savedState) {
	d.done, d.before, d.next = s.Done, s.Before, s.Done
	d.announced, d.start = s.Done, s.Before
	for ordinal, j := range s.Jobs {
		if ordinal >= s.Done {
			d.jobs[ordinal] = &jobState{Mutants: j.Mutants, Run: j.Run, Memory: j.Memory, Effort: j.Effort, Ran: j.Ran, known: true}
		}
	}
	for _, pair := range s.Excluded {
		if pair >= 0 && pair < len(d.dead) {
			d.dead[pair] = true
		}
	}
	d.advance()
}

// shuffle sets the order of the seeds in a lap.
func (d *dealer) shuffle(lap uint64) {
	if d.order == nil {
		d.order = make([]int32, d.seeds)
	} else if d.lap == lap {
		return
	}
	d.lap = lap
	permute(rng.New(d.seed).Split("order of seeds").SplitN(lap), d.order)
}

// permute puts the numbers from 0 into a random order.
func permute(r *rng.Rand, order []int32) {
	for i := range order {
		order[i] = int32(i)
	}
	for i := len(order) - 1; i > 0; i-- {
		k := r.IntN(i + 1)
		order[i], order[k] = order[k], order[i]
	}
}

// engineOf returns the engine of a seed in a lap: those of a round are all engines, in an order of the seed's own.
func (d *dealer) engineOf(seed int, lap uint64) int {
	engines := uint64(d.engines)
	order := make([]int32, d.engines)
	permute(rng.New(d.seed).Split("order of engines").SplitN(lap/engines).SplitN(uint64(seed)), order)
	return int(order[lap%engines])
}

// take hands out the next job; ok is false when there is none within the limit, or the run is over.
func (d *dealer) take() (j job, ok bool) {
	from := max(d.next, d.done)
	// Jobs that an earlier run began count as announced, and may have mutants left.
	for !d.over && (d.next < d.announced || d.start < d.limit) && !d.exhausted() {
		// Jobs that an earlier run ended are forgotten once all before them are done.
		ordinal := max(d.next, d.done)
		d.next = ordinal + 1
		j = d.at(ordinal)
		state := d.jobs[ordinal]
		switch {
		case state != nil && state.known && state.Run >= state.Mutants:
			d.finish()
			continue
		case state == nil && d.excluded(j):
			d.empty++
			d.settle(ordinal)
			continue
		case state == nil && d.passes != nil && d.passes(j):
			d.passed(ordinal)
			continue
		case state == nil:
			state = &jobState{}
			d.jobs[ordinal] = state
		}
		j.settled, j.skip, j.memory = ordinal-from, state.Run, state.Memory
		return j, true
	}
	return job{}, false
}

// passed says that a job was passed over: it may well yield something when its turn comes again.
func (d *dealer) passed(ordinal uint64) {
	d.empty = 0
	d.settle(ordinal)
}

// settle says that a job has no mutants to run.
func (d *dealer) settle(ordinal uint64) {
	d.jobs[ordinal] = &jobState{known: true}
	d.advance()
	d.finish()
}

// at returns the job at a position in the order, from its first mutant on.
func (d *dealer) at(ordinal uint64) job {
	lap := ordinal / uint64(d.seeds)
	d.shuffle(lap)
	seed := int(d.order[ordinal%uint64(d.seeds)])
	return job{ordinal: ordinal, seed: seed, engine: d.engineOf(seed, lap), round: lap / uint64(d.engines)}
}

// replayed enters what a journal says; ok is false for what is already known or comes after a gap.
func (d *dealer) replayed(e entry) (ok bool) {
	if e.Job < d.done {
		return false
	}
	// What was decided about the jobs before it still holds, whatever is known by now.
	for o := max(e.Job-min(e.Settled, e.Job), d.done); o < e.Job; o++ {
		if d.jobs[o] != nil {
			continue
		}
		if j := d.at(o); d.passes != nil && !d.excluded(j) {
			d.passes(j) // counts
		}
		d.jobs[o] = &jobState{known: true}
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

// exhausted reports whether fuzzer.MaxEmpty whole rounds yielded nothing.
func (d *dealer) exhausted() bool { return d.empty > fuzzer.MaxEmpty*d.seeds*d.engines }

// exclude marks a job's pair as one that yields nothing in any round.
func (d *dealer) exclude(j job) { d.dead[j.seed*d.engines+j.engine] = true }

// excluded reports whether a job's pair is marked that way.
func (d *dealer) excluded(j job) bool { return d.dead[j.seed*d.engines+j.engine] }

// pending reports whether an earlier round of a job's pair is under way: what becomes of that is not known yet.
func (d *dealer) pending(j job) bool {
	for ordinal, state := range d.jobs {
		if earlier := d.at(ordinal); !state.known && earlier.seed == j.seed && earlier.engine == j.engine && earlier.round < j.round {
			return true
		}
	}
	return false
}

// excludeSeed marks all pairs of a job's seed; first is false when one was marked before.
func (d *dealer) excludeSeed(j job) (first bool) {
	first = true
	for e := range d.engines {
		first = first && !d.dead[j.seed*d.engines+e]
		d.dead[j.seed*d.engines+e] = true
	}
	return first
}

// mutants announces how many mutants a job's chain has, and returns how many of them are within the limit. It may
// have to wait until it is known how many the jobs before it have.
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

// startOf returns the number of mutants before a job, or the largest possible one.
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

// ran records that one more mutant of a job has been run, and what its chain has learned.
func (d *dealer) ran(j job, index int, memory fuzzer.Memory) {
	s := d.jobs[j.ordinal]
	s.Run, s.Memory = index+1, memory
}

// finished waits until all jobs before one are done. It returns false when the run is over before that.
func (d *dealer) finished(ctx context.Context, before uint64) bool {
	for ctx.Err() == nil && !d.over && d.done < before {
		d.moved.Wait()
	}
	return d.done >= before
}

// finish moves the edge of what is done.
func (d *dealer) finish() {
	defer d.moved.Broadcast()
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

// end makes all waiting workers give up.
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
			s.Jobs[ordinal] = jobState{Mutants: j.Mutants, Run: j.Run, Memory: j.Memory, Effort: j.Effort, Ran: j.Ran}
		}
	}
	for pair, dead := range d.dead {
		if dead {
			s.Excluded = append(s.Excluded, pair)
		}
	}
	return s
}
