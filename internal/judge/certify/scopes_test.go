package certify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// scopes is a script with several levels, and for each of its check-sats what it asks about and a model.
type scopes struct {
	name, text string
	checks     []asked
}

type asked struct {
	active string // the formulas, separated by blanks; an assumption ends with !
	holds  string // a model that makes all of them true
	fails  string // one that makes one of them false, "" for none
	core   certify.CoreKind
}

var scripts = []scopes{
	{"several levels are popped together", `
(declare-const a Bool)(assert (! a :named A))
(push 2)(declare-const b Bool)(assert (! b :named B))(push 1)(assert (not b))(check-sat)
(pop 2)(declare-const b Int)(assert (= b 1))(check-sat)
(pop 1)(declare-const b (_ BitVec 2))(assert (= b #b10))(check-sat)`, []asked{
		{"a b (not b)", "", "((define-fun a () Bool true) (define-fun b () Bool true))", certify.NamedCore},
		{"a (= b 1)", "((define-fun a () Bool true) (define-fun b () Int 1))", "((define-fun a () Bool true) (define-fun b () Int 2))", certify.NamedCore},
		{"a (= b #b10)", "((define-fun a () Bool true) (define-fun b () (_ BitVec 2) #b10))", "((define-fun a () Bool true) (define-fun b () (_ BitVec 2) #b11))", certify.NamedCore},
	}},
	{"names of inner levels go first", `
(push 1)(assert (! true :named A))(push 3)(assert (! (= 1 1) :named B))(push 1)(assert (! (= 2 2) :named C))(check-sat)
(pop 1)(check-sat)(pop 3)(check-sat)(pop 1)(check-sat)(push 2)(assert (! (= 3 3) :named D))(check-sat)(pop 2)(check-sat)`, []asked{
		{"true (= 1 1) (= 2 2)", "()", "", certify.NamedCore}, {"true (= 1 1)", "()", "", certify.NamedCore}, {"true", "()", "", certify.NamedCore},
		{"", "()", "", certify.NoCore}, {"(= 3 3)", "()", "", certify.NamedCore}, {"", "()", "", certify.NoCore},
	}},
	{"no level at all", "(push 0)(assert (! true :named A))(pop 0)(check-sat)(push)(assert false)(pop)(check-sat)", []asked{
		{"true", "()", "", certify.NamedCore}, {"true", "()", "", certify.NamedCore},
	}},
	{"reset-assertions", `
(declare-const x Int)(assert (! (= x 1) :named A))(push 2)(declare-const y Int)(assert (= y 2))(check-sat)
(reset-assertions)(check-sat)(declare-const x Bool)(declare-const y Real)(push 1)(assert x)(check-sat)(assert (! (= y 0.5) :named A))(check-sat)(pop 1)(check-sat)`, []asked{
		{"(= x 1) (= y 2)", "((define-fun x () Int 1) (define-fun y () Int 2))", "((define-fun x () Int 2) (define-fun y () Int 2))", certify.NamedCore},
		{"", "()", "", certify.NoCore},
		{"x", "((define-fun x () Bool true) (define-fun y () Real 0.0))", "((define-fun x () Bool false) (define-fun y () Real 0.0))", certify.NoCore},
		{"x (= y 0.5)", "((define-fun x () Bool true) (define-fun y () Real 0.5))", "((define-fun x () Bool true) (define-fun y () Real 1.5))", certify.NamedCore},
		{"", "((define-fun x () Bool false) (define-fun y () Real 0.0))", "", certify.NoCore},
	}},
	{"global declarations", `
(set-option :global-declarations true)
(push 2)(declare-const x Int)(assert (! (= x 1) :named A))(check-sat)(pop 2)(assert (= x 2))(check-sat)(reset-assertions)(assert (= x 3))(check-sat)`, []asked{
		{"(= x 1)", "((define-fun x () Int 1))", "((define-fun x () Int 2))", certify.NamedCore},
		{"(= x 2)", "((define-fun x () Int 2))", "((define-fun x () Int 1))", certify.NoCore},
		{"(= x 3)", "((define-fun x () Int 3))", "((define-fun x () Int 2))", certify.NoCore},
	}},
	{"reset ends options, levels and global declarations", `
(set-option :global-declarations true)(push 1)(declare-const x Int)(assert (= x 1))(check-sat)
(reset)(declare-const x Bool)(push 1)(declare-const y Bool)(assert (! (and x y) :named A))(check-sat)(pop 1)(declare-const y Int)(assert (= y 4))(check-sat)`, []asked{
		{"(= x 1)", "((define-fun x () Int 1))", "((define-fun x () Int 2))", certify.NoCore},
		{"(and x y)", "((define-fun x () Bool true) (define-fun y () Bool true))", "((define-fun x () Bool true) (define-fun y () Bool false))", certify.NoCore},
		{"(= y 4)", "((define-fun x () Bool true) (define-fun y () Int 4))", "((define-fun x () Bool true) (define-fun y () Int 5))", certify.NoCore},
	}},
	{"assumptions are of one check", `
(declare-const p Bool)(declare-const q Bool)(assert p)(push 2)(check-sat-assuming (q))(check-sat-assuming ((not q)))(check-sat)(pop 2)(check-sat-assuming ((not q)))`, []asked{
		{"p q!", "((define-fun p () Bool true) (define-fun q () Bool true))", "((define-fun p () Bool true) (define-fun q () Bool false))", certify.AssumedCore},
		{"p (not q)!", "((define-fun p () Bool true) (define-fun q () Bool false))", "((define-fun p () Bool true) (define-fun q () Bool true))", certify.AssumedCore},
		{"p", "((define-fun p () Bool true) (define-fun q () Bool true))", "((define-fun p () Bool false) (define-fun q () Bool true))", certify.NoCore},
		{"p (not q)!", "((define-fun p () Bool true) (define-fun q () Bool false))", "((define-fun p () Bool true) (define-fun q () Bool true))", certify.AssumedCore},
	}},
	{"functions and definitions of levels", `
(push 1)(define-fun f ((x Int)) Int (+ x 1))(declare-fun g (Int) Int)(assert (= (g 0) (f 0)))(check-sat)
(pop 1)(push 2)(define-fun f ((x Int)) Int (- x 1))(declare-fun g (Bool) Int)(assert (= (g true) (f 0)))(check-sat)(pop 2)(check-sat)`, []asked{
		{"(= (g 0) (f 0))", "((define-fun g ((x Int)) Int 1))", "((define-fun g ((x Int)) Int 2))", certify.NoCore},
		{"(= (g true) (f 0))", "((define-fun g ((x Bool)) Int (- 1)))", "((define-fun g ((x Bool)) Int 1))", certify.NoCore},
		{"", "()", "", certify.NoCore},
	}},
	{"datatypes of levels", `
(push 1)(declare-datatype C ((red) (green)))(declare-const x C)(assert (not (= x red)))(assert (forall ((y C)) (or (= y red) (= y green))))(check-sat)
(pop 1)(push 2)(declare-datatype C ((red) (green) (blue)))(declare-const x C)(assert (not (= x red)))(assert (not (= x green)))(assert (exists ((y C)) (distinct y red green)))(check-sat)`, []asked{
		{"(not (= x red)) (forall ((y C)) (or (= y red) (= y green)))", "((define-fun x () C green))", "((define-fun x () C red))", certify.NoCore},
		{"(not (= x red)) (not (= x green)) (exists ((y C)) (distinct y red green))", "((define-fun x () C blue))", "((define-fun x () C green))", certify.NoCore},
	}},
	{"sorts of levels", `
(push 1)(declare-sort S 0)(declare-const x S)(declare-const y S)(assert (distinct x y))(check-sat)
(pop 1)(define-sort S () Bool)(declare-const x S)(assert x)(check-sat)`, []asked{
		{"(distinct x y)", "((declare-fun S!val!0 () S) (declare-fun S!val!1 () S) (define-fun x () S S!val!0) (define-fun y () S S!val!1))", "((declare-fun S!val!0 () S) (define-fun x () S S!val!0) (define-fun y () S S!val!0))", certify.NoCore},
		{"x", "((define-fun x () Bool true))", "((define-fun x () Bool false))", certify.NoCore},
	}},
}

