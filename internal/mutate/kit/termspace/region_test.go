package termspace_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/termspace"
	"github.com/assay-smt/assay/smt/theory"
)

// TestRegion: the samples of a region are all combinations of its choices, each once, as many as there is room for; only where each choice is a whole sort are
// they all there are.
func TestRegion(t *testing.T) {
	spaces := make(map[string]*termspace.Space)
	for _, topic := range []string{"core", "bitvectors", "ints", "strings", "mixed", "constant-arrays"} {
		spaces[topic] = spaceOf(t, topic, theory.Release{Name: "z3"})
	}
	rapid.Check(t, func(t *rapid.T) {
		topic := rapid.SampledFrom([]string{"core", "bitvectors", "ints", "strings", "mixed", "constant-arrays"}).Draw(t, "topic")
		most := rapid.IntRange(1, 60).Draw(t, "most")
		s := spaces[topic]
		r, err := s.Region(rng.New(rapid.Uint64().Draw(t, "seed")), most)
		if err != nil {
			t.Fatal(err)
		}
		total, whole := 1, true
		for i, c := range r.Choices {
			total *= len(c.Values)
			whole = whole && c.Whole
			for _, v := range c.Values {
				if v.Sort() != s.Variables[i].Result {
					t.Fatalf("%s for a variable of sort %s", v, s.Variables[i].Result)
				}
			}
		}
		if len(r.Models) != total || total > most {
			t.Fatalf("%d samples of %d combinations, at most %d", len(r.Models), total, most)
		}
		if r.All != whole {
			t.Fatalf("all: %v, and the choices are whole: %v", r.All, whole)
		}
		if want := (topic == "core" && most >= 4) || (topic == "bitvectors" && most >= 32); r.All != want {
			t.Fatalf("%s with %d of at most %d samples: all: %v", topic, total, most, r.All)
		}
		seen := make(map[string]bool)
		for _, values := range r.Values {
			word := fmt.Sprint(values)
			if seen[word] {
				t.Fatalf("%s comes twice", word)
			}
			seen[word] = true
		}
	})
}
