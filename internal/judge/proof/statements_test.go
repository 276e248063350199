package proof_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/model"
)

var printed = []proof.Form{
	{Head: "lemma", Name: ":source"}, {Head: "learned-lit", Implied: true}, {Head: "assert", Implied: true},
}

const printing = `
(set-logic QF_SLIA)
(declare-const x Int)
(declare-const s String)
(assert (> x 2))
(check-sat)
`

// Statements are found among everything else that a solver prints, with the names of their inferences.
func TestReadStatements(t *testing.T) {
	s, err := elab.Script(printing, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := `;; post-asserts start
(set-logic ALL)
(declare-fun x () Int)
(declare-fun k () Int)
(define-fun y () Int 3)
(assert (>= x 3))
(check-sat)
;; post-asserts end
c a line (of something
(lemma (let ((_let_1 (+ x 1))) (or (> _let_1 0) (not (> x 0)))) :source ARITH_UNATE)
(lemma (= k x) :source SKOLEM) (lemma (> k x))
(learned-lit (> x 2) :preprocess)
(learned-lit (> x 2))
(lemma (> mystery x) :source LOST)
(lemma x :source NUMBER)
(lemma (seq.cnt.l s "a") :source NUMBER)
(lemma (= (seq.cnt.l s "a") "") :source Z3)
(lemma)
sat
)
(lemma (> x 0) :source LAST`
	p, err := proof.ReadStatements(text, s, 0, printed, proof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{
		"1 assert takes: (>= x 3)",
		"2 ARITH_UNATE infers: (or (> (+ x 1) 0) (not (> x 0)))",
		"3 SKOLEM infers: (= k x)",
		"4 lemma infers: (> k x)",
		"5 learned-lit :preprocess takes: (> x 2)",
		"6 learned-lit takes: (> x 2)",
		"7 LOST infers: no claim: unreadable: unknown symbol mystery",
		"8 NUMBER infers: no claim: unreadable: a conclusion that is not a formula",
		"9 NUMBER infers: no claim: unreadable: a conclusion that is not a formula",
		`10 Z3 infers: (= (seq.cnt.l s "a") "")`,
	}, written(p)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// A constant of the solver's has the value that its definition gives it.
	for x, want := range map[string][]proof.Verdict{
		"3":     {proof.Holds, proof.Holds, proof.Holds, proof.Wrong, proof.Holds, proof.Holds, proof.Open, proof.Open, proof.Open, proof.Holds},
		"(- 1)": {proof.Vacuous, proof.Holds, proof.Holds, proof.Wrong, proof.Vacuous, proof.Vacuous, proof.Open, proof.Open, proof.Open, proof.Holds},
	} {
		if p, err = proof.ReadStatements(text, s, 0, printed, proof.Options{}); err != nil {
			t.Fatal(err)
		}
		m, err := model.Read(`((define-fun x () Int `+x+`) (define-fun s () String "ab"))`, s, 0, model.Options{})
		if err != nil {
			t.Fatal(err)
		}
		w, _ := proof.NewWitness(m, proof.DefaultLimits)
		if diff := cmp.Diff(want, proof.Check(p, w).Verdicts); diff != "" {
			t.Errorf("x = %s (-want +got):\n%s", x, diff)
		}
	}
}

// What is no statement, or too much of it, ends in an error or in what was read before, and soon.
func TestHostileStatements(t *testing.T) {
	s, err := elab.Script(printing, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	small := proof.Options{Budget: proof.Budget{Bytes: 1 << 20, Steps: 100, Depth: 1000, Terms: 10_000}}
	for name, text := range map[string]string{
		"nothing":           "",
		"no list":           "sat\nunsat\n",
		"open":              strings.Repeat("(", 100_000),
		"closed":            strings.Repeat(")\n", 100_000),
		"a head alone":      "(lemma)",
		"a string for ever": `(lemma "`,
		"too large":         strings.Repeat(" ", 2<<20),
	} {
		if p, err := proof.ReadStatements(text, s, 0, printed, small); err == nil {
			t.Errorf("%s: %v is read", name, written(p))
		} else if name != "too large" && !errors.Is(err, proof.ErrNone) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, text := range map[string]string{
		"many":   strings.Repeat("(lemma (> x 0))\n", 1000),
		"nested": "(lemma (> x 0))\n(lemma " + strings.Repeat("(not ", 5000) + "true" + strings.Repeat(")", 5000) + ")\n(lemma (> x 1))",
	} {
		p, err := proof.ReadStatements(text, s, 0, printed, small)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(p.Steps) > 100 || name == "many" && p.Cut == "" {
			t.Errorf("%s: %d steps, cut %q", name, len(p.Steps), p.Cut)
		}
	}
}
