package solver

import (
	"errors"
	"slices"
	"strings"
)

// A Statistic says how the solver reports what it did internally: by a command of a script, or by arguments with which it prints that
// at its end, one line each. With the zero value it does not report this.
type Statistic struct {
	// Command is asked after check-sat, such as "(get-info :all-statistics)". It works in reused processes.
	Command string `toml:"command"`
	// Args make it print its statistics in lines "name = value", "name, value" or "name: value". Only processes of their own print
	// them. They are for solvers without a command.
	Args []string `toml:"args"`
	// Noise holds patterns for names that say nothing about what the solver did: they differ between runs that did the same, or
	// count what is in the script. Times and sizes need no pattern as long as their values look like times and sizes.
	Noise Patterns `toml:"noise"`
	// Work names the statistics whose sum says how much the solver has worked. The same program counts the same on the same script, however busy the
	// machine is. Names may be among the noise: what grows with the work says nothing about its kind.
	Work []string `toml:"work"`
}

// Tells reports whether the solver has statistics.
func (s Statistic) Tells() bool { return s.Command != "" || len(s.Args) > 0 }

// check returns an error for entries that make no sense.
func (s Statistic) check() error {
	switch {
	case strings.ContainsAny(s.Command, "\n\r;"), s.Command != "" && !strings.HasPrefix(s.Command, "("):
		return errors.New("command in [statistics] is one command in one line, such as (get-info :all-statistics)")
	case s.Command != "" && len(s.Args) > 0:
		return errors.New("[statistics] has a command or args, not both")
	case len(s.Work) > 0 && !s.Tells():
		return errors.New("[statistics] has work, but neither a command nor args that make the solver print it")
	}
	return nil
}

// extend appends the noise of base to s's own.
func (s *Statistic) extend(base Statistic) {
	s.Noise = slices.Concat(s.Noise, base.Noise)
	if len(s.Work) == 0 {
		s.Work = base.Work
	}
}

// differ applies what is different in a range of versions.
func (s *Statistic) differ(r Statistic) {
	if r.Tells() {
		s.Command, s.Args = r.Command, r.Args
	}
	s.Noise = slices.Concat(r.Noise, s.Noise)
	if len(r.Work) > 0 {
		s.Work = r.Work
	}
}
