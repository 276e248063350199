package synth

import (
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/theory"
)

// Sorts says which sorts every target has.
type Sorts = theory.CommonSorts

// SortsOf returns the sorts of a table that every target has.
func SortsOf(table *theory.Table, targets []mutate.Dialect) Sorts { return table.CommonSorts(targets) }
