package coverage

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/solver"
)

// readerFor returns a reader with the noise of a built-in profile.
func readerFor(t *testing.T, name string) *StatisticsReader {
	t.Helper()
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	p, ok := set.Profile(name)
	if !ok {
		t.Fatalf("there is no profile %s", name)
	}
	return NewStatisticsReader(p.Stats.Noise)
}

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name, profile, text string
		want                Statistics
		skipped             Skipped
	}{
		{
			"z3", "z3", "(:added-eqs 12\n :arith-conflicts   1\n :decisions 0\n :max-memory 16.95\n :memory 16\n :num-allocs 13451\n :rlimit-count 67\n :time 0.03\n :total-time 3)",
			Statistics{"added-eqs": 12, "arith-conflicts": 1},
			Skipped{Noise: 4, Uncount: 2},
		},
		{
			"yices", "yices2", "(\n :num-terms 6\n :total-run-time 0.002\n :mem-usage 4.531\n :conflicts 3\n)", Statistics{"num-terms": 6, "conflicts": 3},
			Skipped{Uncount: 2},
		},
		{
			"cvc5", "cvc5", `(:all-statistics (("DefaultModel::ee::termsCount" 2) ("a::checkTime" 5ms) ("cvc5::TERM" { EQUAL: 1, GT: 12 }) ("x::rewrites" { LEN_CONCAT: 1, GT: 12 })` +
				` ("theory::pivots" { 3: 2, -1: 4 }) ("x::none" {  }) ("x::avg" -nan) ("driver::filename" <stdin>) ("resource::resourceUnitsUsed" 59) ("resource::steps::resource" { CnfStep: 5 })` +
				` ("x::types" { (Array Int (Set a::b)): 3, String type: 1 }) ("resource::steps::inference-id" { ARITH_UNATE: 1 })))`,
			Statistics{
				"DefaultModel::ee::termsCount": 2, "x::rewrites{LEN_CONCAT}": 1, "x::rewrites{GT}": 12, "theory::pivots{3}": 2, "theory::pivots{-1}": 4,
				"x::types{(Array Int (Set a::b))}": 3, "x::types{String type}": 1, "resource::steps::inference-id{ARITH_UNATE}": 1,
			},
			Skipped{Noise: 4, Uncount: 3},
		},
		{
			"cvc5, objects that an option has made", "cvc5", `("theory::bv::BVSolverBitblast::cadical::variables" 2) ("theory::bv::BVSolverBitblast::cadical::calls_to_solve" 4)` +
				` ("theory::bv::BVSolverBitblast::cadical::clauses" 3) ("CardinalityExtension::Max_Model_Size" 1) ("CardinalityExtension::Clique_Lemmas" 2)`,
			Statistics{"theory::bv::BVSolverBitblast::cadical::clauses": 3, "CardinalityExtension::Clique_Lemmas": 2},
			Skipped{Noise: 3},
		},
		{
			"cvc4", "cvc4", "( :all-statistics\n  ( (\"expr::ExprManager::GT\" 1)\n    (\"theory::arith::FC::lastPivots\" \"0\")\n    (\"theory::a::pivots\" \"7\")\n    (\"theory::strings::inferences\" \"[(LEN_SPLIT : 2), (SPLIT : 1)]\")\n    (\"theory::bv::x\" 0.200000) ) )",
			Statistics{"theory::a::pivots": 7, "theory::strings::inferences{LEN_SPLIT}": 2, "theory::strings::inferences{SPLIT}": 1},
			Skipped{Noise: 1, Uncount: 1},
		},
		{"nothing", "z3", "unsupported", Statistics{}, Skipped{}},
		{
			"hostile", "z3", "(:" + strings.Repeat("x", 1000) + " 1 :a 99999999999999999999999 :b 1 :c -3 :d () :\xff 1 : 7 :e 1 \x00 (\"", Statistics{"b": 1, "e": 1},
			Skipped{Excess: 2, Uncount: 3},
		},
		{"unclosed", "z3", `("a" { X: 1, Y`, Statistics{}, Skipped{}},
		{"empty entries", "z3", `("a" { : 1, :2,, x: , y })("b" 2)`, Statistics{"a{}": 3, "b": 2}, Skipped{Uncount: 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, skipped := readerFor(t, tt.profile).Read(tt.text)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("statistics (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.skipped, skipped); diff != "" {
				t.Errorf("skipped (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadLines(t *testing.T) {
	text := "sat\n[bzla] bv seconds: 3\nformula::post::node::BV_MUL: 1\nformula::pre::node::BV_MUL: 1\nrewrite::time_apply: 0ms\nsat::conflicts = 12\n" +
		"resource::steps = { CnfStep: 16, Other: 2 }\ntheory::strings::inferences, [(LEN_SPLIT : 2), (SPLIT : 1)]\nexpr::VARIABLE:String type, 1\nmuch text without a value\n: 3\n"
	want := Statistics{
		"formula::post::node::BV_MUL": 1, "sat::conflicts": 12, "resource::steps{CnfStep}": 16, "resource::steps{Other}": 2,
		"theory::strings::inferences{LEN_SPLIT}": 2, "theory::strings::inferences{SPLIT}": 1, "expr::VARIABLE:String type": 1,
	}
	got, skipped := readerFor(t, "bitwuzla").ReadLines(text)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(Skipped{Noise: 1, Uncount: 1}, skipped); diff != "" {
		t.Error(diff)
	}
}

// Floods are read up to a bound, and what is omitted is counted.
func TestReadFlood(t *testing.T) {
	var many strings.Builder
	for i := range 2 * maxStatistics {
		fmt.Fprintf(&many, "(:k%d 1)\n", i)
	}
	got, skipped := NewStatisticsReader(nil).Read(many.String())
	if len(got) != maxStatistics || skipped.Excess != maxStatistics {
		t.Errorf("%d counts, skipped %+v", len(got), skipped)
	}
	for name, text := range map[string]string{
		"colons": strings.Repeat(":", maxStatisticsText+10), "quotes": strings.Repeat(`"`, maxStatisticsText+10), "braces": `("a" {` + strings.Repeat("a:", maxStatisticsText),
		"entries": `("a" {` + strings.Repeat(":::a", maxStatisticsText/4-10) + `})` + strings.Repeat(" ", 99),
	} {
		got, skipped := NewStatisticsReader(nil).Read(text)
		if len(got) > 0 || skipped.Excess == 0 {
			t.Errorf("%s: %d counts, skipped %+v", name, len(got), skipped)
		}
		if got, _ := NewStatisticsReader(nil).ReadLines(text); len(got) > 0 {
			t.Errorf("%s: %d counts in lines", name, len(got))
		}
	}
}

func FuzzStatistics(f *testing.F) {
	f.Add(`(:a 1 ("b" { c: 2 }) ("d" "[(e : 3)]"))`)
	f.Add("a = 1\nb, 2\nc: { d: 3 }\n")
	f.Fuzz(func(t *testing.T, text string) {
		a, _ := NewStatisticsReader(nil).Read(text)
		b, _ := NewStatisticsReader(nil).ReadLines(text)
		for _, name := range slices.Concat(slices.Collect(maps.Keys(a)), slices.Collect(maps.Keys(b))) {
			if a[name]+b[name] == 0 || len(name) > maxStatisticsName {
				t.Errorf("%q has the count 0, or a name that is too long", name)
			}
		}
	})
}

func TestDiffer(t *testing.T) {
	a, b := Statistics{"same": 1, "more": 2, "gone": 3}, Statistics{"same": 1, "more": 3, "new": 1}
	want := []string{"gone", "more", "new"}
	if diff := cmp.Diff(want, a.Differ(b)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want, b.Differ(a)); diff != "" {
		t.Error(diff)
	}
}
