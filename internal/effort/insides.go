package effort

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/rng"
)

const (
	// longestMiss: one turn in so many is taken of an arm, however little it brings: nothing else would say that it brings something
	// again.
	longestMiss = 8
	// armWindow is the number of mutants of an arm that count, about.
	armWindow = 512
	// maxArms bounds the arms that are remembered.
	maxArms = 1024
)

// An Arm is what the effort for news from inside solvers is divided among: an engine with the seeds of a logic.
type Arm struct {
	Engine int    `json:"engine"`
	Logic  string `json:"logic"`
}

// insides is what a Scheduler knows of news from inside solvers: nothing, while nobody looks there.
type insides struct {
	logics []string // by seed
	phases *rng.Rand

	bandit *Bandit[Arm]
	dealt  map[Arm]*dealt
	// best is that of the bandit at the entry bestAt.
	best   float64
	bestAt uint64
}

// dealt counts the turns of an arm that no other reason had passed over, and those that LittleNews had.
type dealt struct{ turns, passed int64 }

func (n *insides) clear() {
	n.bandit, n.dealt = NewBandit[Arm](maxArms, armWindow), make(map[Arm]*dealt)
	n.best, n.bestAt = 0, 0
}

func (n *insides) arm(t Turn) Arm {
	a := Arm{Engine: t.Engine}
	if t.Seed >= 0 && t.Seed < len(n.logics) {
		a.Logic = n.logics[t.Seed]
	}
	return a
}

// take enters what a mutant brought.
func (n *insides) take(t Turn, m Mutant) {
	if m.Cost > 0 {
		n.bandit.Enter(n.arm(t), float64(m.News), m.Cost)
	}
}

// begun enters that a turn was taken. Its first mutant says so, not the decision: what is read of a journal has mutants alone.
func (n *insides) begun(t Turn, p *pair) {
	p.missed = 0
	if a := n.arm(t); n.bandit.Knows(a) {
		n.count(a).turns++
	}
}

func (n *insides) count(a Arm) *dealt {
	if n.dealt[a] == nil {
		n.dealt[a] = &dealt{}
	}
	return n.dealt[a]
}

// every returns of how many turns of an arm one is taken: 1, 2, 4 or 8. An arm gives way when it brings less in all likelihood than
// that share of what some arm brings for sure, so that arms of which little is known do not.
func (n *insides) every(a Arm) uint64 {
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

// misses decides whether a turn that is not passed over otherwise is, since its arm brings little. Which turns of an arm are taken follows
// from the pair and the round, so that they are spread evenly over seeds and over time.
func (s *Scheduler) misses(t Turn) bool {
	a, known := s.insides.arm(t), s.pairs[s.pairOf(t)]
	switch {
	case !s.insides.bandit.Knows(a):
		return false
	case known == nil && s.answers[t.Seed] == nil:
		return false // the seed was never run
	case known != nil && known.missed >= longestMiss-1:
		return false // the turns that were passed over for other reasons were the very ones that would have been taken
	}
	phase := s.insides.phases.SplitN(uint64(s.pairOf(t))).Uint64() % longestMiss
	return (t.Round+phase)%s.insides.every(a) != 0
}

// missed enters that a turn was passed over for LittleNews.
func (s *Scheduler) missed(t Turn) {
	s.pair(t).missed++
	d := s.insides.count(s.insides.arm(t))
	d.turns++
	d.passed++
}

// An ArmCount says what an arm brings, and what it gets.
type ArmCount struct {
	Arm
	// Rate is the news for each second of CPU time lately.
	Rate float64
	// Turns counts those that no other reason had passed over since it brought something or was tried, Passed those of them that were passed over
	// for LittleNews.
	Turns, Passed int64
}

// Share is the share of turns that were passed over.
func (c ArmCount) Share() float64 { return float64(c.Passed) / float64(max(c.Turns, 1)) }

// counts returns all arms, those first that bring most.
func (n *insides) counts() []ArmCount {
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

// A NewsState is what is known of the news of arms, as it is saved.
type NewsState struct {
	Arms  BanditState[Arm] `json:"arms,omitzero"`
	Turns []ArmTurns       `json:"turns,omitempty"`
}

// ArmTurns counts the turns of an arm, and those of them that were passed over for LittleNews.
type ArmTurns struct {
	Arm
	Turns  int64 `json:"turns"`
	Passed int64 `json:"passed,omitempty"`
}

func (n *insides) save() NewsState {
	st := NewsState{Arms: n.bandit.Save()}
	for _, a := range slices.SortedFunc(maps.Keys(n.dealt), compareArms) {
		st.Turns = append(st.Turns, ArmTurns{a, n.dealt[a].turns, n.dealt[a].passed})
	}
	return st
}

func (n *insides) restore(st NewsState, engines int) error {
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
