package findings

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// inference says what a solver infers that is false.
func (r *tracked) inference() string {
	s := r.Evidence.Statement
	if s == nil {
		return r.summary()
	}
	return r.statement(s) + " Its answer may be right all the same."
}

// statement says what is wrong with a statement.
func (r *tracked) statement(s *oracle.Statement) string {
	what, how := "a statement by "+code(s.Rule), "that is false under an interpretation"
	if s.From == oracle.FromProof {
		what = "step " + code(s.Step) + " of its proof, by rule " + code(s.Rule) + ","
	}
	switch {
	case s.Conflict:
		how = "whose negation, below, is true under one interpretation and false under another, so that it is neither a lemma nor a conflict"
	case s.Implied:
		how = "that does not follow from the assertions: it is false under a model of them"
	case s.From == oracle.FromProof && len(s.Premises) > 0:
		how = "whose premises are true under an interpretation that makes its conclusion false"
	}
	return fmt.Sprintf("%s makes %s %s.", plainText(r.Family), what, how)
}

// falsified shows a statement and the values under which it is false.
func (r *tracked) falsified(s *oracle.Statement) string {
	if s == nil {
		return ""
	}
	var b strings.Builder
	for _, p := range s.Premises {
		fmt.Fprintf(&b, "premise    %s\n", p)
	}
	fmt.Fprintf(&b, "statement  %s\n", s.Text)
	if s.Why != "" && s.Why != s.Text+" is false" {
		fmt.Fprintf(&b, "since      %s\n", s.Why)
	}
	for _, a := range s.Assignment {
		fmt.Fprintf(&b, "with       %s = %s", a.Name, a.Value)
		if a.Meaning != "" {
			fmt.Fprintf(&b, ", %s", a.Meaning)
		}
		b.WriteByte('\n')
	}
	return block("text", []byte(b.String()), maxReported, RecordFile)
}

// converted says what the solver answers to a script that a false statement contradicts.
func (r *tracked) converted() string {
	s := r.Evidence.Statement
	switch {
	case s == nil:
		return ""
	case s.Script == "":
		return ""
	}
	return together("To a script that the statement contradicts, and that is satisfiable, it answers "+code(s.Answer)+":", block("smt2", []byte(s.Script), maxReported, RecordFile))
}

// culprit says from which false statement a formula was made.
func (r *tracked) culprit() string {
	if r.Culprit == nil {
		return ""
	}
	return together("The formula was made from what the solver infers while it solves another one: "+r.statement(r.Culprit), r.falsified(r.Culprit))
}
