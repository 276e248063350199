package findings

import (
	"fmt"
	"strings"
)

// A Release is what the release did with a formula on which a check fails in a build of it. It is a part of triage.json.
type Release struct {
	// Run is what it did. Its solver is the release.
	Run Run `json:"run"`
	// Shows is the class of what is wrong with that, "" if Assay finds nothing wrong, and Summary says it in words.
	Shows   string `json:"shows,omitempty"`
	Summary string `json:"summary,omitempty"`
	// Suspect says that this is not proven.
	Suspect bool `json:"suspect,omitempty"`
	// Compared are the solvers that gave the same answers to the same file, and Contradicted those that gave the opposite of one. Without any, nothing
	// says whether the answers are right.
	Compared     []string `json:"compared,omitempty"`
	Contradicted []string `json:"contradicted,omitempty"`
}

// release says what the release does, "" if it was not run.
func (r *tracked) release() string {
	n := r.note.Release
	if n == nil {
		return ""
	}
	name := code(n.Run.Solver)
	switch {
	case n.Shows != "":
		does := "does"
		if n.Suspect {
			does = "may do"
		}
		return fmt.Sprintf("The release %s %s something wrong on the same file (%s): %s.", name, does, plainText(n.Shows),
			plainText(strings.TrimSuffix(n.Summary, ".")))
	case len(n.Run.Answers) > 0 && !n.Run.Void:
		text := "The release does not complain: " + answered(&n.Run)
		if len(n.Compared) == 0 && len(n.Contradicted) == 0 {
			return text + ". That answer was not compared with another one."
		}
		for _, c := range n.Compared {
			if c == n.Run.Solver {
				text += ". It answers the same without these options"
			} else {
				text += ". " + code(c) + " answers the same"
			}
		}
		for _, c := range n.Contradicted {
			text += ". " + code(c) + " answers otherwise"
		}
		return text + "."
	case n.Run.Reason != "":
		return fmt.Sprintf("The release %s gives no answer: %s.", name, plainText(n.Run.Reason))
	}
	return fmt.Sprintf("The release %s does not crash.", name)
}
