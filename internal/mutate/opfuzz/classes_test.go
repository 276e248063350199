package opfuzz_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/mutate/opfuzz"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

func parse(t *testing.T, text string) *opfuzz.Classes {
	t.Helper()
	c, err := opfuzz.ParseClasses(theory.Builtin(), "operator_mutations.txt", text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestParseClasses(t *testing.T) {
	type query struct {
		from, to string
		n        int
	}
	tests := []struct {
		name, text string
		yes, no    []query
	}{
		{
			"class", "and,or, => ,xor",
			[]query{{"and", "or", 2}, {"or", "and", 9}, {"=>", "xor", 1}, {"xor", "and", 0}},
			[]query{{"and", "and", 2}, {"and", "not", 1}, {"not", "and", 1}},
		},
		{
			"one way", "not -> and, or",
			[]query{{"not", "and", 1}, {"not", "or", 1}},
			[]query{{"and", "not", 1}, {"or", "not", 1}, {"and", "or", 1}},
		},
		{
			"one way from several", "+,- -> *",
			[]query{{"+", "*", 2}, {"-", "*", 2}},
			[]query{{"*", "+", 2}, {"+", "-", 2}, {"*", "-", 2}},
		},
		{
			"exact arity", "abs,- :arity 1",
			[]query{{"abs", "-", 1}, {"-", "abs", 1}},
			[]query{{"abs", "-", 2}, {"abs", "-", 0}},
		},
		{
			"at least", "+,-,* :arity 2+",
			[]query{{"+", "-", 2}, {"+", "-", 3}, {"*", "+", 1000}},
			[]query{{"+", "-", 1}},
		},
		{
			"at most", "+,- :arity 2-",
			[]query{{"+", "-", 1}, {"+", "-", 2}},
			[]query{{"+", "-", 3}},
		},
		{
			"arity of one way", "mod -> div:arity 2",
			[]query{{"mod", "div", 2}},
			[]query{{"div", "mod", 2}, {"mod", "div", 3}},
		},
		{
			"classes add up", "and,or,=> :arity 3+\nand,or,=>,xor :arity 2\n",
			[]query{{"and", "xor", 2}, {"and", "or", 2}, {"and", "or", 3}, {"xor", "or", 2}},
			[]query{{"and", "xor", 3}, {"and", "or", 1}},
		},
		{
			"comments and blank lines", "; and,or\n\n  \t\n=,distinct ; and,or\n;;\n<=,< ;",
			[]query{{"=", "distinct", 2}, {"<=", "<", 2}},
			[]query{{"and", "or", 2}},
		},
		{
			"line ends", "and,or\r\n=,distinct\r\n\r\n; x\r\nexists,forall\r",
			[]query{{"and", "or", 2}, {"=", "distinct", 2}, {"exists", "forall", 1}, {"forall", "exists", 1}},
			nil,
		},
		{
			"old spellings", "str.in.re,str.prefixof\nimplies,and\nbv2nat -> sbv_to_int",
			[]query{{"str.in_re", "str.prefixof", 2}, {"=>", "and", 2}, {"ubv_to_int", "sbv_to_int", 1}},
			[]query{{"str.in.re", "str.prefixof", 2}},
		},
		{
			"one name in several theories", "union,intersection,setminus",
			[]query{{"set.union", "set.inter", 2}, {"set.minus", "set.union", 2}, {"union", "intersection", 2}},
			[]query{{"set.union", "set.member", 2}},
		},
		{"nothing", "", nil, []query{{"and", "or", 2}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := parse(t, tt.text)
			for _, q := range tt.yes {
				if !c.Allows(q.from, q.to) || !c.AllowsArity(q.from, q.to, q.n) {
					t.Errorf("%s -> %s with %d arguments is not allowed", q.from, q.to, q.n)
				}
			}
			for _, q := range tt.no {
				if c.AllowsArity(q.from, q.to, q.n) {
					t.Errorf("%s -> %s with %d arguments is allowed", q.from, q.to, q.n)
				}
			}
		})
	}
}

func TestParseClassesErrors(t *testing.T) {
	tests := []struct {
		name, text string
		line, col  int
		code       syntax.Code
		about      string // in the message
	}{
		{"unknown operator", "and,or\n=,distinct,diff", 2, 12, syntax.CodeUnknown, "diff"},
		{"unknown operator after blanks", "and ,   nor", 1, 9, syntax.CodeUnknown, "nor"},
		{"unknown operator to the left", "nand -> or", 1, 1, syntax.CodeUnknown, "nand"},
		{"unknown operator to the right", "not -> and, nor", 1, 13, syntax.CodeUnknown, "nor"},
		{"no comma", "and or", 1, 1, syntax.CodeUnknown, "and or"},
		{"two commas", "and,,or", 1, 5, syntax.CodeMalformed, "missing"},
		{"comma at the end", "\n\nand,or,", 3, 8, syntax.CodeMalformed, "missing"},
		{"nothing to the left", "-> and", 1, 1, syntax.CodeMalformed, "missing"},
		{"nothing to the right", "not ->", 1, 7, syntax.CodeMalformed, "missing"},
		{"two arrows", "not -> and -> or", 1, 8, syntax.CodeUnknown, "and -> or"},
		{"arity without a number", "and,or :arity", 1, 8, syntax.CodeMalformed, "arity"},
		{"arity with a word", "and,or :arity two", 1, 8, syntax.CodeMalformed, "arity"},
		{"negative arity", "and,or :arity -2", 1, 8, syntax.CodeMalformed, "arity"},
		{"plus before the number", "and,or :arity +2", 1, 8, syntax.CodeMalformed, "arity"},
		{"both signs", "and,or :arity 2+-", 1, 8, syntax.CodeMalformed, "arity"},
		{"two arities", "and,or :arity 2 :arity 3", 1, 8, syntax.CodeMalformed, "arity"},
		{"arity too large", "and,or :arity 99999999999999999999", 1, 8, syntax.CodeMalformed, "arity"},
		{"arity alone", ":arity 2", 1, 1, syntax.CodeMalformed, "missing"},
		{"other attribute", "and,or :weight 2", 1, 5, syntax.CodeUnknown, ":weight"},
		{"carriage returns count as line ends", "and,or\r\nxnor,and\r\n", 2, 1, syntax.CodeUnknown, "xnor"},
		{"control characters are not repeated", "and,\x1b[31m", 1, 5, syntax.CodeUnknown, "?[31m"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := opfuzz.ParseClasses(theory.Builtin(), "mine.txt", tt.text)
			var se *syntax.Error
			if !errors.As(err, &se) {
				t.Fatalf("classes %v, error %v", c, err)
			}
			if se.File != "mine.txt" || se.Line != tt.line || se.Col != tt.col || se.Code != tt.code || !strings.Contains(se.Msg, tt.about) {
				t.Errorf("%v, not at %d:%d with code %v about %s", se, tt.line, tt.col, tt.code, tt.about)
			}
		})
	}
}

// FuzzParseClasses: any text is read, or refused with a position inside it.
func FuzzParseClasses(f *testing.F) {
	for _, s := range []string{shipped, "not -> and,or :arity 1", ";", "\r\n", "a,,b", ":arity 2+"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := opfuzz.ParseClasses(theory.Builtin(), "f", text)
		if err == nil {
			return
		}
		var se *syntax.Error
		if !errors.As(err, &se) {
			t.Fatalf("error %v", err)
		}
		lines := strings.Split(text, "\n")
		if se.Line < 1 || se.Line > len(lines) || se.Col < 1 || se.Col > len(lines[se.Line-1])+1 {
			t.Fatalf("%v lies outside %q", se, text)
		}
	})
}
