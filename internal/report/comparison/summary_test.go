package comparison_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/report/comparison"
)

// inputs are the comparisons of which golden files show the outputs.
func inputs() map[string]comparison.Input {
	return map[string]comparison.Input{
		"usual": usual(), "fine": fine(), "nothing": nothing(), "same": same(), "uncounted": uncounted(), "many": many(),
		"hostile": hostile("</script> @you\n|#1 `x` \xff"),
	}
}

func TestSummary(t *testing.T) {
	for name, in := range inputs() {
		golden(t, name+".md", written(t, comparison.Summary, in))
	}
}

// bare is Markdown without its code, as CommonMark finds it: a code span ends at the next run of as many backticks.
func bare(t interface{ Fatalf(string, ...any) }, text string) string {
	var out []string
	fence := ""
	for _, line := range strings.Split(text, "\n") {
		run := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case fence != "":
			if line == fence {
				fence = ""
			}
			continue
		case len(run) >= 3 && !strings.Contains(line[len(run):], "`"):
			fence = run
			continue
		}
		rest, plain := line, ""
		for {
			i := strings.IndexByte(rest, '`')
			if i < 0 {
				break
			}
			n := len(rest[i:]) - len(strings.TrimLeft(rest[i:], "`"))
			end := ticks(rest[i+n:], n)
			if end < 0 {
				t.Fatalf("a backtick without another: %q", line)
			}
			plain, rest = plain+rest[:i]+"CODE", rest[i+n+end+n:]
		}
		out = append(out, plain+rest)
	}
	if fence != "" {
		t.Fatalf("a block of code without an end")
	}
	return strings.Join(out, "\n")
}

// ticks is where a run of exactly n backticks begins, -1 for nowhere.
func ticks(text string, n int) int {
	for at := 0; at < len(text); {
		i := strings.IndexByte(text[at:], '`')
		if i < 0 {
			return -1
		}
		at += i
		run := len(text[at:]) - len(strings.TrimLeft(text[at:], "`"))
		if run == n {
			return at
		}
		at += run
	}
	return -1
}

var (
	ours   = regexp.MustCompile(`</?(?:details|summary|sub)>`)
	markup = regexp.MustCompile(`[<>&@\\~$]|\]\(|(?i:www\.|https?:|\bgh-[0-9]|#[0-9])`)
)

// Nothing that others wrote is anything but text, and it is one screen.
func TestSummaryHostile(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, in comparison.Input) {
		var b strings.Builder
		if err := comparison.Summary(&b, in); err != nil {
			t.Fatalf("%v", err)
		}
		text := b.String()
		if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && unicode.IsControl(r) && r != '\t' }) {
			t.Fatalf("characters that cannot be seen: %q", text)
		}
		if n := strings.Count(text, "\n"); n > 110 || len(text) > 16<<10 {
			t.Fatalf("%d lines, %d bytes", n, len(text))
		}
		plain := bare(t, text)
		if bad := markup.FindString(ours.ReplaceAllString(plain, "")); bad != "" {
			t.Fatalf("%q is markup in\n%s", bad, plain)
		}
		bars := 0
		for _, line := range strings.Split(plain, "\n") {
			// Rows have as many cells as their heading. A bar can stand in code outside of tables only.
			if n := strings.Count(line, "|"); n > 0 {
				if !strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "|-") || bars > 0 && n != bars {
					t.Fatalf("a row of %d bars after one of %d: %s", n, bars, line)
				}
				bars = n
			} else {
				bars = 0
			}
			if strings.Count(line, "#") > 0 && !strings.HasPrefix(line, "### Assay: ") {
				t.Fatalf("a heading, or an issue: %s", line)
			}
		}
		// The rows with their code, in the same order: what stands in formulas begins later, and what is no row has no place here.
		for _, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "**") {
				break
			}
			if strings.HasPrefix(line, "| ") && strings.Count(line, "|") != strings.Count(bare(t, line), "|") {
				t.Fatalf("a bar in a cell: %s", line)
			}
		}
	}
	for _, word := range words() {
		check(t, hostile(word))
	}
	rapid.Check(t, func(t *rapid.T) { check(t, hostile(hostileText().Draw(t, "word"))) })
	check(t, many())
}
