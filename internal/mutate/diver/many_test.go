package diver_test

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/diver"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// byFormula is a mutate.Asker that answers by what a question holds.
type byFormula struct{}

// Ask implements mutate.Asker.
func (byFormula) Ask(_ context.Context, s *script.Script, want mutate.Want) []mutate.Reply {
	text := s.String()
	one := func(model string) []mutate.Reply {
		return []mutate.Reply{{Solver: "z3 1", Codebase: "z3", Status: smt.Sat, Model: model}}
	}
	switch {
	case strings.Contains(text, "(< x 3)"): // with (> x 5)
		votes := []mutate.Reply{{Solver: "z3 1", Codebase: "z3", Status: smt.Unsat}, {Solver: "cvc5 1", Codebase: "cvc5", Status: smt.Unsat}}
		if want == mutate.WantModel {
			return votes[:1]
		}
		return votes
	case strings.Contains(text, "(= y 8)"):
		return one("((define-fun x () Int 7) (define-fun y () Int 8) (define-fun z () Int 1))")
	case strings.Contains(text, "(= z 2)"):
		return nil // not known
	}
	return one("((define-fun x () Int 9) (define-fun y () Int 1))")
}

// TestManyQuestions: each check-sat has its own model, under which everything that it asks about stays true; a check without a model keeps its
// truth as long as its formulas are the seed's.
func TestManyQuestions(t *testing.T) {
	const text = `(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (or (> x 5) (> x 6)))
(assert (! (> x 5) :named a))
(check-sat)
(push 1)
(declare-fun z () Int)
(assert (or (= y 8) (= y z)))
(check-sat)
(check-sat-assuming (a))
(pop 1)
(push 1)
(assert (< x 3))
(check-sat)
(pop 1)
(push 1)
(declare-fun z () Int)
(assert (= z 2))
(check-sat)
(pop 1)
`
	seen := map[string]int{}
	for round := range uint64(12) {
		seed, err := mutate.Read(seeds.New("many", text), theory.Builtin())
		if err != nil {
			t.Fatal(err)
		}
		r := rng.New(round)
		src, err := diver.New(diver.DefaultOptions()).Prepare(context.Background(), seed, mutate.Env{Asker: byFormula{}, Rand: r})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mutatetest.Drawn(t, src, r, 20) {
			if m.Script.Checks() != 5 || len(m.Truths) != 5 {
				t.Fatalf("%d check-sats, %d truths", m.Script.Checks(), len(m.Truths))
			}
			f, err := certify.NewFormula(m.Script.String(), theory.Builtin())
			if err != nil {
				t.Fatalf("%v in\n%s", err, m.Script)
			}
			text := m.Script.String()
			for i, truth := range m.Truths {
				switch i {
				case 0, 1, 2:
					if truth.Status != smt.Sat || truth.Witness == "" {
						t.Fatalf("check %d is %v", i, truth.Status)
					}
					if report := f.Model(truth.Witness, "", i); report.Verdict != oracle.ModelHolds {
						t.Fatalf("check %d: the witness %v: %s\n%s\n%s", i, report.Verdict, report.Summary, truth.Witness, text)
					}
				case 3:
					untouched := strings.Contains(text, "(assert (or (> x 5) (> x 6)))\n(assert (! (> x 5) :named a))") && !strings.Contains(text, "diver_")
					if truth.Status == smt.Unsat != untouched && untouched {
						t.Fatalf("check 3 is %v in\n%s", truth.Status, text)
					}
					if truth.Status == smt.Unsat && !strings.Contains(text, "(assert (< x 3))") {
						t.Fatalf("check 3 is unsat without its formula:\n%s", text)
					}
					seen[truth.Status.String()]++
				default:
					if truth.Status != smt.Unknown || !strings.Contains(text, "(assert (= z 2))") {
						t.Fatalf("check %d is %v in\n%s", i, truth.Status, text)
					}
				}
			}
		}
	}
	if seen["unsat"] == 0 || seen["unknown"] == 0 {
		t.Errorf("what was unsat is %v", seen)
	}
}
