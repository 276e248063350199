package findings

import (
	"regexp"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
)

// Reports contain text from solvers and seeds, which may be crafted to mislead a reader or the page that shows the report: every such text
// goes through one of these functions.

// special are the characters that can have a meaning in the middle of a line of Markdown; others have one only at its beginning or next to
// these.
const special = "\\`*_[]<>&~|$"

var (
	// lineStart finds what makes a line a list, a heading, a quote or a rule.
	lineStart = regexp.MustCompile(`^(?:[-+=#]|[0-9]{1,9}[.)](?:\s|$))`)
	// link finds what forges turn into links without any markup.
	link = regexp.MustCompile(`(?i)://|\b(?:mailto|xmpp):|www\.`)
	// reference finds what notifies people or issues: #1, GH-1, !1, and names after an at sign, wherever it is.
	reference = regexp.MustCompile(`(?i)@|[#!](?:[0-9])|\bgh-[0-9]`)
)

// plainText writes a text so that it reads as it is in running text: no markup, no links, no references, on one line. Words that a forge
// would turn into links or mentions, wherever they are, become code spans, which it leaves alone and which are pasted as they are.
func plainText(s string) string {
	words := strings.Split(visible.Line(strings.TrimSpace(s)), " ")
	for i, w := range words {
		if reference.MatchString(w) || link.MatchString(w) {
			from := len(w) - len(strings.TrimLeft(w, "("))
			to := max(from, len(strings.TrimRight(w, "),.;:")))
			words[i] = w[:from] + code(w[from:to]) + w[to:]
			if from == to {
				words[i] = code(w)
			}
			continue
		}
		if i > 0 {
			w = " " + w // so that nothing in it begins a line
		}
		words[i] = strings.TrimPrefix(escaped(w), " ")
	}
	s = strings.Join(words, " ")
	if at := lineStart.FindString(s); at != "" {
		end := len(strings.TrimRight(at, " \t")) - 1
		s = s[:end] + `\` + s[end:]
	}
	return s
}

// escaped writes a word without markup.
func escaped(s string) string {
	var b strings.Builder
	for i, r := range s {
		inWord := r == '_' && i > 0 && i+1 < len(s) && isWord(s[i-1]) && isWord(s[i+1])
		if strings.ContainsRune(special, r) && !inWord && !harmless(s, i) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// harmless reports whether the character at i is part of <= or >=, which open neither tags nor quotes.
func harmless(s string, i int) bool {
	return (s[i] == '<' || s[i] == '>' && i > 0) && strings.HasPrefix(s[i+1:], "=")
}

func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// code writes a text as a code span.
func code(s string) string {
	s = visible.Line(s)
	if strings.TrimSpace(s) == "" {
		return "(empty)"
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || s[0] == ' ' && s[len(s)-1] == ' ' {
		s = " " + s + " " // which Markdown strips again
	}
	return fence + s + fence
}

// codes writes texts as code spans separated by commas.
func codes(list []string) string {
	var out []string
	for _, s := range list {
		out = append(out, code(s))
	}
	return strings.Join(out, ", ")
}
