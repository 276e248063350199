package conform

import "slices"

// A State says how a solver compares with its profile in one check.
type State string

// The states.
const (
	// OK: it does what the profile says.
	OK State = "ok"
	// Differs: it does something else, so Assay does not understand it correctly.
	Differs State = "differs"
	// Lacks: it refuses, with a message that the profile knows.
	Lacks State = "lacks"
	// Unclaimed: the profile says that the solver does not have this feature, and the solver was not asked.
	Unclaimed State = "-"
)

// A Check is one comparison.
type Check struct {
	// ID is its name, a word that does not change.
	ID string
	// Title says what the check compares.
	Title string
	// Needed: a solver that fails it cannot be used.
	Needed bool

	run func(*examiner) Result
}

// Checks returns all checks in the order in which they are made.
func Checks() []Check {
	return []Check{
		{"version", "it says which version it is", false, (*examiner).version},
		{"sat", "a script that is sat", true, (*examiner).sat},
		{"unsat", "a script that is unsat", true, (*examiner).unsat},
		{"several", "two check-sats in a script", false, (*examiner).several},
		{"push-pop", "push and pop", false, (*examiner).pushPop},
		{"model", "get-model after sat", false, (*examiner).model},
		{"model-unsat", "get-model after unsat", true, (*examiner).modelAfterUnsat},
		{"core", "get-unsat-core after unsat", false, (*examiner).core},
		{"core-sat", "get-unsat-core after sat", false, (*examiner).coreAfterSat},
		{"assumptions", "check-sat-assuming, get-unsat-assumptions", false, (*examiner).assumptions},
		{"self-check", "it checks its models itself", false, (*examiner).selfCheck},
		{"strings", "string operators that may want an option", false, (*examiner).strings},
		{"floats", "floating-point formats that may want an option", false, (*examiner).floats},
		{"reset", "reset and reset-assertions", false, (*examiner).reset},
		{"error", "an error in the middle of a script", true, (*examiner).midError},
		{"command", "a command that there is not", false, (*examiner).command},
		{"logic", "a logic that there is not", false, (*examiner).logic},
		{"option", "an option that there is not", false, (*examiner).option},
		{"unknown", "its own limit of time for a check", false, (*examiner).unknown},
		{"reason", "get-info :reason-unknown", false, (*examiner).reason},
		{"timeout", "it is ended when its time is over", true, (*examiner).timeout},
		{"memory", "its own limit of memory", false, (*examiner).memory},
		{"statistics", "get-info :all-statistics", false, (*examiner).statistics},
		{"crash", "it crashes", false, (*examiner).crash},
	}
}

// A Result is what came of one check.
type Result struct {
	Check  string `json:"check"`
	Needed bool   `json:"needed,omitempty"`
	State  State  `json:"state"`
	// Expected is what the profile says; Did is what the solver did, both in a few words.
	Expected string `json:"expected"`
	Did      string `json:"did"`
	// Command is what was run, the last one if there were several; Seconds is its wall time. Script is what it read, kept if the
	// state is Differs.
	Command []string `json:"command,omitempty"`
	Seconds float64  `json:"seconds"`
	Script  string   `json:"script,omitempty"`
}

// Failed reports whether the result shows a solver that cannot be used.
func (r Result) Failed() bool { return r.Needed && r.State != OK && r.State != Unclaimed }

// A Report has the results of all checks of one solver.
type Report struct {
	Solver  string   `json:"solver"` // its specification
	Version string   `json:"version,omitempty"`
	Profile string   `json:"profile"` // by name
	Path    string   `json:"path"`
	Results []Result `json:"checks"`
}

// Usable reports whether the solver passes all needed checks.
func (r *Report) Usable() bool { return !slices.ContainsFunc(r.Results, Result.Failed) }

// Count returns the number of results in a state.
func (r *Report) Count(s State) int {
	n := 0
	for _, x := range r.Results {
		if x.State == s {
			n++
		}
	}
	return n
}

// Result returns the result of a check; ok is false when it was not made.
func (r *Report) Result(check string) (res Result, ok bool) {
	i := slices.IndexFunc(r.Results, func(x Result) bool { return x.Check == check })
	if i < 0 {
		return Result{}, false
	}
	return r.Results[i], true
}
