package trial

import (
	"slices"

	"github.com/assay-smt/assay/smt/script"
)

// byTactic reports whether a check-sat of a script, nil for none, is by a tactic.
func byTactic(s *script.Script) bool { return s != nil && slices.ContainsFunc(s.Commands, isTactic) }

func isTactic(c *script.Command) bool { return c.Kind == script.CheckSatUsing }

// withoutTactics returns the script with check-sat in the place of what asks by a tactic: for solvers of no known dialect.
func withoutTactics(s *script.Script) *script.Script {
	if !byTactic(s) {
		return s
	}
	plain := *s
	plain.Commands = slices.Clone(s.Commands)
	for i, c := range plain.Commands {
		if isTactic(c) {
			plain.Commands[i] = &script.Command{Kind: script.CheckSat}
		}
	}
	return &plain
}
