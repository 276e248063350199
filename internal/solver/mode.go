package solver

// A Mode is the kind of process in which a run took place.
type Mode string

// The modes. Only the behaviour of a fresh process counts as a finding; see Mode.Fresh.
const (
	// Process: a process of its own, started for the run, that reads a file.
	Process Mode = "process"
	// Reset: a reused process that reads many scripts, with (reset) between them.
	Reset Mode = "reset"
	// Push: a reused process that reads many scripts, each between (push 1) and (pop 1).
	Push Mode = "push"
	// Snapshot: a copy, made for this run alone, of a process that had already started and warmed up.
	Snapshot Mode = "snapshot"
)

// Modes returns the modes in display order.
func Modes() []Mode { return []Mode{Process, Reset, Push, Snapshot} }

// Fresh reports whether a run in this mode is what a user who calls the solver sees: one process that reads one file. The zero
// value is Process.
func (m Mode) Fresh() bool { return m == "" || m == Process }

// Other returns a mode that is not fresh, and "" for one that is: records name only what is unusual.
func (m Mode) Other() Mode {
	if m.Fresh() {
		return ""
	}
	return m
}

// A Session is what a reused process read up to and including a run, and how the process was called.
type Session struct {
	Mode    Mode
	Command []string
	// Texts are what it read, one for each query, with the run's own text last. They have no echo markers.
	Texts [][]byte
	// Anomaly says what was unusual in the reused process, so that the run was repeated; the run itself is then that of a fresh
	// process. It is empty when the run took place in the session.
	Anomaly string
}

// What Session.Anomaly begins with when the reused process did something that would be a finding in a fresh one.
const (
	OddEnd          = "it ended"
	OddCrash        = "a crash"
	OddInvalidModel = "an invalid model"
)
