package report

import (
	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/report/dossier"
	"github.com/assay-smt/assay/internal/report/figures"
)

// Data is what a report shows. It is a plain value; its JSON form is what `assay report --json` prints.
type Data struct {
	// Campaign is the name of the campaign's folder.
	Campaign string `json:"campaign"`
	// Ended is empty while the campaign runs, or when it was killed.
	Ended  campaign.EndReason `json:"ended"`
	Config campaign.Identity  `json:"config"`

	// Mutants and Calls count mutants and runs of solvers on them, Extra the runs that confirmed hits. Idle counts the mutants that no solver ran.
	Mutants int64 `json:"mutants"`
	Idle    int64 `json:"idle"`
	Calls   int64 `json:"calls"`
	Extra   int64 `json:"extra_calls"`
	// Seconds is the wall time over all runs of the campaign, SolverShare the share of the CPU time that solvers used, from 0 to 1.
	Seconds     float64 `json:"seconds"`
	SolverShare float64 `json:"solver_share"`
	// Models counts evaluated models by verdict, Excused the disagreements that prove nothing: the standard allows them, or the check
	// asks for more than its assertions.
	Models  map[string]int64 `json:"models,omitempty"`
	Excused int64            `json:"excused_disagreements"`

	Solvers []Solver `json:"solvers"` // by name
	Engines []Engine `json:"engines"` // by name
	Logics  []Logic  `json:"logics"`  // by name
	// Findings are sorted with the gravest class first, and within a class those that were hit most.
	Findings []Finding `json:"findings"`

	// Bugs are triage's clusters, and the findings that are in none; Dossiers have all that is known about the first of them.
	Bugs     []dossier.Entry   `json:"bugs"`
	Dossiers []dossier.Dossier `json:"-"`

	// History is how the campaign grew, nil where it took no samples. Options are what options of solvers brought, where configurations were searched.
	History *figures.History `json:"history,omitempty"`
	Options []figures.Heat   `json:"options,omitempty"`

	// RejectedSeeds counts seeds that could not be read; Rejections are the first of them.
	RejectedSeeds int64           `json:"rejected_seeds"`
	Rejections    []campaign.Skip `json:"rejections,omitempty"`
	// Faults counts Assay's own faults; FaultTexts are the first of them.
	Faults     int64    `json:"faults"`
	FaultTexts []string `json:"fault_texts,omitempty"`
	// Notes say what is missing in the report, such as findings that cannot be read.
	Notes []string `json:"notes,omitempty"`
}

// Hits is the number of mutants that led to findings.
func (d *Data) Hits() int64 {
	var n int64
	for _, f := range d.Findings {
		n += f.Hits
	}
	return n
}

// MutantsPerSecond is how many mutants were run, on average over all runs of the campaign, 0 when no time has passed.
func (d *Data) MutantsPerSecond() float64 {
	if d.Seconds <= 0 {
		return 0
	}
	return float64(d.Mutants-d.Idle) / d.Seconds
}

// A Solver is how one solver fared.
type Solver struct {
	Name    string `json:"name"` // as it was given
	Version string `json:"version"`
	Calls   int64  `json:"calls"`
	// Seconds is the wall time of all calls.
	Seconds float64 `json:"seconds"`
	// Outcomes are those that occurred, in the order in which outcome.All has them.
	Outcomes []OutcomeCount `json:"outcomes"`
	// NotAsked counts mutants that it was not run on, for whatever reason.
	NotAsked int64 `json:"not_asked"`
	campaign.UnknownStats
	// Configurations is about configurations besides its own, nil when none were searched.
	Configurations *campaign.ConfigurationStats `json:"configurations,omitempty"`
}

// Count returns how often an outcome occurred.
func (s *Solver) Count(o outcome.Outcome) int64 {
	for _, c := range s.Outcomes {
		if c.Outcome == o {
			return c.Count
		}
	}
	return 0
}

// An OutcomeCount says how often an outcome occurred.
type OutcomeCount struct {
	Outcome outcome.Outcome `json:"outcome"`
	Count   int64           `json:"count"`
}

// An Engine is what one engine made.
type Engine struct {
	Name    string `json:"name"`
	Mutants int64  `json:"mutants"`
	// Repeats counts what else it made: the seed, or a mutant of the chain, once more.
	Repeats int64 `json:"repeats_in_chain"`
	// Again counts the mutants that were not run because an earlier round of the seed had run the same.
	Again int64 `json:"repeats_of_rounds"`
	// Seeds counts the seeds that it has seen, Used those of them that it can use.
	Seeds int64 `json:"seeds"`
	Used  int64 `json:"used"`
	// Acceptance says by solver what was refused, NotApplicable why seeds could not be used.
	Acceptance    []Acceptance `json:"acceptance"`
	NotApplicable []Reason     `json:"not_applicable,omitempty"`
	// Unique is the share of mutants that differ from all others, from 0 to 1; UniqueKnown is false for campaigns of versions that did not
	// count them.
	Unique      float64 `json:"unique"`
	UniqueKnown bool    `json:"unique_known"`
	// Rules are the rules by their share in the mutants, the most frequent first.
	Rules []campaign.RuleShare `json:"rules,omitempty"`
	// Applicable says how many rules could have been applied, by step; empty for engines that do not count.
	Applicable []StepMean `json:"applicable,omitempty"`
	// MeanApplicable is the average over all steps.
	MeanApplicable float64 `json:"mean_applicable,omitempty"`
}

// A StepMean is the average number of rules that could be applied in a step.
type StepMean struct {
	Step    int     `json:"step"` // from 1
	Mutants int64   `json:"mutants"`
	Mean    float64 `json:"mean"`
}

// Acceptance says how often a solver refused to read an engine's mutants.
type Acceptance struct {
	Solver   string `json:"solver"`
	Calls    int64  `json:"calls"`
	Rejected int64  `json:"rejected"`
	// Reasons are the solver's, the most frequent first.
	Reasons []Reason `json:"reasons,omitempty"`
}

// Share is the share of the calls that were refused, from 0 to 1.
func (a *Acceptance) Share() float64 { return share(a.Rejected, a.Calls) }

// A Reason is a message and how often it occurred.
type Reason struct {
	Text  string `json:"text"`
	Count int64  `json:"count"`
}

// A Logic is how many mutants one logic had, and how many of its seeds engines can use.
type Logic struct {
	Name    string `json:"name"`
	Mutants int64  `json:"mutants"`
	// Coverage is by engine, in the order of Data.Engines.
	Coverage []campaign.Coverage `json:"coverage"`
}

// A Finding is one folder of findings.
type Finding struct {
	// Folder is the path from the campaign's folder, with slashes.
	Folder  string       `json:"folder"`
	Class   oracle.Class `json:"class"`
	Solver  string       `json:"solver"`
	Logic   string       `json:"logic"`
	Summary string       `json:"words"`
	Hits    int64        `json:"hits"`
	// Severity and Needs say how bad it is and what it takes to see it.
	Severity findings.Severity `json:"severity,omitempty"`
	Needs    string            `json:"needs,omitempty"`
	// Suspect: the blame is not proven. Flaky: it did not show every time. Open are operators that it may depend on and whose value the
	// standard leaves open.
	Suspect bool     `json:"suspect,omitempty"`
	Flaky   bool     `json:"flaky,omitempty"`
	Open    []string `json:"open_operators,omitempty"`
}

func share(part, whole int64) float64 {
	if whole <= 0 {
		return 0
	}
	return min(max(float64(part)/float64(whole), 0), 1)
}
