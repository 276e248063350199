package effort

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/schedule"
)

// A mine is a campaign of two engines on seeds of two logics whose new behaviour comes from the test.
type mine struct {
	s     *Scheduler
	p     play
	next  uint64
	fresh func(a Arm) int
}

func newMine(news func(a Arm) int) *mine {
	p := play{seeds: 20, engines: 2}
	c := Config{Seeds: p.seeds, Engines: p.engines, Targets: []string{"a"}, Limit: full, Length: simulated}
	for seed := range p.seeds {
		c.Logics = append(c.Logics, []string{"QF_LIA", "QF_S"}[seed%2])
	}
	return &mine{s: New(c), p: p, fresh: news}
}

// taken plays rounds and returns how many turns each arm had, out of ten per round.
func (m *mine) taken(t *testing.T, rounds int) map[Arm]int {
	t.Helper()
	had := make(map[Arm]int)
	for range rounds * m.p.seeds * m.p.engines {
		turn := m.p.turn(m.next)
		m.next++
		solved(m.s, turn, outcome.Sat)
		why, pass := m.s.Pass(turn)
		if pass {
			if why != LittleNew {
				t.Fatalf("passed over since %s", why)
			}
			continue
		}
		a := m.s.behaviour.arm(turn)
		had[a]++
		var c Tally
		for range simulated {
			m.s.Take(turn, &c, Mutant{Signature: true, Runs: mutant(m.s, "r", outcome.Sat).Runs, NewBehaviour: m.fresh(a), Cost: ms(5)})
		}
		m.s.End(turn, c)
	}
	return had
}

var (
	rich = Arm{Engine: 0, Logic: "QF_S"}
	fair = Arm{Engine: 1, Logic: "QF_S"}
	poor = Arm{Engine: 0, Logic: "QF_LIA"}
	dry  = Arm{Engine: 1, Logic: "QF_LIA"}
)

// TestLittleNews: arms that yield much less than the best one get a half, a quarter or an eighth of their turns. An arm that yields
// something again soon gets all of them, and when no arm yields anything, all arms do.
func TestLittleNews(t *testing.T) {
	news := map[Arm]int{rich: 100, fair: 40, poor: 20, dry: 0}
	m := newMine(func(a Arm) int { return news[a] })
	m.taken(t, 8)
	if diff := cmp.Diff(map[Arm]int{rich: 160, fair: 80, poor: 40, dry: 20}, m.taken(t, 16)); diff != "" {
		t.Errorf("turns of 160 (-want +got):\n%s", diff)
	}
	for range 8 {
		if n := m.taken(t, 1)[dry]; n > 5 {
			t.Errorf("%d of the 20 turns that an arm has in 16 rounds are in one of them", n)
		}
	}
	news[dry] = 100
	rounds := 0
	for ; m.taken(t, 1)[dry] < 10; rounds++ {
		if rounds > 20 {
			t.Fatal("it does not recover")
		}
	}
	t.Logf("an arm with an eighth of its turns has all again %d rounds after it began to bring as much as the best one", rounds)
	if rounds > 6 {
		t.Errorf("it recovers after %d rounds", rounds)
	}
	clear(news)
	m.taken(t, 400)
	if diff := cmp.Diff(map[Arm]int{rich: 160, fair: 160, poor: 160, dry: 160}, m.taken(t, 16)); diff != "" {
		t.Errorf("turns of 160 when nobody brings anything (-want +got):\n%s", diff)
	}
}

