package solver

// A Presentation says what a solver is asked for and told beyond what a script needs. Asking for a model changes what a solver
// does: it then skips some steps, and some options exclude models.
type Presentation string

// The presentations.
const (
	// Whole: everything that is planned.
	Whole Presentation = ""
	// Brief: it is asked no questions beyond those for models and cores.
	Brief Presentation = "brief"
	// Unchecked: the solver is not told to check its own models.
	Unchecked Presentation = "unchecked"
	// Plain: it is asked only for answers, and told nothing that models need.
	Plain Presentation = "plain"
)

// Checks reports whether a solver may be told to check its own models.
func (p Presentation) Checks() bool { return p == Whole || p == Brief }

// AsksFurther reports whether a solver may be asked questions beyond those for models and cores.
func (p Presentation) AsksFurther() bool { return p == Whole }
