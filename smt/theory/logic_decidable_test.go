package theory_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/theory"
)

func TestLogicDecidable(t *testing.T) {
	for names, want := range map[string]bool{
		"CORE QF_UF QF_AX QF_LIA QF_IDL QF_RDL QF_LRA QF_LIRA QF_NRA QF_UFNRA QF_BV QF_ABVFP QF_AUFLIRA QF_UFDTLIA QF_FF QF_FPLRA": true,
		"LIA LRA LIRA NRA BV FP BVFP":                                            true,
		"QF_NIA QF_NIRA QF_UFNIA QF_S QF_SLIA QF_NRAT":                           false,
		"UF UFLIA AUFLIA ALIA ABV UFDT AUFBV UFBV NIA NIRA UFNRA HO_QF_UF HO_UF": false,
		"ALL QF_ALL HORN MYLOGIC":                                                false,
	} {
		for name := range strings.FieldsSeq(names) {
			l := theory.ParseLogic(name)
			if l.Decidable() != want {
				t.Errorf("%s: %v", name, !want)
			}
		}
	}
	none := theory.ParseLogic("")
	if none.Decidable() {
		t.Error("a script without a logic may hold anything")
	}
}
