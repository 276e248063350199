package conform

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

func (e *examiner) model() Result {
	command := e.profile.Show.Model
	if command == "" {
		return unclaimed("command for models")
	}
	text := script(e.check, e.words.begin(), assert(e.words.holds, ""), checkSat, command)
	r := e.answers(text, query{options: solver.Options{Models: true}, questions: ask(0, question.Model)}, smt.Sat)
	r.Expected = "sat, and a model that holds"
	if r.State != OK {
		return r
	}
	model := e.last.Return(0, question.Model)
	if model == "" {
		r.State, r.Did = Differs, "sat, and no model"
		return r
	}
	formula, err := certify.NewFormula(text, nil)
	if err != nil {
		e.err = fmt.Errorf("conformance check %s: %w", e.check, err)
		return r
	}
	report := formula.Model(model, e.profile.Name, 0)
	r.Did = "sat, and a model that " + report.Verdict.String()
	if report.Verdict != oracle.ModelHolds {
		r.State = Differs
		r.Did = "sat, with a model that does not hold: " + report.Verdict.String() + ", " + report.Summary
	}
	return r
}

func (e *examiner) modelAfterUnsat() Result {
	command := e.profile.Show.Model
	if command == "" {
		return unclaimed("command for models")
	}
	r := e.answers(script(e.check, e.words.begin(), assert(e.words.holds, ""), assert(e.words.against, ""), checkSat, command),
		query{options: solver.Options{Models: true}, questions: ask(0, question.Model)}, smt.Unsat)
	r.Expected = "unsat, which holds whatever it says about the model"
	return r
}

// namedCore is a script with or without a core.
func (e *examiner) namedCore(unsat bool) string {
	commands := []string{"(set-option :produce-unsat-cores true)", e.words.begin(), assert(e.words.holds, "a"), assert(e.words.beside, "b")}
	if unsat {
		commands = append(commands, assert(e.words.against, "c"))
	}
	return script(e.check, append(commands, checkSat, e.profile.Show.Core)...)
}

func (e *examiner) core() Result {
	if e.profile.Show.Core == "" {
		return unclaimed("command for cores")
	}
	const unsat = true
	r := e.answers(e.namedCore(unsat), query{questions: ask(0, question.Core)}, smt.Unsat)
	r.Expected = "unsat, and a core with a and c"
	if r.State != OK {
		return r
	}
	core := e.last.Return(0, question.Core)
	names, ok := certify.CoreNames(core)
	r.Did = "unsat, and " + cutLine(core)
	if !ok || !slices.Contains(names, "a") || !slices.Contains(names, "c") || len(names) > 3 {
		r.State = Differs
	}
	return r
}

func (e *examiner) coreAfterSat() Result {
	if e.profile.Show.Core == "" {
		return unclaimed("command for cores")
	}
	const unsat = false
	r := e.answers(e.namedCore(unsat), query{questions: ask(0, question.Core)}, smt.Sat)
	r.Expected = "sat, which holds whatever it says about the core"
	return r
}

func (e *examiner) assumptions() Result {
	if e.profile.MaxChecks == 1 {
		return unclaimed("second check-sat")
	}
	commands := []string{
		"(set-option :produce-unsat-assumptions true)", "(set-logic " + e.words.logic + ")", "(declare-fun u () Bool)", "(declare-fun v () Bool)",
		"(assert (=> u v))", "(check-sat-assuming (u (not v)))",
	}
	var questions []solver.Question
	if e.profile.Show.Core != "" {
		commands = append(commands, question.Assumptions.Command())
		questions = ask(0, question.Assumptions)
	}
	r := e.answers(script(e.check, append(commands, "(check-sat-assuming (u))")...),
		query{options: solver.Options{Incremental: true}, questions: questions}, smt.Unsat, smt.Sat)
	if questions == nil || r.State != OK {
		return r
	}
	r.Expected += ", and the assumptions u and (not v)"
	said := e.last.Return(0, question.Assumptions)
	r.Did += ", and " + cutLine(said)
	if !strings.Contains(said, "u") || !strings.Contains(said, "(not v)") {
		r.State = Differs
	}
	return r
}

func (e *examiner) statistics() Result {
	r := e.answers(script(e.check, e.words.begin(), assert(e.words.holds, ""), checkSat, "(get-info :all-statistics)"),
		query{questions: ask(0, question.Statistics)}, smt.Sat)
	r.Expected = "sat, and statistics"
	switch n := len(e.last.Return(0, question.Statistics)); {
	case r.State == Differs && e.last.Refused(), r.State == OK && n == 0:
		r.State = Lacks
	case r.State == OK:
		r.Did += fmt.Sprintf(", and %d bytes of statistics", n)
	}
	return r
}

// cutLine is the beginning of a text, in one line.
func cutLine(text string) string {
	const limit = 60
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return "nothing"
	}
	if len(text) > limit {
		text = strings.ToValidUTF8(text[:limit], "") + "..."
	}
	return text
}
