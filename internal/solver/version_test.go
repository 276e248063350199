package solver

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCompareVersions(t *testing.T) {
	// Each is older than the next.
	sorted := []string{"0.9", "1.0.3", "1.0.10rc1", "1.0.10", "1.0.10-modified", "1.1", "1.1.0", "2.5-1301-g2c871e40", "2.5-1388-ge2ef0ff",
		"4.8.9", "4.8.10", "4.8.10.post1", "4.13.0", "5.4.0"}
	for i, a := range sorted {
		for j, b := range sorted {
			got := CompareVersions(a, b)
			if (i < j) != (got < 0) || (i == j) != (got == 0) {
				t.Errorf("CompareVersions(%q, %q) = %d", a, b, got)
			}
		}
	}
	shuffled := []string{"4.13.0", "4.8.9", "5.4.0", "4.8.10"}
	slices.SortFunc(shuffled, CompareVersions)
	if diff := cmp.Diff([]string{"4.8.9", "4.8.10", "4.13.0", "5.4.0"}, shuffled); diff != "" {
		t.Error(diff)
	}
}

func TestNewest(t *testing.T) {
	versions := []string{"4.8.10", "4.8.9", "4.13.0", "4.13.4", "4.1.2", "5.4.0", "2.5", "2.5-1301-gabc"}
	for line, want := range map[string]string{
		"latest": "5.4.0", "4": "4.13.4", "4.13": "4.13.4", "4.8": "4.8.10", "4.8.9": "4.8.9", "4.1": "4.1.2", "4.8.1": "", "6": "", "": "",
		"2.5": "2.5",
	} {
		if got := Newest(versions, line); got != want {
			t.Errorf("Newest(%q) = %q, want %q", line, got, want)
		}
	}
}
