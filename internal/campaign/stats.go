package campaign

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// Stats are the counts of a campaign over all its runs. They are part of the database.
type Stats struct {
	Mutants int64 `json:"mutants"`
	// Idle counts the mutants about which no solver was asked, since all refuse the seed or had given up, or an earlier round made the same
	// mutant.
	Idle int64 `json:"idle"`
	// Excused counts disagreements over formulas with operators whose values the standard leaves open.
	Excused int64 `json:"excused_disagreements"`
	// Models counts the models that solvers printed after sat, by the result of their evaluation: holds, fails,
	// open, too-large, unreadable or refused. EvaluatingSeconds is the wall time that reading and evaluating them
	// took.
	Models            map[string]int64 `json:"models"`
	EvaluatingSeconds float64          `json:"evaluating_seconds"`
	// Responses counts the responses of solvers to further questions, by command and verdict; Unread counts those that cannot be read, by reason.
	Responses map[string]int64 `json:"responses,omitempty"`
	Unread    []Refusal        `json:"unread,omitempty"`
	// Asked counts what engines asked solvers while they prepared, including the questions about which operators a solver
	// supports; AskSeconds is the wall time of that.
	Asked      int64   `json:"asked"`
	AskSeconds float64 `json:"ask_seconds"`
	// Calls counts runs of solvers on mutants; Extra counts those that confirmed hits.
	Calls int64 `json:"calls"`
	Extra int64 `json:"extra_calls"`
	Jobs  int64 `json:"jobs"`
	// Continued counts how often a visit went on because it brought news.
	Continued int64 `json:"continued,omitempty"`
	// Spent says how much time runs took, by purpose.
	Spent Spent `json:"spent"`
	// Limits counts the runs on mutants by their time limit, rounded up, with "full" for the campaign's own.
	Limits map[string]int64 `json:"limits,omitempty"`
	// SkippedSlots counts the slots for which nothing was made since all solvers are skipped.
	SkippedSlots int64 `json:"passed_over,omitempty"`
	// Seconds is wall time, the other two are CPU time.
	Seconds       float64 `json:"seconds"`
	SolverSeconds float64 `json:"solver_cpu_seconds"`
	OwnSeconds    float64 `json:"own_cpu_seconds"`

	Solvers map[string]*SolverStats `json:"solvers"` // by spec
	Engines map[string]*EngineStats `json:"engines"` // by name
	Logics  map[string]*LogicStats  `json:"logics"`  // by name, "none" for scripts without one

	Seeds         int    `json:"seeds"`
	RejectedSeeds int64  `json:"rejected_seeds"`
	Rejections    []Skip `json:"rejections,omitempty"` // the first of them
	// Faults are our own: engines that panicked, seeds that changed.
	Faults     int64    `json:"faults"`
	FaultTexts []string `json:"fault_texts,omitempty"` // the first of them
}

// Untimed returns a copy that is equal for two campaigns with the same mutants, however often either was interrupted: without times,
// without what engines asked while they prepared, which a resumed campaign asks again, and without new behaviour and findings of engines: they count for
// whichever run was the first, and after a kill some behaviour is new again. It shares its maps and slices with s.
func (s *Stats) Untimed() *Stats {
	out := *s
	out.Seconds, out.SolverSeconds, out.OwnSeconds, out.EvaluatingSeconds, out.AskSeconds, out.Asked = 0, 0, 0, 0, 0, 0
	out.Spent, out.Limits = Spent{}, nil
	out.Solvers = make(map[string]*SolverStats, len(s.Solvers))
	for spec, sv := range s.Solvers {
		untimed := *sv
		untimed.Seconds, untimed.CPU, untimed.Least, untimed.Started, untimed.NewBehaviour = 0, 0, Spending{}, 0, 0
		untimed.Timed = nil
		untimed.Inferred = untimedInferred(sv.Inferred)
		if c := sv.Configurations; c != nil {
			of := *c
			of.Seconds, of.CPU, of.NewBehaviour = 0, 0, 0
			untimed.Configurations = &of
		}
		out.Solvers[spec] = &untimed
	}
	out.Engines = make(map[string]*EngineStats, len(s.Engines))
	for name, e := range s.Engines {
		untimed := *e
		untimed.NewBehaviour, untimed.Findings = 0, 0
		out.Engines[name] = &untimed
	}
	return &out
}

