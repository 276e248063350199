package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/smt/syntax"
)

// atom is one token with its position, as the reader reports it.
type atom struct {
	Kind syntax.Kind
	Off  int
	Text string
}

// atoms reads src, which must be well-formed, and returns its atoms; lists show as "(" with the list's text.
func atoms(t *testing.T, src string) []atom {
	t.Helper()
	var out []atom
	var tree syntax.Tree
	r := syntax.NewReader(src)
	for {
		more, err := r.Next(&tree)
		if err != nil {
			t.Fatalf("%q: %v", src, err)
		}
		if !more {
			return out
		}
		for n := syntax.Root; n < syntax.ID(tree.Size(syntax.Root)); n++ {
			out = append(out, atom{tree.Kind(n), tree.Offset(n), tree.Text(n)})
		}
	}
}

// readErr returns the first error of src.
func readErr(src string) *syntax.Error {
	var tree syntax.Tree
	r := syntax.NewReader(src)
	for {
		more, err := r.Next(&tree)
		if err != nil || !more {
			return err
		}
	}
}

func TestTokens(t *testing.T) {
	tests := []struct {
		name, src string
		want      []atom
	}{
		{"nothing", "", nil},
		{"white space only", " \t\r\n", nil},
		{"comment only", "; a (comment", nil},
		{"comment before a lone CR", "; one\ra", []atom{{syntax.Symbol, 6, "a"}}},
		{"comment before CRLF", "; one\r\na", []atom{{syntax.Symbol, 7, "a"}}},
		{"Latin-1 in a comment", "; \xe9\x00\na", []atom{{syntax.Symbol, 5, "a"}}},
		{"simple symbols", "a B <= ~!@$%^&*_-+=<>.?/0", []atom{
			{syntax.Symbol, 0, "a"}, {syntax.Symbol, 2, "B"}, {syntax.Symbol, 4, "<="}, {syntax.Symbol, 7, "~!@$%^&*_-+=<>.?/0"}}},
		{"reserved words are symbols to the lexer", "let ! _", []atom{
			{syntax.Symbol, 0, "let"}, {syntax.Symbol, 4, "!"}, {syntax.Symbol, 6, "_"}}},
		{"a minus is a symbol", "-5", []atom{{syntax.Symbol, 0, "-5"}}},
		{"quoted symbols", "|a b||c|", []atom{{syntax.Quoted, 0, "|a b|"}, {syntax.Quoted, 5, "|c|"}}},
		{"empty quoted symbol", "||", []atom{{syntax.Quoted, 0, "||"}}},
		{"quoted symbol over lines", "|a\nb\r\n\tc|", []atom{{syntax.Quoted, 0, "|a\nb\r\n\tc|"}}},
		{"comment sign inside quotes", `|;| ";"`, []atom{{syntax.Quoted, 0, "|;|"}, {syntax.String, 4, `";"`}}},
		{"quoted symbol with UTF-8", "|é∀|", []atom{{syntax.Quoted, 0, "|é∀|"}}},
		{"a backslash stays", `|a\b|`, []atom{{syntax.Quoted, 0, `|a\b|`}}},
		{"keywords", ":a :named", []atom{{syntax.Keyword, 0, ":a"}, {syntax.Keyword, 3, ":named"}}},
		{"keyword of digits", ":1.5", []atom{{syntax.Keyword, 0, ":1.5"}}},
		{"numerals", "0 42 007", []atom{{syntax.Numeral, 0, "0"}, {syntax.Numeral, 2, "42"}, {syntax.Numeral, 5, "007"}}},
		{"decimals", "0.0 1.50 00.5", []atom{{syntax.Decimal, 0, "0.0"}, {syntax.Decimal, 4, "1.50"}, {syntax.Decimal, 9, "00.5"}}},
		{"hexadecimal", "#x0aF #XFF", []atom{{syntax.Hex, 0, "#x0aF"}, {syntax.Hex, 6, "#XFF"}}},
		{"binary", "#b01 #B1", []atom{{syntax.Binary, 0, "#b01"}, {syntax.Binary, 5, "#B1"}}},
		{"finite field", "#f3m5 #f-1m7", []atom{{syntax.Field, 0, "#f3m5"}, {syntax.Field, 6, "#f-1m7"}}},
		{"algebraic number", "real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)> < a>", []atom{
			{syntax.Symbol, 0, "real_algebraic_number"}, {syntax.Algebraic, 22, "<1*x^2 + (-2), (5/4, 3/2)>"}, {syntax.Symbol, 49, "<"}, {syntax.Symbol, 51, "a>"}}},
		{"strings", `"" "a""b" """"`, []atom{{syntax.String, 0, `""`}, {syntax.String, 3, `"a""b"`}, {syntax.String, 10, `""""`}}},
		{"string over lines", "\"a\r\nb\"", []atom{{syntax.String, 0, "\"a\r\nb\""}}},
		{"string with UTF-8", `"é"`, []atom{{syntax.String, 0, `"é"`}}},
		{"backslash before a quote escapes nothing", `"\" a`, []atom{{syntax.String, 0, `"\"`}, {syntax.Symbol, 4, "a"}}},
		{"tokens that touch", `a"b"|c|(d)#b1:e`, []atom{
			{syntax.Symbol, 0, "a"}, {syntax.String, 1, `"b"`}, {syntax.Quoted, 4, "|c|"}, {syntax.List, 7, "(d)"},
			{syntax.Symbol, 8, "d"}, {syntax.Binary, 10, "#b1"}, {syntax.Keyword, 13, ":e"}}},
		{"lists", "( a (b) () ) c", []atom{
			{syntax.List, 0, "( a (b) () )"}, {syntax.Symbol, 2, "a"}, {syntax.List, 4, "(b)"}, {syntax.Symbol, 5, "b"},
			{syntax.List, 8, "()"}, {syntax.Symbol, 13, "c"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, atoms(t, tt.src)); d != "" {
				t.Errorf("%q (-want +got):\n%s", tt.src, d)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		name, src, want string // want: line:col: code: a part of the message
	}{
		{"NUL", "a\n \x00", "2:2: binary: NUL"},
		{"NUL inside a symbol", "ab\x00c", "1:3: binary: NUL"},
		{"NUL in a string", "\"a\x00\"", "1:3: binary: string literal holds the control byte 0x00"},
		{"NUL in a quoted symbol", "|\x00|", "1:2: binary: quoted symbol holds the control byte 0x00"},
		{"control byte", "(a \x01)", "1:4: binary: control byte 0x01"},
		{"form feed is no white space", "a\fb", "1:2: binary: control byte 0x0c"},
		{"DEL", "\x7f", "1:1: binary: control byte 0x7f"},
		{"DEL behind UTF-8 in a string", "\"é\x7f\"", "1:4: binary: string literal holds the control byte 0x7f"},
		{"invalid UTF-8", "(a \xff)", "1:4: binary: byte 0xff is not UTF-8"},
		{"invalid UTF-8 in a string", "\"a\xc3\"", "1:3: binary: string literal holds bytes that are not UTF-8"},
		{"invalid UTF-8 behind valid", "\"éa\xff\"", "1:5: binary: string literal holds bytes that are not UTF-8"},
		{"UTF-8 outside quotes", "(assert é)", "1:9: binary: 'é' cannot stand outside strings"},
		{"byte order mark", "(a)\ufeff", "1:4: binary:"},
		{"CRLF counts one line", "a\r\nb\r\n\x00", "3:1: binary: NUL"},
		{"lone CR counts no line", "a\rb\r\x00", "1:5: binary: NUL"},
		{"string never closed", "(a\n \"bc\n", "2:2: truncated: string literal"},
		{"string ending in a doubled quote", `"a""`, "1:1: truncated: string literal"},
		{"quoted symbol never closed", "(a |b", "1:4: truncated: quoted symbol"},
		{"parenthesis never closed", "(a)\n(b (c) (d", "2:8: truncated: parenthesis never closed: the text ends at line 2 with 2 open"},
		{"stray closing parenthesis", "(a))", "1:4: syntax: closing parenthesis"},
		{"only a closing parenthesis", "\n)", "2:1: syntax: closing parenthesis"},
		{"hash at the end", "a #", "1:3: truncated: the text ends after #"},
		{"hash and a blank", "# x", "1:1: lexical: # must begin"},
		{"hash and another letter", "#o17", "1:1: lexical: # must begin"},
		{"no hexadecimal digits", "(#x)", "1:2: lexical: no digits after #x"},
		{"bad hexadecimal digit", "#x1g", "1:4: lexical: \"g\" is not a digit"},
		{"no binary digits", "#b2", "1:1: lexical: no digits after #b"},
		{"bad binary digit", "#b012", "1:5: lexical: \"2\" is not a digit"},
		{"field without a modulus", "#f3m", "1:1: lexical: a finite-field literal"},
		{"field without a value", "#fm5", "1:1: lexical: a finite-field literal"},
		{"field with two moduli", "#f3m5m7", "1:1: lexical: a finite-field literal"},
		{"field with a sign inside", "#f3-1m7", "1:1: lexical: a finite-field literal"},
		{"field with a sign only", "#f-m7", "1:1: lexical: a finite-field literal"},
		{"field with a letter", "#f3m5x", "1:6: lexical: \"x\" is not a digit"},
		{"algebraic number never closed", "(_ real_algebraic_number <1*x", "1:26: truncated: algebraic number without its closing >"},
		{"algebraic number with NUL", "(_ real_algebraic_number <1\x00>)", "1:28: binary: algebraic number holds the control byte 0x00"},
		{"symbol that begins with a digit", "(1a)", "1:2: lexical: \"1a\" is neither"},
		{"decimal with a letter", "1.x", "1:1: lexical: \"1.x\" is neither"},
		{"two points", "1.2.3", "1:1: lexical: \"1.2.3\" is neither"},
		{"exponent", "1.5e3", "1:1: lexical: \"1.5e3\" is neither"},
		{"brace", "{", "1:1: lexical: unexpected character '{'"},
		{"comma", "a, b", "1:2: lexical: unexpected character ','"},
		{"quote", "'a", "1:1: lexical: unexpected character '\\''"},
		{"backslash", `\a`, "1:1: lexical: unexpected character '\\\\'"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := readErr(tt.src)
			if err == nil {
				t.Fatalf("%q: no error, want %s", tt.src, tt.want)
			}
			if got := err.Error(); !strings.HasPrefix(got, tt.want) {
				t.Errorf("%q:\n got %s\nwant %s", tt.src, got, tt.want)
			}
		})
	}
}

func TestErrorText(t *testing.T) {
	e := syntax.Errorf("ab\ncd", 4, syntax.CodeSort, "bad %s", "thing")
	for _, tt := range []struct {
		name, file, hint, want string
	}{
		{"bare", "", "", "2:2: sort: bad thing"},
		{"with a file", "f.smt2", "", "f.smt2:2:2: sort: bad thing"},
		{"with a hint", "f.smt2", "do it", "f.smt2:2:2: sort: bad thing (do it)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e.File, e.Hint = tt.file, tt.hint
			if e.Error() != tt.want {
				t.Errorf("got %s, want %s", e.Error(), tt.want)
			}
		})
	}
}

func TestPosition(t *testing.T) {
	const src = "ab\ncé\r\n\nx"
	for _, tt := range []struct{ off, line, col int }{
		{-1, 1, 1}, {0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {4, 2, 2}, {6, 2, 4}, {8, 3, 1}, {9, 4, 1}, {10, 4, 2}, {99, 4, 2},
	} {
		if line, col := syntax.Position(src, tt.off); line != tt.line || col != tt.col {
			t.Errorf("offset %d: got %d:%d, want %d:%d", tt.off, line, col, tt.line, tt.col)
		}
	}
}

func TestMessagesStayPrintable(t *testing.T) {
	for _, tt := range []struct {
		in   string
		n    int
		want string
	}{
		{"abc", 3, "abc"}, {"abcd", 3, "abc..."}, {"a\nb\x1b[0m", 20, "a?b?[0m"}, {"é", 1, "?..."}, {"\x7f\xff", 9, "??"},
	} {
		if got := syntax.Clip(tt.in, tt.n); got != tt.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

// A symbol, a string, a comment and a number of a million characters each are ordinary tokens.
func TestMillionCharacters(t *testing.T) {
	long := strings.Repeat("a", 1_000_000)
	for _, src := range []string{long, "|" + long + "|", `"` + long + `"`, ":" + long, "1" + strings.Repeat("0", 999_999), "#x" + long} {
		got := atoms(t, "; "+long+"\n("+src+")")
		if len(got) != 2 || got[1].Text != src {
			t.Errorf("%.10s...: read back as %d atoms", src, len(got))
		}
	}
	err := readErr("1" + long)
	if err == nil || len(err.Error()) > 200 {
		t.Errorf("a number that runs into a symbol: want one short error, got %.300v", err)
	}
}

func TestSymbolText(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"x", "x"}, {"<=", "<="}, {"x!1", "x!1"}, {"let", "|let|"}, {"par", "|par|"}, {"assert", "|assert|"}, {"NUMERAL", "|NUMERAL|"},
		{"", "||"}, {"1a", "|1a|"}, {"a b", "|a b|"}, {"é", "|é|"}, {"a:b", "|a:b|"}, {":a", "|:a|"}, {"a\"b", "|a\"b|"},
	} {
		if got := syntax.SymbolText(tt.name); got != tt.want {
			t.Errorf("SymbolText(%q) = %s, want %s", tt.name, got, tt.want)
		}
		var tree syntax.Tree
		if _, err := syntax.NewReader(tt.want).Next(&tree); err != nil {
			t.Errorf("%s does not read: %v", tt.want, err)
		} else if name, ok := tree.Name(syntax.Root); !ok || name != tt.name {
			t.Errorf("%s reads as %q", tt.want, name)
		}
	}
}

func TestQuoting(t *testing.T) {
	for _, tt := range []struct{ chars, text string }{
		{"", `""`}, {"a", `"a"`}, {`a"b`, `"a""b"`}, {`""`, `""""""`}, {`\u{41}`, `"\u{41}"`},
	} {
		if got := syntax.Quote(tt.chars); got != tt.text {
			t.Errorf("Quote(%q) = %s, want %s", tt.chars, got, tt.text)
		}
		if got := syntax.Unquote(tt.text); got != tt.chars {
			t.Errorf("Unquote(%s) = %q, want %q", tt.text, got, tt.chars)
		}
	}
}

func ExampleReader() {
	var t syntax.Tree
	r := syntax.NewReader("(assert (= x |y z|)) ; done")
	for {
		more, err := r.Next(&t)
		if err != nil {
			fmt.Println(err)
			return
		}
		if !more {
			return
		}
		fmt.Printf("%d nodes: %s\n", t.Size(syntax.Root), t.Append(nil, syntax.Root))
	}
	// Output: 6 nodes: (assert (= x |y z|))
}
