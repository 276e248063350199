package findings

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/question"
)

// A row is what people read about the findings of one class. Texts are Markdown. What the judge knows about a class is in a table of
// package oracle.
type row struct {
	class oracle.Class
	// severity is how bad it is, in two or three words; kind is the wider word that reports and tables have for it. The order of the rows is
	// that of severities; classes with the same words are equally bad.
	severity, kind string
	// title begins titles. means is one sentence about all findings of the class, without markup.
	title, means string
	// need is what a finding needs for being of the class, "" for nothing.
	need Need
	// says is what is true and what the solver says, in a sentence; expected is what it should have said.
	says, expected func(*tracked) string
	// why are the pieces of evidence, in the order in which a reader follows them.
	why func(*tracked) []string
}

// rowOf returns the row of a class, that of no class where it has none.
func rowOf(class oracle.Class) *row {
	var none *row
	for i := range rows {
		switch rows[i].class {
		case class:
			return &rows[i]
		case "":
			none = &rows[i]
		}
	}
	return none
}

// Meaning is one plain sentence that is true of all findings of a class, "" for a class that is not known.
func Meaning(class oracle.Class) string { return rowOf(class).means }

// row is that of the finding's class.
func (r *tracked) row() *row { return rowOf(r.Class) }

// rows has one row for each class, the worst for a user of the solver first, and one for classes that are not known.
var rows = []row{
	{
		class: oracle.RefutationSoundness, severity: "wrong unsat", kind: "wrong answer", title: "Wrong unsat",
		means: "The solver says unsat, and the formula is satisfiable.",
		says:  wrongAnswer("true", "satisfiable"), expected: answer("`sat`"),
		why: func(r *tracked) []string {
			return append(append(r.witness("A model:"), r.values()), r.replacement())
		},
	},
	{
		class: oracle.SolutionSoundness, severity: "wrong sat", kind: "wrong answer", title: "Wrong sat",
		means: "The solver says sat, and the formula is unsatisfiable.",
		says:  wrongAnswer("false", "unsatisfiable"), expected: answer("`unsat`"),
		why: func(r *tracked) []string {
			return append(append(r.witness("The model that it gives:"), r.values()), r.replacement(), r.refuted(), r.certificate(), r.excuse())
		},
	},
	{
		class: oracle.InvalidModel, severity: "wrong model", kind: "wrong model", title: "Invalid model",
		means: "The solver says sat, and its model makes the formula false.",
		says: func(r *tracked) string {
			return plainText(r.Family) + " answers `sat` with a model under which the formula is false."
		},
		expected: fixed("A model that satisfies all assertions."),
		why: func(r *tracked) []string {
			return append(append(r.witness("The model, with a line for each symbol:"), r.values()), r.replacement(), r.excuse())
		},
	},
	{
		class: oracle.InvalidCore, severity: "wrong core", kind: "wrong core", title: "Wrong unsat core", need: needFor(question.Core),
		means: "The unsat core that the solver gives is satisfiable.",
		says:  (*tracked).summary, expected: fixed("A core that is unsatisfiable."), why: returned("A model of the core:"),
	},
	{
		class: oracle.InvalidObjective, severity: "wrong objective", kind: "wrong objective", title: "Wrong optimum",
		means: "The value that the solver gives for an optimum is not the one under its model, or is not the best.",
		says:  (*tracked).summary, expected: fixed("The best value that the objective has, with a model of that value; or, where no value is the best, the bound or that there is none."), why: returned("A model:"),
	},
	{
		class: oracle.InvalidValue, severity: "wrong value", kind: "wrong value", title: "Wrong value",
		means: "The value that the solver gives for a term is not its value under the model that the solver prints.",
		says:  (*tracked).summary, expected: fixed("The value that the term has under the model that is printed."), why: returned("The model that is printed:"),
	},
	{
		class: oracle.InvalidSimplification, severity: "wrong simplification", kind: "wrong simplification", title: "Wrong simplification",
		means: "The term that the solver gives as equal to another is not equal.",
		says:  (*tracked).summary, expected: fixed("A term that is equal under all interpretations."), why: returned(whereWrong),
	},
	{
		class: oracle.InvalidGoals, severity: "wrong goals", kind: "wrong goals", title: "Wrong goals of a tactic",
		means: "The goals that a tactic makes of the assertions have other models.",
		says:  (*tracked).summary, expected: fixed("Goals that are true exactly where the assertions are."), why: returned(whereWrong),
	},
	{
		class: oracle.InvalidInterpolant, severity: "wrong interpolant", kind: "wrong interpolant", title: "Wrong interpolant", need: needFor(question.Interpolant),
		means: "The interpolant that the solver gives is none.",
		says:  (*tracked).summary, why: returned(whereWrong),
		expected: fixed("A formula that the assertions imply, that implies the goal, and that has no symbols but theirs."),
	},
	{
		class: oracle.InvalidAbduct, severity: "wrong abduct", kind: "wrong abduct", title: "Wrong abduct", need: needFor(question.Abduct),
		means: "The abduct that the solver gives is none.",
		says:  (*tracked).summary, expected: fixed("A formula that implies the goal together with the assertions."), why: returned(whereWrong),
	},
	{
		class: oracle.InvalidInference, severity: "wrong inference", kind: "wrong inference", title: "Wrong inference",
		means: "A statement that the solver makes while it solves, or a step of its proof, is false, whatever it answers.",
		says:  (*tracked).inference, expected: fixed("Statements that are true wherever they have to be."),
		why: func(r *tracked) []string {
			return append(append([]string{r.falsified(r.Evidence.Statement)}, r.witness("The interpretation:")...), r.converted())
		},
	},
	{
		class: oracle.CrashClass, severity: "crash", kind: "crash", title: "Crash",
		means: "The solver ends by a signal, or reports an internal error or a failed assertion.",
		says: func(r *tracked) string {
			return fmt.Sprintf("%s crashes: %s.", plainText(r.Family), plainText(r.crash()))
		},
		expected: fixed("An answer, or an error message."), why: func(r *tracked) []string { return []string{r.stack()} },
	},
	{
		class: oracle.SanitizerClass, severity: "sanitizer report", kind: "sanitizer report", title: "Sanitizer report",
		means: "A sanitizer reports an error, in a build that has it.",
		says: func(r *tracked) string {
			return fmt.Sprintf("%s, compiled with a sanitizer, has an error: %s.", plainText(r.Family), plainText(r.crash()))
		},
		expected: fixed("No report."), why: func(r *tracked) []string { return []string{r.stack(), r.release()} },
	},
	{
		class: oracle.AssertionClass, severity: "assertion", kind: "assertion", title: "Assertion fails",
		means: "An assertion fails in a build that checks them.",
		says: func(r *tracked) string {
			return fmt.Sprintf("An assertion of %s fails in a build that checks them: %s.", plainText(r.Family), plainText(r.crash()))
		},
		expected: fixed("The assertion holds."), why: func(r *tracked) []string { return []string{r.stack(), r.release()} },
	},
	{
		class: oracle.InvalidSelfCheck, severity: "false alarm", kind: "false alarm", title: "Right model rejected", need: NeedsCheckMode,
		means: "The solver rejects a model of its own that makes the formula true.",
		says: func(r *tracked) string {
			return fmt.Sprintf("%s complains about its own model, and the model makes the formula true.", plainText(r.Family))
		},
		expected: fixed("No complaint about a model that satisfies all assertions."),
		why: func(r *tracked) []string {
			return append(append(r.witness("The model:"), r.values()), r.replacement())
		},
	},
	{
		class: oracle.ObjectionClass, severity: "objection", kind: "objection", title: "Objection of a check",
		means: "A check of the user's objects to what the solver did.",
		says:  (*tracked).summary, expected: fixed("Nothing that the check objects to."),
		why: func(r *tracked) []string { return []string{r.onWord(), r.detail()} },
	},
	{
		class: oracle.IncompletenessRegression, severity: "lost answer", kind: "lost answer", title: "Unknown where a former version decides",
		means: "The solver answers unknown where its baseline decides.",
		says:  (*tracked).regressed, expected: (*tracked).decided, why: (*tracked).unknown,
	},
	{
		class: oracle.IncompletenessImplication, severity: "lost answer", kind: "lost answer", title: "Unknown one step after what it decides",
		means: "The solver answers unknown one implication after a formula that it decides.",
		says: func(r *tracked) string {
			return fmt.Sprintf("%s decides %s, and answers `unknown` to %s, which one step makes of it.", plainText(r.Family), code(BaseFile), code(BugFile))
		},
		expected: (*tracked).decided, why: (*tracked).unknown,
	},
	{
		class: oracle.Performance, severity: "slower", kind: "slower", title: "Slower",
		means: "The solver takes more than a multiple of the CPU time of its baseline for the same answer.",
		says:  (*tracked).slower, expected: (*tracked).asFast, why: (*tracked).costs,
	},
	{severity: "unrated", kind: "unrated", says: (*tracked).summary, expected: fixed("No such thing."), why: (*tracked).detailed},
	{
		class: oracle.Harness, severity: "fault of Assay", kind: "fault of Assay", title: "A fault of Assay",
		means: "Assay or its input is at fault.",
		says:  (*tracked).summary, expected: fixed("No contradiction."), why: (*tracked).detailed,
	},
}

const whereWrong = "An interpretation under which it is wrong:"

// returned is the evidence against what a solver returned besides answers: what was compared, and the model that words announce.
func returned(words string) func(*tracked) []string {
	return func(r *tracked) []string { return append([]string{r.detail()}, r.witness(words)...) }
}

// answer is the right answer, where it is known which side of a disagreement is wrong.
func answer(right string) func(*tracked) string {
	return func(r *tracked) string {
		if r.Suspect {
			return right + ", if this answer is the wrong one."
		}
		return right + "."
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

// onWord names the program on whose word a finding rests.
func (r *tracked) onWord() string {
	return "This rests on the word of " + code(r.Evidence.By) + " alone: Assay asked it again, and does not know whether it is right."
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

// decided is the answer that is lost.
func (r *tracked) decided() string { return code(cmp.Or(r.Evidence.Expected, "an answer")) + "." }

// unknown is what is known about an unknown.
func (r *tracked) unknown() []string { return []string{r.inLogic(), r.reason()} }

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
