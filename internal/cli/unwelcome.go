package cli

import (
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/review"
)

// unwelcome says why the developers of a finding's solver accept no report of it, by the solver's profile: since it needs an option or a tactic that
// they have declined. Before a finding is reduced it is not known what it needs, and nothing is said.
func (opts *triageOptions) unwelcome(f findings.Stored, needs findings.Needs) string {
	if f.Reduction == nil {
		return ""
	}
	resolver, err := opts.Profiles.resolverWith(f.Profiles)
	if err != nil {
		return ""
	}
	p, ok := resolver.Profiles.Profile(f.Family)
	if !ok {
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

// shown reports whether a cluster is in the table.
func (opts *triageOptions) shown(c *review.Cluster) bool {
	return opts.Unwelcome || c.Unwelcome == "" || c.Known != nil
}
