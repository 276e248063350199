package configspace

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/options"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/internal/solver"
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

// nothing is a landscape without anything to find.
func nothing(map[string]string) Outcome { return Outcome{} }

// busy is a landscape that has something of everything, by what the configuration is called.
func busy(c map[string]string) Outcome {
	text, _ := json.Marshal(c)
	n := rng.New(7).Split(string(text)).IntN(10)
	return Outcome{Fitness: n / 2, Behaviour: n, Refused: n == 9, Failed: n == 8}
}

// A catalogue draws options of all kinds, with bounds that may be missing, contradict each other, or be no numbers.
func catalogue(t *rapid.T) *options.Catalogue {
	c := &options.Catalogue{}
	number := rapid.OneOf(
		rapid.SampledFrom([]string{"", "0", "1", "-1", "x", "nan", "inf", "4294967295", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1e-05", "1e300", "2.5", "-3.0"}),
		rapid.Map(rapid.IntRange(-100, 100), strconv.Itoa),
		rapid.Map(rapid.Float64Range(-10, 10), func(f float64) string { return strconv.FormatFloat(f, 'g', 4, 64) }),
	)
	for i := range rapid.IntRange(0, 12).Draw(t, "options") {
		o := options.Option{Name: fmt.Sprintf("o%02d", i)}
		o.Kind = rapid.SampledFrom([]options.Kind{options.Bool, options.Int, options.Uint, options.Double, options.Mode, options.Text, options.Switch}).Draw(t, "kind")
		switch o.Kind {
		case options.Bool:
			o.Default = rapid.SampledFrom([]string{"", "true", "false"}).Draw(t, "default")
		case options.Mode:
			o.Values = rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d", ""}), 0, 5).Draw(t, "values")
			o.Default = rapid.SampledFrom([]string{"", "a", "b", "e"}).Draw(t, "default")
		case options.Switch:
			o.Default = "false"
		case options.Text:
			o.Default = "some"
		case options.Int, options.Uint, options.Double:
			o.Default, o.Least, o.Most = number.Draw(t, "default"), number.Draw(t, "least"), number.Draw(t, "most")
			if rapid.IntRange(0, 4).Draw(t, "explained") == 0 {
				o.Values = []string{"0", "1", "2", "3"}
			}
		}
		for range rapid.IntRange(0, 2).Draw(t, "excluded") {
			v := rapid.OneOf(number, rapid.SampledFrom([]string{"true", "false", "a", "b", "0.50", "1.0", "01"})).Draw(t, "without")
			o.Without = append(o.Without, options.Excluded{Value: v, Use: solver.UseUnwelcome})
		}
		c.Options = append(c.Options, o)
	}
	return withUse(c)
}

func numbers(texts ...string) []float64 {
	var out []float64
	for _, s := range texts {
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			out = append(out, f)
		}
	}
	return out
}

// sound says what is wrong with a value, by rules that are written down here a second time.
func sound(o *options.Option, value string) string {
	for _, e := range o.Without {
		if e.Value == value || len(o.Values) == 0 && o.Kind != options.Bool && o.Kind != options.Switch && slices.Equal(numbers(e.Value), numbers(value)) && numbers(value) != nil {
			return "is excluded"
		}
	}
	if value == o.Default {
		return "is the default"
	}
	if len(o.Values) > 0 {
		if value == "" || !slices.Contains(o.Values, value) {
			return "is none of the values"
		}
		return ""
	}
	switch o.Kind {
	case options.Bool:
		if value != "true" && value != "false" {
			return "is no truth value"
		}
	case options.Switch:
		if value != "true" {
			return "cannot be given"
		}
	case options.Mode, options.Text:
		return "is not known"
	case options.Int, options.Uint:
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || strconv.FormatInt(n, 10) != value || o.Kind == options.Uint && n < 0 {
			return "is no integer of the kind"
		}
		if least, err := strconv.ParseInt(o.Least, 10, 64); err == nil && n < least {
			return "is too small"
		}
		if most, err := strconv.ParseInt(o.Most, 10, 64); err == nil && n > most {
			return "is too large"
		}
	case options.Double:
		f, err := strconv.ParseFloat(value, 64)
		if err != nil || strings.Count(value, ".") != 1 || strings.Trim(value, "-.0123456789") != "" || strings.HasPrefix(value, ".") || strings.HasSuffix(value, ".") {
			return "is no fraction with a point"
		}
		if d := numbers(o.Default); d != nil && d[0] == f {
			return "is the default"
		}
		if n := numbers(o.Least); n != nil && f < n[0] {
			return "is too small"
		}
		if n := numbers(o.Most); n != nil && f > n[0] {
			return "is too large"
		}
	}
	return ""
}

// TestProposals: under any catalogue and any outcomes, what is proposed are values of the options, within bounds and not excluded, never the default,
// never the same twice, and never more than may be.
func TestProposals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := catalogue(t)
		space := NewSpace(c, Searched(c, solver.UseSearch))
		how := Strategy{
			Random: rapid.Bool().Draw(t, "random"), Offspring: rapid.SampledFrom([]int{0, 1, 17}).Draw(t, "offspring"), Patience: rapid.SampledFrom([]int{0, 3, 1000}).Draw(t, "patience"),
			Parents: rapid.IntRange(0, 5).Draw(t, "parents"),
		}
		start := []options.Setting{{Name: "o00", Value: "true"}, {Name: "o01", Value: "1"}, {Name: "o02", Value: "-7"}, {Name: "o03", Value: "1e3"}, {Name: "o04", Value: "b"}, {Name: "p", Value: "b"}}
		search := space.Search(rng.New(rapid.Uint64().Draw(t, "seed")), how, start, start, nil)
		seen := map[string]bool{}
		all := run(search, func(got map[string]string) Outcome {
			if len(got) == 0 {
				t.Fatal("the configuration without options is proposed")
			}
			text, _ := json.Marshal(got)
			if seen[string(text)] {
				t.Fatalf("%s comes twice", text)
			}
			seen[string(text)] = true
			for name, value := range got {
				o, ok := c.Option(name)
				if !ok {
					t.Fatalf("there is no option %s", name)
				}
				if problem := sound(o, value); problem != "" {
					t.Fatalf("%s: %q %s", name, value, problem)
				}
			}
			return Outcome{
				Fitness: rapid.IntRange(-1, 3).Draw(t, "fitness"), Behaviour: rapid.IntRange(-1, 3).Draw(t, "behaviour"), Refused: rapid.IntRange(0, 9).Draw(t, "refused") == 0,
				Failed: rapid.IntRange(0, 9).Draw(t, "failed") == 0,
			}
		})
		for _, settings := range all {
			if !slices.Equal(options.Canonical(settings), settings) {
				t.Fatalf("%v is not in the order of names", settings)
			}
		}
		most := how.Offspring
		if most == 0 {
			most = 100
		}
		if end := search.Done(); len(all) > most || end.Proposed != len(all) || end.Why == "" || space.Len() == 0 && end.Why != ExhaustedSpace {
			t.Fatalf("%d proposals with a bound of %d: %+v", len(all), most, end)
		}
		if _, ok := search.Next(); ok {
			t.Fatal("the search goes on behind its end")
		}
	})
}

