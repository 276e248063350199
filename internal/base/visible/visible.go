// Package visible makes text of unknown origin safe to show. What solvers and seeds print may hold characters that move a terminal's
// cursor, hide what follows, or turn the order of reading around; they become characters that can be seen.
package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns s with everything replaced that is not seen as what it is, except for line ends and tabs: control characters, a
// carriage return among them, become their pictures (U+2400 and on), what is no UTF-8 becomes U+FFFD, and other invisible
// characters are written \u{...}. Text of visible characters is returned as it is.
func Text(s string) string { return replace(s, false) }

// Line is Text for a place where there is no room for several lines: line ends and tabs are replaced too.
func Line(s string) string { return replace(s, true) }

func replace(s string, line bool) string {
	first := strings.IndexFunc(s, func(r rune) bool { return r == utf8.RuneError || hidden(r, line) })
	if first < 0 {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:first])
	for _, r := range s[first:] { // invalid bytes come as U+FFFD
		const pictures, deletePicture = 0x2400, 0x2421
		switch {
		case !hidden(r, line):
			b.WriteRune(r)
		case r < ' ':
			b.WriteRune(pictures + r)
		case r == 0x7f:
			b.WriteRune(deletePicture)
		default:
			fmt.Fprintf(&b, `\u{%04x}`, r)
		}
	}
	return b.String()
}

// hidden reports whether a character is not seen as what it is.
func hidden(r rune, line bool) bool {
	switch {
	case r == '\n', r == '\t':
		return line
	case r < 0x7f:
		return r < ' '
	}
	// Format characters are the bidirectional controls, those without width, and tags; the rest of the classes are controls,
	// separators of lines, and blanks that look like others. A few letters without ink are in no class of their own.
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs) ||
		r == 0x034f || r == 0x115f || r == 0x1160 || r == 0x17b4 || r == 0x17b5 || r == 0x3164 || r == 0xffa0 ||
		unicode.Is(unicode.Variation_Selector, r)
}
