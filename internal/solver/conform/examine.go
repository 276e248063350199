package conform

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

// Limits for checks. A check is not a test of speed: what ought to end at once gets easyTime.
const (
	easyTime = 20 * time.Second
	// mostMemory is how much memory all processes of a solver together may use; the checks need far less.
	mostMemory = 4 << 30
)

// An examiner makes the checks of one target. Those of its methods that are checks return the state, what is expected and what the
// solver did.
type examiner struct {
	ctx     context.Context
	target  solver.Target
	profile *solver.Profile
	scratch *disk.Scratch
	words   vocabulary

	check string     // the one under way
	last  solver.Run // of the check under way
	text  string     // what it read
	err   error      // the harness failed
}

// Examine makes all checks of a target, with files in scratch; each is passed to watch when it is done, unless watch is nil. It takes
// about ten seconds with a quick solver. Errors are *solver.UnusableError, *disk.OutputError and what ctx ended with; whatever the
// solver does is in the report.
func Examine(ctx context.Context, target solver.Target, scratch *disk.Scratch, watch func(Result)) (Report, error) {
	e := &examiner{ctx: ctx, target: target, profile: target.Profile(), scratch: scratch, words: fitting(target.Profile())[0]}
	report := Report{Solver: target.String(), Version: target.Version(), Profile: e.profile.Name, Path: target.Path()}
	for _, c := range Checks() {
		e.check, e.last, e.text = c.ID, solver.Run{}, ""
		r := c.run(e)
		if e.err != nil {
			return report, e.err
		}
		r.Check, r.Needed = c.ID, c.Needed
		r.Command, r.Seconds = e.last.Command, e.last.Wall.Seconds()
		if r.State == Differs {
			r.Script = e.text
		}
		report.Results = append(report.Results, r)
		if watch != nil {
			watch(r)
		}
	}
	return report, nil
}

// query is what a run needs in addition to a text.
type query struct {
	checks    int
	options   solver.Options
	limits    solver.Limits
	questions []solver.Question
	launcher  []string
}

// run runs the target on a script.
func (e *examiner) run(text string, q query) solver.Run { return e.runTarget(e.target, text, q) }

func (e *examiner) runTarget(target solver.Target, text string, q query) solver.Run {
	if e.err != nil {
		return solver.Run{}
	}
	const name = "check.smt2"
	if _, err := e.scratch.Write(name, []byte(text)); err != nil {
		e.err = err
		return solver.Run{}
	}
	if q.limits.Time == 0 {
		q.limits.Time = easyTime
	}
	q.limits.Memory, q.limits.Output = mostMemory, sandbox.DefaultMaxOutput
	e.text = text
	e.last, e.err = target.Run(e.ctx, solver.Query{
		File: e.scratch.Path(name), Checks: q.checks, Limits: q.limits, Options: q.options, Questions: q.questions, Launcher: q.launcher,
		Dir: e.scratch.Path("."),
	})
	if e.err == nil && e.ctx.Err() != nil {
		e.err = context.Cause(e.ctx)
	}
	return e.last
}

// told describes the result of the last run in a few words, without the folder in which it took place.
func (e *examiner) told() string {
	return strings.ReplaceAll(told(e.last), e.scratch.Path("")+"/", "")
}

func told(r solver.Run) string {
	if r.Reason != "" {
		return r.Reason
	}
	return listed(r.Answers)
}

func listed(answers []smt.Status) string {
	var words []string
	for _, a := range answers {
		words = append(words, a.String())
	}
	return strings.Join(words, ", ")
}

// answers compares the answers to a script. A solver that refuses the script with a message that the profile knows lacks the
// feature, and so does one that does not know the answer.
func (e *examiner) answers(text string, q query, want ...smt.Status) Result {
	q.checks = len(want)
	run := e.run(text, q)
	r := Result{State: OK, Expected: listed(want), Did: e.told()}
	switch {
	case !run.Void && slices.Equal(run.Answers, want):
	case run.Unsupported && run.Crash == nil && run.Limit == solver.LimitNone, !run.Void && undecided(run.Answers, want):
		r.State = Lacks
	default:
		r.State = Differs
	}
	return r
}

// undecided reports whether answers are the expected ones except for some that are unknown.
func undecided(answers, want []smt.Status) bool {
	return slices.EqualFunc(answers, want, func(a, w smt.Status) bool { return a == w || a == smt.Unknown })
}

// unclaimed is the result of a check of something about which the profile says nothing.
func unclaimed(what string) Result {
	return Result{State: Unclaimed, Expected: "nothing: the profile has no " + what, Did: "not asked"}
}

func ask(check int, kind question.Kind) []solver.Question {
	return []solver.Question{{Check: check, Kind: kind}}
}

func (e *examiner) version() Result {
	r := Result{State: OK, Expected: "a version", Did: e.target.Version()}
	if r.Did == "" {
		r.State, r.Did = Differs, "no version that the profile's pattern finds"
	}
	return r
}

func (e *examiner) sat() Result {
	if p := e.profile.Probe; p.Own && p.Script != "" {
		want, err := smt.ParseStatus(p.Answer)
		if err != nil {
			return Result{State: Differs, Expected: p.Answer, Did: "the profile's probe has no such answer"}
		}
		return e.answers(p.Script, query{}, want)
	}
	return e.answers(script(e.check, e.words.begin(), assert(e.words.holds, ""), checkSat), query{}, smt.Sat)
}

