package effort

import (
	"math"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/rng"
)

// A Bandit knows what reward arms bring for their cost, lately, and chooses among them. The zero value is not usable. Not safe for
// concurrent use.
//
// Rewards dry up: the more was done with an arm, the less is left to be seen, and at times an arm finds something that opens new
// ground. Two things follow. Evidence is discounted, as in D-UCB (Kocsis and Szepesvári 2006; Garivier and Moulines, On
// Upper-Confidence Bound Policies for Switching Bandit Problems, ALT 2011). And it is discounted by what the arm itself did, since
// that is what dries it up (Levine, Crammer and Mannor, Rotting Bandits, NIPS 2017): of hundreds of arms one that waits would be forgotten
// otherwise before it has its next turn. What others do fades it too, but so slowly that only those are forgotten that have hardly any
// turns; they are tried again then.
//
// Arms have costs of their own, so that what counts is reward for cost, and both are summed (as Ding, Qin, Zhang and Liu do,
// Multi-Armed Bandit with Budget Constraint and Variable Costs, AAAI 2013). Rewards have no bound that Hoeffding's interval could
// use. They are counts, so the interval is the score interval of a Poisson rate; since they come in clumps, each clump counts as one
// event. It follows that the unit of the reward and that of the cost change no choice.
type Bandit[K comparable] struct {
	capacity int
	window   float64
	entries  uint64
	arms     []arm[K] // in the order in which they were first entered
	place    map[K]int
	// rewards and squares are the sum of rewards and of their squares, for the size of a clump.
	rewards, squares float64
}

// An arm is what is known of a choice. Its sums are discounted.
type arm[K comparable] struct {
	key          K
	reward, cost float64 // cost in seconds
	at           uint64  // Bandit.entries behind its last entry
}

// fadeShare is how many times as slowly the entries of others fade an arm as its own, when all have the same share of them.
const fadeShare = 8

// confidence is the factor of the squared width of intervals. The proofs of UCB ask for one that is many times as large; a campaign is too short for
// the turns that go into arms that bring nothing then (docs/adr/023-bandit.md has figures).
const confidence = 1.0 / 8

// NewBandit returns a bandit that knows nothing, for at most so many arms, of each of which about so many entries count. A bandit
// with more arms forgets the one that brings least for sure, of equals the one whose last entry is oldest.
func NewBandit[K comparable](capacity, window int) *Bandit[K] {
	return &Bandit[K]{capacity: max(capacity, 1), window: float64(max(window, 1)), place: make(map[K]int)}
}

// maxReward bounds what one entry brings: sums of it stay far from infinity.
const maxReward = 1e12

// Enter enters what an arm brought, and its cost. A cost below a microsecond counts as one, a reward below zero as none.
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

// faded is what is left of the evidence of an arm, from 0 to 1, since others were entered after it.
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

// negligible is a cost in seconds below which nothing is known of an arm any more.
const negligible = 1e-9

// bounds returns the score interval of an arm's rate, in reward for each second.
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
	// The product of the two is x squared; the difference of two numbers that are close would lose digits.
	lower = x * x / upper
	return lower * clump / cost, upper * clump / cost
}

// clump is how much reward comes at once: the mean of squares over the mean, which is the size of the jumps of a compound Poisson process
// with jumps of one size.
func (b *Bandit[K]) clump() float64 {
	if b.rewards == 0 || b.squares == 0 {
		return 1 // any unit will do
	}
	return b.squares / b.rewards
}

// Knows reports whether an arm was entered and not forgotten.
func (b *Bandit[K]) Knows(k K) bool { _, ok := b.place[k]; return ok }

// Rate returns what an arm brings lately for each second of its cost, 0 for one that is not known.
func (b *Bandit[K]) Rate(k K) float64 {
	if i, ok := b.place[k]; ok && b.arms[i].cost > 0 {
		return b.arms[i].reward / b.arms[i].cost
	}
	return 0
}

// Bounds returns an interval in which the rate of an arm lies, in all likelihood: from 0 to infinity for one that is not known.
func (b *Bandit[K]) Bounds(k K) (lower, upper float64) {
	if i, ok := b.place[k]; ok {
		return b.bounds(&b.arms[i])
	}
	return 0, math.Inf(1)
}

// Best returns the largest rate that some arm has for sure: the largest lower bound.
func (b *Bandit[K]) Best() float64 {
	best := 0.0
	for i := range b.arms {
		lower, _ := b.bounds(&b.arms[i])
		best = max(best, lower)
	}
	return best
}

// Choose returns the arm of from, which must not be empty, whose rate may be largest: that with the largest upper bound. So an arm
// that was never tried comes first, and one of which little is known soon. The draw decides among equals.
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

// Len returns the number of arms that are known.
func (b *Bandit[K]) Len() int { return len(b.arms) }
