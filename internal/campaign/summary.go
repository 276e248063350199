package campaign

import (
	"time"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/living"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/smt/theory"
)

// EndReason says why a run of a campaign ended. The zero value is invalid.
type EndReason string

// The reasons.
const (
	// EndMutants: all mutants that were asked for have been run.
	EndMutants EndReason = "mutants"
	// EndDuration: the time is over.
	EndDuration EndReason = "duration"
	// EndInterrupted: the context was canceled.
	EndInterrupted EndReason = "interrupted"
	// EndError: Run returns an error that says more.
	EndError EndReason = "error"
)

// A Summary is what a campaign did and found.
type Summary struct {
	Out     string        `json:"out"`
	Ended   EndReason     `json:"ended"`
	Elapsed time.Duration `json:"elapsed_ns"` // of this run
	// Resumed: an earlier run in the same folder was continued.
	Resumed bool  `json:"resumed"`
	Stats   Stats `json:"stats"`
	// Time says where the time went, Effort how it was divided.
	Time   []Part        `json:"time"`
	Effort EffortSummary `json:"effort"`
	// Behaviours say what feedback has shown, by target; nil when none was collected.
	Behaviours map[string]Behaviours `json:"behaviours,omitempty"`
	Findings   []findings.Brief      `json:"findings"`
	// Apart are findings of incompleteness beyond decidable logics, see Apart. They are not among Findings.
	Apart []findings.Brief `json:"apart,omitempty"`
	// Known are findings of known bugs, in the order of Findings, among which they are not.
	Known []KnownFinding `json:"known,omitempty"`
	// Warnings are the targets that are of no use.
	Warnings []Warning `json:"warnings,omitempty"`
	// Notes are remarks for people, such as findings that were counted only.
	Notes []string `json:"notes,omitempty"`
	// Skipped are the files that were no seeds.
	Skipped []Skip `json:"skipped,omitempty"`
	// Sessions says in which kinds of processes solvers ran in this run, nil when all were plain ones.
	Sessions *living.Report `json:"sessions,omitempty"`
	// Exploring says the same of configurations that were searched, nil when none were or all ran in plain processes.
	Exploring *living.Report `json:"exploring,omitempty"`
	Final     Snapshot       `json:"-"`
}

// Apart reports whether a finding is about an unknown in a logic that nobody can decide, as far as is known: what one version loses there
// is the weather. Such findings are kept and listed apart, and decide no exit status.
func Apart(class oracle.Class, logic string) bool {
	l := theory.ParseLogic(logic)
	return class.Incompleteness() && !l.Decidable()
}

// split takes apart what Apart is true of.
func split(all []findings.Brief) (findings, apart []findings.Brief) {
	for _, f := range all {
		if Apart(oracle.Class(f.Class), f.Logic) {
			apart = append(apart, f)
		} else {
			findings = append(findings, f)
		}
	}
	return findings, apart
}

// Found reports whether there are findings that count, those of earlier runs in the same folder included.
func (s Summary) Found() bool { return len(s.Findings) > 0 }
