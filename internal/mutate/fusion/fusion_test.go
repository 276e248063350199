package fusion_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/assay-smt/assay/internal/certify"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/mutate/fusion"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/query"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/internal/seeds"
	"github.com/assay-smt/assay/internal/testdepth"
	"github.com/assay-smt/assay/internal/trial"
	"github.com/assay-smt/assay/internal/trial/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/theory"
)

// asker returns the installed solvers; without any, the test is skipped.
func asker(t testing.TB) mutate.Asker {
	t.Helper()
	targets := trialtest.Installed(t, "z3", "cvc5")
	if len(targets) == 0 {
		t.Skip("neither z3 nor cvc5 is installed")
	}
	return &query.Answers{Bench: &trial.Bench{}, Targets: targets, Scratch: trialtest.Scratch(t)}
}

// with returns the usual options with a change.
func with(change func(*fusion.Options)) fusion.Options {
	o := fusion.DefaultOptions()
	change(&o)
	return o
}

func block(lines ...string) string {
	return "#begin\n(declare-const x Int)\n(declare-const y Int)\n(declare-const z Int)\n" + strings.Join(lines, "\n") + "\n#end\n"
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", "f:1:1: syntax: there is no fusion function"},
		{"comment only", "; nothing\n", "f:1:1: syntax: there is no fusion function"},
		{"not closed", "\n#begin\n(declare-const x Int)\n", "f:2:1: truncated: the block is never closed"},
		{"not begun", "#end\n", "f:1:1: syntax: #end without #begin"},
		{"nested", "#begin\n#begin\n", "f:2:1: syntax: #begin inside the block that begins at line 1"},
		{"outside", "(declare-const x Int)\n", "f:1:1: syntax: text outside blocks"},
		{"no output", "#begin\n(declare-const x Int)\n(declare-const y Int)\n(assert (= x y))\n#end", "f:4:1: syntax: the first assertion says nothing about the output"},
		{"no inverse", block("(assert (= z (+ x y)))"), "f:5:1: syntax: no assertion recovers an input"},
		{"no equation", block("(assert (< z (+ x y)))"), "f:5:1: syntax: the assertion is not an equation"},
		{"of itself", block("(assert (= z (+ x z)))"), "f:5:1: syntax: the output is defined by itself"},
		{"no input", block("(declare-const c Int)", "(assert (= z (+ x c)))", "(assert (= c (- z x)))"), "f:7:1: syntax: c is not an input"},
		{"second output", block("(declare-const z2 Int)"), "f:5:1: syntax: z2 is a second output beside z"},
		{"function", block("(declare-fun g (Int) Int)", "(assert (= z (g x)))"), "f:5:1: syntax: g takes arguments"},
		{"command", block("(check-sat)"), "f:5:1: syntax: a fusion function has only declare-sort, declare-const and assert"},
		{"sort with arguments", "#begin\n(declare-sort S 1)\n#end", "f:2:1: syntax: S takes sorts"},
		{"sort of a sort", "#begin\n(declare-sort S 0)\n(declare-const x (Array Int S))\n#end", "f:3:1: syntax: x is of sort (Array Int S)"},
		{"ill-sorted", block("(assert (= z (str.++ x y)))"), "f:5:14: sort:"},
		{"one input", "#begin\n(declare-const x Int)\n(declare-const z Int)\n(assert (= z x))\n(assert (= x z))\n#end", "f:5:1: syntax: the block has 1 inputs"},
		{"twice", block("(assert (= z (+ x y)))", "(assert (= x (- z y)))", "(assert (= x (- z y)))"), "f:7:1: syntax: x is recovered twice"},
		{"empty block", "#begin\n#end", "f:2:1: syntax: the block is empty"},
		{"parenthesis", "#begin\n(declare-const x Int\n#end", "f:2:"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := fusion.ParseFunctions(theory.Builtin(), "f", tt.text)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("%v, want %s", err, tt.want)
			}
		})
	}
}