// TestCountOfArms: the counts say what arms yield and which share of their turns is skipped.
func TestCountOfArms(t *testing.T) {
	m := newMine(func(a Arm) int { return map[Arm]int{rich: 100, fair: 60}[a] })
	m.taken(t, 100)
	got := m.s.Count(m.next)
	var order []Arm
	var passed int64
	for _, c := range got.Arms {
		order, passed = append(order, c.Arm), passed+c.Passed
		if starved := c.Arm == poor || c.Arm == dry; (c.Share() > 0.7) != starved || 8*c.Passed > 7*(c.Turns+longestMiss) {
			t.Errorf("%v: %d of %d turns were passed over", c.Arm, c.Passed, c.Turns)
		}
	}
	if diff := cmp.Diff([]Arm{rich, fair, poor, dry}, order); diff != "" || got.Arms[0].Rate < 19_999 || got.Arms[0].Rate > 20_001 {
		t.Errorf("%s\n%+v", diff, got.Arms)
	}
	if passed == 0 || got.Passed[LittleNew] != passed {
		t.Errorf("%d turns of arms were passed over, %d in all", passed, got.Passed[LittleNew])
	}
	again := newMine(m.fresh)
	if err := again.s.Restore(m.s.Save()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again.s.Count(m.next)); diff != "" {
		t.Errorf("counts (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff(m.s.pairs, again.s.pairs, cmp.AllowUnexported(pair{}, backoff{})); diff != "" {
		t.Errorf("pairs (-before +after):\n%s", diff)
	}
}

// TestNeverRun: a seed that was never run is not skipped, whatever its arm yields.
func TestNeverRun(t *testing.T) {
	m := newMine(func(a Arm) int { return map[Arm]int{rich: 100}[a] })
	m.taken(t, 20)
	c := Config{Seeds: 40, Engines: 2, Targets: []string{"a"}, Limit: full}
	for seed := range c.Seeds {
		c.Logics = append(c.Logics, []string{"QF_LIA", "QF_S"}[seed%2])
	}
	s := New(c)
	st := m.s.Save()
	st.Pairs, st.Answers = "", ""
	if err := s.Restore(st); err != nil {
		t.Fatal(err)
	}
	for o := range uint64(8 * c.Seeds) {
		lap := o / uint64(c.Seeds)
		turn := schedule.Slot{Number: o, Seed: int(o % uint64(c.Seeds)), Engine: int(lap % 2), Round: lap / 2}
		if why, pass := s.Pass(turn); pass {
			t.Fatalf("%+v was passed over: %s", turn, why)
		}
	}
	solved(s, schedule.Slot{Seed: 2}, outcome.Sat)
	passed := 0
	for round := range uint64(8) {
		if why, pass := s.Pass(schedule.Slot{Number: 400, Seed: 2, Round: round}); pass && why == LittleNew {
			passed++
		}
	}
	if passed != longestMiss-1 {
		t.Errorf("once it was run, %d turns of 8 were passed over", passed)
	}
}

// TestReplay: a scheduler that is told of the turns that were skipped, and of the mutants of the others, comes to know the
// same as the one that decided.
func TestReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlay(t)
		live, replayed := New(p.config()), New(p.config())
		for o := range uint64(300) {
			turn := p.turn(o)
			if _, pass := live.Pass(turn); pass {
				if _, again := replayed.Pass(turn); !again {
					t.Fatalf("%+v was passed over, and is not again", turn)
				}
				continue
			}
			for _, s := range []*Scheduler{live, replayed} {
				var c Tally
				var log []taken
				p.step(s, turn, &c, 0, chain, &log)
				s.End(turn, c)
			}
		}
		if diff := cmp.Diff(live.Save(), replayed.Save()); diff != "" {
			t.Fatalf("saved (-live +replayed):\n%s", diff)
		}
	})
}

// TestLogicsAlone: with logics and without feedback a scheduler decides as without either.
func TestLogicsAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlay(t)
		p.logics, p.fresh = nil, nil
		plain := p.decisions(t, New(p.config()), 150)
		for seed := range p.seeds {
			p.logics = append(p.logics, fmt.Sprint(seed%2))
		}
		if diff := cmp.Diff(plain, p.decisions(t, New(p.config()), 150)); diff != "" {
			t.Fatalf("decisions (-without logics +with them):\n%s", diff)
		}
	})
}
