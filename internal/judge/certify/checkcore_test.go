package certify_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

const coreOptions = "(set-option :produce-unsat-cores true)(set-option :produce-unsat-assumptions true)\n"

func formula(t *testing.T, text string) *certify.Formula {
	t.Helper()
	f, err := certify.NewFormula(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestCoreKinds(t *testing.T) {
	const no, named, assumed = certify.NoCore, certify.NamedCore, certify.AssumedCore
	for _, tt := range []struct {
		name, text string
		want       []certify.CoreKind
	}{
		{"named", coreOptions + "(assert (! false :named a))(check-sat)", []certify.CoreKind{named}},
		{"some named", coreOptions + "(assert true)(assert (! false :named a))(check-sat)", []certify.CoreKind{named}},
		{"none named", coreOptions + "(assert (or (! false :named a) false))(check-sat)", []certify.CoreKind{no}},
		{"none named by itself", coreOptions + "(assert (or (! false :named a) false))(assert a)(check-sat)", []certify.CoreKind{no}},
		{"no option", "(assert (! false :named a))(check-sat)", []certify.CoreKind{no}},
		{"an option that is off", "(set-option :produce-unsat-cores false)(assert (! false :named a))(check-sat)", []certify.CoreKind{no}},
		{"levels", coreOptions + "(check-sat)(push 2)(assert (! false :named a))(check-sat)(push 1)(check-sat)(pop 2)(check-sat)(pop 1)(check-sat)",
			[]certify.CoreKind{no, named, named, no, no}},
		{"assertions that were reset", coreOptions + "(assert (! false :named a))(reset-assertions)(check-sat)", []certify.CoreKind{no}},
		{"options that were reset", coreOptions + "(reset)(assert (! false :named a))(check-sat)", []certify.CoreKind{no}},
		{"assumptions", coreOptions + "(declare-const p Bool)(declare-const q Bool)(check-sat-assuming (p (not q)))", []certify.CoreKind{assumed}},
		{"assumptions without the option", "(set-option :produce-unsat-cores true)(declare-const p Bool)(check-sat-assuming (p))", []certify.CoreKind{no}},
		{"no assumptions", coreOptions + "(assert (! false :named a))(check-sat-assuming ())", []certify.CoreKind{no}},
		{"assumptions that are not literals", coreOptions + "(declare-const p Bool)(check-sat-assuming (p (or p p)))", []certify.CoreKind{no}},
		{"a tactic", coreOptions + "(assert (! false :named a))(check-sat-using smt)", []certify.CoreKind{no}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, certify.CoreKinds(formula(t, tt.text).Script())); diff != "" {
				t.Errorf("kinds (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCore: the witness of the first check-sat makes a and g true, that of the second p and h.
func TestCore(t *testing.T) {
	const text = coreOptions + `(set-option :global-declarations true)
(declare-const x Int)(declare-const p Bool)(declare-const q Bool)
(assert (! (> x 0) :named a))
(assert (> 9 x))
(check-sat)
(get-unsat-core)
(push 1)
(assert (! (and (! (< x 0) :named inner) true) :named |b b|))
(assert (! (= x 5) :named g))
(check-sat)
(get-unsat-core)
(pop 1)
(assert (! (= p (not q)) :named h))
(check-sat-assuming (p q (not p)))
(get-unsat-assumptions)
(check-sat)
(get-unsat-assumptions)
(reset-assertions)
(assert (! (< x 0) :named c))
(assert (! (> x 0) :named d))
(check-sat)
(get-unsat-core)
(check-sat-assuming (p))
`
	witnesses := []string{
		"((define-fun x () Int 5)(define-fun p () Bool false)(define-fun q () Bool false))",
		"((define-fun x () Int (- 3))(define-fun p () Bool true)(define-fun q () Bool false))",
		"((define-fun x () Int 12)(define-fun p () Bool true)(define-fun q () Bool false))",
		"((define-fun x () Int 4)(define-fun p () Bool true)(define-fun q () Bool false))",
	}
	for _, tt := range []struct {
		name    string
		check   int
		core    string
		verdict oracle.ModelVerdict
		words   string // contained in the report's
	}{
		{"a right core", 1, "(a |b b|)", oracle.NoModel, ""},
		{"a core that a witness makes true", 1, "(a g)", oracle.ModelHolds, "witness of check-sat 1"},
		{"an assertion without a name belongs to every core", 1, "(|b b|)", oracle.ModelHolds, "witness of check-sat 2"},
		{"a witness may be of any check", 4, "(d)", oracle.ModelHolds, "witness of check-sat 1"},
		{"an empty core", 1, "()", oracle.ModelHolds, "witness of check-sat 1"},
		{"everything", 1, "(a g |b b|)", oracle.NoModel, ""},
		{"an assertion of another level", 0, "(a g)", oracle.ModelFails, "g, which is not in force"},
		{"an assertion that was reset", 4, "(h d)", oracle.ModelFails, "h, which is not in force"},
		{"a name that was never given", 1, "(a z)", oracle.ModelFails, "z, which is not in force"},
		{"a part of an assertion", 1, "(a inner)", oracle.ModelUnreadable, "part of an assertion"},
		{"right assumptions", 2, "(p (not p))", oracle.NoModel, ""},
		{"assumptions that a witness makes true", 2, "(p)", oracle.ModelHolds, "witness of check-sat 4"},
		{"assumptions that contradict an assertion", 2, "(p q)", oracle.NoModel, ""},
		{"no assumptions", 2, "()", oracle.ModelHolds, "witness of check-sat 4"},
		{"an assertion among assumptions", 2, "(a p)", oracle.ModelHolds, "witness of check-sat 4"},
		{"an assumption's negation", 2, "(p (not q))", oracle.ModelFails, "not q, which is not in force"},
		{"all assumptions", 2, "(p q (not p))", oracle.NoModel, ""},
		{"nothing was asked for", 5, "(p)", oracle.NoModel, ""},
		{"the wrong thing was asked for", 3, "()", oracle.NoModel, ""},
		{"no such check", 6, "(p)", oracle.NoModel, ""},
		{"no list", 1, "a", oracle.ModelUnreadable, "list"},
		{"a list of lists", 1, "((not a))", oracle.ModelUnreadable, "(not a) is not an element"},
		{"half a list", 1, "(a", oracle.ModelUnreadable, ""},
		{"nothing", 1, "", oracle.ModelUnreadable, "list"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := formula(t, text).Core(tt.core, tt.check, witnesses)
			if r.Verdict != tt.verdict || !strings.Contains(r.Summary, tt.words) {
				t.Errorf("%v, %q; want %v, %q", r.Verdict, r.Summary, tt.verdict, tt.words)
			}
			if (r.Verdict == oracle.ModelHolds) != (r.Text != "") {
				t.Errorf("%v with the model %q", r.Verdict, r.Text)
			}
		})
	}
	t.Run("useless witnesses", func(t *testing.T) {
		useless := []string{"", "((define-fun x () Bool true))", "not a model", "((define-fun x () Int 0))"}
		if r := formula(t, text).Core("(d)", 4, useless); r.Verdict != oracle.NoModel {
			t.Errorf("%v: %s", r.Verdict, r.Summary)
		}
		// Here none is needed: x is 5 in every model.
		if r := formula(t, text).Core("(a g)", 1, useless); r.Verdict != oracle.ModelHolds || !strings.Contains(r.Summary, "by itself") || !strings.Contains(r.Text, "x () Int 5") {
			t.Errorf("%v: %s\n%s", r.Verdict, r.Summary, r.Text)
		}
	})
	t.Run("a witness against an assertion without a name", func(t *testing.T) {
		if r := formula(t, text).Core("(a)", 1, witnesses[2:3]); r.Verdict != oracle.NoModel {
			t.Errorf("%v: %s", r.Verdict, r.Summary)
		}
	})
}

// A solver may call a formula by a name from a level that was popped; what it means is in force.
func TestCoreByFormerNames(t *testing.T) {
	f := formula(t, coreOptions+`(declare-const p Bool)
(declare-const q Bool)
(push 1)
(assert (! p :named first))
(assert (! q :named gone))
(pop 1)
(assert (! p :named second))
(assert (! (not p) :named third))
(check-sat)
(get-unsat-core)
`)
	const witness = "((define-fun p () Bool true)(define-fun q () Bool true))"
	for core, want := range map[string]oracle.ModelVerdict{
		"(first third)":      oracle.NoModel,
		"(second third)":     oracle.NoModel,
		"(first)":            oracle.ModelHolds,
		"(first second)":     oracle.ModelHolds,
		"(gone first third)": oracle.ModelFails,
	} {
		if r := f.Core(core, 0, []string{witness}); r.Verdict != want {
			t.Errorf("%s: %v (%s), want %v", core, r.Verdict, r.Summary, want)
		}
	}
}

// The name of a dropped assertion keeps its meaning in the assertions that stay.
func TestCoreWithNamesInside(t *testing.T) {
	f := formula(t, coreOptions+`(declare-const x Int)
(assert (! (> x (- 5)) :named a))
(assert (! (not a) :named b))
(check-sat)
(get-unsat-core)
`)
	for witness, want := range map[string]oracle.ModelVerdict{
		"((define-fun x () Int 1))":     oracle.NoModel,
		"((define-fun x () Int (- 9)))": oracle.ModelHolds,
	} {
		if r := f.Core("(b)", 0, []string{witness}); r.Verdict != want {
			t.Errorf("core (b), witness %s: %v, want %v", witness, r.Verdict, want)
		}
	}
}

// (assert a) asserts what a names elsewhere. It has no name itself, so that it belongs to every core.
func TestCoreOfAssertedNames(t *testing.T) {
	const text = coreOptions + `(declare-const x Int)
(declare-const q Bool)
(assert (or (! (> x 0) :named a) q))
(assert a)
(assert (! (< x 0) :named b))
(assert (! (< x 9) :named c))
(assert c)
(check-sat)
(get-unsat-core)
`
	negative, large := "((define-fun x () Int (- 1))(define-fun q () Bool true))", "((define-fun x () Int 12)(define-fun q () Bool false))"
	for core, want := range map[string]oracle.ModelVerdict{"(b)": oracle.NoModel, "(b c)": oracle.NoModel, "(c)": oracle.ModelHolds} {
		if r := formula(t, text).Core(core, 0, []string{negative, large, "((define-fun x () Int 5))"}); r.Verdict != want {
			t.Errorf("%s: %v (%s), want %v", core, r.Verdict, r.Summary, want)
		}
	}
	named, names, ok := certify.Named(formula(t, text).Script())
	if !ok || len(names) != 5 || names["b"] == 0 || names["c"] == 0 || names["a"] != 0 {
		t.Fatalf("%v: %v", names, ok)
	}
	again := formula(t, named.String())
	if all := again.Script().Assertions(); all != 5 || !strings.Contains(named.String(), "(assert (! a :named ") {
		t.Errorf("%d assertions in\n%s", all, named)
	}
}

// Whether \u{30000} is one character or nine depends on the solver, and with it what is a core.
func TestCoreOfDisputedLiterals(t *testing.T) {
	f := formula(t, coreOptions+`(declare-const p Bool)
(assert (! (= (str.len "\u{30000}") 9) :named a))
(assert (! p :named b))
(check-sat)
(get-unsat-core)
`)
	for _, witnesses := range [][]string{nil, {"((define-fun p () Bool true))"}} {
		if r := f.Core("(a)", 0, witnesses); r.Verdict != oracle.NoModel {
			t.Errorf("%v: %s", r.Verdict, r.Summary)
		}
	}
}

// A symbol may be declared behind assertions that a core leaves out.
func TestCoreOfLateSymbols(t *testing.T) {
	f := formula(t, coreOptions+`(declare-const x Int)
(assert (! (> x 0) :named a))
(assert (! (> x 1) :named b))
(assert (! (< x 0) :named c))
(declare-const y Int)
(assert (! (= (* y y y) 27000) :named d))
(check-sat)
(get-unsat-core)
`)
	const model = "((define-fun x () Int (- 1))(define-fun y () Int 30))"
	if r := f.Core("(d)", 0, []string{model}); r.Verdict != oracle.ModelHolds {
		t.Errorf("under a witness: %v %s", r.Verdict, r.Summary)
	}
	if r := f.CoreUnder("(d)", 0, model, "z3"); r.Verdict != oracle.ModelHolds {
		t.Errorf("under a model of the core: %v %s", r.Verdict, r.Summary)
	}
	if s, ok := f.CoreScript("(d)", 0); !ok || s.Assertions() != 1 {
		t.Errorf("%v\n%s", ok, s)
	}
}