// TestReadFunctions: a block that cannot be read is skipped, with its position, and the blocks around it stay.
func TestReadFunctions(t *testing.T) {
	good := block("(assert (= z (+ x y)))", "(assert (= x (- z y)))")
	text := good + "\n" + block("(assert (= z (+ x y) 1))") + "\n" + good + "\n#begin\n" + good + "\n#begin\n"
	fs, skipped, err := fusion.ReadFunctions(theory.Builtin(), "f", text)
	if err != nil {
		t.Fatal(err)
	}
	var names, why []string
	for _, f := range fs {
		names = append(names, f.Name)
	}
	for _, err := range skipped {
		why = append(why, err.Error()[:len("f:13:1: syntax: the ass")])
	}
	if diff := cmp.Diff([]string{"f:1", "f:16", "f:25"}, names); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"f:13:1: syntax: the ass", "f:25:1: syntax: #begin ", "f:33:1: truncated: the "}, why); diff != "" {
		t.Error(diff)
	}
}

// TestMarkers: names and comments that contain begin or end are not markers, and indices may be symbols.
func TestMarkers(t *testing.T) {
	text := "#begin ; here\n(declare-const beginner (_ BitVec n)) ; the end\n(declare-const ending (_ BitVec n))\n(declare-const z (_ BitVec n))\n" +
		"(assert (= z (bvadd beginner ending)))\n(assert (= beginner (bvsub z ending)))\n#end\n"
	fs, err := fusion.ParseFunctions(theory.Builtin(), "f", text)
	if err != nil || len(fs) != 1 {
		t.Errorf("%d functions, %v", len(fs), err)
	}
}

// TestProof: a wrong inverse is refused with values that show it, division is guarded, and a right inverse is proved.
func TestProof(t *testing.T) {
	ask := asker(t)
	tests := []struct {
		name, text string
		want       []string // in the verdicts, one each
	}{
		{"right", block("(assert (= z (+ x y)))", "(assert (= x (- z y)))"), []string{"x of sort Int is proved by z3 4.8.12, cvc5 1.0.3"}},
		{"wrong", block("(assert (= z (+ x y)))", "(assert (= x (+ z y)))"), []string{"x of sort Int is refused; as written it fails for x = "}},
		{"wrong at one value", block("(assert (= z (+ x y)))", "(assert (= x (ite (= y 7) x (ite (= y 1000) z (- z y)))))"), []string{"is refused; as written it fails for"}},
		{"division", block("(assert (= z (* x y)))", "(assert (= x (div z y)))"), []string{"under the guard (distinct y 0); as written it fails for x = "}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fs, err := fusion.ParseFunctions(theory.Builtin(), "f", tt.text)
			if err != nil {
				t.Fatal(err)
			}
			e, err := fusion.New(with(func(o *fusion.Options) { o.Functions = fs }))
			if err != nil {
				t.Fatal(err)
			}
			got, err := e.Check(context.Background(), ask)
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != len(tt.want) {
				t.Fatalf("%v", got)
			}
			for i, v := range got {
				if !strings.Contains(v.String(), tt.want[i]) {
					t.Errorf("%s, want %s", v, tt.want[i])
				}
			}
		})
	}
}

