package refutation

import "testing"

// What a certificate says reads well for one step, too.
func TestState(t *testing.T) {
	const own, other = "propositional reasoning", "z3@5.4.1 (5.4.1)"
	for _, tt := range []struct {
		c    Certificate
		want string
	}{
		{Certificate{Certified: true, Settled: map[string]int{own: 1}}, "certified by Assay's own reasoning: its one step"},
		{Certificate{Certified: true, Settled: map[string]int{own: 2}}, "certified by Assay's own reasoning: all 2 steps"},
		{Certificate{Certified: true, Settled: map[string]int{own: 1, other: 3}, Referees: []string{other}},
			"certified with a second codebase: 1 step by Assay's own reasoning, and 3 on which z3@5.4.1 (5.4.1) agrees, which is evidence and no proof"},
		{Certificate{None: "no answer"}, "not certified: no answer"},
	} {
		if got := tt.c.state(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
