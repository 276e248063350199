package triage

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

// A Wrongly is an unsat that a witness contradicts, for a Locator to investigate.
type Wrongly struct {
	// Script is what the solver read, and Check the check-sat from 0.
	Script *script.Script
	Check  int
	// Witness is the text of a model that makes the formula true, "" for none. Without one, or if it makes an assertion false or leaves one open, evaluation
	// looks for one, and then the solvers of Ask are asked for theirs, one after the other. A nil Ask is nobody, and then the model that is given is the only
	// one.
	Witness string
	Ask     func(ctx context.Context) ([]solver.Target, error)
	// Blamed answers unsat; Near are other versions of it, the nearest first, that are tried when it shows no proof.
	Blamed solver.Target
	Near   []Candidate
}

// A Locator finds the step of a solver's own proof at which a wrong unsat goes wrong.
type Locator struct {
	// Bench runs the solvers; its folder belongs to this goroutine.
	Bench *trial.Bench
	// Most bounds the versions and settings that are tried, 0 for DefaultAttempts.
	Most int
}

// DefaultAttempts is how many versions and settings are tried until one shows the wrong step.
const DefaultAttempts = 12

// A LocateState states the result in a word.
type LocateState string

// The states.
const (
	// Located: a step or a tactic is wrong.
	Located LocateState = "located"
	// Narrowed: a step has a false conclusion, and some of its premises are open.
	Narrowed LocateState = "narrowed"
	// NotLocated: there is a proof, but no step of it is known to be wrong.
	NotLocated LocateState = "not located"
	// NoProof: no version or setting that was tried shows the wrong answer with a proof.
	NoProof LocateState = "no proof"
)

// A Location is where a solver goes wrong. It is plain data.
type Location struct {
	State LocateState `json:"state"`
	Words string      `json:"words"`
	// Caveat says what keeps the answer from being known to be wrong, "" for nothing.
	Caveat string `json:"caveat,omitempty"`
	// Witnesses says who was asked for the model under which the proof is evaluated, and what came of it; the last one, or the best, gave it. It is empty
	// where the model was given.
	Witnesses []Attempt `json:"witnesses,omitempty"`
	// Solver is what gave the proof, which may be another version than the blamed one; Setting is what else it was told.
	Solver  string   `json:"solver,omitempty"`
	Version string   `json:"version,omitempty"`
	Setting string   `json:"setting,omitempty"`
	Command []string `json:"command,omitempty"`
	// Report is on the proof, nil without one.
	Report *proof.Report `json:"report,omitempty"`
	// Tactics are what z3's tactics make from the formula, as far as they were tried.
	Tactics []proof.Goal `json:"tactics,omitempty"`
	// Tried gives the result of each version and setting, in order.
	Tried []Attempt `json:"tried"`
	// Asked is the script that was run, Proof what the solver printed for it.
	Asked []byte `json:"-"`
	Proof []byte `json:"-"`
}

// An Attempt is one version or setting.
type Attempt struct {
	Solver  string `json:"solver"`
	Version string `json:"version,omitempty"`
	Setting string `json:"setting,omitempty"`
	Result  string `json:"result"`
}

// WronglyOf prepares a finding of class refutation-soundness. The error is a *RecordError, or wraps ErrNoWitness.
func WronglyOf(ctx context.Context, s findings.Stored, resolve Resolve, near []Candidate) (Wrongly, error) {
	if s.Class.WrongAnswer() != smt.Unsat {
		return Wrongly{}, fmt.Errorf("a finding of class %s: only a wrong unsat (%s) can be located in a proof", s.Class, oracle.OfAnswer(smt.Unsat))
	}
	table, err := Table(&s.Finding)
	if err != nil {
		return Wrongly{}, &RecordError{s.Dir, fmt.Errorf("a recorded theory file cannot be read: %w", err)}
	}
	text, err := trial.ReadText(filepath.Join(s.Dir, findings.BugFile))
	if err != nil {
		return Wrongly{}, &RecordError{s.Dir, fmt.Errorf("its formula: %w", err)}
	}
	read, err := elab.Script(string(text.Bytes), elab.Options{File: text.Path, Table: table, Done: ctx.Done()})
	if err != nil {
		return Wrongly{}, &RecordError{s.Dir, fmt.Errorf("its formula: %w", err)}
	}
	blamed, err := resolve(ctx, s.Solver)
	if err != nil {
		return Wrongly{}, err
	}
	q := Wrongly{Script: read, Check: max(s.Check, 0), Witness: s.Evidence.Model, Blamed: blamed, Near: near}
	if q.Witness == "" && q.Check < len(s.Truths) {
		q.Witness = s.Truths[q.Check].Witness
	}
	return q, nil
}

// Locate makes the blamed solver show its proof, and finds the first step that the witness refutes. Where the solver shows no proof, or no
// step is known to be wrong, it continues with other settings and the nearest versions. The error wraps ErrNoWitness, or is about the disk or ctx: a solver
// that cannot be run is an attempt like any other.
func (l Locator) Locate(ctx context.Context, q Wrongly) (Location, error) {
	var out Location
	w, err := l.witness(ctx, &q, &out)
	if err != nil {
		return out, err
	}
	out.State = NoProof
	if err := l.tryAll(ctx, q, &out); err != nil {
		return out, err
	}
	if out.State != Located && q.Blamed.Profile().Name == "z3" {
		if err := l.tactics(ctx, q, w, &out); err != nil {
			return out, err
		}
	}
	out.Words = out.words()
	return out, nil
}

func (l Locator) most() int {
	if l.Most > 0 {
		return l.Most
	}
	return DefaultAttempts
}

// Judge reads a proof that the caller has asked for, and finds the first step that the witness refutes.
func (l Locator) Judge(ctx context.Context, q Wrongly, text string) (Location, error) {
	var out Location
	w, err := l.witness(ctx, &q, &out)
	if err != nil {
		return out, err
	}
	p, err := proof.Read(text, q.Script, q.Check, proof.Options{Done: ctx.Done()})
	if err != nil {
		return out, err
	}
	r := proof.Check(p, w)
	out.State, out.Report, out.Words = stateOf(&r), &r, r.Words()
	return out, context.Cause(ctx)
}

func stateOf(r *proof.Report) LocateState {
	switch {
	case r.Wrong != nil:
		return Located
	case len(r.Doubtful) > 0:
		return Narrowed
	}
	return NotLocated
}

func rank(s LocateState) int {
	return slices.Index([]LocateState{NoProof, NotLocated, Narrowed, Located}, s)
}

// words states the result in one sentence.
func (l *Location) words() string {
	for _, g := range l.Tactics {
		if l.State == Located && l.Report == nil && g.Verdict == proof.Wrong.String() {
			return fmt.Sprintf("tactic %s: the formula is true, what the tactic makes of it is not", g.Tactic)
		}
	}
	if l.Report != nil {
		return l.Report.Words()
	}
	return "no version or setting that was tried answers unsat with a proof"
}

// Nearest orders versions by their distance from the named one in a list from the oldest to the newest, and leaves that one out. Of two at
// the same distance the older comes first.
func Nearest(all []Candidate, name string) []Candidate {
	at := slices.IndexFunc(all, func(c Candidate) bool { return c.Name == name })
	if at < 0 {
		out := slices.Clone(all)
		slices.Reverse(out)
		return out
	}
	var out []Candidate
	for d := 1; d < len(all); d++ {
		if at-d >= 0 {
			out = append(out, all[at-d])
		}
		if at+d < len(all) {
			out = append(out, all[at+d])
		}
	}
	return out
}
