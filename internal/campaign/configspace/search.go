package configspace

import (
	"cmp"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/solver/options"
)

// A Strategy says how configurations are made, and how many.
type Strategy struct {
	// Random: independent random configurations instead of a genetic algorithm, as in the paper's Falcon-Learn. They are drawn like the first
	// ones of the genetic algorithm.
	Random bool
	// Draw draws a configuration for the first generation, and where a parent is missing; nil, or no settings, for one with a few random changes.
	Draw func(r *rng.Rand) []options.Setting
	// Offspring bounds the number of configurations in a search, including those of the first generation: 0 for 100.
	Offspring int
	// Patience is the number of consecutive generations that may yield nothing new: 0 for ten.
	Patience int
	// Parents is the number of configurations that have offspring, two for each pair of them: 0 for three, which gives six in a generation.
	Parents int
}

func (s Strategy) filled() Strategy {
	s.Offspring = cmp.Or(max(0, s.Offspring), 100)
	s.Patience = cmp.Or(max(0, s.Patience), 10)
	s.Parents = max(2, cmp.Or(max(0, s.Parents), 3))
	return s
}

// An Outcome is what came of a configuration.
type Outcome struct {
	// Fitness is the number of entries of the run's feedback that have not been seen before.
	Fitness int
	// Behaviour is the number of entries of its signature that differ from those of the run without options. It decides between configurations of the
	// same fitness, and lets one that yields nothing new become a parent nevertheless: what it changes may have an effect in combination.
	Behaviour int
	// Refused: the solver does not accept the configuration at all, or not with this formula.
	Refused bool
	// Failed: the run ended without feedback, for example because of its time limit.
	Failed bool
}

// A Reason says why a search ended.
type Reason string

// The reasons.
const (
	NothingNew      Reason = "nothing new"
	EnoughOffspring Reason = "offspring"
	ExhaustedSpace  Reason = "exhausted space"
)

// An Ending sums a search up.
type Ending struct {
	// Proposed counts configurations, Refused and Failed those with such an outcome, Generations the generations that were begun.
	Proposed, Refused, Failed, Generations int
	// Why is "" as long as the search goes on.
	Why Reason
}

// A Search proposes configurations for one formula, one after the other: the genetic algorithm 3 of the paper. The random number generator and the
// outcomes determine everything. It belongs to one goroutine.
type Search struct {
	space    *Space
	how      Strategy
	rand     *rng.Rand
	seen     map[string]bool
	refusals *refusals
	// odometer is how far the enumeration of all configurations of corners has got, which is used when drawing finds nothing more.
	odometer []int
	turns    int

	current vector // what Next gave last, nil when its outcome is known
	left    int    // configurations of this generation that are still to come
	waiting []vector
	raw     bool // those waiting are final and are not mutated
	fresh   bool // in this generation
	dry     int  // generations without new behaviour, in a row

	population []individual // parents of this generation, and those of its members that may be parents of the next
	ending     Ending
}

// An individual is a configuration whose outcome is known.
type individual struct {
	vector vector
	// fitness of older generations is halved at each one: what was new is no longer.
	fitness, behaviour int
	born               int // its number in the search
}

// Search begins a search. start are configurations that were good before, on other formulas or in other targets, the best first: their part within
// the space makes up at most half of the first generation. From then on r belongs to the search.
func (s *Space) Search(r *rng.Rand, how Strategy, start ...[]options.Setting) *Search {
	out := &Search{
		space: s, how: how.filled(), rand: r, seen: map[string]bool{make(vector, s.Len()).key(): true}, refusals: newRefusals(),
		odometer: make([]int, s.Len()), raw: true,
	}
	had := map[string]bool{}
	for _, settings := range start {
		v := s.vector(settings)
		if key := v.key(); len(out.waiting) < out.litter() && !out.seen[key] && !had[key] {
			had[key] = true
			out.waiting = append(out.waiting, v)
		}
	}
	return out
}

// litter is the number of offspring of a generation.
func (s *Search) litter() int { return s.how.Parents * (s.how.Parents - 1) }

// Next returns the next configuration: settings different from the default, in the order of the space, at least one. No configuration comes twice in
// a search. It returns false when the search has ended. A configuration whose outcome was not reported teaches nothing.
func (s *Search) Next() ([]options.Setting, bool) {
	s.current = nil
	switch {
	case s.ending.Why != "":
		return nil, false
	case s.ending.Proposed >= s.how.Offspring:
		s.ending.Why = EnoughOffspring
		return nil, false
	case s.left == 0 && !s.turn():
		s.ending.Why = NothingNew
		return nil, false
	}
	v, ok := s.propose(s.rand.SplitN(uint64(s.ending.Proposed)))
	if !ok {
		s.ending.Why = ExhaustedSpace
		return nil, false
	}
	s.seen[v.key()] = true
	s.current = v
	s.left--
	s.ending.Proposed++
	return s.space.settings(v), true
}

// More allows so many configurations more, also after the search has ended for EnoughOffspring.
func (s *Search) More(configurations int) {
	if configurations <= 0 {
		return
	}
	s.how.Offspring += configurations
	if s.ending.Why == EnoughOffspring {
		s.ending.Why = ""
	}
}

