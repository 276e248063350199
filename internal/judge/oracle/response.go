package oracle

import "fmt"

// A ResponseVerdict is what exact evaluation says about a response to a further question.
type ResponseVerdict uint8

// The verdicts.
const (
	// ResponseOpen: evaluation does not settle it. The zero value.
	ResponseOpen ResponseVerdict = iota
	// ResponseHolds: wherever it was evaluated, it is right.
	ResponseHolds
	// ResponseFails: it is wrong.
	ResponseFails
	// ResponseUnread: it cannot be read.
	ResponseUnread
)

// String returns the verdict in one word.
func (v ResponseVerdict) String() string {
	switch v {
	case ResponseHolds:
		return "holds"
	case ResponseFails:
		return "fails"
	case ResponseUnread:
		return "unread"
	case ResponseOpen:
	}
	return "open"
}

// A Response is what a solver said to a question other than those for models and cores, or to one part of it, with the verdict on that.
type Response struct {
	Check int
	// Command is the name of the command that asked, such as get-value.
	Command string
	// Class is the class of a response that fails.
	Class   Class
	Verdict ResponseVerdict
	// Summary says in a sentence without the solver's name what is wrong, or why it is open or unread.
	Summary string
	// Detail shows the term, what was said about it, and the values. Model is the assignment under which it fails.
	Detail, Model string
	// Fault is set when the evaluator failed; it is normally nil.
	Fault *Fault
}

// wrongResponses reports responses that evaluation refutes. Those that depend on a model are left out where the model fails: that is a
// separate finding, and the values of a wrong model are undefined.
func (b ballot) wrongResponses(all []Observation, logic string) []Finding {
	var found []Finding
	for _, o := range all {
		for _, r := range o.Responses {
			if r.Check != b.check || r.Verdict != ResponseFails || r.Class.row().ofModel && o.model(r.Check).Verdict == ModelFails {
				continue
			}
			f := o.finding(r.Class, r.Check, r.Command, logic)
			f.Evidence = Evidence{
				Kind: EvidenceModel, Model: r.Model, Detail: r.Detail,
				Summary: fmt.Sprintf("%s answers %s after check-sat %d wrongly: %s", o.Solver, r.Command, r.Check+1, r.Summary),
			}
			found = append(found, f)
		}
	}
	return found
}
