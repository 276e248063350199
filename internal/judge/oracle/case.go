package oracle

import "github.com/assay-smt/assay/smt"

// A Truth is what is known about one check-sat, whatever solvers say about it.
type Truth struct {
	// Status is sat or unsat when the truth is known; unknown and the zero value
	// both mean that it is not.
	Status smt.Status
	// Reason says in words why the status holds: a witness, a derivation, a label.
	Reason string
	// Label says that the status is not proven: somebody wrote it into the file. Labels in benchmark libraries are occasionally wrong, so
	// contradicting only a label is a suspicion.
	Label bool
	// Witness is the text of a model that shows sat, empty for none. Model is what evaluation says about it; its verdict is NoModel until it
	// is evaluated, which matters only where a solver contradicts the witness.
	Witness string
	Model   ModelReport
}

// An Observation is what one solver did with the script, as far as that matters here.
type Observation struct {
	// Solver names the solver together with its configuration, as the user gave it.
	Solver string
	// Family is the name shared by all versions and configurations of the solver;
	// findings are grouped by it. Empty means the same as Solver.
	Family string
	// Codebase is the name shared by solvers that grew from one program, such as cvc4 and cvc5: their votes count as one. Empty means the same
	// as Family.
	Codebase string
	// Answers are the answers in order, one for each check-sat that was reached.
	Answers []smt.Status
	// Models are the verdicts on the models for the answers, as far as there are any.
	Models []ModelReport
	// Cores are the verdicts on the unsat cores for the answers: ModelHolds says that the core has a model, the one in the report; Agreed,
	// that solvers say so.
	Cores []ModelReport
	// Responses are the verdicts on what it said to further questions.
	Responses []Response
	// Objections are what checks of the user's object to.
	Objections []Objection
	// Void says that the answers are not about this script: a part of it was rejected, or they cannot be distinguished from other output.
	Void bool
	// Cut says that the run ended before the script did, at a limit or by a crash, so fewer answers than check-sats are to be expected.
	Cut bool
	// NearTimeout says that the run used nearly all of its time, so an unknown may mean no more than that.
	NearTimeout bool
	// AskedMore says that the solver was given more to do than the formula requires, such as an optimum to find or an option for it, so an
	// unknown may come from that.
	AskedMore bool
	// Incomplete says that the solver names what it lacks for such formulas, so that an unknown loses nothing.
	Incomplete bool
	// Crash is set when the solver crashed.
	Crash *Crash
	// InvalidModel is the solver's own statement that a model it made is wrong; empty for no such statement.
	InvalidModel string
	// Unchecked is the model of the only check-sat that the solver gives when it does not check it, where its own check rejects a model and shows
	// none; nil for none.
	Unchecked *Unchecked
}

// An Objection is what a check of the user's says is wrong with a run.
type Objection struct {
	// By names the check, as the user did, and Name is its short name.
	By, Name string
	// Title says what is wrong in a few words, the same ones for the same defect. Detail are further lines, "" for none.
	Title, Detail string
}

// Unchecked is what a solver that rejects its own model gives without that check: it answers sat, with a model.
type Unchecked struct {
	Solver string // with the configuration that does not check models
	Model  ModelReport
}

// A Crash is the part of a crash that findings carry.
type Crash struct {
	// Kind is how it showed: "signal", "exit-status", "assertion"...
	Kind string
	// Signature is the same for all crashes that are probably the same defect.
	Signature string
	// Detail is the text that shows it.
	Detail string
	// Check is the check that failed, which only a build with checks has.
	Check CheckKind
}

// A CheckKind says what in a build with checks found a defect.
type CheckKind uint8

// The checks.
const (
	// NoCheck: any build may crash so.
	NoCheck CheckKind = iota
	// ByAssertion: an assertion that only builds with assertions have.
	ByAssertion
	// BySanitizer: a sanitizer of the compiler's.
	BySanitizer
)

