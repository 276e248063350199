package oracle

import (
	"fmt"
	"slices"

	"github.com/assay-smt/assay/smt"
)

// Judge returns all findings of a case, the gravest first. The result depends neither on
// the order of the observations nor on anything but the case. Rules:
//
//   - a crash is a finding whatever else the run printed;
//   - void answers, and answers that cannot be assigned to check-sats, take no part;
//   - unknown contradicts nothing;
//   - a model that makes the formula true proves sat: every unsat is wrong, and so is a truth that says unsat;
//   - what evaluation decides without a model is decided: no truth and no majority counts against that;
//   - without either, a known truth decides, and solvers are not compared; a truth whose own witness makes the formula
//     false is our mistake, and decides nothing;
//   - a model that makes the formula false is wrong, and its sat confirms nothing; whether the sat is wrong too, only evidence for
//     unsat can tell;
//   - a solver that rejects its own model although it makes the formula true as it stands has a wrong check of models;
//   - a model of an unsat core that makes the other assertions true as well proves sat like any other model;
//   - an unsat core that has a model is not a core, and one that two codebases call satisfiable is suspected; where the unsat itself is
//     proven to be wrong, its core is not a separate finding;
//   - where nothing decides, every sat is compared with every unsat, with one suspicion for each pair; the sat is suspected
//     only where something speaks against it;
//   - what a solver says to further questions is wrong where evaluation refutes it, whatever else is wrong;
//   - an unknown that a solver gives of its own accord is compared with what a baseline answers, and with what the solver
//     itself answers one implication before;
//   - what a check of the user's objects to is a suspicion, whatever else is wrong;
//   - where the evaluator failed, that is a finding about Assay.
func Judge(c Case) []Finding {
	var found []Finding
	for _, o := range c.Observations {
		if o.Crash != nil {
			found = append(found, crashFinding(o))
		}
		if o.InvalidModel != "" && !o.Void {
			found = append(found, c.complaint(o)...)
		}
		found = append(found, o.objections()...)
	}
	if c.checks() > 0 {
		found = append(found, judgeAnswers(c, c.checks(), c.Observations)...)
	} else {
		// The script's check-sats are not known; runs of equal length still compare.
		for length, group := range byLength(c.Observations) {
			found = append(found, judgeAnswers(c, length, group)...)
		}
	}
	found = append(found, incompleteness(c)...)
	found = append(found, c.faults()...)
	sortFindings(found)
	return found
}

// byLength groups the observations whose answers are complete by the number of answers.
func byLength(all []Observation) map[int][]Observation {
	groups := make(map[int][]Observation)
	for _, o := range all {
		if o.answersCount(0) {
			groups[len(o.Answers)] = append(groups[len(o.Answers)], o)
		}
	}
	return groups
}

func judgeAnswers(c Case, checks int, all []Observation) []Finding {
	var voters []Observation
	for _, o := range all {
		if o.answersCount(checks) {
			voters = append(voters, o)
		}
	}
	var found []Finding
	for check := range checks {
		b := newBallot(check, voters)
		found = append(found, c.judgeCheck(b)...)
		found = append(found, b.wrongResponses(voters, c.Logic)...)
	}
	return found
}

// judgeCheck judges the answers to one check-sat.
func (c Case) judgeCheck(b ballot) []Finding {
	var found []Finding
	truth := c.truth(b.check)
	decided, report := c.evaluated(b.check)
	witness, witnessed := b.witness()
	held, by := witness.model(b.check), "the model of "+witness.Solver
	if core, ok := b.wholeCore(); ok && !witnessed && decided != smt.Unsat {
		// The whole check is satisfiable: it is the unsat that is wrong, and not only its core.
		witnessed, held, by = true, core.Cores[b.check], "a model of the unsat core of "+core.Solver
	}
	if witnessed && decided == smt.Unsat {
		return []Finding{b.contradiction(witness, report, c.Logic)}
	}
	if !witnessed && truth.Model.Verdict == ModelFails {
		found = append(found, b.falseWitness(truth, c.Logic)...)
		truth = Truth{Status: smt.Unknown}
	}
	switch {
	case witnessed:
		found = append(found, b.certified(held, by, witness.Solver, truth, c.Logic)...)
	case decided.Decides():
		found = append(found, b.evaluated(decided, report, truth, c.Logic)...)
	case truth.Status.Decides():
		found = append(found, b.against(truth, c.Logic)...)
	default:
		found = append(found, c.disagreements(b)...)
	}
	found = append(found, b.wrongModels(found, c.Logic)...)
	return append(found, b.wrongCores(found, c.Logic)...)
}

