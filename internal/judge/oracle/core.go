package oracle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt"
)

// wrongCores reports unsat cores that have a model, and suspects those that solvers call satisfiable. Where earlier findings prove that the
// unsat is wrong, its core is not news: the whole script has a model.
func (b ballot) wrongCores(so []Finding, logic string) []Finding {
	var found []Finding
	for _, o := range b.by[smt.Unsat] {
		if b.check >= len(o.Cores) || slices.ContainsFunc(so, func(f Finding) bool {
			return f.Class == InvalidCore.Behind() && f.Solver == o.Solver && f.Check == b.check && !f.Suspect
		}) {
			continue
		}
		m := o.Cores[b.check]
		f := o.finding(InvalidCore, b.check, logic)
		f.Evidence = Evidence{
			Kind: EvidenceModel, Model: m.Text, Detail: m.Detail, Expected: smt.Sat, Observed: smt.Unsat, Votes: b.votes,
			Summary: fmt.Sprintf("the unsat core of %s for check-sat %d has a model: %s", o.Solver, b.check+1, m.Summary),
		}
		switch {
		case m.Verdict == ModelHolds:
		case m.Verdict == NoModel && len(m.Agreed) > 1:
			f.Suspect, f.Other = true, m.Agreed[0]
			f.Evidence.Kind, f.Evidence.Model = EvidenceDifferential, ""
			f.Evidence.Summary = fmt.Sprintf("%s answer sat to the unsat core of %s for check-sat %d, and no model decides it",
				strings.Join(m.Agreed, " and "), o.Solver, b.check+1)
		default:
			continue
		}
		found = append(found, f)
	}
	return found
}
