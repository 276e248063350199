package inference

import (
	"context"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
)

// Prove has a target that answers unsat show its proof, and evaluates the steps under the interpretation of default values and under random ones. An
// unsatisfiable script has no model, so that steps that rest on a false assertion say nothing, but all others have to hold. The script asks once, and
// nothing behind that. The error is about the disk or ctx.
func (e *Examiner) Prove(ctx context.Context, s *script.Script, target solver.Target) (Report, error) {
	if s.Checks() != 1 {
		return Report{Why: "the script asks several times"}, nil
	}
	var detail []string
	if d := target.Profile().Show.ProofDetail; d != "" {
		detail = []string{d}
	}
	shown, err := ShowProof(ctx, e.Bench, s, 0, target, detail...)
	if err != nil {
		return Report{}, err
	}
	return e.steps(ctx, s, target, &shown, nil)
}

// Reprove runs a target on Text, which asks for a proof, of which s is what it says, and evaluates the steps under models and random interpretations.
func (e *Examiner) Reprove(ctx context.Context, s *script.Script, target solver.Target, models []string) (Report, error) {
	shown := Shown{Why: "the script does not ask for a proof"}
	t := e.trial(e.Bench.OnFresh(), s)
	defer t.Close()
	run, err := t.Run(ctx, target)
	if err != nil {
		return Report{}, err
	}
	if len(run.Questions) > 0 {
		shown = Shown{Run: &run, Read: e.Text}
		shown.Text, shown.Why = proofIn(&run, 0)
	}
	return e.steps(ctx, s, target, &shown, models)
}

// steps evaluates the steps of what was shown.
func (e *Examiner) steps(ctx context.Context, s *script.Script, target solver.Target, shown *Shown, models []string) (Report, error) {
	out := Report{Why: shown.Why, By: make(map[string]*Tally), OpenBy: make(map[string]int), Left: make(map[string]int), Read: shown.Read}
	if shown.Run != nil {
		out.Runs, out.Answer, out.Seconds = []solver.Run{*shown.Run}, string(shown.Run.Outcome()), shown.Run.CPU.Seconds()
	}
	if out.Why != "" {
		return out, nil
	}
	c := newExamination(e, s, target, &out)
	c.text = shown.Text
	if err := c.prove(ctx, models); err != nil || e.Only != "" {
		return out, err
	}
	if err := c.convert(ctx); err != nil {
		return out, err
	}
	c.withdraw()
	return out, nil
}

// readProof reads the proof. Its own constants get their values once, so that it is read anew for each interpretation.
func (c *examination) readProof(ctx context.Context) (*proof.Proof, error) {
	return proof.Read(c.text, c.script, 0, proof.Options{Budget: c.bounds().Reading, Done: ctx.Done()})
}

// prove evaluates a proof under one interpretation after the other.
func (c *examination) prove(ctx context.Context, models []string) error {
	read, err := c.readProof(ctx)
	if err != nil {
		c.report.Why = "it shows no proof that can be read: " + err.Error()
		return nil
	}
	c.report.Statements, c.report.Cut = len(read.Steps), read.Cut
	c.verdicts = make([]proof.Verdict, len(read.Steps))
	for i := range c.verdicts {
		c.verdicts[i] = proof.Open
	}
	c.vague = vagueIn(read)
	tried := append([]string{"()"}, models...)
	if c.whole == nil {
		chooser := interp.NewChooser(withLiterals(c.problem, read))
		for i := range c.Assignments {
			if a, err := chooser.Random(c.Rand.SplitN(uint64(i))); err == nil {
				tried = append(tried, a.Witness())
			}
		}
	}
	for i, text := range tried {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if i > 0 {
			again, err := c.readProof(ctx)
			if err != nil || len(again.Steps) != len(c.verdicts) {
				continue // it was stopped
			}
			read = again
		}
		c.stepsUnder(ctx, read, text, i == 0)
	}
	c.report.Steps = make(map[string]int)
	for i, v := range c.verdicts {
		rule := read.Steps[min(i, len(read.Steps)-1)].Rule
		t := c.tally(rule)
		t.Statements++
		switch v {
		case proof.Holds:
			t.True++
			c.report.True++
		case proof.Wrong:
			t.False++
			c.report.False++
		case proof.Vacuous, proof.Beneath, proof.Doubtful, proof.Open:
		}
		c.report.Steps[v.String()]++
	}
	return nil
}

