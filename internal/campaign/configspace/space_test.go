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

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
)

// A catalogue draws options of all kinds, with bounds that may be missing, contradict each other, or not be numbers.
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

// sound says what is wrong with a value, by rules that are deliberately restated here.
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

// TestProposals: with any catalogue and any outcomes, proposals are values of the options, within bounds and not excluded, never the default, never
// the same twice, and never more than allowed.
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

// TestSpace: which options are in a space.
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
	if diff := cmp.Diff([]string{"switch", "real", "int"}, names(all)); diff != "" || all.Len() != 3 {
		t.Error(all.Len(), diff)
	}
}

// names are the options of a space, in their order.
func names(s *Space) []string {
	out := make([]string, len(s.dimensions))
	for i, d := range s.dimensions {
		out[i] = d.name
	}
	return out
}

// TestCross: at each position the two offspring together have the values of both parents; the first one has those of one parent up to a point; and
// neither equals a parent if the parents differ twice.
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

// TestPolynomial: mutants stay in the range and are distributed around and near the value; at an end of the range they reach inwards.
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
	for _, tt := range []struct{ x, mean, within float64 }{{0.5, 0.5, 1e-6}, {0, 0.5 / 22, 1e-4}, {1, 1 - 0.5/22, 1e-4}} {
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

// TestRealRange: what is known about a range determines how far mutation goes.
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
