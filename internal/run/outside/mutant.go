package outside

import (
	"context"
	"errors"
	"fmt"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

// conformance is where a developer sees what a campaign only counts.
const conformance = "assay engines check shows each of them"

// A reader makes mutants of what a program says, as far as that is of use.
type reader struct {
	ctx    context.Context
	engine string
	table  *theory.Table
	most   int // bytes of a mutant
}

func newReader(ctx context.Context, p *Program, table *theory.Table, ask seedRequest) reader {
	return reader{ctx: ctx, engine: p.Name(), table: table, most: mutantFloor + mutantGrowth*len(ask.Script)}
}

// mutant reads a mutant, each in a store of its own. The fault says why it is none.
func (r *reader) mutant(m *message) (mutate.Mutant, *Fault) {
	if len(m.Script) > r.most {
		return mutate.Mutant{}, &Fault{Reason: "a mutant is too large", Detail: fmt.Sprintf("%d bytes, at most %d", len(m.Script), r.most), Remedy: conformance}
	}
	s, err := elab.Script(m.Script, elab.Options{File: "mutant", Table: r.table, Done: r.ctx.Done()})
	var wrong *syntax.Error
	switch {
	case errors.As(err, &wrong):
		return mutate.Mutant{}, &Fault{Reason: fmt.Sprintf("a mutant cannot be read (%s)", wrong.Code), Detail: clipped(err.Error()), Remedy: conformance}
	case err != nil:
		return mutate.Mutant{}, &Fault{Reason: "a mutant was not read in time", Remedy: conformance}
	case s.Checks() == 0:
		return mutate.Mutant{}, &Fault{Reason: "a mutant has no check-sat", Remedy: conformance}
	}
	truth, fault := r.truth(m, s.Checks())
	if fault != nil {
		return mutate.Mutant{}, fault
	}
	out := mutate.Mutant{Script: unlabelled(s), Truth: truth}
	for _, step := range m.Steps[:min(len(m.Steps), maxSteps)] {
		out.Steps = append(out.Steps, mutate.Step{Engine: r.engine, Rule: "step", Summary: clipped(step)})
	}
	if len(out.Steps) == 0 {
		out.Steps = []mutate.Step{{Engine: r.engine, Rule: "mutant", Summary: "the program does not say what it did"}}
	}
	return out, nil
}

// truth returns what is known of a mutant. A model counts for what it is worth under evaluation, a word for as much as a label.
func (r *reader) truth(m *message, checks int) (mutate.Truth, *Fault) {
	status := smt.Label(m.Truth)
	if m.Truth != "" && !status.Decides() && m.Truth != smt.Unknown.String() {
		return mutate.Truth{}, untrue("a truth is neither sat, unsat nor unknown", fmt.Sprintf("%q", m.Truth))
	}
	if checks != 1 {
		if m.Model != "" || status.Decides() {
			return mutate.Truth{}, untrue("a mutant with a truth or a model asks more than once", "")
		}
		return mutate.Truth{Status: smt.Unknown}, nil
	}
	if m.Model != "" {
		switch report := r.evaluate(m); {
		case report.Verdict == oracle.ModelUnreadable:
			return mutate.Truth{}, untrue("a model cannot be read", report.Summary)
		case report.Verdict == oracle.ModelFails:
			return mutate.Truth{}, untrue("a model makes its mutant false", report.Summary)
		case report.Verdict == oracle.ModelHolds && status == smt.Unsat:
			return mutate.Truth{}, untrue("a mutant that is said to be unsat has a model", "")
		case report.Verdict == oracle.ModelHolds:
			return mutate.Truth{Status: smt.Sat, Witness: m.Model, Derivation: []string{r.engine + " gives a model, under which every assertion is true"}}, nil
		}
	}
	if !status.Decides() {
		return mutate.Truth{Status: smt.Unknown}, nil
	}
	return mutate.Truth{Status: status, Label: true, Derivation: []string{fmt.Sprintf("%s says that it is %s", r.engine, status)}}, nil
}

// untrue is the fault of what is said about a mutant.
func untrue(reason, detail string) *Fault {
	return &Fault{Reason: reason, Detail: clipped(detail), Remedy: conformance, ofTruth: true}
}

// refutes says why evaluation alone, without any model, contradicts the word for a mutant; "" where it does not.
func (r *reader) refutes(m *message) string {
	f, err := certify.ReadFormula(m.Script, r.table, r.ctx.Done())
	if err != nil {
		return ""
	}
	f.Effort, f.Done = certify.Quick, r.ctx.Done()
	if report := f.Decide(0); report.Contradicts(smt.Label(m.Truth)) {
		return "evaluation finds the contrary"
	}
	return ""
}

// evaluate evaluates the model of a mutant.
func (r *reader) evaluate(m *message) oracle.ModelReport {
	f, err := certify.ReadFormula(m.Script, r.table, r.ctx.Done())
	if err != nil {
		return oracle.ModelReport{Verdict: oracle.ModelOpen, Summary: err.Error()}
	}
	f.Effort, f.Done = certify.Quick, r.ctx.Done()
	return f.Model(m.Model, "", 0)
}
