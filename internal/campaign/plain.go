package campaign

import (
	"regexp"
	"strings"
)

// maxPlain bounds the bytes of a reason.
const maxPlain = 160

// plainNumber finds what may be a varying number: a line, a time, an address.
var plainNumber = regexp.MustCompile(`0x[0-9a-fA-F]+|[0-9]+(?:\.[0-9]+)*`)

// units may directly follow a number.
var units = regexp.MustCompile(`^(?:ms|us|s|[kKMG]i?B?)(?:[^0-9A-Za-z_]|$)`)

// plain replaces numbers and file names in a message, so that equal reasons look equal. Numbers that are parts of names, such as Float32
// and z3@4.13.4, stay: without them the message would be unclear.
func plain(reason string) string {
	words := strings.Fields(reason)
	for i, word := range words {
		if strings.Contains(word, ".smt2") {
			words[i] = "FILE"
		} else {
			words[i] = withoutNumbers(word)
		}
	}
	s := strings.Join(words, " ")
	if len(s) > maxPlain {
		s = strings.ToValidUTF8(s[:maxPlain], "") + "..."
	}
	return s
}

func withoutNumbers(word string) string {
	var b strings.Builder
	from := 0
	for _, at := range plainNumber.FindAllStringIndex(word, -1) {
		b.WriteString(word[from:at[0]])
		from = at[1]
		if endsName(word[:at[0]]) || beginsName(word[at[1]:]) {
			b.WriteString(word[at[0]:at[1]])
		} else {
			b.WriteByte('N')
		}
	}
	b.WriteString(word[from:])
	return b.String()
}

// endsName reports whether a number after the text continues a name in it: that of a sort or variable, or of a solver with its version.
func endsName(text string) bool {
	if rest, ok := strings.CutSuffix(text, "@"); ok {
		text = rest
	}
	return text != "" && inName(text[len(text)-1])
}

// beginsName reports whether a number before the text is the beginning of a name.
func beginsName(text string) bool { return text != "" && inName(text[0]) && !units.MatchString(text) }

func inName(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}
