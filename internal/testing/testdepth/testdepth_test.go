package testdepth

import (
	"fmt"
	"testing"
)

// watched notes how a test would have ended.
type watched struct{ ended string }

func (*watched) Helper()            {}
func (w *watched) Skip(args ...any) { w.ended = "skipped" }
func (w *watched) Fatalf(format string, args ...any) {
	w.ended = fmt.Sprintf(format, args...)
}

func TestSample(t *testing.T) {
	for value, want := range map[string]int{"": 10, "1": 1000, "0": 10} {
		t.Setenv("ASSAY_LONG", value)
		if got := Sample(10, 1000); got != want {
			t.Errorf("ASSAY_LONG=%s: %d, want %d", value, got, want)
		}
	}
}

func TestCrosscheck(t *testing.T) {
	for _, tt := range []struct {
		value string
		want  int
		ended string
	}{
		{"", 1, "skipped"},
		{"short", 1, ""},
		{"medium", 2, ""},
		{"long", 3, ""},
		{"shrot", 1, `ASSAY_CROSSCHECK is "shrot", and neither short nor medium nor long`},
	} {
		t.Setenv("ASSAY_CROSSCHECK", tt.value)
		w := &watched{}
		if got := Crosscheck(w, 1, 2, 3); got != tt.want || w.ended != tt.ended {
			t.Errorf("ASSAY_CROSSCHECK=%s: %d, %q", tt.value, got, w.ended)
		}
	}
}