// against reports every answer that contradicts a known truth. When several unrelated solvers contradict it and none confirms it, the truth
// is as likely to be at fault (labels lie, rules have defects), so the findings are only suspicions; so is an answer that contradicts only
// a label. A sat is not wrong just because its model is wrong.
func (b ballot) against(truth Truth, logic string) []Finding {
	wrong := truth.Status.Opposite()
	certified := truth.Status == smt.Sat && truth.Model.Verdict == ModelHolds
	unconfirmed := truth.Status == smt.Sat && truth.Witness != "" && !certified
	supported := len(b.agreeing(truth.Status)) > 0
	doubtful := !certified && !supported && distinct(b.by[wrong], Observation.family) > 1
	var found []Finding
	for _, o := range b.by[wrong] {
		words := fmt.Sprintf("%s answers %v to check-sat %d, which is %v%s",
			o.Solver, wrong, b.check+1, truth.Status, because(truth.Reason))
		model := o.model(b.check)
		rejected := wrong == smt.Sat && model.Verdict == ModelFails
		if doubtful {
			words += "; no solver agrees with that, so it may be wrong itself"
		}
		if rejected {
			words += "; its model is wrong: " + model.Summary
		}
		f := o.finding(OfAnswer(wrong), b.check, logic)
		f.Suspect = doubtful || unconfirmed || truth.Label && !supported
		f.Evidence = Evidence{
			Kind: EvidenceTruth, Summary: words, Reason: truth.Reason, Detail: model.Detail, Model: model.Text,
			Expected: truth.Status, Observed: wrong, Votes: b.votes,
		}
		switch {
		case certified:
			f.Evidence.Kind, f.Evidence.Model = EvidenceModel, truth.Model.Text
			f.Evidence.Summary += "; exact evaluation confirms it" + assuming(truth.Model)
		case unconfirmed:
			f.Evidence.Summary += "; evaluation does not settle that: " + truth.Model.Summary
		}
		found = append(found, f)
	}
	return found
}

// falseWitness reports a truth whose own witness makes the formula false, on what one of the solvers read. The solver that supplied the
// truth is not to blame, and might not be among the voters, since a truth is remembered from run to run.
func (b ballot) falseWitness(truth Truth, logic string) []Finding {
	voters := slices.Concat(b.votes.Unsat, b.votes.Sat, b.votes.Unknown)
	if len(voters) == 0 {
		return nil
	}
	return []Finding{ownFault(voters[0], b.check, witnessSignature+"/"+logic, Evidence{
		Kind: EvidenceModel, Model: truth.Model.Text, Detail: truth.Model.Detail, Reason: truth.Reason, Expected: smt.Sat, Observed: smt.Unsat, Votes: b.votes,
		Summary: fmt.Sprintf("check-sat %d is held to be sat%s, but the witness makes it false: %s", b.check+1, because(truth.Reason), truth.Model.Summary),
	})}
}

// certified reports what contradicts a model that makes everything true: unsat answers, and a truth that says unsat, which is our fault. by says
// whose model it is; other is the solver, "" where it is the model of a core.
func (b ballot) certified(model ModelReport, by, other string, truth Truth, logic string) []Finding {
	var found []Finding
	if truth.Status == smt.Unsat {
		blamed := other
		if blamed == "" {
			blamed = b.by[smt.Unsat][0].Solver
		}
		found = append(found, ownFault(blamed, b.check, truthSignature+"/"+logic, Evidence{
			Kind: EvidenceModel, Model: model.Text, Reason: truth.Reason, Expected: smt.Unsat, Observed: smt.Sat, Votes: b.votes,
			Summary: fmt.Sprintf("check-sat %d is held to be unsat%s, but %s makes every assertion true",
				b.check+1, because(truth.Reason), by) + assuming(model),
		}))
	}
	for _, o := range b.by[smt.Unsat] {
		f := o.finding(OfAnswer(smt.Unsat), b.check, logic)
		f.Other = other
		f.Evidence = Evidence{
			Kind: EvidenceModel, Model: model.Text, Expected: smt.Sat, Observed: smt.Unsat, Votes: b.votes,
			Summary: fmt.Sprintf("%s answers unsat to check-sat %d, but %s makes every assertion true",
				o.Solver, b.check+1, by) + assuming(model),
		}
		found = append(found, f)
	}
	return found
}

