package problem_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/mutate/kit/problem"
)

// Two scripts are posed together under a logic that has both.
func TestBoth(t *testing.T) {
	for _, tt := range []struct{ a, b, want string }{
		{"QF_LIA", "QF_IDL", "QF_LIA"},
		{"QF_IDL", "QF_LIA", "QF_LIA"},
		{"QF_LIA", "QF_SLIA", "QF_SLIA"},
		{"QF_SLIA", "QF_LIA", "QF_SLIA"},
		{"QF_LIA", "QF_LRA", "QF_LIRA"},
		{"QF_BV", "UF", "UFBV"},
		{"QF_LIA", "", ""},
		{"", "QF_LIA", ""},
		{"QF_LIA", "ALL", "ALL"},
		{"QF_FF", "QF_SLIA", "ALL"},
		{"QF_AX", "QF_BV", "ALL"},
		{"QF_BVFP", "QF_DT", "ALL"},
		{"QF_UFBV", "QF_ABV", "QF_AUFBV"},
		{"HO_UF", "QF_S", "HO_ALL"},
	} {
		if got := problem.Both(tt.a, tt.b); got != tt.want {
			t.Errorf("%s with %s: %s, want %s", tt.a, tt.b, got, tt.want)
		}
	}
}

// The joined script says that logic, and a name that is an operator in it is a clash.
func TestJoinLogics(t *testing.T) {
	const numbers = "(set-logic QF_LIA)(declare-fun n () Int)(assert (> n 1))(check-sat)"
	texts := take(t, `(set-logic QF_SLIA)(declare-fun s () String)(assert (= (str.len s) 2))(check-sat)`)
	j, err := problem.Join(take(t, numbers), texts)
	if err != nil {
		t.Fatal(err)
	}
	if text := j.Script().String(); j.Logic != "QF_SLIA" || !strings.HasPrefix(text, "(set-logic QF_SLIA)\n") {
		t.Errorf("%s\n%s", j.Logic, text)
	}
	own := take(t, "(set-logic QF_LIA)(declare-fun str.len () Int)(assert (> str.len 1))(check-sat)")
	if _, err := problem.Join(own, texts); err == nil {
		t.Error("a name that is an operator in the wider logic")
	}
}
