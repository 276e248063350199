package oracle

import "github.com/assay-smt/assay/smt"

// ModelVerdict is what exact evaluation says about the model for a sat.
type ModelVerdict uint8

// The verdicts. NoModel is the zero value: none was asked for or printed.
const (
	NoModel ModelVerdict = iota
	// ModelHolds: every assertion is true. The formula is satisfiable, whatever solvers say.
	ModelHolds
	// ModelFails: an assertion is false.
	ModelFails
	// ModelOpen: the model does not settle it, or the evaluator cannot compute it.
	ModelOpen
	// ModelUnreadable: the text is not a model of the script.
	ModelUnreadable
	// ModelRefused: the solver was asked for a model and gave none.
	ModelRefused
	// ModelTooLarge: like ModelOpen, because reading or evaluating it takes more than its budgets of work, memory and time.
	ModelTooLarge
)

// String returns the verdict in one word.
func (v ModelVerdict) String() string {
	switch v {
	case ModelHolds:
		return "holds"
	case ModelFails:
		return "fails"
	case ModelOpen:
		return "open"
	case ModelUnreadable:
		return "unreadable"
	case ModelRefused:
		return "refused"
	case ModelTooLarge:
		return "too-large"
	case NoModel:
	}
	return "none"
}

// A ModelReport is the verdict on one model with its reason.
type ModelReport struct {
	Verdict ModelVerdict
	// Summary says in one sentence which assertion is false and why, or what is open. Where the model holds it
	// says what had to be assumed, if anything.
	Summary string
	// Detail are further lines: values of the constants involved.
	Detail string
	// Text is the model in canonical form, empty when it could not be read.
	Text string
	// Agreed are the solvers, of at least two codebases, that say that a core is satisfiable, where no model decides it.
	Agreed []string
	// Whole says of a model for a core that it makes every assertion of the check true, not only those of the core.
	Whole bool
	// Fault is set when the evaluator failed, so that the verdict says nothing; it is normally nil.
	Fault *Fault
}

// decided returns what a report on a formula without a solver's model says about its satisfiability, see Case.Evaluated.
func (r ModelReport) decided() smt.Status {
	switch r.Verdict {
	case ModelHolds:
		return smt.Sat
	case ModelFails:
		return smt.Unsat
	default:
		return smt.Unknown
	}
}

// Contradicts reports whether a report on a formula without a solver's model shows that an answer is wrong.
func (r ModelReport) Contradicts(a smt.Status) bool {
	d := r.decided()
	return d.Decides() && a.Decides() && d != a
}

// model returns the report on the model for an answer.
func (o Observation) model(check int) ModelReport {
	if check < len(o.Models) {
		return o.Models[check]
	}
	return ModelReport{}
}
