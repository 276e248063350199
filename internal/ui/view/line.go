package view

import (
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/report/figures"
)

// A Style says what a part of a line is. It is never the only thing that says so.
type Style int

// The styles.
const (
	Plain Style = iota
	Dim
	Bold
	Good
	Warn
	Bad
	Chosen
)

// A Span is a part of a line.
type Span struct {
	Style Style
	Text  string
}

// A Line is a line of a screen. Its text has nothing that is not seen as what it is.
type Line []Span

// String is the text without the styles.
func (l Line) String() string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.Text)
	}
	return b.String()
}

// columns is the width of a line.
func (l Line) columns() int {
	n := 0
	for _, s := range l {
		n += figures.Columns(s.Text)
	}
	return n
}

// span makes text of unknown origin fit to be shown.
func span(style Style, text string) Span { return Span{style, visible.Line(text)} }

func plain(text string) Line { return Line{span(Plain, text)} }

// fit shortens or fills a line to exactly n columns.
func (l Line) fit(n int) Line {
	var out Line
	room := max(n, 0)
	for _, s := range l {
		if room == 0 {
			break
		}
		s.Text = figures.Clip(s.Text, room)
		room -= figures.Columns(s.Text)
		out = append(out, s)
	}
	if room > 0 {
		out = append(out, Span{Plain, strings.Repeat(" ", room)})
	}
	return out
}

// sides puts a line at the left and one at the right of n columns. The right one goes where there is no room for both.
func sides(left, right Line, n int) Line {
	if left.columns()+2+right.columns() > n {
		return left.fit(n)
	}
	return append(left.fit(n-right.columns()), right...)
}

// broken breaks a text into lines of at most n columns. It does not look for words: formulas have few.
func broken(text string, n int) []string {
	var out []string
	from, width := 0, 0
	for i, r := range text {
		w := figures.Columns(string(r))
		if width += w; width > n && i > from {
			out, from, width = append(out, text[from:i]), i, w
		}
	}
	return append(out, text[from:])
}
