package comparison

import (
	"testing"

	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// Every class and every kind is explained.
func TestHelp(t *testing.T) {
	for _, c := range oracle.Classes() {
		if r := ruleOf(&compare.Change{Kind: compare.Wrong, Class: c}); r.Full.Text == kindHelp[compare.Wrong].says || r.Full.Text == "" {
			t.Errorf("%s is not explained: %+v", c, r)
		}
	}
	for _, k := range compare.Kinds() {
		if h := kindHelp[k]; h.says == "" || h.counts == "" || h.todo == "" || kindWords[k] == "" {
			t.Errorf("%s is not explained", k)
		}
	}
	if r := ruleOf(&compare.Change{Kind: "x\n"}); r.Name == "" || r.Short.Text == "" {
		t.Errorf("a kind that is not known: %+v", r)
	}
}
