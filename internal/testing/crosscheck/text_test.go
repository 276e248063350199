package crosscheck

import (
	"context"

	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/run/trial"
)

// textOf returns a mutant of a chain as solvers of a dialect read it; "" is the standard.
func textOf(c *fuzzer.Chain, i int, dialect string) string {
	text, _ := (&trial.Bench{}).Print(context.Background(), c.Mutant(i).Script, dialect) // never interrupted
	return string(text)
}
