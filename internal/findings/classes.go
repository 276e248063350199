package findings

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A row is what reports say about the findings of one class. Texts are Markdown.
type row struct {
	// kind begins titles. crash: the process fails, and nothing that it answers is wrong.
	kind  string
	crash bool
	// says is what is true and what the solver says, in a sentence; expected is what it should have said.
	says, expected func(*tracked) string
	// why are the pieces of evidence, in the order in which a reader follows them.
	why func(*tracked) []string
}

// row is that of the finding's class.
func (r *tracked) row() row {
	w, ok := rows[r.Class]
	if !ok {
		w = row{says: (*tracked).summary, expected: fixed("No such thing."), why: (*tracked).detailed}
	}
	return w
}

// rows has one row for each class.
var rows = map[oracle.Class]row{
	oracle.RefutationSoundness: {
		kind: "Wrong unsat", says: wrongAnswer("true", "satisfiable"), expected: fixed("`sat`."),
		why: func(r *tracked) []string {
			return append(append(r.witness("A model:"), r.values()), r.replacement())
		},
	},
	oracle.SolutionSoundness: {
		kind: "Wrong sat", says: wrongAnswer("false", "unsatisfiable"), expected: fixed("`unsat`."),
		why: func(r *tracked) []string {
			return append(append(r.witness("The model that it gives:"), r.values()), r.replacement(), r.refuted(), r.certificate(), r.excuse())
		},
	},
	oracle.InvalidModel: {
		kind: "Invalid model", expected: fixed("A model that satisfies all assertions."),
		says: func(r *tracked) string {
			return plainText(r.Family) + " answers `sat` with a model under which the formula is false."
		},
		why: func(r *tracked) []string {
			return append(append(r.witness("The model, with a line for each symbol:"), r.values()), r.replacement(), r.excuse())
		},
	},
	oracle.CrashClass: {
		kind: "Crash", crash: true, expected: fixed("An answer, or an error message."),
		says: func(r *tracked) string {
			return fmt.Sprintf("%s crashes: %s.", plainText(r.Family), plainText(r.crash()))
		},
		why: func(r *tracked) []string { return []string{r.stack()} },
	},
	oracle.InvalidCore: returned("Wrong unsat core", "A core that is unsatisfiable.", "A model of the core:"),
	oracle.InvalidValue: returned("Wrong value", "The value that the term has under the model that is printed.",
		"The model that is printed:"),
	oracle.InvalidSimplification: returned("Wrong simplification", "A term that is equal under all interpretations.", whereWrong),
	oracle.InvalidGoals:          returned("Wrong goals of a tactic", "Goals that are true exactly where the assertions are.", whereWrong),
	oracle.InvalidObjective:      returned("Wrong optimum", "The best value that the objective has, with a model of that value.", "A model:"),
	oracle.InvalidInterpolant: returned("Wrong interpolant",
		"A formula that the assertions imply, that implies the goal, and that has no symbols but theirs.", whereWrong),
	oracle.InvalidAbduct: returned("Wrong abduct", "A formula that implies the goal together with the assertions.", whereWrong),
	oracle.InvalidSelfCheck: {
		kind: "Right model rejected", expected: fixed("No complaint about a model that satisfies all assertions."),
		says: func(r *tracked) string {
			return fmt.Sprintf("%s complains about its own model, and the model makes the formula true.", plainText(r.Family))
		},
		why: func(r *tracked) []string {
			return append(append(r.witness("The model:"), r.values()), r.replacement())
		},
	},
	oracle.IncompletenessRegression: {
		kind: "Unknown where a former version decides", says: (*tracked).regressed,
		expected: func(r *tracked) string { return code(cmp.Or(r.Evidence.Expected, "an answer")) + "." },
		why:      func(r *tracked) []string { return []string{r.inLogic(), r.reason()} },
	},
	oracle.IncompletenessImplication: {
		kind: "Unknown one step after what it decides", expected: func(r *tracked) string { return code(cmp.Or(r.Evidence.Expected, "an answer")) + "." },
		says: func(r *tracked) string {
			return fmt.Sprintf("%s decides %s, and answers `unknown` to %s, which one step makes of it.", plainText(r.Family), code(BaseFile), code(BugFile))
		},
		why: func(r *tracked) []string { return []string{r.inLogic(), r.reason()} },
	},
	oracle.Harness: {kind: "A fault of Assay", says: (*tracked).summary, expected: fixed("No contradiction."), why: (*tracked).detailed},
}

