package triage

import (
	"context"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/inference"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
)

// An Inquest says how a target is asked for what it infers.
type Inquest struct {
	Target solver.Target
	// From is what it is asked for.
	From oracle.StatementSource
	// Models are texts of models of the subject, as far as some are known.
	Models []string
	// Rand chooses the interpretations.
	Rand *rng.Rand
}

// An Inferred is what came of asking a target for what it infers.
type Inferred struct {
	// Examination has the hits: wrong answers to scripts that were made of false statements, and those false statements that the target does not answer
	// wrongly. Its extra runs do not include those of Report.
	Examination
	Report inference.Report
	// Became counts the false statements that were looked into by what became of them: a class of findings, or FalseUnrepeated.
	Became map[string]int
}

// FalseUnrepeated says that the target did not make the false statement a second time.
const FalseUnrepeated = "not-repeatable"

// Bounds on asking for inferences in a campaign.
const (
	// inferAssignments is how many interpretations are tried besides models.
	inferAssignments = 10
	// proofAssignments is the same for proofs, of which every interpretation makes steps vacuous.
	proofAssignments = 3
	// mostInferred is how many bytes a target may print.
	mostInferred = 4 << 20
)

// inferring returns an examiner of what a target infers from a text. Random decides on the interpretations.
func inferring(b *trial.Bench, text *trial.Text, random *rng.Rand) inference.Examiner {
	own := *b.Unchecked()
	own.Limits.Output = mostInferred
	return inference.Examiner{Bench: &own, Text: text, Scratch: b.Dir, Assignments: inferAssignments, Rand: random, Bounds: inference.CampaignBounds}
}

// Infer asks a target what it infers from a subject, evaluates that, and returns the findings that stand. Errors are those of the bench's runner and of the
// disk.
func (x *Examiner) Infer(ctx context.Context, s Subject, q Inquest) (Inferred, error) {
	out := Inferred{Became: make(map[string]int)}
	// A script of its own: what is read of a solver's output must not fill the store of the mutants.
	s.Trial, s.Base = x.Bench.New(s.Mutant.Script, trial.Facts{Name: "infers", Plan: trial.AskNothing, Truths: slices.Clone(s.Trial.Truths())}), nil
	text, err := s.Trial.TextUntil(ctx, q.Target)
	if err != nil {
		return out, err
	}
	read, err := elab.Script(string(text.Bytes), elab.Options{File: text.Path, Table: x.Bench.Operators(), Done: ctx.Done()})
	if err != nil {
		out.Report.Why = "Assay does not read the script as it is printed for the solver"
		return out, context.Cause(ctx)
	}
	e := inferring(x.Bench, text, q.Rand)
	if q.From == oracle.FromProof {
		e.Assignments = proofAssignments
		out.Report, err = e.Prove(ctx, read, q.Target)
	} else {
		out.Report, err = e.Examine(ctx, read, q.Target, q.Models)
	}
	if err != nil {
		return out, err
	}
	if asked := out.Report.Read; asked != nil && len(out.Report.Found) > 0 { // it has to be asked again with the same words
		if read, err = elab.Script(string(asked.Bytes), elab.Options{File: asked.Path, Table: x.Bench.Operators(), Done: ctx.Done()}); err != nil {
			return out, context.Cause(ctx)
		}
		s.Trial = x.Bench.Raw(x.Bench.RawText("proved.smt2", asked.Bytes), read, trial.Facts{Truths: slices.Clone(s.Trial.Truths())})
	}
	for i := range out.Report.Found {
		if err := x.follow(ctx, s, q.Target, read, &out, &out.Report.Found[i]); err != nil {
			return out, err
		}
	}
	return out, nil
}