// TestSpace: which options are of a space.
func TestSpace(t *testing.T) {
	c := withUse(&options.Catalogue{Options: []options.Option{
		{Name: "free", Kind: options.Text, Default: "x"},
		{Name: "int", Kind: options.Int, Default: "5", Aliases: []string{"integer"}},
		{Name: "mode", Kind: options.Mode, Default: "a", Values: []string{"a", "b"}, Without: []options.Excluded{{Value: "b"}}},
		{Name: "one", Kind: options.Uint, Default: "3", Least: "3", Most: "3"},
		{Name: "real", Kind: options.Double, Default: "1"},
		{Name: "shut", Kind: options.Double, Default: "1", Least: "7", Most: "-7"},
		{Name: "switch", Kind: options.Switch, Default: "false"},
	}})
	all := NewSpace(c, []string{"switch", "nosuch", "one", "mode", "real", "free", "integer", "int", "shut"})
	if diff := cmp.Diff([]string{"switch", "real", "int"}, all.Names()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"switch", "int"}, all.Only([]string{"int", "mode", "switch"}).Names()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"real"}, all.Without([]string{"int", "mode", "switch"}).Names()); diff != "" || all.Len() != 3 {
		t.Error(all.Len(), diff)
	}
}

// TestSameSeed: what a search proposes follows from its seed and the outcomes.
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

// A planted landscape: only a configuration with two values of many is new, and each of them changes something of what the solver does.
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
// where nothing leads there it is no worse.
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

// TestEnds: the three ways to end.
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

// TestNewsMakesPatient: news in the last generation that might be lets the search go on for as many again.
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

// TestRefused: a value that is refused alone never comes again, and two that are refused together never come together, while each of them does.
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

// TestRefusedNumber: of an option with a number two refused values are enough.
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

// TestReportOnce: an outcome is of the last configuration, and counts once.
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

