package effort

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/schedule"
)

// solved makes all targets solve a seed with the given outcome.
func solved(s *Scheduler, t schedule.Slot, o outcome.Outcome) {
	for _, target := range s.targets {
		s.Solved(t, Run{Target: target, Outcome: o, Wall: ms(1)})
	}
}

// TestOnlyRepeats: a pair whose turn had only what earlier turns had waits at once, and longer each time; one mutant that was run and yields
// something ends that.
func TestOnlyRepeats(t *testing.T) {
	s := New(Config{Seeds: 1, Engines: 1, Targets: []string{"a"}})
	got := turns(s, 80, func(taken int) Mutant {
		switch taken {
		case 0, 5:
			return mutant(s, fmt.Sprint("rule", taken), outcome.Sat)
		}
		return Mutant{Rule: "rule0", Repeat: true}
	})
	if diff := cmp.Diff([]uint64{0, 1, 3, 6, 11, 20, 21, 23, 26, 31, 40, 57, 74}, got); diff != "" {
		t.Errorf("turns (-want +got):\n%s", diff)
	}
}

// mutant returns a mutant on which all targets have an outcome.
func mutant(s *Scheduler, rule string, o outcome.Outcome) Mutant {
	m := Mutant{Rule: rule}
	for _, target := range s.targets {
		m.Runs = append(m.Runs, Run{Target: target, Outcome: o, Wall: ms(1)})
	}
	return m
}

// turns plays a campaign with one seed and one engine and returns the ordinals of the turns that were taken.
func turns(s *Scheduler, n uint64, m func(taken int) Mutant) []uint64 {
	var taken []uint64
	for o := range n {
		t := schedule.Slot{Number: o, Round: o}
		if _, pass := s.Pass(t); pass {
			continue
		}
		if len(taken) == 0 {
			solved(s, t, m(0).Runs[0].Outcome)
			if _, pass := s.TooSlow(t, s.targets[0]); pass {
				taken = append(taken, o)
				continue
			}
		}
		var c Tally
		s.Take(t, &c, m(len(taken)))
		s.End(t, c)
		taken = append(taken, o)
	}
	return taken
}

