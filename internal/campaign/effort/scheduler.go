package effort

import (
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/schedule"
)

// Bounds on how long something that is skipped waits. Seeds wait in laps, with one slot in each lap; pairs wait in rounds, with one
// slot in each round; engines with a target wait in slots of the engine. Whatever waits comes back: nothing starves.
const (
	lateDoublings      = 6 // 64 laps
	longestWait        = 1 << lateDoublings
	behaviourTolerated = 3 // slots in a row without new behaviour
	behaviourDoublings = 4 // 16 rounds
	pairTolerated      = 8 // consecutive slots of an engine on which a target only ran out of time
	pairDoublings      = 6 // 64 slots of the engine
	// seedLate is how many failures a time-out on the seed itself counts as: its first wait is four laps.
	seedLate = 2
)

// A Config says among what a Scheduler divides effort.
type Config struct {
	Seeds, Engines int
	Targets        []string
	// Logics has the logic of each seed, "" for none; seeds beyond it have none.
	Logics []string
	// Compared are pairs of targets whose answers are compared as equals, so that they must have equal limits.
	Compared [][2]string
	// Limit is the full limit of a run, 0 for none.
	Limit time.Duration
	// Length is the number of mutants of a slot, 0 to run all of them, however long they take.
	Length int
	// Random is the campaign seed: it alone determines which mutants have the full limit.
	Random uint64
}

// A Scheduler remembers what came of runs, and bases its decisions on that. Not safe for concurrent use.
type Scheduler struct {
	seeds, engines int
	targets        []string
	place          map[string]int // of targets by name
	compared       [][]int        // by target
	full           time.Duration
	chain          int // mutants of a slot
	random         *rng.Rand

	answers   map[int][]*answer // by seed and target, nil for those that were not run on the seed
	pairs     map[int]*pair     // by seed times engines plus engine
	late      []backoff         // by engine times targets plus target; its clock is Slot.Number
	passed    map[Why]int64     // slots that were skipped
	usual     usage             // of mutants
	behaviour behaviour
	tide      yield // of the campaign lately
	changed   changed
}

// A pair is the result of the slots of a seed with an engine.
type pair struct {
	shown sketch
	quiet backoff // its clock counts rounds
	// missed counts the consecutive slots that were skipped for LittleNew.
	missed int
}

// New returns a scheduler that knows nothing yet.
func New(c Config) *Scheduler {
	s := &Scheduler{
		seeds: max(c.Seeds, 1), engines: max(c.Engines, 1), targets: slices.Clone(c.Targets), place: make(map[string]int),
		compared: make([][]int, len(c.Targets)), full: max(c.Limit, 0), chain: c.Length, random: rng.New(c.Random).Split("full limit"),
		behaviour: behaviour{logics: slices.Clone(c.Logics), phases: rng.New(c.Random).Split("little news")},
	}
	for k, name := range s.targets {
		s.place[name] = k
	}
	for _, p := range c.Compared {
		a, knownA := s.place[p[0]]
		b, knownB := s.place[p[1]]
		if knownA && knownB {
			s.compared[a], s.compared[b] = append(s.compared[a], b), append(s.compared[b], a)
		}
	}
	s.close()
	s.clear()
	return s
}

// close makes the comparison transitive: targets that are compared with the same one have the same limit.
func (s *Scheduler) close() {
	for k := range s.compared {
		group := []int{k}
		for i := 0; i < len(group); i++ {
			for _, other := range s.compared[group[i]] {
				if !slices.Contains(group, other) {
					group = append(group, other)
				}
			}
		}
		s.compared[k] = group
	}
}

func (s *Scheduler) clear() {
	s.answers, s.pairs, s.passed = make(map[int][]*answer), make(map[int]*pair), make(map[Why]int64)
	s.late = make([]backoff, s.engines*len(s.targets))
	s.usual, s.tide = usage{}, yield{}
	s.behaviour.clear()
	s.changed = changed{answers: make(map[int]bool), pairs: make(map[int]bool)}
}

