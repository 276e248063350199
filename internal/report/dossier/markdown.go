package dossier

import (
	"html"
	"strings"
)

// HTML turns the Markdown that reports are written in into HTML: headings, paragraphs, lists of one level, fenced blocks, code spans, bold words and
// backslashes. Whatever else Markdown has is text, HTML included; there are no links. The title is the first heading of the first level, as text, and is
// left out of the page.
func HTML(markdown string) (title, page string) {
	w := &writer{}
	rest := strings.Split(strings.ReplaceAll(markdown, "\r\n", "\n"), "\n")
	for len(rest) > 0 {
		line := rest[0]
		rest = rest[1:]
		switch fence := fenceOf(line); {
		case fence != "":
			rest = w.block(fence, rest)
		case strings.TrimSpace(line) == "":
			w.close()
		case heading(line) > 0:
			n := heading(line)
			text := strings.TrimSpace(line[n:])
			if n == 1 && title == "" {
				title = plain(text)
				continue
			}
			w.close()
			w.wrap("h3", text)
		case strings.HasPrefix(line, "- "):
			w.open("ul")
			w.wrap("li", line[2:])
		default:
			w.open("p")
			w.inline(line)
			w.b.WriteByte('\n')
		}
	}
	w.close()
	return title, w.b.String()
}

// writer writes HTML; tag is the element that is open, "" for none.
type writer struct {
	b   strings.Builder
	tag string
}

func (w *writer) open(tag string) {
	if w.tag != tag {
		w.close()
		w.b.WriteString("<" + tag + ">")
		w.tag = tag
	}
}

func (w *writer) close() {
	if w.tag != "" {
		w.b.WriteString("</" + w.tag + ">\n")
		w.tag = ""
	}
}

func (w *writer) wrap(tag, text string) {
	w.b.WriteString("<" + tag + ">")
	w.inline(text)
	w.b.WriteString("</" + tag + ">\n")
}

// block writes what is between a fence and the next one like it, or the end, and returns what follows.
func (w *writer) block(fence string, lines []string) (rest []string) {
	w.close()
	end := len(lines)
	for i, line := range lines {
		if f := fenceOf(line); strings.HasPrefix(f, fence) && strings.Trim(line, "` ") == "" {
			end = i
			break
		}
	}
	w.b.WriteString(`<pre tabindex="0"><code>`)
	w.b.WriteString(escape(strings.Join(lines[:end], "\n")))
	w.b.WriteString("</code></pre>\n")
	return lines[min(end+1, len(lines)):]
}

// fenceOf returns the backticks with which a line begins, "" where they are fewer than three.
func fenceOf(line string) string {
	ticks := line[:len(line)-len(strings.TrimLeft(line, "`"))]
	if len(ticks) < 3 || strings.Contains(line[len(ticks):], "`") {
		return ""
	}
	return ticks
}

// heading returns the level of a heading, 0 for another line.
func heading(line string) int {
	n := len(line) - len(strings.TrimLeft(line, "#"))
	if n == 0 || n > 6 || n < len(line) && line[n] != ' ' {
		return 0
	}
	return n
}

// inline writes running text.
func (w *writer) inline(text string) {
	spans(text, func(kind span, text string) {
		switch kind {
		case isCode:
			w.b.WriteString("<code>" + escape(text) + "</code>")
		case isBold:
			w.b.WriteString("<strong>" + escape(text) + "</strong>")
		default:
			w.b.WriteString(escape(text))
		}
	})
}

// plain is running text without its markup.
func plain(text string) string {
	var b strings.Builder
	spans(text, func(_ span, text string) { b.WriteString(text) })
	return b.String()
}

type span int

const (
	isText span = iota
	isCode
	isBold
)

// spans takes running text apart.
func spans(text string, each func(span, string)) {
	for text != "" {
		i := strings.IndexAny(text, "`*\\")
		if i < 0 {
			each(isText, text)
			return
		}
		if i > 0 {
			each(isText, text[:i])
			text = text[i:]
		}
		switch {
		case text[0] == '\\' && len(text) > 1 && isPunctuation(text[1]):
			each(isText, text[1:2])
			text = text[2:]
			continue
		case text[0] == '`':
			ticks := text[:len(text)-len(strings.TrimLeft(text, "`"))]
			if inside, rest, ok := closing(text[len(ticks):], ticks); ok {
				each(isCode, unpadded(inside))
				text = rest
				continue
			}
			each(isText, ticks)
			text = text[len(ticks):]
			continue
		case strings.HasPrefix(text, "**"):
			if inside, rest, ok := strings.Cut(text[2:], "**"); ok && inside != "" {
				each(isBold, inside)
				text = rest
				continue
			}
		}
		each(isText, text[:1])
		text = text[1:]
	}
}

// closing finds the run of exactly as many backticks that ends a code span.
func closing(text, ticks string) (inside, rest string, ok bool) {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '`')
		if i < 0 {
			return "", "", false
		}
		start := at + i
		end := start + len(text[start:]) - len(strings.TrimLeft(text[start:], "`"))
		if end-start == len(ticks) {
			return text[:start], text[end:], true
		}
		at = end
	}
}

// unpadded takes away the blank on each side that a code span has around backticks.
func unpadded(s string) string {
	if len(s) > 2 && s[0] == ' ' && s[len(s)-1] == ' ' && strings.TrimSpace(s) != "" {
		return s[1 : len(s)-1]
	}
	return s
}

func isPunctuation(c byte) bool {
	return '!' <= c && c <= '/' || ':' <= c && c <= '@' || '[' <= c && c <= '`' || '{' <= c && c <= '~'
}

func escape(text string) string { return html.EscapeString(text) }
