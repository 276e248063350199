package trial_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/trial"
	"github.com/assay-smt/assay/internal/trial/trialtest"
)

// TestEscapesOfOldVersions: z3 before 4.8.12 writes a carriage return as "\x0d", which are four characters in SMT-LIB. A model without
// backslashes is read from every version.
func TestEscapesOfOldVersions(t *testing.T) {
	const script = `(set-logic QF_S)(declare-const s String)(assert (= (str.len s) 1))(check-sat)`
	for _, tt := range []struct {
		version, value string
		want           oracle.ModelVerdict
	}{
		{"4.8.10", `\x0d`, oracle.ModelOpen},
		{"4.8.10", `ab`, oracle.ModelFails},
		{"4.8.10", `a`, oracle.ModelHolds},
		{"4.8.12", `\x0d`, oracle.ModelFails},
		{"5.4.0", `\u{d}`, oracle.ModelHolds},
	} {
		target := printing(t, "z3", "Z3 version "+tt.version+" - 64 bit\nsat\n((define-fun s () String \""+tt.value+"\"))\n")
		if target.Version() != tt.version {
			t.Fatalf("the version is %q", target.Version())
		}
		one := (&trial.Bench{}).In(trialtest.Scratch(t)).New(read(t, script), trial.Facts{})
		report, err := one.Once(t.Context(), []solver.Target{target})
		if err != nil {
			t.Fatal(err)
		}
		if got := report.Observations[0].Models[0].Verdict; got != tt.want {
			t.Errorf("%s, %s: the model %v, want %v", tt.version, tt.value, got, tt.want)
		}
	}
}
