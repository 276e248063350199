package asking

import (
	"slices"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// A Base is a script with what targets did on it, before they are asked more. It belongs to one goroutine.
type Base struct {
	// Bench has a folder for files of this goroutine alone.
	Bench  *trial.Bench
	Name   string // begins the names of files
	Script *script.Script
	// Truths are those of the script's check-sats, Runs are the runs on it, one for each target, and Observed what they showed.
	Truths   []oracle.Truth
	Runs     []solver.Run
	Observed []oracle.Observation
	// Found is what is known to be wrong already.
	Found []oracle.Finding
	// Referees are asked for models that refute cores and conjectures.
	Referees []solver.Target
}

// blameless reports whether nothing speaks against what a run's target did.
func (b *Base) blameless(run *solver.Run) bool {
	return !slices.ContainsFunc(b.Found, func(f oracle.Finding) bool { return f.Solver == run.Solver && !f.Class.Incompleteness() })
}

// proven returns the truths of the script's check-sats, where each sat that a solver's model shows is known.
func (b *Base) proven(checks int) []oracle.Truth {
	out := make([]oracle.Truth, checks)
	for check := range out {
		if check < len(b.Truths) {
			out[check] = b.Truths[check]
		}
		if out[check].Status.Decides() && !out[check].Label {
			continue
		}
		for _, o := range b.Observed {
			if check < len(o.Models) && check < len(o.Answers) && o.Answers[check] == smt.Sat && o.Models[check].Verdict == oracle.ModelHolds && o.Models[check].Summary == "" {
				out[check] = oracle.Truth{Status: smt.Sat, Reason: "the model of " + o.Solver + " makes every assertion true", Witness: o.Models[check].Text}
				break
			}
		}
	}
	return out
}

// fresh returns what is not among the findings already known, and is no mere unknown.
func (b *Base) fresh(found []oracle.Finding) []oracle.Finding {
	return slices.DeleteFunc(found, func(f oracle.Finding) bool { return f.Class.Incompleteness() || f.Recurs(b.Found) })
}
