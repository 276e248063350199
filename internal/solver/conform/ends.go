package conform

import (
	"fmt"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

// Limits for checks of how solvers react to limits.
const (
	// ownLimit is the time limit that solvers are given for a check-sat, ourLimit the one after which they are ended.
	ownLimit = time.Second
	ourLimit = 1500 * time.Millisecond
	// busyTime is how long a solver may take that did not reach its own limit within easyTime because the machine is busy.
	busyTime = 6 * easyTime
	// ownMemory is the memory limit that solvers are given.
	ownMemory = 32 << 20
)

// hard is a script that no solver decides within the limits.
func (e *examiner) hard(more ...string) string {
	return script(e.check, append([]string{"(set-logic " + e.words.logic + ")", e.words.hard, checkSat}, more...)...)
}

func (e *examiner) unknown() Result {
	if len(e.profile.Call.CheckTimeout) == 0 {
		return unclaimed("option for it")
	}
	limit := easyTime
	run := e.run(e.hard(), query{checks: 1, limits: solver.Limits{CheckTime: ownLimit, Time: limit}})
	if starved(run.Raw.Reason, run.CPU) {
		limit = busyTime
		run = e.run(e.hard(), query{checks: 1, limits: solver.Limits{CheckTime: ownLimit, Time: limit}})
	}
	r := Result{State: OK, Expected: "unknown, or a time-out, in its own words", Did: e.told()}
	own := run.Raw.Reason != sandbox.TimedOut
	if !own || run.Void || !slices.Equal(run.Answers, []smt.Status{smt.Unknown}) && run.Limit != solver.LimitTime {
		r.State = Differs
	}
	if !own {
		r.Did = fmt.Sprintf("still at work after %v with a limit of %v", limit, ownLimit)
	}
	return r
}

// starved reports whether a run that Assay ended has not had twice its own limit in processor time: a busy machine may have kept it waiting.
func starved(end sandbox.Reason, cpu time.Duration) bool {
	return end == sandbox.TimedOut && cpu < 2*ownLimit
}

func (e *examiner) reason() Result {
	if len(e.profile.Call.CheckTimeout) == 0 {
		return unclaimed("option for a limit of time")
	}
	r := e.answers(e.hard("(get-info :reason-unknown)"),
		query{limits: solver.Limits{CheckTime: ownLimit, Time: easyTime}, questions: ask(0, question.Reason)}, smt.Unknown)
	r.Expected = "unknown, and a reason"
	switch {
	case r.State == Differs && e.last.Refused(), r.State == Differs && e.last.Limit == solver.LimitTime:
		r.State = Lacks
	case r.State == OK && e.last.Crash != nil:
		r.State = Differs
	case r.State == OK:
		said := e.last.Return(0, question.Reason)
		r.Did += ", and " + cutLine(said)
		if said == "" {
			r.State = Lacks
		}
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

// crash sends the solver the signal for a bad address while it is working.
func (e *examiner) crash() Result {
	const killer = `"$@" & p=$!; sleep 1; kill -SEGV $p; wait $p`
	run := e.run(e.hard(), query{checks: 1, launcher: []string{"/bin/sh", "-c", killer, "sh"}})
	r := Result{State: OK, Expected: "a crash", Did: e.told()}
	if run.Crash == nil {
		r.State = Differs
	}
	return r
}