const whereWrong = "An interpretation under which it is wrong:"

// returned is the row of a class about what a solver returns besides answers.
func returned(kind, expected, model string) row {
	return row{
		kind: kind, says: (*tracked).summary, expected: fixed(expected),
		why: func(r *tracked) []string { return append([]string{r.detail()}, r.witness(model)...) },
	}
}

func fixed(text string) func(*tracked) string { return func(*tracked) string { return text } }

// wrongAnswer says what a formula is, with its value when it is ground, and what the solver answers.
func wrongAnswer(value, status string) func(*tracked) string {
	return func(r *tracked) string {
		answer := code(cmp.Or(r.Evidence.Observed, map[string]string{"true": "unsat", "false": "sat"}[value]))
		where := ""
		if r.Checks > 1 && r.Check >= 0 {
			where = fmt.Sprintf(" at check-sat %d", r.Check+1)
		}
		switch {
		case r.Suspect:
			other := ""
			if o := r.opposite(); o != nil {
				other = ", and " + answered(o)
			} else if r.Other != "" {
				other = fmt.Sprintf(", %s answers %s", plainText(r.named(r.Other)), code(cmp.Or(r.Evidence.Expected, "the contrary")))
			}
			return fmt.Sprintf("%s answers %s%s%s.", plainText(r.Family), answer, where, other)
		case r.Reduction.Ground:
			return fmt.Sprintf("The formula is ground and %s; %s answers %s%s.", value, plainText(r.Family), answer, where)
		}
		return fmt.Sprintf("The formula is %s; %s answers %s%s.", status, plainText(r.Family), answer, where)
	}
}

// summary is the oracle's own sentence.
func (r *tracked) summary() string { return plainText(sentence(r.named(r.Evidence.Summary))) + "." }

// named puts names in the places of the solvers' specifications, which may be paths of this machine.
func (r *tracked) named(text string) string {
	names := []string{r.Solver, r.Family}
	for _, run := range r.Finding.Runs {
		if run.Solver != r.Solver && run.Solver != "" && run.Family != "" {
			names = append(names, run.Solver, strings.TrimSuffix(run.Family+"@"+run.Version, "@")+r.setting(&run))
		}
	}
	if names[0] == "" || names[1] == "" {
		return text
	}
	return strings.NewReplacer(names...).Replace(text)
}

// setting says how a run of the blamed program differs from the one that shows the finding, "" for another program.
func (r *tracked) setting(run *Run) string {
	if run.Family != r.Family || run.Version != r.Version {
		return ""
	}
	var words []string
	for _, o := range run.Configuration {
		words = append(words, o.Name+"="+o.Value)
	}
	if len(words) == 0 {
		return " in its default configuration"
	}
	return " with " + strings.Join(words, " ")
}

func (r *tracked) detailed() []string { return []string{r.detail()} }

// certificate says what shows that a formula is unsatisfiable, where that is no vote.
func (r *tracked) certificate() string {
	if r.Reduction.Ground || len(r.Reduction.By) > 0 || r.Reduction.Words == "" {
		return ""
	}
	return "What shows it: " + plainText(sentence(r.named(r.Reduction.Words))) + "."
}

// regressed says which version decides and which does not.
func (r *tracked) regressed() string {
	if o := r.opposite(); o != nil {
		return fmt.Sprintf("%s answers `unknown`, and %s.", code(r.Family+"@"+r.Version), answered(o))
	}
	return fmt.Sprintf("%s answers `unknown`, and %s answers %s.", code(r.Family+"@"+r.Version), plainText(r.named(r.Other)), code(cmp.Or(r.Evidence.Expected, "sat or unsat")))
}

// inLogic names the logic of an unknown.
func (r *tracked) inLogic() string {
	if r.Logic == "" {
		return ""
	}
	return "Logic: " + plainText(r.Logic) + "."
}

// reason is the reason that the solver gives for an unknown.
func (r *tracked) reason() string {
	if step := r.Base; r.Evidence.Reason == "" || step != nil && strings.HasPrefix(r.Evidence.Reason, strings.SplitN(step.Step, " ", 2)[0]+" ") {
		return "" // none, or the step instead of it
	}
	return "The reason that it gives: " + plainText(sentence(r.named(r.Evidence.Reason))) + "."
}