// TestWaits: a pair that yields nothing waits longer each time, up to a bound, and one that yields something again does not wait.
func TestWaits(t *testing.T) {
	for _, tt := range []struct {
		name string
		m    func(taken int) Mutant
		want []uint64
	}{
		{"news each time", func(n int) Mutant {
			return Mutant{Signature: true, Runs: []Run{{Target: "a", Outcome: outcome.Crash}}}
		}, []uint64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
		// News the first time, then three turns without.
		{"nothing new", func(int) Mutant { return Mutant{Rule: "r", Runs: []Run{{Target: "a", Outcome: outcome.Sat}}} },
			[]uint64{0, 1, 2, 3, 5, 8, 13}},
		{"something new at last", func(n int) Mutant {
			return Mutant{Rule: "r", Signature: n == 5, Runs: []Run{{Target: "a", Outcome: outcome.Sat}}}
		}, []uint64{0, 1, 2, 3, 5, 8, 9, 10, 11, 13, 16}},
		{"something new inside", func(n int) Mutant {
			return Mutant{Rule: "r", NewBehaviour: n % 2, Cost: ms(1), Runs: []Run{{Target: "a", Outcome: outcome.Sat}}}
		}, []uint64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
		// The seed itself, then its mutants.
		{"late on the seed", func(int) Mutant { return Mutant{Runs: []Run{{Target: "a", Outcome: outcome.Timeout}}} },
			[]uint64{0, 5, 14}},
		{"and then in time", func(n int) Mutant {
			if n == 0 {
				return Mutant{Runs: []Run{{Target: "a", Outcome: outcome.Timeout}}}
			}
			return Mutant{Signature: true, Runs: []Run{{Target: "a", Outcome: outcome.Sat}}}
		}, []uint64{0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := New(Config{Seeds: 1, Engines: 1, Targets: []string{"a"}, Limit: full})
			if diff := cmp.Diff(tt.want, turns(s, 20, tt.m)); diff != "" {
				t.Errorf("turns taken (-want +got):\n%s", diff)
			}
		})
	}
}

// TestOneTargetGivesWay: a target that runs out of time on a seed is skipped, and the others take the turn.
func TestOneTargetGivesWay(t *testing.T) {
	s := New(Config{Seeds: 1, Engines: 1, Targets: []string{"slow", "quick"}, Limit: full})
	s.Solved(schedule.Slot{}, Run{Target: "slow", Outcome: outcome.Timeout, Wall: full})
	s.Solved(schedule.Slot{}, Run{Target: "quick", Outcome: outcome.Sat, Wall: ms(1)})
	if why, yes := s.TooSlow(schedule.Slot{}, "slow"); !yes || why != LateOnSeed {
		t.Errorf("slow: %v, %q", yes, why)
	}
	if _, yes := s.TooSlow(schedule.Slot{}, "quick"); yes {
		t.Error("quick gives way")
	}
	if why, yes := s.Pass(schedule.Slot{}); yes {
		t.Errorf("passed over: %s", why)
	}
	if _, yes := s.TooSlow(schedule.Slot{Number: 5, Round: 5}, "slow"); yes {
		t.Error("slow never comes back")
	}
}

// TestLateWithEngine: a target that runs out of time on all mutants that an engine makes of easy seeds is skipped with that engine.
func TestLateWithEngine(t *testing.T) {
	const seeds = 40
	s := New(Config{Seeds: seeds, Engines: 2, Targets: []string{"a", "b"}, Limit: full})
	first := -1
	for seed := range seeds {
		turn := schedule.Slot{Number: uint64(seed), Seed: seed, Engine: seed % 2}
		solved(s, turn, outcome.Sat)
		if _, gives := s.TooSlow(turn, "a"); gives {
			if turn.Engine != 1 {
				t.Fatalf("a gives way with engine %d", turn.Engine)
			}
			if first < 0 {
				first = seed
			}
			continue
		}
		if _, gives := s.TooSlow(turn, "b"); gives {
			t.Fatal("b gives way")
		}
		var c Tally
		o := outcome.Sat
		if turn.Engine == 1 {
			o = outcome.Timeout
		}
		s.Take(turn, &c, Mutant{Runs: []Run{{Target: "a", Outcome: o}, {Target: "b", Outcome: outcome.Sat, Wall: ms(1)}}})
		s.End(turn, c)
	}
	if want := 2*pairTolerated + 1; first != want {
		t.Errorf("a gives way at seed %d, not %d", first, want)
	}
}

// TestSketch: every different thing is news once, time-outs show nothing, and the new behaviour dries up.
func TestSketch(t *testing.T) {
	run := func(o outcome.Outcome, reason string) Mutant {
		return Mutant{Rule: "r", Runs: []Run{{Target: "a", Outcome: o, Reason: reason}, {Target: "b", Outcome: outcome.Sat}}}
	}
	var s sketch
	for _, step := range []struct {
		m    Mutant
		news bool
	}{
		{Mutant{}, false},
		{run(outcome.Sat, ""), true},
		{run(outcome.Sat, ""), false},
		{run(outcome.Unsat, ""), true},
		{run(outcome.Timeout, ""), true}, // only b answers
		{run(outcome.Timeout, "late"), false},
		{run(outcome.Rejected, "why"), true},
		{run(outcome.Rejected, "why"), false},
		{run(outcome.Rejected, "other"), true},
		{Mutant{Rule: "other"}, false}, // it was not run
		{Mutant{Rule: "other", Runs: run(outcome.Sat, "").Runs}, true},
		{Mutant{Rule: "other", Runs: []Run{{Target: "a", Outcome: outcome.Timeout}}}, false},
		{Mutant{Rule: "other", Signature: true}, true},
	} {
		if news := s.take(step.m); news != step.news {
			t.Errorf("%+v: news %v", step.m, news)
		}
	}
	var full sketch
	for i := range 5000 {
		full.take(Mutant{Rule: fmt.Sprint(i), Runs: run(outcome.Sat, "").Runs})
	}
	if full.take(Mutant{Rule: "yet another", Runs: run(outcome.Sat, "").Runs}) {
		t.Error("5,000 rules did not fill a sketch")
	}
}

// A play is a campaign of a scheduler whose outcomes depend only on the place of a mutant.
type play struct {
	seeds, engines int
	outcomes       []outcome.Outcome // drawn by seed, engine and target
	rules          int
	// logics are those of the seeds. news is drawn by logic, engine and ten rounds, nil without feedback.
	logics []string
	fresh  []int
}

// inside is what a mutant of a turn shows inside the solvers.
func (p play) inside(t schedule.Slot) (news int, cost time.Duration) {
	if len(p.fresh) == 0 {
		return 0, 0
	}
	logic := slices.Index(p.logics, p.logics[t.Seed])
	return p.fresh[((int(t.Round/10)*len(p.logics)+logic)*p.engines+t.Engine)%len(p.fresh)], ms(1 + t.Engine)
}

func (p play) outcome(seed, engine, target int) outcome.Outcome {
	return p.outcomes[((seed*(p.engines+1)+engine)*2+target)%len(p.outcomes)]
}

func (p play) config() Config {
	return Config{Seeds: p.seeds, Engines: p.engines, Targets: []string{"a", "b"}, Limit: full, Length: chain, Random: 3, Logics: p.logics}
}

// taken is a turn with its decisions.
type taken struct {
	schedule.Slot
	gives      [2]bool
	overBudget bool
	limits     [2]string
}

// step plays one turn, with mutants up to a number and from a number on; c is the result of the earlier ones.
func (p play) step(s *Scheduler, t schedule.Slot, c *Tally, from, to int, log *[]taken) {
	for k, target := range s.targets {
		if !s.Knows(t.Seed, target) {
			s.Solved(t, Run{Target: target, Outcome: p.outcome(t.Seed, p.engines, k), Wall: ms(5 * (k + 1))})
		}
	}
	for i := from; i < to; i++ {
		entry := taken{Slot: t, overBudget: s.OverBudget(c, i)}
		m := Mutant{Rule: fmt.Sprint((int(t.Round)*7 + i) % p.rules)}
		for k, target := range s.targets {
			_, entry.gives[k] = s.TooSlow(t, target)
			if entry.gives[k] || entry.overBudget {
				continue
			}
			limit := s.Limit(t, i, target)
			entry.limits[k] = limit.String()
			r := Run{Target: target, Outcome: p.outcome(t.Seed, t.Engine, k), Wall: ms(3 * (i + 1))}
			if limit < full {
				r.Limit = limit
			}
			m.Runs = append(m.Runs, r)
		}
		if len(m.Runs) > 0 {
			m.NewBehaviour, m.Cost = p.inside(t)
		}
		s.Take(t, c, m)
		*log = append(*log, entry)
	}
}

func (p play) turn(ordinal uint64) schedule.Slot {
	lap := ordinal / uint64(p.seeds)
	return schedule.Slot{Number: ordinal, Seed: int(ordinal % uint64(p.seeds)), Engine: int(lap % uint64(p.engines)), Round: lap / uint64(p.engines)}
}

const chain = 3

// drawPlay draws outcomes, including time-outs.
func drawPlay(t *rapid.T) play {
	p := play{seeds: rapid.IntRange(1, 4).Draw(t, "seeds"), engines: rapid.IntRange(1, 3).Draw(t, "engines"), rules: rapid.IntRange(1, 90).Draw(t, "rules")}
	some := []outcome.Outcome{outcome.Sat, outcome.Unsat, outcome.Unknown, outcome.Crash, outcome.Rejected}
	if rapid.Bool().Draw(t, "late") {
		some = append(some, outcome.Timeout, outcome.Timeout, outcome.Timeout)
	}
	n := p.seeds * (p.engines + 1) * 2
	p.outcomes = rapid.SliceOfN(rapid.SampledFrom(some), n, n).Draw(t, "outcomes")
	if rapid.Bool().Draw(t, "looks inside") {
		p.logics = rapid.SliceOfN(rapid.SampledFrom([]string{"", "QF_LIA", "QF_S"}), p.seeds, p.seeds).Draw(t, "logics")
		p.fresh = rapid.SliceOfN(rapid.SampledFrom([]int{0, 0, 1, 60}), 1, 40).Draw(t, "news")
	}
	return p
}

// TestResume: a scheduler that is saved and restored at any moment, even in the middle of a chain, decides like one that was not interrupted.
func TestResume(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlay(t)
		stops := rapid.SliceOfN(rapid.Uint64Range(0, 199), 0, 4).Draw(t, "stops")
		var whole, resumed []taken
		for _, log := range []*[]taken{&whole, &resumed} {
			s := New(p.config())
			again := func(c *Tally) {
				other := New(p.config())
				if err := other.Restore(s.Save()); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(s.Save(), other.Save()); diff != "" {
					t.Fatalf("saved (-before +after):\n%s", diff)
				}
				s = other
			}
			for o := range uint64(200) {
				turn := p.turn(o)
				if _, pass := s.Pass(turn); pass {
					continue
				}
				var c Tally
				cut := 0
				if log == &resumed {
					for _, stop := range stops {
						if stop == o {
							cut = int(o % chain)
							p.step(s, turn, &c, 0, cut, log)
							again(&c)
						}
						if cut > 0 {
							break
						}
					}
				}
				p.step(s, turn, &c, cut, chain, log)
				s.End(turn, c)
			}
		}
		if diff := cmp.Diff(whole, resumed, cmp.AllowUnexported(taken{})); diff != "" {
			t.Fatalf("turns (-whole +resumed):\n%s", diff)
		}
	})
}

