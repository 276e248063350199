package oracle

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/smt"
)

// complaint judges a run's statement that its own model is wrong. Self-checks share code with what they check, and err both ways. Where
// every model of the run was fully evaluated, the statement no longer proves anything: models that fail are findings without it, and a
// complaint about models that hold is a defect of the check. That counts only for models that hold as they stand: where something was
// assumed to complete one, the solver may have checked another completion.
func (c Case) complaint(o Observation) []Finding {
	if f, ok := c.uncheckedFinding(o); ok {
		return []Finding{f}
	}
	settled, held := false, true
	for check, a := range o.Answers {
		if a != smt.Sat {
			continue
		}
		m := o.model(check)
		decided, _ := c.evaluated(check)
		switch {
		case m.Verdict == ModelHolds:
			settled, held = true, held && m.Summary == ""
		case m.Verdict == ModelFails, decided == smt.Unsat:
			settled, held = true, false
		default:
			return []Finding{c.complaintFinding(o)}
		}
	}
	switch {
	case !settled:
		return []Finding{c.complaintFinding(o)}
	case held && o.answersCount(c.checks()):
		return []Finding{c.wrongCheck(o)}
	}
	return nil
}

// uncheckedFinding judges the model that the solver gives without its check, where it shows none with it. One that holds as it stands shows
// that the answer without the check is right, so that what ends the run is the check.
func (c Case) uncheckedFinding(o Observation) (f Finding, ok bool) {
	u := o.Unchecked
	if u == nil || c.checks() != 1 || o.model(0).Verdict != NoModel && o.model(0).Verdict != ModelRefused {
		return Finding{}, false
	}
	if decided, _ := c.evaluated(0); decided == smt.Unsat {
		return Finding{}, false
	}
	_, statement := c.complained(o)
	evidence := Evidence{Kind: EvidenceModel, Detail: o.InvalidModel, Model: u.Model.Text}
	switch {
	case u.Model.Verdict == ModelHolds && u.Model.Summary == "":
		f = o.finding(InvalidSelfCheck, 0, c.Logic)
		evidence.Summary = fmt.Sprintf("%s rejects its own model: %s; without that check, %s answers sat with a model that makes every assertion true", o.Solver, statement, u.Solver)
	case u.Model.Verdict == ModelFails:
		f = o.finding(InvalidModel, 0, c.Logic)
		evidence.Summary = fmt.Sprintf("%s rejects its own model: %s; without that check, %s answers sat with a model that is wrong: %s", o.Solver, statement, u.Solver, u.Model.Summary)
		evidence.Detail = u.Model.Detail
	default:
		return Finding{}, false
	}
	f.Evidence = evidence
	return f, true
}

// complained returns the check-sat that a complaint is about, where only one can be meant, and the complaint's first line.
func (c Case) complained(o Observation) (check int, statement string) {
	check = WholeRun
	if c.checks() == 1 || c.checks() == 0 && len(o.Answers) == 1 {
		check = 0
	}
	statement, _, _ = strings.Cut(o.InvalidModel, "\n")
	return check, statement
}

// complaintFinding rests on the solver's word, which proves nothing either way.
func (c Case) complaintFinding(o Observation) Finding {
	check, statement := c.complained(o)
	f := o.finding(InvalidModel, check, c.Logic)
	f.Suspect = true
	f.Evidence = Evidence{
		Kind:    EvidenceSelfCheck,
		Summary: fmt.Sprintf("%s rejects its own model: %s", o.Solver, statement),
		Detail:  o.InvalidModel,
	}
	return f
}

// wrongCheck reports a check of models that rejects a model that holds.
func (c Case) wrongCheck(o Observation) Finding {
	check, statement := c.complained(o)
	f := o.finding(InvalidSelfCheck, check, c.Logic)
	f.Evidence = Evidence{
		Kind:    EvidenceModel,
		Summary: fmt.Sprintf("%s rejects its own model, which makes every assertion true: %s", o.Solver, statement),
		Detail:  o.InvalidModel,
	}
	for i, a := range o.Answers {
		if a == smt.Sat && f.Evidence.Model == "" {
			f.Evidence.Model = o.model(i).Text
		}
	}
	return f
}
