package syntax

import (
	"math"
	"strings"
)

// ID is the index of a node in a Tree.
type ID uint32

// node is one s-expression: an atom or a list. A list's children follow it directly. A large file is one
// array of nodes, so a node takes only eight bytes: an atom knows where its text ends, a list which node
// follows its whole subtree.
type node struct {
	head uint32 // offset of its first byte, and its kind in the low bits
	link uint32 // atom: offset after its last byte; list: index after its subtree
}

const (
	kindBits = 4
	kindMask = 1<<kindBits - 1
)

func newNode(start int, kind Kind, link int) node {
	return node{uint32(start)<<kindBits | uint32(kind), uint32(link)}
}

func (n node) kind() Kind { return Kind(n.head & kindMask) }

// Tree holds one top-level s-expression of a text. It refers to the text and copies none of it.
// The zero Tree is ready to be filled by [Reader.Next]; filling it again reuses its memory.
type Tree struct {
	Src   string
	nodes []node
}

// Cap returns the number of nodes that t has memory for.
func (t *Tree) Cap() int { return cap(t.nodes) }

// Root is the node of the whole s-expression.
const Root ID = 0

// Kind returns the kind of n.
func (t *Tree) Kind(n ID) Kind { return t.nodes[n].kind() }

// Offset returns the byte offset at which n starts.
func (t *Tree) Offset(n ID) int { return int(t.nodes[n].head >> kindBits) }

// Text returns the source text of n, including delimiters. It is fast for atoms; for a list it searches for
// the closing parenthesis.
func (t *Tree) Text(n ID) string {
	if v := t.nodes[n]; v.kind() != List {
		return t.Src[v.head>>kindBits : v.link]
	}
	start := t.Offset(n)
	l := lexer{src: t.Src, off: start}
	for depth := 0; ; {
		tok, err := l.next()
		switch {
		case err != nil || tok.kind == eof: // impossible: the list was read before
			return t.Src[start:]
		case tok.kind == open:
			depth++
		case tok.kind == closing:
			if depth--; depth == 0 {
				return t.Src[start:tok.end]
			}
		}
	}
}

// First returns the first child of the list n; it equals [Tree.End] of n when n has none.
func (t *Tree) First(n ID) ID { return n + 1 }

// End returns the node index just after n: its next sibling if there is one.
func (t *Tree) End(n ID) ID {
	if v := t.nodes[n]; v.kind() == List {
		return ID(v.link)
	}
	return n + 1
}

// Len returns the number of children of n, 0 for atoms.
func (t *Tree) Len(n ID) int {
	if t.Kind(n) != List {
		return 0
	}
	k := 0
	for c, e := n+1, t.End(n); c < e; c = t.End(c) {
		k++
	}
	return k
}

// Children returns the children of n, none for atoms.
func (t *Tree) Children(n ID) []ID {
	if t.Kind(n) != List {
		return nil
	}
	var out []ID
	for c, e := n+1, t.End(n); c < e; c = t.End(c) {
		out = append(out, c)
	}
	return out
}

// Size returns the number of nodes of n's subtree, including n.
func (t *Tree) Size(n ID) int { return int(t.End(n) - n) }

// Name returns the symbol that n stands for, without bars. ok is false when n is not a symbol.
func (t *Tree) Name(n ID) (name string, ok bool) {
	switch t.Kind(n) {
	case Symbol:
		return t.Text(n), true
	case Quoted:
		s := t.Text(n)
		return s[1 : len(s)-1], true
	}
	return "", false
}

// Is reports whether n is the simple symbol word. A quoted |word| is not: quoting takes the reserved
// meaning away.
func (t *Tree) Is(n ID, word string) bool {
	return t.Kind(n) == Symbol && t.Text(n) == word
}

// Errorf makes an Error at n.
func (t *Tree) Errorf(n ID, code Code, format string, args ...any) *Error {
	return Errorf(t.Src, t.Offset(n), code, format, args...)
}

