package certified

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/timing"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// A Case is a finding to reduce, with everything needed to show it. Its fields are not changed after first use.
type Case struct {
	Goal
	// Engine made the original, "" for none that is known.
	Engine string
	// Blamed is the target whose runs have the name Goal.Solver, and Options are its options. It reads candidates as they are.
	Blamed  solver.Target
	Options solver.Options
	// Against is the target with the name Goal.Other, nil for none.
	Against *solver.Target
	// Referees vouch for truths. Those of the blamed solver's codebase have no vote.
	Referees []solver.Target
	// Panel are further solvers that may vouch, in the order in which they are asked: only as far as no referee and nobody before them of their
	// codebase decides, and no more than maxPanel about one question.
	Panel []solver.Target
	// Truths are what is known of the original's check-sats.
	Truths []oracle.Truth
	// Table is the operator table, nil for the built-in one. Limits bound each run.
	Bench *trial.Bench
	// Fast runs the blamed solver on candidates before a fresh process does, nil for nothing: a candidate that does not show there is not
	// tried any further. It reads them as Assay prints them for the solver.
	Fast trial.Runner
	// Debugger is a program that shows where a process crashed, "" for none. A crash that says nothing itself then keeps its stack.
	Debugger string
	// Limit is what counts as slower, for findings that are measured; the zero value is timing.Default. Exceeded: the original was measured before, so that
	// it has to show no more than what has to be kept (timing.Limit.Kept).
	Limit    timing.Limit
	Exceeded bool
	// Tries is how often a candidate is run at most until it shows the finding, 0 for once. Findings that do not always show need more.
	Tries int
}

// AddReferees adds referees. One whose name is there already is not added: two resolvers make different targets from one program.
func (c *Case) AddReferees(more ...solver.Target) {
	for _, t := range more {
		if !slices.ContainsFunc(c.Referees, func(r solver.Target) bool { return r.String() == t.String() && r.Path() == t.Path() }) {
			c.Referees = append(c.Referees, t)
		}
	}
}

// A Shown is one time that a text showed the finding.
type Shown struct {
	Text    string
	Finding oracle.Finding
	Certificate
	// Truths are those of the text's check-sats, the certified one with its witness.
	Truths []oracle.Truth
	Run    solver.Run
	// For a text that can be read, Checks is the number of check-sats, Logic the logic and Open the operators with open values.
	Checks int
	Logic  string
	Open   []string

	formed *formed // of a text that stands for more than one script
	rival  *rival  // what the solver with the name Goal.Other did, where the finding is about two solvers
}

// A rival is a run of the solver that contradicts the blamed one.
type rival struct {
	run     solver.Run
	text    *trial.Text
	options solver.Options
}

// An examiner checks whether texts show what a case is about. Safe for concurrent use.
type examiner struct {
	Case
	all    []solver.Target // the referees, those of the blamed solver's codebase too
	panel  []solver.Target // those of the panel that have a vote
	slots  chan *slot
	level  level         // that texts have to reach
	time   time.Duration // of the blamed solver on candidates, 0 for the bench's limit
	proofs proofs
	// patience is for the referees.
	patience patience
	// starvation is for all solvers.
	starvation starvation
	// satisfiable: the original is certified to be sat, so that a wrong model must stay one of a satisfiable formula.
	satisfiable bool
	// wrongSat: the original is certified by its model and refuted besides.
	wrongSat bool
	// standard: the original is strict SMT-LIB, and so must be what replaces it: a report about a script whose meaning is not certain is
	// worthless.
	standard bool
	// features are the constructs of single solvers that the original has. What replaces it has no others: fewer versions would read it.
	features theory.Features
	readable bool     // the original can be read
	survival survival // of a crash
	stack    string   // of a crash that says nothing itself, "" when it is not known
	// form turns a candidate into what is run instead of it; nil for the candidate itself.
	form form

	mu   sync.Mutex
	held map[string]*Shown // by text, what has shown recently
}

// A slot is what one goroutine has of its own.
type slot struct{ bench *trial.Bench }

// file is the name of what the blamed solver reads.
const file = "bug.smt2"

// newExaminer prepares for the given number of texts at once, with folders below dir. Its level is not known yet, see begin.
func newExaminer(c Case, dir *disk.Scratch, jobs int) (*examiner, error) {
	x := &examiner{Case: c, slots: make(chan *slot, max(1, jobs)), held: make(map[string]*Shown)}
	for i := range cap(x.slots) {
		sub, err := dir.Sub(fmt.Sprintf("c%d", i+1))
		if err != nil {
			return nil, err
		}
		x.slots <- &slot{bench: c.Bench.In(sub)}
	}
	x.all = c.Referees
	codebase := c.Blamed.Profile().Codebase
	x.Referees = slices.DeleteFunc(slices.Clone(c.Referees), func(t solver.Target) bool { return t.Profile().Codebase == codebase })
	x.convene(&c)
	if c.Class.Measured() {
		if x.Against == nil {
			return nil, &NotShownError{Problem: "there is no baseline to measure against"}
		}
		x.form = newSlowdown(c.Limit, c.Exceeded)
	}
	return x, nil
}

