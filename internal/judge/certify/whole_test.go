package certify_test

import (
	"strings"
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

// All assignments together may take hardly more than one evaluation: otherwise 256 of them would take 256 times as long.
func TestWholeSharesTheEffort(t *testing.T) {
	for doubled, want := range map[int]oracle.ModelVerdict{1: oracle.ModelHolds, 8: oracle.NoModel} {
		word := strings.Repeat("(str.replace_all ", doubled) + `"` + strings.Repeat("a", 2000) + `"` + strings.Repeat(` "a" "aa")`, doubled)
		f := formula(t, `(declare-const x (_ BitVec 4))(declare-const p Bool)(assert (and p (= x #b1111)))(assert (< 7 (str.len `+word+")))(check-sat)")
		f.Effort.Work = 1 << 20
		if r := f.Model("((define-fun x () (_ BitVec 4) #b1111)(define-fun p () Bool true))", "", 0); r.Verdict != oracle.ModelHolds {
			t.Errorf("%d times: one evaluation: %v", doubled, r.Verdict)
		}
		if r := f.Few(0); r.Verdict != want {
			t.Errorf("%d times: %v, want %v", doubled, r.Verdict, want)
		}
	}
}
