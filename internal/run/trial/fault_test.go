package trial_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// TestFaultWhileDeciding: where the evaluator fails on the text of the solver that evaluation contradicts, that is reported, and the solver
// is not to blame. The evaluator fails on a formula without a script.
func TestFaultWhileDeciding(t *testing.T) {
	const script = `(set-logic QF_LIA)(declare-const x Int)(assert (and (> x 3) (< 5 4)))(check-sat)`
	for _, faulty := range []bool{false, true} {
		z3, cvc5 := trialtest.Printing(t, "z3", "Z3 version 4.8.12 - 64 bit\nunsat\n"), trialtest.Printing(t, "cvc5", "This is cvc5 version 1.0.3\nsat\n")
		one := (&trial.Bench{}).In(trialtest.Scratch(t)).New(read(t, script), trial.Facts{})
		var runs []solver.Run
		for _, target := range []solver.Target{z3, cvc5} {
			run, err := one.Run(t.Context(), target)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, run)
		}
		if one.Text(z3) == one.Text(cvc5) {
			t.Fatal("both read one text")
		}
		observed := one.ObserveAll(t.Context(), runs)
		if faulty {
			one.Text(cvc5).SetFormula(&certify.Formula{Effort: certify.Thorough})
		}
		faults, blamed := 0, 0
		v, err := one.Judge(t.Context(), observed)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range v.Found {
			switch {
			case f.Class == oracle.Harness:
				faults++
			case f.Solver == cvc5.String() && f.Evidence.Kind == oracle.EvidenceEvaluation:
				blamed++
			}
		}
		if faulty != (faults == 1) || faulty != (blamed == 0) {
			t.Errorf("faulty: %v, %d faults, cvc5 blamed by evaluation %d times", faulty, faults, blamed)
		}
	}
}
