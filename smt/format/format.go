// Package format lays out SMT-LIB text. It moves white space and nothing else: every token and every comment stays, in the same order, so
// that the text means what it meant. It does not know sorts or operators, and so formats the dialect of any solver.
//
// A list stands on one line where it fits within [Width] columns. Otherwise, each of its parts begins a line, except that a head keeps its
// company: the bound variables of a quantifier, the name of what is declared, the value of an attribute. In
//
//	(assert
//	  (forall ((x Int))
//	    (! (=> (> (f x) 0) (and (p x) (q x))) ; trailing comments stay on their line
//	      :pattern ((f x)))))
//
// the variables stand beside forall, and the pattern beside its keyword. A let in the body of another begins in the same column. Comments are
// not wrapped. Of several blank lines between commands one remains; inside of commands, none does.
//
// The layout is stable: formatting a formatted text changes nothing.
package format

import (
	"strings"
	"unicode/utf8"

	"github.com/assay-smt/assay/smt/syntax"
)

// Width is the number of columns within which a list is written on one line. Single tokens and comments may be longer.
const Width = 100

// Source formats the text of a script, or any other sequence of s-expressions. It fails with a *syntax.Error where the text is malformed. The
// result ends with a newline unless it is empty. Time and memory grow with the length of the text, not with its nesting. Safe for concurrent use.
func Source(src string) (string, error) {
	r := syntax.NewReader(src)
	p := printer{src: src, at: r.Offset()}
	p.out.Grow(len(src) + len(src)/8)
	for {
		more, err := r.Next(&p.tree)
		if err != nil {
			return "", err
		}
		if !more {
			break
		}
		p.measure()
		p.command()
	}
	p.gap(len(src), nil)
	if p.out.Len() > 0 {
		p.out.WriteByte('\n')
	}
	return p.out.String(), nil
}

const (
	// step is the indentation of the parts of a list.
	step = 2
	// maxIndent bounds indentation, so that the length of the output is linear in that of the input, however deep lists are nested.
	maxIndent = 48
	// maxClosers is how many of the parentheses behind a list count when it is to fit on a line: a hundred of them would leave room for nothing.
	maxClosers = 16
	// wide is the width of what cannot stand on one line.
	wide = 1 << 29
)

// A frame is a list that is being written.
type frame struct {
	broken bool
	shape  shape
	column int       // of its opening parenthesis
	indent int       // of its parts that begin a line
	done   int       // parts written
	last   syntax.ID // the part written last
}

// A printer formats one text. It walks over the nodes of a command and over the text between them, which has only white space, comments and
// parentheses.
type printer struct {
	src  string
	at   int // everything before it is written
	tree syntax.Tree
	out  strings.Builder

	column  int
	newline bool // a comment stands at the end of the line
	begun   bool // something is written
	lines   int  // line ends in the text since the last token or comment

	width []int32 // of each node on one line, wide for none
	after []int32 // closing parentheses directly behind each node
	lists []syntax.ID
	stack []frame
}

// measure fills in width and after for the command in the tree.
func (p *printer) measure() {
	n := p.tree.Size(syntax.Root)
	p.width, p.after = resize(p.width, n), resize(p.after, n)
	p.lists = p.lists[:0]
	at := p.tree.Offset(syntax.Root)
	closeTo := func(next int) {
		for at < next {
			switch p.src[at] {
			case ';':
				at += commentLen(p.src[at:])
				if len(p.lists) > 0 {
					p.width[p.lists[len(p.lists)-1]] = wide
				}
				continue
			case ')':
				top := p.lists[len(p.lists)-1]
				p.lists = p.lists[:len(p.lists)-1]
				p.width[top] = min(wide, p.width[top]+1)
				p.close(top)
			}
			at++
		}
	}
	for i := range syntax.ID(n) {
		start := p.tree.Offset(i)
		closeTo(start)
		p.after[i] = 0
		if p.tree.Kind(i) == syntax.List {
			p.width[i] = 1
			p.lists = append(p.lists, i)
			at = start + 1
			continue
		}
		text := p.tree.Text(i)
		at = start + len(text)
		if p.width[i] = int32(min(wide, utf8.RuneCountInString(text))); strings.ContainsAny(text, "\n\r") {
			p.width[i] = wide
		}
		p.close(i)
	}
	for len(p.lists) > 0 {
		closeTo(at + 1)
	}
	p.closers(n)
}

// close adds the width of a node to that of the list around it.
func (p *printer) close(n syntax.ID) {
	if len(p.lists) == 0 {
		return
	}
	top := p.lists[len(p.lists)-1]
	w := p.width[top] + p.width[n]
	if n > top+1 {
		w++ // the blank
	}
	p.width[top] = min(wide, w)
}

