package suite_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/suite"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
)

func TestInComments(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want suite.Expected
	}{
		"cvc5": {
			"; COMMAND-LINE: --strings-exp -i\n; COMMAND-LINE: --strings-exp\n; EXPECT: sat\n;; EXPECT:unsat\r\n(check-sat)\n",
			suite.Expected{Answers: []smt.Status{smt.Sat, smt.Unsat}, From: "; EXPECT:", Options: "--strings-exp -i"},
		},
		"STP":            {"; RUN: %solver %s\n; CHECK: ^unsat$\n; CHECK-NEXT: ^sat\n", suite.Expected{Answers: []smt.Status{smt.Unsat, smt.Sat}, From: "; CHECK-NEXT:"}},
		"other output":   {"; EXPECT: (error \"sat\")\n; EXPECT: ((x 1))\n; EXPECT: sat unsat\n; EXPECT:\n", suite.Expected{}},
		"not a comment":  {"(assert p) EXPECT: sat\n", suite.Expected{}},
		"in the middle":  {"(assert p) ; EXPECT: sat\n", suite.Expected{}},
		"another word":   {"; NOT EXPECT: sat\n; EXPECTED: sat\n", suite.Expected{}},
		"no end of line": {"; EXPECT: unknown", suite.Expected{Answers: []smt.Status{smt.Unknown}, From: "; EXPECT:"}},
	} {
		if diff := cmp.Diff(c.want, suite.InComments(c.text)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

func TestBeside(t *testing.T) {
	got := suite.Beside("d/a.b.smt2")
	want := []string{"d/a.b.expect", "d/a.b.smt2.gold", "d/a.b.expected.out", "d/a.b.out"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	answers := suite.InOutput("success\n sat \r\n(model)\nunsat\nsat " + strings.Repeat("x", 1<<17) + "\nunknown")
	if diff := cmp.Diff([]smt.Status{smt.Sat, smt.Unsat, smt.Unknown}, answers); diff != "" {
		t.Error(diff)
	}
}

func TestLabel(t *testing.T) {
	const two = "(declare-const p Bool) (check-sat) ; (check-sat)\n(assert p)(check-sat-assuming ((not p)))(exit)(check-sat)"
	for name, c := range map[string]struct {
		text string
		want []smt.Status
		out  string // "" for the text
		use  suite.Use
	}{
		"one":          {"(assert true)(check-sat)\n", []smt.Status{smt.Sat}, "(assert true)(set-info :status sat)\n(check-sat)\n", suite.Added},
		"behind a BOM": {"\ufeff(check-sat)", []smt.Status{smt.Sat}, "\ufeff(set-info :status sat)\n(check-sat)", suite.Added},
		"two, the second unknown": {
			two, []smt.Status{smt.Sat, smt.Unknown},
			strings.Replace(two, "(check-sat)", "(set-info :status sat)\n(check-sat)", 1), suite.Added,
		},
		"two": {
			two, []smt.Status{smt.Sat, smt.Unsat},
			strings.NewReplacer("(check-sat) ;", "(set-info :status sat)\n(check-sat) ;", "(check-sat-assuming", "(set-info :status unsat)\n(check-sat-assuming").Replace(two),
			suite.Added,
		},
		"too few":       {two, []smt.Status{smt.Sat}, "", suite.Uneven},
		"too many":      {"(check-sat)", []smt.Status{smt.Sat, smt.Sat}, "", suite.Uneven},
		"no check-sat":  {"(assert true)", []smt.Status{smt.Sat}, "", suite.Uneven},
		"nothing":       {"(check-sat)", nil, "", suite.Nothing},
		"its own":       {"(set-info :status sat)(check-sat)", nil, "", suite.Own},
		"confirmed":     {"(set-info :status sat)(check-sat)", []smt.Status{smt.Sat}, "", suite.Own},
		"unknown":       {"(set-info :status unknown)(check-sat)", []smt.Status{smt.Unsat}, "(set-info :status unknown)(set-info :status unsat)\n(check-sat)", suite.Added},
		"contradicting": {"(set-info :status sat)(check-sat)", []smt.Status{smt.Unsat}, "", suite.Contradicting},
	} {
		s, err := elab.Script(c.text, elab.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if c.out == "" {
			c.out = c.text
		}
		out, use := suite.Label(c.text, s, c.want)
		if out != c.out || use != c.use {
			t.Errorf("%s: use %d\n%s", name, use, cmp.Diff(c.out, out))
		}
		if again, err := elab.Script(out, elab.Options{}); err != nil || suite.KeyOf(again) != suite.KeyOf(s) {
			t.Errorf("%s: the labelled script is another one: %v\n%s", name, err, out)
		}
	}
}

func TestKey(t *testing.T) {
	key := func(text string) suite.Key {
		s, err := elab.Script(text, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return suite.KeyOf(s)
	}
	one := key("; a comment\n(set-info :status sat) (set-logic QF_LIA)\n(declare-fun x () Int)(assert (> x  1))(check-sat)")
	if one != key("(set-logic QF_LIA)(declare-const x Int)\n(assert (> x 1)) (set-info :source |me|)\n(check-sat)") {
		t.Error("two layouts of one script have different keys")
	}
	if one == key("(set-logic QF_LIA)(declare-const x Int)(assert (> x 2))(check-sat)") {
		t.Error("two scripts have one key")
	}
}
