package campaign

import (
	"time"

	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/smt/theory"
)

// EndReason says why a run of a campaign ended. The zero value is invalid.
type EndReason string

// The reasons.
const (
	// EndMutants: all requested mutants have been run.
	EndMutants EndReason = "mutants"
	// EndDuration: the time is over.
	EndDuration EndReason = "duration"
	// EndInterrupted: the context was canceled.
	EndInterrupted EndReason = "interrupted"
	// EndMerged: Merge has joined the campaign's shards.
	EndMerged EndReason = "merged"
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
	// Identity is what the campaign runs, Jobs its number of workers. Searches: it searches other configurations.
	Identity Identity `json:"-"`
	Jobs     int      `json:"-"`
	Searches bool     `json:"-"`
	// Time says how the time was spent, Effort how effort was divided.
	Time   []Part        `json:"time"`
	Effort EffortSummary `json:"effort"`
	// Behaviours says what feedback has shown, by target; nil when none was collected.
	Behaviours map[string]Behaviours `json:"behaviours,omitempty"`
	// Pairs counts pairs of settings of solvers whose configurations are searched, by target.
	Pairs    map[string]configspace.PairCount `json:"pairs,omitempty"`
	Findings []findings.Brief                 `json:"findings"`
	// Apart are findings of incompleteness in logics that are not known to be decidable, see Apart. They are not among Findings.
	Apart []findings.Brief `json:"apart,omitempty"`
	// Known are findings of known bugs, in the same order as Findings. They are not among Findings.
	Known []KnownFinding `json:"known,omitempty"`
	// Warnings are the targets that give no usable results.
	Warnings []Warning `json:"warnings,omitempty"`
	// Notes are remarks for people, such as findings that were only counted.
	Notes []string `json:"notes,omitempty"`
	// Skipped are the files that were not usable as seeds.
	Skipped []Skip `json:"skipped,omitempty"`
	// SkippedFiles counts them: of a campaign that was loaded, Skipped has only the first thousand.
	SkippedFiles int `json:"-"`
	// Sessions says in which kinds of processes solvers ran in this run, nil when all were plain ones.
	Sessions *living.Report `json:"sessions,omitempty"`
	// Exploring says the same about searched configurations, nil when there were none or all ran in plain processes.
	Exploring *living.Report `json:"exploring,omitempty"`
	Final     Snapshot       `json:"-"`
	// Samples are the history of a campaign that was loaded; campaigns of versions that took none have none. FoundAt says when findings were found, in
	// seconds of the campaign's wall time, by signature, as far as that was noted.
	Samples []Sample           `json:"-"`
	FoundAt map[string]float64 `json:"-"`
}

// Apart reports whether a finding is about an unknown in a logic that is not known to be decidable: what one version loses there is
// noise. Such findings are kept and listed separately, and do not affect the exit status.
func Apart(class oracle.Class, logic string) bool {
	l := theory.ParseLogic(logic)
	return class.Incompleteness() && !l.Decidable()
}

// split separates the findings for which Apart is true, unless lost answers count.
func split(all []findings.Brief, lostAnswers bool) (findings, apart []findings.Brief) {
	for _, f := range all {
		if !lostAnswers && Apart(oracle.Class(f.Class), f.Logic) {
			apart = append(apart, f)
		} else {
			findings = append(findings, f)
		}
	}
	return findings, apart
}

// Found reports whether there are findings that count, including those of earlier runs in the same folder.
func (s Summary) Found() bool { return len(s.Findings) > 0 }
