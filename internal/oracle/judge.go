package oracle

import (
	"fmt"
	"slices"
	"strings"
)

// Judge returns all findings of a case, the gravest first. The result depends neither on
// the order of the observations nor on anything but the case. Rules:
//
//   - a crash is a finding whatever else the run printed;
//   - void answers, and answers that cannot be assigned to check-sats, take no part;
//   - unknown contradicts nothing;
//   - where the truth is known it decides, and solvers are not compared;
//   - otherwise every sat is compared with every unsat, one finding for each pair.
func Judge(c Case) []Finding {
	var found []Finding
	for _, o := range c.Observations {
		if o.Crash != nil {
			found = append(found, crashFinding(o))
		}
		if o.InvalidModel != "" && !o.Void {
			found = append(found, invalidModelFinding(c, o))
		}
	}
	if c.checks() > 0 {
		found = append(found, judgeAnswers(c, c.checks(), c.Observations)...)
	} else {
		// The script's check-sats are not known; runs of equal length still compare.
		for length, group := range byLength(c.Observations) {
			found = append(found, judgeAnswers(c, length, group)...)
		}
	}
	sortFindings(found)
	return found
}

// byLength groups the observations whose answers are complete by their number.
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
		if truth := c.truth(check); truth.Status.decides() {
			found = append(found, b.against(truth, c.Logic)...)
		} else {
			found = append(found, b.disagreements(c.Logic)...)
		}
	}
	return found
}

// A ballot is what all solvers answered to one check-sat.
type ballot struct {
	check int
	by    map[Answer][]Observation
	votes Votes
}

func newBallot(check int, voters []Observation) ballot {
	b := ballot{check: check, by: make(map[Answer][]Observation)}
	for _, o := range voters {
		if check < len(o.Answers) {
			a := o.Answers[check]
			b.by[a] = append(b.by[a], o)
		}
	}
	names := func(a Answer) []string {
		var out []string
		for _, o := range b.by[a] {
			out = append(out, o.Solver)
		}
		slices.Sort(out)
		return out
	}
	b.votes = Votes{Sat: names(Sat), Unsat: names(Unsat), Unknown: names(Unknown)}
	return b
}

// against reports every answer that contradicts a known truth. When several unrelated
// solvers contradict it and none confirms it, the truth is as likely to be at fault
// (labels lie, rules have defects), so the findings are suspicions only.
func (b ballot) against(truth Truth, logic string) []Finding {
	class, wrong := RefutationSoundness, Unsat
	if truth.Status == Unsat {
		class, wrong = SolutionSoundness, Sat
	}
	doubtful := len(b.by[truth.Status]) == 0 && families(b.by[wrong]) > 1
	var found []Finding
	for _, o := range b.by[wrong] {
		words := fmt.Sprintf("%s answers %v to check-sat %d, which is %v%s",
			o.Solver, wrong, b.check+1, truth.Status, because(truth.Reason))
		if doubtful {
			words += "; no solver agrees with that, so that it may be wrong itself"
		}
		found = append(found, Finding{
			Class: class, Solver: o.Solver, Check: b.check, Suspect: doubtful,
			Signature: signature(class, o.family(), logic),
			Evidence: Evidence{
				Kind: EvidenceTruth, Words: words, Reason: truth.Reason,
				Expected: truth.Status, Observed: wrong, Votes: b.votes,
			},
		})
	}
	return found
}

// disagreements compares every sat with every unsat. The unsat side is blamed until a
// model is evaluated, except when the sat side has disowned its own model.
func (b ballot) disagreements(logic string) []Finding {
	var found []Finding
	for _, unsat := range b.by[Unsat] {
		for _, sat := range b.by[Sat] {
			f := Finding{
				Class: RefutationSoundness, Solver: unsat.Solver, Other: sat.Solver,
				Check: b.check, Suspect: true,
				Evidence: Evidence{
					Kind: EvidenceDifferential, Expected: Sat, Observed: Unsat, Votes: b.votes,
				},
			}
			blamed, other := unsat, sat
			if sat.InvalidModel != "" {
				f.Class = SolutionSoundness
				f.Evidence.Expected, f.Evidence.Observed = Unsat, Sat
				f.Evidence.Detail = sat.InvalidModel
				blamed, other = sat, unsat
			}
			f.Solver, f.Other = blamed.Solver, other.Solver
			f.Signature = signature(f.Class, blamed.family()+"-"+other.family(), logic)
			f.Evidence.Words = fmt.Sprintf("%s answers %v to check-sat %d, %s answers %v%s",
				blamed.Solver, f.Evidence.Observed, b.check+1, other.Solver, f.Evidence.Expected, b.hint())
			found = append(found, f)
		}
	}
	return found
}

// hint states a majority, where there is one among at least three deciding solvers.
func (b ballot) hint() string {
	sat, unsat := len(b.votes.Sat), len(b.votes.Unsat)
	if sat+unsat < 3 || sat == unsat {
		return ""
	}
	if sat > unsat {
		return fmt.Sprintf(" (%d of %d solvers say sat)", sat, sat+unsat)
	}
	return fmt.Sprintf(" (%d of %d solvers say unsat)", unsat, sat+unsat)
}

func families(os []Observation) int {
	seen := make(map[string]bool)
	for _, o := range os {
		seen[o.family()] = true
	}
	return len(seen)
}

func because(reason string) string {
	if reason == "" {
		return ""
	}
	return " because " + reason
}

func crashFinding(o Observation) Finding {
	return Finding{
		Class: CrashClass, Solver: o.Solver, Check: WholeRun,
		Signature: signature(CrashClass, o.family(), o.Crash.Signature),
		Evidence: Evidence{
			Kind:   EvidenceCrash,
			Words:  fmt.Sprintf("%s crashed (%s): %s", o.Solver, o.Crash.Kind, o.Crash.Signature),
			Detail: o.Crash.Detail,
		},
	}
}

// invalidModelFinding rests on the solver's word, which is no proof either way. The
// check-sat is known only when one alone can be meant.
func invalidModelFinding(c Case, o Observation) Finding {
	check := WholeRun
	if c.checks() == 1 || c.checks() == 0 && len(o.Answers) == 1 {
		check = 0
	}
	statement, _, _ := strings.Cut(o.InvalidModel, "\n")
	return Finding{
		Class: InvalidModel, Solver: o.Solver, Check: check, Suspect: true,
		Signature: signature(InvalidModel, o.family(), c.Logic),
		Evidence: Evidence{
			Kind:   EvidenceSelfCheck,
			Words:  fmt.Sprintf("%s rejects a model of its own: %s", o.Solver, statement),
			Detail: o.InvalidModel,
		},
	}
}