// TestCross: offspring have at each place the values of both parents between them, the first one those of one parent up to a point, and neither is a
// parent again where they differ twice.
func TestCross(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "options")
		draw := func(label string) vector {
			return rapid.SliceOfN(rapid.SampledFrom([]string{unset, unset, unset, "a", "b"}), n, n).Draw(t, label)
		}
		u, v := draw("u"), draw("v")
		p, q := cross(rng.New(rapid.Uint64().Draw(t, "seed")), u, v)
		differ := 0
		for i := range u {
			if u[i] != v[i] {
				differ++
			}
		}
		point := 0
		for point < n && p[point] == u[point] && q[point] == v[point] {
			point++
		}
		if !slices.Equal(p[point:], v[point:]) || !slices.Equal(q[point:], u[point:]) {
			t.Fatalf("%v and %v become %v and %v", u, v, p, q)
		}
		if same := slices.Equal(p, u) || slices.Equal(p, v); same != (differ < 2) {
			t.Fatalf("%v and %v become %v and %v", u, v, p, q)
		}
	})
}

// TestMutationRate: one value changes on average, whatever the number of options.
func TestMutationRate(t *testing.T) {
	for _, n := range []int{1, 10, 200} {
		space, r := bools(n), rng.New(1)
		changed := 0
		for range 4000 {
			changed += len(space.mutate(r, make(vector, n)).genes())
		}
		if changed < 3700 || changed > 4300 {
			t.Errorf("%d options: %d values in 4000 mutations", n, changed)
		}
	}
}

// TestPolynomial: mutants stay in the range, are distributed around the value, and near it; at an end of the range they reach inwards.
func TestPolynomial(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(-1e15, 1e15).Draw(t, "low")
		high := rapid.Float64Range(low, 1e15).Draw(t, "high")
		if low == high {
			return
		}
		x, u := rapid.Float64().Draw(t, "x"), rapid.Float64Range(0, math.Nextafter(1, 0)).Draw(t, "u")
		if got := polynomial(x, low, high, u); !(got >= low && got <= high) {
			t.Fatalf("%g in [%g, %g] becomes %g", x, low, high, got)
		}
	})
	const n = 10000
	for _, tt := range []struct{ x, mean, within float64 }{{0.5, 0.5, 0.003}, {0, 0.022, 0.006}, {1, 0.978, 0.006}} {
		sum, below, near := 0.0, 0, 0
		for i := range n {
			y := polynomial(tt.x, 0, 1, (float64(i)+0.5)/n)
			sum += y
			if y < tt.x {
				below++
			}
			if math.Abs(y-tt.x) < 0.1 {
				near++
			}
		}
		if math.Abs(sum/n-tt.mean) > tt.within || near < n*8/10 || tt.x == 0.5 && below != n/2 {
			t.Errorf("mutants of %g have the mean %g, %d of %d are below, %d near", tt.x, sum/n, below, n, near)
		}
	}
}

// TestRealRange: what is known of a range decides how far mutation goes.
func TestRealRange(t *testing.T) {
	inf := math.Inf(1)
	for _, tt := range []struct{ least, most, standard, low, high float64 }{
		{0, 1, 0.5, 0, 1},
		{-inf, inf, 0, 0, 1},
		{-inf, inf, 1.5, 0, 6},
		{-inf, inf, 1e-05, 0, 1},
		{-inf, inf, -20, -80, 80},
		{100, inf, 0, 100, 200},
		{-inf, -5, 0, -10, -5},
		{-inf, inf, math.MaxFloat64, 0, 1e15},
		{-1e300, 1e300, 0, -1e15, 1e15},
	} {
		if low, high := mutationRange(tt.least, tt.most, tt.standard); low != tt.low || high != tt.high {
			t.Errorf("%+v: [%g, %g]", tt, low, high)
		}
	}
	for x, want := range map[float64]string{
		0: "0.0", 2: "2.0", 1.0 / 3: "0.333333", 123456.789: "123456.8", -1e-7 / 3: "-0.000000033333", 1e-14: "0.0", math.Copysign(0, -1): "0.0", 1e15: "1000000000000000.0",
	} {
		if got := printReal(round(x)); got != want {
			t.Errorf("%g is printed as %s, not %s", x, got, want)
		}
	}
}

// TestIntegersReach: mutation reaches small changes, powers of two and corners.
func TestIntegersReach(t *testing.T) {
	d, ok := newDomain(&options.Option{Name: "n", Kind: options.Uint, Default: "100", Most: "4294967295"})
	if !ok {
		t.Fatal("no domain")
	}
	r, seen := rng.New(1), map[string]int{}
	const n = 4000
	for range n {
		seen[d.mutate(r, "1000")]++
	}
	for _, want := range []string{"0", "1", "4294967295", unset, "500", "999", "1001", "1064", "2024", "1073742824"} {
		if seen[want] == 0 {
			t.Errorf("%q is never reached", want)
		}
	}
	if small := seen["1001"] + seen["999"] + seen["1007"] + seen["993"]; small < n/16 {
		t.Errorf("%d of %d are small steps", small, n)
	}
	if seen["1000"] > 0 {
		t.Errorf("%d mutants are the same", seen["1000"])
	}
}
