package plan

import (
	"fmt"
	"strings"
	"unicode"
)

// A Setting is an entry with what a reader of the file should know about it.
type Setting struct {
	Entry
	// Bare values are numbers, true and false, which have no quotes.
	Bare bool
	// Doc is a comment of one line, "" for none.
	Doc string
}

// Write returns the file of a plan, which Parse reads. Settings without a table come first, then one table after the other, each in the order given.
// The header is a comment of one or more lines.
func Write(header string, settings []Setting) []byte {
	var b strings.Builder
	for line := range strings.Lines(header) {
		fmt.Fprintf(&b, "# %s\n", strings.TrimRight(line, "\n"))
	}
	var tables []string
	byTable := map[string][]Setting{}
	for _, s := range settings {
		table, _, found := strings.Cut(s.Key, ".")
		if !found {
			table = ""
		}
		if _, ok := byTable[table]; !ok && table != "" {
			tables = append(tables, table)
		}
		byTable[table] = append(byTable[table], s)
	}
	for _, s := range byTable[""] {
		s.write(&b, s.Key)
	}
	for _, table := range tables {
		fmt.Fprintf(&b, "\n[%s]\n", table)
		for _, s := range byTable[table] {
			s.write(&b, strings.TrimPrefix(s.Key, table+"."))
		}
	}
	return []byte(b.String())
}

func (s *Setting) write(b *strings.Builder, key string) {
	if s.Doc != "" {
		fmt.Fprintf(b, "# %s\n", strings.ReplaceAll(s.Doc, "\n", " "))
	}
	words := make([]string, len(s.Values))
	for i, v := range s.Values {
		words[i] = v
		if !s.Bare {
			words[i] = quote(v)
		}
	}
	value := strings.Join(words, ", ")
	if s.List {
		value = "[" + value + "]"
	}
	fmt.Fprintf(b, "%s = %s\n", key, value)
}

// quote returns a word as a basic string of TOML.
func quote(word string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range word {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsControl(r) && r <= 0xffff:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
