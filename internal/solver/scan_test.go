package solver

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt"
)

func TestScanAnswers(t *testing.T) {
	const sat, unsat, unknown = smt.Sat, smt.Unsat, smt.Unknown
	for _, tt := range []struct {
		name, text string
		want       []smt.Status
	}{
		{"empty", "", nil},
		{"one", "sat\n", []smt.Status{sat}},
		{"three", "sat\nunsat\nunknown\n", []smt.Status{sat, unsat, unknown}},
		{"carriage return", "sat\r\nunsat\r\n", []smt.Status{sat, unsat}},
		{"blanks behind", "sat  \t\n", []smt.Status{sat}},
		{"blank in front", " sat\n", nil},
		{"no line feed", "sat\nunsat", []smt.Status{sat}},
		{"more on the line", "sat unsat\nunsatisfiable\nsat.\n", nil},
		{"capitals", "SAT\nUnsat\n", nil},
		{"between models", "sat\n(\n(define-fun x () Int 1)\n)\nunsat\n", []smt.Status{sat, unsat}},
		{"in a model", "(model\nsat\nunsat\n)\n", nil},
		{"in a string", "\"\nsat\n\"\nunsat\n", []smt.Status{unsat}},
		{"in a string with doubled quotes", "\"a\"\"\nsat\n\"\"\"\nunsat\n", []smt.Status{unsat}},
		{"in a symbol", "|\nsat\n|\nunsat\n", []smt.Status{unsat}},
		{"in a string of a model", "((x \")\nsat\n\"))\nunsat\n", []smt.Status{unsat}},
		{"in a symbol of a model", "((|)\nsat\n| 1))\nunsat\n", []smt.Status{unsat}},
		{"behind a comment with a quote", "(model ; it's \" odd (\n)\nsat\n", []smt.Status{sat}},
		{"behind a lone quote", "can't say \"\nsat\n", []smt.Status{sat}},
		{"behind an expression", "(foo) sat\nunsat\n", []smt.Status{unsat}},
		{"behind a closing parenthesis", ")\nsat\n", []smt.Status{sat}},
		{"in an open expression", "sat\n(model\nunsat\n", []smt.Status{sat}},
		{"NUL", "sat\x00\nunsat\n", []smt.Status{unsat}},
		{"not UTF-8", "\xff\xfe\nsat\n", []smt.Status{sat}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := scan([]byte(tt.text), &Profile{})
			if diff := cmp.Diff(tt.want, got.answers); diff != "" {
				t.Errorf("answers (-want +got):\n%s", diff)
			}
		})
	}
}

func TestScanAnswerWords(t *testing.T) {
	p, err := parseProfile("p.toml", []byte(`
format = 1
name = "dreal"
binaries = ["dreal"]
[answers]
unknown = ['^delta-sat with delta = \S+$']
`))
	if err != nil {
		t.Fatal(err)
	}
	got := scan([]byte("delta-sat with delta = 0.001\nunsat\nnot delta-sat with delta = 1\n"), p)
	if diff := cmp.Diff([]smt.Status{smt.Unknown, smt.Unsat}, got.answers); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}

// A pattern of an answer is one of whole lines, whether it says so or not: UNSAT is not SAT.
func TestAnswerPatternsAreOfWholeLines(t *testing.T) {
	p, err := parseProfile("p.toml", []byte(minimal+`
[answers]
sat = ['SAT|satisfiable']
unsat = ['UNSAT', '^unsatisfiable$']
unknown = ['(?i)do not know']
`))
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]smt.Status{
		"SAT": smt.Sat, "UNSAT": smt.Unsat, "satisfiable": smt.Sat, "unsatisfiable": smt.Unsat, "Do not know": smt.Unknown,
		"it is satisfiable": 0, "SATURATION begins": 0, "I do not know this option": 0, "sat": smt.Sat,
	} {
		if got := p.Answer(line); got != want {
			t.Errorf("%q is %v, want %v", line, got, want)
		}
	}
}

func TestScanErrors(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"plain", "(error \"a b\")\n", []string{"a b"}},
		{"two lines", "(error \"a\nb\")\nsat\n(error \"c\")\n", []string{"a\nb", "c"}},
		{"indented", "  ( error \"a\" )\n", []string{"a"}},
		{"other words", "(errors \"a\")\n(noerror \"b\")\n", nil},
		{"inside", "(foo (error \"a\"))\n", nil},
		{"cut short", "sat\n(error \"line 1", []string{"line 1"}},
		{"behind an open expression", "(model \"\n(error \"lost\")\n", []string{"lost"}},
		{"no text", "(error)\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, scan([]byte(tt.text), &Profile{}).errors); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
		})
	}
}

