package bugbench

import (
	"slices"
	"testing"
)

// TestCommandsIn: bugs that need tactics are told apart by the tactics, however they are combined.
func TestCommandsIn(t *testing.T) {
	for script, want := range map[string][]string{
		"(assert true)(check-sat)(get-model)":                                            nil,
		"(set-option :produce-models true)(set-option :a 1)(push 1)(check-sat)":          {":a", "push"},
		"(check-sat-using euf-completion)":                                               {"check-sat-using", "euf-completion"},
		"(check-sat-using (then (try-for elim-uncnstr2 100) (repeat ctx-simplify) smt))": {"check-sat-using", "ctx-simplify", "elim-uncnstr2"},
		"(apply (using-params simplify :som true))":                                      {"apply", "simplify", "true"},
		"(check-sat-using (then":                                                         nil,
		"(set-option)(set-option :produce-models)(push)":                                 {"push"},
		"()(check-sat-using)(apply)((f) x)push":                                          {"apply", "check-sat-using"},
	} {
		got := commandsIn(script)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", script, got, want)
		}
	}
}
