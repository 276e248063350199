package theory_test

import (
	"testing"

	"github.com/assay-smt/assay/smt/theory"
)

func TestLogicIncludes(t *testing.T) {
	tests := []struct {
		l, m string
		want bool
	}{
		{"QF_LIA", "QF_LIA", true},
		{"QF_LIA", "QF_IDL", true},
		{"QF_IDL", "QF_LIA", false},
		{"QF_NIA", "QF_LIA", true},
		{"QF_LIA", "QF_NIA", false},
		{"LIA", "QF_LIA", true},
		{"QF_LIA", "LIA", false},
		{"QF_AUFLIA", "QF_UF", true},
		{"QF_UF", "QF_AUFLIA", false},
		{"ALL", "QF_SLIA", true},
		{"QF_SLIA", "ALL", false},
		{"ALL", "HO_ALL", false},
		{"QF_BV", "QF_FP", false},
		{"QF_BVFP", "QF_FP", true},
		{"QF_UFLIRA", "QF_LRA", true},
		{"QF_LRA", "QF_LIRA", false},
	}
	for _, tt := range tests {
		l, m := theory.ParseLogic(tt.l), theory.ParseLogic(tt.m)
		if got := l.Includes(&m); got != tt.want {
			t.Errorf("%s includes %s: %v", tt.l, tt.m, got)
		}
	}
}
