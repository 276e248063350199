package verify

import "testing"

// Princess ends with the time that it took, which no report can promise.
func TestNormalTimes(t *testing.T) {
	if a, b := normal("sat\n\n1175ms\nerror\n"), normal("sat\n\n20ms\nerror\n"); a != b {
		t.Errorf("%q differs from %q", a, b)
	}
	if a, b := normal("(= x |20ms|)\n"), normal("(= x |21ms|)\n"); a == b {
		t.Errorf("%q, which is not a time", a)
	}
}

// What a report shows after a cut is the end of the output.
func TestSameAroundCuts(t *testing.T) {
	for _, tt := range []struct {
		want, got string
		same      bool
	}{
		{"sat\n[...]\nan error", "sat\nunsat\nan error", true},
		{"sat\n[...]\nan error", "sat\nunsat\nan error\nSegmentation fault", false},
		{"sat\n[...]\nan error\n[...]", "sat\nunsat\nan error\nan error\nand more", true},
		{"sat\n[...]\nan error\n[...]", "sat\nunsat\nanother error", false},
		{"a\n[...]\nb\n[...]\nc\n[...]\nd", "a\nb\nc\nb\nd", true},
		{"a\n[...]\nb\n[...]\nc\n[...]\nd", "a\nc\nb\nd", false},
	} {
		if got := same(tt.want, tt.got); got != tt.same {
			t.Errorf("%q and %q: %v", tt.want, tt.got, got)
		}
	}
}
