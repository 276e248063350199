package script_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/smt/elab"
)

func TestActive(t *testing.T) {
	s, err := elab.Script(`(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)
(assert a)(push 1)(assert b)(check-sat)(push 2)(assert c)(check-sat-assuming (b (not a)))(pop 2)(check-sat)
(pop 1)(check-sat)(reset-assertions)(check-sat)(declare-const c Bool)(assert c)(check-sat)`, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a b", "a b c b! (not a)!", "a b", "a", "", "c"}
	for check, w := range want {
		active, ok := s.Active(check)
		if !ok {
			t.Fatalf("check %d is not there", check)
		}
		var got []string
		for _, f := range active {
			text := f.Term.String()
			if f.Assumed {
				text += "!"
			}
			got = append(got, text)
		}
		if diff := cmp.Diff(w, strings.Join(got, " ")); diff != "" {
			t.Errorf("check %d (-want +got):\n%s", check, diff)
		}
		if k := s.CheckCommand(check); k < 0 || !s.Commands[k].IsCheck() {
			t.Errorf("check %d is command %d", check, k)
		}
	}
	if _, ok := s.Active(len(want)); ok || s.CheckCommand(len(want)) != -1 {
		t.Error("a check too many")
	}
}
