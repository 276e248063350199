package cli

import (
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/review"
)

// unwelcome says why the developers of a finding's solver accept no report of it, by the solver's profile here or in the record.
func (opts *triageOptions) unwelcome(f findings.Stored, needs findings.Needs) string {
	resolver, err := opts.Profiles.resolverWith(f.Profiles)
	if err != nil {
		return ""
	}
	p, ok := resolver.Profiles.Profile(f.Family)
	if !ok {
		return ""
	}
	return review.Unwelcome(p, f, needs)
}

// shown reports whether a cluster is in the table.
func (opts *triageOptions) shown(c *review.Cluster) bool {
	return opts.Unwelcome || c.Unwelcome == "" || c.Known != nil
}
