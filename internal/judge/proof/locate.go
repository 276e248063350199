package proof

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/smt/term"
)

// maxText bounds the text of a formula in a report, maxTree the nodes of a formula that is written at all.
const (
	maxText = 600
	maxTree = 3000
)

// Clip is a formula as text for people, without its end when it is long.
func Clip(t *term.Term) string {
	if term.TreeSize(t, maxTree) >= maxTree {
		return fmt.Sprintf("a formula of more than %d parts", maxTree)
	}
	s := t.String()
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "") + "..."
	}
	return s
}

// locate writes down a step with the values that matter.
func (c *checker) locate(i int) Located {
	s := &c.proof.Steps[i]
	out := Located{Step: s.Name, Rule: s.Rule, Index: i, Conclusion: Clip(s.Claim), Input: s.Kind == Input, Hidden: s.Hidden}
	terms := []*term.Term{s.Claim}
	for _, p := range s.Premises {
		if p < 0 {
			out.Premises = append(out.Premises, Premise{Step: "?", Value: "open: no step has this name"})
			continue
		}
		from, t := &c.proof.Steps[p], c.truths[p]
		one := Premise{Step: from.Name, Rule: from.Rule, Value: "open: " + t.why}
		if t.known {
			one.Value = fmt.Sprint(t.is)
		}
		if from.Claim != nil {
			one.Text = Clip(from.Claim)
			terms = append(terms, from.Claim)
		}
		out.Premises = append(out.Premises, one)
	}
	if len(s.Claim.Free()) == 0 {
		out.Why = c.witness.ev.Explain(s.Claim).String()
	}
	out.Rewrite = c.rewriting(s, s.Claim)
	if one, ok := c.samples[i]; ok {
		out.Rewrite = c.rewriting(s, one.claim)
		out.Why = c.witness.ev.Explain(one.claim).String()
		for _, v := range s.Claim.Free() {
			out.Assignment = append(out.Assignment, Assigned{
				Name: v.Text(), Value: c.witness.value(one.by[v]).Text(maxText), Meaning: "for which it has to hold as for all values",
			})
		}
	}
	out.Assignment = append(out.Assignment, c.assignment(terms)...)
	return out
}

// rewriting is what a step replaces by what, nil for a step that is no replacement: it has premises, or concludes something other than an equation. claim
// is its conclusion, or an instance of it.
func (c *checker) rewriting(s *Step, claim *term.Term) *Rewrite {
	f := claim.Func()
	if s.Kind != Inference || len(s.Premises) > 0 || f == nil || !f.Is("=") || len(claim.Args()) != 2 || len(claim.Free()) > 0 {
		return nil
	}
	if c.proof.Format == Z3 && !strings.HasPrefix(s.Rule, "rewrite") {
		return nil // a lemma, or the definition of something new
	}
	before, after := claim.Args()[0], claim.Args()[1]
	return &Rewrite{
		Before: Clip(before), BeforeValue: c.witness.value(before).Text(maxText),
		After: Clip(after), AfterValue: c.witness.value(after).Text(maxText),
	}
}

// maxAssigned bounds the constants of a located step.
const maxAssigned = 24

// assignment lists the constants in terms with their values.
func (c *checker) assignment(terms []*term.Term) []Assigned {
	var out []Assigned
	st := c.proof.Script.Store
	seen := map[*term.Decl]bool{}
	term.Walk(terms, func(t *term.Term) bool {
		f := t.Func()
		if f == nil || f.Kind != term.UserFunc || f.Decl == nil || f.Decl.Kind != term.Declared || seen[f.Decl] {
			return true
		}
		if own := c.witness.functions[f.Decl]; own != nil {
			seen[f.Decl] = true
			out = append(out, own.assigned())
			return len(out) < maxAssigned
		}
		if len(f.Decl.Params) > 0 {
			return true
		}
		seen[f.Decl] = true
		k, err := st.App(f)
		if err != nil {
			return true
		}
		out = append(out, Assigned{Name: f.Decl.Text, Value: c.witness.value(k).Text(maxText), Meaning: c.witness.meaning[f.Decl]})
		return len(out) < maxAssigned
	})
	return out
}

// assigned is a function of the solver's with its meaning.
func (f *Function) assigned() Assigned {
	meaning := "a function of the solver's"
	if f.Domain != "" {
		meaning = "for " + f.Domain + ", " + meaning
	}
	return Assigned{Name: f.Text, Value: f.Value, Meaning: meaning}
}

// Words says in one sentence where a proof goes wrong, or how much can be told.
func (r *Report) Words() string {
	switch {
	case r.Wrong != nil && r.Wrong.Input:
		return fmt.Sprintf("step %s, rule %s: the solver starts from something that is false, where the script's assertions are true", r.Wrong.Step, r.Wrong.Rule)
	case r.Wrong != nil && r.Wrong.Hidden:
		return fmt.Sprintf("step %s, rule %s: everything before it is true, its conclusion is not", r.Wrong.Step, r.Wrong.Rule)
	case r.Wrong != nil && r.Wrong.Rewrite != nil:
		return fmt.Sprintf("step %s, rule %s: it rewrites a term to one that has another value", r.Wrong.Step, r.Wrong.Rule)
	case r.Wrong != nil && len(r.Wrong.Premises) == 0:
		return fmt.Sprintf("step %s, rule %s: it has no premises, and its conclusion is false", r.Wrong.Step, r.Wrong.Rule)
	case r.Wrong != nil:
		return fmt.Sprintf("step %s, rule %s: premises hold, conclusion does not", r.Wrong.Step, r.Wrong.Rule)
	case len(r.Doubtful) > 0:
		d := r.Doubtful[0]
		return fmt.Sprintf("no step is known to be wrong; the first whose conclusion is false is step %s, rule %s, of whose premises %s", d.Step, d.Rule, "some are open")
	}
	return "no step is known to be wrong"
}

// Counts says how the verdicts on the steps are distributed: "12 steps: 9 hold, 1 wrong, 2 open".
func (r *Report) Counts() string {
	parts := []string{}
	for _, v := range []Verdict{Holds, Vacuous, Beneath, Wrong, Doubtful, Open} {
		if n := r.By[v.String()]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	return fmt.Sprintf("%d steps: %s", r.Steps, strings.Join(parts, ", "))
}
