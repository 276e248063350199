package solver

// A Presentation says what a solver is asked for and told beyond what a script needs. Asking for a model changes what it does:
// some steps are left out then, and some options exclude it.
type Presentation string

// The presentations.
const (
	// Whole: all that is planned.
	Whole Presentation = ""
	// Brief: it is asked no further questions than those for models and cores.
	Brief Presentation = "brief"
	// Unchecked: it is not told to check its own models.
	Unchecked Presentation = "unchecked"
	// Plain: it is asked for answers alone, and told nothing that models need.
	Plain Presentation = "plain"
)

// Checks reports whether a solver may be told to check its own models.
func (p Presentation) Checks() bool { return p == Whole || p == Brief }

// Wonders reports whether a solver may be asked further questions than those for models and cores.
func (p Presentation) Wonders() bool { return p == Whole }