// settles orders verdicts by how much they say about a step under several interpretations.
var settles = map[proof.Verdict]int{proof.Open: 0, proof.Doubtful: 1, proof.Vacuous: 2, proof.Beneath: 3, proof.Holds: 4, proof.Wrong: 5}

// stepsUnder evaluates a proof under one interpretation; first: it is the first one.
func (c *examination) stepsUnder(ctx context.Context, read *proof.Proof, text string, first bool) {
	m := &model.Model{Script: c.script}
	if text != "()" {
		var err error
		if m, err = model.Read(text, c.script, 0, model.Options{}); err != nil {
			return // another one
		}
	}
	w, _ := proof.NewWitness(m, c.bounds().Evaluating)
	w.Stop(ctx.Done())
	silent := func(i int) bool { // where it is wrong
		// It has a constant of which nothing is known, or the solver says itself that it has no proof: it may only keep the script satisfiable.
		return c.vague[i] || read.Steps[i].Trusted() || read.Steps[i].Kind != proof.Inference
	}
	r := proof.CheckBut(read, w, func(i int) bool { return silent(i) || c.Only != "" && c.Only != read.Steps[i].Rule })
	c.report.Interpretations++
	if first {
		for why, n := range r.OpenBy {
			c.report.OpenBy[why] += n
		}
	}
	for i, v := range r.Verdicts {
		if v == proof.Wrong && silent(i) {
			v = proof.Doubtful
		}
		if v == proof.Holds || v == proof.Vacuous || v == proof.Wrong || v == proof.Beneath {
			c.report.Evaluated++
		}
		if settles[v] <= settles[c.verdicts[i]] {
			continue
		}
		c.verdicts[i] = v
		if v == proof.Wrong {
			c.wrongStep(read, &r, i, text)
		}
	}
}

// wrongStep enters a wrong step, if there is room.
func (c *examination) wrongStep(read *proof.Proof, r *proof.Report, i int, text string) {
	step := &read.Steps[i]
	if len(c.report.Found) >= c.bounds().False || c.Only != "" && c.Only != step.Rule {
		return
	}
	var at *proof.Located
	if r.Wrong != nil && r.Wrong.Index == i {
		at = r.Wrong
	}
	for k := range r.Others {
		if r.Others[k].Index == i {
			at = &r.Others[k]
		}
	}
	if at == nil {
		return // there are too many
	}
	f := Finding{Rule: step.Rule, Step: at.Step, Statement: at.Conclusion, Why: at.Why, Assignment: at.Assignment, Model: text, index: i}
	if text == "()" {
		f.Model = ""
		if a, err := interp.ReadAt(c.script, 0, "()", "default values"); err == nil {
			f.Model = a.Witness()
		}
	}
	made := falsified{claim: step.Claim, model: f.Model, at: len(c.report.Found)}
	for _, p := range at.Premises {
		f.Premises = append(f.Premises, p.Text)
	}
	for _, p := range step.Premises {
		if p < 0 || read.Steps[p].Claim == nil {
			made.claim = nil
			break
		}
		made.from = append(made.from, read.Steps[p].Claim)
	}
	c.found, c.report.Found = append(c.found, made), append(c.report.Found, f)
}

// withdraw takes back wrong steps by rules whose steps may rest on more than the proof says, where the solver does not answer the script that was made of
// one wrongly.
func (c *examination) withdraw() {
	partial := c.target.Profile().Infers.Partial
	kept := c.report.Found[:0]
	for _, f := range c.report.Found {
		if !partial.Match(f.Rule) || len(f.Premises) > 0 || f.WrongAnswer() {
			kept = append(kept, f)
			continue
		}
		c.report.False--
		c.tally(f.Rule).False--
		c.report.Steps[proof.Wrong.String()]--
		c.report.Steps[VerdictPartial]++
	}
	c.report.Found = kept
}

// VerdictPartial is what steps count as that are wrong as far as the proof says what they rest on.
const VerdictPartial = "partial"

// Reproves returns a wrong step by the rule by which a target's proof had one before, under that one's model or another interpretation, with the report
// about all; nil for none. Errors are those of Reprove.
func (e Examiner) Reproves(ctx context.Context, s *script.Script, target solver.Target, was *oracle.Statement, modelText string) (*Finding, Report, error) {
	e.Only = was.Rule
	var models []string
	if modelText != "" {
		models = []string{modelText}
	}
	out, err := e.Reprove(ctx, s, target, models)
	if err != nil || len(out.Found) == 0 {
		return nil, out, err
	}
	return &out.Found[0], out, nil
}
