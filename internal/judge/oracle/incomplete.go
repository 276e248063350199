package oracle

import (
	"fmt"

	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/syntax"
)

// A Pair is two solvers of one codebase, by their names in observations: what Old decides, New is expected to decide.
type Pair struct{ Old, New string }

// A Step is the last mutation step of a script that follows from its base by an implication, or implies it.
type Step struct {
	// Summary describes the step in one line.
	Summary string
	// Answers are the answers to the base, by solver; solvers that do not decide it may be left out.
	Answers map[string]smt.Status
}

// Undecided reports whether the solver answered unknown of its own accord to a script that asks once: it read everything,
// reached no limit, was given nothing else to do, and did not fail in another way.
func (o Observation) Undecided() bool {
	return len(o.Answers) == 1 && o.Answers[0] == smt.Unknown && !o.Void && !o.Cut && !o.NearTimeout && !o.AskedMore && o.Crash == nil && o.InvalidModel == ""
}

// incompleteness reports unknowns where more could be expected (Bringolf 2021, section 5). Unknown is never wrong. A script that asks
// several times is not judged: an earlier answer changes what solvers try later. Neither is one that asks by a tactic. A step that needs what a solver says it lacks
// loses nothing; what an older version decides without it does.
func incompleteness(c Case) []Finding {
	if c.checks() != 1 || c.Tactic || len(c.Baselines) == 0 && c.Step == nil {
		return nil
	}
	b := newBallot(0, c.countable())
	var found []Finding
	for _, p := range c.Baselines {
		older, newer := c.observation(p.Old), c.observation(p.New)
		if older == nil || newer == nil || !newer.Undecided() || !older.answersCount(1) || len(older.Answers) != 1 {
			continue
		}
		if a := older.Answers[0]; a.Decides() && !c.contested(b, a) && !c.unfounded(*older) {
			found = append(found, c.regression(*newer, *older, b.votes))
		}
	}
	if c.Step == nil {
		return found
	}
	for _, o := range c.Observations {
		// Base and script have the same truth, so what contradicts the answer here contradicts it there.
		if a := c.Step.Answers[o.Solver]; a.Decides() && o.Undecided() && !o.Incomplete && !c.contested(b, a) {
			found = append(found, c.implication(o, a, b.votes))
		}
	}
	return found
}

// countable returns the observations whose answer counts.
func (c Case) countable() []Observation {
	var out []Observation
	for _, o := range c.Observations {
		if o.answersCount(1) {
			out = append(out, o)
		}
	}
	return out
}

// observation returns what a solver did, nil when it was not run.
func (c Case) observation(solver string) *Observation {
	for i := range c.Observations {
		if c.Observations[i].Solver == solver {
			return &c.Observations[i]
		}
	}
	return nil
}

// contested reports whether something contradicts an answer: evaluation, the truth, or another solver. Not repeating a wrong answer is not
// a loss. Where evaluation decides, only that counts.
func (c Case) contested(b ballot, a smt.Status) bool {
	other := a.Opposite()
	if decided, _ := c.evaluated(0); decided.Decides() {
		return decided == other
	}
	return c.truth(0).Status == other || len(b.by[other]) > 0
}

// unfounded reports whether an answer is a sat whose model is wrong, by exact evaluation or by the solver's own word, while nothing else
// says that the formula is satisfiable.
func (c Case) unfounded(o Observation) bool {
	if o.Answers[0] != smt.Sat || c.truth(0).Status == smt.Sat {
		return false
	}
	if decided, _ := c.evaluated(0); decided == smt.Sat {
		return false
	}
	m := o.model(0).Verdict
	return m == ModelFails || o.InvalidModel != "" && m != ModelHolds
}

func (c Case) regression(newer, older Observation, votes Votes) Finding {
	answer := older.Answers[0]
	f := newer.finding(IncompletenessRegression, 0, c.Logic)
	f.Other = older.Solver
	f.Evidence = Evidence{
		Kind: EvidenceRegression, Expected: answer, Observed: smt.Unknown, Votes: votes,
		Summary: fmt.Sprintf("%s answers unknown, its baseline %s answers %v; this is lost completeness, not a soundness bug",
			newer.Solver, older.Solver, answer),
	}
	return f
}

// maxStep bounds the bytes of a step in a sentence; the evidence has the whole step.
const maxStep = 300

func (c Case) implication(o Observation, base smt.Status, votes Votes) Finding {
	f := o.finding(IncompletenessImplication, 0, c.Logic)
	f.Evidence = Evidence{
		Kind: EvidenceImplication, Expected: base, Observed: smt.Unknown, Votes: votes, Reason: c.Step.Summary,
		Summary: fmt.Sprintf("%s answers %v to the base and unknown to what one step makes of it (%s); this is incompleteness, not a soundness bug",
			o.Solver, base, syntax.Clip(c.Step.Summary, maxStep)),
	}
	return f
}
