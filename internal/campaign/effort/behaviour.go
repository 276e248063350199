package effort

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/schedule"
)

const (
	// longestMiss: one slot of an arm in this many is taken, however little the arm yields: nothing else would show that it yields
	// something again.
	longestMiss = 8
	// armWindow is the approximate number of mutants of an arm that count.
	armWindow = 512
	// maxArms bounds the number of arms that are remembered.
	maxArms = 1024
)

// An Arm is one of those among which the effort for new behaviour of solvers is divided: an engine with the seeds of a logic.
type Arm struct {
	Engine int    `json:"engine"`
	Logic  string `json:"logic"`
}

// behaviour is what a Scheduler knows about new behaviour of solvers: nothing without feedback.
type behaviour struct {
	logics []string // by seed
	phases *rng.Rand

	bandit *Bandit[Arm]
	dealt  map[Arm]*dealt
	// best is the bandit's best rate at the entry bestAt.
	best   float64
	bestAt uint64
}

// dealt counts the slots of an arm that were not skipped for another reason, and those that were skipped for LittleNew.
type dealt struct{ turns, passed int64 }

func (n *behaviour) clear() {
	n.bandit, n.dealt = NewBandit[Arm](maxArms, armWindow), make(map[Arm]*dealt)
	n.best, n.bestAt = 0, 0
}

func (n *behaviour) arm(t schedule.Slot) Arm {
	a := Arm{Engine: t.Engine}
	if t.Seed >= 0 && t.Seed < len(n.logics) {
		a.Logic = n.logics[t.Seed]
	}
	return a
}

// take enters what a mutant yielded.
func (n *behaviour) take(t schedule.Slot, m Mutant) {
	if m.Cost > 0 {
		n.bandit.Enter(n.arm(t), float64(m.NewBehaviour), m.Cost)
	}
}

// begun records that a slot was taken. Its first mutant says so, not the decision: a journal that is read back has only mutants.
func (n *behaviour) begun(t schedule.Slot, p *pair) {
	p.missed = 0
	if a := n.arm(t); n.bandit.Knows(a) {
		n.count(a).turns++
	}
}

func (n *behaviour) count(a Arm) *dealt {
	if n.dealt[a] == nil {
		n.dealt[a] = &dealt{}
	}
	return n.dealt[a]
}

// every returns the n, which is 1, 2, 4 or 8, such that one in n slots of an arm is taken. An arm is skipped when it very probably
// yields less than that share of what some arm certainly yields, so arms about which little is known are not skipped.
func (n *behaviour) every(a Arm) uint64 {
	if at := n.bandit.entries; at != n.bestAt {
		n.best, n.bestAt = n.bandit.Best(), at
	}
	_, upper := n.bandit.Bounds(a)
	every := uint64(1)
	for every < longestMiss && upper*float64(2*every) <= n.best {
		every *= 2
	}
	return every
}

// misses decides whether a slot that is not skipped for another reason is skipped because its arm yields little. The pair and the
// round determine which slots of an arm are taken, so that they are spread evenly over seeds and over time.
func (s *Scheduler) misses(t schedule.Slot) bool {
	a, known := s.behaviour.arm(t), s.pairs[s.pairOf(t)]
	switch {
	case !s.behaviour.bandit.Knows(a):
		return false
	case known == nil && s.answers[t.Seed] == nil:
		return false // the seed was never run
	case known != nil && known.missed >= longestMiss-1:
		return false // the slots that were skipped for other reasons were exactly those that would have been taken
	}
	phase := s.behaviour.phases.SplitN(uint64(s.pairOf(t))).Uint64() % longestMiss
	return (t.Round+phase)%s.behaviour.every(a) != 0
}

// missed records that a slot was skipped for LittleNew.
func (s *Scheduler) missed(t schedule.Slot) {
	s.pair(t).missed++
	s.changed.pairs[s.pairOf(t)] = true
	d := s.behaviour.count(s.behaviour.arm(t))
	d.turns++
	d.passed++
}

// An ArmCount says what an arm yields, and what it gets.
type ArmCount struct {
	Arm
	// Rate is the recent new behaviour per second of CPU time.
	Rate float64
	// Turns counts the slots, since the arm yielded something or was tried, that were not skipped for another reason. Passed counts those
	// among them that were skipped for LittleNew.
	Turns, Passed int64
}

// Share is the share of slots that were skipped.
func (c ArmCount) Share() float64 { return float64(c.Passed) / float64(max(c.Turns, 1)) }

// counts returns all arms, those that yield most first.
func (n *behaviour) counts() []ArmCount {
	var all []ArmCount
	for _, a := range n.bandit.arms {
		c := ArmCount{Arm: a.key, Rate: n.bandit.Rate(a.key)}
		if d := n.dealt[a.key]; d != nil {
			c.Turns, c.Passed = d.turns, d.passed
		}
		all = append(all, c)
	}
	slices.SortFunc(all, func(x, y ArmCount) int { return cmp.Or(cmp.Compare(y.Rate, x.Rate), compareArms(x.Arm, y.Arm)) })
	return all
}

func compareArms(x, y Arm) int {
	return cmp.Or(cmp.Compare(x.Engine, y.Engine), strings.Compare(x.Logic, y.Logic))
}

// A BehaviourState is what is known about the new behaviour of arms, as it is saved.
type BehaviourState struct {
	Arms  BanditState[Arm] `json:"arms,omitzero"`
	Turns []ArmTurns       `json:"turns,omitempty"`
}

// ArmTurns counts the slots of an arm, and those among them that were skipped for LittleNew.
type ArmTurns struct {
	Arm
	Turns  int64 `json:"turns"`
	Passed int64 `json:"passed,omitempty"`
}

func (n *behaviour) save() BehaviourState {
	st := BehaviourState{Arms: n.bandit.Save()}
	for _, a := range slices.SortedFunc(maps.Keys(n.dealt), compareArms) {
		st.Turns = append(st.Turns, ArmTurns{a, n.dealt[a].turns, n.dealt[a].passed})
	}
	return st
}

func (n *behaviour) restore(st BehaviourState, engines int) error {
	is := func(a Arm) bool {
		return a.Engine >= 0 && a.Engine < engines && (a.Logic == "" || slices.Contains(n.logics, a.Logic))
	}
	for _, a := range st.Arms.Arms {
		if !is(a.Arm) {
			return fmt.Errorf("effort: the campaign has no engine %d with seeds of the logic %q", a.Arm.Engine, a.Arm.Logic)
		}
	}
	for _, d := range st.Turns {
		if !is(d.Arm) || n.dealt[d.Arm] != nil || d.Passed < 0 || d.Turns < d.Passed {
			return fmt.Errorf("effort: %d of %d turns say nothing about engine %d with seeds of the logic %q", d.Passed, d.Turns, d.Engine, d.Logic)
		}
		n.dealt[d.Arm] = &dealt{d.Turns, d.Passed}
	}
	return n.bandit.Restore(st.Arms)
}