// TestScopes: at each check-sat the formulas in force, the kind of core and the symbols of models are those of its levels.
func TestScopes(t *testing.T) {
	for _, tt := range scripts {
		t.Run(tt.name, func(t *testing.T) {
			f := formula(t, coreOptions+tt.text)
			s := f.Script()
			if s.Checks() != len(tt.checks) {
				t.Fatalf("%d checks, want %d", s.Checks(), len(tt.checks))
			}
			kinds := certify.CoreKinds(s)
			for i, want := range tt.checks {
				active, ok := s.Active(i)
				var got []string
				for _, a := range active {
					text := a.Term.String()
					if len(a.Term.Attrs()) > 0 {
						text = a.Term.Args()[0].String()
					}
					if a.Assumed {
						text += "!"
					}
					got = append(got, text)
				}
				if diff := cmp.Diff(want.active, strings.Join(got, " ")); !ok || diff != "" {
					t.Errorf("check %d asks about something else (-want +got):\n%s", i, diff)
				}
				if kinds[i] != want.core {
					t.Errorf("check %d: core kind %v, want %v", i, kinds[i], want.core)
				}
				if r := f.Model(want.holds, "", i); want.holds != "" && r.Verdict != oracle.ModelHolds {
					t.Errorf("check %d: %s %v: %s", i, want.holds, r.Verdict, r.Summary)
				}
				if r := f.Model(want.fails, "", i); want.fails != "" && r.Verdict != oracle.ModelFails {
					t.Errorf("check %d: %s %v: %s", i, want.fails, r.Verdict, r.Summary)
				}
				// A witness is judged like the same model of a solver.
				for text, verdict := range map[string]oracle.ModelVerdict{want.holds: oracle.ModelHolds, want.fails: oracle.ModelFails} {
					truth := oracle.Truth{Witness: text}
					if certify.Confirm(&truth, f, i); text != "" && truth.Model.Verdict != verdict {
						t.Errorf("check %d: the witness %s %v", i, text, truth.Model.Verdict)
					}
				}
			}
			if len(kinds) != len(tt.checks) {
				t.Errorf("%d kinds of cores for %d checks", len(kinds), len(tt.checks))
			}
		})
	}
}

