package live

import "time"

// format is that of the file.
const format = 1

// Kept is how many findings a State has at most, the latest ones.
const Kept = 200

// A State is how far a campaign is. It is a plain value: whoever has one may keep it. Counts are those of the whole campaign, over all its runs;
// times and the history are those of the current run. Its texts may come from solvers and seeds: they are not yet fit to be shown.
type State struct {
	Format int `json:"format"`
	// Out is the campaign's folder as its command names it, Written when the state was taken.
	Out     string    `json:"out"`
	Written time.Time `json:"written"`
	// Line is the state in one line, for those who want no more.
	Line string `json:"line"`
	Jobs int    `json:"jobs"`
	Seed uint64 `json:"seed"`
	// Elapsed and Limit are seconds, Limit and MutantLimit 0 for none.
	Elapsed     float64 `json:"elapsed_seconds"`
	Limit       float64 `json:"limit_seconds,omitempty"`
	MutantLimit int64   `json:"mutant_limit,omitempty"`
	Paused      bool    `json:"paused,omitempty"`

	Mutants int64 `json:"mutants"`
	Runs    int64 `json:"runs"`
	// Configurations counts runs in other configurations than the solvers' own.
	Configurations int64 `json:"configurations,omitempty"`
	// Rate is mutants per second over the whole run.
	Rate float64 `json:"mutants_per_second"`
	// NewBehaviour counts what solvers did inside for the first time. SeesBehaviour is false where nothing looks inside them.
	NewBehaviour  int64 `json:"new_behaviour"`
	SeesBehaviour bool  `json:"sees_behaviour"`
	// Findings counts findings, KnownFindings those of known bugs among the latest, and Hits the mutants that showed them.
	Findings      int   `json:"findings"`
	KnownFindings int   `json:"known_findings"`
	Hits          int64 `json:"hits"`
	// SolverShare is the share of the CPU time that solvers used, from 0 to 1.
	SolverShare   float64 `json:"solver_share"`
	Seeds         int     `json:"seeds"`
	RejectedSeeds int     `json:"rejected_seeds,omitempty"`
	Faults        int64   `json:"faults,omitempty"`
	// Warnings say which solvers give no usable results.
	Warnings []string `json:"warnings,omitempty"`

	History History   `json:"history"`
	Parts   []Part    `json:"parts"`
	Engines []Engine  `json:"engines"`
	Logics  []Logic   `json:"logics"`
	Solvers []Solver  `json:"solvers"`
	Latest  []Finding `json:"latest"` // the newest first
}

// Silence is for how long nobody has written the state, 0 when that is not worth a word: a campaign that runs writes it every second.
func (s *State) Silence(now time.Time) time.Duration {
	if age := now.Sub(s.Written); age >= Stale {
		return age.Truncate(time.Second)
	}
	return 0
}

// A Part is a part of the CPU time; shares range from 0 to 1.
type Part struct {
	Name  string  `json:"name"`
	Share float64 `json:"share"`
}

// An Engine is what an engine brought.
type Engine struct {
	Name         string `json:"name"`
	Mutants      int64  `json:"mutants"`
	Run          int64  `json:"run"`
	NewBehaviour int64  `json:"new_behaviour"`
	Findings     int64  `json:"findings"`
}

// A Logic counts the mutants of a logic.
type Logic struct {
	Name    string `json:"name"`
	Mutants int64  `json:"mutants"`
}

// A Solver is how a solver fares. The counts are of runs by what became of them.
type Solver struct {
	// Name is short, as in z3@5.4.1.
	Name string `json:"name"`
	Runs int64  `json:"runs"`
	// Results are the counts by result, in the words of figures.Result.
	Results      map[string]int64 `json:"results"`
	CPU          float64          `json:"cpu_seconds"`
	NewBehaviour int64            `json:"new_behaviour"`
	// Refused is the most frequent message with which it refuses scripts.
	Refused string `json:"refused,omitempty"`
}

// A Finding is something that was found in this run.
type Finding struct {
	// At is when, in seconds since the run began.
	At     float64 `json:"at_seconds"`
	Class  string  `json:"class"`
	Solver string  `json:"solver"`
	Engine string  `json:"engine,omitempty"`
	// Bytes is the size of the formula, Line one of its assertions.
	Bytes int64  `json:"bytes"`
	Line  string `json:"line"`
	// Known is the known bug that it shows, "" for a new finding.
	Known   string `json:"known,omitempty"`
	Suspect bool   `json:"suspect,omitempty"`
	Words   string `json:"words"`
	Folder  string `json:"folder"`
}
