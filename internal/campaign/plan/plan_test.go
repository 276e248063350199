package plan_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/campaign/plan"
)

func TestParse(t *testing.T) {
	got, err := plan.Parse("p.toml", []byte("\ufeff# a plan\nsolvers = [\"z3\", \"cvc5 -q\"]\nseed = 7\ntimeout = \"5s\"\n\n[ storm ]\ndepth = 20\n\n[typefuzz]\npure = true\nrules = []\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []plan.Entry{
		{Key: "solvers", Values: []string{"z3", "cvc5 -q"}, List: true, Line: 2},
		{Key: "seed", Values: []string{"7"}, Line: 3},
		{Key: "timeout", Values: []string{"5s"}, Line: 4},
		{Key: "storm.depth", Values: []string{"20"}, Line: 7},
		{Key: "typefuzz.pure", Values: []string{"true"}, Line: 10},
		{Key: "typefuzz.rules", Values: []string{}, List: true, Line: 11},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"no TOML", "seed = 7\nsolvers = [\n", "p.toml:2:"},
		{"a key twice", "seed = 7\nseed = 8\n", "p.toml:2:"},
		{"a date", "seed = 7\nsince = 2026-01-01\n", "p.toml:2:1: since: give a word"},
		{"the first of two mistakes", "seed = 7\n[a]\nsince = 2026-01-01\n[b]\nsince = 2026-01-01\n", "p.toml:3:1: a.since: give a word"},
		{"a list of tables", "\n[[storm]]\ndepth = 1\n", "storm: give a word"},
		{"a list in a list", "solvers = [[\"z3\"]]\n", "p.toml:1:1: solvers: give a word"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := plan.Parse("p.toml", []byte(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// TestWrite: what is written is read again as it was, whatever the words are.
func TestWrite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := []string{"solvers", "seed", "storm.depth", "campaign.keep", "storm.unsat"}
		var settings []plan.Setting
		want := map[string][]string{}
		for _, key := range rapid.SliceOfDistinct(rapid.SampledFrom(keys), rapid.ID[string]).Draw(t, "keys") {
			s := plan.Setting{Entry: plan.Entry{Key: key, List: rapid.Bool().Draw(t, "list")}, Doc: rapid.StringMatching("[ -~\n]*").Draw(t, "doc")}
			n := 1
			if s.List {
				n = rapid.IntRange(0, 3).Draw(t, "n")
			}
			for range n {
				s.Values = append(s.Values, rapid.String().Draw(t, "value"))
			}
			settings, want[key] = append(settings, s), s.Values
		}
		text := plan.Write("header\nof two lines", settings)
		entries, err := plan.Parse("p.toml", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if len(entries) != len(want) {
			t.Fatalf("%d entries, want %d\n%s", len(entries), len(want), text)
		}
		for _, e := range entries {
			if strings.Join(e.Values, "\x00") != strings.Join(want[e.Key], "\x00") || len(e.Values) != len(want[e.Key]) {
				t.Fatalf("%s = %q, want %q\n%s", e.Key, e.Values, want[e.Key], text)
			}
		}
	})
}

func TestWriteNumbers(t *testing.T) {
	got := string(plan.Write("a plan", []plan.Setting{
		{Entry: plan.Entry{Key: "storm.depth", Values: []string{"20"}}, Bare: true, Doc: "how deep"},
		{Entry: plan.Entry{Key: "seed", Values: []string{"7"}}, Bare: true},
	}))
	if want := "# a plan\nseed = 7\n\n[storm]\n# how deep\ndepth = 20\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
