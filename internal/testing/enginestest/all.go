// Package enginestest makes engines for tests.
package enginestest

import (
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/smt/theory"
)

// All returns all engines with their defaults, and the table that they share.
func All(t testing.TB) ([]mutate.Engine, *theory.Table) {
	t.Helper()
	var chosen []engines.Chosen
	for _, d := range engines.All() {
		chosen = append(chosen, engines.Chosen{Descriptor: d, Settings: d.Defaults()})
	}
	all, table, err := engines.Make(chosen, theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	return all, table
}
