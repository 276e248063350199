package syntax

import (
	"strings"
	"unicode/utf8"
)

// Kind is the kind of a token or s-expression.
type Kind uint8

// The kinds. List is the only one that is not a token.
const (
	Invalid   Kind = iota
	List           // ( ... )
	Symbol         // a simple symbol, reserved words included
	Quoted         // |a quoted symbol|
	Keyword        // :keyword; some solvers read a lone colon
	Numeral        // 42
	Decimal        // 4.2; some solvers also read 4.
	Hex            // #x2a
	Binary         // #b101010
	String         // "a string with "" inside"
	Field          // #f3m5, a finite-field literal
	Algebraic      // <1*x^2 + (-2), (5/4, 3/2)>, the index of cvc's (_ real_algebraic_number ...)
	open
	closing
	eof
)

// class of a byte where a token starts or continues.
const (
	cSpace = 1 << iota
	cSymbol
	cDigit
	cHex
)

var class = buildClasses()

func buildClasses() (t [256]uint8) {
	for _, c := range " \t\r\n" {
		t[c] |= cSpace
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c] |= cSymbol
		t[c-'a'+'A'] |= cSymbol
	}
	for c := '0'; c <= '9'; c++ {
		t[c] |= cSymbol | cDigit | cHex
	}
	for _, c := range "~!@$%^&*_-+=<>.?/" {
		t[c] |= cSymbol
	}
	for _, c := range "abcdefABCDEF" {
		t[c] |= cHex
	}
	return t
}

// lexer walks over src. It holds no token text: tokens are offsets into src.
type lexer struct {
	src       string
	off       int
	algebraic bool   // the last token announces an Algebraic
	raw       *Error // about the first quoted symbol that is not UTF-8, nil for none
}

// algebraicName is the symbol after which cvc prints a number in a notation of its own.
const algebraicName = "real_algebraic_number"

type token struct {
	kind       Kind
	start, end int
}

// next returns the next token, skipping white space and comments.
func (l *lexer) next() (token, *Error) {
	src, i := l.src, l.off
	for i < len(src) {
		c := src[i]
		if class[c]&cSpace != 0 {
			i++
			continue
		}
		if c != ';' {
			break
		}
		// A comment runs to the end of its line; its bytes are not checked (old files hold Latin-1).
		n := strings.IndexAny(src[i:], "\n\r")
		if n < 0 {
			i = len(src)
			break
		}
		i += n
	}
	if i >= len(src) {
		l.off = len(src)
		return token{eof, len(src), len(src)}, nil
	}
	start := i
	c := src[i]
	if l.algebraic {
		if l.algebraic = false; c == '<' {
			return l.algebraicNumber(start)
		}
	}
	switch {
	case c == '(':
		l.off = i + 1
		return token{open, start, i + 1}, nil
	case c == ')':
		l.off = i + 1
		return token{closing, start, i + 1}, nil
	case class[c]&cDigit != 0:
		return l.number(start)
	case class[c]&cSymbol != 0:
		for i++; i < len(src) && class[src[i]]&cSymbol != 0; i++ {
		}
		l.off = i
		l.algebraic = i-start == len(algebraicName) && src[start:i] == algebraicName
		return token{Symbol, start, i}, nil
	case c == '|':
		return l.quoted(start)
	case c == '"':
		return l.stringLit(start)
	case c == ':':
		for i++; i < len(src) && class[src[i]]&cSymbol != 0; i++ {
		}
		l.off = i
		return token{Keyword, start, i}, nil
	case c == '#':
		return l.hash(start)
	}
	return token{}, l.badByte(start)
}

func (l *lexer) algebraicNumber(start int) (token, *Error) {
	n := strings.IndexByte(l.src[start:], '>')
	if n < 0 {
		return token{}, Errorf(l.src, start, CodeTruncated, "algebraic number without its closing >")
	}
	end := start + n + 1
	if err := l.content(start, end, "algebraic number"); err != nil {
		return token{}, err
	}
	l.off = end
	return token{Algebraic, start, end}, nil
}

func (l *lexer) number(start int) (token, *Error) {
	src, i := l.src, start
	for i < len(src) && class[src[i]]&cDigit != 0 {
		i++
	}
	kind := Numeral
	if i < len(src) && src[i] == '.' && (i+1 == len(src) || class[src[i+1]]&cSymbol == 0 || class[src[i+1]]&cDigit != 0) {
		kind = Decimal
		for i++; i < len(src) && class[src[i]]&cDigit != 0; i++ {
		}
	}
	if kind == Numeral && i+1 < len(src) && src[i] == '/' && class[src[i+1]]&cDigit != 0 { // 1/4, which some solvers read
		kind = Decimal
		for i++; i < len(src) && class[src[i]]&cDigit != 0; i++ {
		}
	}
	if i < len(src) && class[src[i]]&cSymbol != 0 {
		end := i
		for end < len(src) && class[src[end]]&cSymbol != 0 {
			end++
		}
		return token{}, Errorf(src, start, CodeLexical, "%q is neither a number nor a symbol: a symbol cannot begin with a digit", Clip(src[start:end], 40))
	}
	l.off = i
	return token{kind, start, i}, nil
}

