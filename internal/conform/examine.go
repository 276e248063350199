package conform

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/certify"
	"github.com/assay-smt/assay/internal/disk"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/sandbox"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// Times of checks. A check is no test of speed: what ought to end at once has easyTime.
const (
	easyTime = 20 * time.Second
	// ownLimit is the limit of time that solvers are given for a check-sat, ourLimit the one after which they are ended.
	ownLimit = time.Second
	ourLimit = 1500 * time.Millisecond
	// ownMemory is the limit of memory that solvers are given.
	ownMemory = 32 << 20
)

// An examiner makes the checks of one target. Its methods that are checks return the state, what is expected and what was done.
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
// about ten seconds of a quick solver. Errors are *solver.UnusableError, *disk.OutputError and what ctx ended with; whatever the
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

// query is what is run beyond a text.
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
	q.limits.Output = sandbox.DefaultMaxOutput
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

// told puts what the last run came to into a few words, without the folder in which it was.
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

// answers compares the answers of a script. A solver that refuses the script in words that the profile knows lacks it, and so does
// one that does not know the answer.
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

// undecided reports whether answers are the wanted ones but for some that are unknown.
func undecided(answers, want []smt.Status) bool {
	return slices.EqualFunc(answers, want, func(a, w smt.Status) bool { return a == w || a == smt.Unknown })
}

// unclaimed is the result of a check of something that the profile says nothing about.
func unclaimed(what string) Result {
	return Result{State: Unclaimed, Expected: "nothing: the profile has no " + what, Did: "not asked"}
}

func ask(check int, kind solver.ReturnKind) []solver.Question {
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

func (e *examiner) model() Result {
	command := e.profile.Show.Model
	if command == "" {
		return unclaimed("command for models")
	}
	text := script(e.check, e.words.begin(), assert(e.words.holds, ""), checkSat, command)
	r := e.answers(text, query{options: solver.Options{Models: true}, questions: ask(0, solver.Model)}, smt.Sat)
	r.Expected = "sat, and a model that holds"
	if r.State != OK {
		return r
	}
	model := e.last.Return(0, solver.Model)
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
		r.Did = "sat, and a model that is no good: " + report.Verdict.String() + ", " + report.Summary
	}
	return r
}

func (e *examiner) modelBehindUnsat() Result {
	command := e.profile.Show.Model
	if command == "" {
		return unclaimed("command for models")
	}
	r := e.answers(script(e.check, e.words.begin(), assert(e.words.holds, ""), assert(e.words.against, ""), checkSat, command),
		query{options: solver.Options{Models: true}, questions: ask(0, solver.Model)}, smt.Unsat)
	r.Expected = "unsat, which holds whatever it says about the model"
	return r
}

// namedCore is a script with a core, or with none.
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
	r := e.answers(e.namedCore(unsat), query{questions: ask(0, solver.Core)}, smt.Unsat)
	r.Expected = "unsat, and a core with a and c"
	if r.State != OK {
		return r
	}
	core := e.last.Return(0, solver.Core)
	names, ok := certify.CoreNames(core)
	r.Did = "unsat, and " + cutLine(core)
	if !ok || !slices.Contains(names, "a") || !slices.Contains(names, "c") || len(names) > 3 {
		r.State = Differs
	}
	return r
}

func (e *examiner) coreBehindSat() Result {
	if e.profile.Show.Core == "" {
		return unclaimed("command for cores")
	}
	const unsat = false
	r := e.answers(e.namedCore(unsat), query{questions: ask(0, solver.Core)}, smt.Sat)
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
		commands = append(commands, "(get-unsat-assumptions)")
		questions = ask(0, solver.Assumptions)
	}
	r := e.answers(script(e.check, append(commands, "(check-sat-assuming (u))")...),
		query{options: solver.Options{Incremental: true}, questions: questions}, smt.Unsat, smt.Sat)
	if questions == nil || r.State != OK {
		return r
	}
	r.Expected += ", and the assumptions u and (not v)"
	said := e.last.Return(0, solver.Assumptions)
	r.Did += ", and " + cutLine(said)
	if !strings.Contains(said, "u") || !strings.Contains(said, "(not v)") {
		r.State = Differs
	}
	return r
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

