package solver

import (
	"path"
	"slices"

	"github.com/assay-smt/assay/internal/base/outcome"
)

// A Solver is a program found on this machine and described by a profile. It is immutable, safe for concurrent use, and
// comparable with ==.
type Solver struct {
	name    string // as the user calls it: a profile's name with or without @version, a name on PATH, or a path
	profile *Profile
	path    string
	version string
}

// Name is what the user calls the solver: the first word of a specification.
func (s Solver) Name() string { return s.name }

// Called returns the solver under another name. A program that is compared with itself needs two.
func (s Solver) Called(name string) Solver {
	s.name = name
	return s
}

// Profile describes the solver.
func (s Solver) Profile() *Profile { return s.profile }

// Path is the program's file.
func (s Solver) Path() string { return s.path }

// Version is the version that the program reports, empty if it could not be determined.
func (s Solver) Version() string { return s.version }

// A Target is a solver with a configuration: what is run, compared and blamed. It is a small value, comparable with ==; any
// number of targets share one Solver.
type Target struct {
	Solver
	Config Configuration
}

// String returns the target's specification in canonical form; ParseSpec reads it back. It names the target in answers,
// findings and statistics. Limits are not part of it.
func (t Target) String() string {
	name := t.name
	if len(t.Config.words) == 0 {
		return quoteName(name)
	}
	return quoteName(name) + " " + t.Config.String()
}

// Stem is the target's specification without the folder of a program that is named by its path. Random choices about a target follow from it, so that they
// are the same wherever the program is.
func (t Target) Stem() string {
	t.name = path.Base(t.name)
	return t.String()
}

// With returns the target with another configuration of the same solver.
func (t Target) With(c Configuration) Target { return Target{Solver: t.Solver, Config: c} }

// Outcome summarises the run in one word.
func (r Run) Outcome() outcome.Outcome {
	switch {
	case r.Crash != nil:
		return outcome.Crash
	case r.Rejected:
		return outcome.Rejected
	case r.BadOptions:
		return outcome.BadOptions
	case r.Unsupported:
		return outcome.Unsupported
	case r.Limit == LimitTime:
		return outcome.Timeout
	case r.Limit == LimitMemory:
		return outcome.Memory
	case r.Limit == LimitKilled, r.Limit == LimitFile:
		return outcome.Killed
	case r.Void || len(r.Answers) == 0:
		return outcome.Nothing
	}
	first := r.Answers[0]
	for _, a := range r.Answers {
		if a != first {
			return outcome.Several
		}
	}
	return outcome.Outcome(first.String())
}

// Refused reports whether the run ended because the solver does not accept the script or its options.
func (r Run) Refused() bool { return r.Crash == nil && (r.Rejected || r.Unsupported || r.BadOptions) }

// Conflicts reports whether a run was refused because of its options: the solver accepts the same script in another
// configuration.
func (r Run) Conflicts(other Run) bool { return r.Refused() && !other.Refused() }

// nearShare is the share of the time limit from which an unknown may be a solver's way of saying that its time is over.
const nearShare = 0.9

// NearTimeout reports whether a run used so much of its time that an unknown need not be the solver's last word.
func (r Run) NearTimeout() bool {
	return r.Limits.Time > 0 && float64(r.Wall) >= nearShare*float64(r.Limits.Time)
}

// Dialects returns the dialects of targets, each once, in their order.
func Dialects(targets []Target) []string {
	var all []string
	for _, t := range targets {
		if d := t.Profile().Dialect; !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	return all
}