func (l *lexer) hash(start int) (token, *Error) {
	src := l.src
	if start+1 >= len(src) {
		return token{}, Errorf(src, start, CodeTruncated, "the text ends after #")
	}
	i := start + 2
	var kind Kind
	switch src[start+1] {
	case 'x', 'X':
		kind = Hex
		for i < len(src) && class[src[i]]&cHex != 0 {
			i++
		}
	case 'b', 'B':
		kind = Binary
		for i < len(src) && (src[i] == '0' || src[i] == '1') {
			i++
		}
	case 'f':
		kind = Field
		for i < len(src) && (class[src[i]]&cDigit != 0 || src[i] == 'm' || src[i] == '-') {
			i++
		}
		if !isField(src[start+2 : i]) {
			return token{}, Errorf(src, start, CodeLexical, "a finite-field literal has the form #f3m5")
		}
	default:
		return token{}, Errorf(src, start, CodeLexical, "# must begin #x..., #b... or #f...m...")
	}
	if i == start+2 {
		return token{}, Errorf(src, start, CodeLexical, "no digits after %s", src[start:i])
	}
	if i < len(src) && class[src[i]]&cSymbol != 0 {
		return token{}, Errorf(src, i, CodeLexical, "%q is not a digit of a literal that begins with %s", src[i:i+1], src[start:start+2])
	}
	l.off = i
	return token{kind, start, i}, nil
}

// isField reports whether s has the form 3m5 or -3m5.
func isField(s string) bool {
	value, modulus, ok := strings.Cut(strings.TrimPrefix(s, "-"), "m")
	return ok && value != "" && modulus != "" && !strings.ContainsAny(value, "m-") && !strings.ContainsAny(modulus, "m-")
}

func (l *lexer) quoted(start int) (token, *Error) {
	n := strings.IndexByte(l.src[start+1:], '|')
	if n < 0 {
		return token{}, Errorf(l.src, start, CodeTruncated, "quoted symbol without its closing |")
	}
	end := start + n + 2
	if err := l.content(start+1, end-1, "quoted symbol"); err != nil {
		if s := l.src[start+1 : end-1]; strings.ContainsFunc(s, isControl) {
			return token{}, err
		}
		if l.raw == nil { // Latin-1 and other encodings: some solvers accept any byte
			l.raw = err
		}
	}
	l.off = end
	return token{Quoted, start, end}, nil
}

func (l *lexer) stringLit(start int) (token, *Error) {
	src, i := l.src, start+1
	for {
		n := strings.IndexByte(src[i:], '"')
		if n < 0 {
			return token{}, Errorf(src, start, CodeTruncated, `string literal without its closing "`)
		}
		i += n + 1
		if i >= len(src) || src[i] != '"' {
			break
		}
		i++ // "" stands for one quote
	}
	if err := l.content(start+1, i-1, "string literal"); err != nil {
		return token{}, err
	}
	l.off = i
	return token{String, start, i}, nil
}

func isControl(c rune) bool { return c < ' ' && class[byte(c)]&cSpace == 0 || c == 0x7f }

// content checks the bytes between two delimiters: printable UTF-8 and white space only.
func (l *lexer) content(from, to int, what string) *Error {
	s := l.src[from:to]
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n <= 1 {
				return Errorf(l.src, from+i, CodeBinary, "%s holds bytes that are not UTF-8", what)
			}
			i += n - 1
			continue
		}
		if c < ' ' && class[c]&cSpace == 0 || c == 0x7f {
			return Errorf(l.src, from+i, CodeBinary, "%s holds the control byte 0x%02x", what, c)
		}
	}
	return nil
}

func (l *lexer) badByte(off int) *Error {
	c := l.src[off]
	switch {
	case off == 0 && (strings.HasPrefix(l.src, "\xff\xfe") || strings.HasPrefix(l.src, "\xfe\xff")), c == 0 && off < 2 && len(l.src) > 1 && l.src[1-off] != 0:
		e := Errorf(l.src, off, CodeBinary, "this is UTF-16, and SMT-LIB files are UTF-8")
		e.Hint = "iconv -f UTF-16 -t UTF-8 converts it"
		return e
	case c == 0:
		return Errorf(l.src, off, CodeBinary, "NUL byte: this is not SMT-LIB text")
	case c >= utf8.RuneSelf:
		r, n := utf8.DecodeRuneInString(l.src[off:])
		if r == utf8.RuneError && n <= 1 {
			return Errorf(l.src, off, CodeBinary, "byte 0x%02x is not UTF-8", c)
		}
		e := Errorf(l.src, off, CodeBinary, "%q cannot stand outside strings and quoted symbols", r)
		e.Hint = "quote the symbol with | |"
		return e
	case c < ' ' || c == 0x7f:
		return Errorf(l.src, off, CodeBinary, "control byte 0x%02x outside strings and quoted symbols", c)
	}
	return Errorf(l.src, off, CodeLexical, "unexpected character %q", c)
}
