package rules

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/theory"
)

// TestFamily: the rules of the family say what the facts say, and each place of each usual row has one about equal arguments.
func TestFamily(t *testing.T) {
	all, err := Builtin(theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	text := map[string]string{}
	for _, r := range all {
		if r.Family == Congruences {
			text[r.Name] = strings.Join(strings.Fields(r.String()), " ")
		}
	}
	for name, want := range map[string]string{
		"congruent-str.to_int":    "(=> (= x y) (= (str.to_int x) (str.to_int y)))",
		"congruent-str.from_int":  "(=> (= x y) (= (str.from_int x) (str.from_int y)))",
		"congruent-str.to_code":   "(=> (= x y) (= (str.to_code x) (str.to_code y)))",
		"congruent-bvudiv-2":      ":free ((z1 (_ BitVec m))) (=> (= x y) (= (bvudiv z1 x) (bvudiv z1 y)))",
		"injective-bvadd-1":       "(<=> (= x y) (= (bvadd x z2) (bvadd y z2)))",
		"keeps-<-of-+-1":          "(<=> (< x y) (< (+ x z2) (+ y z2)))",
		"turns-<=-of---2":         "(<=> (<= x y) (<= (- z1 y) (- z1 x)))",
		"keeps-<-of-+-1-Real":     "(<=> (< x y) (< (+ x z2) (+ y z2)))",
		"follows-<=-of-to_int":    "(=> (<= x y) (<= (to_int x) (to_int y)))",
		"injective-zero_extend":   ":indices ((n 0 4) m) :params ((x (_ BitVec m)) (y (_ BitVec m))) (<=> (= x y) (= ((_ zero_extend n) x) ((_ zero_extend n) y)))",
		"keeps-bvult-of-concat-1": "(<=> (bvult x y) (bvult (concat x z2) (concat y z2)))",
	} {
		if !strings.Contains(text[name], want) {
			t.Errorf("%s is %q", name, text[name])
		}
	}
	for _, none := range []string{"congruent-div-1", "congruent-bvadd-1", "congruent-and-1", "congruent-re.++-1", "congruent-str.in_re-2", "congruent-extract"} {
		if text[none] != "" {
			t.Errorf("there is %s", text[none])
		}
	}
	if len(text) < 300 {
		t.Errorf("%d rules", len(text))
	}
}

// TestFacts: a malformed line gives an error that names it.
func TestFacts(t *testing.T) {
	for text, want := range map[string]string{
		"; facts\n+ 1/2":                   "line 2: want OPERATOR",
		"+ 3/2 injective":                  "line 1: 3/2 of + is not a place",
		"+ 1/2 injective\n+ 1/2 keeps < <": "line 2: 1/2 of + is not a place, or is listed twice",
		"+ 1/2 keeps <":                    `line 1: "keeps <" does not begin a fact`,
	} {
		if _, err := readFacts(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