// SolverStats counts runs of one solver.
type SolverStats struct {
	Version  string                    `json:"version"`
	Calls    int64                     `json:"calls"`
	Outcomes map[outcome.Outcome]int64 `json:"outcomes"`
	// Reasons are the texts that decided the outcomes other than answers.
	Reasons map[outcome.Outcome][]Refusal `json:"reasons,omitempty"`
	// NotAsked counts mutants that the solver cannot read according to its profile; NotAskedReasons says why.
	NotAsked        int64     `json:"not_asked"`
	NotAskedReasons []Refusal `json:"not_asked_reasons,omitempty"`
	// NotItsTurn counts mutants that were made for another solver alone, or for another version.
	NotItsTurn int64 `json:"not_its_turn,omitempty"`
	// SeedToo counts mutants of seeds that it refuses without any mutation.
	SeedToo int64 `json:"refuses_seed"`
	// SeedReasons are its messages in that case.
	SeedReasons []Refusal `json:"refuses_seed_reasons,omitempty"`
	// Seeds counts the seeds on which it was run, by outcome.
	Seeds map[outcome.Outcome]int64 `json:"seeds,omitempty"`
	// Skipped counts mutants about which it was not asked because it runs out of time on the seed itself, or with the engine.
	TooSlow int64 `json:"gave_way,omitempty"`
	// Least is the time of its shortest run that answered. Started is the number of runs on mutants for which the start-up time of the
	// process is unknown.
	Least   Spending `json:"least"`
	Started int64    `json:"started"`
	// OverBudget counts mutants about which it was not asked because earlier ones in the chain had used up its share of time.
	OverBudget int64 `json:"enough,omitempty"`
	// Repeats counts mutants about which it was not asked because an earlier round had made the same, and it was asked then.
	Repeats int64 `json:"repeats,omitempty"`
	// GaveUp counts mutants about which it was not asked because it ran out of time on those before.
	GaveUp int64 `json:"gave_up"`
	// AsBaseline counts by class what it did wrong as a baseline; such findings are not kept.
	AsBaseline map[oracle.Class]int64 `json:"baseline_findings,omitempty"`
	// Plain counts runs that asked only for an answer for a change. Without counts those that asked for less than others since
	// the solver refuses more, by the solver's message.
	Plain   int64     `json:"plain,omitempty"`
	Without []Refusal `json:"without,omitempty"`
	// Brief counts runs that had to do without further questions, by the message with which the solver refused them.
	Brief []Refusal `json:"brief,omitempty"`
	// Rechecked counts what was found in processes other than fresh plain ones, by class and by what became of it in fresh plain ones.
	Rechecked map[oracle.Class]map[event.RecheckResult]int64 `json:"rechecked,omitempty"`
	UnknownStats
	// Configurations is about configurations beyond its own; nil when none were searched.
	Configurations *ConfigurationStats `json:"configurations,omitempty"`
	// Timed says by baseline what came of measuring it, nil where it was not.
	Timed map[string]*TimedStats `json:"timed,omitempty"`
	// Inferred says by source what came of asking it for what it infers, nil where it was not asked.
	Inferred map[oracle.StatementSource]*InferredStats `json:"inferred,omitempty"`
	// NewBehaviour is how many entries of its feedback were first shown by its runs on mutants in its own configuration.
	NewBehaviour int64   `json:"news,omitempty"`
	Seconds      float64 `json:"seconds"`
	CPU          float64 `json:"cpu_seconds"`
}

