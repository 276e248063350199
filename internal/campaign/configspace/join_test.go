package configspace

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func effects(name string, tried int, kinds ...string) OptionEffects {
	o := OptionEffects{Name: name, Tried: tried}
	for _, k := range kinds {
		o.Relevant = append(o.Relevant, Link{Kind: k, Affected: 5, Of: 10})
	}
	return o
}

// A few formulas add to many, and many replace few, kind by kind.
func TestJoin(t *testing.T) {
	shipped := &Correlations{Version: "4.8.12", Formulas: 129, Kinds: map[string]int{"bvmul": 40, "+": 60, "seq.len": 2},
		Options: []OptionEffects{effects("a", 129, "bvmul"), effects("b", 129), effects("gone", 129, "+")}}
	relevant := func(c *Correlations) map[string][]string {
		out := map[string][]string{}
		for _, o := range c.Options {
			out[o.Name] = []string{}
			for _, l := range o.Relevant {
				out[o.Name] = append(out[o.Name], l.Kind)
			}
		}
		return out
	}
	for _, tt := range []struct {
		name string
		own  *Correlations
		want map[string][]string
		from string
	}{
		{"none of the user's", nil, map[string][]string{"a": {"bvmul"}, "b": {}, "gone": {"+"}}, "129 that come with Assay, about version 4.8.12"},
		{
			"three formulas, in which nothing matters", &Correlations{Version: "5.4.1", Formulas: 3, Kinds: map[string]int{"bvmul": 2, "+": 1},
				Options: []OptionEffects{effects("a", 3), effects("b", 3), effects("new", 3)}},
			map[string][]string{"a": {"bvmul"}, "b": {}, "gone": {"+"}}, // "new" was tried too seldom
			"3 of your formulas and 129 that come with Assay, about version 4.8.12",
		},
		{
			"more formulas than come with Assay, of two kinds", &Correlations{Version: "5.4.1", Formulas: 300, Kinds: map[string]int{"bvmul": 80, "+": 10, "seq.len": 2},
				Options: []OptionEffects{effects("a", 300), effects("b", 300, "bvmul", "+", "seq.len"), effects("new", 300, "bvmul")}},
			map[string][]string{"a": {}, "b": {"bvmul", "seq.len"}, "gone": {"+"}, "new": {"bvmul"}},
			"300 of your formulas and 129 that come with Assay, about version 4.8.12",
		},
	} {
		got := Join(tt.own, shipped)
		if diff := cmp.Diff(tt.want, relevant(got.Correlations)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
		if got.Source() != tt.from {
			t.Errorf("%s: learned from %s", tt.name, got.Source())
		}
	}
	if Join(nil, nil) != nil {
		t.Error("something is known from nothing")
	}
	seldom := Join(&Correlations{Formulas: 3, Kinds: map[string]int{"+": 3}, Options: []OptionEffects{effects("a", 3, "+")}}, nil)
	if len(seldom.Options) != 0 {
		t.Errorf("three formulas decide: %v", seldom.Options)
	}
}
