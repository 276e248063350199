package campaign

import (
	"time"

	"github.com/assay-smt/assay/internal/findings"
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
	Resumed  bool             `json:"resumed"`
	Stats    Stats            `json:"stats"`
	Findings []findings.Brief `json:"findings"`
	// Warnings are the targets that are of no use.
	Warnings []Warning `json:"warnings,omitempty"`
	// Notes are remarks for people, such as findings that were counted only.
	Notes []string `json:"notes,omitempty"`
	// Skipped are the files that were no seeds.
	Skipped []Skip   `json:"skipped,omitempty"`
	Final   Snapshot `json:"-"`
}

// Found reports whether there are findings, those of earlier runs in the same folder included.
func (s Summary) Found() bool { return len(s.Findings) > 0 }
