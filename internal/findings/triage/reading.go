package triage

import (
	"cmp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/syntax"
)

// An asked is one query of a session: the commands of a script up to its exit.
type asked []askedCommand

type askedCommand struct {
	text, name string
	check      int // the number of check-sats before it, less one
}

// parseAsked cuts a script into commands; ok is false for a text that is not a list of commands.
func parseAsked(text []byte) (q asked, ok bool) {
	var tree syntax.Tree
	check := -1
	for r := syntax.NewReader(string(text)); ; {
		more, err := r.Next(&tree)
		if err != nil {
			return nil, false
		}
		if !more {
			return q, true
		}
		c := askedCommand{text: tree.Text(syntax.Root), check: check}
		if kids := tree.Children(syntax.Root); tree.Kind(syntax.Root) == syntax.List && len(kids) > 0 {
			c.name, _ = tree.Name(kids[0])
		}
		switch {
		case c.name == "exit":
			return q, true
		case strings.HasPrefix(c.name, "check-sat"):
			check++
		}
		q = append(q, c)
	}
}

// asks reports whether a command only asks for details of an answer.
func (c askedCommand) asks() bool { return strings.HasPrefix(c.name, "get-") }

// answered reports whether a question has a response, because the answer before it is the one that it asks about.
func (c askedCommand) answered(answers []smt.Status) bool {
	if c.check < 0 || c.check >= len(answers) {
		return false
	}
	kind, asks := question.Find(c.name, "")
	return asks && kind.After() != smt.NoStatus && kind.Fits(answers[c.check])
}

// with returns the query with the questions that have a response from a process that gave these answers; without answers it has no questions.
func (q asked) with(answers []smt.Status) asked {
	return slices.DeleteFunc(slices.Clone(q), func(c askedCommand) bool { return c.asks() && !c.answered(answers) })
}

// levels are the commands that undo others: without them, a session means something else.
var levels = []string{"push", "pop", "reset", "reset-assertions"}

// removable returns the indices of the commands that a query can do without.
func (q asked) removable() []int {
	var out []int
	for i, c := range q {
		if !slices.Contains(levels, c.name) {
			out = append(out, i)
		}
	}
	return out
}

// only returns the query with the removable commands of these indices, and all commands that are not removable.
func (q asked) only(kept []int) asked {
	var out asked
	for i, c := range q {
		if slices.Contains(levels, c.name) || slices.Contains(kept, i) {
			out = append(out, c)
		}
	}
	return out
}

// head returns the number of commands at its beginning that set options and the logic.
func (q asked) head() int {
	i := slices.IndexFunc(q, func(c askedCommand) bool { return c.name != "set-option" && c.name != "set-logic" })
	if i < 0 {
		return len(q)
	}
	return i
}

func (q asked) append(dst []byte) []byte {
	for _, c := range q {
		dst = append(append(dst, c.text...), '\n')
	}
	return dst
}

// readingOf writes queries as a reused process of a profile reads them. Between push and pop, options and the logic are set once.
func readingOf(s *solver.Session, p *solver.Profile, queries []asked) *solver.Reading {
	reset := strings.TrimSpace(cmp.Or(p.Living.Reset, "(reset)")) + "\n"
	out := &solver.Reading{Mode: s.Mode, Command: s.Command}
	for i, q := range queries {
		var text []byte
		switch {
		case s.Mode == solver.Push:
			head := q.head()
			if i == 0 {
				text = append(q[:head].append(text), "(push 1)\n"...)
			} else {
				text = append(text, "(pop 1)\n(push 1)\n"...)
			}
			text = q[head:].append(text)
		case i > 0:
			text = q.append(append(text, reset...))
		default:
			text = q.append(text)
		}
		out.Queries = append(out.Queries, text)
	}
	return out
}
