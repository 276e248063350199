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
