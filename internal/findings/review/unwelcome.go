package review

import (
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/solver"
)

// Unwelcome says why the developers of a finding's solver accept no report of it, by the solver's profile: since it needs an option or a tactic that
// they have declined. Before a finding is reduced it is not known what it needs, and it is "".
func Unwelcome(p *solver.Profile, f findings.Stored, needs findings.Needs) string {
	if f.Reduction == nil {
		return ""
	}
	for _, t := range needs.Tactics {
		if why := p.UnwelcomeTactic(t, f.Logic); why != "" {
			return "tactic " + t + ": " + why
		}
	}
	if f.Reduction.Plain == nil {
		return ""
	}
	for _, o := range needs.Options {
		if why := p.UnwelcomeOption(o.Name, o.Level, o.Value); why != "" {
			return "option " + o.Name + ": " + why
		}
	}
	return ""
}
