// Package event defines the events of a campaign and the interface of their receivers. The loop emits events; statistics, the
// progress line, the summary and the lines of fuzz --json are sinks of them, so that all of them tell the same story.
//
// The JSON form of each event is part of the command line's contract: docs/reference/events.md describes it.
package event

import (
	"encoding/json"
	"fmt"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// An Event is something that happened. The implementations are the types of this package; each is a plain value.
type Event interface {
	// Kind is the event's name in its JSON form.
	Kind() string
}

// A Sink takes events. The loop calls it from one goroutine at a time. All events of a mutant come together, in order, when the
// mutant is done: none come for an interrupted mutant, so that what sinks count can be saved at any moment in between.
type Sink interface{ Take(e Event) }

// Sinks passes events on to several sinks in order.
type Sinks []Sink

// Take implements Sink.
func (s Sinks) Take(e Event) {
	for _, sink := range s {
		sink.Take(e)
	}
}

// SeedOutcome says what became of a seed with an engine.
type SeedOutcome string

// The outcomes.
const (
	Used          SeedOutcome = "used"
	NotApplicable SeedOutcome = "not-applicable"
	Rejected      SeedOutcome = "rejected" // the reader refuses its text
	Failed        SeedOutcome = "failed"   // the engine failed, which is Assay's fault
	AllTooSlow    SeedOutcome = "passed"   // all targets are skipped on it for a while, so nothing was made of it
)

// Solve says that a target was run on a seed itself, which happens once in a campaign.
type Solve struct {
	Seed     string          `json:"seed"` // its name
	SeedHash string          `json:"seed_hash"`
	Job      uint64          `json:"job"` // the first one that needed it
	Logic    string          `json:"logic,omitempty"`
	Solver   string          `json:"solver"`
	Version  string          `json:"version,omitempty"`
	Outcome  outcome.Outcome `json:"outcome"`
	Reason   string          `json:"reason,omitempty"`
	Seconds  float64         `json:"seconds"` // of wall time
	CPU      float64         `json:"cpu_seconds"`
	Limit    float64         `json:"limit_seconds,omitempty"` // of wall time
}

// Kind implements Event.
func (Solve) Kind() string { return "solve" }

// Seed says that an engine has taken up a seed.
type Seed struct {
	Seed     string `json:"seed"` // its name
	SeedHash string `json:"seed_hash"`
	Engine   string `json:"engine"`
	Job      uint64 `json:"job"`
	Round    uint64 `json:"round"`
	// Logic is what the seed sets, "" for none.
	Logic   string      `json:"logic,omitempty"`
	Outcome SeedOutcome `json:"fate"`
	// Reason is why it is not used; Mutants is how many mutants the engine made of it.
	Reason  string `json:"reason,omitempty"`
	Mutants int    `json:"mutants"`
	// Repeats counts what else the engine made: repetitions of the seed or of a mutant of the chain. Rejected counts what it tried and did not
	// make, by reason.
	Repeats  int            `json:"repeats,omitempty"`
	Rejected map[string]int `json:"rejected_tries,omitempty"`
	// Definitions counts the seed's definitions if the mutants were to be made without them: "unfolded", or the reason why they stay.
	Definitions map[string]int `json:"definitions,omitempty"`
}

// Kind implements Event.
func (Seed) Kind() string { return "seed" }

// Continued says that an engine makes further mutants of a seed that it has taken up: they bring news.
type Continued struct {
	Seed     string `json:"seed"` // its name
	SeedHash string `json:"seed_hash"`
	Engine   string `json:"engine"`
	Job      uint64 `json:"job"`
	Round    uint64 `json:"round"`
	// Mutants is how many there are now. Repeats and Rejected are as in Seed, for the further ones alone.
	Mutants  int            `json:"mutants"`
	Repeats  int            `json:"repeats,omitempty"`
	Rejected map[string]int `json:"rejected_tries,omitempty"`
}

// Kind implements Event.
func (Continued) Kind() string { return "continued" }

// Mutant says that a mutant was made.
type Mutant struct {
	Mutant string `json:"mutant"` // its name
	Engine string `json:"engine"`
	Logic  string `json:"logic,omitempty"`
	// Rule is the rule of the last step, "" for a mutant without steps. Steps is the number of steps since the seed.
	Rule  string `json:"rule,omitempty"`
	Steps int    `json:"steps"`
	// Applicable is how many rules the engine could have applied in the last step, 0 when it does not count them.
	Applicable int `json:"applicable,omitempty"`
	// Text is a hash of the mutant as it is printed for no solver in particular: equal for equal mutants.
	Text uint64 `json:"text_hash,string"`
	// Repeat: an earlier round of the seed with the engine has made and run the same, so it is not run again.
	Repeat bool `json:"repeat,omitempty"`
}

// Kind implements Event.
func (Mutant) Kind() string { return "mutant" }

// Why says why a target was not run on a mutant.
type Why string

// The reasons.
const (
	CannotRead  Why = "cannot-read"  // the logic, the commands or the operators, according to its profile and the operator table
	NotItsTurn  Why = "not-its-turn" // the chain is for another target alone, or for another version
	RefusesSeed Why = "refuses-seed" // it also refuses the unmutated seed
	GaveUp      Why = "gave-up"      // it ran out of time too often on the mutants before
	OverBudget  Why = "enough"       // earlier ones in the chain used up its share of time
	TooSlow     Why = "gives-way"    // it runs out of time on the seed itself, or with the engine
	Repeat      Why = "repeat"       // an earlier round made the same mutant, and it was run on it
)

// Skip says that a target was not run on a mutant.
type Skip struct {
	Mutant string `json:"mutant"`
	Solver string `json:"solver"`
	Why    Why    `json:"why"`
	Reason string `json:"reason,omitempty"`
}

// Kind implements Event.
func (Skip) Kind() string { return "skip" }

// Run says that a run of a target has ended.
type Run struct {
	Mutant  string          `json:"mutant"`
	Engine  string          `json:"engine"`
	Logic   string          `json:"logic,omitempty"`
	Solver  string          `json:"solver"`
	Version string          `json:"version,omitempty"`
	Outcome outcome.Outcome `json:"outcome"`
	Reason  string          `json:"reason,omitempty"`
	Seconds float64         `json:"seconds"` // of wall time
	CPU     float64         `json:"cpu_seconds"`
	// Limit is the wall time limit of the run, in seconds, if it was less than the campaign's.
	Limit float64 `json:"limit_seconds,omitempty"`
	// Start is the CPU time in seconds that the start of the process took, if it is known. It is part of CPU for a process of its own, and
	// additional to CPU for a reused process, which most runs find alive.
	Start float64 `json:"start_cpu_seconds,omitempty"`
	// Extra: the run served to confirm a finding, or to learn something about the seed or the base.
	Extra bool `json:"extra,omitempty"`
	// Mode is the kind of process, "" for a plain one of its own.
	Mode string `json:"mode,omitempty"`
	// Presentation says what was left out of what a run is asked for beyond answers, "" for nothing: plain, unchecked. Without is the
	// reason: the message with which the target refuses it, "" if the mutant's name determines it.
	Presentation string `json:"presentation,omitempty"`
	Without      string `json:"without,omitempty"`
	// NewBehaviour is how many entries of the solver's feedback no earlier run had shown, if feedback is collected.
	NewBehaviour int `json:"news,omitempty"`
}

// Kind implements Event.
func (Run) Kind() string { return "run" }

// Explored says that configurations of a target beyond its own were searched on a mutant. The runs have no events of their own.
type Explored struct {
	Mutant string `json:"mutant"`
	Engine string `json:"engine"`
	Logic  string `json:"logic,omitempty"`
	Solver string `json:"solver"`
	// Runs is the number of runs, one for each configuration; Outcomes says how they ended.
	Runs     int                     `json:"runs"`
	Outcomes map[outcome.Outcome]int `json:"outcomes,omitempty"`
	// Thorough: the search could get as long as the paper's, since it brought news.
	Thorough bool `json:"thorough,omitempty"`
	// Options is how many options were searched: those that matter for the mutant's operations, or all when nothing was learned.
	Options int `json:"options"`
	// Refused counts configurations that the solver refuses; Avoided counts those that were not run since they contain settings that have
	// repeatedly shown a finding.
	Refused int `json:"refused,omitempty"`
	Avoided int `json:"avoided,omitempty"`
	// Again counts the runs that showed what their settings have shown before; these are not examined any further.
	Again int `json:"again,omitempty"`
	// Unconfirmed counts the runs in reused processes whose findings no fresh process with the same configuration shows.
	Unconfirmed int `json:"unconfirmed,omitempty"`
	// Unreduced counts findings that may need fewer settings than they are kept with: so many were left that the search for fewer stopped.
	Unreduced int `json:"unreduced,omitempty"`
	// NewBehaviour is how many entries of the solver's feedback no earlier run had shown, Silent how many runs showed nothing about what they did,
	// and Best the specification of the target that yielded most of the new behaviour.
	NewBehaviour int    `json:"news,omitempty"`
	Silent       int    `json:"silent,omitempty"`
	Best         string `json:"best,omitempty"`
	// Starts are specifications of targets that had yielded new behaviour before, and that the search has tried.
	Starts []string `json:"starts,omitempty"`
	// Shown says what settings showed, once for each run that did: settings that a new finding needs, or ones that were known.
	Shown []Shown `json:"shown,omitempty"`
	// Tried are the configurations that were run in which settings came together that had not done so before, each as a configspace.Tried.
	Tried []string `json:"tried,omitempty"`
	// Ended says why the search ended.
	Ended   string  `json:"ended"`
	Seconds float64 `json:"seconds"` // of wall time, for all runs
	CPU     float64 `json:"cpu_seconds"`
}

// Kind implements Event.
func (Explored) Kind() string { return "explored" }

// Shown says that settings show something.
type Shown struct {
	// What identifies what they show: the signature of a finding that names its location, or a class with the target that it speaks against
	// unless that is the one whose configurations are searched.
	What string `json:"what"`
	// Logic is that of the formula, "" where it does not matter.
	Logic    string   `json:"logic,omitempty"`
	Settings []string `json:"settings"` // as people write them, such as "smt.arith.solver=2"
}

// Timed says that a solver that seemed to be slower than its baseline on a mutant was measured against it, or why it was not. The runs have events of their
// own.
type Timed struct {
	Mutant   string      `json:"mutant"`
	Engine   string      `json:"engine"`
	Logic    string      `json:"logic,omitempty"`
	Solver   string      `json:"solver"`
	Baseline string      `json:"baseline"`
	Result   TimedResult `json:"result"`
	// Why says what could not be compared, for TimedChanged.
	Why string `json:"why,omitempty"`
	// Pairs is how often both were run in turns, 0 where one run each, or none, was enough.
	Pairs int `json:"pairs,omitempty"`
	// Ratio is how many times as long the solver took, Low its lower bound, 0 where there is none. Old and New are median CPU seconds.
	Ratio float64 `json:"ratio,omitempty"`
	Low   float64 `json:"ratio_low,omitempty"`
	Old   float64 `json:"old_seconds,omitempty"`
	New   float64 `json:"new_seconds,omitempty"`
	// OldWork and NewWork are what the two count as their work, 0 for unknown.
	OldWork uint64 `json:"old_work,omitempty"`
	NewWork uint64 `json:"new_work,omitempty"`
	// CPU is the CPU time of all runs that this took, in seconds.
	CPU float64 `json:"cpu_seconds"`
}

// Kind implements Event.
func (Timed) Kind() string { return "timed" }

// A TimedResult says what came of a suspicion that a solver is slower than its baseline.
type TimedResult string

// The results.
const (
	TimedSlower    TimedResult = "slower"
	TimedNotSlower TimedResult = "not-slower"
	TimedChanged   TimedResult = "changed"  // a run did not end with the answer of the others
	TimedKnown     TimedResult = "known"    // it was not measured: a finding like it is kept already
	TimedGivenUp   TimedResult = "given-up" // it was not measured: measuring has taken enough time in the chain
)

// TimedResults returns all of them, in display order.
func TimedResults() []TimedResult {
	return []TimedResult{TimedSlower, TimedNotSlower, TimedChanged, TimedKnown, TimedGivenUp}
}

// Dearer says that a mutant costs a solver more times what it costs its baseline, by the solvers' own counts, than any before it in its chain.
type Dearer struct {
	Mutant   string `json:"mutant"`
	Engine   string `json:"engine"`
	Logic    string `json:"logic,omitempty"`
	Solver   string `json:"solver"`
	Baseline string `json:"baseline"`
	OldWork  uint64 `json:"old_work"`
	NewWork  uint64 `json:"new_work"`
	// News is by how many quarters of a doubling the ratio has grown.
	News int `json:"news"`
}

// Kind implements Event.
func (Dearer) Kind() string { return "dearer" }

// Inferred says that a solver was asked what it infers from a mutant, and what evaluation said about that. The runs have no events of their own.
type Inferred struct {
	Mutant string                 `json:"mutant"`
	Engine string                 `json:"engine"`
	Logic  string                 `json:"logic,omitempty"`
	Solver string                 `json:"solver"`
	From   oracle.StatementSource `json:"from"`
	// None says why it showed nothing, "" where it did.
	None string `json:"none,omitempty"`
	// Statements is how many it showed, Verdicts counts them by what evaluation said, and Evaluated is how many times one had a value.
	Statements int            `json:"statements,omitempty"`
	Verdicts   map[string]int `json:"verdicts,omitempty"`
	Evaluated  int            `json:"evaluated,omitempty"`
	// Cut: more was shown than is read.
	Cut bool `json:"cut,omitempty"`
	// Became counts the false statements that were looked into by what became of them: classes of findings, or not-repeatable. Unmade counts those of which
	// no script was made, by reason.
	Became map[string]int `json:"became,omitempty"`
	Unmade map[string]int `json:"not_converted,omitempty"`
	// Runs is the number of runs, Seconds and CPU are the wall and the CPU time of these.
	Runs    int     `json:"runs"`
	Seconds float64 `json:"seconds"`
	CPU     float64 `json:"cpu_seconds"`
}

// Kind implements Event.
func (Inferred) Kind() string { return "inferred" }

// Verdict says that a mutant was judged.
type Verdict struct {
	Mutant string `json:"mutant"`
	Engine string `json:"engine"`
	// Runs is the number of targets that were run on it.
	Runs int `json:"runs"`
	// Classes are the classes of what was found, the gravest first.
	Classes []oracle.Class `json:"classes,omitempty"`
	// Excused counts disagreements that operators with open values explain.
	Excused int `json:"excused,omitempty"`
	// Baseline is what only baselines do wrong, which is counted but not kept.
	Baseline []BaselineFault `json:"baseline,omitempty"`
	// Rechecked are the findings of processes other than fresh plain ones. They were run again in fresh plain processes, since only
	// those make findings. All other fields describe what the fresh processes did.
	Rechecked []Rechecked `json:"rechecked,omitempty"`
	// Undecided are the targets that answered unknown of their own accord, without reaching a limit.
	Undecided []string `json:"undecided,omitempty"`
	// Unsupported are the findings about such answers that were dropped.
	Unsupported []Unsupported `json:"unsupported,omitempty"`
	// Models counts the models after sat by the result of their evaluation; EvaluatingSeconds is the time that this took.
	Models            map[string]int `json:"models,omitempty"`
	EvaluatingSeconds float64        `json:"evaluating_seconds"`
	// Responses counts what solvers said to further questions, by command and by the result of evaluation, as in "simplify holds".
	Responses map[string]int `json:"responses,omitempty"`
	// Unread says why responses cannot be read, preceded by the command.
	Unread []string `json:"unread,omitempty"`
}

// Kind implements Event.
func (Verdict) Kind() string { return "verdict" }

// BaselineFault is something that a baseline did wrong.
type BaselineFault struct {
	Solver string       `json:"solver"`
	Class  oracle.Class `json:"class"`
}

// RecheckResult says what became of a finding of a reused process in fresh ones.
type RecheckResult string

// The outcomes of what was found in processes other than fresh plain ones. The first makes findings of its class, the second of class
// state-left-behind; the others make none.
const (
	// Confirmed: fresh processes show it too, on the mutant or on the mutant between push and pop.
	Confirmed RecheckResult = "confirmed"
	// LeakedState: another process that read the same session shows it too.
	LeakedState RecheckResult = "state-left-behind"
	// NotRepeatable: no other process that read the same session has shown it.
	NotRepeatable RecheckResult = "not-repeatable"
	// NotTried: sessions have already been run again too often in this chain, or the solver is a baseline.
	NotTried RecheckResult = "not-tried"
	// Undecided: the fresh process does not decide, or the reused one did not, which is not a contradiction.
	Undecided RecheckResult = "undecided"
	// NotConfirmed: fresh processes do not show it, and there is no session to run again.
	NotConfirmed RecheckResult = "not-confirmed"
)

// RecheckResults returns all of them, in display order.
func RecheckResults() []RecheckResult {
	return []RecheckResult{Confirmed, LeakedState, NotRepeatable, NotTried, Undecided, NotConfirmed}
}

// Rechecked is a finding of a process other than a fresh plain one.
type Rechecked struct {
	Solver string        `json:"solver"`
	Class  oracle.Class  `json:"class"`
	Mode   string        `json:"mode"` // of the process: reset, push, snapshot
	Result RecheckResult `json:"fate"`
}

// Unsupported is a finding that was dropped because the target does not support some operators at all.
type Unsupported struct {
	Solver    string   `json:"solver"`
	Operators []string `json:"operators"` // by name, sorted
}

// Confirmation says that what was found on a mutant was run again.
type Confirmation struct {
	Mutant    string       `json:"mutant"`
	Class     oracle.Class `json:"class"`
	Solver    string       `json:"solver"`
	Signature string       `json:"signature"`
	// It showed Shown times in Runs runs, including the first time.
	Runs  int `json:"runs"`
	Shown int `json:"shown"`
}

// Kind implements Event.
func (Confirmation) Kind() string { return "confirmation" }

// Finding says that a mutant shows a finding, which is now kept.
type Finding struct {
	Mutant string `json:"mutant"`
	// Job is the position of the mutant's chain in the campaign, Index the mutant's in the chain.
	Job   uint64 `json:"job"`
	Index int    `json:"index"`
	// Engine made the mutant; "" in events of versions that did not say.
	Engine    string       `json:"engine,omitempty"`
	Class     oracle.Class `json:"class"`
	Solver    string       `json:"solver"`
	Family    string       `json:"family"`
	Signature string       `json:"signature"`
	Suspect   bool         `json:"suspect,omitempty"`
	Summary   string       `json:"summary"`
	// New: it is the first one with its signature. Folder is where it is, "" when there was no room for another folder. Kept:
	// that folder now has this mutant's formula.
	New    bool   `json:"new"`
	Folder string `json:"folder,omitempty"`
	Kept   bool   `json:"kept"`
}

// Kind implements Event.
func (Finding) Kind() string { return "finding" }

// Fault says that Assay itself did something wrong.
type Fault struct {
	Seed   string `json:"seed,omitempty"`
	Engine string `json:"engine,omitempty"`
	Text   string `json:"text"`
}

// Kind implements Event.
func (Fault) Kind() string { return "fault" }

// JSON returns an event as one JSON object, with its kind first under "event", and without a line end.
func JSON(e Event) ([]byte, error) { return Append(nil, e) }

// Parse is the inverse of JSON. It ignores fields that it does not know.
func Parse(text []byte) (Event, error) {
	var kind struct {
		Event string `json:"event"`
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return nil, err
	}
	switch kind.Event {
	case Seed{}.Kind():
		return parseAs[Seed](text)
	case Continued{}.Kind():
		return parseAs[Continued](text)
	case Solve{}.Kind():
		return parseAs[Solve](text)
	case Mutant{}.Kind():
		return parseAs[Mutant](text)
	case Skip{}.Kind():
		return parseAs[Skip](text)
	case Run{}.Kind():
		return parseAs[Run](text)
	case Explored{}.Kind():
		return parseAs[Explored](text)
	case Timed{}.Kind():
		return parseAs[Timed](text)
	case Dearer{}.Kind():
		return parseAs[Dearer](text)
	case Inferred{}.Kind():
		return parseAs[Inferred](text)
	case Verdict{}.Kind():
		return parseAs[Verdict](text)
	case Confirmation{}.Kind():
		return parseAs[Confirmation](text)
	case Finding{}.Kind():
		return parseAs[Finding](text)
	case Fault{}.Kind():
		return parseAs[Fault](text)
	}
	return nil, fmt.Errorf("there is no event %q", kind.Event)
}

func parseAs[E Event](text []byte) (Event, error) {
	var e E
	if err := json.Unmarshal(text, &e); err != nil {
		return nil, err
	}
	return e, nil
}
