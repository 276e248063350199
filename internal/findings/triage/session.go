package triage

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/reduce"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// Sessions runs sessions again.
type Sessions interface {
	// Replay lets a new process read queries and returns what it does with the last one, as solver.Target.Replay does.
	Replay(ctx context.Context, t solver.Target, r *solver.Reading, q solver.Query) (last solver.Run, earlier [][]smt.Status, err error)
}

// piped is the Sessions of processes that read everything on their standard input, as anyone can run them.
type piped struct{}

func (piped) Replay(ctx context.Context, t solver.Target, r *solver.Reading, q solver.Query) (solver.Run, [][]smt.Status, error) {
	return t.Replay(ctx, r, q)
}

// A Leak is what a reused process showed on a subject and a fresh one did not.
type Leak struct {
	// Finding is what the oracle found about the reused process. Its class is CrashClass and its signature empty when all that is known is
	// that the process died.
	Finding oracle.Finding
	// Solver names the target to blame, which in a disagreement need not be the one that the finding blames.
	Solver string
	// Session is what the process had read.
	Session *solver.Session
	// KnownOnly means that nothing is run: only a hit that just changes a counter is wanted.
	KnownOnly bool
}

// Bounds on the work for one leak.
const (
	// sessionTries is how often a session is run again before it counts as not repeatable.
	sessionTries = 3
	// maxReplays and maxReplayTime bound the number and the time of session runs that repeat and shorten one.
	maxReplays    = 150
	maxReplayTime = 20 * time.Second
)

// Left examines what only a reused process showed on a subject; the subject's runs are those of fresh processes. It runs the session again in new
// processes, up to sessionTries times, and removes from the session what it does not need. There is no hit when the leak does not show again, and
// a hit without a session when it shows in a plain process that reads the query alone, between push and pop. A hit that would only change a counter is
// not run again.
func (x *Examiner) Left(ctx context.Context, s Subject, l Leak) (Examination, error) {
	e := &examination{Examiner: x, Subject: s}
	i := slices.IndexFunc(s.Runs, func(r solver.Run) bool { return r.Solver == l.Solver })
	if i < 0 {
		return Examination{}, fmt.Errorf("triage: no fresh run of %s", l.Solver)
	}
	w := &leakTest{examination: e, Leak: l, fresh: i}
	w.others = s.Trial.ObserveAll(ctx, s.Runs)
	if known := w.signature(); known != "" && x.Known != nil && !x.Known.Wants(known, len(w.bug()), x.Job, s.Name.Index) {
		e.out.Hits = append(e.out.Hits, w.hit(nil))
		return e.out, nil
	}
	if l.KnownOnly {
		return e.out, nil
	}
	err := w.repeat(ctx)
	return e.out, err
}

// leakTest is a Leak under examination.
type leakTest struct {
	*examination
	Leak
	fresh  int                  // the index of the fresh run of the target to blame
	others []oracle.Observation // of the fresh runs
	runs   int                  // of sessions
	spent  time.Duration        // on them
	// What showed it last: the queries, how they were read, and the run.
	queries []asked
	reading *solver.Reading
	shown   solver.Run
}

// repeat runs the session until it shows, and then shortens it. A process that reads everything at once is asked nothing that it cannot
// answer, since some end at the first error: the first time nothing at all, and then what its answers to that allow.
func (w *leakTest) repeat(ctx context.Context) error {
	whole, ok := parseAll(w.Session.Texts)
	if !ok {
		return nil
	}
	answers := make([][]smt.Status, len(whole))
	rep := findings.Repetition{Runs: 1, Shown: 1} // the reused process itself
	for rep.Shown == 1 && rep.Runs <= sessionTries && w.left() {
		rep.Runs++
		queries := slices.Clone(whole)
		for i := range queries[:len(queries)-1] {
			queries[i] = queries[i].with(answers[i])
		}
		shows, earlier, err := w.shows(ctx, queries)
		if err != nil {
			return err
		}
		if shows {
			rep.Shown++
		}
		copy(answers, earlier)
	}
	if rep.Shown == 1 {
		return nil
	}
	if err := w.shorten(ctx); err != nil {
		return err
	}
	if ok, err := w.alone(ctx); ok || err != nil {
		return err
	}
	w.out.Hits = append(w.out.Hits, w.hit(&rep))
	return nil
}

func parseAll(texts [][]byte) (all []asked, ok bool) {
	for _, text := range texts {
		q, ok := parseAsked(text)
		if !ok {
			return nil, false
		}
		all = append(all, q)
	}
	return all, len(all) > 0
}

func (w *leakTest) left() bool { return w.runs < maxReplays && w.spent < maxReplayTime }

