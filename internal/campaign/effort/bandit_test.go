package effort

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/rng"
)

// TestChooseUntried: arms that were never tried come first, each of them once, and the draw decides which.
func TestChooseUntried(t *testing.T) {
	arms := []string{"a", "b", "c", "d", "e"}
	orders := make(map[string]bool)
	for n := range uint64(20) {
		b := NewBandit[string](10, 100)
		var order []string
		for range arms {
			k := b.Choose(arms, rng.New(n).SplitN(uint64(len(order))))
			b.Enter(k, 50, time.Second)
			order = append(order, k)
		}
		orders[fmt.Sprint(order)] = true
		slices.Sort(order)
		if diff := cmp.Diff(arms, order); diff != "" {
			t.Fatalf("first choices (-want +got):\n%s", diff)
		}
	}
	if len(orders) < 5 {
		t.Errorf("20 draws gave %d orders", len(orders))
	}
}

// TestChooseFollows: the best arm gets most of the choices, the others still come up, and when the best one runs dry, the next best
// takes its place.
func TestChooseFollows(t *testing.T) {
	rates := map[string]float64{"poor": 0.5, "fair": 4, "rich": 10}
	arms := []string{"poor", "fair", "rich"}
	b := NewBandit[string](10, 100)
	draw := rng.New(1)
	play := func(n int) map[string]int {
		of := make(map[string]int)
		for range n {
			k := b.Choose(arms, draw)
			b.Enter(k, rates[k], time.Second)
			of[k]++
		}
		return of
	}
	of := play(2000)
	if of["rich"] < 1700 || of["poor"] == 0 || of["fair"] == 0 {
		t.Errorf("choices: %v", of)
	}
	rates["rich"] = 0
	of = play(2000)
	if of["fair"] < 1400 || of["rich"] == 0 {
		t.Errorf("choices when the best one is dry: %v", of)
	}
	rates["poor"] = 40
	play(2000) // it is hardly tried at first
	of = play(2000)
	if of["poor"] < 1700 {
		t.Errorf("choices when the poorest is the best one: %v", of)
	}
}

func TestRate(t *testing.T) {
	b := NewBandit[string](2, 4)
	if got := b.Rate("a"); got != 0 {
		t.Errorf("an arm that is not known brings %g", got)
	}
	if lower, upper := b.Bounds("a"); lower != 0 || !math.IsInf(upper, 1) {
		t.Errorf("bounds of an arm that is not known: %g to %g", lower, upper)
	}
	for _, step := range []struct {
		reward float64
		cost   time.Duration
		want   float64
	}{
		{6, 2 * time.Second, 3},
		{0, time.Second, 4.5 / 2.5}, // a quarter is forgotten
		{math.NaN(), time.Second, 3.375 / 2.875},
		{-7, time.Second, 2.53125 / 3.15625},
		{math.Inf(1), 0, (1.8984375 + maxReward) / (2.3671875 + 1e-6)},
	} {
		b.Enter("a", step.reward, step.cost)
		if got := b.Rate("a"); math.Abs(got-step.want) > 1e-9*step.want {
			t.Errorf("after %g for %v: %g, not %g", step.reward, step.cost, got, step.want)
		}
	}
}

// TestForgets: the arm with the least certain yield makes room.
func TestForgets(t *testing.T) {
	b := NewBandit[int](3, 100)
	for k, reward := range []float64{9, 1, 5, 7, 0} {
		for range 5 {
			b.Enter(k, reward, time.Second)
		}
		if b.Len() > 3 {
			t.Fatalf("%d arms", b.Len())
		}
	}
	for k, want := range []bool{true, false, true, true, false} {
		if b.Knows(k) != want {
			t.Errorf("arm %d is known: %v", k, b.Knows(k))
		}
	}
	b = NewBandit[int](2, 100)
	for _, k := range []int{0, 1, 0, 2} {
		b.Enter(k, 0, time.Second)
	}
	if b.Knows(1) || !b.Knows(0) || !b.Knows(2) {
		t.Error("of equals it is not the oldest that makes room")
	}
}

// TestUnits: the units of rewards and costs change no choice.
func TestUnits(t *testing.T) {
	type entry struct{ K, Reward, Cost int }
	rapid.Check(t, func(t *rapid.T) {
		entries := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) entry {
			return entry{rapid.IntRange(0, 4).Draw(t, "arm"), rapid.IntRange(0, 30).Draw(t, "reward"), rapid.IntRange(1, 1000).Draw(t, "cost")}
		}), 1, 60).Draw(t, "entries")
		var choices [2][]int
		for i, unit := range []int{1, 64} { // powers of two: floats are exact
			b := NewBandit[int](10, 16)
			for n, e := range entries {
				b.Enter(e.K, float64(e.Reward)/float64(unit), ms(e.Cost*unit))
				choices[i] = append(choices[i], b.Choose([]int{0, 1, 2, 3, 4}, rng.New(uint64(n))))
			}
		}
		// Seconds are not powers of two of nanoseconds, so ties may break.
		differ := 0
		for n := range choices[0] {
			if choices[0][n] != choices[1][n] {
				differ++
			}
		}
		if differ > len(entries)/10 {
			t.Errorf("%d of %d choices differ: %v", differ, len(entries), choices)
		}
	})
}

