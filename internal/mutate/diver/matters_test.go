package diver_test

import (
	"context"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/diver"
	"github.com/assay-smt/assay/internal/mutate/kit/normal"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// chainOf starts a chain from a seed of the kit that has a model; nil where there is none.
func chainOf(t *testing.T, s mutatetest.Seed, round uint64) (*mutate.Seed, mutate.Source, *rng.Rand) {
	t.Helper()
	seed, err := mutate.Read(seeds.Seed{Name: s.Name, Hash: s.Name, Text: s.Text}, theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	r := rng.New(round).Split(s.Name)
	src, err := diver.New(diver.DefaultOptions()).Prepare(context.Background(), seed, mutate.Env{Asker: knows(s.Model), Rand: r.Split("prepare")})
	if err != nil {
		return nil, nil, nil
	}
	return seed, src, r
}

// TestTermsMatter: few of the operators that come in are in terms that solvers fold, and hardly any mutant has no others. The mutants are those
// of the seeds of the kit that have a model.
func TestTermsMatter(t *testing.T) {
	operators, ground, mutants, allGround := 0, 0, 0, 0
	for _, s := range mutatetest.Corpus() {
		if s.Model == "" {
			continue
		}
		for round := range uint64(3) {
			seed, src, r := chainOf(t, s, round)
			if src == nil {
				continue
			}
			known := map[*term.Term]bool{}
			term.Walk(seed.Script.Roots(), func(u *term.Term) bool {
				known[u] = true
				return true
			})
			for _, m := range mutatetest.Drawn(t, src, r, 20) {
				all, folded := operatorsOf(termsOf(m.Steps), known)
				operators, ground = operators+all, ground+folded
				if all > 0 {
					if mutants++; all == folded {
						allGround++
					}
				}
			}
		}
	}
	t.Logf("%d of %d operators are in ground terms, all of them in %d of %d mutants", ground, operators, allGround, mutants)
	if operators < 2000 || ground*10 > operators || allGround*50 > mutants {
		t.Errorf("%d of %d operators are in ground terms, all of them in %d of %d mutants", ground, operators, allGround, mutants)
	}
}

// operatorsOf counts the operators of a term that are not known, and those of them that are in ground terms. Terms of up to three nodes are left
// out: most of those that are ground are values, such as (- 5).
func operatorsOf(t *term.Term, known map[*term.Term]bool) (all, folded int) {
	if known[t] || t.IsLeaf() {
		return 0, 0
	}
	if t.Kind() == term.App && t.Func().Kind == term.TheoryFunc && t.Size() > 3 {
		if all++; !t.HasUser() && len(t.Free()) == 0 {
			folded++
		}
	}
	for _, a := range t.Args() {
		n, f := operatorsOf(a, known)
		all, folded = all+n, folded+f
	}
	return all, folded
}

// termsOf returns the term that the last change put in.
func termsOf(steps []mutate.Step) *term.Term {
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i].Rule != "fresh" {
			return steps[i].After
		}
	}
	return steps[len(steps)-1].After
}

// TestNothingTwice: no mutant of a chain says what the seed or an earlier one says, and those that did are counted.
func TestNothingTwice(t *testing.T) {
	dropped := 0
	for _, s := range mutatetest.Corpus() {
		if s.Model == "" {
			continue
		}
		seed, src, r := chainOf(t, s, 1)
		if src == nil {
			continue
		}
		h := normal.New(seed.Script.Store)
		said := map[uint64]string{h.Script(seed.Script): "the seed"}
		for _, m := range mutatetest.Drawn(t, src, r, 40) {
			hash := h.Script(m.Script)
			if before, ok := said[hash]; ok {
				t.Errorf("%s: \n%s\nsays what this one says:\n%s", s.Name, m.Script, before)
			}
			said[hash] = m.Script.String()
		}
		choosy, ok := src.(mutate.Choosy)
		if !ok {
			t.Fatal("the source does not count what it drops")
		}
		dropped += choosy.Rejected()["it says what the seed or an earlier mutant says"]
	}
	if dropped == 0 {
		t.Error("nothing was dropped")
	}
}
