package certified

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// A Goal is what a reduction has to keep of a finding.
type Goal struct {
	Class oracle.Class
	// Solver is the name of the blamed solver's runs.
	Solver string
	// Other is the solver that contradicts it, "" for none; the baseline of a regression.
	Other string
	// Signature is the signature of a class that is Named, "" for others.
	Signature string
	// Suspect: the finding is a suspicion. A finding that is not a suspicion must not become one.
	Suspect bool
}

// GoalOf returns what a reduction has to keep of a finding.
func GoalOf(f oracle.Finding) Goal {
	g := Goal{Class: f.Class, Solver: f.Solver, Other: f.Other, Suspect: f.Suspect}
	if f.Class.Named() {
		g.Signature = f.Signature
	}
	return g
}

// Reducible says why findings of the class cannot be reduced, "" when they can.
func (g Goal) Reducible() string {
	if g.Class.OwnFault() {
		return "it is a fault of Assay or of its input, not of a solver"
	}
	return ""
}

// in returns the finding of the goal among those of a candidate.
func (g Goal) in(found []oracle.Finding) (oracle.Finding, bool) {
	if slices.ContainsFunc(found, func(f oracle.Finding) bool { return f.Class.OwnFault() }) {
		return oracle.Finding{}, false // evaluation contradicts itself, or a truth: nothing that follows counts
	}
	if g.Class.Basis() == oracle.BasisOwnModel && slices.ContainsFunc(found, func(f oracle.Finding) bool {
		return f.Class == g.Class.Behind() && f.Solver == g.Solver
	}) {
		return oracle.Finding{}, false // the sat itself is wrong: that is a graver bug, and a different one
	}
	i := slices.IndexFunc(found, func(f oracle.Finding) bool {
		return f.Class == g.Class && f.Solver == g.Solver && (g.Suspect || !f.Suspect) &&
			(!g.Class.Named() || f.Signature == g.Signature) &&
			(g.Class.Basis() != oracle.BasisBaseline || f.Other == g.Other)
	})
	if i < 0 {
		return oracle.Finding{}, false
	}
	return found[i], true
}

// worth reports whether a run of the blamed solver can show the goal at all, so that the rest of the examination is worthwhile.
func (g Goal) worth(run solver.Run) bool {
	if g.Class.Crash() {
		return run.Crash != nil && strings.HasSuffix(g.Signature, run.Crash.Signature)
	}
	if run.Void {
		return false
	}
	answer, complaint := g.Class.Answer(), g.Class.Complaint()
	switch {
	case complaint && run.InvalidModel != "":
		return true
	case answer == smt.Unknown:
		return run.Answer() == smt.Unknown
	case answer.Decides():
		return slices.Contains(run.Answers, answer)
	}
	return !complaint
}