// TestCoresOfLevels: a core names what is in force at its check, whatever had the same name before.
func TestCoresOfLevels(t *testing.T) {
	const text = coreOptions + `(declare-const p Bool)(declare-const q Bool)
(push 2)(assert (! p :named A))(push 1)(assert (! (not p) :named B))(assert (! q :named C))(check-sat)(get-unsat-core)
(pop 3)(push 1)(assert (! q :named A))(assert (! (not q) :named D))(check-sat)(get-unsat-core)`
	f := formula(t, text)
	for i, tt := range []struct {
		check     int
		core      string
		witnesses []string
		want      oracle.ModelVerdict
	}{
		{0, "(A B)", []string{"((define-fun p () Bool true) (define-fun q () Bool true))"}, oracle.NoModel},
		{0, "(A C)", []string{"((define-fun p () Bool true) (define-fun q () Bool true))"}, oracle.ModelHolds},
		{0, "(B C)", []string{"((define-fun p () Bool true) (define-fun q () Bool true))", "((define-fun p () Bool false) (define-fun q () Bool true))"}, oracle.ModelHolds},
		{0, "(A D)", nil, oracle.ModelFails},
		{1, "(A)", []string{"", "((define-fun p () Bool false) (define-fun q () Bool true))"}, oracle.ModelHolds},
		{1, "(A)", []string{"", "((define-fun p () Bool true) (define-fun q () Bool false))"}, oracle.ModelHolds}, // the core says itself that q is true
		{1, "(B)", nil, oracle.ModelFails},
		{1, "(A D)", []string{"((define-fun p () Bool true) (define-fun q () Bool true))"}, oracle.NoModel},
	} {
		if r := f.Core(tt.core, tt.check, tt.witnesses); r.Verdict != tt.want {
			t.Errorf("%d: core %s of check %d: %v, want %v (%s)", i, tt.core, tt.check, r.Verdict, tt.want, r.Summary)
		}
	}
}

// TestDeclarationsEnd: what a level declares is unknown after it, and what is still there cannot be declared again.
func TestDeclarationsEnd(t *testing.T) {
	for text, want := range map[string]string{
		"(push 2)(declare-const x Int)(pop 2)(assert (= x 1))":                              "x",
		"(push 2)(declare-const x Int)(pop 1)(assert (= x 1))":                              "x",
		"(push 1)(declare-const x Int)(push 1)(pop 1)(assert (= x 1))":                      "",
		"(push 1)(declare-const x Int)(push 1)(pop 1)(declare-const x Int)":                 "x",
		"(push 1)(declare-const x Int)(push 2)(declare-const y Int)(pop 3)(assert (= y 1))": "y",
		"(push 1)(declare-const x Int)(push 2)(declare-const y Int)(pop 3)(assert (= x 1))": "x",
		"(push 1)(declare-const x Int)(push 2)(declare-const y Int)(pop 2)(assert (= x 1))": "",
		"(declare-const x Int)(push 2)(reset-assertions)(pop 1)":                            "pop",
		"(declare-const x Int)(push 2)(reset)(pop 1)":                                       "pop",
		"(push 2)(pop 3)": "pop",
		"(push 1)(reset-assertions)(push 1)(declare-const x Int)(pop 1)(declare-const x Bool)(assert x)":                    "",
		"(set-option :global-declarations true)(push 1)(declare-const x Int)(pop 1)(assert (= x 1))":                        "",
		"(set-option :global-declarations true)(push 1)(declare-const x Int)(pop 1)(declare-const x Int)":                   "x",
		"(set-option :global-declarations true)(declare-const x Int)(reset)(push 1)(declare-const x Bool)(pop 1)(assert x)": "x",
		"(push 1)(assert (! true :named N))(pop 1)(assert N)":                                                               "N",
		"(push 1)(declare-sort S 0)(pop 1)(declare-const x S)":                                                              "S",
		"(push 1)(declare-datatype D ((d)))(pop 1)(assert (= d d))":                                                         "d",
	} {
		_, err := certify.NewFormula(text+"(check-sat)", nil)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(fmt.Sprint(err), want)) {
			t.Errorf("%s: error %v, want one about %q", text, err, want)
		}
	}
}
