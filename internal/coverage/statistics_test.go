package coverage

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseStatistics(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       Statistics
	}{
		{"z3", "(:added-eqs 12\n :arith-conflicts   1\n :decisions 0\n :max-memory 16.95\n :memory 16\n :num-allocs 13451\n :rlimit-count 67\n :time 0.03\n :total-time 3)",
			Statistics{"added-eqs": 12, "arith-conflicts": 1}},
		{"yices", "(\n :num-terms 6\n :total-run-time 0.002\n :mem-usage 4.531\n :conflicts 3\n)", Statistics{"num-terms": 6, "conflicts": 3}},
		{"cvc5", `(:all-statistics (("DefaultModel::ee::termsCount" 2) ("a::checkTime" 5ms) ("cvc5::TERM" { EQUAL: 1, GT: 12 }) ("cvc5::CONSTANT" { integer type: 1 })` +
			` ("x::none" {  }) ("x::avg" -nan) ("driver::filename" <stdin>) ("resource::resourceUnitsUsed" 59) ("resource::steps::resource" { CnfStep: 5 })))`,
			Statistics{"DefaultModel::ee::termsCount": 2, "cvc5::TERM{EQUAL}": 1, "cvc5::TERM{GT}": 12, "cvc5::CONSTANT{integer type}": 1}},
		{"cvc4", "( :all-statistics\n  ( (\"expr::ExprManager::GT\" 1)\n    (\"theory::arith::FC::lastPivots\" \"0\")\n    (\"theory::strings::inferences\" \"[(LEN_SPLIT : 2), (SPLIT : 1)]\")\n    (\"theory::bv::x\" 0.200000) ) )",
			Statistics{"expr::ExprManager::GT": 1, "theory::strings::inferences{LEN_SPLIT}": 2, "theory::strings::inferences{SPLIT}": 1}},
		{"nothing", "unsupported", Statistics{}},
		{"hostile", "(:" + strings.Repeat("x", 1000) + " 1 :a 99999999999999999999999 :b 1 \x00 (\"", Statistics{"b": 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, ParseStatistics(tt.text)); diff != "" {
				t.Errorf("statistics (-want +got):\n%s", diff)
			}
		})
	}
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
	if d := a.Without(want).Differ(b.Without(want)); len(d) > 0 {
		t.Errorf("without them %q differ", d)
	}
}
