package comparison

import (
	"regexp"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
)

// code writes text of unknown origin as a code span of one line: nothing in it is markup, a mention, a link or the number of an issue. There is none
// for no text.
func code(text string) string {
	text = visible.Line(text)
	if text == "" {
		return ""
	}
	fence := strings.Repeat("`", longestRun(text, '`')+1)
	// A backtick at an end needs a blank, and one blank at both ends is taken away.
	if text[0] == '`' || text[len(text)-1] == '`' || text[0] == ' ' || text[len(text)-1] == ' ' {
		text = " " + text + " "
	}
	return fence + text + fence
}

// Cell is text of unknown origin as code in a cell of a Markdown table, where a bar ends a cell even in code. A backslash before it would not help after another backslash.
func Cell(text string) string { return code(strings.ReplaceAll(text, "|", "\u00a6")) }

// block writes text as a block of code.
func block(language, text string) string {
	fence := strings.Repeat("`", max(3, longestRun(text, '`')+1))
	return fence + language + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}

func longestRun(text string, of byte) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] != of {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// prose writes a sentence of unknown origin: words that could be markup, mentions, links, addresses or numbers of issues and commits become code, the
// others stay as they are.
func prose(text string) string {
	var out, spans []string
	flush := func(after string) {
		if len(spans) > 0 {
			out = append(out, code(strings.Join(spans, " "))+after)
			spans = nil
		}
	}
	for _, word := range strings.Fields(visible.Line(text)) {
		body := strings.TrimRight(word, ",.;:")
		switch {
		case plainWord.MatchString(word) && !special.MatchString(word):
			flush("")
			out = append(out, word)
		case body == "":
			spans = append(spans, word)
		default:
			spans = append(spans, body)
			if body != word {
				flush(word[len(body):])
			}
		}
	}
	flush("")
	return strings.Join(out, " ")
}

var (
	// plainWord has no character that means something in Markdown, in HTML, or on a page of a repository.
	plainWord = regexp.MustCompile(`^[("']*[\p{L}\p{N}]+(?:[-'./,][\p{L}\p{N}]+)*[)"']*[,.;:]*$|^(?:=|/|%|\.\.\.)\.?$`)
	// special words become links: addresses, issues, commits.
	special = regexp.MustCompile(`(?i)^[("']*(?:www\.|gh-[0-9]|[0-9a-f]{7,}[)"',.;:]*$)`)
)
