package solver

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/shell"
)

func TestParseSpecs(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []Spec
	}{
		{"z3", []Spec{{Text: "z3", Name: "z3"}}},
		{"  z3\t", []Spec{{Text: "z3", Name: "z3"}}},
		{"z3@4.13.0", []Spec{{Text: "z3@4.13.0", Name: "z3", Version: "4.13.0"}}},
		{"/opt/z3@4/z3 a=1", []Spec{{Text: "/opt/z3@4/z3 a=1", Name: "/opt/z3@4/z3", Args: []string{"a=1"}}}},
		{"cvc5 --strings-exp -q", []Spec{{Text: "cvc5 --strings-exp -q", Name: "cvc5", Args: []string{"--strings-exp", "-q"}}}},
		{"z3 model_validate=true;cvc5 -q", []Spec{
			{Text: "z3 model_validate=true", Name: "z3", Args: []string{"model_validate=true"}},
			{Text: "cvc5 -q", Name: "cvc5", Args: []string{"-q"}},
		}},
		{";z3 ; ; cvc5;", []Spec{{Text: "z3", Name: "z3"}, {Text: "cvc5", Name: "cvc5"}}},
		{`z3 'a b' "c d" e\ f`, []Spec{{Text: `z3 'a b' "c d" e\ f`, Name: "z3", Args: []string{"a b", "c d", "e f"}}}},
		{`z3 'a;b'`, []Spec{{Text: `z3 'a;b'`, Name: "z3", Args: []string{"a;b"}}}},
		{`z3 "a\"b\c" 'd\e' ''`, []Spec{{Text: `z3 "a\"b\c" 'd\e' ''`, Name: "z3", Args: []string{`a"b\c`, `d\e`, ""}}}},
		{`z3 a'b'"c"d`, []Spec{{Text: `z3 a'b'"c"d`, Name: "z3", Args: []string{"abcd"}}}},
		{`z3 $HOME *`, []Spec{{Text: `z3 $HOME *`, Name: "z3", Args: []string{"$HOME", "*"}}}},
		{"'cvc5 -q'", []Spec{{Text: "'cvc5 -q'", Name: "cvc5 -q"}}},
	} {
		t.Run(tt.text, func(t *testing.T) {
			got, err := ParseSpecs(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			for i := range got {
				if len(got[i].Args) == 0 {
					got[i].Args = nil
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("specs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseSpecErrors(t *testing.T) {
	for _, tt := range []struct {
		text   string
		column int
	}{
		{"", 1}, {" ; ", 1}, {"z3 'a", 4}, {`z3 "a`, 4}, {`z3 é "a`, 6}, {`z3 a\`, 5}, {"'' -q", 1}, {"@4", 1},
	} {
		_, err := ParseSpecs(tt.text)
		var spec *SpecError
		if !errors.As(err, &spec) || spec.Column != tt.column || spec.Remedy == "" {
			t.Errorf("%q: error %v, want one at column %d with a remedy", tt.text, err, tt.column)
		}
	}
	if _, err := ParseSpec("z3;cvc5"); err == nil {
		t.Error("two solvers pass for one")
	}
}

func TestQuoteIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := append([]string{"/z3"}, rapid.SliceOf(rapid.String()).Draw(t, "args")...)
		spec, err := ParseSpec(shell.Quote(words))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(words, append([]string{spec.Name}, spec.Args...)); diff != "" {
			t.Fatalf("words (-want +got):\n%s", diff)
		}
	})
}

// Reading any text terminates, either with specs that have names or with an error.
func TestParseSpecsAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune(`az3@;'"\ /$é`))).Draw(t, "text")
		specs, err := ParseSpecs(text)
		if err == nil && len(specs) == 0 {
			t.Fatal("no specs and no error")
		}
		for _, s := range specs {
			if s.Name == "" {
				t.Fatalf("a spec without a name in %q", text)
			}
		}
	})
}
