package trial

import (
	"slices"

	"github.com/assay-smt/assay/smt/script"
)

// byTactic reports whether a script, which may be nil, has a check-sat by a tactic.
func byTactic(s *script.Script) bool { return s != nil && slices.ContainsFunc(s.Commands, isTactic) }

func isTactic(c *script.Command) bool { return c.Kind == script.CheckSatUsing }

// WithoutTactics returns the script with check-sat in place of what asks by a tactic: for solvers without a known dialect, and for the standard.
func WithoutTactics(s *script.Script) *script.Script {
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
