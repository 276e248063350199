package solver

// A Mode says in what kind of process a run took place.
type Mode string

// The modes. Only what a fresh process does counts as a finding; see Mode.Fresh.
const (
	// Process: a process of its own, started for the run, that reads a file.
	Process Mode = "process"
	// Reset: a living process that reads many scripts, with (reset) between them.
	Reset Mode = "reset"
	// Push: a living process that reads many scripts, each between (push 1) and (pop 1).
	Push Mode = "push"
	// Snapshot: a copy of a process that had started and warmed up before, made for this run alone.
	Snapshot Mode = "snapshot"
)

// Modes returns the modes in the order in which they are shown.
func Modes() []Mode { return []Mode{Process, Reset, Push, Snapshot} }

// Fresh reports whether a run in this mode is what a user sees who calls the solver: one process that reads one file. The zero
// value is Process.
func (m Mode) Fresh() bool { return m == "" || m == Process }

// Other returns a mode that is not fresh, "" for one that is: records name what is out of the ordinary.
func (m Mode) Other() Mode {
	if m.Fresh() {
		return ""
	}
	return m
}

// A Session is what a living process read up to and including a run, and how it was called.
type Session struct {
	Mode    Mode
	Command []string
	// Texts are what it read, one for each query, the run's own last. They have no echo markers.
	Texts [][]byte
	// Odd says what was out of the ordinary in the living process, so that the run was made again: the run itself is that of a
	// fresh process then. Empty when the run took place in the session.
	Odd string
}

// What Session.Odd begins with where the living process did what would be a finding of a fresh one.
const (
	OddEnd          = "it ended"
	OddCrash        = "a crash"
	OddInvalidModel = "an invalid model"
)
