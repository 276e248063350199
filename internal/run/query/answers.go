package query

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// DefaultAskTime bounds what engines ask of one solver: a seed that takes longer is not a good one to start from.
const DefaultAskTime = 2 * time.Second

// Answers implements mutate.Asker with targets on a bench. Of several versions of a solver it asks the newest one that reads the script. Replies are
// kept for the length of a campaign, so that mutants that depend on them can be made again, by other workers and after a restart: how long a solver
// takes differs from run to run. Safe for concurrent use.
type Answers struct {
	// Bench runs the targets, which are asked in their order. Its fresh processes answer: in a process that has read other scripts, a vote or
	// a core may be left over from those, and the model depends on them, so the same campaign would make different mutants.
	Bench *trial.Bench
	// Models is asked for models before the bench is; nil is not asked. It is a runner whose processes have read nothing before, such as
	// snapshots. Where it gives no model, the bench is asked again.
	Models  trial.Runner
	Targets []solver.Target
	// Dir keeps replies until Close, "" for in memory only. One process at a time may use it.
	Dir string
	// Scratch is a folder for scripts in use.
	Scratch *disk.Scratch
	// Time bounds each question to each solver, 0 for DefaultAskTime.
	Time time.Duration

	mu    sync.Mutex
	known map[string]*reply
	bytes int
	stats AskStats // of questions that truths rest on

	opened sync.Once
	shelf  shelf
}

// AskStats says what questions cost.
type AskStats struct {
	Asked int // questions put to a solver, one for each solver
	Known int // that were answered from memory or disk
	// Spent and CPU are the wall time of asking, and the CPU time of the solvers.
	Spent, CPU time.Duration
}

func (s *AskStats) add(other AskStats) {
	s.Asked, s.Known, s.Spent, s.CPU = s.Asked+other.Asked, s.Known+other.Known, s.Spent+other.Spent, s.CPU+other.CPU
}

// reply is one solver's answer to one question, pending until ready is closed.
type reply struct {
	ready  chan struct{}
	saved  savedReply
	failed bool // the solver could not be asked
}

// savedReply is a reply as it is kept.
type savedReply struct {
	Answer string   `json:"answer"` // "" for none
	Model  string   `json:"model,omitempty"`
	Core   []string `json:"core,omitempty"`
	// Unknown: the solver answered unknown, of its own accord. Refused: it does not accept the script.
	Unknown bool `json:"unknown,omitempty"`
	Refused bool `json:"refused,omitempty"`
	// Copied: it comes from Models and is not a model, so it says how long the target takes, and decides nothing.
	Copied bool `json:"copied,omitempty"`
	// Run says what the run took, nil in folders of older versions.
	Run *savedRun `json:"run,omitempty"`
}

// maxReplies bounds the bytes of replies in memory; beyond it they are forgotten, and read again or asked again.
const maxReplies = 64 << 20

// Stats returns what questions have cost so far.
func (a *Answers) Stats() AskStats {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.stats
}

// Ask implements mutate.Asker.
func (a *Answers) Ask(ctx context.Context, s *script.Script, want mutate.Want) []mutate.Reply {
	readers := newest(a.Bench.Readers(a.Targets, s))
	if want == mutate.WantAgreement && !twoCodebases(readers) {
		return nil
	}
	var out []mutate.Reply
	for _, sv := range readers {
		if ctx.Err() != nil {
			return nil
		}
		r, ok := a.one(ctx, sv, s, want)
		if !ok {
			continue
		}
		out = append(out, r)
		if enough(want, r) {
			break
		}
	}
	return out
}

// enough reports whether a reply makes it needless to ask other solvers.
func enough(want mutate.Want, r mutate.Reply) bool {
	switch want {
	case mutate.WantModel:
		return r.Status == smt.Unsat || r.Model != ""
	case mutate.WantCore:
		return r.Status == smt.Sat || len(r.Core) > 0
	case mutate.WantVotes, mutate.WantModels, mutate.WantAgreement:
	}
	return false
}

