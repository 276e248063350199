package schedule

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// ran is a mutant that was run.
type ran struct {
	Slot  uint64
	Index int
}

// play has workers take turns, in the order that pick gives, until nothing is left to do or stop mutants were run (0: never). Slots have as
// many mutants as length says; seeds with odd numbers that have none are excluded.
func play(s *Schedule, workers, stop int, pick func(workers int) int, length func(Slot) int) []ran {
	type worker struct {
		Assignment
		counted, idle bool
		next          int // index of the next mutant
	}
	var out []ran
	all := make([]worker, workers)
	for i := range all {
		all[i].idle = true
	}
	waits := 0 // consecutive steps that changed nothing
	for waits < 100*workers {
		w := &all[pick(workers)]
		waits++
		switch {
		case w.idle:
			a, ok := s.Next(nil)
			if ok {
				*w, waits = worker{Assignment: a, next: a.Run}, 0
			}
		case !w.counted:
			n := length(w.Slot)
			if n == 0 && w.Seed%2 == 1 {
				s.Exclude(w.Slot)
			}
			s.Count(w.Slot, n)
			w.counted, w.idle, waits = true, n == 0, 0
		default:
			n, certain := s.Within(w.Slot)
			if !certain {
				continue
			}
			waits = 0
			if w.next >= n {
				w.idle = true
				continue
			}
			s.Ran(w.Slot, w.next)
			out = append(out, ran{w.Number, w.next})
			w.next++
			w.idle = w.next == length(w.Slot)
			if len(out) == stop {
				return out
			}
		}
	}
	return out
}

func sorted(all []ran) []ran {
	slices.SortFunc(all, func(a, b ran) int { return (int(a.Slot)-int(b.Slot))*1000 + a.Index - b.Index })
	return all
}

// Any number of workers, ended and restored at any point, runs exactly the first mutants in the order of slots.
func TestTheFirstMutants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const longest = 4
		seeds, engines := rapid.IntRange(1, 5).Draw(t, "seeds"), rapid.IntRange(1, 3).Draw(t, "engines")
		lengths := rapid.SliceOfN(rapid.IntRange(0, longest), seeds*engines, seeds*engines).Draw(t, "lengths")
		lengths[0] = max(lengths[0], 1) // something can be run
		limit := rapid.Int64Range(1, 60).Draw(t, "limit")
		length := func(at Slot) int {
			n := lengths[at.Seed*engines+at.Engine]
			if n == 0 || at.Seed == 0 {
				return n
			}
			return min(longest, n+int(at.Round%2))
		}
		turn := rapid.Uint64().Draw(t, "turns")
		pick := func(workers int) int {
			turn = turn*6364136223846793005 + 1442695040888963407
			return int(turn>>33) % workers
		}
		fresh := func() *Schedule {
			return New(Config{Random: 3, Seeds: seeds, Engines: engines, Longest: longest, Limit: limit})
		}
		want := sorted(play(fresh(), 1, 0, pick, length))
		if int64(len(want)) != limit {
			t.Fatalf("one worker ran %d mutants of %d", len(want), limit)
		}
		var got []ran
		s := fresh()
		for _, stop := range rapid.SliceOfN(rapid.IntRange(1, 20), 0, 3).Draw(t, "stops") {
			got = append(got, play(s, rapid.IntRange(1, 4).Draw(t, "workers"), stop, pick, length)...)
			saved := s.Save()
			s = fresh()
			s.Restore(saved)
		}
		got = append(got, play(s, rapid.IntRange(1, 4).Draw(t, "workers"), 0, pick, length)...)
		if diff := cmp.Diff(want, sorted(got)); diff != "" {
			t.Fatalf("mutants (-one worker +several):\n%s", diff)
		}
		if st := s.Save(); st.Mutants > limit || st.Mutants+longest*int64(len(st.Begun)) < limit {
			t.Fatalf("saved state %+v does not fit a limit of %d", st, limit)
		}
	})
}

