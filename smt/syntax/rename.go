package syntax

import "strings"

// Rename returns src with other names for the symbols that by renames, wherever they stand: bound variables of the
// same name are renamed with them, which changes no meaning. It fails with an *Error where src has no tokens.
func Rename(src string, by func(name string) (to string, ok bool)) (string, error) {
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
			b.WriteString(SymbolText(to))
			copied = t.end
		}
	}
}
