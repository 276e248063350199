package compare

import (
	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/timing"
)

// A Role is what a solver is compared as.
type Role string

// The roles.
const (
	Baseline  Role = "baseline"
	Candidate Role = "candidate"
	// Witness: it says what is true, and is not compared.
	Witness Role = "witness"
)

// A Source is where a script comes from.
type Source string

// The sources.
const (
	FromCorpus  Source = "corpus"
	FromSeeds   Source = "seed"
	FromMutants Source = "mutant"
	// Overall is for what no script shows alone: changes of all scripts together.
	Overall Source = "overall"
)

// A Kind is a way in which one side can be worse than the other, in the words of --fail-on.
type Kind string

// The kinds, the gravest first.
const (
	// Wrong: an answer, a model, a core, a value or another response that is wrong.
	Wrong Kind = "wrong"
	// Crash: a signal, an internal error, a failed assertion, a sanitizer's report.
	Crash Kind = "crash"
	// Error: no answer because of an error, or because the script or its options are refused, where the other side answers.
	Error Kind = "error"
	// Lost: unknown or a limit, where the other side decides, also with twice the time.
	Lost Kind = "lost"
	// Slower: by timing's measure.
	Slower Kind = "slower"
)

// Kinds returns the kinds, the gravest first.
func Kinds() []Kind { return []Kind{Wrong, Crash, Error, Lost, Slower} }

// A Standing says what a difference means.
type Standing string

// The standings.
const (
	// Regression: the candidate shows it and a baseline does not.
	Regression Standing = "regression"
	// Improved: a baseline shows it and the candidate does not.
	Improved Standing = "improved"
	// Both: all sides show it, so it is no news.
	Both Standing = "both"
	// Unsure: it was not repeated often enough to tell, or shows too seldom.
	Unsure Standing = "unsure"
	// Gone: it did not show again when it was repeated. Such changes say nothing alone, but together they may: see Overall.
	Gone Standing = "gone"
)

// A Run is what one side did on a script at first.
type Run struct {
	// Side is the index of the side.
	Side int `json:"side"`
	// Unable says why the side was not run, "" if it was.
	Unable string `json:"unable,omitempty"`
	// Outcome is what came of it. CPU is in seconds; Work is what the solver counts, 0 for unknown.
	Outcome outcome.Outcome `json:"outcome,omitempty"`
	CPU     float64         `json:"cpu_seconds"`
	Work    uint64          `json:"work,omitempty"`
	// Reason is the solver's own text for an outcome that is no answer.
	Reason string `json:"reason,omitempty"`
}

// Decides reports whether the run said sat or unsat.
func (r *Run) Decides() bool { return r.Unable == "" && r.Outcome.Answers() }

// A Count says how often something showed when it was repeated. Of an answer that was lost, it says of each side how often that did as it had done at first.
type Count struct {
	Side  int `json:"side"`
	Shows int `json:"shows"`
	Of    int `json:"of"`
	// Cut counts those in which it did not show and that a limit ended: they may have ended before it could.
	Cut int `json:"cut,omitempty"`
}

// A Change is one difference between the candidate and the baselines on a script, or a defect of both.
type Change struct {
	Kind     Kind     `json:"kind"`
	Standing Standing `json:"standing"`
	// Shown is the role of the side on which it showed at first; for what is no finding, the side that did worse.
	Shown Role `json:"shown"`
	// Candidate is the index of the candidate that it is about. Against has those of the baselines that do better, or for an improvement worse.
	Candidate int   `json:"candidate"`
	Against   []int `json:"against,omitempty"`
	// Class is that of the finding, "" for what is none: Error, Lost.
	Class oracle.Class `json:"class,omitempty"`
	// Suspect: the blame is not proven.
	Suspect bool `json:"suspect,omitempty"`
	// Summary is a sentence for people.
	Summary string `json:"summary"`
	// Counts say how often it showed on each side.
	Counts []Count `json:"counts,omitempty"`
	// Alike: it was not repeated, since enough others were that are alike.
	Alike bool `json:"alike,omitempty"`
	// Timing is what was measured, for Slower; nil otherwise.
	Timing *timing.Result `json:"timing,omitempty"`
	// Finding is the folder of the finding below the comparison's folder, "" for none.
	Finding string `json:"finding,omitempty"`
	// History says between which versions it came, "" where that was not looked for.
	History string `json:"history,omitempty"`
	// Known is the name of the known bug that the finding is, "" for none.
	Known string `json:"known,omitempty"`
	// SmallBytes is the size of the finding's formula once it was reduced, and Reduced says what came of reducing it, "" where that was not tried.
	SmallBytes int    `json:"small_bytes,omitempty"`
	Reduced    string `json:"reduced,omitempty"`
}

// A Record is all that is known about one script.
type Record struct {
	Source Source `json:"source"`
	// Name is the script's file, or the finding's, or the mutant's name.
	Name  string `json:"name"`
	Logic string `json:"logic,omitempty"`
	// Truth is what the script says about itself, "unknown" for nothing.
	Truth string `json:"truth,omitempty"`
	// Bytes is the size of the script.
	Bytes int `json:"bytes"`
	// Error says why the script was not run, "" if it was. Unread: Assay cannot read it, says why, and has compared answers alone.
	Error  string `json:"error,omitempty"`
	Unread string `json:"unread,omitempty"`
	// Asked: the sides were asked for cores, values and so on as well.
	Asked bool `json:"asked,omitempty"`
	// Runs has one for each side, in their order; none for mutants, of which only those that show something are here.
	Runs    []Run    `json:"runs,omitempty"`
	Changes []Change `json:"changes,omitempty"`
}

// key tells the records of a comparison apart.
func (r *Record) key() string { return string(r.Source) + ":" + r.Name }

// depth is that of the looks that show what is known.
func (r *Record) depth() depth {
	if r.Asked {
		return deep
	}
	return shallow
}

// Has reports whether there is a change of a standing.
func (r *Record) Has(s Standing) bool {
	for i := range r.Changes {
		if r.Changes[i].Standing == s {
			return true
		}
	}
	return false
}

// A SideInfo describes a side in records.
type SideInfo struct {
	Role Role `json:"role"`
	// Name tells the sides apart. Spec is the specification as the user gave it, and mostly the same; Solver is the profile's name.
	Name    string `json:"name"`
	Spec    string `json:"spec"`
	Solver  string `json:"solver"`
	Version string `json:"version"`
	// Program identifies the files that are run.
	Program string `json:"program,omitempty"`
}
