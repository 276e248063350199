package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/fusion"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/theory"
)

// fusionAsker returns the installed solvers; without any, the test is skipped. They give up after work that they count themselves, so
// that what they prove does not depend on how fast the machine is.
func fusionAsker(t *testing.T) (ask mutate.Asker, installed []solver.Target) {
	t.Helper()
	installed = trialtest.Installed(t, readers["z3"], readers["cvc5"])
	if len(installed) == 0 {
		t.Skip("neither z3 nor cvc5 is installed")
	}
	return &query.Answers{Bench: &trial.Bench{}, Targets: installed, Scratch: trialtest.Scratch(t), Time: guardTime}, installed
}

// fusionWith returns the usual options with other functions.
func fusionWith(functions []*fusion.Function) fusion.Options {
	o := fusion.DefaultOptions()
	o.Functions = functions
	return o
}

// functionOf returns the text of a fusion function over integers.
func functionOf(lines ...string) string {
	return "#begin\n(declare-const x Int)\n(declare-const y Int)\n(declare-const z Int)\n" + strings.Join(lines, "\n") + "\n#end\n"
}

// TestFusionProof: a wrong inverse is refused with values that show it, division is guarded, and a right inverse is proved.
func TestFusionProof(t *testing.T) {
	testdepth.Crosscheck(t, 0, 0, 0)
	ask, installed := fusionAsker(t)
	var names []string
	for _, s := range installed {
		names = append(names, s.Profile().Name+" "+s.Version())
	}
	tests := []struct {
		name, text string
		want       []string // in the verdicts, one each
	}{
		{"right", functionOf("(assert (= z (+ x y)))", "(assert (= x (- z y)))"), []string{"x of sort Int is proved by " + strings.Join(names, ", ")}},
		{"wrong", functionOf("(assert (= z (+ x y)))", "(assert (= x (+ z y)))"), []string{"x of sort Int is refused; as written it fails for x = "}},
		{"wrong at one value", functionOf("(assert (= z (+ x y)))", "(assert (= x (ite (= y 7) x (ite (= y 1000) z (- z y)))))"), []string{"is refused; as written it fails for"}},
		{"division", functionOf("(assert (= z (* x y)))", "(assert (= x (div z y)))"), []string{"under the guard (distinct y 0); as written it fails for x = "}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fs, err := fusion.ParseFunctions(theory.Builtin(), "f", tt.text)
			if err != nil {
				t.Fatal(err)
			}
			e, err := fusion.New(fusionWith(fs))
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

// TestFusionProved: no inverse of the built-in functions is refused, and all but those that solvers find hard are
// proved.
func TestFusionProved(t *testing.T) {
	testdepth.Crosscheck(t, 0, 0, 0)
	e, err := fusion.New(fusion.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	ask, _ := fusionAsker(t)
	got, err := e.Check(context.Background(), ask)
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

// others offers the built-in seeds as partners.
type others []seeds.Seed

func (o others) Partner(r *rng.Rand, logic string) (seeds.Seed, bool) {
	for range 50 {
		s := rng.Pick(r, o)
		if strings.Contains(s.Text, "(set-logic "+logic+")") {
			return seeds.Seed{Name: s.Name, Hash: s.Name, Text: s.Text}, true
		}
	}
	return seeds.Seed{}, false
}

// TestFusionMutants: on the built-in seeds, a mutant reported as sat is true under its witness, read from text; and two engines
// make the same mutants. Short is over every 16th seed, medium over every
// 4th, long over all; the second engine gets a third of them, or all in long.
func TestFusionMutants(t *testing.T) {
	every := testdepth.Crosscheck(t, 16, 4, 1)
	ask, _ := fusionAsker(t)
	partners := others(seeds.All())
	var texts [2]string
	usable, witnessed := 0, 0
	for k := range texts {
		e, err := fusion.New(fusion.DefaultOptions())
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range partners {
			both := i%(3*every) == 0 || every == 1
			if i%every > 0 || k == 1 && !both {
				continue
			}
			seed, err := mutate.Read(seeds.Seed{Name: text.Name, Hash: text.Name, Text: text.Text}, theory.Builtin())
			if err != nil {
				t.Fatal(err)
			}
			env := mutate.Env{Asker: ask, Partners: partners, Rand: rng.New(1).Split(seed.Name)}
			source, err := e.Prepare(context.Background(), seed, env)
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
				if err := fusionHolds(text, m.Truth.Witness); err != nil {
					t.Errorf("%s: %v\n%s", seed.Name, err, text)
				}
			}
		}
	}
	if texts[0] != texts[1] {
		t.Error("two engines make different mutants")
	}
	t.Logf("%d seeds are usable, %d mutants have a witness", usable, witnessed)
	if usable < testdepth.Crosscheck(t, 8, 8, 20) || witnessed < testdepth.Crosscheck(t, 5, 5, 30) {
		t.Errorf("only %d seeds are usable, %d mutants have a witness", usable, witnessed)
	}
}

// fusionHolds evaluates a mutant's text under its witness.
func fusionHolds(text, witness string) error {
	f, err := certify.NewFormula(text, nil)
	if err != nil {
		return err
	}
	if r := f.Model(witness, "", 0); r.Verdict != oracle.ModelHolds {
		return fmt.Errorf("the witness %v: %s\n%s", r.Verdict, r.Summary, witness)
	}
	return nil
}