// A replayed journal gives the schedule that wrote it, from any state that was saved on the way.
func TestReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seeds, engines := rapid.IntRange(1, 4).Draw(t, "seeds"), rapid.IntRange(1, 3).Draw(t, "engines")
		fresh := func() *Schedule { return New(Config{Random: 5, Seeds: seeds, Engines: engines, Longest: 3}) }
		s, saved, told := fresh(), State{}, make(map[uint64]bool)
		saveAfter := rapid.IntRange(0, 30).Draw(t, "save after")
		var records []Record
		skip := func(at Slot) bool { return at.Number%3 == 1 }
		for range rapid.IntRange(1, 30).Draw(t, "slots") {
			a, ok := s.Next(skip)
			if !ok {
				t.Fatal("no slot")
			}
			n, full := int(a.Number%4), int(a.Number%4)
			if n > 0 && a.Number%5 < 2 {
				full += 2
			}
			s.Count(a.Slot, n)
			r := Record{Slot: a.Number, Mutants: n, Skipped: a.Skipped}
			for r.Index = range max(full, 1) {
				if r.Index == n-1 && full > n {
					if !s.Extend(a.Slot, full) {
						t.Fatal("there is no limit")
					}
					r.Mutants = full
				}
				if n > 0 {
					s.Ran(a.Slot, r.Index)
				}
				records = append(records, r)
				r.Skipped = 0
				if len(records) == saveAfter {
					saved = s.Save()
				}
			}
		}
		again := fresh()
		again.Restore(saved)
		for i, r := range records {
			ok := again.Replay(r, func(at Slot) bool { told[at.Number] = true; return false })
			if known := saveAfter <= len(records) && i < saveAfter; ok == known {
				t.Fatalf("record %d of %d, saved after %d: %v", i, len(records), saveAfter, ok)
			}
			if again.Replay(r, nil) {
				t.Fatalf("record %d was new twice", i)
			}
		}
		if diff := cmp.Diff(s.Save(), again.Save()); diff != "" {
			t.Fatalf("schedule (-that wrote +that read):\n%s", diff)
		}
		for number := range told {
			if !skip(s.At(number)) {
				t.Errorf("slot %d was not skipped", number)
			}
		}
	})
}

// A record after a gap is not entered: its mutant is run again.
func TestReplayAfterAGap(t *testing.T) {
	s := New(Config{Seeds: 2, Engines: 1, Longest: 3})
	for i, r := range []struct {
		Record
		want bool
	}{
		{Record{Slot: 0, Mutants: 3, Index: 1}, false}, {Record{Slot: 0, Mutants: 3}, true}, {Record{Slot: 0, Mutants: 3, Index: 2}, false},
		{Record{Slot: 0, Mutants: 3, Index: 1}, true}, {Record{Slot: 4, Mutants: 0, Skipped: 2}, true}, {Record{Slot: 3, Mutants: 1}, false},
	} {
		if got := s.Replay(r.Record, nil); got != r.want {
			t.Errorf("record %d: %v", i, got)
		}
	}
	want := State{Begun: map[uint64]Progress{0: {3, 2}, 2: {}, 3: {}, 4: {}}}
	if diff := cmp.Diff(want, s.Save()); diff != "" {
		t.Errorf("state (-want +got):\n%s", diff)
	}
}

// Every seed has its first slot before any has its second, and a round has every pair once. Laps and rounds differ in order.
func TestLapsAndRounds(t *testing.T) {
	const seeds, engines = 7, 3
	s := New(Config{Random: 5, Seeds: seeds, Engines: engines, Longest: 1})
	var laps [3 * engines][]int
	var rounds [3][]int
	for number := range uint64(len(laps) * seeds) {
		a, ok := s.Next(nil)
		if !ok || a.Number != number || a.Slot != s.At(number) || a.Round != number/(seeds*engines) {
			t.Fatalf("slot %d: %+v, %v", number, a, ok)
		}
		laps[number/seeds] = append(laps[number/seeds], a.Seed)
		rounds[a.Round] = append(rounds[a.Round], s.Pair(a.Slot))
		s.Count(a.Slot, 1)
		s.Ran(a.Slot, 0)
	}
	orders := make(map[string]bool)
	for _, lap := range laps {
		orders[fmt.Sprint(lap)] = true
		slices.Sort(lap)
		if diff := cmp.Diff([]int{0, 1, 2, 3, 4, 5, 6}, lap); diff != "" {
			t.Errorf("a lap (-want +got):\n%s", diff)
		}
	}
	for _, round := range rounds {
		orders[fmt.Sprint(round)] = true
		slices.Sort(round)
		if len(slices.Compact(round)) != seeds*engines {
			t.Errorf("a round: %v", round)
		}
	}
	if len(orders) < 8 {
		t.Errorf("%d orders of 9 laps and 3 rounds", len(orders))
	}
	if len(s.slots) != 0 {
		t.Errorf("%d slots that are done are remembered", len(s.slots))
	}
}