// TestNothingStarves: every seed has its first turn before any has its second. Whatever comes of its turns, every target comes back to
// every seed, and every pair of seed and engine has its turn again when nothing is late.
func TestNothingStarves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlay(t)
		s := New(p.config())
		// docs/reference/cli.md promises these: 16 rounds, 64 laps, and one turn in eight. A wait begins after the turn that made it longer, and ends
		// before the turn that it allows.
		const lap = 64 + 2
		quiet := uint64(16 + 2)
		if len(p.fresh) > 0 {
			quiet += longestMiss
		}
		// The wait with an engine ends with that on the seed; the one for new behaviour may begin then.
		bound := lap + uint64(p.engines)*quiet
		missed := make(map[[2]int]int)                                       // consecutive turns for LittleNew
		ofTarget, ofPair := make(map[[2]int]uint64), make(map[[2]int]uint64) // lap and round of the last turn
		var log []taken
		for o := range uint64(600 * p.engines * p.seeds) {
			turn := p.turn(o)
			why, pass := s.Pass(turn)
			if pass && o < uint64(p.seeds) {
				t.Fatalf("seed %d has no first turn", turn.Seed)
			}
			switch pairOf := [2]int{turn.Seed, turn.Engine}; {
			case !pass:
				missed[pairOf] = 0
			case why == LittleNew:
				if missed[pairOf]++; missed[pairOf] >= longestMiss || len(p.fresh) == 0 {
					t.Fatalf("round %d: seed %d with engine %d was passed over for little news %d times in a row", turn.Round, turn.Seed, turn.Engine, missed[pairOf])
				}
			}
			if !pass {
				var c Tally
				p.step(s, turn, &c, 0, chain, &log)
				s.End(turn, c)
				ofPair[[2]int{turn.Seed, turn.Engine}] = turn.Round
				for k := range s.targets {
					if !log[len(log)-1].gives[k] {
						ofTarget[[2]int{turn.Seed, k}] = s.lap(turn)
					}
				}
			}
			for k := range s.targets {
				if since := s.lap(turn) - ofTarget[[2]int{turn.Seed, k}]; since > bound {
					t.Fatalf("lap %d: target %d was not run on seed %d for %d laps", s.lap(turn), k, turn.Seed, since)
				}
			}
			if since := turn.Round - ofPair[[2]int{turn.Seed, turn.Engine}]; since > quiet && !slices.Contains(p.outcomes, outcome.Timeout) {
				t.Fatalf("round %d: seed %d had no turn with engine %d for %d rounds", turn.Round, turn.Seed, turn.Engine, since)
			}
		}
	})
}

