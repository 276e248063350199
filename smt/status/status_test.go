package status_test

import (
	"testing"

	"github.com/assay-smt/assay/smt/status"
)

func TestStatus(t *testing.T) {
	for _, tt := range []struct {
		text    string
		want    status.Status
		decides bool
		other   status.Status
	}{
		{"sat", status.Sat, true, status.Unsat},
		{"unsat", status.Unsat, true, status.Sat},
		{"unknown", status.Unknown, false, status.Unknown},
	} {
		got, err := status.Parse(tt.text)
		if err != nil || got != tt.want || got.String() != tt.text || got.Decides() != tt.decides || got.Opposite() != tt.other {
			t.Errorf("%s: read as %v, %v; decides %v, opposite %v", tt.text, got, err, got.Decides(), got.Opposite())
		}
	}
	for _, text := range []string{"", "none", "SAT", "sat ", "timeout"} {
		if s, err := status.Parse(text); err == nil || s != status.NoStatus {
			t.Errorf("%q is read as %v", text, s)
		}
		if s := status.Label(text); s != status.Unknown {
			t.Errorf("label %q is %v, want unknown", text, s)
		}
	}
	if status.NoStatus.String() != "none" || status.NoStatus.Decides() || status.NoStatus.Opposite() != status.NoStatus {
		t.Error("NoStatus says something")
	}
}
