// Package outcome names what comes of one run of a solver. Running solvers and recording runs are the work of other
// packages; both use these words.
package outcome

// An Outcome is what came of one run, in one word. Statistics, records and users see the word itself.
type Outcome string

// The outcomes. Every run has exactly one.
const (
	Sat     Outcome = "sat"
	Unsat   Outcome = "unsat"
	Unknown Outcome = "unknown"
	Several Outcome = "several" // several check-sats with different answers

	Timeout     Outcome = "timeout"
	Memory      Outcome = "memory"
	Killed      Outcome = "killed" // by somebody else
	Crash       Outcome = "crash"
	Rejected    Outcome = "rejected"
	Unsupported Outcome = "unsupported" // this build lacks something
	BadOptions  Outcome = "bad-options"
	Nothing     Outcome = "nothing" // no answer and no reason, or one that cannot be believed
)

// All returns the outcomes in the order in which they are shown.
func All() []Outcome {
	return []Outcome{Sat, Unsat, Unknown, Several, Timeout, Memory, Killed, Crash, Rejected, Unsupported, BadOptions, Nothing}
}

// Answers reports whether a run with this outcome said sat or unsat to some check-sat.
func (o Outcome) Answers() bool { return o == Sat || o == Unsat || o == Several }

// Replies reports whether a run with this outcome answered, if only that the solver does not know.
func (o Outcome) Replies() bool { return o.Answers() || o == Unknown }

// Useless reports whether a run with this outcome says nothing of the solver and nothing of the script: it was refused, or nothing
// came that can be believed.
func (o Outcome) Useless() bool {
	return o == Rejected || o == Unsupported || o == BadOptions || o == Nothing
}

// CutShort reports whether a limit, or somebody else, ended a run with this outcome. What it would have said then depends on how fast the machine is.
func (o Outcome) CutShort() bool { return o == Timeout || o == Memory || o == Killed }