// follow follows up a false statement.
func (x *Examiner) follow(ctx context.Context, s Subject, target solver.Target, read *script.Script, out *Inferred, f *inference.Finding) error {
	if f.WrongAnswer() || f.Made != nil && f.Answer == string(outcome.Crash) {
		shown, err := x.culprit(ctx, s, target, f, out)
		if shown || err != nil {
			return err
		}
	}
	e := &examination{Examiner: x, Subject: s}
	e.Runs = out.Report.Runs[:1]
	found := oracle.Inferred(e.Runs[0].Observation(), f.Record(), f.Model)
	text := s.Trial.Text(target)
	repeated := findings.Repetition{Runs: 1, Shown: 1}
	if x.Known == nil || x.Known.Wants(x.sign(found.Signature, text.Bytes), len(text.Bytes), x.Job, s.Name.Index) {
		if err := target.FindProgram(ctx); err != nil {
			return err
		}
		again, report, err := restated(ctx, x.Bench, text, read, target, found.Evidence.Statement, f.Model)
		if err != nil {
			return err
		}
		out.Extra = append(out.Extra, report.Runs...)
		repeated.Runs = 2
		if again == nil {
			out.Became[FalseUnrepeated]++
			return nil
		}
		repeated.Shown = 2
	}
	h := e.hit(found, blame{signature: found.Signature})
	h.Finding.Repeated = repeated
	out.take(h)
	return nil
}

// Restated asks a target once more what it infers from a text, of which s is what it says, and returns a false statement by the inference by which it made
// one before, nil for none, with the run that shows it. Errors are those of the bench's runner and of the disk.
func Restated(ctx context.Context, b *trial.Bench, text *trial.Text, s *script.Script, target solver.Target, was *oracle.Statement, model string) (*inference.Finding, solver.Run, error) {
	again, report, err := restated(ctx, b, text, s, target, was, model)
	if err != nil || again == nil {
		return nil, solver.Run{}, err
	}
	return again, report.Runs[0], nil
}

// restated is Restated with the report.
func restated(ctx context.Context, b *trial.Bench, text *trial.Text, s *script.Script, target solver.Target, was *oracle.Statement, model string) (*inference.Finding, inference.Report, error) {
	e := inferring(b, text, rng.New(0))
	model = fitting(model, s)
	if was.From == oracle.FromProof {
		return e.Reproves(ctx, s, target, was, model)
	}
	fit := *was
	fit.Contrary = fitting(was.Contrary, s)
	return e.Recurs(ctx, s, target, &fit, model)
}

// fitting is what a model says about the symbols that a script declares: a reduced one has fewer.
func fitting(model string, s *script.Script) string {
	declared := make(map[string]bool)
	for _, c := range s.Commands {
		for _, d := range c.Decls {
			declared[d.Name] = true
		}
	}
	tree := &syntax.Tree{}
	if more, err := syntax.NewReader(model).Next(tree); err != nil || !more || tree.Kind(syntax.Root) != syntax.List {
		return model
	}
	var kept []string
	for _, definition := range tree.Children(syntax.Root) {
		parts := tree.Children(definition)
		if len(parts) < 2 {
			continue
		}
		name, ok := tree.Name(parts[1])
		if head, _ := tree.Name(parts[0]); head != "define-fun" || !ok || declared[name] {
			kept = append(kept, string(tree.Append(nil, definition)))
		}
	}
	return "(" + strings.Join(kept, "\n") + ")"
}

// take adds a hit, unless there is one of its signature.
func (o *Inferred) take(h findings.Hit) {
	o.Became[string(h.Finding.Class)]++
	if !slices.ContainsFunc(o.Hits, func(other findings.Hit) bool { return other.Finding.Signature == h.Finding.Signature }) {
		o.Hits = append(o.Hits, h)
	}
}

// culprit runs a target on a script that was made of a false statement, and reports whether it shows a finding there.
func (x *Examiner) culprit(ctx context.Context, s Subject, target solver.Target, f *inference.Finding, out *Inferred) (bool, error) {
	record := f.Record()
	truth := oracle.Truth{Status: smt.Sat, Reason: "the interpretation that makes the statement by " + record.Name() + " false makes it true", Witness: f.Model}
	t := x.Bench.Unchecked().New(f.Made, trial.Facts{Name: "culprit", Plan: trial.AskNothing, Truths: []oracle.Truth{truth}})
	once, err := experiment.Of(t, target).Once(ctx)
	out.Extra = append(out.Extra, once.Extra...)
	if err != nil || len(once.Found) == 0 {
		return false, err
	}
	record.Script = "" // it is the finding's own formula
	s.Trial, s.Runs, s.Culprit = t, once.Runs, &record
	found, err := x.Examine(ctx, s, once.Found)
	if err != nil {
		return false, err
	}
	out.Extra = append(out.Extra, found.Extra...)
	for _, h := range found.Hits {
		out.take(h)
	}
	return len(found.Hits) > 0, nil
}
