package solver

// A Presentation says what a solver is asked for and told beyond what a script needs. Asking for a model changes what it does:
// some steps are left out then, and some options exclude it.
type Presentation string

// The presentations.
const (
	// Whole: all that is planned.
	Whole Presentation = ""
	// Unchecked: it is not told to check its own models.
	Unchecked Presentation = "unchecked"
	// Plain: it is asked for answers alone, and told nothing that models need.
	Plain Presentation = "plain"
)
