package living

import (
	"strings"
	"testing"
)

// No two queries have the same marker.
func TestMarkersDiffer(t *testing.T) {
	seen := make(map[marker]bool)
	for range 1000 {
		m := newMarker()
		if seen[m] {
			t.Fatalf("%s came twice", m)
		}
		seen[m] = true
	}
}

// A marker counts when it is a line of its own and the last one, with or without its quotes.
func TestMarkerCut(t *testing.T) {
	m := newMarker()
	word := string(m[:])
	for _, tt := range []struct {
		out, before string
		ok          bool
	}{
		{word + "\n", "", true},
		{`"` + word + "\"\n", "", true},
		{"sat\n" + word + "\r\n", "sat\n", true},
		{"sat\n\"" + word + "\"\n", "sat\n", true},
		{"sat" + word + "\n", "", false},
		{"sat \"" + word + "\"\n", "", false},
		{`"` + word + "\n", "", false},
		{word + "\"\n", "", false},
		{word, "", false},
		{word + "\nsat\n", "", false},
		{word + " sat\n", "", false},
		{"sat\n", "", false},
		{`(echo "` + word + "\")\n", "", false},
	} {
		before, ok := m.cut([]byte(tt.out))
		if ok != tt.ok || ok && string(before) != tt.before {
			t.Errorf("%q: %q, %v", tt.out, before, ok)
		}
		// Without a line of its own there is nothing to cut, and what the process said is kept for the record.
		if shared := !strings.Contains("\n"+tt.out, "\n"+word) && !strings.Contains("\n"+tt.out, "\n\""+word+"\""); shared && string(before) != tt.out {
			t.Errorf("%q: %q is left", tt.out, before)
		}
	}
}
