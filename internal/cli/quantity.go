package cli

import "github.com/assay-smt/assay/internal/base/quantity"

// period is a flag in time, size one in bytes.
type (
	period = quantity.Period
	size   = quantity.Size
)