// TestRestoreNonsense: an invalid state is refused, and nothing of it is kept.
func TestRestoreNonsense(t *testing.T) {
	for _, st := range []State{
		{Answers: "x"}, {Answers: "0:0:sat:1:0:0"}, {Answers: "9:0:sat:1:0:0:0"}, {Answers: "0:2:sat:1:0:0:0"}, {Answers: "0:0:perhaps:1:0:0:0"},
		{Answers: "0:0:sat:-1:0:0:0"}, {Answers: "0:0:sat:99999999999999999999:0:0:0"}, {Answers: "0:0:sat:18446744073709551615:0:0:0"}, {Answers: "0:0:sat:1:9999:0:0"},
		{Answers: "1:1:sat:5:0:0:0", Pairs: "0:zz:0:0"}, {Pairs: "6:0:0:0"}, {Pairs: "0:0:0:0:0"}, {Late: "4:1:1"}, {Late: "0:-1:1"}, {Late: "0"}, {Usual: -1, Mutants: 1}, {Usual: 1}, {Mutants: 1},
		{Pairs: "0:0:0:0:8"}, {Pairs: "0:0:0:0:1:1"},
		{Behaviour: BehaviourState{Arms: BanditState[Arm]{Entries: 1, Arms: []ArmState[Arm]{{Arm: Arm{Engine: 2}, Cost: 1, At: 1}}}}},
		{Behaviour: BehaviourState{Arms: BanditState[Arm]{Entries: 1, Arms: []ArmState[Arm]{{Arm: Arm{Logic: "QF_S"}, Cost: 1, At: 1}}}}},
		{Behaviour: BehaviourState{Arms: BanditState[Arm]{Entries: 1, Arms: []ArmState[Arm]{{Cost: 1, At: 2}}}}},
		{Behaviour: BehaviourState{Turns: []ArmTurns{{Turns: 1, Passed: 2}}}}, {Behaviour: BehaviourState{Turns: []ArmTurns{{Turns: 1}, {Turns: 1}}}},
	} {
		s := New(Config{Seeds: 3, Engines: 2, Targets: []string{"a", "b"}, Limit: full})
		solved(s, schedule.Slot{Seed: 2}, outcome.Sat)
		if err := s.Restore(st); err == nil {
			t.Errorf("%+v was restored", st)
		}
		if diff := cmp.Diff(State{}, s.Save()); diff != "" {
			t.Errorf("%+v left something:\n%s", st, diff)
		}
	}
}