// closers fills in after: the last part of a list has one more than the list itself.
func (p *printer) closers(n int) {
	for i := range syntax.ID(n) {
		if p.tree.Kind(i) != syntax.List {
			continue
		}
		last := i
		for c, end := p.tree.First(i), p.tree.End(i); c < end; c = p.tree.End(c) {
			last = c
		}
		if last != i {
			p.after[last] = min(maxClosers, p.after[i]+1)
		}
	}
}

func resize(s []int32, n int) []int32 {
	if cap(s) < n {
		return make([]int32, n)
	}
	return s[:n]
}

// commentLen returns the length of the comment with which s begins.
func commentLen(s string) int {
	if n := strings.IndexAny(s, "\n\r"); n >= 0 {
		return n
	}
	return len(s)
}

// command writes the s-expression in the tree.
func (p *printer) command() {
	p.stack = p.stack[:0]
	for i := range syntax.ID(p.tree.Size(syntax.Root)) {
		p.gap(p.tree.Offset(i), &i)
		p.separate(i)
		if p.tree.Kind(i) == syntax.List {
			p.open(i)
			continue
		}
		p.token(p.tree.Text(i))
	}
	for len(p.stack) > 0 {
		p.gap(p.at+1, nil)
	}
}

// gap writes the comments and closing parentheses before an offset. Between commands, it keeps a blank line; next is the node that follows,
// nil for none.
func (p *printer) gap(to int, next *syntax.ID) {
	for p.at < to {
		switch c := p.src[p.at]; c {
		case '\n', '\r':
			if p.lines++; c == '\r' && p.at+1 < len(p.src) && p.src[p.at+1] == '\n' {
				p.at++
			}
		case ';':
			n := commentLen(p.src[p.at:])
			p.comment(strings.TrimRight(p.src[p.at:p.at+n], " \t"))
			p.at += n
			p.lines = 0
			continue
		case ')':
			p.closeList()
			p.lines = 0
		}
		p.at++
	}
	if len(p.stack) == 0 && next != nil {
		p.startLine()
	}
}

// startLine begins a line between commands, after at most one blank line.
func (p *printer) startLine() {
	if p.begun {
		p.out.WriteByte('\n')
		if p.lines > 1 {
			p.out.WriteByte('\n')
		}
	}
	p.column, p.newline, p.begun = 0, false, true
}

// comment writes a comment: beside what stands before it in the same line, or in a line of its own.
func (p *printer) comment(text string) {
	switch {
	case p.lines == 0 && p.begun && !p.newline:
		p.out.WriteByte(' ')
	case len(p.stack) == 0:
		p.startLine()
	default:
		p.breakLine(p.stack[len(p.stack)-1].indent)
	}
	p.out.WriteString(text)
	p.newline = true
}

func (p *printer) breakLine(indent int) {
	const blanks = "                                                                "
	p.out.WriteByte('\n')
	p.out.WriteString(blanks[:indent])
	p.column, p.newline = indent, false
}

// separate writes what stands between a node and the one before it.
func (p *printer) separate(n syntax.ID) {
	if len(p.stack) == 0 {
		return
	}
	f := &p.stack[len(p.stack)-1]
	f.done++
	before := f.last
	f.last = n
	switch {
	case p.newline:
		p.breakLine(f.indent)
	case f.done == 1:
	case f.broken && p.breaks(f, before, n):
		indent := f.indent
		if f.shape == chained && p.isLet(n) {
			indent = min(f.column, maxIndent)
		}
		p.breakLine(indent)
	default:
		p.out.WriteByte(' ')
		p.column++
	}
}

// breaks reports whether a part of a broken list begins a line.
func (p *printer) breaks(f *frame, before, n syntax.ID) bool {
	if f.done <= f.shape.beside() {
		return false
	}
	// The value of an attribute stands beside its keyword.
	return p.tree.Kind(n) == syntax.Keyword || p.tree.Kind(before) != syntax.Keyword
}

func (p *printer) isLet(n syntax.ID) bool {
	return p.tree.Len(n) > 0 && p.tree.Is(p.tree.First(n), "let")
}

// open begins a list.
func (p *printer) open(n syntax.ID) {
	f := frame{column: p.column, shape: p.shapeOf(n)}
	f.broken = p.column+int(p.width[n])+int(p.after[n]) > Width
	f.indent = min(maxIndent, p.column+step)
	if f.shape == row {
		f.indent = min(maxIndent, p.column+1)
	}
	p.stack = append(p.stack, f)
	p.out.WriteByte('(')
	p.column++
	p.at, p.lines = p.tree.Offset(n)+1, 0
}

// closeList ends the innermost list.
func (p *printer) closeList() {
	f := p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	if p.newline {
		p.breakLine(min(f.column, maxIndent))
	}
	p.out.WriteByte(')')
	p.column++
}

// token writes an atom.
func (p *printer) token(text string) {
	p.out.WriteString(text)
	p.at, p.lines = p.at+len(text), 0
	if i := strings.LastIndexAny(text, "\n\r"); i >= 0 {
		p.column, text = 0, text[i+1:]
	}
	p.column += utf8.RuneCountInString(text)
}
