package view

import (
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/report/figures"
)

// A cell is one of a table.
type cell struct {
	style Style
	text  string
}

// A column is one of a table: its head, and whether it has numbers, which are at the right. One with least is shortened down to that where there is no room.
// Then columns with a spare above 0 are left out, the largest first.
type column struct {
	head  string
	right bool
	least int
	spare int
	// brief: what stands behind a blank is less important than all of what stands before it.
	brief bool
}

// gap is between two columns.
const gap = 2

// table lays rows out below a head, in at most n columns of the terminal as far as columns may be shortened or left out.
func table(columns []column, rows [][]cell, n int) []Line {
	widths := make([]int, len(columns))
	for i, c := range columns {
		widths[i] = figures.Columns(c.head)
		for _, row := range rows {
			widths[i] = max(widths[i], figures.Columns(span(Plain, row[i].text).Text))
		}
	}
	left := make([]bool, len(columns)) // out
	over := func() int {
		sum := -gap - n
		for i, w := range widths {
			if !left[i] {
				sum += w + gap
			}
		}
		return sum
	}
	for over() > 0 {
		spare, most := -1, 0
		for i, c := range columns {
			if c.least > 0 && !left[i] {
				widths[i] = min(widths[i], max(c.least, widths[i]-max(over(), 0)))
			}
			if c.spare > most && !left[i] {
				spare, most = i, c.spare
			}
		}
		if over() <= 0 || spare < 0 {
			break
		}
		left[spare] = true
	}
	lay := func(of func(i int) cell) Line {
		var l Line
		for i, c := range columns {
			if left[i] {
				continue
			}
			s := span(of(i).style, of(i).text)
			if c.brief {
				s.Text = brief(s.Text, widths[i])
			} else {
				s.Text = figures.Clip(s.Text, widths[i])
			}
			if c.right {
				s.Text = figures.PadLeft(s.Text, widths[i])
			} else {
				s.Text = figures.Pad(s.Text, widths[i])
			}
			if len(l) > 0 {
				l = append(l, Span{Plain, strings.Repeat(" ", gap)})
			}
			l = append(l, s)
		}
		return l
	}
	out := []Line{lay(func(i int) cell { return cell{Dim, columns[i].head} })}
	for _, row := range rows {
		out = append(out, lay(func(i int) cell { return row[i] }))
	}
	return out
}

// brief shortens a text to n columns, first to what stands before a blank: a solver's name before its options.
func brief(text string, n int) string {
	text = visible.Line(text)
	if figures.Columns(text) > n {
		text, _, _ = strings.Cut(text, " ")
	}
	return figures.Clip(text, n)
}

// box draws a frame of a width and a height around lines. Lines that do not fit are left out.
func box(title string, lines []Line, width, height int) []Line {
	inner := width - 4
	head := figures.Clip(" "+span(Plain, title).Text+" ", width-4)
	out := []Line{{Span{Dim, "┌"}, Span{Bold, head}, Span{Dim, strings.Repeat("─", max(0, width-2-figures.Columns(head))) + "┐"}}}
	for i := range height - 2 {
		var l Line
		if i < len(lines) {
			l = lines[i]
		}
		row := append(Line{Span{Dim, "│"}, Span{Plain, " "}}, l.fit(inner)...)
		out = append(out, append(row, Span{Plain, " "}, Span{Dim, "│"}))
	}
	return append(out, Line{Span{Dim, "└" + strings.Repeat("─", max(0, width-2)) + "┘"}})
}

// beside puts boxes of one height next to each other.
func beside(left, right []Line) []Line {
	var out []Line
	for i := range left {
		l := append(append(Line{}, left[i]...), Span{Plain, " "})
		out = append(out, append(l, right[i]...))
	}
	return out
}
