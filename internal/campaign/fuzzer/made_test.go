package fuzzer_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/enginestest"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// TestPrintStandard: whichever dialect's text is available, the hash of a mutant is that of its standard text, for all
// engines. A sample is every fifth built-in seed.
func TestPrintStandard(t *testing.T) {
	all, table := enginestest.All(t)
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{Table: table}, Targets: trialtest.Fakes(t, "", "--answer=sat"), Seed: 2, Plan: fuzzer.Plan{Chain: 4}}
	dir := trialtest.Scratch(t)
	alike, different := 0, 0
	every := testdepth.Sample(5, 1)
	for i, seed := range seeds.All() {
		if i%every != 0 {
			continue
		}
		c, err := f.Chain(t.Context(), seed, all[i/every%len(all)], 0, fuzzer.Place{Dir: dir})
		if errors.Is(err, mutate.ErrNotApplicable) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		bench, reference := f.Bench.In(dir), f.Bench.In(dir)
		for i := range c.Len() {
			s := c.Mutant(i).Script
			want := printed(t)(reference.Print(t.Context(), s, ""))
			for _, dialect := range []string{"z3", "cvc4", "cvc5", ""} {
				if got := printed(t)(bench.PrintStandard(t.Context(), nil, s, dialect)); !bytes.Equal(got, want) {
					t.Fatalf("%s: via %q\n%s\nnot\n%s", c.Name(i), dialect, got, want)
				}
				if bytes.Equal(printed(t)(reference.Print(t.Context(), s, dialect)), want) {
					alike++
				} else {
					different++
				}
			}
		}
	}
	if alike < 100 || different < 10 {
		t.Errorf("%d texts are standard and %d are not: too few to be meaningful", alike, different)
	}
}

// A result says which rule made its mutant, and equal mutants have equal hashes whichever solvers read them.
func TestMade(t *testing.T) {
	texts := make(map[uint64]int)
	for _, options := range [][]string{{"--answer=sat"}, {"--answer=unsat", "--answer=unsat --quiet"}} {
		f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", options...), Seed: 1}
		for i, r := range runAll(t, f, arithmetic, list{operators: []string{"<=", ">"}}) {
			m := r.Made
			if m.Rule != "operator" || m.Steps != i+1 || m.Applicable != 0 {
				t.Errorf("mutant %d: made %+v", i, m)
			}
			texts[m.Text]++
		}
	}
	if len(texts) != 2 {
		t.Errorf("hashes %v, want 2 different ones", texts)
	}
	if _, zero := texts[0]; zero {
		t.Error("a mutant without a hash")
	}
}

// TestRepeats: a mutant that repeats the text of the seed or of an earlier mutant is dropped from a chain and counted; the steps to it become
// steps of the next mutant.
func TestRepeats(t *testing.T) {
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", "--answer=sat"), Seed: 1, Plan: fuzzer.Plan{Chain: 4}}
	engine := list{operators: []string{"<", "<=", "<=", ">", "<", "<=", "distinct", "="}, repeats: true}
	c, err := f.Chain(t.Context(), arithmetic, engine, 0, fuzzer.Place{Dir: trialtest.Scratch(t)})
	if err != nil {
		t.Fatal(err)
	}
	var steps []int
	for i := range c.Len() {
		steps = append(steps, len(c.Mutant(i).Steps))
	}
	if !slices.Equal(steps, []int{2, 4, 7, 8}) || c.Drawn().Repeats != 4 {
		t.Errorf("mutants with %v steps, %d repeats", steps, c.Drawn().Repeats)
	}
	m, err := f.Regenerate(t.Context(), arithmetic, engine, c.Name(2))
	if err != nil || m.Script.String() != c.Mutant(2).Script.String() {
		t.Errorf("made again: %v, %v", m.Script, err)
	}
}

// TestOnlyRepeats: an engine that offers nothing new ends its chain.
func TestOnlyRepeats(t *testing.T) {
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", "--answer=sat"), Seed: 1, Plan: fuzzer.Plan{Chain: 3}}
	engine := list{operators: slices.Repeat([]string{"<", ">"}, 100), repeats: true}
	c, err := f.Chain(t.Context(), arithmetic, engine, 0, fuzzer.Place{Dir: trialtest.Scratch(t)})
	if err != nil || c.Len() != 1 || c.Drawn().Repeats != 13 {
		t.Errorf("%d mutants, %d repeats: %v", c.Len(), c.Drawn().Repeats, err)
	}
}

// printed returns a text whose printing must not have been cancelled.
func printed(t *testing.T) func(text []byte, err error) []byte {
	return func(text []byte, err error) []byte {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
}
