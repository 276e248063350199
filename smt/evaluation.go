package smt

import (
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/value"
)

// A Verdict is what evaluation finds out about a formula. The zero value is none.
type Verdict uint8

// The verdicts.
const (
	True Verdict = iota + 1
	False
	Unspecified // the standard leaves a value open, and so does the model
	Unsupported // this package cannot compute a value, or not within the limits
)

// String returns the verdict in one word, as assay eval prints it.
func (v Verdict) String() string {
	switch v {
	case True:
		return "true"
	case False:
		return "false"
	case Unspecified:
		return "unspecified"
	case Unsupported:
		return "unsupported"
	}
	return "none"
}

func verdictOf(v value.Value) Verdict {
	switch {
	case v.IsTrue():
		return True
	case v.IsFalse():
		return False
	case v.IsUnsupported():
		return Unsupported
	}
	return Unspecified
}

// An Evaluation says what all formulas of a check are under a model.
type Evaluation struct {
	Results []Result
	// Assumed are the symbols that the model leaves out and that were needed: they had the default values of their sorts.
	Assumed []string
}

// A Result says what one formula is.
type Result struct {
	Assertion
	Verdict Verdict
	// Why says in words what makes a false formula false, or why the value of another is not known. It is empty for true ones.
	Why string
	// Blame is the part of a false formula that makes it false, nil for others.
	Blame *Blame
}

// Verdict returns False when some formula is false, True when all are true, and otherwise Unsupported if that is the verdict on one of
// them, or Unspecified.
func (e *Evaluation) Verdict() Verdict {
	out := True
	for i := range e.Results {
		switch v := e.Results[i].Verdict; {
		case v == False:
			return False
		case v == Unsupported || v == Unspecified && out == True:
			out = v
		}
	}
	return out
}

// False returns the results of the false formulas.
func (e *Evaluation) False() []Result {
	var out []Result
	for _, r := range e.Results {
		if r.Verdict == False {
			out = append(out, r)
		}
	}
	return out
}

// A Blame is the smallest part of a false formula that makes it false: the false conjunct, the conclusion of a false implication, the branch that an
// ite takes. A disjunction of several false parts stays whole.
type Blame struct {
	// Span is where it stands in the text, or the smallest part around it that can be found there.
	Span
	Text string // of the part, in canonical form
	Is   bool   // its value; a part below a negation may be true
	// Values are its arguments with their values, without literals and what stands below a quantifier.
	Values []TermValue
}

// A TermValue is a term with its value.
type TermValue struct {
	Span         // where the term stands in the text, if that is known
	Term  string // in canonical form
	Value string // "" where it is not known
}

func (m *Model) blame(b eval.Blame, c *script.Command, a script.Assertion) *Blame {
	l := locator{source: m.formula.source, script: m.model.Script}
	at := l.find(c, a, b.Path)
	out := &Blame{Span: at.span(l.source), Text: clip(b.Term.String()), Is: !b.Want}
	for i, p := range b.Parts {
		if i == maxParts {
			break
		}
		v := TermValue{Term: clip(p.Term.String()), Span: part(at, b.Term, p.Term).span(l.source)}
		if p.Value.Reason() == "" {
			v.Value = p.Value.Text(maxValue)
		}
		if v.Term != v.Value {
			out.Values = append(out.Values, v)
		}
	}
	return out
}

// maxParts bounds the arguments of a blamed part.
const maxParts = 64

func clip(s string) string {
	if len(s) > maxValue {
		return s[:maxValue] + "..."
	}
	return s
}
