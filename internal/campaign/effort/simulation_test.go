package effort

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/rng"
)

// A ground is where an arm finds new behaviour: a pool that empties. A mutant yields a clump of new behaviour with a chance that falls with what is
// left.
type ground struct {
	pool, left float64
	chance     float64       // of a clump, while the pool is full
	clump      int           // 1 to clump entries come at once
	cost       time.Duration // of a mutant on average, give or take a half
	// again refills the pool at that share of the campaign, 0 for never.
	again float64
	// common is a pool that all engines share on a logic, nil for none: every other clump comes from there.
	common *ground
}

func (g *ground) full() float64 { return g.left / g.pool }

// rate is the new behaviour that a second yields on average.
func (g *ground) rate() float64 {
	full := g.full()
	if g.common != nil {
		full = (full + g.common.full()) / 2
	}
	return g.chance * full * float64(g.clump+1) / 2 / g.cost.Seconds()
}

func (g *ground) mutant(r *rng.Rand) (news int, cost time.Duration) {
	cost = g.cost/2 + time.Duration(r.IntN(int(g.cost)))
	from := g
	if g.common != nil && r.Bool() {
		from = g.common
	}
	if float64(r.Uint64()>>11)/(1<<53) < g.chance*from.full() {
		news = int(min(float64(1+r.IntN(g.clump)), from.left))
		from.left -= float64(news)
	}
	return news, cost
}

// A landscape is the arms of a campaign: engines with logics.
type landscape struct {
	name            string
	engines, logics int
	ground          func(r *rng.Rand, k int) ground
	// common is the size of the pools that engines share, 0 for none.
	common float64
	// least is the least that the scheduler must find with feedback, relative to what it finds without, and the least that the bandit alone must
	// find, relative to what the oracle finds.
	least [2]float64
}

// tailed draws numbers few of which are large.
func tailed(r *rng.Rand, doublings int) float64 {
	n := 1.0
	for range doublings {
		if r.Bool() {
			break
		}
		n *= 2
	}
	return n
}

var landscapes = []landscape{
	{"drying", 6, 8, func(r *rng.Rand, _ int) ground {
		return ground{pool: 30 * tailed(r, 6), chance: 0.02 * tailed(r, 5), clump: 8, cost: ms(2 + r.IntN(20))}
	}, 0, [2]float64{1.1, 0.8}},
	{"few good", 6, 8, func(r *rng.Rand, k int) ground {
		if k%12 == 5 {
			return ground{pool: 20_000, chance: 0.5, clump: 4, cost: ms(6)}
		}
		return ground{pool: 2_000, chance: 0.01, clump: 4, cost: ms(6)}
	}, 0, [2]float64{3, 0.95}},
	{"reviving", 6, 8, func(r *rng.Rand, k int) ground {
		g := ground{pool: 30 * tailed(r, 6), chance: 0.02 * tailed(r, 5), clump: 8, cost: ms(2 + r.IntN(20))}
		if k%6 == 1 {
			g.pool, g.chance, g.again = 2_000, 0.4, 0.5
		}
		return g
	}, 0, [2]float64{1.6, 0.75}},
	{"shared", 6, 8, func(r *rng.Rand, _ int) ground {
		return ground{pool: 30 * tailed(r, 6), chance: 0.02 * tailed(r, 5), clump: 8, cost: ms(2 + r.IntN(20))}
	}, 500, [2]float64{1.1, 0.8}},
	{"even", 6, 8, func(r *rng.Rand, _ int) ground { return ground{pool: 500, chance: 0.1, clump: 8, cost: ms(6)} }, 0, [2]float64{0.98, 0.95}},
}

// A search is one campaign over a landscape with a budget of CPU time.
type search struct {
	arms   []ground // by logic times engines plus engine
	random *rng.Rand
	budget time.Duration
	spent  time.Duration
	found  int
}

func (l landscape) search(n uint64, budget time.Duration) *search {
	r := rng.New(n).Split(l.name)
	s := &search{random: r.Split("mutants"), budget: budget}
	draw := r.Split("arms")
	var common *ground
	for k := range l.engines * l.logics {
		g := l.ground(draw, k)
		g.left = g.pool
		if l.common > 0 {
			if k%l.engines == 0 {
				common = &ground{pool: l.common, left: l.common}
			}
			g.common = common
		}
		if g.again > 0 {
			g.left = 0
		}
		s.arms = append(s.arms, g)
	}
	return s
}

