package effort

import (
	"math"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/base/rng"
)

// A Bandit knows what reward arms have recently yielded for their cost, and chooses among them. The zero value is not usable. Not
// safe for concurrent use.
//
// Rewards dry up: the more was done with an arm, the less remains to be found, although at times an arm finds something that opens new
// ground. This has two consequences. Evidence is discounted, as in D-UCB (Kocsis and Szepesvári 2006; Garivier and Moulines, On
// Upper-Confidence Bound Policies for Switching Bandit Problems, ALT 2011). And it is discounted by what the arm itself did, since that is
// what dries it up (Levine, Crammer and Mannor, Rotting Bandits, NIPS 2017): otherwise, among hundreds of arms, one that waits would be
// forgotten before its next turn. What other arms do fades it too, but so slowly that only arms with hardly any turns are forgotten; they
// are then tried again.
//
// Arms have different costs, so the criterion is reward per cost, and both are summed (as Ding, Qin, Zhang and Liu do, Multi-Armed
// Bandit with Budget Constraint and Variable Costs, AAAI 2013). Rewards have no bound that Hoeffding's interval could use. They are
// counts, so the interval is the score interval of a Poisson rate; since they come in clumps, each clump counts as one event. As a
// result, the units of reward and cost do not affect any choice.
type Bandit[K comparable] struct {
	capacity int
	window   float64
	entries  uint64
	arms     []arm[K] // in the order in which they were first entered
	place    map[K]int
	// rewards and squares are the sum of rewards and of their squares, for the size of a clump.
	rewards, squares float64
}

// An arm is what is known about a choice. Its sums are discounted.
type arm[K comparable] struct {
	key          K
	reward, cost float64 // cost in seconds
	at           uint64  // Bandit.entries after its last entry
}

// fadeShare is how many times more slowly the entries of others fade an arm than its own do, when all arms have the same share of entries.
const fadeShare = 8

// confidence is the factor of the squared width of intervals. The proofs of UCB require a factor many times as large; a campaign is too short for
// the turns that would then go to arms that yield nothing (docs/adr/023-bandit.md has figures).
const confidence = 1.0 / 8

// NewBandit returns a bandit that knows nothing. It remembers at most the given number of arms, and about the given number of
// entries counts for each. A bandit with more arms forgets the one with the least certain yield; among equals, the one whose last
// entry is oldest.
func NewBandit[K comparable](capacity, window int) *Bandit[K] {
	return &Bandit[K]{capacity: max(capacity, 1), window: float64(max(window, 1)), place: make(map[K]int)}
}

// maxReward bounds the reward of one entry, so that sums stay far from infinity.
const maxReward = 1e12

// Enter enters what an arm yielded, and its cost. A cost below a microsecond counts as one microsecond, a negative reward as none.
func (b *Bandit[K]) Enter(k K, reward float64, cost time.Duration) {
	if !(reward > 0) { // or not a number
		reward = 0
	}
	reward = min(reward, maxReward)
	i, ok := b.place[k]
	if !ok {
		i = len(b.arms)
		b.arms, b.place[k] = append(b.arms, arm[K]{key: k, at: b.entries}), i
	}
	a := &b.arms[i]
	keep := b.faded(a) * (1 - 1/b.window)
	b.entries++
	a.reward = a.reward*keep + reward
	a.cost = a.cost*keep + max(cost, time.Microsecond).Seconds()
	a.at = b.entries
	keep = 1 - 1/(fadeShare*b.window)
	b.rewards = b.rewards*keep + reward
	b.squares = b.squares*keep + reward*reward
	if len(b.arms) > b.capacity {
		b.forget(b.least())
	}
}

// faded is the share of an arm's evidence, from 0 to 1, that remains after later entries of other arms.
func (b *Bandit[K]) faded(a *arm[K]) float64 {
	return math.Exp(-float64(b.entries-a.at) / (fadeShare * b.window * float64(len(b.arms))))
}

func (b *Bandit[K]) least() (at int) {
	least := math.Inf(1)
	for i := range b.arms {
		if lower, _ := b.bounds(&b.arms[i]); lower < least || lower == least && b.arms[i].at < b.arms[at].at {
			at, least = i, lower
		}
	}
	return at
}

func (b *Bandit[K]) forget(i int) {
	delete(b.place, b.arms[i].key)
	b.arms = slices.Delete(b.arms, i, i+1)
	for ; i < len(b.arms); i++ {
		b.place[b.arms[i].key] = i
	}
}

// negligible is a cost in seconds below which nothing is known about an arm any longer.
const negligible = 1e-9

// bounds returns the score interval of an arm's rate, in reward per second.
func (b *Bandit[K]) bounds(a *arm[K]) (lower, upper float64) {
	left := b.faded(a)
	cost := a.cost * left
	if cost < negligible {
		return 0, math.Inf(1)
	}
	clump := b.clump()
	x := a.reward * left / clump
	// As in UCB the interval grows with the logarithm of the entries that count.
	z2 := confidence * math.Log1p(min(float64(b.entries), b.window*float64(len(b.arms))))
	upper = x + z2/2 + math.Sqrt(z2*(x+z2/4))
	// The product of the two is x squared; the difference of two close numbers would lose digits.
	lower = x * x / upper
	return lower * clump / cost, upper * clump / cost
}

// clump is how much reward comes at once: the mean of squares over the mean, which is the size of the jumps of a compound Poisson process
// with jumps of one size.
func (b *Bandit[K]) clump() float64 {
	if b.rewards == 0 || b.squares == 0 {
		return 1 // any unit is fine
	}
	return b.squares / b.rewards
}

// Knows reports whether an arm was entered and not forgotten.
func (b *Bandit[K]) Knows(k K) bool { _, ok := b.place[k]; return ok }

// Rate returns what an arm has recently yielded per second of its cost, 0 for an unknown one.
func (b *Bandit[K]) Rate(k K) float64 {
	if i, ok := b.place[k]; ok && b.arms[i].cost > 0 {
		return b.arms[i].reward / b.arms[i].cost
	}
	return 0
}

// Bounds returns an interval in which the rate of an arm very probably lies: from 0 to infinity for an unknown one.
func (b *Bandit[K]) Bounds(k K) (lower, upper float64) {
	if i, ok := b.place[k]; ok {
		return b.bounds(&b.arms[i])
	}
	return 0, math.Inf(1)
}

// Best returns the largest rate that some arm certainly has: the largest lower bound.
func (b *Bandit[K]) Best() float64 {
	best := 0.0
	for i := range b.arms {
		lower, _ := b.bounds(&b.arms[i])
		best = max(best, lower)
	}
	return best
}

// Choose returns the arm in from, which must not be empty, whose rate may be largest: the one with the largest upper bound. So an
// arm that was never tried comes first, and one about which little is known comes soon. The draw decides among equals.
func (b *Bandit[K]) Choose(from []K, draw *rng.Rand) K {
	chosen, most, equals := from[0], math.Inf(-1), 0
	for _, k := range from {
		_, upper := b.Bounds(k)
		switch {
		case upper > most:
			chosen, most, equals = k, upper, 1
		case upper == most:
			if equals++; draw.Chance(1, equals) {
				chosen = k
			}
		}
	}
	return chosen
}

// Len returns the number of known arms.
func (b *Bandit[K]) Len() int { return len(b.arms) }
