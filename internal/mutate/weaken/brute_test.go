package weaken_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/weaken"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/theory"
)

// smallSeeds are formulas over few values, with connectives of more than two operands and of every polarity.
var smallSeeds = map[smt.Status][]string{
	smt.Sat: {
		"(assert (=> (and a b c) (=> a b c) (or a b)))(assert (=> a (not b) (not c)))",
		"(assert (not (=> a b (and b c))))(assert (or (not (or a (not b))) (bvult x y)))",
		"(assert (ite (and a b) (or b c) (not (and b c))))(assert (xor a b c))(assert (= (and a b) (or b c) a))",
		"(assert (distinct x y #b01))(assert (=> (bvule x y) a (distinct a b)))",
		"(assert (bvult (ite (and a b) x (ite (xor b c) y #b00)) #b10))(assert (distinct x y))",
		"(assert (forall ((z (_ BitVec 2))) (or a (= (ite (bvult z y) x (ite (or b (bvugt z x)) y z)) y) (bvule x z))))",
	},
	smt.Unsat: {
		"(assert (=> a b c))(assert (and a b))(assert (not (or c (and a (not b)))))",
		"(assert (not (=> a b (or a b c))))(assert (=> c a b))",
		"(assert (ite a (and b (not b)) (not (or a (not a)))))",
		"(assert (xor a b))(assert (= a b c))(assert (=> a b c))",
		"(assert (bvult (ite (or a b) x y) (ite (not (or a b)) y x)))(assert (bvule x y))(assert (=> (= a b) (= x y)))",
		"(assert (exists ((z (_ BitVec 2))) (and (bvult (ite (= z x) y z) z) (= z x) (bvule x y))))",
	},
}

// TestLabelsByBruteForce: after any number of steps the status of a mutant is the one that brute force finds, and each step is
// the implication that it claims to be.
func TestLabelsByBruteForce(t *testing.T) {
	brute := mutatetest.Brute{}
	total, tried := 0, 0
	for status, all := range smallSeeds {
		for i, formulas := range all {
			text := fmt.Sprintf("(set-logic QF_BV)(set-info :status %v)(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)(declare-const x (_ BitVec 2))(declare-const y (_ BitVec 2))%s(check-sat)", status, formulas)
			for _, connectives := range []weaken.Connectives{weaken.KeepConnectives, weaken.ExpandConnectives, weaken.MixConnectives} {
				for _, ask := range []mutate.Asker{nil, brute.Asker()} {
					o := weaken.DefaultOptions()
					o.LeaveLogic, o.Walk, o.Connectives = 0, 6, connectives
					e := engine(t, o)
					seed, err := mutate.Read(seeds.Seed{Name: "small", Hash: "small", Text: text}, theory.Builtin())
					if err != nil {
						t.Fatal(err)
					}
					if got, _, err := brute.Decide(seed.Script, 0); err != nil || got != status {
						t.Fatalf("seed %v %d is %v, %v", status, i, got, err)
					}
					source, err := e.Prepare(context.Background(), seed, mutate.Env{Asker: ask, Rand: rng.New(7)})
					if err != nil {
						t.Fatal(err)
					}
					for _, m := range mutatetest.Drawn(t, source, rng.New(8), 12) {
						total++
						if m.Truth.Status != status {
							t.Errorf("seed %v %d: the mutant is claimed to be %v", status, i, m.Truth.Status)
						}
						got, _, err := brute.Decide(mutatetest.Script(t, m.Script.String()), 0)
						if err != nil {
							continue // a rule introduced something that cannot be tried
						}
						tried++
						if got != status {
							t.Fatalf("claimed to be %v, but is %v; %s\n%s", status, got, strings.Join(m.Truth.Derivation, "; "), m.Script)
						}
						from, to := m.Base, m.Script
						if m.PreservedStatus == smt.Unsat {
							from, to = to, from
						}
						if m.PreservedStatus != status {
							t.Errorf("the step preserves %v", m.PreservedStatus)
						}
						if implied, err := brute.Implies(from, to); err == nil && !implied {
							t.Fatalf("step %s is not the implication that it claims to be:\n%s\n%s", m.Steps[len(m.Steps)-1], m.Base, m.Script)
						}
					}
				}
			}
		}
	}
	if tried < total/2 {
		t.Errorf("only %d of %d mutants could be tried", tried, total)
	}
}
