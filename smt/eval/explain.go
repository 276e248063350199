package eval

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Blame is the smallest part of a false formula that makes it false.
type Blame struct {
	Term  *term.Term
	Want  bool // the value that would have been needed there
	Parts []Part
	// Path leads from the formula to Term: the argument to take at each step, or Body.
	Path []int
}

// Body is a step of a Blame's path from a symbol to what it stands for: from a defined constant to the body of its definition, or from a label to
// the term with that name.
const Body = -1

// Part is an argument of the blamed term with its value.
type Part struct {
	Term  *term.Term
	Value value.Value
}

// Explain descends from a false formula to the smallest subterm whose value makes it false: to the
// false conjunct, to the conclusion of a false implication, through negations, into the branch that an ite
// takes. It stops at false disjunctions, unless they have only one part.
func (ev *Evaluator) Explain(t *term.Term) Blame {
	b := Blame{Want: true}
	for {
		next, step := ev.culprit(t, b.Want)
		if next == nil {
			break
		}
		b.Want = b.Want != t.Func().Is("not")
		t, b.Path = next, append(b.Path, step)
	}
	b.Term = t
	if t.Kind() == term.App {
		for _, a := range t.Args() {
			if len(a.Free()) == 0 {
				b.Parts = append(b.Parts, Part{Term: a, Value: ev.Term(a)})
			}
		}
	}
	return b
}

// culprit returns the only part of t that has to change for t to have the value want, and the step that leads to it. A part of a negation has to
// have the other value.
func (ev *Evaluator) culprit(t *term.Term, want bool) (next *term.Term, step int) {
	if t.Kind() == term.Annot {
		return t.Args()[0], 0
	}
	if t.Kind() != term.App {
		return nil, 0
	}
	f, args := t.Func(), t.Args()
	part := func(i int) (*term.Term, int) { return args[i], i }
	switch {
	case f.Is("not"):
		return part(0)
	case f.Is("and") && want:
		return ev.smallest(args, false)
	case f.Is("or") && !want:
		return ev.smallest(args, true)
	case f.Is("=>") && want && len(args) == 2:
		return part(1)
	case f.Is("ite") && ev.Term(args[0]).IsTrue():
		return part(1)
	case f.Is("ite") && ev.Term(args[0]).IsFalse():
		return part(2)
	case f.Kind == term.UserFunc && f.Decl.Kind == term.Label:
		return f.Decl.Body, Body
	case f.Kind == term.UserFunc && f.Decl.Kind == term.Defined && len(args) == 0 && f.Decl.Body != nil:
		return f.Decl.Body, Body
	}
	return nil, 0
}

// maxSize bounds how exactly the sizes of terms are compared.
const maxSize = 1 << 16

// smallest returns the smallest of the terms whose value is has, and its place.
func (ev *Evaluator) smallest(ts []*term.Term, has bool) (best *term.Term, place int) {
	size := 0
	for i, t := range ts {
		v := ev.Term(t)
		if v.IsOpen() || v.IsTrue() != has {
			continue
		}
		if n := ev.size(t); best == nil || n < size {
			best, place, size = t, i, n
		}
	}
	return best, place
}

// size returns the number of nodes of t written out without sharing, at most maxSize. It remembers the sizes of parts.
func (ev *Evaluator) size(root *term.Term) int {
	todo := []*term.Term{root}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		if ev.sizes.Get(t) > 0 {
			todo = todo[:len(todo)-1]
			continue
		}
		n, waits := 1, false
		term.Below(t, func(c *term.Term) {
			m := ev.sizes.Get(c)
			if n = min(maxSize, n+m); m == 0 {
				todo, waits = append(todo, c), true
			}
		})
		if !waits {
			todo = todo[:len(todo)-1]
			ev.sizes.Set(t, n)
		}
	}
	return ev.sizes.Get(root)
}

const (
	// maxText bounds the text of a term in an explanation.
	maxText = 400
	// maxWritten is the size from which a term is not written at all.
	maxWritten = 10_000
	// maxParts bounds the number of parts that are named.
	maxParts = 64
)

// String describes what is wrong: "(< x y) is false: x = 5, y = 3".
func (b Blame) String() string {
	var w strings.Builder
	fmt.Fprintf(&w, "%s is %v", brief(b.Term), !b.Want)
	sep := ": "
	for i, p := range b.Parts {
		if i == maxParts {
			fmt.Fprintf(&w, " and %d more", len(b.Parts)-i)
			break
		}
		text := brief(p.Term)
		val := p.Value.Text(maxText)
		if text == val || p.Value.IsUnsupported() {
			continue // the value has no text of its own
		}
		w.WriteString(sep + text + " = " + val)
		sep = ", "
	}
	return w.String()
}

// brief returns the text of a term, truncated if it is long.
func brief(t *term.Term) string {
	nodes := 0
	term.Walk([]*term.Term{t}, func(*term.Term) bool { nodes++; return nodes <= maxWritten })
	if nodes > maxWritten {
		return fmt.Sprintf("a term of more than %d parts", maxWritten)
	}
	return shorten(t.String())
}

func shorten(s string) string {
	if len(s) > maxText {
		return s[:maxText] + "..."
	}
	return s
}