// shows runs queries and reports whether the last one shows the finding, with the answers to those before it. For the other solvers it
// takes what they did before.
func (w *leakTest) shows(ctx context.Context, queries []asked) (shows bool, earlier [][]smt.Status, err error) {
	w.runs++
	fresh := &w.Runs[w.fresh]
	limits := w.Bench.Limits
	limits.Time = max(time.Second, maxReplayTime-w.spent)
	reading := readingOf(w.Session, fresh.Target.Profile(), queries)
	run, earlier, err := sessionsOr(w.Sessions).Replay(ctx, fresh.Target, reading, solver.Query{
		Checks: w.Trial.Checks(), Limits: limits, Questions: fresh.Questions,
	})
	if err != nil {
		return false, nil, err
	}
	w.spent += run.Wall
	w.out.Extra = append(w.out.Extra, run)
	if run.Void {
		return false, earlier, nil
	}
	x := experiment.Experiment{Trial: w.Trial, Readers: []experiment.Reader{experiment.Made(run)}, Known: w.others}
	once, err := x.Once(ctx)
	if err != nil {
		return false, nil, err
	}
	for _, f := range once.All() {
		died := w.Finding.Class.Crash() && w.Finding.Signature == "" && f.Class.Crash() && f.Solver == w.Solver
		if died || w.Finding.Recurs([]oracle.Finding{f}) {
			w.Finding, w.shown, w.queries, w.reading = f, run, queries, reading
			return true, earlier, nil
		}
	}
	return false, earlier, nil
}

// sessionsOr returns s, or for nil the Sessions that runs processes.
func sessionsOr(s Sessions) Sessions {
	if s == nil {
		return piped{}
	}
	return s
}

// shorten removes the queries before the last one that the session does not need, and then commands of those that are left.
func (w *leakTest) shorten(ctx context.Context) error {
	n := len(w.queries) - 1
	last := w.queries[n]
	var failed error
	test := func(earlier []asked) (ok, more bool) {
		if failed != nil || !w.left() {
			return false, false
		}
		ok, _, failed = w.shows(ctx, append(slices.Clone(earlier), last))
		return ok, failed == nil
	}
	earlier := reduce.Part(reduce.Suffix(w.queries[:n], test), test)
	for i := len(earlier) - 1; i >= 0; i-- {
		q := earlier[i]
		kept := reduce.Part(q.removable(), func(part []int) (bool, bool) {
			shorter := slices.Clone(earlier)
			shorter[i] = q.only(part)
			return test(shorter)
		})
		earlier = slices.Clone(earlier)
		earlier[i] = q.only(kept)
	}
	return failed
}

// bug is what the fresh process of the target to blame read.
func (w *leakTest) bug() []byte { return w.Trial.Text(w.target(w.Solver)).Bytes }

// sessionMark begins the signatures of findings that need a session, in records and in lists of known bugs.
const sessionMark = string(oracle.LeakedState)

// signature is the crash that shows, or the class with the theories of the last query; "" as long as the crash is not known.
func (w *leakTest) signature() string {
	what := []string{string(w.Finding.Class), w.Trial.Content().List()}
	if w.Finding.Class.Crash() {
		if w.Finding.Signature == "" {
			return ""
		}
		what = []string{w.Finding.Signature}
	}
	family := w.target(w.Solver).Profile().Name
	return strings.Join(append([]string{sessionMark, family, string(w.Session.Mode)}, what...), "/")
}

// hit writes down what is known about the leak; rep is nil when it was not run again.
func (w *leakTest) hit(rep *findings.Repetition) findings.Hit {
	h := w.examination.hit(w.finding(), blame{signature: w.signature()})
	h.Finding.Signature = w.signature()
	h.Finding.Session = &findings.Session{Shows: w.Finding.Class, Found: len(w.Session.Texts)}
	if rep == nil {
		return h
	}
	script, last := w.reading.Script()
	h.Others[findings.SessionFile] = script
	h.Finding.Repeated = *rep
	run := RecordSession(w.shown)
	h.Finding.Session = &findings.Session{
		Run: run, Shows: w.Finding.Class, Queries: len(w.queries), Found: len(w.Session.Texts), Last: last,
	}
	return h
}

// finding is the leak in the oracle's terms.
func (w *leakTest) finding() oracle.Finding {
	f := w.Finding
	out := oracle.Finding{
		Class: f.Class, Solver: w.Solver, Check: f.Check, Suspect: false,
		Evidence: oracle.Evidence{Kind: oracle.EvidenceSession, Detail: cmp.Or(f.Evidence.Detail, f.Evidence.Summary), Model: f.Evidence.Model, Reason: f.Evidence.Reason},
	}
	fresh := w.Runs[w.fresh]
	alone := string(fresh.Outcome())
	where := "in a process that has read other scripts before"
	if len(w.queries) == 1 {
		where = "in a process that reads it on standard input"
	}
	summary := fmt.Sprintf("%s, %s: %s", strings.ReplaceAll(string(f.Class), "-", " "), where, f.Evidence.Summary)
	if check := f.Check; check >= 0 && check < len(w.shown.Answers) && f.Class.WrongAnswer().Decides() {
		out.Evidence.Observed = w.shown.Answers[check]
		if check < len(fresh.Answers) {
			alone = fresh.Answers[check].String()
			if fresh.Answers[check].Decides() {
				out.Evidence.Expected = fresh.Answers[check]
			}
		}
		summary = fmt.Sprintf("%s answers %v to check-sat %d", w.Solver, out.Evidence.Observed, check+1)
		if out.Evidence.Expected == smt.NoStatus {
			out.Evidence.Expected = f.Evidence.Expected
		}
		// Without an answer of the fresh process, only what contradicted it before contradicts it.
		out.Suspect = f.Suspect && !(check < len(fresh.Answers) && fresh.Answers[check].Decides())
		summary += " " + where
	}
	out.Evidence.Summary = fmt.Sprintf("%s; a fresh one: %s", summary, alone)
	return out
}