// examine runs a text in fresh processes and returns what it showed, nil when that is not the finding. s is nil for a text that cannot be
// read.
func (x *examiner) examine(ctx context.Context, on *slot, text string, s *script.Script) (*Shown, error) {
	for range max(1, x.Tries) {
		shown, err := x.once(ctx, on, text, s)
		if shown != nil || err != nil {
			return shown, err
		}
	}
	return nil, nil
}

func (x *examiner) once(ctx context.Context, on *slot, text string, s *script.Script) (*Shown, error) {
	if x.form != nil {
		return x.form.examine(ctx, x, on, text, s)
	}
	if s == nil && !x.Class.Crash() || x.standard && (s == nil || s.Dialects&theory.Standard == 0) {
		return nil, nil
	}
	if x.readable && s != nil && s.Features&^x.features != 0 {
		return nil, nil
	}
	if !x.tells(text) {
		return nil, nil
	}
	e := x.open(on, text, s)
	run, err := x.run(ctx, e.trial, e.raw)
	if err != nil || !x.worth(run) {
		return nil, err
	}
	return e.judge(ctx, run)
}

// run runs the blamed solver on a text within the time for candidates.
func (x *examiner) run(ctx context.Context, t *trial.Trial, text *trial.Text) (solver.Run, error) {
	return x.starvation.despite(t, x.Bench.Limits.Time, func(t *trial.Trial) (solver.Run, error) {
		return t.RunText(ctx, x.Blamed, x.Solver, text, x.Options)
	})
}

// An exam is one text under examination.
type exam struct {
	*examiner
	bench   *trial.Bench
	text    string
	raw     *trial.Text
	script  *script.Script
	formula *certify.Formula // nil until asked for
	trial   *trial.Trial
	truths  []oracle.Truth
	votes   map[solver.Target]vote // of the check that was asked about last
	check   int                    // that one
}

func (x *examiner) open(on *slot, text string, s *script.Script) *exam {
	e := &exam{examiner: x, bench: on.bench, text: text, script: s}
	if s != nil {
		e.truths = make([]oracle.Truth, s.Checks())
	}
	e.raw = e.bench.RawText(file, []byte(text))
	facts := trial.Facts{Truths: e.truths}
	if e.Class.Refereed() {
		facts.Referees = e.voters()
	}
	if e.Suspect && e.Other != "" {
		facts.Accused = e.Solver
	}
	e.trial = e.bench.Raw(e.raw, s, facts).Within(x.time)
	return e
}

// judge says what a run shows, nil when that is not the finding. It enters the truths that it finds.
func (e *exam) judge(ctx context.Context, run solver.Run) (*Shown, error) {
	observed := []oracle.Observation{e.trial.Observe(ctx, run)}
	cert, err := e.certify(ctx, run, observed[0])
	if err != nil || cert.Kind == "" || cert.Kind.level() < e.level {
		return nil, err
	}
	if e.Class.Basis() == oracle.BasisCore {
		if err := e.satisfied(ctx, observed[0]); err != nil {
			return nil, err
		}
	}
	var against *rival
	if e.compares() {
		var other oracle.Observation
		if other, against, err = e.against(ctx); err != nil {
			return nil, err
		}
		observed = append(observed, other)
	}
	if e.Class.Basis() == oracle.BasisBaseline {
		b := *e.bench
		b.Baselines = []oracle.Pair{{Old: e.Other, New: e.Solver}}
		e.trial = b.Raw(e.raw, e.script, trial.Facts{Truths: e.truths})
	}
	v, err := e.trial.Judge(ctx, observed)
	if err != nil {
		return nil, err
	}
	found, ok := e.in(v.Found)
	if !ok {
		return nil, nil
	}
	if e.stack != "" {
		if there, err := e.there(ctx); err != nil || !there {
			return nil, err
		}
	}
	out := e.shown(found, cert, run)
	out.rival = against
	return out, nil
}

func (e *exam) shown(found oracle.Finding, cert Certificate, run solver.Run) *Shown {
	out := &Shown{Text: e.text, Finding: found, Certificate: cert, Truths: e.truths, Run: run, Checks: e.trial.Checks(), Logic: e.trial.Logic()}
	if e.script != nil {
		out.Open = trial.ContentOf(e.script).Open
	}
	return out
}

// compares reports whether the finding is about two solvers.
func (e *exam) compares() bool {
	return e.Against != nil && (e.Class.Basis() == oracle.BasisBaseline || e.Suspect)
}

// against runs the solver that contradicts the blamed one.
func (e *exam) against(ctx context.Context) (oracle.Observation, *rival, error) {
	t := e.bench.New(e.script, trial.Facts{Name: "against", Plan: trial.AskEverySat})
	run, err := t.Run(ctx, *e.Against)
	if err != nil {
		return oracle.Observation{}, nil, err
	}
	o := t.Observe(ctx, run)
	o.Solver, run.Solver = e.Other, e.Other
	text := t.Text(*e.Against)
	e.trial.HasRead(e.Other, text)
	return o, &rival{run, text, t.Options(*e.Against, text)}, nil
}

