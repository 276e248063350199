package visible_test

import (
	"testing"
	"unicode/utf8"

	"github.com/assay-smt/assay/internal/base/visible"
)

func TestText(t *testing.T) {
	for _, tt := range []struct{ in, text, line string }{
		{"", "", ""},
		{"plain, with \u00e9\u4e2d\U0001f600", "plain, with \u00e9\u4e2d\U0001f600", "plain, with \u00e9\u4e2d\U0001f600"},
		{"a\n\tb", "a\n\tb", "a␊␉b"},
		{"a\r\nb", "a␍\nb", "a␍␊b"},
		{"\x1b[31mred\x1b[0m\x07\x00\x7f", "␛[31mred␛[0m␇␀␡", "␛[31mred␛[0m␇␀␡"},
		{"\u009b2J\u0085", `\u{009b}2J\u{0085}`, `\u{009b}2J\u{0085}`},
		{"a\u202eb\u202a\u2066\u2069\u200e", `a\u{202e}b\u{202a}\u{2066}\u{2069}\u{200e}`, `a\u{202e}b\u{202a}\u{2066}\u{2069}\u{200e}`},
		{"z\u200bw\u200c\u200d\u2060\ufeff\u00ad", `z\u{200b}w\u{200c}\u{200d}\u{2060}\u{feff}\u{00ad}`, `z\u{200b}w\u{200c}\u{200d}\u{2060}\u{feff}\u{00ad}`},
		{"\u2028\U000e0041\ufe0f\u3164", `\u{2028}\u{e0041}\u{fe0f}\u{3164}`, `\u{2028}\u{e0041}\u{fe0f}\u{3164}`},
		{"\xff\xc3(", "\ufffd\ufffd(", "\ufffd\ufffd("},
	} {
		if got := visible.Text(tt.in); got != tt.text {
			t.Errorf("Text(%q) = %q, want %q", tt.in, got, tt.text)
		}
		if got := visible.Line(tt.in); got != tt.line {
			t.Errorf("Line(%q) = %q, want %q", tt.in, got, tt.line)
		}
	}
}

// Whatever goes in, nothing hidden comes out, and a second time changes nothing.
func FuzzText(f *testing.F) {
	f.Add("a\x1b\r\n\u202e\xff")
	f.Fuzz(func(t *testing.T, s string) {
		for _, out := range []string{visible.Text(s), visible.Line(s)} {
			if !utf8.ValidString(out) || visible.Text(out) != out {
				t.Errorf("%q becomes %q", s, out)
			}
		}
	})
}
