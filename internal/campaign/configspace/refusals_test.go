package configspace

import (
	"fmt"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/solver/options"
)

// TestRefused: a value that is refused alone never comes again, and two that are refused together never come together again, although each of
// them does.
func TestRefused(t *testing.T) {
	space := bools(8)
	starts := [][]options.Setting{{{Name: "o000", Value: "true"}}, {{Name: "o001", Value: "true"}}, {{Name: "o002", Value: "true"}}, {{Name: "o001", Value: "true"}, {Name: "o002", Value: "true"}}}
	var one, two, both, alone, together int
	for seed := range uint64(50) {
		n := 0
		run(space.Search(rng.New(seed), Strategy{Patience: 1000}, starts...), func(c map[string]string) Outcome {
			n++
			a, b, c2 := c["o000"] != "", c["o001"] != "", c["o002"] != ""
			switch {
			case a && n > 1:
				alone++
			case b && c2 && n > 4:
				together++
			case b:
				one++
			case c2:
				two++
			}
			if a || b && c2 {
				both++
				return Outcome{Refused: true, Fitness: 50}
			}
			return Outcome{Behaviour: len(c), Fitness: 1}
		})
	}
	if alone > 0 || together > 0 {
		t.Errorf("%d configurations have the value that was refused, %d the two that were refused", alone, together)
	}
	if both != 100 || one < 500 || two < 500 {
		t.Errorf("%d were refused, %d and %d configurations have one of the two values", both, one, two)
	}
}

// TestBlame: a search finds out by itself which values are refused, and then avoids them.
func TestBlame(t *testing.T) {
	const seeds = 50
	early, late := 0, 0
	for seed := range uint64(seeds) {
		n := 0
		run(bools(60).Search(rng.New(seed), Strategy{Patience: 1000}), func(c map[string]string) Outcome {
			n++
			for i := 0; i < 60; i += 6 {
				if c[fmt.Sprintf("o%03d", i)] != "" {
					if n <= 20 {
						early++
					} else if n > 80 {
						late++
					}
					return Outcome{Refused: true}
				}
			}
			return Outcome{Behaviour: 1, Fitness: n % 3}
		})
	}
	t.Logf("refused: %d of the first 20, %d of the last 20", early, late)
	if 2*late > early || early < seeds {
		t.Errorf("%d of the first 20 are refused, %d of the last 20", early, late)
	}
}

// TestRefusedPair: of three settings that are fine by themselves, the two that have not been seen together are to blame.
func TestRefusedPair(t *testing.T) {
	f := newRefusals()
	f.accept(vector{"1", "1", unset, unset})
	f.accept(vector{unset, "1", "1", unset})
	f.refuse(vector{"1", "1", "1", unset})
	for _, tt := range []struct {
		vector vector
		want   bool
	}{
		{vector{"1", "1", unset, "1"}, true}, {vector{unset, "1", "1", "1"}, true}, {vector{"1", unset, "1", unset}, false}, {vector{"1", "2", "1", "1"}, false},
		{vector{"2", unset, "1", unset}, true},
	} {
		if got := f.allows(tt.vector); got != tt.want {
			t.Errorf("%q is allowed: %t", tt.vector, got)
		}
		before := len(tt.vector.genes())
		f.mend(rng.New(1), tt.vector)
		if !f.allows(tt.vector) || tt.want != (len(tt.vector.genes()) == before) || len(tt.vector.genes()) < before-1 {
			t.Errorf("mended: %q", tt.vector)
		}
	}
}

// TestRefusedNumber: for an option with a number, two refused values are enough.
func TestRefusedNumber(t *testing.T) {
	c := withUse(&options.Catalogue{Options: []options.Option{{Name: "n", Kind: options.Uint, Default: "10"}, {Name: "p", Kind: options.Uint, Default: "10"}}})
	for seed := range uint64(20) {
		refused := 0
		run(NewSpace(c, []string{"n", "p"}).Search(rng.New(seed), Strategy{Patience: 1000}), func(c map[string]string) Outcome {
			if c["n"] != "" {
				refused++
				return Outcome{Refused: true}
			}
			return Outcome{Fitness: 1}
		})
		if refused > 6 {
			t.Errorf("seed %d: an option that is always refused comes %d times", seed, refused)
		}
	}
}