// However much a solver prints, little is remembered, and depth is no problem.
func TestScanFlood(t *testing.T) {
	for name, text := range map[string][]byte{
		"lines":       bytes.Repeat([]byte("some words about nothing\n"), 1<<18),
		"one line":    bytes.Repeat([]byte("x"), 8<<20),
		"parentheses": bytes.Repeat([]byte("("), 8<<20),
		"closing":     bytes.Repeat([]byte(")"), 8<<20),
		"errors":      bytes.Repeat([]byte("(error \"x\")\n"), 1<<18),
		"long error":  []byte("(error \"" + strings.Repeat("y", 8<<20) + "\")\n"),
	} {
		t.Run(name, func(t *testing.T) {
			got := scan(text, &Profile{})
			kept := len(got.loose.String())
			for _, e := range got.errors {
				kept += len(e)
			}
			if limit := looseHead + 4*looseTail + maxErrors*maxErrorText; kept > limit {
				t.Errorf("%d bytes are remembered, at most %d were to be", kept, limit)
			}
			if len(got.answers) > 0 {
				t.Errorf("answers: %v", got.answers)
			}
		})
	}
}

// The end of a flood is also kept: that is where a crash is reported.
func TestClippedKeepsBothEnds(t *testing.T) {
	var c clipped
	c.add([]byte("first"))
	for range 1 << 16 {
		c.add([]byte("some words about nothing"))
	}
	c.add([]byte("last"))
	if s := c.String(); !strings.HasPrefix(s, "first\n") || !strings.HasSuffix(s, "\nlast\n") {
		t.Errorf("begins %.20q, ends %.20q", s, s[len(s)-20:])
	}
}

// An answer wrapped into any balanced expression, string or symbol does not count, and
// what follows still does.
func TestScanBelievesNothingInside(t *testing.T) {
	atom := rapid.SampledFrom([]string{"sat", "\nsat\n", "x", " ", "\n", "\"\nunsat\n\"", "|\nsat\n|", "; sat\n", "1.5", "\"\"\"\""})
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		depth := 1
		b.WriteByte('(')
		for range rapid.IntRange(0, 20).Draw(t, "length") {
			switch rapid.IntRange(0, 4).Draw(t, "kind") {
			case 0:
				b.WriteString("(\n")
				depth++
			case 1:
				if depth > 1 {
					b.WriteString("\n)")
					depth--
				}
			default:
				b.WriteString(" " + atom.Draw(t, "atom"))
			}
		}
		b.WriteString(strings.Repeat(")", depth))
		text := b.String() + "\nunknown\n"
		got := scan([]byte(text), &Profile{})
		if diff := cmp.Diff([]smt.Status{smt.Unknown}, got.answers); diff != "" {
			t.Fatalf("%q:\n%s", text, diff)
		}
	})
}

func FuzzScan(f *testing.F) {
	for _, seed := range []string{"sat\n", "(error \"x\")\nunsat\n", "(\"|;\n", "|\"", "\x00\xff(", "unsupported\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got := scan(text, &Profile{})
		if lines := bytes.Count(text, []byte("\n")); len(got.answers)+got.unsupported > lines {
			t.Errorf("%d answers on %d lines", len(got.answers), lines)
		}
	})
}

func BenchmarkScan(b *testing.B) {
	model := []byte("sat\n(\n" + strings.Repeat("  (define-fun x () String \"abc\")\n", 1000) + ")\n")
	b.SetBytes(int64(len(model)))
	for b.Loop() {
		scan(model, &Profile{})
	}
}

// TestClippedBounds: whatever the lengths of lines around the bounds of what is kept, the beginning and the end are kept.
func TestClippedBounds(t *testing.T) {
	for _, first := range []int{looseHead - 2, looseHead - 1, looseHead, looseHead + 1, looseHead + looseTail, looseHead + 4*looseTail + 1} {
		for _, second := range []int{0, 1, 2, looseTail - 1, looseTail, looseTail + 1, 4*looseTail + 1} {
			var c clipped
			c.add([]byte("begin" + strings.Repeat("a", first-5)))
			c.add([]byte(strings.Repeat("b", second)))
			c.add([]byte("end"))
			got := c.String()
			if !strings.HasPrefix(got, "begin") || !strings.HasSuffix(got, "end\n") {
				t.Errorf("%d, %d: begins with %.10q, ends with %q", first, second, got, got[max(len(got)-10, 0):])
			}
			if limit := looseHead + 5*looseTail + 4; len(got) > limit {
				t.Errorf("%d, %d: %d bytes kept, limit %d", first, second, len(got), limit)
			}
		}
	}
}

// A flood of short lines costs no memory for each line: making an error of each took seconds beyond the limit of a run.
func TestFloodOfLines(t *testing.T) {
	set, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range set.Profiles() {
		for name, scan := range map[string]func([]byte, *Profile) output{"output": scan, "errors": scanErrors} {
			const lines = 20_000
			text := bytes.Repeat([]byte("y\n"), lines)
			if n := testing.AllocsPerRun(1, func() { scan(text, p) }); n > lines/2 && len(p.Text.Errors) == 0 {
				t.Errorf("%s, %s: %.0f allocations for %d lines", p.Name, name, n, lines)
			}
		}
	}
	if o := scanErrors([]byte("sat\n(error \"x\")\nunsupported\n"), &Profile{}); len(o.answers) != 0 || len(o.errors) != 1 || o.unsupported != 1 {
		t.Errorf("%+v", o)
	}
}
