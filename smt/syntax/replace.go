package syntax

import "strings"

// ReplaceSymbols returns src with the symbols named in by replaced by other text, wherever they occur, including
// bound variables of the same name. It fails with an *Error where src has no valid tokens.
func ReplaceSymbols(src string, by func(name string) (text string, ok bool)) (string, error) {
	var b strings.Builder
	l := lexer{src: src}
	copied := 0
	for {
		t, err := l.next()
		if err != nil {
			return "", err
		}
		name := src[t.start:t.end]
		switch t.kind {
		case eof:
			b.WriteString(src[copied:])
			return b.String(), nil
		case Quoted:
			name = name[1 : len(name)-1]
		case Symbol:
		default:
			continue
		}
		if to, ok := by(name); ok {
			b.WriteString(src[copied:t.start])
			b.WriteString(to)
			copied = t.end
		}
	}
}