// A Case is one script and everything that was observed about it.
type Case struct {
	// Logic is the script's logic, empty when it sets none. It takes part in
	// signatures only.
	Logic string
	// Checks is the number of check-sat commands, of whatever form, that the script
	// executes; 0 means not known, or the number of Truths when there are any.
	Checks int
	// Tactic says that the script lets tactics decide, which may give up on formulas that the solver decides without them.
	Tactic bool
	// Truths are the truths of the check-sats in order; missing ones are unknown.
	Truths []Truth
	// Evaluated is what exact evaluation says about the check-sats without any solver's model: ModelHolds shows sat, under the interpretation
	// in the report, and ModelFails shows unsat, since a formula is false under all interpretations. Other verdicts and missing ones say
	// nothing.
	Evaluated []ModelReport
	// Observations are the runs. Their order does not matter.
	Observations []Observation
	// Baselines are solvers that must not know more than another one.
	Baselines []Pair
	// Step is the implication that led to the script, nil when none did.
	Step *Step
	// Accused is a solver that a finding already suspects because others contradict it: it stays suspected, whichever solvers take part now.
	// "" for none.
	Accused string
}

func (c Case) checks() int {
	if c.Checks == 0 {
		return len(c.Truths)
	}
	return c.Checks
}

// truth returns the truth of a check, unknown when nothing is said about it.
func (c Case) truth(check int) Truth {
	if check < len(c.Truths) && c.Truths[check].Status.Decides() {
		return c.Truths[check]
	}
	return Truth{Status: smt.Unknown}
}

// evaluated returns what evaluation says about a check: sat, unsat, or unknown.
func (c Case) evaluated(check int) (a smt.Status, r ModelReport) {
	if check < len(c.Evaluated) {
		r = c.Evaluated[check]
	}
	return r.decided(), r
}

// Answering returns the observations whose answer to a check counts and decides. There are none where the check is already settled by a
// model that holds, or by a witness of the truth that holds or that no solver contradicts: then no evaluation is needed for or against an
// answer.
func (c Case) Answering(check int) []Observation {
	t := c.truth(check)
	witnessed := t.Status == smt.Sat && t.Witness != ""
	if witnessed && t.Model.Verdict == ModelHolds {
		return nil
	}
	var out []Observation
	contradicted := false
	for _, o := range c.Observations {
		if !o.answersCount(c.checks()) || check >= len(o.Answers) || !o.Answers[check].Decides() {
			continue
		}
		if o.Answers[check] == smt.Sat && o.model(check).Verdict == ModelHolds {
			return nil
		}
		contradicted = contradicted || o.Answers[check] == smt.Unsat || o.model(check).Verdict == ModelFails
		out = append(out, o)
	}
	if witnessed && !contradicted {
		return nil
	}
	return out
}

// Acquits reports whether it could only confirm answers to a check if evaluation found an interpretation that makes it sat: nobody calls it
// unsat, and the sats do not depend on that.
func (c Case) Acquits(check int) bool {
	if c.truth(check).Status == smt.Unsat {
		return false
	}
	for _, o := range c.Observations {
		if check < len(o.Answers) && o.Answers[check] == smt.Unsat || o.InvalidModel != "" || o.model(check).Verdict == ModelFails {
			return false
		}
	}
	return true
}

// Contradicted returns the first observation whose unsat contradicts a sat with a witness that has not been evaluated yet; ok is false when
// there is none.
func (c Case) Contradicted(check int) (o Observation, ok bool) {
	t := c.truth(check)
	if t.Status != smt.Sat || t.Witness == "" || t.Model.Verdict != NoModel {
		return Observation{}, false
	}
	for _, o := range c.Observations {
		if o.answersCount(c.checks()) && check < len(o.Answers) && o.Answers[check] == smt.Unsat {
			return o, true
		}
	}
	return Observation{}, false
}

func (o Observation) family() string {
	if o.Family == "" {
		return o.Solver
	}
	return o.Family
}

func (o Observation) codebase() string {
	if o.Codebase == "" {
		return o.family()
	}
	return o.Codebase
}

// answersCount reports whether the answers can be assigned to the script's check-sats.
// Answers come in order, so those of a run that was cut short belong to the first
// check-sats. Any other difference in number means that the solver skipped a command or
// printed something that looked like an answer: then none of them can be placed.
func (o Observation) answersCount(checks int) bool {
	switch {
	case o.Void:
		return false
	case checks == 0 || len(o.Answers) == checks:
		return checks != 0 || !o.Cut
	}
	return o.Cut && len(o.Answers) < checks
}

// IsUnsat reports whether the truth is known to be unsat.
func (t Truth) IsUnsat() bool { return t.Status == smt.Unsat }