func (e *examiner) unsat() Result {
	if p := e.profile.Probe; p.Own && p.Unsat != "" {
		return e.answers(p.Unsat, query{}, smt.Unsat)
	}
	return e.answers(script(e.check, e.words.begin(), assert(e.words.holds, ""), assert(e.words.against, ""), checkSat), query{}, smt.Unsat)
}

func (e *examiner) several() Result {
	if e.profile.MaxChecks == 1 {
		return unclaimed("second check-sat")
	}
	return e.answers(script(e.check, e.words.begin(), assert(e.words.holds, ""), checkSat, assert(e.words.against, ""), checkSat),
		query{options: solver.Options{Incremental: true}}, smt.Sat, smt.Unsat)
}

func (e *examiner) pushPop() Result {
	if e.profile.MaxChecks == 1 {
		return unclaimed("second check-sat")
	}
	return e.answers(script(e.check, e.words.begin(), assert(e.words.holds, ""), "(push 1)", assert(e.words.against, ""), checkSat, "(pop 1)", checkSat),
		query{options: solver.Options{Incremental: true}}, smt.Unsat, smt.Sat)
}

func (e *examiner) selfCheck() Result {
	if len(e.profile.Call.SelfCheck) == 0 {
		return unclaimed("option for it")
	}
	return e.answers(script(e.check, e.words.begin(), assert(e.words.holds, ""), checkSat),
		query{options: solver.Options{SelfCheck: true}}, smt.Sat)
}

func (e *examiner) strings() Result {
	const logic = "QF_SLIA"
	if !e.profile.Reads(logic) {
		return unclaimed("logic " + logic)
	}
	return e.foreign(script(e.check, "(set-logic "+logic+")", "(declare-fun s () String)", `(assert (= (str.indexof s "b" 0) 1))`, "(assert (= (str.len s) 2))", checkSat),
		solver.Options{Strings: true})
}

func (e *examiner) floats() Result {
	const logic = "QF_FP"
	if !e.profile.Reads(logic) {
		return unclaimed("logic " + logic)
	}
	return e.foreign(script(e.check, "(set-logic "+logic+")", "(declare-fun f () (_ FloatingPoint 5 11))", "(declare-fun g () (_ FloatingPoint 4 4))",
		"(assert (and (fp.isNaN f) (fp.isZero (fp.add RNE g g))))", checkSat), solver.Options{Floats: true})
}

// foreign is a script of a theory that a profile without a list of logics does not explicitly claim.
func (e *examiner) foreign(text string, o solver.Options) Result {
	r := e.answers(text, query{options: o}, smt.Sat)
	if r.State == Differs && e.last.Refused() {
		r.State = Lacks
	}
	return r
}

func (e *examiner) reset() Result {
	if e.profile.MaxChecks == 1 {
		return unclaimed("second check-sat")
	}
	r := e.answers(script(e.check, e.words.begin(), assert(e.words.holds, ""), assert(e.words.against, ""), checkSat, "(reset-assertions)", checkSat, "(reset)",
		e.words.begin(), assert(e.words.holds, ""), checkSat), query{options: solver.Options{Incremental: true}}, smt.Unsat, smt.Sat, smt.Sat)
	if r.State == Differs && e.last.Refused() {
		r.State = Lacks
	}
	return r
}

// void compares a run whose answers must not be believed.
func (e *examiner) void(text string, expected string) Result {
	run := e.run(text, query{checks: 1})
	r := Result{State: OK, Expected: expected, Did: e.told()}
	if !run.Refused() {
		r.State = Differs
		if run.Reason == "" {
			r.Did += ", as if nothing were wrong"
		}
	}
	return r
}

func (e *examiner) midError() Result {
	return e.void(script(e.check, e.words.begin(), assert(e.words.holds, ""), assert(e.words.undeclared, ""), checkSat), "an error that makes the answer void")
}

func (e *examiner) command() Result {
	return e.void(script(e.check, e.words.begin(), assert(e.words.holds, ""), "(no-such-command x)", checkSat), "an error that makes the answer void")
}

// logic: some solvers refuse the script, some continue with all theories that they have.
func (e *examiner) logic() Result {
	run := e.run(script(e.check, "(set-logic QF_NO_SUCH_LOGIC)", e.words.declares, assert(e.words.holds, ""), checkSat), query{checks: 1})
	r := Result{State: OK, Expected: "an error, or sat", Did: e.told()}
	if !run.Refused() && !slices.Equal(run.Answers, []smt.Status{smt.Sat}) {
		r.State = Differs
	}
	return r
}

func (e *examiner) option() Result {
	target := e.target.With(solver.Configure(append(e.target.Config.Words(), "--no-such-option-of-assay")...))
	run := e.runTarget(target, script(e.check, e.words.begin(), assert(e.words.holds, ""), checkSat), query{checks: 1})
	r := Result{State: OK, Expected: "options not accepted", Did: e.told()}
	if !run.BadOptions {
		r.State = Differs
	}
	return r
}
