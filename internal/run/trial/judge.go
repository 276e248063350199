package trial

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

// Observe returns what the oracle judges about a run: its answers, and the verdicts on their models and cores, evaluated on what the solver
// read. Whatever is left to evaluate when ctx ends counts as too large.
func (t *Trial) Observe(ctx context.Context, r solver.Run) oracle.Observation {
	o := r.Observation()
	o.AskedMore = t.facts.SelfCheck || slices.ContainsFunc(r.Questions, func(q solver.Question) bool { return q.Kind.Taxing() })
	text := t.used[r.Solver]
	if text != nil && misread(r.Target.Profile(), text.Bytes) {
		o.Void = true
	}
	o.Objections = t.objections(ctx, r, text, o.Void)
	if o.Void || text == nil || !evaluable(r) {
		return o
	}
	started := time.Now()
	defer func() { t.spent += time.Since(started) }()
	if models, ok := t.quickCheckOf(ctx, r, text); ok && !hasResponses(r) && r.Unchecked == nil {
		o.Models = models
		return o
	}
	f := t.bench.formulaOf(ctx, text)
	if f == nil {
		return o
	}
	o.Models = models(r, f)
	o.Cores = t.cores(r, f)
	o.Responses = responses(r, text, f)
	o.Unchecked = uncheckedModel(r, f)
	return o
}

// objections asks the checks about a run that has answers to the script.
func (t *Trial) objections(ctx context.Context, r solver.Run, text *Text, void bool) (all []oracle.Objection) {
	if text == nil || void || len(r.Answers) == 0 {
		return nil
	}
	for _, c := range t.bench.Checks {
		all = append(all, c.Objections(ctx, text.Bytes, t.logic, r)...)
	}
	return all
}

// evaluable reports whether a run has something to evaluate, so that its text is not read for nothing.
func evaluable(r solver.Run) bool {
	if len(r.Returns) > 0 || r.Unchecked != nil {
		return true
	}
	return slices.ContainsFunc(r.Questions, func(q solver.Question) bool {
		return q.Kind == question.Model && q.Check < len(r.Answers) && r.Answers[q.Check] == smt.Sat
	})
}

// models evaluates the models for sat. For one that cannot be read, the error becomes its verdict.
func models(r solver.Run, f *certify.Formula) []oracle.ModelReport {
	if !slices.Contains(r.Answers, smt.Sat) {
		return nil
	}
	out := make([]oracle.ModelReport, len(r.Answers))
	for check, a := range r.Answers {
		if a != smt.Sat {
			continue
		}
		switch text := r.Return(check, question.Model); {
		case otherEscapes(r, text):
			out[check] = oracle.ModelReport{Verdict: oracle.ModelOpen, Summary: "this version writes characters in strings as in C"}
		case text != "":
			out[check] = f.Model(text, r.Family, check)
		case r.Asked(check, question.Model) && r.Cut:
			out[check] = oracle.ModelReport{Verdict: oracle.ModelTooLarge,
				Summary: fmt.Sprintf("it is too large to read: the solver printed more than the %d bytes that are kept", len(r.Raw.Stdout))}
		case r.Asked(check, question.Model) && r.Limit == solver.LimitNone && r.Crash == nil:
			out[check].Verdict = oracle.ModelRefused
		}
	}
	return out
}

// cores evaluates the unsat cores with the witnesses that are known; nil when nothing can be judged.
func (t *Trial) cores(r solver.Run, f *certify.Formula) []oracle.ModelReport {
	var out []oracle.ModelReport
	for check, a := range r.Answers {
		core := r.Return(check, question.Core) + r.Return(check, question.Assumptions)
		if a != smt.Unsat || core == "" {
			continue
		}
		report := f.Core(core, check, t.witnesses())
		if report.Verdict == oracle.NoModel {
			report = voted(f, core, check, r.OnCores)
		}
		if whole := f.Whole(report, check); whole.Verdict == oracle.ModelHolds {
			report.Text, report.Whole = whole.Text, true
		}
		if report.Verdict != oracle.NoModel || len(report.Agreed) > 0 {
			if out == nil {
				out = make([]oracle.ModelReport, len(r.Answers))
			}
			out[check] = report
		}
	}
	return out
}

// witnesses are the texts of the models that are known, by check.
func (t *Trial) witnesses() []string {
	var out []string
	for _, truth := range t.facts.Truths {
		out = append(out, truth.Witness)
	}
	return out
}

