package smtstr

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Errors of [ParseLiteral].
var (
	ErrQuotes = errors.New("a string literal stands between double quotes, which are doubled inside")
	ErrChar   = errors.New("a character above the last code point, 2FFFF")
)

// ParseLiteral reads a literal with its quotes. Between them "" is a quote, \u{h} with one to five hexadecimal
// digits and \uhhhh are escapes, and every other backslash stands for itself (SMT-LIB 2.6, theory
// UnicodeStrings). Characters beyond ASCII, which the standard does not have, are read as their code points,
// and bytes that are not UTF-8 as themselves.
func ParseLiteral(text string) (String, error) {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return String{}, ErrQuotes
	}
	text = text[1 : len(text)-1]
	b := make([]byte, 0, width*len(text))
	for len(text) > 0 {
		code, n := uint32(text[0]), 1
		switch {
		case text[0] == '"':
			if n = 2; len(text) < 2 || text[1] != '"' {
				return String{}, ErrQuotes
			}
		case text[0] == '\\':
			code, n = escape(text)
		case text[0] >= utf8.RuneSelf:
			if r, size := utf8.DecodeRuneInString(text); r != utf8.RuneError || size > 1 {
				code, n = uint32(r), size
			}
		}
		if code > MaxChar {
			return String{}, ErrChar
		}
		b = encode(b, code)
		text = text[n:]
	}
	return String{string(b)}, nil
}

// escape reads what begins with a backslash: an escape, or the backslash alone.
func escape(text string) (code uint32, size int) {
	rest, ok := strings.CutPrefix(text, `\u`)
	if !ok {
		return '\\', 1
	}
	if inner, ok := strings.CutPrefix(rest, "{"); ok {
		digits, _, closed := strings.Cut(inner[:min(len(inner), 6)], "}")
		if code, ok := hex(digits); closed && ok && len(digits) <= 5 && code <= MaxChar {
			return code, len(`\u{}`) + len(digits)
		}
		return '\\', 1
	}
	if len(rest) >= 4 {
		if code, ok := hex(rest[:4]); ok {
			return code, len(`\uhhhh`)
		}
	}
	return '\\', 1
}

func hex(digits string) (code uint32, ok bool) {
	if digits == "" {
		return 0, false
	}
	for i := range len(digits) {
		c := digits[i] | 0x20
		if !('0' <= c && c <= '9') && !('a' <= c && c <= 'f') || digits[i] < '0' {
			return 0, false
		}
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	return uint32(n), err == nil
}

// Literal returns the string as a literal: printable ASCII characters as themselves, others as escapes. A
// backslash is escaped too, so that no reader finds an escape where none is.
func (s String) Literal() string {
	b := make([]byte, 0, s.Len()+2)
	b = append(b, '"')
	for i := range s.Len() {
		switch c := s.At(i); {
		case c == '"':
			b = append(b, `""`...)
		case c >= ' ' && c <= '~' && c != '\\':
			b = append(b, byte(c))
		default:
			b = append(strconv.AppendUint(append(b, `\u{`...), uint64(c), 16), '}')
		}
	}
	return string(append(b, '"'))
}

// disputed matches escapes of characters above the last one.
var disputed = regexp.MustCompile(`\\u\{0*(?:[3-9a-fA-F][0-9a-fA-F]{4}|[1-9a-fA-F][0-9a-fA-F]{5,})\}`)

// Disputed reports whether a text has what looks like the escape of a character above [MaxChar]. The standard takes it for plain text; some
// solvers take it for a character all the same.
func Disputed(text string) bool { return disputed.MatchString(text) }
