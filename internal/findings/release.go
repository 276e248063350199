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
	// Compared are the solvers that gave the same answers to the same file. Without any, nothing says whether they are right.
	Compared []string `json:"compared,omitempty"`
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
		return fmt.Sprintf("The release %s does something wrong on the same file (%s): %s.", name, plainText(n.Shows),
			plainText(strings.TrimSuffix(n.Summary, ".")))
	case len(n.Run.Answers) > 0 && !n.Run.Void:
		text := "The release does not complain: " + answered(&n.Run)
		if len(n.Compared) == 0 {
			return text + ". That answer was not compared with another one."
		}
		for _, c := range n.Compared {
			if c == n.Run.Solver {
				text += ". It answers the same without these options"
			} else {
				text += ". " + code(c) + " answers the same"
			}
		}
		return text + "."
	case n.Run.Reason != "":
		return fmt.Sprintf("The release %s gives no answer: %s.", name, plainText(n.Run.Reason))
	}
	return fmt.Sprintf("The release %s does not crash.", name)
}
