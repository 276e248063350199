package compare

import (
	"slices"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
)

// A Side is one of the solvers that are compared.
type Side struct {
	SideInfo
	Target solver.Target
}

// same reports whether two sides are the same program with the same configuration: what differs between them is noise. A copy elsewhere is another
// program, since a script may do what depends on its place.
func (s *Side) same(other *Side) bool {
	return s.Program != "" && s.Program == other.Program && s.Target.Path() == other.Target.Path() && s.Target.Config == other.Target.Config
}

// candidateName is the name under which a candidate runs whose name a baseline has already.
func candidateName(name string) string { return "candidate:" + name }

// sides gives each side a name of its own: findings say by name which side they are about.
func sides(given []Side) []Side {
	out := slices.Clone(given)
	seen := map[string]bool{}
	for i := range out {
		s := &out[i]
		s.Spec = s.Target.String()
		for seen[s.Target.String()] {
			s.Target.Solver = s.Target.Called(candidateName(s.Target.Name()))
		}
		s.Name = s.Target.String()
		seen[s.Name] = true
	}
	return out
}

// pairs are the candidates with the baselines of their codebase, for which an unknown is a finding.
func pairs(all []Side) []oracle.Pair {
	var out []oracle.Pair
	for _, c := range all {
		for _, b := range all {
			if c.Role == Candidate && b.Role == Baseline && c.Target.Profile().Codebase == b.Target.Profile().Codebase {
				out = append(out, oracle.Pair{Old: b.Name, New: c.Name})
			}
		}
	}
	return out
}

// kindOf returns in which way a finding of a class is bad. Findings that are nobody's fault, about an unknown or about time are none: the answers of all
// sides are compared, and their times.
func kindOf(c oracle.Class) (kind Kind, ok bool) {
	switch {
	case c.OwnFault(), c.Incompleteness(), c.Measured():
		return "", false
	case c.Crash():
		return Crash, true
	}
	return Wrong, true
}