// Report reports the outcome of the configuration that Next gave last. Only the first report for each counts.
func (s *Search) Report(o Outcome) {
	v := s.current
	if v == nil {
		return
	}
	s.current = nil
	switch {
	case o.Refused:
		s.ending.Refused++
		s.refusals.refuse(v)
		return
	case o.Failed:
		// What makes the solver run out of time also does so in combination: it costs more than a refusal, and teaches as little.
		s.ending.Failed++
		s.refusals.refuse(v)
		return
	}
	s.refusals.accept(v)
	if o.Fitness > 0 {
		s.fresh = true
	}
	if o.Fitness > 0 || o.Behaviour > 0 {
		s.population = append(s.population, individual{v, max(0, o.Fitness), max(0, o.Behaviour), s.ending.Proposed})
	}
}

// Done says how the search went, so far or as a whole.
func (s *Search) Done() Ending { return s.ending }

// turn begins a generation. It returns false when there was nothing new for too long.
func (s *Search) turn() bool {
	if s.ending.Generations > 0 {
		s.dry++
		if s.fresh {
			s.dry = 0
		}
		if s.dry >= s.how.Patience {
			return false
		}
		s.breed(s.rand.Split("breed").SplitN(uint64(s.ending.Generations)))
		s.left = s.litter()
	} else {
		s.left = 2 * s.litter()
	}
	s.fresh = false
	s.ending.Generations++
	return true
}

// breed makes the offspring of a generation, which have yet to be mutated. If there are fewer parents than there should be, some are drawn.
func (s *Search) breed(r *rng.Rand) {
	s.waiting, s.raw = nil, false
	s.choose()
	if len(s.population) == 0 || s.how.Random {
		return
	}
	var parents []vector
	for i := range s.how.Parents {
		if i < len(s.population) {
			parents = append(parents, s.population[i].vector)
		} else {
			parents = append(parents, s.draw(r))
		}
	}
	for i, u := range parents {
		for _, v := range parents[i+1:] {
			p, q := cross(r, u, v)
			s.waiting = append(s.waiting, p, q)
		}
	}
}

// draw draws a configuration.
func (s *Search) draw(r *rng.Rand) vector {
	if s.how.Draw != nil {
		if v := s.space.vector(s.how.Draw(r)); len(v.genes()) > 0 {
			return v
		}
	}
	return s.space.draw(r)
}

// choose keeps the best of the population; what they have done counts half from now on.
func (s *Search) choose() {
	slices.SortFunc(s.population, func(a, b individual) int {
		return cmp.Or(
			cmp.Compare(b.fitness, a.fitness), cmp.Compare(b.behaviour, a.behaviour),
			// A configuration that does as much with fewer options has fewer that do nothing, and a newer one has had less offspring.
			cmp.Compare(len(a.vector.genes()), len(b.vector.genes())), cmp.Compare(b.born, a.born),
		)
	})
	var best []individual
	for _, one := range s.population {
		if len(best) == s.how.Parents {
			break
		}
		// A configuration that has all settings of a better one, plus others, owes its behaviour to the former.
		idle := one.fitness == 0 && slices.ContainsFunc(best, func(b individual) bool { return has(one.vector, b.vector.genes()) })
		if !idle {
			one.fitness /= 2
			best = append(best, one)
		}
	}
	s.population = best
}

// Bounds on the search for a configuration that was not proposed before.
const (
	mutations = 8    // of one offspring
	draws     = 32   // of random configurations
	enumerate = 4096 // configurations of corners, in the whole search
)

// propose finds a configuration that was not proposed before.
func (s *Search) propose(r *rng.Rand) (vector, bool) {
	if s.space.Len() == 0 {
		return nil, false
	}
	if len(s.waiting) > 0 {
		v := s.waiting[0]
		s.waiting = s.waiting[1:]
		if s.raw {
			if s.fit(v) {
				return v, true
			}
		}
		for range mutations {
			v = s.space.mutate(r, v)
			if s.refusals.mend(r, v); s.fit(v) {
				return v, true
			}
		}
	}
	for range draws {
		v := s.draw(r)
		if s.refusals.mend(r, v); s.fit(v) {
			return v, true
		}
	}
	return s.next()
}

// fit reports whether a vector is new, and nothing in it is known to be refused.
func (s *Search) fit(v vector) bool { return !s.seen[v.key()] && s.refusals.allows(v) }

// next continues the enumeration of all configurations of corners, for spaces so small that drawing rarely finds the last ones.
func (s *Search) next() (vector, bool) {
	for s.turns < enumerate {
		s.turns++
		at := 0
		for ; at < len(s.odometer); at++ {
			s.odometer[at]++
			if s.odometer[at] <= len(s.space.dimensions[at].corners()) {
				break
			}
			s.odometer[at] = 0
		}
		if at == len(s.odometer) {
			s.turns = enumerate
			break
		}
		v := make(vector, len(s.odometer))
		for i, k := range s.odometer {
			if k > 0 {
				v[i] = s.space.dimensions[i].corners()[k-1]
			}
		}
		if s.fit(v) {
			return v, true
		}
	}
	return nil, false
}
