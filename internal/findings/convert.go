package findings

import (
	"strings"

	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// An Outcome is what came of one run, in one word.
type Outcome string

// The outcomes. Every run has exactly one.
const (
	Sat     Outcome = "sat"
	Unsat   Outcome = "unsat"
	Unknown Outcome = "unknown"
	Several Outcome = "several" // several check-sats with different answers

	Timeout     Outcome = "timeout"
	Memory      Outcome = "memory"
	Killed      Outcome = "killed" // by somebody else
	CrashOut    Outcome = "crash"
	Rejected    Outcome = "rejected"
	Unsupported Outcome = "unsupported" // this build lacks something
	BadOptions  Outcome = "bad-options"
	Nothing     Outcome = "nothing" // no answer and no reason, or one that cannot be believed
)

// Outcomes returns all outcomes in the order in which they are shown.
func Outcomes() []Outcome {
	return []Outcome{Sat, Unsat, Unknown, Several, Timeout, Memory, Killed, CrashOut, Rejected, Unsupported, BadOptions, Nothing}
}

// OutcomeOf sums a run up.
func OutcomeOf(r solver.Run) Outcome {
	switch {
	case r.Crash != nil:
		return CrashOut
	case r.Rejected:
		return Rejected
	case r.BadOptions:
		return BadOptions
	case r.Unsupported:
		return Unsupported
	case r.Limit == solver.LimitTime:
		return Timeout
	case r.Limit == solver.LimitMemory:
		return Memory
	case r.Limit == solver.LimitKilled:
		return Killed
	case r.Void || len(r.Answers) == 0:
		return Nothing
	}
	first := r.Answers[0]
	for _, a := range r.Answers {
		if a != first {
			return Several
		}
	}
	return Outcome(first.String())
}

// lateShare is the part of the time limit from which on an unknown may be a solver's way to say that its time is over.
const lateShare = 0.9

// Late reports whether a run used so much of its time that an unknown need not be the solver's last word.
func Late(r solver.Run, l solver.Limits) bool {
	return l.Time > 0 && float64(r.Wall) >= lateShare*float64(l.Time)
}

// maxStream is how much of a run's output a record keeps.
const maxStream = 4 << 10

// RunOf records a run on a file that will be called name in the finding's folder; scratch is its name in the
// command line.
func RunOf(r solver.Run, o solver.Options, scratch, name string) Run {
	out := Run{
		Solver: r.Solver, Family: r.Family, Version: r.Version, File: name, Options: optionsOf(o),
		Void: r.Void, Outcome: OutcomeOf(r), Reason: r.Reason,
		Seconds: r.Wall.Seconds(), CPU: r.CPU.Seconds(), Exit: r.Raw.ExitCode, Signal: int(r.Raw.Signal),
		Stdout: clip(r.Raw.Stdout), Stderr: clip(r.Raw.Stderr),
		Answers: []string{},
	}
	for _, arg := range r.Command {
		out.Command = append(out.Command, strings.ReplaceAll(arg, scratch, name))
	}
	// A flood of answers says no more than the first hundred.
	const maxAnswers = 100
	for _, a := range r.Answers[:min(len(r.Answers), maxAnswers)] {
		out.Answers = append(out.Answers, a.String())
	}
	out.Reason = strings.ReplaceAll(out.Reason, scratch, name)
	return out
}

func clip(b []byte) string {
	s := strings.ToValidUTF8(string(b[:min(len(b), maxStream)]), "\uFFFD")
	if len(b) > maxStream {
		s += "\n[...]\n"
	}
	return s
}

func optionsOf(o solver.Options) Options {
	return Options{SelfCheck: o.SelfCheck, Models: o.Models, Incremental: o.Incremental, Strings: o.Strings, Floats: o.Floats}
}

func (o Options) query() solver.Options {
	return solver.Options{SelfCheck: o.SelfCheck, Models: o.Models, Incremental: o.Incremental, Strings: o.Strings, Floats: o.Floats}
}

// EvidenceOf records the oracle's evidence.
func EvidenceOf(e oracle.Evidence) Evidence {
	out := Evidence{
		Kind: e.Kind, Words: e.Words, Reason: e.Reason, Detail: e.Detail, Model: e.Model,
		Sat: e.Votes.Sat, Unsat: e.Votes.Unsat, Unknown: e.Votes.Unknown,
	}
	if e.Expected != 0 {
		out.Expected = e.Expected.String()
	}
	if e.Observed != 0 {
		out.Observed = e.Observed.String()
	}
	return out
}

// TruthsOf records truths.
func TruthsOf(ts []oracle.Truth) []Truth {
	var out []Truth
	for _, t := range ts {
		out = append(out, Truth{Status: t.Status.String(), Reason: t.Reason, Label: t.Label, Witness: t.Witness})
	}
	return out
}

func truthsBack(ts []Truth) []oracle.Truth {
	var out []oracle.Truth
	for _, t := range ts {
		status, err := smt.ParseStatus(t.Status)
		if err != nil {
			status = smt.Unknown
		}
		out = append(out, oracle.Truth{Status: status, Reason: t.Reason, Label: t.Label, Witness: t.Witness})
	}
	return out
}

// gravity orders classes by name.
func gravity(class string) int {
	for i, c := range oracle.Classes() {
		if string(c) == class {
			return i
		}
	}
	return len(oracle.Classes())
}