func (s *Scheduler) answer(seed, target int) *answer {
	if all := s.answers[seed]; all != nil {
		return all[target]
	}
	return nil
}

// lap is the number of slots that every seed had before a slot.
func (s *Scheduler) lap(t schedule.Slot) uint64 { return t.Number / uint64(s.seeds) }

// Knows reports whether a target has been run on a seed itself.
func (s *Scheduler) Knows(seed int, target string) bool {
	k, ok := s.place[target]
	return ok && s.answer(seed, k) != nil
}

// Solved enters the run of a target on the seed of a slot itself. Only the first run counts.
func (s *Scheduler) Solved(t schedule.Slot, r Run) {
	k, ok := s.place[r.Target]
	if !ok || s.answer(t.Seed, k) != nil {
		return
	}
	s.tide.Time += r.Wall.Seconds() // to begin with a seed is part of the price of its news
	a := &answer{seed: r.Outcome, ran: s.lap(t)}
	a.took(r, s.full)
	if r.late() {
		a.late.failures = seedLate
		a.late.fail(s.lap(t), lateOnSeed)
	}
	if s.answers[t.Seed] == nil {
		s.answers[t.Seed] = make([]*answer, len(s.targets))
	}
	s.answers[t.Seed][k] = a
	s.changed.answers[t.Seed] = true
}

var (
	lateOnSeed = patience{tolerated: 0, doublings: lateDoublings, unit: 1}
	nothingNew = patience{tolerated: behaviourTolerated - 1, doublings: behaviourDoublings, unit: 1}
)

// lateWithEngine counts in slots of all engines.
func (s *Scheduler) lateWithEngine() patience {
	return patience{tolerated: pairTolerated - 1, doublings: pairDoublings, unit: uint64(s.engines)}
}

// TooSlow reports whether a target must not be run on the mutants of a slot, and why.
func (s *Scheduler) TooSlow(t schedule.Slot, target string) (why Why, yes bool) {
	k, ok := s.place[target]
	if !ok {
		return "", false
	}
	a := s.answer(t.Seed, k)
	if a != nil && a.late.waits(s.lap(t)) {
		return LateOnSeed, true
	}
	// The slot at the end of the wait goes to whichever seed comes then, possibly a different one each time.
	if a != nil && s.lap(t)-a.ran > longestWait {
		return "", false
	}
	if s.late[t.Engine*len(s.targets)+k].waits(t.Number) {
		return LateWithEngine, true
	}
	return "", false
}

// Pass decides whether and why a slot is skipped, and counts it. A seed that was never run is never skipped.
func (s *Scheduler) Pass(t schedule.Slot) (why Why, yes bool) {
	if why, yes = s.passes(t); !yes && s.misses(t) {
		why, yes = LittleNew, true
		s.missed(t)
	}
	if yes {
		s.passed[why]++
	}
	return why, yes
}

func (s *Scheduler) passes(t schedule.Slot) (why Why, yes bool) {
	if p := s.pairs[s.pairOf(t)]; p != nil && p.quiet.waits(t.Round) {
		return NothingNew, true
	}
	some := false
	for k, a := range s.answers[t.Seed] {
		if a == nil {
			continue
		}
		of, gives := s.TooSlow(t, s.targets[k])
		if !gives {
			return "", false
		}
		some, why = true, of
	}
	return why, some
}

func (s *Scheduler) pairOf(t schedule.Slot) int { return t.Seed*s.engines + t.Engine }