// Append adds the canonical text of n to dst: one blank between siblings, no comments.
func (t *Tree) Append(dst []byte, n ID) []byte {
	var ends []ID
	last := t.End(n)
	for i := n; i < last; i++ {
		for len(ends) > 0 && ends[len(ends)-1] == i {
			dst = append(dst, ')')
			ends = ends[:len(ends)-1]
		}
		if i > n && dst[len(dst)-1] != '(' {
			dst = append(dst, ' ')
		}
		if t.Kind(i) == List {
			dst = append(dst, '(')
			ends = append(ends, t.End(i))
			continue
		}
		dst = append(dst, t.Text(i)...)
	}
	for range ends {
		dst = append(dst, ')')
	}
	return dst
}

// MaxSource is the largest text in bytes that a Reader accepts.
const MaxSource = math.MaxUint32 >> kindBits

// Limits on one top-level s-expression, which keep the memory for reading it to a few hundred megabytes.
const (
	MaxNodes = 1 << 25 // atoms and lists
	MaxDepth = 1 << 22 // lists open at once
)

// Reader splits a text into top-level s-expressions. Not safe for concurrent use.
type Reader struct {
	lex  lexer
	open []ID
}

// NewReader returns a Reader over src. A byte order mark at the beginning is skipped.
func NewReader(src string) *Reader { return &Reader{lex: lexer{src: src, off: markLen(src)}} }

// Offset returns the byte offset after the last s-expression read.
func (r *Reader) Offset() int { return r.lex.off }

// Raw returns the error that a strict reader has for the first quoted symbol so far that is not UTF-8, nil for none.
func (r *Reader) Raw() *Error { return r.lex.raw }

// Next reads the next top-level s-expression into t. more is false at the end of the text.
func (r *Reader) Next(t *Tree) (more bool, err *Error) {
	t.Src, t.nodes = r.lex.src, t.nodes[:0]
	if len(t.Src) > MaxSource {
		return false, Errorf("", 0, CodeTooLarge, "the text has %d bytes, more than %d", len(t.Src), MaxSource)
	}
	r.open = r.open[:0]
	for {
		tok, err := r.lex.next()
		if err != nil {
			return false, err
		}
		if len(t.nodes) == MaxNodes {
			return false, Errorf(t.Src, tok.start, CodeTooLarge, "more than %d symbols and lists in one s-expression", MaxNodes)
		}
		switch tok.kind {
		case open:
			if len(r.open) == MaxDepth {
				return false, Errorf(t.Src, tok.start, CodeTooDeep, "lists nested more than %d deep", MaxDepth)
			}
			r.open = append(r.open, ID(len(t.nodes)))
			t.add(newNode(tok.start, List, 0), tok.end)
			continue
		case closing:
			if len(r.open) == 0 {
				return false, Errorf(t.Src, tok.start, CodeSyntax, "closing parenthesis without an opening one")
			}
			top := r.open[len(r.open)-1]
			r.open = r.open[:len(r.open)-1]
			t.nodes[top].link = uint32(len(t.nodes))
		case eof:
			if len(r.open) == 0 {
				return false, nil
			}
			at := t.Offset(r.open[len(r.open)-1])
			line, _ := Position(t.Src, len(t.Src))
			e := Errorf(t.Src, at, CodeTruncated, "parenthesis never closed: the text ends at line %d with %d open", line, len(r.open))
			return false, e
		default:
			t.add(newNode(tok.start, tok.kind, tok.end), tok.end)
		}
		if len(r.open) == 0 {
			return true, nil
		}
	}
}

// add appends n, which was read from the text before off. From a certain size on it estimates the number of
// further nodes from the text read so far: growing step by step would take twice the memory.
func (t *Tree) add(n node, off int) {
	if k := len(t.nodes); k == cap(t.nodes) && k >= 1<<20 {
		first := t.Offset(Root)
		guess := int(float64(k) * 1.05 * float64(len(t.Src)-first) / float64(off-first))
		bigger := make([]node, k, min(max(guess, k+k/8), MaxNodes))
		copy(bigger, t.nodes)
		t.nodes = bigger
	}
	t.nodes = append(t.nodes, n)
}

// Unquote returns the characters that a string literal's source text (with its quotes) stands for:
// only the doubled quote is undone, \u escapes stay (SMT-LIB 2.6, section 3.1; theory Strings).
func Unquote(text string) string {
	if len(text) < 2 {
		return ""
	}
	return strings.ReplaceAll(text[1:len(text)-1], `""`, `"`)
}

// Quote writes s as a string literal.
func Quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
