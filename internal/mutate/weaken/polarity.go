package weaken

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Polarity says how a formula depends on a formula that occurs in it. It belongs to the occurrence: a shared formula can
// have a different polarity at each of its places. The thesis calls it parity (section 3.1.3).
type Polarity uint8

const (
	// Positive says that the whole becomes weaker or stays the same when the part becomes weaker.
	Positive Polarity = iota
	// Negative says that the whole becomes stronger or stays the same when the part becomes weaker.
	Negative
	// Ambiguous says that neither is known (thesis, section 3.1.4).
	Ambiguous
)

// argument returns the polarity of t's argument i within t. Terms of other sorts are ambiguous, and so are formulas below
// anything but connectives and binders. There is no case for let, because terms are shared instead.
func argument(t *term.Term, i int) Polarity {
	if t.Sort() != sorts.Bool || t.Args()[i].Sort() != sorts.Bool {
		return Ambiguous
	}
	switch t.Kind() {
	case term.Quant:
		if t.Binder().Quantifies() {
			return Positive
		}
	case term.Annot:
		return Positive
	case term.Match:
		if i > 0 {
			return Positive
		}
	case term.App:
		f := t.Func()
		if f.Kind != term.TheoryFunc {
			return Ambiguous
		}
		switch f.Row.Name {
		case "and", "or":
			return Positive
		case "not":
			return Negative
		case "=>":
			if i == len(t.Args())-1 {
				return Positive
			}
			return Negative
		case "ite":
			if i > 0 {
				return Positive
			}
		}
	}
	return Ambiguous
}
