package solver

import (
	"errors"
	"slices"
	"strings"
)

// A Statistic says how the solver tells what it did inside: by a command of a script, or by arguments with which it prints that at its
// end, a line each. With the zero value it does not tell.
type Statistic struct {
	// Command is asked behind check-sat, such as "(get-info :all-statistics)". It works in living processes.
	Command string `toml:"command"`
	// Args have it print its statistics in lines "name = value", "name, value" or "name: value". Processes of their own alone print
	// them. They are for solvers without a command.
	Args []string `toml:"args"`
	// Noise are patterns of names that say nothing of what the solver did: they differ between runs that did the same, or count
	// what stands in the script. Times and sizes need no pattern as long as their values look like it.
	Noise Patterns `toml:"noise"`
}

// Tells reports whether the solver has statistics.
func (s Statistic) Tells() bool { return s.Command != "" || len(s.Args) > 0 }

// check returns what makes no sense.
func (s Statistic) check() error {
	switch {
	case strings.ContainsAny(s.Command, "\n\r;"), s.Command != "" && !strings.HasPrefix(s.Command, "("):
		return errors.New("command in [statistics] is one command in one line, such as (get-info :all-statistics)")
	case s.Command != "" && len(s.Args) > 0:
		return errors.New("[statistics] has a command or args, not both")
	}
	return nil
}

// extend adds the noise of base behind the own.
func (s *Statistic) extend(base Statistic) { s.Noise = slices.Concat(s.Noise, base.Noise) }

// differ enters what is different in a range of versions.
func (s *Statistic) differ(r Statistic) {
	if r.Tells() {
		s.Command, s.Args = r.Command, r.Args
	}
	s.Noise = slices.Concat(r.Noise, s.Noise)
}
