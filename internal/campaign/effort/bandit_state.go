package effort

import (
	"fmt"
	"math"
)

// A BanditState is what a Bandit knows, as it is saved.
type BanditState[K comparable] struct {
	Entries uint64 `json:"entries,omitempty"`
	// Rewards and Squares are discounted sums of rewards and of their squares.
	Rewards float64 `json:"rewards,omitempty"`
	Squares float64 `json:"squares,omitempty"`
	// Arms are in the order in which they were first entered.
	Arms []ArmState[K] `json:"arms,omitempty"`
}

// An ArmState is what is known about an arm, as it is saved.
type ArmState[K comparable] struct {
	Arm K `json:"arm"`
	// Reward and Cost are discounted sums, Cost in seconds.
	Reward float64 `json:"reward,omitempty"`
	Cost   float64 `json:"cost"`
	// At is the number of entries of all arms after its last one.
	At uint64 `json:"at"`
}

// Save returns what the bandit knows. The same knowledge gives the same state.
func (b *Bandit[K]) Save() BanditState[K] {
	st := BanditState[K]{Entries: b.entries, Rewards: b.rewards, Squares: b.squares}
	for _, a := range b.arms {
		st.Arms = append(st.Arms, ArmState[K]{Arm: a.key, Reward: a.reward, Cost: a.cost, At: a.at})
	}
	return st
}

// Restore replaces what the bandit knows with what was saved. After an error it knows nothing.
func (b *Bandit[K]) Restore(st BanditState[K]) error {
	*b = Bandit[K]{capacity: b.capacity, window: b.window, place: make(map[K]int)}
	if err := b.check(st); err != nil {
		return err
	}
	b.entries, b.rewards, b.squares = st.Entries, st.Rewards, st.Squares
	for i, a := range st.Arms {
		b.arms, b.place[a.Arm] = append(b.arms, arm[K]{key: a.Arm, reward: a.Reward, cost: a.Cost, at: a.At}), i
	}
	return nil
}

func (b *Bandit[K]) check(st BanditState[K]) error {
	sum := func(x float64) bool { return x >= 0 && !math.IsInf(x, 0) }
	// The mean of squares is at most the mean times the largest value, except for lost digits.
	if len(st.Arms) > b.capacity || !sum(st.Rewards) || !sum(st.Squares) || st.Squares > 2*maxReward*st.Rewards || st.Entries < uint64(len(st.Arms)) {
		return fmt.Errorf("effort: %d arms of at most %d, after %d entries with sums of %g and %g, are not a state of a bandit",
			len(st.Arms), b.capacity, st.Entries, st.Rewards, st.Squares)
	}
	seen := make(map[K]bool)
	for _, a := range st.Arms {
		if seen[a.Arm] || !sum(a.Reward) || !sum(a.Cost) || a.At == 0 || a.At > st.Entries {
			return fmt.Errorf("effort: a reward of %g for %g s at entry %d of %d says nothing about %v", a.Reward, a.Cost, a.At, st.Entries, a.Arm)
		}
		seen[a.Arm] = true
	}
	return nil
}