// EngineStats counts what one engine made.
type EngineStats struct {
	Mutants int64 `json:"mutants"`
	// Repeats counts what else it made: repetitions of the seed or of a mutant of the chain. RejectedTries counts what it tried and did not make,
	// by reason.
	Repeats int64 `json:"repeats_in_chain,omitempty"`
	// Run counts those on which a solver was run.
	Run int64 `json:"run,omitempty"`
	// NewBehaviour is how many entries of solvers' feedback runs on its mutants were the first to show, Findings how many findings they were the
	// first to show.
	NewBehaviour int64 `json:"news,omitempty"`
	Findings     int64 `json:"findings,omitempty"`
	// Again counts the mutants that were not run because an earlier round of the seed had made and run the same.
	Again         int64            `json:"repeats_of_rounds,omitempty"`
	RejectedTries map[string]int64 `json:"rejected_tries,omitempty"`
	// NotApplicable counts seeds by the reason why the engine can do nothing with them.
	NotApplicable map[string]int64 `json:"not_applicable,omitempty"`
	// Coverage says, by logic, how many of the seeds met so far the engine can use.
	Coverage map[string]*Coverage `json:"coverage,omitempty"`
	// Acceptance is by solver.
	Acceptance map[string]*Acceptance `json:"acceptance"`
	RuleStats
}

// Coverage counts seeds.
type Coverage struct {
	Seeds int64 `json:"seeds"`
	Used  int64 `json:"used"`
}

// LogicStats counts mutants of one logic.
type LogicStats struct {
	Mutants    int64                  `json:"mutants"`
	Acceptance map[string]*Acceptance `json:"acceptance"` // by solver
}

// Acceptance says how often a solver refused to read mutants.
type Acceptance struct {
	Calls    int64 `json:"calls"`
	Rejected int64 `json:"rejected"`
	// Reasons are the solver's messages without their varying parts, each with its first mutant.
	Reasons []Refusal `json:"reasons,omitempty"`
}

// A Refusal is one reason for rejecting mutants.
type Refusal struct {
	Reason string `json:"reason"`
	Count  int64  `json:"count"`
	Mutant string `json:"mutant"` // the first one
}

// The number of different texts that are kept; further ones are counted together.
const (
	maxReasons = 20
	maxTexts   = 50
)

// OtherReasons stands for the reasons that are not kept separately.
const OtherReasons = "other reasons"

func newStats() Stats {
	return Stats{
		Models: make(map[string]int64), Solvers: make(map[string]*SolverStats), Engines: make(map[string]*EngineStats), Logics: make(map[string]*LogicStats),
	}
}

// logicName is what the statistics call a script's logic.
func logicName(logic string) string { return cmp.Or(logic, "none") }

func at[T any](m map[string]*T, key string) *T {
	v := m[key]
	if v == nil {
		v = new(T)
		m[key] = v
	}
	return v
}

// Rejected returns the number of calls in which a solver refused to read a mutant.
func (s *Stats) Rejected() int64 {
	var n int64
	for _, v := range s.Solvers {
		n += v.Outcomes[outcome.Rejected]
	}
	return n
}

// Timeouts returns the number of calls that ran out of time.
func (s *Stats) Timeouts() int64 {
	var n int64
	for _, v := range s.Solvers {
		n += v.Outcomes[outcome.Timeout]
	}
	return n
}

// SolverShare is the share of the CPU time that solvers used, from 0 to 1.
func (s *Stats) SolverShare() float64 {
	if all := s.SolverSeconds + s.OwnSeconds; all > 0 {
		return s.SolverSeconds / all
	}
	return 0
}

// outline returns the statistics without what only a continuing campaign needs.
func (s *Stats) outline() Stats {
	out := *s
	out.Engines = make(map[string]*EngineStats, len(s.Engines))
	for name, e := range s.Engines {
		if e == nil {
			continue
		}
		shown := *e
		shown.Sample = nil
		out.Engines[name] = &shown
	}
	return out
}

// Take implements event.Sink: it counts.
func (s *Stats) Take(e event.Event) {
	switch e := e.(type) {
	case event.Seed:
		s.seed(e)
	case event.Continued:
		s.Continued++
		s.drawn(e.Engine, e.Repeats, e.Rejected)
	case event.Solve:
		s.solve(e)
	case event.Mutant:
		s.mutant(e)
	case event.Skip:
		s.skip(e)
	case event.Run:
		s.run(e)
	case event.Explored:
		s.explored(e)
	case event.Timed:
		s.timed(e)
	case event.Dearer:
		at(at(s.Solvers, e.Solver).against(), e.Baseline).Dearer++
	case event.Inferred:
		s.inferred(e)
	case event.Verdict:
		s.verdict(e)
	case event.Fault:
		s.fault(e)
	case event.Finding:
		if e.New && e.Engine != "" {
			at(s.Engines, e.Engine).Findings++
		}
	case event.Confirmation:
		// The store of findings counts them.
	}
}

