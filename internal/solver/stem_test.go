package solver

import "testing"

// Where a program is does not change what is chosen about it.
func TestStem(t *testing.T) {
	for _, tt := range []struct{ name, want string }{{"./bin/z3", "z3 -q"}, {"/opt/a b/z3", "z3 -q"}, {"z3@5.4.1", "z3@5.4.1 -q"}, {"z3", "z3 -q"}} {
		target := Target{Solver: Solver{name: tt.name}, Config: Configuration{words: "-q\x00"}}
		if got := target.Stem(); got != tt.want || target.Name() != tt.name {
			t.Errorf("%s: %q", tt.name, got)
		}
	}
}
