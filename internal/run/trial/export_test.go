package trial

import "github.com/assay-smt/assay/internal/judge/certify"

// SetFormula makes the text be evaluated as f.
func (t *Text) SetFormula(f *certify.Formula) { t.read, t.formula = true, f }
