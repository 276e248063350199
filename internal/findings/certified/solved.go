package certified

import (
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/solve"
)

// Solved returns the case of one of the findings that targets showed on a script, and the text that the blamed one read. The other targets
// vouch for truths.
func Solved(on *solve.Case, found oracle.Finding) (c Case, text string) {
	c = Case{Goal: GoalOf(found), Bench: on.Bench, Truths: on.Trial.Truths()}
	for i, target := range on.Targets {
		switch target.String() {
		case found.Solver:
			c.Blamed = target
			continue
		case found.Other:
			c.Against = &on.Targets[i]
		}
		c.AddReferees(target)
	}
	read := on.Trial.Text(c.Blamed)
	c.Options = on.Trial.Options(c.Blamed, read)
	return c, string(read.Bytes)
}
