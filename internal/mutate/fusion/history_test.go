package fusion_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/fusion"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// TestHistory: with the setting, chains fuse the seed with formulas of known bugs whose status the solvers tell, and never otherwise.
func TestHistory(t *testing.T) {
	seed := func() *mutate.Seed {
		s := mutatetest.Script(t, "(set-logic QF_BV)(declare-const a (_ BitVec 1))(declare-const p Bool)(assert (=> p (= a #b1)))(assert (or p (= a #b0)))(check-sat)")
		return &mutate.Seed{Name: "seed", Hash: "seed", Script: s}
	}
	// One function, since each has to be proved.
	xor, _, err := fusion.ReadFunctions(theory.Builtin(), "xor",
		"#begin\n(declare-const x Bool)\n(declare-const y Bool)\n(declare-const z Bool)\n(assert (= z (xor x y)))\n(assert (= x (xor z y)))\n(assert (= y (xor z x)))\n#end\n")
	if err != nil {
		t.Fatal(err)
	}
	for percentage, want := range map[int]bool{0: false, 100: true} {
		o := fusion.DefaultOptions()
		o.Table, o.Functions, o.History = theory.Builtin(), xor, percentage
		e, err := fusion.New(o)
		if err != nil {
			t.Fatal(err)
		}
		past := 0
		for chain := range 12 {
			r := rng.New(5).SplitN(uint64(chain))
			source, err := e.Prepare(context.Background(), seed(), mutate.Env{Rand: r, Asker: mutatetest.Brute{}.Asker(), Dialects: []mutate.Dialect{{Name: "z3"}}})
			if errors.Is(err, mutate.ErrNotApplicable) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			m, err := source.Next(r)
			if err != nil {
				continue
			}
			if strings.Contains(m.Steps[0].String(), "with findings/") || strings.Contains(m.Steps[0].String(), "with papers/") {
				past++
			}
		}
		if (past > 2) != want {
			t.Errorf("%d percent: %d of 12 chains have a partner from the history", percentage, past)
		}
	}
}

// interrupter ends a context when it is asked, and answers nothing.
type interrupter struct{ end context.CancelFunc }

func (i interrupter) Ask(context.Context, *script.Script, mutate.Want) []mutate.Reply {
	i.end()
	return nil
}

// TestInterruptedProof: a proof that was interrupted is tried again, and not remembered as one that nobody managed.
func TestInterruptedProof(t *testing.T) {
	xor, _, err := fusion.ReadFunctions(theory.Builtin(), "xor",
		"#begin\n(declare-const x Bool)\n(declare-const y Bool)\n(declare-const z Bool)\n(assert (= z (xor x y)))\n(assert (= x (xor z y)))\n(assert (= y (xor z x)))\n#end\n")
	if err != nil {
		t.Fatal(err)
	}
	o := fusion.DefaultOptions()
	o.Table, o.Functions = theory.Builtin(), xor
	e, err := fusion.New(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	if _, err := e.Check(ctx, interrupter{end}); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	if got := e.Verdicts(); len(got) != 0 {
		t.Errorf("an interrupted proof is remembered: %v", got)
	}
	verdicts, err := e.Check(t.Context(), mutatetest.Brute{}.Asker())
	if err != nil || len(verdicts) != 2 {
		t.Fatal(verdicts, err)
	}
	for _, v := range verdicts {
		if v.State != fusion.Proved {
			t.Errorf("%s", v)
		}
	}
}
