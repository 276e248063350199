package diver_test

import (
	"context"
	"fmt"
	"runtime"
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
	"github.com/assay-smt/assay/smt/theory"
)

// TestHostileSeeds: depth, unbounded sharing, width, open values and undecidable quantifiers do not stop the engine, and its mutants are true.
func TestHostileSeeds(t *testing.T) {
	const depth, levels, width = 10_000, 500, 25_000
	deep := strings.Repeat("(+ 1 ", depth) + "x" + strings.Repeat(")", depth)
	var shared strings.Builder
	for i := range levels {
		fmt.Fprintf(&shared, "(let ((y%d (+ %s %s))) ", i+1, fmt.Sprintf("y%d", i), fmt.Sprintf("y%d", i))
	}
	for name, c := range map[string]struct{ text, model string }{
		"deep":   {"(set-logic QF_LIA)(declare-fun x () Int)(assert (> " + deep + " 0))(check-sat)", "((define-fun x () Int 5))"},
		"shared": {"(set-logic QF_LIA)(declare-fun y0 () Int)(assert " + shared.String() + fmt.Sprintf("(= y%d 0)", levels) + strings.Repeat(")", levels) + ")(check-sat)", "((define-fun y0 () Int 0))"},
		"wide":   {"(set-logic QF_LIA)(declare-fun x () Int)(assert (and" + strings.Repeat(" (or (> x 0) (= x 0) (< x 7))", width) + "))(check-sat)", "((define-fun x () Int 5))"},
		"distinct": {"(set-logic QF_LIA)(declare-fun x () Int)(assert (distinct x" + func() string {
			var b strings.Builder
			for i := range 5000 {
				fmt.Fprintf(&b, " %d", i+10)
			}
			return b.String()
		}() + "))(check-sat)", "((define-fun x () Int 5))"},
		"open": {`(declare-fun x () (_ FloatingPoint 5 11))(declare-fun s () (Seq Int))
			(assert (or (fp.isZero x) (= (fp.min x (fp.neg x)) x)))(assert (or (= (seq.nth s 3) 4) (not (= s (as seq.empty (Seq Int))))))(check-sat)`,
			"((define-fun x () (_ FloatingPoint 5 11) (_ +zero 5 11)) (define-fun s () (Seq Int) (seq.unit 1)))"},
		"undecided": {`(declare-fun x () Int)(declare-fun f (Int) Int)(assert (or (> x 0) (forall ((y Int)) (exists ((z Int)) (= (* y z) (+ (* z z z) x (f y)))))))(check-sat)`,
			"((define-fun x () Int 5)(define-fun f ((y Int)) Int y))"},
	} {
		t.Run(name, func(t *testing.T) {
			seed, err := mutate.Read(seeds.New(name, c.text), theory.Builtin())
			if err != nil {
				t.Fatal(err)
			}
			r := rng.New(1)
			src, err := diver.New(diver.DefaultOptions()).Prepare(context.Background(), seed, mutate.Env{Asker: knows(c.model), Rand: r})
			if err != nil {
				t.Fatal(err)
			}
			all := mutatetest.Drawn(t, src, r, 25)
			if len(all) < 20 {
				t.Fatalf("there are %d mutants", len(all))
			}
			for _, m := range all[len(all)-2:] {
				f, err := certify.NewFormula(m.Script.String(), theory.Builtin())
				if err != nil {
					t.Fatal(err)
				}
				if report := f.Model(m.Truth.Witness, "", 0); report.Verdict != oracle.ModelHolds {
					t.Errorf("the witness %v: %s", report.Verdict, report.Summary)
				}
			}
		})
	}
}

// TestNoModel: a seed without a model gives the reason.
func TestNoModel(t *testing.T) {
	for _, c := range []struct{ name, text, model, why string }{
		{"false", "(declare-fun x () Int)(assert (> x 7))(check-sat)", "((define-fun x () Int 5))", "makes a formula false: (> x 7)"},
		{"open", "(declare-fun s () (Seq Int))(assert (= (seq.nth s 3) 4))(check-sat)", "((define-fun s () (Seq Int) (seq.unit 1)))", "leaves a formula open"},
		{"unreadable", "(declare-fun x () Int)(assert (> x 7))(check-sat)", "((define-fun x (", "cannot be read"},
		{"no question", "(declare-fun x () Int)(assert (> x 7))", "()", "asks nothing"},
		{"no assertion", "(declare-fun x () Int)(check-sat)", "()", "no assertion"},
	} {
		seed, err := mutate.Read(seeds.New(c.name, c.text), theory.Builtin())
		if err != nil {
			t.Fatal(err)
		}
		_, err = diver.New(diver.DefaultOptions()).Prepare(context.Background(), seed, mutate.Env{Asker: knows(c.model)})
		if err == nil || !strings.Contains(err.Error(), c.why) || !strings.Contains(err.Error(), mutate.ErrNotApplicable.Error()) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestThousandsOfQuestions: what is kept about a script that asks many times grows with its length, although each question is about all that was
// asserted before.
func TestThousandsOfQuestions(t *testing.T) {
	const checks = 6000
	text := "(set-logic QF_UF)(declare-const p Bool)(declare-const q Bool)" + strings.Repeat("(assert (or p q))(check-sat)", checks)
	seed, err := mutate.Read(seeds.New("many", text), theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	src, err := diver.New(diver.DefaultOptions()).Prepare(t.Context(), seed, mutate.Env{Rand: rng.New(1)})
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if made := (after.TotalAlloc - before.TotalAlloc) / checks; made > 15_000 {
		t.Errorf("%d bytes for each question", made)
	}
	m := mutatetest.Drawn(t, src, rng.New(2), 1)[0]
	known := 0
	for _, truth := range m.Known() {
		if truth.Status == smt.Sat {
			known++
		}
	}
	if known != 8 || len(m.Known()) != checks {
		t.Errorf("%d of %d questions have an answer", known, len(m.Known()))
	}
}