func (s *Stats) mutant(e event.Mutant) {
	s.Mutants++
	engine := at(s.Engines, e.Engine)
	engine.Mutants++
	if e.Repeat {
		engine.Again++
	}
	engine.made(e)
	at(s.Logics, logicName(e.Logic)).Mutants++
}

func (s *Stats) run(e event.Run) {
	s.Spent.run(e)
	if e.Extra {
		s.Extra++
		return
	}
	s.Calls++
	if s.Limits == nil {
		s.Limits = make(map[string]int64)
	}
	s.Limits[limitName(e.Limit)]++
	sv := at(s.Solvers, e.Solver)
	sv.Version = e.Version
	sv.begins(e)
	sv.Calls++
	sv.Seconds += e.Seconds
	sv.CPU += e.CPU
	sv.NewBehaviour += int64(e.NewBehaviour)
	if sv.Outcomes == nil {
		sv.Outcomes = make(map[outcome.Outcome]int64)
	}
	sv.Outcomes[e.Outcome]++
	sv.presented(e)
	if !e.Outcome.Replies() {
		if sv.Reasons == nil {
			sv.Reasons = make(map[outcome.Outcome][]Refusal)
		}
		sv.Reasons[e.Outcome] = countRefusal(sv.Reasons[e.Outcome], plain(cmp.Or(e.Reason, "no reason")), e.Mutant)
	}
	engine := at(s.Engines, e.Engine)
	engine.NewBehaviour += int64(e.NewBehaviour)
	engine.accept(e)
	at(s.Logics, logicName(e.Logic)).accept(e)
}

func (s *Stats) skip(e event.Skip) {
	sv := at(s.Solvers, e.Solver)
	switch e.Why {
	case event.CannotRead:
		sv.NotAsked++
		sv.NotAskedReasons = countRefusal(sv.NotAskedReasons, plain(cmp.Or(e.Reason, "no reason")), e.Mutant)
	case event.NotItsTurn:
		sv.NotItsTurn++
	case event.GaveUp:
		sv.GaveUp++
	case event.OverBudget:
		sv.OverBudget++
	case event.TooSlow:
		sv.TooSlow++
	case event.Repeat:
		sv.Repeats++
	case event.RefusesSeed:
		sv.SeedToo++
		sv.SeedReasons = countRefusal(sv.SeedReasons, plain(e.Reason), e.Mutant)
	}
}

func (s *Stats) verdict(e event.Verdict) {
	s.unknowns(e)
	for _, f := range e.Baseline {
		sv := at(s.Solvers, f.Solver)
		if sv.AsBaseline == nil {
			sv.AsBaseline = make(map[oracle.Class]int64)
		}
		sv.AsBaseline[f.Class]++
	}
	s.rechecked(e)
	s.Excused += int64(e.Excused)
	if s.Models == nil { // the state of an older version
		s.Models = make(map[string]int64)
	}
	for verdict, n := range e.Models {
		s.Models[verdict] += int64(n)
	}
	for verdict, n := range e.Responses {
		if s.Responses == nil {
			s.Responses = make(map[string]int64)
		}
		s.Responses[verdict] += int64(n)
	}
	for _, why := range e.Unread {
		s.Unread = countRefusal(s.Unread, plain(why), e.Mutant)
	}
	s.EvaluatingSeconds += e.EvaluatingSeconds
	if e.Runs == 0 {
		s.Idle++
	} else {
		at(s.Engines, e.Engine).Run++
	}
}

// accept counts a run on a mutant of the engine.
func (e *EngineStats) accept(run event.Run) {
	if e.Acceptance == nil {
		e.Acceptance = make(map[string]*Acceptance)
	}
	a := at(e.Acceptance, run.Solver)
	a.Calls++
	if run.Outcome == outcome.Rejected {
		a.Rejected++
		a.Reasons = countRefusal(a.Reasons, plain(run.Reason), run.Mutant)
	}
}

