package campaign

import (
	"cmp"
	"time"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/run/query"
)

// askTime bounds the time for asking one solver about one script: no more than a run on a mutant may take.
func (c *Config) askTime() time.Duration {
	if c.Timeout <= 0 {
		return query.DefaultAskTime
	}
	return min(c.Timeout, query.DefaultAskTime)
}

func duration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }

// An EffortSummary says how effort was divided.
type EffortSummary struct {
	Mode effort.Mode `json:"mode"`
	effort.Count
	// Limits counts the runs on mutants by their time limit, rounded up, with "full" for the campaign's own.
	Limits map[string]int64 `json:"limits,omitempty"`
	ArmsSummary
}

// effortSummary says how effort was divided so far.
func (b *books) effortSummary() EffortSummary {
	e := EffortSummary{Mode: cmp.Or(b.c.Effort, effort.Even), Count: b.know.effort.Count(b.schedule.Reached()), Limits: b.stats.Limits}
	e.ArmsSummary = b.c.arms(e.Count.Arms)
	return e
}

// adaptive reports whether effort goes where it pays off.
func (c *Config) adaptive() bool { return c.Effort == effort.Adaptive }

// searches reports whether configurations beyond the targets' own are searched.
func (c *Config) searches() bool { return c.Configurations != nil && c.Configurations.Search != nil }
