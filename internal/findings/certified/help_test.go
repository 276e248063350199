package certified

import (
	"testing"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// TestHelp: what a solver says about the options that matter, asked as its profile gives.
func TestHelp(t *testing.T) {
	type want struct{ level, standard string }
	const parameters = `[module] smt, description: smt solver
    arith.solver (unsigned int) which solver (default: 6)
    euf (bool) experimental search (default: false)
`
	const usage = `Most commonly-used options:
  --incremental | -i     enable incremental solving [*]
From the Arithmetic Theory module:
  --nl-ext=MODE          extended approach to non-linear
  --new-prop             a new propagation (EXPERTS only) [*]
  --solve-early          experimental early solving [*]
`
	for _, tt := range []struct {
		solver, prints string
		option         solver.Option
		script         bool
		want           want
	}{
		{"z3", parameters, solver.Option{Name: "smt.arith.solver", Separator: "=", Value: "2"}, false, want{"", "6"}},
		{"z3", parameters, solver.Option{Name: ":smt.arith.solver", Separator: " ", Value: "2"}, true, want{"", "6"}},
		{"z3", parameters, solver.Option{Name: "smt.euf", Separator: "=", Value: "true"}, false, want{"experimental", "false"}},
		{"z3", parameters, solver.Option{Name: "-smt.euf"}, false, want{}},
		{"z3", parameters, solver.Option{Name: "smt.nosuch", Separator: "=", Value: "2"}, false, want{}},
		{"z3", "", solver.Option{Name: "smt.arith.solver", Separator: "=", Value: "2"}, false, want{}},
		{"cvc4", usage, solver.Option{Name: "-i"}, false, want{"common", ""}},
		{"cvc4", usage, solver.Option{Name: "--incremental"}, false, want{"common", ""}},
		{"cvc4", usage, solver.Option{Name: ":incremental", Separator: " ", Value: "true"}, true, want{"common", ""}},
		{"cvc4", usage, solver.Option{Name: "--nl-ext", Separator: "=", Value: "none"}, false, want{"regular", ""}},
		{"cvc4", usage, solver.Option{Name: "--no-new-prop"}, false, want{"expert", ""}},
		{"cvc4", usage, solver.Option{Name: "--solve-early"}, false, want{"experimental", ""}},
		{"cvc4", usage, solver.Option{Name: "-x"}, false, want{}},
		{"cvc4", usage, solver.Option{}, false, want{}},
	} {
		t.Run(tt.solver+" "+tt.option.String(), func(t *testing.T) {
			got := helpOf(t.Context(), trialtest.Printing(t, tt.solver, tt.prints)).used(tt.option, tt.script)
			if got.Option != tt.option || got.Script != tt.script || (want{got.Level, got.Default}) != tt.want {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
		})
	}
}