// Two whole rounds without a mutant are enough.
func TestExhausted(t *testing.T) {
	s := New(Config{Seeds: 2, Engines: 2, Longest: 3})
	n := 0
	for a, ok := s.Next(nil); ok; a, ok = s.Next(nil) {
		if n++; a.Seed == 0 {
			s.Exclude(a.Slot)
		}
		s.Count(a.Slot, 0)
	}
	if !s.Exhausted() || n != 7 { // four in the first round, two in the second, one more in the third
		t.Errorf("%d slots, exhausted: %v", n, s.Exhausted())
	}
}

// Slots of which the mutants are being made keep a schedule from being exhausted for good: most pairs yield nothing, and the others are at work.
func TestMayGoOn(t *testing.T) {
	for _, mutants := range []int{3, 0} {
		s := New(Config{Seeds: 1, Engines: 7, Longest: 3})
		for n := range uint64(6) {
			s.Exclude(s.At(n))
		}
		var out []Slot
		for a, ok := s.Next(nil); ok; a, ok = s.Next(nil) {
			out = append(out, a.Slot)
		}
		if !s.Exhausted() || !s.MayGoOn() || len(out) == 0 {
			t.Fatalf("%d slots are at work, exhausted %v, may go on %v", len(out), s.Exhausted(), s.MayGoOn())
		}
		for _, at := range out {
			s.Count(at, mutants)
		}
		if goesOn := mutants > 0; s.Exhausted() == goesOn || s.MayGoOn() {
			t.Errorf("%d mutants: exhausted %v, may go on %v", mutants, s.Exhausted(), s.MayGoOn())
		}
	}
}

// What an earlier run has run remains within the limit when a slot gives no more mutants, or fewer than it had.
func TestRunMutantsStay(t *testing.T) {
	for name, end := range map[string]func(*Schedule, Slot){
		"skipped": func(s *Schedule, at Slot) { s.GiveUp(at) },
		"none":    func(s *Schedule, at Slot) { s.Count(at, 0) },
		"fewer":   func(s *Schedule, at Slot) { s.Count(at, 5) },
	} {
		t.Run(name, func(t *testing.T) {
			s := New(Config{Random: 1, Seeds: 4, Engines: 1, Longest: 20, Limit: 30})
			s.Restore(State{Begun: map[uint64]Progress{0: {Mutants: 20, Run: 10}, 1: {Mutants: 0}}})
			a, ok := s.Next(nil)
			if !ok || a.Number != 0 || a.Run != 10 {
				t.Fatalf("%+v, %v", a, ok)
			}
			end(s, a.Slot)
			all := len(play(s, 2, 0, func(int) int { return 0 }, func(Slot) int { return 20 })) + a.Run
			if st := s.Save(); all != 30 || s.done.mutants+int64(st.Begun[st.Done].Run) != 30 {
				t.Errorf("%d mutants were run, %+v is saved", all, st)
			}
		})
	}
}

// Excluded pairs are skipped, and slots that are skipped for now come again.
func TestSkipped(t *testing.T) {
	s := New(Config{Random: 1, Seeds: 3, Engines: 1, Longest: 3})
	s.Exclude(s.At(0))
	again := s.At(1)
	a, ok := s.Next(func(at Slot) bool { return at == again })
	if !ok || a.Number != 2 || a.Skipped != 2 || s.Done() != 2 {
		t.Errorf("%+v, %v; %d done", a, ok, s.Done())
	}
	s.GiveUp(a.Slot)
	if b, ok := s.Next(nil); !ok || b.Number < 3 || b.Skipped != b.Number-3 || s.Excluded(b.Slot) || s.Done() != b.Number {
		t.Errorf("%+v, %v; %d done", b, ok, s.Done())
	}
}

func TestExclude(t *testing.T) {
	s := New(Config{Random: 1, Seeds: 2, Engines: 2, Longest: 3})
	first, _ := s.Next(nil)
	var later Slot
	for later = s.At(1); s.Pair(later) != s.Pair(first.Slot); later = s.At(later.Number + 1) {
	}
	if !s.Pending(later) || s.Pending(first.Slot) {
		t.Errorf("pending: %v, and before it %v", s.Pending(later), s.Pending(first.Slot))
	}
	s.Count(first.Slot, 1)
	if s.Pending(later) {
		t.Error("a slot that is counted is pending")
	}
	if !s.ExcludeSeed(later) || s.ExcludeSeed(first.Slot) || !s.Excluded(first.Slot) {
		t.Error("a seed is excluded once")
	}
	other := Slot{Seed: 1 - first.Seed, Engine: 1}
	s.Exclude(other)
	if s.Excluded(Slot{Seed: other.Seed}) || !s.Excluded(other) || s.ExcludeSeed(other) {
		t.Error("a seed of which a pair was excluded counts as excluded")
	}
}
