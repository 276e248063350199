package certify_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A wrong core is a wrong unsat where everything has a model: that of the core, or, where constants have few values, any.
func TestWhole(t *testing.T) {
	const bits = coreOptions + "(declare-const x (_ BitVec 3))(declare-const y (_ BitVec 3))(declare-const p Bool)(assert (! (= x #b001) :named a))"
	for _, tt := range []struct {
		name, text string
		want       oracle.ModelVerdict
	}{
		{"the core's model", bits + "(assert (! (bvult x #b010) :named b))(check-sat)(get-unsat-core)", oracle.ModelHolds},
		{"one of eight assignments", bits + "(assert (! (and p (= (bvmul x #b011) (bvadd y #b110))) :named b))(check-sat)(get-unsat-core)", oracle.ModelHolds},
		{"none of them", bits + "(assert (! (bvult y #b000) :named b))(check-sat)(get-unsat-core)", oracle.NoModel},
		{"too many", bits + "(declare-const z (_ BitVec 32))(assert (! (= (bvmul z z) (bvadd z #x00000006)) :named b))(check-sat)(get-unsat-core)", oracle.NoModel},
		{"functions", bits + "(declare-fun f (Bool) Bool)(assert (! (and (f true) (not (f false)) (bvult y x)) :named b))(check-sat)(get-unsat-core)", oracle.NoModel},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := formula(t, tt.text)
			core := f.Core("(a)", 0, nil)
			if core.Verdict != oracle.ModelHolds {
				t.Fatalf("the core: %+v", core)
			}
			if r := f.Whole(core, 0); r.Verdict != tt.want {
				t.Errorf("%v: %s", r.Verdict, r.Summary)
			}
		})
	}
	if r := formula(t, bits+"(check-sat)").Whole(oracle.ModelReport{}, 0); r.Verdict != oracle.NoModel {
		t.Error("a core without a model")
	}
}