// foreign is a script of a theory that a profile without a list of logics does not claim in so many words.
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

// logic: some solvers refuse the script, some go on with all theories they have.
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

// hard is a script that no solver decides within the limits.
func (e *examiner) hard(more ...string) string {
	return script(e.check, append([]string{"(set-logic " + e.words.logic + ")", e.words.hard, checkSat}, more...)...)
}

func (e *examiner) unknown() Result {
	if len(e.profile.Call.CheckTimeout) == 0 {
		return unclaimed("option for it")
	}
	run := e.run(e.hard(), query{checks: 1, limits: solver.Limits{CheckTime: ownLimit, Time: easyTime}})
	r := Result{State: OK, Expected: "unknown, or a time-out, in its own words", Did: e.told()}
	own := run.Raw.Reason != sandbox.TimedOut
	if !own || run.Void || !slices.Equal(run.Answers, []smt.Status{smt.Unknown}) && run.Limit != solver.LimitTime {
		r.State = Differs
	}
	if !own {
		r.Did = fmt.Sprintf("still at work after %v with a limit of %v", easyTime, ownLimit)
	}
	return r
}

func (e *examiner) reason() Result {
	if len(e.profile.Call.CheckTimeout) == 0 {
		return unclaimed("option for a limit of time")
	}
	r := e.answers(e.hard("(get-info :reason-unknown)"),
		query{limits: solver.Limits{CheckTime: ownLimit, Time: easyTime}, questions: ask(0, solver.Reason)}, smt.Unknown)
	r.Expected = "unknown, and a reason"
	switch {
	case r.State == Differs && e.last.Refused(), r.State == Differs && e.last.Limit == solver.LimitTime:
		r.State = Lacks
	case r.State == OK:
		r.Did += ", and " + cutLine(e.last.Return(0, solver.Reason))
	}
	return r
}

func (e *examiner) timeout() Result {
	run := e.run(e.hard(), query{checks: 1, limits: solver.Limits{Time: ourLimit}})
	r := Result{State: OK, Expected: "timeout", Did: e.told()}
	switch {
	case run.Limit == solver.LimitTime:
	case !run.Void && len(run.Answers) == 1:
		r.Did += ", within " + ourLimit.String()
	default:
		r.State = Differs
	}
	return r
}

func (e *examiner) memory() Result {
	if len(e.profile.Call.Memory) == 0 {
		return unclaimed("option for it")
	}
	run := e.run(e.hard(), query{checks: 1, limits: solver.Limits{OwnMemory: ownMemory, Time: easyTime}})
	r := Result{State: OK, Expected: "memory, or unknown", Did: e.told()}
	switch {
	case run.Limit == solver.LimitMemory:
	case !run.Void && slices.Equal(run.Answers, []smt.Status{smt.Unknown}):
	case run.Raw.Reason == sandbox.TimedOut:
		r.Did = fmt.Sprintf("still at work after %v with %d MiB", easyTime, ownMemory>>20)
		r.State = Lacks
	default:
		r.State = Differs
	}
	return r
}

func (e *examiner) statistics() Result {
	r := e.answers(script(e.check, e.words.begin(), assert(e.words.holds, ""), checkSat, "(get-info :all-statistics)"),
		query{questions: ask(0, solver.Statistics)}, smt.Sat)
	r.Expected = "sat, and statistics"
	switch n := len(e.last.Return(0, solver.Statistics)); {
	case r.State == Differs && e.last.Refused(), r.State == OK && n == 0:
		r.State = Lacks
	case r.State == OK:
		r.Did += fmt.Sprintf(", and %d bytes of statistics", n)
	}
	return r
}

// crash sends the solver the signal of a bad address while it is at work.
func (e *examiner) crash() Result {
	const killer = `"$@" & p=$!; sleep 1; kill -SEGV $p; wait $p`
	run := e.run(e.hard(), query{checks: 1, launcher: []string{"/bin/sh", "-c", killer, "sh"}})
	r := Result{State: OK, Expected: "a crash", Did: e.told()}
	if run.Crash == nil {
		r.State = Differs
	}
	return r
}

// cutLine is the beginning of a text in one line.
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
