package solver

import (
	"errors"
	"strings"
	"testing"
)

// What developers have declined is unwelcome by its name and, for some, by the logic; an option has the use of the first entry that matches.
func TestUnwelcome(t *testing.T) {
	set, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	z3, _ := set.Profile("z3")
	cvc5, _ := set.Profile("cvc5")
	for _, tt := range []struct {
		tactic, logic string
		want          bool
	}{
		{"euf-completion", "", true}, {"euf-completion", "QF_BV", true}, {"fm", "QF_LRA", true}, {"smt", "QF_LIA", false}, {"simplify", "", false},
		{"nla2bv", "QF_NIA", true}, {"nla2bv", "QF_BV", false}, {"nla2bv", "ALL", false}, {"nla2bv", "", false}, {"nla2bv", "QF_AUFBVNIA", false},
		{"qffd", "QF_LIA", true}, {"qffd", "", true}, {"qffd", "QF_FD", false}, {"qffd", "QF_UFBV", false},
	} {
		if why := z3.UnwelcomeTactic(tt.tactic, tt.logic); (why != "") != tt.want {
			t.Errorf("%s under %q: %q", tt.tactic, tt.logic, why)
		}
		if why := cvc5.UnwelcomeTactic(tt.tactic, tt.logic); why != "" {
			t.Errorf("cvc5: %s: %q", tt.tactic, why)
		}
	}
	for _, tt := range []struct {
		profile            *Profile
		name, level, value string
		want               bool
	}{
		{z3, "smt.sls.enable", "", "true", true}, {z3, ":smt.sls.enable", "", "true", true}, {z3, "sat.euf", "experimental", "true", true},
		{z3, "smt.arith.solver", "", "2", true}, {z3, "smt.string_solver", "", "z3str3", true}, {z3, "smt.string_solver", "", "seq", false},
		{z3, "smt.arith.nl", "", "false", false}, {z3, "model_validate", "", "true", false}, {z3, "unsat_core", "", "true", false},
		{cvc5, "--ackermann", "expert", "", true}, {cvc5, "--ackermann", "regular", "", false}, {cvc5, "--no-cegqi", "expert", "", true},
		{cvc5, "--sub-cbqi", "regular", "", true}, {cvc5, "--fp-exp", "expert", "", false}, {cvc5, "--check-models", "expert", "", false},
	} {
		if why := tt.profile.UnwelcomeOption(tt.name, tt.level, tt.value); (why != "") != tt.want {
			t.Errorf("%s %s=%s: %q", tt.name, tt.level, tt.value, why)
		}
	}
}

func TestTacticMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"names = ['fm']":                            "every [[tactics]] needs why",
		"why = 'because'":                           "every [[tactics]] needs names",
		"why = 'x'\nnames = ['[']":                  "is not a pattern of names",
		"why = 'x'\nnames = ['a']\nexcept = ['[']":  "is not a pattern of names",
		"why = 'x'\nnames = ['a']\nexpected = ['']": "expected",
	} {
		_, err := (&Set{}).With("p.toml", []byte("format = 1\nname = 'p'\ninherit = 'none'\nbinaries = ['p']\n[[tactics]]\n"+text+"\n"))
		var mistake *ProfileError
		if !errors.As(err, &mistake) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
