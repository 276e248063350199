package living

import "testing"

// A class is given up when it does nothing but odd things that fresh processes do not do.
func TestHealth(t *testing.T) {
	const clean, odd, shared = 'c', 'o', 's'
	for _, tt := range []struct {
		history string
		givenUp bool
	}{
		{"", false},
		{"ooooo", false},
		{"oooooo", true},
		{"ocooooco", false},
		{"cccccccccoooooo", true},
		{"ssssss", true},
		{"cssssssssss", false},
		{"ssssscssssss", false},
	} {
		var h health
		for _, what := range tt.history {
			switch what {
			case clean:
				h.right()
			case odd, shared:
				h.wrong("odd", what == shared)
			}
		}
		if got := h.reason != ""; got != tt.givenUp {
			t.Errorf("%q: given up: %v", tt.history, got)
		}
	}
}
