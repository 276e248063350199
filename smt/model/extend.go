package model

import (
	"strings"

	"github.com/assay-smt/assay/smt/term"
)

// Text is the text of a model to which further constants can be added. Immutable.
type Text struct {
	head, tail string // what precedes the definitions of further constants, and what follows them
	writer     *writer
}

// NewText writes a model.
func NewText(m *Model) *Text {
	w := newWriter(m)
	w.opening()
	head := w.b.String()
	w.closing()
	return &Text{head: head, tail: w.b.String()[len(head):], writer: w}
}

// String returns the model as [Print] does.
func (t *Text) String() string { return t.head + t.tail }

// With returns the model with definitions of further constants after those of the script's, as [Print] writes them. The bodies
// contain no functions that only the model defines.
func (t *Text) With(decls []*term.Decl, bodies []*term.Term) string {
	w := &writer{model: t.writer.model, seen: t.writer.seen}
	for i, d := range decls {
		w.define(d.Text, d.Result, &Def{Body: bodies[i]})
	}
	var b strings.Builder
	b.Grow(len(t.head) + w.b.Len() + len(t.tail))
	b.WriteString(t.head)
	b.WriteString(w.b.String())
	b.WriteString(t.tail)
	return b.String()
}