// newest keeps the newest version of each solver, with its configurations: older ones share most of its mistakes, and know less. Versions of
// two solvers cannot be compared, of one codebase or not: cvc4 1.8 is older than cvc5 1.0.
func newest(readers []solver.Target) []solver.Target {
	best := make(map[string]string)
	for _, t := range readers {
		if v, ok := best[t.Profile().Name]; !ok || theory.CompareVersions(t.Version(), v) > 0 {
			best[t.Profile().Name] = t.Version()
		}
	}
	var out []solver.Target
	for _, t := range readers {
		if t.Version() == best[t.Profile().Name] {
			out = append(out, t)
		}
	}
	return out
}

func codebase(t solver.Target) string {
	return cmp.Or(t.Profile().Codebase, t.Profile().Name+" "+t.Version())
}

// twoCodebases reports whether targets can agree in the sense of mutate.Agreed.
func twoCodebases(targets []solver.Target) bool {
	return slices.ContainsFunc(targets, func(t solver.Target) bool { return codebase(t) != codebase(targets[0]) })
}

// one asks one solver, or remembers what it answered; ok is false when it does not decide.
func (a *Answers) one(ctx context.Context, sv solver.Target, s *script.Script, want mutate.Want) (r mutate.Reply, ok bool) {
	saved := a.reply(ctx, sv, s, want)
	if saved == nil {
		return mutate.Reply{}, false
	}
	return saved.reply(sv)
}

// reply is like one, for callers that need more detail; nil when the solver cannot be asked.
func (a *Answers) reply(ctx context.Context, sv solver.Target, s *script.Script, want mutate.Want) *savedReply {
	return a.replyFor(ctx, sv, s, want, deciding)
}

// A purpose is what a reply is for.
type purpose uint8

const (
	deciding purpose = iota // truths rest on it
	timing                  // only what the solver does matters, and how long it takes
)

// replyFor is reply for a purpose.
func (a *Answers) replyFor(ctx context.Context, sv solver.Target, s *script.Script, want mutate.Want, p purpose) *savedReply {
	plan := trial.AskNothing
	switch evidence := sv.Profile().Show; want {
	case mutate.WantModel:
		if plan = trial.AskForModel; evidence.Model == "" {
			return nil
		}
	case mutate.WantModels:
		plan = trial.AskForModel
	case mutate.WantCore:
		if plan = trial.AskCore; evidence.Core == "" {
			return nil
		}
	case mutate.WantVotes, mutate.WantAgreement:
	}
	t := a.bench().New(s, trial.Facts{Plan: plan})
	text, err := t.TextUntil(ctx, sv)
	if err != nil {
		return nil
	}
	key := keyOf(sv, text)
	q := request{t, text, sv, want, p}
	saved := a.get(ctx, key, q)
	if saved != nil && saved.Copied && p == deciding {
		saved = a.get(ctx, key+"-fresh", q)
	}
	return saved
}

// get returns the reply to a question, and waits for one that is pending; nil when there is none to be had.
func (a *Answers) get(ctx context.Context, key string, q request) *savedReply {
	a.mu.Lock()
	r := a.known[key]
	mine := r == nil
	if mine {
		if a.known == nil || a.bytes > maxReplies {
			a.known, a.bytes = map[string]*reply{}, 0
		}
		r = &reply{ready: make(chan struct{})}
		a.known[key] = r
	}
	a.mu.Unlock()
	if mine {
		a.fill(ctx, r, key, q)
		close(r.ready)
	}
	select {
	case <-r.ready:
	case <-ctx.Done():
		return nil
	}
	if r.failed {
		return nil
	}
	return &r.saved
}

// keyOf names a target's reply to a text.
func keyOf(sv solver.Target, text *trial.Text) string {
	sum := sha256.Sum256([]byte(sv.String() + "\x00" + sv.Version() + "\x00" + string(text.Bytes)))
	return hex.EncodeToString(sum[:16])
}