// TestBounds: the interval contains the rate, becomes narrower the more is known, and widens for an arm that is no longer tried.
func TestBounds(t *testing.T) {
	b := NewBandit[int](10, 100)
	last := math.Inf(1)
	for range 50 {
		b.Enter(0, 3, time.Second)
		lower, upper := b.Bounds(0)
		if rate := b.Rate(0); lower > rate || upper < rate || lower <= 0 {
			t.Fatalf("a rate of %g between %g and %g", rate, lower, upper)
		}
		if upper-lower > last*1.2 {
			t.Fatalf("the interval grows from %g to %g", last, upper-lower)
		}
		last = upper - lower
	}
	for range 100 {
		for range 100 {
			b.Enter(1, 3, time.Second)
		}
		lower, upper := b.Bounds(0)
		if rate := b.Rate(0); lower > rate || upper < rate || upper-lower < last {
			t.Fatalf("a rate of %g between %g and %g, before over %g", rate, lower, upper, last)
		}
		last = upper - lower
	}
	if _, upper := b.Bounds(0); !(upper > 30) {
		t.Errorf("after 10,000 entries of another one, at most %g", upper)
	}
	b.Enter(0, 50, time.Second)
	if rate := b.Rate(0); rate < 40 {
		t.Errorf("what it brought long ago counts as much as what it brings: %g", rate)
	}
}

// TestBanditResumes: a bandit that is saved and restored at any moment continues like one that was not.
func TestBanditResumes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		capacity, window := rapid.IntRange(1, 6).Draw(t, "capacity"), rapid.IntRange(1, 50).Draw(t, "window")
		whole, resumed := NewBandit[string](capacity, window), NewBandit[string](capacity, window)
		arms := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
		for n := range uint64(rapid.IntRange(0, 100).Draw(t, "entries")) {
			k := whole.Choose(arms, rng.New(n))
			if got := resumed.Choose(arms, rng.New(n)); got != k {
				t.Fatalf("entry %d: %s, resumed %s", n, k, got)
			}
			reward, cost := rapid.Float64Range(0, 50).Draw(t, "reward"), time.Duration(rapid.IntRange(0, 1e9).Draw(t, "cost"))
			whole.Enter(k, reward, cost)
			resumed.Enter(k, reward, cost)
			if rapid.Bool().Draw(t, "stops") {
				text, err := json.Marshal(resumed.Save())
				if err != nil {
					t.Fatal(err)
				}
				var st BanditState[string]
				if err := json.Unmarshal(text, &st); err != nil {
					t.Fatal(err)
				}
				resumed = NewBandit[string](capacity, window)
				if err := resumed.Restore(st); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(whole.Save(), resumed.Save()); diff != "" {
				t.Fatalf("entry %d (-whole +resumed):\n%s", n, diff)
			}
		}
	})
}

func TestBanditNonsense(t *testing.T) {
	one := ArmState[int]{Arm: 1, Reward: 1, Cost: 1, At: 1}
	with := func(change func(a *ArmState[int])) BanditState[int] {
		a := one
		change(&a)
		return BanditState[int]{Entries: 3, Rewards: 1, Squares: 1, Arms: []ArmState[int]{a}}
	}
	for _, st := range []BanditState[int]{
		with(func(a *ArmState[int]) { a.Reward = -1 }), with(func(a *ArmState[int]) { a.Reward = math.NaN() }), with(func(a *ArmState[int]) { a.Cost = math.Inf(1) }),
		with(func(a *ArmState[int]) { a.At = 0 }), with(func(a *ArmState[int]) { a.At = 4 }),
		{Entries: 3, Arms: []ArmState[int]{one, one}}, {Entries: 0, Arms: []ArmState[int]{one}}, {Entries: 1, Rewards: 1e-300, Squares: 1e300},
		{Entries: 9, Arms: []ArmState[int]{{Arm: 1, At: 1}, {Arm: 2, At: 2}, {Arm: 3, At: 3}, {Arm: 4, At: 4}}},
	} {
		b := NewBandit[int](3, 10)
		b.Enter(7, 1, time.Second)
		if err := b.Restore(st); err == nil || b.Len() != 0 {
			t.Errorf("%+v was restored, or something is left: %v, %d arms", st, err, b.Len())
		}
	}
	b := NewBandit[int](3, 10)
	if err := b.Restore(with(func(*ArmState[int]) {})); err != nil || !b.Knows(1) {
		t.Errorf("what makes sense is refused: %v", err)
	}
}
