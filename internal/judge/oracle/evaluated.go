package oracle

import (
	"fmt"

	"github.com/assay-smt/assay/smt"
)

// evaluated reports what contradicts a check that evaluation decides: answers, and a truth, in which case the fault is ours. However many
// solvers agree, they are wrong.
func (b ballot) evaluated(decided smt.Status, report ModelReport, truth Truth, logic string) []Finding {
	var found []Finding
	if truth.Status.Decides() && truth.Status != decided {
		found = append(found, ownFault(b.first(), b.check, truthSignature+"/"+logic, Evidence{
			Kind: EvidenceEvaluation, Model: report.Text, Detail: report.Detail, Reason: truth.Reason,
			Expected: truth.Status, Observed: decided, Votes: b.votes,
			Summary: fmt.Sprintf("check-sat %d is held to be %v%s, but %s", b.check+1, truth.Status, because(truth.Reason), ground(decided, report)),
		}))
	}
	wrong := decided.Opposite()
	for _, o := range b.by[wrong] {
		f := o.finding(OfAnswer(wrong), b.check, logic)
		f.Evidence = Evidence{
			Kind: EvidenceEvaluation, Model: report.Text, Detail: report.Detail, Expected: decided, Observed: wrong, Votes: b.votes,
			Summary: fmt.Sprintf("%s answers %v to check-sat %d, but %s", o.Solver, wrong, b.check+1, ground(decided, report)),
		}
		if m := o.model(b.check); m.Verdict == ModelFails {
			f.Evidence.Model = m.Text
		}
		found = append(found, f)
	}
	return found
}

// ground says what evaluation found without a solver's model.
func ground(decided smt.Status, report ModelReport) string {
	if decided == smt.Unsat {
		return "no model is needed to see that it is unsat: " + report.Summary
	}
	return "exact evaluation finds every assertion true" + assuming(report)
}

// contradiction reports that evaluation makes every assertion true under a solver's model, and one of them false under all interpretations:
// evaluation itself is wrong, so nothing is decided.
func (b ballot) contradiction(w Observation, report ModelReport, logic string) Finding {
	model := w.model(b.check)
	return ownFault(w.Solver, b.check, contradictionSignature+"/"+logic, Evidence{
		Kind: EvidenceEvaluation, Model: model.Text, Detail: report.Detail, Expected: smt.Unsat, Observed: smt.Sat, Votes: b.votes,
		Summary: fmt.Sprintf("evaluation contradicts itself on check-sat %d: the model of %s holds, but without a model %s", b.check+1, w.Solver, report.Summary),
	})
}

// first returns a solver that a finding about a truth can name: one whose answer decides, or any.
func (b ballot) first() string {
	for _, names := range [][]string{b.votes.Sat, b.votes.Unsat, b.votes.Unknown} {
		if len(names) > 0 {
			return names[0]
		}
	}
	return ""
}