// assuming says what a model was completed with.
func assuming(m ModelReport) string {
	if m.Summary == "" {
		return ""
	}
	return " (" + m.Summary + ")"
}

// wrongModels reports the runs whose model makes the formula false, unless earlier findings prove that their sat is wrong.
func (b ballot) wrongModels(so []Finding, logic string) []Finding {
	var found []Finding
	for _, o := range b.by[smt.Sat] {
		m := o.model(b.check)
		if m.Verdict != ModelFails || slices.ContainsFunc(so, func(f Finding) bool {
			return f.Class == InvalidModel.Behind() && f.Solver == o.Solver && !f.Suspect
		}) {
			continue
		}
		f := o.finding(InvalidModel, b.check, logic)
		f.Evidence = Evidence{
			Kind: EvidenceModel, Model: m.Text, Detail: m.Detail, Votes: b.votes,
			Summary: fmt.Sprintf("%s answers sat to check-sat %d with a model that makes it false: %s", o.Solver, b.check+1, m.Summary),
		}
		found = append(found, f)
	}
	return found
}

// disagreements compares every sat with every unsat. The unsat side is suspected, except when the model of the sat side fails exact
// evaluation, or that side has disowned it or gives none, or more codebases say unsat than sat. A solver that is already accused stays so.
func (c Case) disagreements(b ballot) []Finding {
	var found []Finding
	outvoted := distinct(b.by[smt.Unsat], Observation.codebase) > distinct(b.agreeing(smt.Sat), Observation.codebase)
	for _, unsat := range b.by[smt.Unsat] {
		for _, sat := range b.by[smt.Sat] {
			blamed, other := unsat, sat
			evidence := Evidence{Kind: EvidenceDifferential, Expected: smt.Sat, Observed: smt.Unsat, Votes: b.votes}
			model := sat.model(b.check)
			rejected, refused := model.Verdict == ModelFails, model.Verdict == ModelRefused
			if rejected || refused || sat.InvalidModel != "" || c.Accused == sat.Solver || outvoted && c.Accused != unsat.Solver {
				evidence.Expected, evidence.Observed, evidence.Detail = smt.Unsat, smt.Sat, sat.InvalidModel
				blamed, other = sat, unsat
			}
			evidence.Summary = fmt.Sprintf("%s answers %v to check-sat %d, %s answers %v%s",
				blamed.Solver, evidence.Observed, b.check+1, other.Solver, evidence.Expected, b.hint())
			switch {
			case rejected:
				evidence.Model, evidence.Detail = model.Text, model.Detail
				evidence.Summary += "; the model for sat is wrong: " + model.Summary
			case refused:
				evidence.Summary += "; it was asked for a model and gave none"
			case model.Summary != "":
				evidence.Summary += "; the model for sat decides nothing: " + model.Summary
			}
			class := OfAnswer(evidence.Observed)
			found = append(found, Finding{
				Class: class, Solver: blamed.Solver, Other: other.Solver, Check: b.check, Suspect: true, Evidence: evidence,
				Signature: signature(class, blamed.family()+"-"+other.family(), c.Logic),
			})
		}
	}
	return found
}

func because(reason string) string {
	if reason == "" {
		return ""
	}
	return " because " + reason
}

func crashFinding(o Observation) Finding {
	f := o.finding(ofCrash(o.Crash.Check), WholeRun, o.Crash.Signature)
	f.Evidence = Evidence{
		Kind:    EvidenceCrash,
		Summary: fmt.Sprintf("%s crashed (%s): %s", o.Solver, o.Crash.Kind, o.Crash.Signature),
		Detail:  o.Crash.Detail,
	}
	return f
}