// TestBuiltinProved: no inverse of the built-in functions is refused, and all but those that solvers find hard are
// proved.
func TestBuiltinProved(t *testing.T) {
	testdepth.Crosscheck(t, 0, 0, 0)
	e, err := fusion.New(fusion.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	got, err := e.Check(context.Background(), asker(t))
	if err != nil {
		t.Fatal(err)
	}
	proved := 0
	for _, v := range got {
		switch v.State {
		case fusion.Refused:
			t.Error(v)
		case fusion.Proved:
			proved++
		default:
			t.Log(v)
		}
		if v.Guard != "" {
			t.Log(v)
		}
	}
	if proved < len(got)*9/10 {
		t.Errorf("%d of %d inverses are proved", proved, len(got))
	}
}

// builtin caches seeds.All, which reads all of them each time.
var builtin = sync.OnceValue(seeds.All)

// others offers the built-in seeds as partners.
type others struct{}

func (others) Partner(r *rng.Rand, logic string) (seeds.Seed, bool) {
	for range 50 {
		s := rng.Pick(r, builtin())
		if strings.Contains(string(s.Text), "(set-logic "+logic+")") {
			return seeds.Seed{Name: s.Name, Hash: s.Name, Text: string(s.Text)}, true
		}
	}
	return seeds.Seed{}, false
}

func read(t *testing.T, name, text string) *mutate.Seed {
	t.Helper()
	s, err := elab.Script(text, elab.Options{File: name})
	if err != nil {
		t.Fatal(err)
	}
	seed := &mutate.Seed{Name: name, Hash: name, Script: s}
	if s.Checks() == 1 {
		seed.Truth.Status = smt.Label(s.Status())
	}
	return seed
}

// TestMutants: on the built-in seeds, a mutant reported as sat is true under its witness, read from text; and two engines
// make the same mutants. A sample is every 16th seed, and every 48th for the second engine.
func TestMutants(t *testing.T) {
	ask := asker(t)
	every := testdepth.Sample(16, 1)
	var texts [2]string
	usable, witnessed := 0, 0
	for k := range texts {
		e, err := fusion.New(fusion.DefaultOptions())
		if err != nil {
			t.Fatal(err)
		}
		for i, seed := range seeds.All() {
			both := i%(3*every) == 0 || testdepth.Long()
			if i%every > 0 || k == 1 && !both {
				continue
			}
			env := mutate.Env{Asker: ask, Partners: others{}, Rand: rng.New(1).Split(seed.Name)}
			source, err := e.Prepare(context.Background(), read(t, seed.Name, string(seed.Text)), env)
			if errors.Is(err, mutate.ErrNotApplicable) {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", seed.Name, err)
			}
			usable++
			r := rng.New(2).Split(seed.Name)
			for range 3 {
				m, err := source.Next(r)
				if errors.Is(err, mutate.ErrExhausted) {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", seed.Name, err)
				}
				text := m.Script.String()
				if both {
					texts[k] += text + m.Truth.Status.String()
				}
				if m.Truth.Witness == "" {
					continue
				}
				witnessed++
				if err := holds(text, m.Truth.Witness); err != nil {
					t.Errorf("%s: %v\n%s", seed.Name, err, text)
				}
			}
		}
	}
	if texts[0] != texts[1] {
		t.Error("two engines make different mutants")
	}
	if usable < testdepth.Sample(8, 20) || witnessed < testdepth.Sample(8, 30) {
		t.Errorf("only %d seeds are usable, %d mutants have a witness", usable, witnessed)
	}
}

// TestSharedFormula: a formula without symbols is part of both sides, so both stay unsat.
func TestSharedFormula(t *testing.T) {
	e, err := fusion.New(fusion.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	seed := read(t, "s", "(set-logic QF_LIA)(set-info :status unsat)(declare-const x Int)(assert (> x 0))(assert (= 1 2))(check-sat)")
	source, err := e.Prepare(context.Background(), seed, mutate.Env{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := source.Next(rng.New(1))
	if err != nil {
		t.Fatal(err)
	}
	if text := m.Script.String(); strings.Count(text, "(= 1 2)") != 2 && !strings.Contains(text, "($0 (= 1 2))") {
		t.Errorf("a side has lost a formula:\n%s", text)
	}
}

// holds evaluates a mutant's text under its witness.
func holds(text, witness string) error {
	f, err := certify.NewFormula(text, nil)
	if err != nil {
		return err
	}
	if r := f.Model(witness, "", 0); r.Verdict != oracle.ModelHolds {
		return fmt.Errorf("the witness %v: %s\n%s", r.Verdict, r.Summary, witness)
	}
	return nil
}
