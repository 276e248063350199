package theory_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/smt/theory"
)

// TestLogicNames: each name reads as a logic, none occurs twice, and the list has the logics of all built-in seeds.
func TestLogicNames(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range theory.Logics() {
		if l := theory.ParseLogic(name); !l.Known || seen[name] {
			t.Errorf("%s: %+v", name, l)
		}
		seen[name] = true
	}
	for _, s := range seeds.All() {
		for i := range s.Name {
			if s.Name[i] == '/' {
				if !seen[s.Name[:i]] {
					t.Errorf("the logic of %s is not listed", s.Name)
				}
				break
			}
		}
	}
}