func (s *search) over() bool { return s.spent >= s.budget }

// mutant runs one mutant of an arm.
func (s *search) mutant(k int) (news int, cost time.Duration) {
	news, cost = s.arms[k].mutant(s.random)
	s.found += news
	s.spent += cost
	for i := range s.arms {
		if g := &s.arms[i]; g.again > 0 && float64(s.spent) > g.again*float64(s.budget) {
			g.left, g.again = g.pool, 0
		}
	}
	return news, cost
}

// simulated is the number of mutants of a chain in simulations.
const simulated = 20

// scheduled makes a Scheduler divide turns over seeds of each logic; if deaf, it is not told about new behaviour.
func (s *search) scheduled(l landscape, deaf bool) {
	const seedsOfLogic = 5
	c := Config{Seeds: seedsOfLogic * l.logics, Engines: l.engines, Targets: []string{"a"}, Limit: full, Length: simulated}
	for seed := range c.Seeds {
		c.Logics = append(c.Logics, fmt.Sprint("L", seed%l.logics))
	}
	sched := New(c)
	p := play{seeds: c.Seeds, engines: c.Engines}
	for o := uint64(0); !s.over(); o++ {
		t := p.turn(o)
		solved(sched, t, outcome.Sat)
		if _, pass := sched.Pass(t); pass {
			continue
		}
		var chain Tally
		for range simulated {
			// A signature each time keeps the other reasons out of the comparison.
			m := Mutant{Signature: true, Runs: []Run{{Target: "a", Outcome: outcome.Sat, Wall: ms(1)}}}
			news, cost := s.mutant(t.Seed%l.logics*l.engines + t.Engine)
			if !deaf {
				m.NewBehaviour, m.Cost = news, cost
			}
			sched.Take(t, &chain, m)
		}
		sched.End(t, chain)
	}
}

// chosen makes a bandit choose the arm of each chain.
func (s *search) chosen() {
	b := NewBandit[int](len(s.arms), armWindow)
	draw := s.random.Split("choices")
	var all []int
	for k := range s.arms {
		all = append(all, k)
	}
	for !s.over() {
		k := b.Choose(all, draw)
		for range simulated {
			news, cost := s.mutant(k)
			b.Enter(k, float64(news), cost)
		}
	}
}

// known is the strategy of someone who knows what arms would yield: always the best one. It does not know which arms revive.
func (s *search) known() {
	for !s.over() {
		best := slices.MaxFunc(s.arms, func(x, y ground) int {
			if x.rate() < y.rate() {
				return -1
			}
			return 1
		})
		k := slices.IndexFunc(s.arms, func(g ground) bool { return g == best })
		for range simulated {
			s.mutant(k)
		}
	}
}

// TestSimulation compares what a campaign finds with and without feedback in the same CPU time, when the drying up of new behaviour is planted.
func TestSimulation(t *testing.T) {
	const campaigns, budget = 4, 500 * time.Second
	var table strings.Builder
	for _, l := range landscapes {
		var equal, scheduled, chosen, known int
		for n := range uint64(campaigns) {
			run := func(total *int, how func(s *search)) {
				s := l.search(n, budget)
				how(s)
				*total += s.found
			}
			run(&equal, func(s *search) { s.scheduled(l, true) })
			run(&scheduled, func(s *search) { s.scheduled(l, false) })
			run(&chosen, (*search).chosen)
			run(&known, (*search).known)
		}
		of := func(n int) float64 { return float64(n) / float64(known) }
		fmt.Fprintf(&table, "\n%-10s equal turns %3.0f %%, scheduler %3.0f %%, bandit alone %3.0f %% of the oracle's %d", l.name,
			100*of(equal), 100*of(scheduled), 100*of(chosen), known/campaigns)
		if got := float64(scheduled) / float64(equal); got < l.least[0] || of(chosen) < l.least[1] {
			t.Errorf("%s: the scheduler finds %.2f times as much as without feedback, the bandit %.2f of the oracle; want %v", l.name, got, of(chosen), l.least)
		}
	}
	t.Logf("news in %v of CPU time, mean of %d campaigns:%s", budget, campaigns, table.String())
}
