package tactics

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/theory"
)

// TestFor: a choice holds what all versions of z3 have, and no tactic that is never used.
func TestFor(t *testing.T) {
	z3 := func(versions ...string) (out []theory.Release) {
		for _, v := range versions {
			out = append(out, theory.Release{Name: "z3", Version: v})
		}
		return append(out, theory.Release{Name: "cvc5", Version: "1.0.3"})
	}
	for _, tt := range []struct {
		versions  []string
		has, lack []string
	}{
		{[]string{"4.8.12"}, []string{"dom-simplify", "reduce-invertible", "qfbv"}, []string{"demodulator", "vsubst", "horn", "fail", "psat"}},
		{[]string{"5.4.0"}, []string{"dom-simplify", "demodulator", "ff-solve"}, []string{"reduce-invertible", "ff-unique"}},
		{[]string{"4.8.12", "5.4.0"}, []string{"dom-simplify"}, []string{"demodulator", "reduce-invertible", "ff-solve"}},
		{[]string{"4.5.1"}, []string{"vsubst"}, []string{"dom-simplify"}},
		{[]string{"4.8.0", "5.4.0"}, []string{"demodulator"}, []string{"vsubst"}},
		{[]string{""}, []string{"demodulator"}, []string{"vsubst"}},
	} {
		c := For(z3(tt.versions...), theory.ParseLogic("QF_UFLIA"))
		if c == nil {
			t.Fatalf("nothing for %v", tt.versions)
		}
		all := slices.Concat(c.rewrites, c.decides)
		for _, name := range tt.has {
			if !slices.Contains(all, name) {
				t.Errorf("%v lacks %s", tt.versions, name)
			}
		}
		for _, name := range tt.lack {
			if slices.Contains(all, name) {
				t.Errorf("%v has %s", tt.versions, name)
			}
		}
	}
	for _, none := range [][]theory.Release{nil, z3(), z3("4.8.0"), z3("4.3.2"), z3("4.3.2", "5.4.0")} {
		if c := For(none, theory.Logic{}); c != nil {
			t.Errorf("%v has %v", none, c)
		}
	}
}

// Tactics with which z3's developers take no reports are not drawn, under whichever logic that holds for.
func TestUnwelcome(t *testing.T) {
	for logic, want := range map[string]bool{"QF_BV": true, "QF_AUFBV": true, "QF_LIA": false, "": false, "ALL": false} {
		c := For([]theory.Release{{Name: "z3", Version: "5.4.0"}}, theory.ParseLogic(logic))
		all := slices.Concat(c.rewrites, c.decides)
		for name, want := range map[string]bool{"nla2bv": want, "qffd": want, "fm": false, "euf-completion": false, "simplify": true} {
			if slices.Contains(all, name) != want {
				t.Errorf("%q: %s: %v", logic, name, !want)
			}
		}
	}
}

// TestParse: a malformed line gives an error that names it.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"simplify - - rewrites\nsmt - -\n": "line 2: want NAME SINCE UNTIL USE",
		"smt - - new":                      `line 1: "new" is none of`,
		"smt - - never":                    `line 1: "never" is none of`,
		"smt - - decides all":              `line 1: "decides all" is none of`,
	} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestTerms: z3 accepts every drawn term, and no term changes the question: a sat formula never gets the answer unsat. It skips
// without z3.
func TestTerms(t *testing.T) {
	path, err := exec.LookPath("z3")
	if err != nil {
		t.Skip("no z3")
	}
	version, err := exec.Command(path, "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	c := For([]theory.Release{{Name: "z3", Version: strings.Fields(string(version))[2]}}, theory.Logic{})
	r := rng.New(1)
	var b strings.Builder
	const n = 300
	for range n {
		b.WriteString("(reset)(declare-const x Int)(assert (or (> x 3) (= x 1)))(check-sat-using " + c.Term(r) + ")\n")
	}
	cmd := exec.Command(path, "-in")
	cmd.Stdin = strings.NewReader(b.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	answers := strings.Fields(string(out))
	count := map[string]int{}
	for _, a := range answers {
		count[a]++
	}
	if len(answers) != n || count["sat"]+count["unknown"] != n || count["sat"] < n/2 {
		t.Errorf("%d answers: %v", len(answers), count)
	}
}
