package main

import (
	"slices"
	"strconv"
	"testing"
)

func TestShares(t *testing.T) {
	for _, tt := range []struct {
		rule  Rule
		sizes []int
		want  []int
	}{
		{Rule{Number: 10}, []int{50, 30, 20}, []int{5, 3, 2}},
		{Rule{Number: 10}, []int{1, 1, 1}, []int{1, 1, 1}},    // none has more than its places
		{Rule{Number: 10}, []int{10, 10, 10}, []int{3, 3, 4}}, // what is rounded off goes to the next one
		{Rule{Number: 20, Least: 5}, []int{900, 100, 100}, []int{10, 5, 5}},
		{Rule{Number: 20, Least: 5}, []int{900, 3, 100}, []int{12, 3, 5}},
		{Rule{Number: 4, Least: 5}, []int{10, 10}, []int{5, 5}}, // the least number counts more
		{Rule{Number: 4}, []int{0, 10}, []int{0, 4}},
	} {
		if got := tt.rule.shares(tt.sizes); !slices.Equal(got, tt.want) {
			t.Errorf("%+v of %v: %v, want %v", tt.rule, tt.sizes, got, tt.want)
		}
	}
}

func numbered(n int) []*Place {
	all := make([]*Place, n)
	for i := range all {
		all[i] = &Place{ID: strconv.Itoa(i)}
	}
	return all
}

func TestPick(t *testing.T) {
	for _, tt := range []struct {
		name        string
		places      int
		share, seed int
		broken      []string
		want        []string
		passed      int
	}{
		{"every fourth", 12, 3, 0, nil, []string{"0", "4", "8"}, 0},
		{"another seed", 12, 3, 2, nil, []string{"2", "6", "10"}, 0},
		{"seeds begin again", 12, 3, 4, nil, []string{"0", "4", "8"}, 0},
		{"steps that are no whole number", 10, 4, 0, nil, []string{"0", "2", "5", "7"}, 0},
		{"the next one that compiles", 12, 3, 0, []string{"4", "5"}, []string{"0", "6", "8"}, 2},
		{"the next one that is free", 12, 3, 0, []string{"4", "5", "6", "7"}, []string{"0", "8", "9"}, 4},
		{"from the end to the beginning", 4, 2, 1, []string{"3"}, []string{"0", "1"}, 1},
		{"too few", 3, 3, 0, []string{"1"}, []string{"0", "2"}, 1},
		{"none", 3, 0, 0, nil, nil, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			chosen, passed := Rule{Seed: tt.seed}.pick(numbered(tt.places), tt.share, func(p *Place) bool { return !slices.Contains(tt.broken, p.ID) })
			var got []string
			for _, p := range chosen {
				got = append(got, p.ID)
			}
			if !slices.Equal(got, tt.want) || passed != tt.passed {
				t.Errorf("got %q and %d passed over, want %q and %d", got, passed, tt.want, tt.passed)
			}
		})
	}
}

// No two seeds below the step choose the same mistake.
func TestSeedsAreDisjoint(t *testing.T) {
	all := numbered(1000)
	seen := make(map[string]int)
	for seed := range 1000 / 30 {
		chosen, _ := Rule{Seed: seed}.pick(all, 30, func(*Place) bool { return true })
		if len(chosen) != 30 {
			t.Errorf("seed %d chooses %d", seed, len(chosen))
		}
		for _, p := range chosen {
			if other, ok := seen[p.ID]; ok {
				t.Errorf("seeds %d and %d choose %s", other, seed, p.ID)
			}
			seen[p.ID] = seed
		}
	}
}

func TestThin(t *testing.T) {
	draws := []*Draw{{Chosen: numbered(7)}, {Chosen: numbered(2)}, {Chosen: numbered(3)}}
	thin(draws, 4)
	var got []int
	for _, d := range draws {
		got = append(got, len(d.Chosen))
	}
	if want := []int{2, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	thin(draws, 9)
	if len(draws[0].Chosen) != 2 {
		t.Error("a sample larger than the whole changes it")
	}
}

func TestSpread(t *testing.T) {
	var open []*Place
	for _, pkg := range []string{"a", "b"} {
		for range 8 {
			open = append(open, &Place{Package: pkg})
		}
	}
	spread(open)
	of := 0
	for _, p := range open[:8] {
		if p.Package == "a" {
			of++
		}
	}
	if of != 4 {
		t.Errorf("%d of the first eight are a's", of)
	}
}