// Take enters what came of a mutant of a slot, also into the tally of the slot.
func (s *Scheduler) Take(t schedule.Slot, c *Tally, m Mutant) {
	s.touch(t)
	begins := len(c.Asked) != len(s.targets) || len(c.Late) != len(s.targets)
	if begins {
		c.Asked, c.Late = make([]int, len(s.targets)), make([]int, len(s.targets))
	}
	var took time.Duration
	for _, r := range m.Runs {
		k, ok := s.place[r.Target]
		if !ok {
			continue
		}
		took += r.Wall
		c.Asked[k]++
		if r.late() {
			c.Late[k]++
		}
		if a := s.answer(t.Seed, k); a != nil {
			a.took(r, s.full)
		}
	}
	if m.Repeat {
		c.Repeats++
	}
	took += m.Beside
	if len(m.Runs) > 0 {
		c.Took += took
		s.usual.take(took)
	}
	p := s.pair(t)
	shows := p.shown.take(m)
	if shows || m.NewBehaviour > 0 {
		c.NewBehaviour = true
	}
	s.yields(c, yieldOf(m, took, shows))
	s.behaviour.take(t, m)
	if begins {
		s.behaviour.begun(t, p)
	}
}

// pair returns what is known about the pair of a slot, to add to it.
func (s *Scheduler) pair(t schedule.Slot) *pair {
	p := s.pairs[s.pairOf(t)]
	if p == nil {
		p = &pair{}
		s.pairs[s.pairOf(t)] = p
	}
	return p
}

// onlyRepeats reports whether earlier slots had made and run everything that was made.
func (c *Tally) onlyRepeats() bool {
	return c.Repeats > 0 && !slices.ContainsFunc(c.Asked, func(n int) bool { return n > 0 })
}

// End records that all mutants of a slot have been run.
func (s *Scheduler) End(t schedule.Slot, c Tally) {
	s.touch(t)
	answered := false
	for k, asked := range c.Asked {
		if asked == 0 {
			continue
		}
		late := c.Late[k] == asked
		answered = answered || !late
		a, with := s.answer(t.Seed, k), &s.late[t.Engine*len(s.targets)+k]
		if a != nil {
			a.ran = s.lap(t)
		}
		switch {
		case !late:
			if *with = (backoff{}); a != nil {
				a.late = backoff{}
			}
			continue
		case a == nil || a.seed != outcome.Timeout:
			// A seed that is too hard by itself says nothing about the engine.
			with.fail(t.Number, s.lateWithEngine())
		}
		if a != nil {
			a.late.fail(s.lap(t), lateOnSeed)
		}
	}
	p := s.pairs[s.pairOf(t)]
	switch {
	case p != nil && c.onlyRepeats():
		// The engine can make little else of the seed: it has had its slots.
		p.quiet.failures = max(p.quiet.failures, nothingNew.tolerated)
		p.quiet.fail(t.Round, nothingNew)
	case p == nil || !answered:
		// Time-outs have separate waits.
	case c.NewBehaviour:
		p.quiet = backoff{}
	default:
		p.quiet.fail(t.Round, nothingNew)
	}
}

// A Count says what is skipped at a given moment.
type Count struct {
	// Seeds counts the seeds that wait: LateOnSeed those on which all solvers run out of time, NothingNew those that yield nothing new with some
	// engine.
	Seeds map[Why]int `json:"seeds,omitempty"`
	// Passed counts the slots that were skipped.
	Passed map[Why]int64 `json:"passed,omitempty"`
	// Arms are those that yielded new behaviour of solvers, or were tried, those that yield most for their time first.
	Arms []ArmCount `json:"-"`
}

// Count counts what is skipped at a slot.
func (s *Scheduler) Count(ordinal uint64) Count {
	c := Count{Seeds: make(map[Why]int), Passed: make(map[Why]int64)}
	at := schedule.Slot{Number: ordinal}
	for _, all := range s.answers {
		run, wait := 0, 0
		for _, a := range all {
			if a != nil {
				run++
				if a.late.waits(s.lap(at)) {
					wait++
				}
			}
		}
		if run > 0 && run == wait {
			c.Seeds[LateOnSeed]++
		}
	}
	round := s.lap(at) / uint64(s.engines)
	quiet := make(map[int]bool)
	for k, p := range s.pairs {
		if p.quiet.waits(round) {
			quiet[k/s.engines] = true
		}
	}
	if len(quiet) > 0 {
		c.Seeds[NothingNew] = len(quiet)
	}
	for why, n := range s.passed {
		c.Passed[why] = n
	}
	c.Arms = s.behaviour.counts()
	return c
}
