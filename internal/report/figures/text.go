package figures

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/assay-smt/assay/internal/base/visible"
)

// Width is how many columns of a terminal text for people has at most.
const Width = 100

const (
	indent = "  "
	gap    = "  "
	// widestKey is the width from which the first cell of a row has a line of its own.
	widestKey = 40
)

// WriteText writes topics for people. Lines have at most Width columns; only Messages may be longer. Text of unknown origin is made visible.
func WriteText(w io.Writer, topics []Topic, c *Campaign) error {
	var b strings.Builder
	for _, topic := range topics {
		some := false
		for _, t := range topic.Tables(c) {
			if len(t.Rows) > 0 {
				if b.Len() > 0 {
					b.WriteByte('\n')
				}
				t.text(&b)
				some = true
			}
		}
		if !some {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "%s: %s\n", topic.Name, topic.None)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Cell is a cell as people see it, on one line.
func Cell(cell any) string {
	switch v := cell.(type) {
	case string:
		return visible.Line(v)
	case Message:
		return visible.Line(strings.TrimSpace(string(v)))
	case int64:
		return Count(v)
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case Portion:
		return Percent(float64(v))
	case Rate:
		return Decimal(float64(v))
	case Seconds:
		return Duration(float64(v))
	case Bytes:
		return Size(int64(v))
	}
	return ""
}

// layout is how a table is shown: which columns, and how wide.
type layout struct {
	columns  []int // of the grid; Messages are not in it
	messages []int
	width    map[int]int
	right    map[int]bool // numbers
	total    int
}

func (t *Table) layout(rows [][]any) layout {
	l := layout{width: make(map[int]int), right: make(map[int]bool)}
	for i, column := range t.Columns {
		some, message, number := i == 0 || t.Whole, false, true
		widest := Columns(column.Head)
		for _, row := range rows {
			some = some || !empty(row[i])
			switch row[i].(type) {
			case Message:
				message = true
			case string, bool:
				number = false
			}
			if n := Columns(Cell(row[i])); i > 0 || n <= widestKey {
				widest = max(widest, n)
			}
		}
		switch {
		case column.Head == "" || !some:
		case message:
			l.messages = append(l.messages, i)
		default:
			l.columns = append(l.columns, i)
			l.width[i], l.right[i] = widest, number && i > 0
			l.total += len(gap) + widest
		}
	}
	return l
}

func (t *Table) text(b *strings.Builder) {
	rows := t.Rows
	if t.Shown > 0 && len(rows) > t.Shown {
		rows = rows[:t.Shown]
	}
	b.WriteString(Wrap(t.Title, Width, indent))
	b.WriteByte('\n')
	l := t.layout(rows)
	if l.total > Width {
		t.records(b, rows, l)
	} else {
		t.grid(b, rows, l)
	}
	if n := len(t.Rows) - len(rows); n > 0 {
		fmt.Fprintf(b, "%sand %s more; --json and --csv have all\n", indent, Count(int64(n)))
	}
}

// grid writes rows with their cells below each other. A message is in the row when there is one for each and all of them fit.
func (t *Table) grid(b *strings.Builder, rows [][]any, l layout) {
	inRow := len(l.messages) == 1
	for _, row := range rows {
		if inRow && l.total+len(gap)+Columns(Cell(row[l.messages[0]])) > Width {
			inRow = false
		}
	}
	heads := func(i int) string { return t.Columns[i].Head }
	line := func(cell func(i int) string) {
		var s strings.Builder
		for _, i := range l.columns {
			text := cell(i)
			pad := strings.Repeat(" ", max(0, l.width[i]-Columns(text)))
			s.WriteString(gap)
			if l.right[i] {
				s.WriteString(pad + text)
			} else {
				s.WriteString(text + pad)
			}
		}
		if inRow {
			s.WriteString(gap + cell(l.messages[0]))
		}
		b.WriteString(strings.TrimRight(s.String(), " ") + "\n")
	}
	line(heads)
	for _, row := range rows {
		key := Cell(row[0])
		long := Columns(key) > widestKey && len(l.columns) > 0 && l.columns[0] == 0
		if long {
			b.WriteString(Wrap(indent+key, Width, indent) + "\n")
		}
		line(func(i int) string {
			if i == 0 && long {
				return ""
			}
			return Cell(row[i])
		})
		if inRow {
			continue
		}
		for _, i := range l.messages {
			if text := Cell(row[i]); text != "" {
				b.WriteString(strings.Repeat(indent, 3) + text + "\n")
			}
		}
	}
}

// records writes each row as a sentence, for tables that are too wide.
func (t *Table) records(b *strings.Builder, rows [][]any, l layout) {
	for _, row := range rows {
		var parts []string
		for _, i := range l.columns[1:] {
			if !empty(row[i]) {
				parts = append(parts, t.Columns[i].Head+" "+Cell(row[i]))
			}
		}
		b.WriteString(Wrap(indent+Cell(row[0]), Width, indent) + "\n")
		b.WriteString(Wrap(strings.Repeat(indent, 2)+strings.Join(parts, ", "), Width, strings.Repeat(indent, 2)) + "\n")
		for _, i := range l.messages {
			if text := Cell(row[i]); text != "" {
				b.WriteString(strings.Repeat(indent, 3) + text + "\n")
			}
		}
	}
}

// Columns is how many columns of a terminal a line takes, at most: characters of East Asian scripts and pictures take two.
func Columns(line string) int {
	n := 0
	for _, r := range line {
		n += columnsOf(r)
	}
	return n
}

func columnsOf(r rune) int {
	if r >= 0x1100 && (unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana, unicode.Yi, unicode.Bopomofo) ||
		r >= 0x2e80 && r <= 0x303f || r >= 0xff00 && r <= 0xff60 || r >= 0xffe0 && r <= 0xffe6 || r >= 0x1f000) {
		return 2
	}
	return 1
}

// Clip shortens a line to a number of columns; dots say that something is missing.
func Clip(line string, columns int) string {
	if Columns(line) <= columns {
		return line
	}
	const dots = "..."
	room := columns - len(dots)
	if room < 0 {
		return dots[:max(columns, 0)]
	}
	for i, r := range line {
		if room -= columnsOf(r); room < 0 {
			return line[:i] + dots
		}
	}
	return line
}

// Wrap breaks a line at blanks, and within a word that is longer than a line. Every line but the first begins with an indent.
func Wrap(line string, columns int, indent string) string {
	var out []string
	rest := line
	for Columns(rest) > columns {
		cut, blank, n := 0, 0, 0
		begin := len(rest) - len(strings.TrimLeft(rest, " "))
		for i, r := range rest {
			if n += columnsOf(r); n > columns {
				break
			}
			cut = i + len(string(r))
			if r == ' ' && i > begin {
				blank = i
			}
		}
		// A blank right after the line is as good as one in it.
		if cut < len(rest) && rest[cut] == ' ' {
			blank = cut
		}
		if blank > 0 {
			cut = blank
		}
		out = append(out, strings.TrimRight(rest[:cut], " "))
		rest = indent + strings.TrimLeft(rest[cut:], " ")
	}
	return strings.Join(append(out, rest), "\n")
}
