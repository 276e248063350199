package configspace

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
)

// bools is a space of n truth values, false by default.
func bools(n int) *Space {
	c := &options.Catalogue{}
	for i := range n {
		c.Options = append(c.Options, options.Option{Name: fmt.Sprintf("o%03d", i), Kind: options.Bool, Default: "false"})
	}
	return NewSpace(c, Searched(withUse(c), solver.UseSearch))
}

func withUse(c *options.Catalogue) *options.Catalogue {
	for i := range c.Options {
		c.Options[i].Use = solver.UseSearch
	}
	return c
}

// run runs a search to its end under a landscape, and returns what was proposed.
func run(s *Search, landscape func(map[string]string) Outcome) [][]options.Setting {
	var out [][]options.Setting
	for {
		settings, ok := s.Next()
		if !ok {
			return out
		}
		out = append(out, settings)
		s.Report(landscape(byName(settings)))
	}
}

func byName(settings []options.Setting) map[string]string {
	out := map[string]string{}
	for _, s := range settings {
		out[s.Name] = s.Value
	}
	return out
}

// nothing is a landscape with nothing to find.
func nothing(map[string]string) Outcome { return Outcome{} }

// busy is a landscape with a bit of everything, depending on the configuration's name.
func busy(c map[string]string) Outcome {
	text, _ := json.Marshal(c)
	n := rng.New(7).Split(string(text)).IntN(10)
	return Outcome{Fitness: n / 2, Behaviour: n, Refused: n == 9, Failed: n == 8}
}

// TestSameSeed: the seed and the outcomes determine what a search proposes.
func TestSameSeed(t *testing.T) {
	space := bools(30)
	for _, random := range []bool{false, true} {
		of := func(seed uint64) [][]options.Setting {
			return run(space.Search(rng.New(seed), Strategy{Random: random}, []options.Setting{{Name: "o003", Value: "true"}}), busy)
		}
		one := of(5)
		if diff := cmp.Diff(one, of(5)); diff != "" {
			t.Errorf("random %t: another run of the same seed is another one:\n%s", random, diff)
		}
		if cmp.Equal(one, of(6)) {
			t.Errorf("random %t: seeds make no difference", random)
		}
		if one[0][0].Name != "o003" || len(one[0]) != 1 {
			t.Errorf("random %t: the search begins with %v, not with what was good before", random, one[0])
		}
	}
}

// A planted landscape: only a configuration with two particular values is new, and each of them changes something in what the solver does.
func planted2(c map[string]string) Outcome {
	var o Outcome
	if c["m3"] == "c" {
		o.Behaviour++
	}
	if c["m17"] == "b" {
		o.Behaviour++
	}
	if o.Behaviour == 2 {
		o.Fitness = 1
	}
	return o
}

// TestFindsWhatIsPlanted: over many seeds, the genetic algorithm finds two values that belong together far more often than random search does, and
// it is not worse if nothing leads there.
func TestFindsWhatIsPlanted(t *testing.T) {
	c := &options.Catalogue{}
	var names []string
	for i := range 20 {
		names = append(names, fmt.Sprintf("m%d", i))
		c.Options = append(c.Options, options.Option{Name: names[i], Kind: options.Mode, Default: "a", Values: []string{"a", "b", "c", "d"}})
	}
	slices.SortFunc(c.Options, func(a, b options.Option) int { return strings.Compare(a.Name, b.Name) })
	space := NewSpace(c, names)
	const seeds = 400
	found := func(how Strategy, blind bool) (n, proposals int) {
		for seed := range uint64(seeds) {
			s := space.Search(rng.New(seed), how)
			for {
				settings, ok := s.Next()
				if !ok {
					break
				}
				proposals++
				o := planted2(byName(settings))
				if o.Fitness > 0 {
					n++
					break
				}
				if blind {
					o = Outcome{}
				}
				s.Report(o)
			}
		}
		return n, proposals
	}
	how := Strategy{Patience: 1000}
	genetic, gp := found(how, false)
	lost, lp := found(how, true)
	how.Random = true
	random, rp := found(how, false)
	t.Logf("of %d searches the genetic one succeeds in %d with %d proposals, without behaviour in %d with %d, random in %d with %d", seeds, genetic, gp, lost, lp, random, rp)
	if genetic < 2*random || genetic < seeds*6/10 || float64(gp)/float64(genetic)*3 > float64(rp)/float64(random) {
		t.Errorf("genetic search finds %d in %d, random search %d in %d", genetic, gp, random, rp)
	}
	if 2*lost < random {
		t.Errorf("without anything to go by the search finds %d, random search %d", lost, random)
	}
}