// ObserveAll observes several runs.
func (t *Trial) ObserveAll(ctx context.Context, runs []solver.Run) []oracle.Observation {
	t.quick = nil
	return t.observeAll(ctx, runs)
}

func (t *Trial) observeAll(ctx context.Context, runs []solver.Run) []oracle.Observation {
	out := make([]oracle.Observation, 0, len(runs))
	for _, r := range runs {
		out = append(out, t.Observe(ctx, r))
	}
	return out
}

// A Verdict is what is wrong, and what only looked so.
type Verdict struct {
	Found []oracle.Finding
	// Excused are disagreements that operators with open values explain, or what a check asks besides its assertions.
	Excused []oracle.Finding
}

// All returns everything that is or looks wrong.
func (v Verdict) All() []oracle.Finding { return slices.Concat(v.Found, v.Excused) }

// First returns the first finding of a kind among those found, nil for none.
func (v Verdict) First(kind func(oracle.Finding) bool) *oracle.Finding {
	i := slices.IndexFunc(v.Found, kind)
	if i < 0 {
		return nil
	}
	return &v.Found[i]
}

// Judge confirms the truths that solvers contradict, decides what it can by evaluation alone, judges the observations, and takes out what
// operators with open values explain, or what a check asks besides its assertions. The error is what ctx ended with: there is no verdict then, because whatever was left to evaluate
// here, or to observe before, counts as too large.
func (t *Trial) Judge(ctx context.Context, observed []oracle.Observation) (Verdict, error) {
	c := oracle.Case{
		Logic: t.logic, Checks: t.checks, Tactic: byTactic(t.script), Truths: t.facts.Truths, Observations: observed, Baselines: t.bench.Baselines, Step: t.step,
		Accused: t.facts.Accused,
	}
	started := time.Now()
	t.confirm(ctx, c)
	c.Evaluated = t.decide(ctx, c)
	t.spent += time.Since(started)
	if ctx.Err() != nil {
		return Verdict{}, context.Cause(ctx)
	}
	var v Verdict
	v.Found, v.Excused = oracle.Excuse(oracle.Judge(c), t.OpenOperators())
	v.Found = slices.DeleteFunc(v.Found, func(f oracle.Finding) bool {
		if f.Evidence.Kind != oracle.EvidenceDifferential || t.script == nil || f.Check < 0 || !certify.Beyond(t.script, f.Check) {
			return false
		}
		v.Excused = append(v.Excused, f) // solvers differ in what they block, and in whether they know the command
		return true
	})
	return v, nil
}

// confirm evaluates the witnesses of truths that solvers contradict, on what these solvers read.
func (t *Trial) confirm(ctx context.Context, c oracle.Case) {
	for check := range c.Truths {
		if o, ok := c.Contradicted(check); ok {
			certify.Confirm(&c.Truths[check], t.bench.formulaOf(ctx, t.used[o.Solver]), check)
		}
	}
}

// decide evaluates the check-sats without any model. No interpretation is searched for where it could only acquit.
func (t *Trial) decide(ctx context.Context, c oracle.Case) []oracle.ModelReport {
	var out []oracle.ModelReport
	for check := range t.checks {
		report, ok := t.quickDecision(ctx, c, check)
		if !ok {
			report = t.decideByText(ctx, c, check)
		}
		if report.Verdict == oracle.NoModel {
			continue
		}
		if out == nil {
			out = make([]oracle.ModelReport, t.checks)
		}
		out[check] = report
	}
	return out
}

// decideByText evaluates a check-sat on what a solver that answered it read. A result that contradicts another solver must also hold for what that one
// read; otherwise it settles nothing.
func (t *Trial) decideByText(ctx context.Context, c oracle.Case, check int) oracle.ModelReport {
	decide := (*certify.Formula).Decide
	if c.Acquits(check) {
		decide = (*certify.Formula).Refute
	}
	var report oracle.ModelReport
	seen := map[*Text]bool{}
	for _, o := range c.Answering(check) {
		text := t.used[o.Solver]
		if len(seen) > 0 && (seen[text] || !report.Contradicts(o.Answers[check])) {
			continue
		}
		r := decide(t.bench.formulaOf(ctx, text), check)
		if r.Fault != nil {
			return r
		}
		if len(seen) > 0 && r.Verdict != report.Verdict {
			return oracle.ModelReport{}
		}
		report, seen[text] = r, true
	}
	return report
}

// OpenOperators returns the names of the operators in the script whose value the standard leaves open for some arguments,
// sorted.
func (t *Trial) OpenOperators() []string {
	return slices.Clone(t.needs.Open)
}