// voters are all targets that may have a model.
func (e *exam) voters() []solver.Target {
	out := append(slices.Clone(e.Referees), e.heads()...)
	if e.Against != nil {
		out = append(out, *e.Against)
	}
	return append(out, e.Blamed)
}

// certify finds what certifies that the run is wrong, the zero Certificate for nothing. For an answer it enters that as the truth of its
// check-sat.
func (e *exam) certify(ctx context.Context, run solver.Run, o oracle.Observation) (Certificate, error) {
	switch e.Class.Basis() {
	case oracle.BasisCrash:
		return Certificate{Kind: Signature, Words: "the crash looks the same: " + e.Goal.Signature}, nil
	case oracle.BasisBaseline:
		return Certificate{Kind: Baseline, By: []string{e.Other}, Words: e.Other + " decides it"}, nil
	case oracle.BasisWord:
		return Certificate{Kind: Word, Words: "the check says the same again"}, nil
	case oracle.BasisOwnModel:
		return e.ownModel(ctx, run, o)
	case oracle.BasisResponse:
		return Certificate{Kind: OwnModel, By: []string{e.Solver}, Words: "exact evaluation of what it returns"}, nil
	case oracle.BasisRejectedModel, oracle.BasisCore:
		return Certificate{Kind: OwnModel, By: []string{e.Solver}, Words: "exact evaluation of a model"}, nil
	case oracle.BasisModel:
		return e.truth(ctx, run, smt.Unsat, e.sat)
	case oracle.BasisRefutation:
		return e.truth(ctx, run, smt.Sat, e.unsat)
	case oracle.BasisStep, oracle.BasisMeasurement, oracle.BasisStatement, oracle.BasisContradiction: // the first three are the business of a form, the last is not reduced
	}
	return Certificate{}, nil
}

// truth certifies that one of the answers of a kind is wrong.
func (e *exam) truth(ctx context.Context, run solver.Run, wrong smt.Status,
	certify func(context.Context, int) (oracle.Truth, Certificate, error),
) (Certificate, error) {
	for check, a := range run.Answers[:min(len(run.Answers), len(e.truths))] {
		if a != wrong {
			continue
		}
		truth, cert, err := certify(ctx, check)
		if err != nil {
			return Certificate{}, err
		}
		if cert.Kind != "" && cert.Kind.level() >= e.level {
			e.truths[check] = truth
			return cert, nil
		}
	}
	if e.Suspect && e.Against != nil {
		return Certificate{Kind: Disagreement, By: []string{e.Other}, Words: e.Other + " contradicts it, and nothing decides who is right"}, nil
	}
	return Certificate{}, nil
}

// ownModel certifies a wrong model. A wrong model of a formula that is known to be satisfiable has to stay one, and likewise one that
// nothing refutes, and one that something refutes: a wrong sat is another bug, or a part of this one.
func (e *exam) ownModel(ctx context.Context, run solver.Run, o oracle.Observation) (Certificate, error) {
	if e.Suspect {
		return Certificate{Kind: Disagreement, By: []string{e.Solver}, Words: "the solver says of its own model that it is wrong"}, nil
	}
	for check, m := range o.Models {
		if m.Verdict != oracle.ModelFails || check >= len(e.truths) {
			continue
		}
		truth, cert, err := e.sat(ctx, check)
		if err != nil {
			return Certificate{}, err
		}
		words := "exact evaluation of the solver's own model"
		switch {
		case e.wrongSat && cert.Kind.level() == exact:
			return Certificate{}, nil
		case cert.Kind.level() == exact:
			e.truths[check] = truth
			words += "; another model makes it true, so that the sat itself is right"
		case e.satisfiable:
			return Certificate{}, nil
		default:
			refuted, by, err := e.refuted(ctx, check)
			if err != nil || e.level != noLevel && refuted != e.wrongSat {
				return Certificate{}, err
			}
			if refuted {
				words += "; the sat itself is wrong as well, by " + by
			}
			return Certificate{Kind: OwnModel, By: []string{e.Solver}, Words: words, wrongSat: refuted}, nil
		}
		return Certificate{Kind: OwnModel, By: []string{e.Solver}, Words: words}, nil
	}
	return Certificate{}, nil
}

// read returns the text's formula for evaluation.
func (e *exam) read() *certify.Formula {
	if e.formula == nil {
		e.formula, _ = certify.NewFormula(e.text, e.bench.Table)
	}
	return e.formula
}

// parse reads a text, nil when that is not possible.
func (c *Case) parse(text string) *script.Script {
	s, err := elab.Script(text, elab.Options{Table: c.Bench.Table})
	if err != nil {
		return nil
	}
	return s
}