// accept counts a run on a mutant of the logic.
func (l *LogicStats) accept(run event.Run) {
	if l.Acceptance == nil {
		l.Acceptance = make(map[string]*Acceptance)
	}
	a := at(l.Acceptance, run.Solver)
	a.Calls++
	if run.Outcome == outcome.Rejected {
		a.Rejected++
	}
}

// countRefusal counts a reason in a list that stays short.
func countRefusal(list []Refusal, reason, mutant string) []Refusal {
	find := func(reason string) int {
		return slices.IndexFunc(list, func(r Refusal) bool { return r.Reason == reason })
	}
	i := find(reason)
	if i < 0 && len(list) >= maxReasons {
		reason = OtherReasons
		i = find(reason)
	}
	if i < 0 {
		list = append(list, Refusal{Reason: reason, Mutant: mutant})
		i = len(list) - 1
	}
	list[i].Count++
	return list
}

// seed counts what became of a seed. Every pair of seed and engine comes up once in the first round.
func (s *Stats) seed(e event.Seed) {
	s.Jobs++
	if e.Outcome == event.AllTooSlow {
		s.SkippedSlots++
	}
	s.drawn(e.Engine, e.Repeats, e.Rejected)
	if e.Round > 0 {
		return
	}
	switch e.Outcome {
	case event.Used:
		s.covered(e)
	case event.NotApplicable:
		s.notApplicable(e)
		s.covered(e)
	case event.Rejected:
		s.rejected(e)
	case event.Failed:
		// A fault says so as well.
	case event.AllTooSlow:
		// It is not known yet what the engine can do with it.
	}
}

// drawn counts what an engine made or tried in addition to the mutants of a chain.
func (s *Stats) drawn(by string, repeats int, rejected map[string]int) {
	if repeats == 0 && len(rejected) == 0 {
		return
	}
	engine := at(s.Engines, by)
	engine.Repeats += int64(repeats)
	if engine.RejectedTries == nil {
		engine.RejectedTries = make(map[string]int64)
	}
	for reason, n := range rejected {
		if _, known := engine.RejectedTries[reason]; !known && len(engine.RejectedTries) >= maxReasons {
			reason = OtherReasons
		}
		engine.RejectedTries[reason] += int64(n)
	}
}

// notApplicable counts a seed that an engine can do nothing with.
func (s *Stats) notApplicable(seed event.Seed) {
	e := at(s.Engines, seed.Engine)
	if e.NotApplicable == nil {
		e.NotApplicable = make(map[string]int64)
	}
	reason := plain(seed.Reason)
	if _, known := e.NotApplicable[reason]; !known && len(e.NotApplicable) >= maxReasons {
		reason = OtherReasons
	}
	e.NotApplicable[reason]++
}

// covered counts a seed that an engine has met for the first time.
func (s *Stats) covered(seed event.Seed) {
	e := at(s.Engines, seed.Engine)
	if e.Coverage == nil {
		e.Coverage = make(map[string]*Coverage)
	}
	c := at(e.Coverage, cmp.Or(seed.Logic, "none"))
	c.Seeds++
	if seed.Mutants > 0 {
		c.Used++
	}
}

// rejected counts a seed that cannot be read, once for all engines.
func (s *Stats) rejected(seed event.Seed) {
	s.RejectedSeeds++
	if len(s.Rejections) < maxTexts {
		s.Rejections = append(s.Rejections, Skip{Path: seed.Seed, Reason: seed.Reason})
	}
}

func (s *Stats) fault(e event.Fault) {
	s.Faults++
	if len(s.FaultTexts) < maxTexts {
		s.FaultTexts = append(s.FaultTexts, e.Text)
	}
}

// faultText keeps a panic's stack within bounds.
func faultText(err error) string {
	const limit = 4000
	text := err.Error()
	var engine *fuzzer.EngineError
	if !errors.As(err, &engine) {
		text = fmt.Sprintf("harness: %s", text)
	}
	if len(text) > limit {
		text = strings.ToValidUTF8(text[:limit], "") + "..."
	}
	return text
}