// TestCount counts what is skipped at a moment.
func TestCount(t *testing.T) {
	s := New(Config{Seeds: 3, Engines: 1, Targets: []string{"a", "b"}, Limit: full})
	for seed, outcomes := range [][]outcome.Outcome{{outcome.Timeout, outcome.Timeout}, {outcome.Timeout, outcome.Sat}, {outcome.Sat, outcome.Sat}} {
		turn := schedule.Slot{Number: uint64(seed), Seed: seed}
		for k, o := range outcomes {
			s.Solved(turn, Run{Target: s.targets[k], Outcome: o, Wall: ms(1)})
		}
	}
	for round := range uint64(4) {
		turn := schedule.Slot{Number: 3*round + 2, Seed: 2, Round: round}
		var c Tally
		s.Take(turn, &c, mutant(s, "r", outcome.Sat))
		s.End(turn, c)
	}
	for range 2 {
		s.Pass(schedule.Slot{Number: 12, Seed: 0, Round: 4})
	}
	s.Pass(schedule.Slot{Number: 14, Seed: 2, Round: 4})
	want := Count{Seeds: map[Why]int{LateOnSeed: 1, NothingNew: 1}, Passed: map[Why]int64{LateOnSeed: 2, NothingNew: 1}}
	if diff := cmp.Diff(want, s.Count(12)); diff != "" {
		t.Errorf("count (-want +got):\n%s", diff)
	}
	for _, why := range Whys() {
		if _, ok := s.Count(12).Passed[why]; !ok && why != LateWithEngine && why != LittleNew {
			t.Errorf("%s is not counted", why)
		}
	}
}

func TestParseMode(t *testing.T) {
	for _, m := range []Mode{Even, Adaptive} {
		if got, err := ParseMode(string(m)); got != m || err != nil {
			t.Errorf("%s: %q, %v", m, got, err)
		}
	}
	if _, err := ParseMode("odd"); err == nil {
		t.Error("odd was parsed")
	}
}
