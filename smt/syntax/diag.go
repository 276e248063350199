package syntax

import (
	"fmt"
	"strings"
)

// Code names a kind of diagnostic. Codes are stable: scripts may match on them.
type Code string

// The codes of this package. Other packages of smt/ add their own.
const (
	CodeSyntax    Code = "syntax"     // malformed s-expression: stray or missing parenthesis
	CodeLexical   Code = "lexical"    // malformed token
	CodeTruncated Code = "truncated"  // the text ends inside a token or an s-expression
	CodeBinary    Code = "binary"     // a byte that cannot occur in SMT-LIB text (NUL, control, bad UTF-8)
	CodeTooLarge  Code = "too-large"  // over a documented limit
	CodeTooDeep   Code = "too-deep"   // nested beyond a documented limit
	CodeMalformed Code = "malformed"  // a command or special form of the wrong shape
	CodeUnknown   Code = "unknown"    // an undeclared symbol, sort or attribute
	CodeRedeclare Code = "redeclared" // a name declared twice in the same scope
	CodeSort      Code = "sort"       // an ill-sorted term
)

// Error is a diagnostic about a position in a text. Line and Col count from 1; Col counts bytes.
type Error struct {
	File string
	Line int
	Col  int
	Code Code
	Msg  string
	Hint string // what to do about it; may be empty
}

// Error formats the diagnostic as `file:line:col: code: message (hint)`.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		b.WriteByte(':')
	}
	fmt.Fprintf(&b, "%d:%d: %s: %s", e.Line, e.Col, e.Code, e.Msg)
	if e.Hint != "" {
		fmt.Fprintf(&b, " (%s)", e.Hint)
	}
	return b.String()
}

// Clip shortens s, an excerpt of untrusted text, to at most n bytes for use in a message.
func Clip(s string, n int) string {
	if len(s) <= n {
		return printable(s)
	}
	return printable(s[:n]) + "..."
}

// printable replaces what would garble a terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0xfffd {
			return '?'
		}
		return r
	}, s)
}

// byteOrderMark is what some editors write at the beginning of a UTF-8 file. Anywhere else it is a character like any other.
const byteOrderMark = "\ufeff"

// markLen returns the number of bytes of src that are a byte order mark.
func markLen(src string) int {
	if strings.HasPrefix(src, byteOrderMark) {
		return len(byteOrderMark)
	}
	return 0
}

// Position converts a byte offset into a line and column, both from 1. Offsets past the end mean the end. A byte order mark at the
// beginning takes no column.
func Position(src string, off int) (line, col int) {
	if off > len(src) {
		off = len(src)
	}
	if off < 0 {
		off = 0
	}
	before := src[:off]
	line = 1 + strings.Count(before, "\n")
	col = off - strings.LastIndexByte(before, '\n')
	if line == 1 {
		col = max(1, col-markLen(src))
	}
	return line, col
}

// Errorf makes an Error about the byte offset off of src.
func Errorf(src string, off int, code Code, format string, args ...any) *Error {
	line, col := Position(src, off)
	return &Error{Line: line, Col: col, Code: code, Msg: fmt.Sprintf(format, args...)}
}
