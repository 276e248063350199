package smt_test

import (
	"testing"

	"github.com/assay-smt/assay/smt"
)

func TestStatus(t *testing.T) {
	for _, tt := range []struct {
		text    string
		want    smt.Status
		decides bool
		other   smt.Status
	}{
		{"sat", smt.Sat, true, smt.Unsat},
		{"unsat", smt.Unsat, true, smt.Sat},
		{"unknown", smt.Unknown, false, smt.Unknown},
	} {
		got, err := smt.ParseStatus(tt.text)
		if err != nil || got != tt.want || got.String() != tt.text || got.Decides() != tt.decides || got.Opposite() != tt.other {
			t.Errorf("%s: read as %v, %v; decides %v, opposite %v", tt.text, got, err, got.Decides(), got.Opposite())
		}
	}
	for _, text := range []string{"", "none", "SAT", "sat ", "timeout"} {
		if s, err := smt.ParseStatus(text); err == nil || s != smt.NoStatus {
			t.Errorf("%q is read as %v", text, s)
		}
		if s := smt.Label(text); s != smt.Unknown {
			t.Errorf("label %q is %v, want unknown", text, s)
		}
	}
	if smt.NoStatus.String() != "none" || smt.NoStatus.Decides() || smt.NoStatus.Opposite() != smt.NoStatus {
		t.Error("NoStatus says something")
	}
}
