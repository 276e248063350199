package typefuzz_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/typefuzz"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// plain are seeds of one theory each.
var plain = map[string]string{
	"QF_LIA": `(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (< (+ x 1729) (* 3 y)))(assert (or (= x y) (> x 5)))(check-sat)`,
	"QF_BV":  `(set-logic QF_BV)(declare-const v (_ BitVec 8))(declare-const w (_ BitVec 8))(assert (bvult (bvadd v #x1b) w))(assert (not (= v w)))(check-sat)`,
	"QF_S":   `(set-logic QF_S)(declare-const s String)(declare-const t String)(assert (= (str.++ s "abracadabra") t))(assert (str.prefixof s t))(check-sat)`,
	"LRA":    `(set-logic LRA)(declare-const a Real)(assert (forall ((x Real)) (=> (> x a) (> (+ x 2.5) a))))(check-sat)`,
}

// world makes chains, each with its own choices.
func world(t *testing.T, o typefuzz.Options, text string, chains int, asker mutate.Asker) (all [][]mutate.Mutant) {
	t.Helper()
	for chain := range uint64(chains) {
		sc, err := elab.Script(text, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := rng.New(chain)
		source, err := typefuzz.New(o).Prepare(context.Background(), &mutate.Seed{Name: "seed", Script: sc}, mutate.Env{Rand: r.Split("prepare"), Asker: asker})
		if err != nil {
			t.Fatal(err)
		}
		var made []mutate.Mutant
		for range 15 {
			m, err := source.Next(r)
			if err != nil {
				break
			}
			made = append(made, m)
		}
		if len(source.(mutate.Choosy).Rejected()) == 0 {
			t.Error("no try was rejected")
		}
		all = append(all, made)
	}
	return all
}

// TestWorld: generated terms contain a symbol of the seed, most chains stay in its logic, and some leave its theories.
func TestWorld(t *testing.T) {
	for logic, text := range plain {
		t.Run(logic, func(t *testing.T) {
			home, abroad, mutants := 0, 0, 0
			for _, made := range world(t, typefuzz.Options{}, text, 40, nil) {
				last := ""
				for _, m := range made {
					mutants++
					last = m.Script.Logic()
					step := m.Steps[len(m.Steps)-1]
					rooted := func(x *term.Term) bool { return x.HasUser() || len(x.Free()) > 0 }
					if rooted(step.Before) && !rooted(step.After) {
						t.Errorf("%v loses the symbols", step)
					}
					if !rooted(step.After) && step.Rule != "literal" && step.Rule != "copy" {
						t.Errorf("%v has no symbol", step)
					}
				}
				if last == logic || logic == "QF_S" && last == "QF_SLIA" {
					home++
				} else {
					abroad++
				}
			}
			if mutants < 500 || home < 20 || abroad < 3 {
				t.Errorf("%d mutants, %d chains at home and %d abroad", mutants, home, abroad)
			}
		})
	}
}

// TestPure: the paper's engine makes terms without symbols, and invents no literals.
func TestPure(t *testing.T) {
	lost, fresh := 0, 0
	for _, made := range pureChains(t, plain["QF_BV"], 20) {
		for _, m := range made {
			if step := m.Steps[len(m.Steps)-1]; step.Before.HasUser() && !step.After.HasUser() {
				lost++
			}
			if others(m.Script, "#x1b") {
				fresh++
			}
		}
	}
	if lost == 0 || fresh > 0 {
		t.Errorf("%d terms have lost their symbols, and %d mutants have other literals", lost, fresh)
	}
}

func pureChains(t *testing.T, text string, chains uint64) (all [][]mutate.Mutant) {
	t.Helper()
	for seed := range chains {
		all = append(all, chain(t, typefuzz.New(typefuzz.Options{Pure: true}), text, seed, 15))
	}
	return all
}

// others reports whether a script has literals other than the given one.
func others(s *script.Script, literal string) bool {
	found := false
	term.Walk(s.Roots(), func(x *term.Term) bool {
		found = found || x.Kind() == term.Literal && x.String() != literal
		return !found
	})
	return found
}

// modelOnly answers every question with one model.
type modelOnly string

func (m modelOnly) Ask(context.Context, *script.Script, mutate.Want) []mutate.Reply {
	return []mutate.Reply{{Solver: "z3 4.8.12", Codebase: "z3", Status: smt.Sat, Model: string(m)}}
}

// TestModelValues: literals are taken from a model of the seed, and are neighbours of what it says.
func TestModelValues(t *testing.T) {
	has := func(asker mutate.Asker, any ...string) bool {
		for _, made := range world(t, typefuzz.Options{}, plain["QF_LIA"], 150, asker) {
			for _, m := range made {
				if text := m.Script.String(); slices.ContainsFunc(any, func(what string) bool { return strings.Contains(text, what) }) {
					return true
				}
			}
		}
		return false
	}
	model := modelOnly("((define-fun x () Int 48611) (define-fun y () Int 77003))")
	for _, values := range [][]string{{"48611"}, {"48610", "48612", "77002", "77004"}} {
		if !has(model, values...) {
			t.Errorf("no mutant has %v", values)
		}
		if has(nil, values...) {
			t.Errorf("a mutant has %v without a model", values)
		}
	}
	if !has(nil, "1730", "1728") {
		t.Error("no mutant has a neighbour of the seed's literal")
	}
}

// TestNothingConstant: a bit-vector is never compared with itself, and few comparisons are true or false for all values.
func TestNothingConstant(t *testing.T) {
	constant, mutants := 0, 0
	for _, made := range world(t, typefuzz.Options{}, plain["QF_BV"], 60, nil) {
		for _, m := range made {
			mutants++
			after := m.Steps[len(m.Steps)-1].After
			if args := after.Args(); after.Sort() == m.Script.Commands[len(m.Script.Commands)-2].Terms[0].Sort() && len(args) == 2 && args[0] == args[1] && !after.Func().Is("and") && !after.Func().Is("or") {
				t.Errorf("%s relates a term to itself", after)
			}
			if after.Func().Is("bvult") && after.Args()[1].String() == "#x00" || after.Func().Is("bvuge") && after.Args()[1].String() == "#x00" {
				constant++
			}
		}
	}
	if constant > mutants/200 {
		t.Errorf("%d of %d mutants compare with zero for nothing", constant, mutants)
	}
}
