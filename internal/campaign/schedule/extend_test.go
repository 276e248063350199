package schedule

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// extending plays like play with slots of two mutants, some of which are extended once or twice before their last mutant is run.
func extending(s *Schedule, workers, stop int, pick func(workers int) int) (out []ran) {
	all := make([]Assignment, workers)
	busy := make([]bool, workers)
	for waits := 0; waits < 100*workers && (stop == 0 || len(out) < stop); waits++ {
		k := pick(workers)
		a := &all[k]
		if !busy[k] {
			if *a, busy[k] = s.Next(nil); busy[k] {
				if a.Mutants == 0 {
					a.Mutants = 2
				}
				s.Count(a.Slot, a.Mutants)
				waits = 0
			}
			continue
		}
		if a.Run == a.Mutants {
			busy[k] = false
			continue
		}
		n, certain := s.Within(a.Slot)
		if !certain {
			continue
		}
		waits = 0
		if a.Run >= n {
			busy[k] = false
			continue
		}
		if a.Run == n-1 && n == a.Mutants && n < 2+2*int(a.Number%3) && s.Extend(a.Slot, n+2) {
			a.Mutants += 2
		}
		s.Ran(a.Slot, a.Run)
		out = append(out, ran{a.Number, a.Run})
		a.Run++
	}
	return out
}

// Slots that are extended keep within the limit. Each mutant is run once, without gaps, however many workers there are and however often the
// schedule is saved and restored; with one worker, the same are run.
func TestExtend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.Int64Range(1, 60).Draw(t, "limit")
		turn := rapid.Uint64().Draw(t, "turns")
		pick := func(workers int) int {
			turn = turn*6364136223846793005 + 1442695040888963407
			return int(turn>>33) % workers
		}
		fresh := func() *Schedule { return New(Config{Random: 3, Seeds: 2, Engines: 2, Longest: 2, Limit: limit}) }
		want := extending(fresh(), 1, 0, pick)
		most := rapid.IntRange(1, 4).Draw(t, "workers")
		s, got := fresh(), []ran(nil)
		for _, stop := range rapid.SliceOfN(rapid.IntRange(1, 20), 0, 3).Draw(t, "stops") {
			got = append(got, extending(s, most, stop, pick)...)
			saved := s.Save()
			s = fresh()
			s.Restore(saved)
		}
		got = sorted(append(got, extending(s, most, 0, pick)...))
		if int64(len(got)) != limit {
			t.Fatalf("%d mutants of %d: %v", len(got), limit, got)
		}
		for i, r := range got {
			if r.Index > 0 && (i == 0 || got[i-1] != (ran{r.Slot, r.Index - 1})) {
				t.Fatalf("a gap or a repetition before %v", r)
			}
		}
		if diff := cmp.Diff(want, got); most == 1 && diff != "" {
			t.Fatalf("mutants (-in one go +restored):\n%s", diff)
		}
	})
}

// What is extended and not run yet is not saved: whoever goes on decides again.
func TestExtensionIsSavedWithItsMutant(t *testing.T) {
	s := New(Config{Random: 1, Seeds: 1, Engines: 1, Longest: 2})
	a, _ := s.Next(nil)
	s.Count(a.Slot, 2)
	s.Ran(a.Slot, 0)
	if !s.Extend(a.Slot, 4) {
		t.Fatal("there is no limit")
	}
	if got := s.Save().Begun[0]; got != (Progress{Mutants: 2, Run: 1}) {
		t.Errorf("before: %+v", got)
	}
	s.Ran(a.Slot, 1)
	if got := s.Save().Begun[0]; got != (Progress{Mutants: 4, Run: 2}) {
		t.Errorf("after: %+v", got)
	}
}

// A slot that is given up is done with the mutants that were run; those after it get the room.
func TestGiveUp(t *testing.T) {
	for _, run := range []int{0, 1} {
		s := New(Config{Random: 1, Seeds: 3, Engines: 3, Longest: 4, Limit: 9})
		var all []Slot
		for range 3 {
			a, ok := s.Next(nil)
			if !ok {
				t.Fatal("there is no slot")
			}
			all = append(all, a.Slot)
			s.Count(a.Slot, 4)
		}
		if run > 0 {
			s.Ran(all[0], run-1)
		}
		if n, _ := s.Within(all[2]); n != 1 {
			t.Errorf("%d mutants are within the limit", n)
		}
		s.GiveUp(all[0])
		if n, certain := s.Within(all[2]); n != 4 || !certain {
			t.Errorf("%d mutants are within the limit afterwards", n)
		}
		if st := s.Save(); s.Done() != 1 || st.Mutants != int64(run) {
			t.Errorf("%d slots with %d mutants are done", s.Done(), st.Mutants)
		}
	}
}
