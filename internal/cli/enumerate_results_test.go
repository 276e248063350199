package cli

import (
	"testing"

	"github.com/assay-smt/assay/internal/run/enumerate"
)

// A part of the terms is never called all of them, however large it is.
func TestShares(t *testing.T) {
	for share, want := range map[float64]string{0.00001: "1e-05", 0.0123: "1.23%", 0.5: "50%", 0.996: "99%", 0.99999: "99%"} {
		if got := shareOf(&enumerate.Row{Share: share}); got != want {
			t.Errorf("%v: %s, want %s", share, got, want)
		}
	}
	if got := shareOf(&enumerate.Row{Share: 1, Whole: true}); got != "all" {
		t.Errorf("all of them: %s", got)
	}
}