// TestEnds: the three ways in which a search ends.
func TestEnds(t *testing.T) {
	tests := []struct {
		name      string
		space     *Space
		how       Strategy
		landscape func(map[string]string) Outcome
		want      Ending
	}{
		// The first generation is twice as large as the others: 12 + 9 * 6.
		{"ten generations without news", bools(300), Strategy{}, nothing, Ending{Proposed: 66, Generations: 10, Why: NothingNew}},
		{"two generations without news", bools(300), Strategy{Patience: 2, Parents: 4}, nothing, Ending{Proposed: 36, Generations: 2, Why: NothingNew}},
		{"at random", bools(300), Strategy{Random: true}, nothing, Ending{Proposed: 66, Generations: 10, Why: NothingNew}},
		{"behaviour is no news", bools(300), Strategy{}, func(map[string]string) Outcome { return Outcome{Behaviour: 1} }, Ending{Proposed: 66, Generations: 10, Why: NothingNew}},
		{"always news", bools(300), Strategy{}, func(map[string]string) Outcome { return Outcome{Fitness: 1} }, Ending{Proposed: 100, Generations: 16, Why: EnoughOffspring}},
		{"few", bools(300), Strategy{Offspring: 5}, nothing, Ending{Proposed: 5, Generations: 1, Why: EnoughOffspring}},
		{"refused", bools(300), Strategy{}, func(map[string]string) Outcome { return Outcome{Fitness: 9, Refused: true} }, Ending{Proposed: 66, Generations: 10, Refused: 66, Why: NothingNew}},
		{"failed", bools(300), Strategy{}, func(map[string]string) Outcome { return Outcome{Fitness: 9, Failed: true} }, Ending{Proposed: 66, Generations: 10, Failed: 66, Why: NothingNew}},
		{"no options", bools(0), Strategy{}, nothing, Ending{Generations: 1, Why: ExhaustedSpace}},
		{"31 configurations", bools(5), Strategy{}, nothing, Ending{Proposed: 31, Generations: 5, Why: ExhaustedSpace}},
		{"63 configurations", bools(6), Strategy{Patience: 1000}, busyWithoutRefusals, Ending{Proposed: 63, Generations: 10, Why: ExhaustedSpace}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := tt.space.Search(rng.New(3), tt.how)
			run(s, tt.landscape)
			if diff := cmp.Diff(tt.want, s.Done()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func busyWithoutRefusals(c map[string]string) Outcome {
	o := busy(c)
	return Outcome{Fitness: o.Fitness, Behaviour: o.Behaviour}
}

// TestNewsMakesPatient: new behaviour in what might be the last generation lets the search continue for as many generations again.
func TestNewsMakesPatient(t *testing.T) {
	n := 0
	s := bools(300).Search(rng.New(1), Strategy{Patience: 3})
	run(s, func(map[string]string) Outcome {
		if n++; n == 20 {
			return Outcome{Fitness: 1}
		}
		return Outcome{}
	})
	// Generations 1 and 2 are dry or end with the 20th, 3 has it, 4 to 6 are dry.
	if diff := cmp.Diff(Ending{Proposed: 12 + 5*6, Generations: 6, Why: NothingNew}, s.Done()); diff != "" {
		t.Error(diff)
	}
}

// TestParents: the best by fitness, then behaviour, then fewer settings, then youth; a configuration that owes its behaviour to another one is not
// among them. Fitness halves from generation to generation.
func TestParents(t *testing.T) {
	s := bools(4).Search(rng.New(1), Strategy{Parents: 4})
	s.population = []individual{
		{vector{unset, unset, unset, "a"}, 0, 2, 1},
		{vector{unset, unset, "a", "a"}, 0, 9, 2},
		{vector{unset, "a", unset, unset}, 0, 9, 3},
		{vector{unset, "b", unset, unset}, 0, 9, 4},
		{vector{unset, "a", "a", unset}, 0, 9, 5},
		{vector{"a", unset, unset, unset}, 5, 1, 6},
		{vector{"a", "c", unset, unset}, 4, 1, 7},
		{vector{"a", "d", unset, unset}, 0, 9, 8},
	}
	for i, want := range []string{"6:2 7:2 4:0 3:0", "6:1 7:1 4:0 3:0", "6:0 7:0 4:0 3:0", "4:0 3:0 6:0"} {
		s.choose()
		var got []string
		for _, one := range s.population {
			got = append(got, fmt.Sprintf("%d:%d", one.born, one.fitness))
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("generation %d: %s", i+2, diff)
		}
	}
}

// TestReportOnce: an outcome belongs to the last configuration, and counts once.
func TestReportOnce(t *testing.T) {
	s := bools(10).Search(rng.New(1), Strategy{})
	s.Report(Outcome{Refused: true})
	if _, ok := s.Next(); !ok {
		t.Fatal("no configuration")
	}
	s.Report(Outcome{Refused: true})
	s.Report(Outcome{Refused: true})
	if _, ok := s.Next(); !ok {
		t.Fatal("no second configuration")
	}
	if got := s.Done(); got != (Ending{Proposed: 2, Refused: 1, Generations: 1}) {
		t.Errorf("%+v", got)
	}
}