func (r *savedReply) reply(sv solver.Target) (mutate.Reply, bool) {
	status := smt.Label(r.Answer)
	if status == smt.Unknown {
		return mutate.Reply{}, false
	}
	return mutate.Reply{Solver: sv.Profile().Name + " " + sv.Version(), Codebase: sv.Profile().Codebase, Status: status, Model: r.Model, Core: r.Core}, true
}

// fill finds the reply on disk, or asks.
func (a *Answers) fill(ctx context.Context, r *reply, key string, q request) {
	if saved, bytes, ok := a.kept().find(key); ok {
		r.saved = saved
		a.count(q.purpose, AskStats{Known: 1}, bytes)
		return
	}
	started := time.Now()
	saved, err := a.run(ctx, key, q)
	if err == nil {
		err = ctx.Err() // after the end of ctx no file is touched any more
	}
	if err != nil {
		// A run that was interrupted leaves nothing behind: the question is asked again.
		a.mu.Lock()
		delete(a.known, key)
		a.mu.Unlock()
		r.failed = true
		return
	}
	r.saved = saved
	a.count(q.purpose, AskStats{Asked: 1, Spent: time.Since(started), CPU: saved.Run.cpu()}, len(saved.Model)+len(q.text.Bytes))
	a.kept().keep(key, saved)
}

// kept returns what keeps replies in Dir.
func (a *Answers) kept() *shelf {
	a.opened.Do(func() { a.shelf.dir = a.Dir })
	return &a.shelf
}

// Close ends the use of Dir. Replies are kept in memory only from then on.
func (a *Answers) Close() { a.kept().close() }

func (a *Answers) count(p purpose, s AskStats, bytes int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if p == deciding {
		a.stats.add(s)
	}
	a.bytes += bytes
}

// A request is one script for one target, with what is wanted of it.
type request struct {
	trial  *trial.Trial
	text   *trial.Text
	target solver.Target
	want   mutate.Want
	purpose
}

// bench returns the bench under the limits of questions.
func (a *Answers) bench() *trial.Bench {
	b := a.Bench.OnFresh().In(a.Scratch)
	b.SelfCheck, b.Checks = false, nil
	if b.Limits.Time = a.Time; b.Limits.Time == 0 {
		b.Limits.Time = DefaultAskTime
	}
	return b
}

// ask runs a solver on a question. Where truths depend on it, only a model is taken from Models: everything else that a solver says has to
// come from a fresh plain process. copied: it is not a model, and comes from Models.
func (a *Answers) ask(ctx context.Context, q request) (run solver.Run, copied bool, err error) {
	if a.Models != nil && (q.want == mutate.WantModel || q.want == mutate.WantModels) {
		run, err = q.trial.On(a.Models).Run(ctx, q.target)
		clean := !run.Void && run.Crash == nil && !run.Refused()
		model := run.Answer() == smt.Sat && run.Return(0, question.Model) != ""
		if err != nil || clean && (model || q.purpose == timing) {
			return run, !model && !run.Mode.Fresh(), err
		}
	}
	run, err = q.trial.Run(ctx, q.target)
	return run, false, err
}

// run asks a solver.
func (a *Answers) run(ctx context.Context, key string, q request) (savedReply, error) {
	q.text.Put(a.Scratch, "ask-"+key+".smt2")
	defer q.trial.Close()
	run, copied, err := a.ask(ctx, q)
	if err != nil {
		return savedReply{}, err
	}
	out := savedReply{Refused: run.Refused(), Run: saveRun(run), Copied: copied}
	if run.Crash != nil || run.Void {
		return out, nil
	}
	answer := run.Answer()
	if !answer.Decides() {
		out.Unknown = run.Observation().Undecided()
		return out, nil
	}
	out.Answer = answer.String()
	switch {
	case answer == smt.Sat:
		out.Model = run.Return(0, question.Model)
	case q.want == mutate.WantCore:
		out.Core, _ = certify.CoreNames(run.Return(0, question.Core))
	}
	return out, nil
}
