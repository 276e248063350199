package schedule

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// within is -1 for what is uncertain.
func within(s *Schedule, at Slot) int {
	if n, certain := s.Within(at); certain {
		return n
	}
	return -1
}

// Slots after one whose number of mutants is unknown may run what is within the limit in any case; the rest is uncertain when it depends on the
// slow one. Once its number is known, all is certain, and the limit holds exactly.
func TestBehindASlowSlot(t *testing.T) {
	const longest = 4
	for _, tt := range []struct {
		limit  int64
		slow   int   // mutants of the first slot
		counts []int // of those after it
		before []int // within the limit while the first slot is not counted
		after  []int // and once it is
		own    int   // the first slot's own
	}{
		{100, 4, []int{4, 4, 4}, []int{4, 4, 4}, []int{4, 4, 4}, 4},
		{16, 4, []int{4, 4, 4}, []int{4, 4, 4}, []int{4, 4, 4}, 4},
		{15, 4, []int{4, 4, 4}, []int{4, 4, -1}, []int{4, 4, 3}, 4},
		{15, 3, []int{4, 4, 4}, []int{4, 4, -1}, []int{4, 4, 4}, 3},
		{8, 4, []int{4, 4, 4}, []int{4, -1, -1}, []int{4, 0, 0}, 4},
		{8, 1, []int{4, 4, 4}, []int{4, -1, -1}, []int{4, 3, 0}, 1},
		{7, 4, []int{4, 4}, []int{-1, -1}, []int{3, 0}, 4},
		{7, 2, []int{4, 4}, []int{-1, -1}, []int{4, 1}, 2},
		{3, 4, []int{4, 1}, []int{-1, -1}, []int{0, 0}, 3},
		{3, 1, []int{4, 1}, []int{-1, -1}, []int{2, 0}, 1},
		{9, 4, []int{1, 2, 4}, []int{1, 2, -1}, []int{1, 2, 2}, 4},
		{8, 4, []int{1, 1, 4}, []int{1, 1, -1}, []int{1, 1, 2}, 4},
	} {
		t.Run(fmt.Sprintf("limit %d, %d mutants, then %v", tt.limit, tt.slow, tt.counts), func(t *testing.T) {
			s := New(Config{Random: 1, Seeds: 3, Engines: 3, Longest: longest, Limit: tt.limit})
			slow, ok := s.Next(nil)
			if !ok || slow.Number != 0 {
				t.Fatal("no first slot")
			}
			var later []Slot
			for i, n := range tt.counts {
				a, ok := s.Next(nil)
				if !ok || a.Number != uint64(i+1) {
					t.Fatalf("slot %d: %+v, %v", i+1, a, ok)
				}
				s.Count(a.Slot, n)
				later = append(later, a.Slot)
			}
			var got []int
			for _, at := range later {
				got = append(got, within(s, at))
			}
			if diff := cmp.Diff(tt.before, got); diff != "" {
				t.Errorf("before the slow slot is counted (-want +got):\n%s", diff)
			}
			s.Count(slow.Slot, tt.slow)
			got = nil
			own := within(s, slow.Slot)
			total := own
			for _, at := range later {
				n := within(s, at)
				got = append(got, n)
				total += n
			}
			if diff := cmp.Diff(tt.after, got); diff != "" || own != tt.own {
				t.Errorf("(-want +got), the slow slot's %d, want %d:\n%s", own, tt.own, diff)
			}
			if int64(total) > tt.limit {
				t.Errorf("%d mutants under a limit of %d", total, tt.limit)
			}
			// The done edge moves when the slow slot is done, however early the others were.
			for i, at := range slices.Backward(later) {
				for k := range got[i] {
					s.Ran(at, k)
				}
				if s.Done() > 0 {
					t.Errorf("%d slots are done before the first", s.Done())
				}
			}
			for k := range own {
				s.Ran(slow.Slot, k)
			}
			if own == tt.slow && s.Done() == 0 {
				t.Error("the first slot is not done")
			}
		})
	}
}

// A slot that turns out to have no mutants is done.
func TestEmptySlowSlot(t *testing.T) {
	s := New(Config{Random: 1, Seeds: 3, Engines: 3, Longest: 4, Limit: 3})
	slow, _ := s.Next(nil)
	second, _ := s.Next(nil)
	s.Count(second.Slot, 4)
	if n := within(s, second.Slot); n != -1 {
		t.Errorf("%d mutants before the first slot is counted", n)
	}
	s.Count(slow.Slot, 0)
	if n := within(s, second.Slot); n != 3 || s.Done() != 1 {
		t.Errorf("%d mutants, %d slots are done", n, s.Done())
	}
	if a, ok := s.Next(nil); ok {
		t.Errorf("slot %d is beyond the limit", a.Number)
	}
}

// Slots after a slow one that an earlier run had begun continue at their next mutants, in order.
func TestRestoredBehindASlowSlot(t *testing.T) {
	config := Config{Random: 1, Seeds: 2, Engines: 2, Longest: 4, Limit: 10}
	s := New(config)
	if _, ok := s.Next(nil); !ok { // the slow one, about which nothing becomes known
		t.Fatal("no slot")
	}
	for _, run := range []int{2, 4} {
		a, _ := s.Next(nil)
		s.Count(a.Slot, 4)
		for i := range run {
			s.Ran(a.Slot, i)
		}
	}
	saved := s.Save()
	if saved.Done != 0 || saved.Mutants != 0 || len(saved.Begun) != 2 {
		t.Fatalf("saved %+v", saved)
	}
	s = New(config)
	s.Restore(saved)
	type dealt struct {
		Slot       uint64
		Run, Count int
	}
	var got []dealt
	for _, n := range []int{1, 4, 4, 4} {
		a, ok := s.Next(nil)
		if !ok {
			break
		}
		s.Count(a.Slot, n)
		got = append(got, dealt{a.Number, a.Run, within(s, a.Slot)})
		for i := a.Run; i < got[len(got)-1].Count; i++ {
			s.Ran(a.Slot, i)
		}
	}
	// 1, then the two that were begun, the second of which is already done, then one more mutant.
	if diff := cmp.Diff([]dealt{{0, 0, 1}, {1, 2, 4}, {3, 0, 1}}, got); diff != "" {
		t.Errorf("slots (-want +got):\n%s", diff)
	}
	if s.done != (edge{3, 9}) {
		t.Errorf("done: %+v", s.done)
	}
}

// The first slot that is not done may be one that was begun.
func TestRestoredAtTheEdge(t *testing.T) {
	s := New(Config{Random: 1, Seeds: 2, Engines: 2, Longest: 4})
	s.Restore(State{Done: 3, Mutants: 9, Begun: map[uint64]Progress{3: {Mutants: 4, Run: 3}, 2: {Mutants: 4, Run: 1}}, Excluded: []int{-1, 4}})
	a, ok := s.Next(nil)
	if !ok || a.Number != 3 || a.Run != 3 {
		t.Errorf("the first slot is %+v, %v", a, ok)
	}
	s.Count(a.Slot, 4)
	if n := within(s, a.Slot); n != 4 || s.counted != (edge{4, 13}) {
		t.Errorf("%d mutants, counted: %+v", n, s.counted)
	}
	if next, ok := s.Next(nil); !ok || next.Number != 4 || next.Run != 0 {
		t.Errorf("the next slot is %+v, %v", next, ok)
	}
}
