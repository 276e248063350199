package findings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt"
)

// answered says what a run answers, and to which command: "`z3@5.4.1` answers `sat` to `z3 bug.smt2`".
func answered(run *Run) string {
	text := code(run.Family+"@"+run.Version) + " answers "
	for _, a := range run.Answers {
		text += code(a) + " "
	}
	text += "to " + code(typed(run))
	if run.File != BugFile {
		text += ", the same formula in its own spelling"
	}
	return text
}

// votes reports whether a run is one of another program, on the script of the report, whose answers can be told.
func (r *tracked) votes(run *Run) bool {
	return r.Session == nil && run.Solver != r.Solver && !run.Void && run.Mode == "" && len(run.Answers) > 0 && run.Family != "" && run.Version != ""
}

// opposite is the run of the solver that contradicts, where a sentence at the beginning says so; nil for none.
func (r *tracked) opposite() *Run {
	if r.Other == "" || !r.Class.AgainstBaseline() && !(r.Suspect && r.Class.WrongAnswer().Decides()) {
		return nil
	}
	i := slices.IndexFunc(r.Finding.Runs, func(run Run) bool { return run.Solver == r.Other && r.votes(&run) })
	if i < 0 {
		return nil
	}
	return &r.Finding.Runs[i]
}

// saysAt reports whether a run answers something to the check-sat that the finding is about.
func (r *tracked) saysAt(run *Run, answer string) bool {
	at := max(0, r.Check)
	return at < len(run.Answers) && run.Answers[at] == answer
}

// refuting are the runs of other programs that say unsat, apart from the opposite one: evidence that a sat is wrong.
func (r *tracked) refuting() (out []*Run) {
	opposite := r.opposite()
	for i := range r.Finding.Runs {
		if run := &r.Finding.Runs[i]; r.Class.WrongAnswer() == smt.Sat && run != opposite && r.votes(run) && r.saysAt(run, "unsat") {
			out = append(out, run)
		}
	}
	return out
}

// refuted says who says unsat.
func (r *tracked) refuted() string {
	var all []string
	for _, run := range r.refuting() {
		if text := answered(run) + "."; !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return strings.Join(all, " ")
}

// contrary are the other programs that were run on the same file, with what they answer, as far as no sentence has said it.
func (r *tracked) contrary() string {
	if r.Class.Crash() {
		return ""
	}
	var b strings.Builder
	opposite, said := r.opposite(), r.refuting()
	for i := range r.Finding.Runs {
		run := &r.Finding.Runs[i]
		if r.votes(run) && run.File == BugFile && run != opposite && !slices.Contains(said, run) {
			fmt.Fprintf(&b, "- %s\n", answered(run))
		}
	}
	return b.String()
}
