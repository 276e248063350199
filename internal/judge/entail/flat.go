package entail

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// A law says how the arguments of an operator may be arranged without a change of its value; each may be nested.
type law struct {
	// unordered: their order does not matter. once: a repetition adds nothing.
	unordered, once bool
	// words: the empty word adds nothing.
	words bool
	// neutral is the digit that all bits of a neutral argument have, 0 for no such argument.
	neutral byte
}

var laws = map[string]law{
	"concat": {}, "str.++": {words: true}, "re.++": {words: true}, "seq.++": {},
	"bvand": {unordered: true, once: true, neutral: '1'}, "bvor": {unordered: true, once: true, neutral: '0'}, "bvxor": {unordered: true, neutral: '0'},
	"re.union": {unordered: true, once: true}, "re.inter": {unordered: true, once: true},
	"and": {unordered: true, once: true}, "or": {unordered: true, once: true},
}

// flat returns a text that equal terms have in common, where they differ only in the arrangement of arguments; "" for a term without such an operator at the
// top.
func (q *question) flat(t *term.Term, depth int) string {
	if s, ok := q.flats[t]; ok {
		return s
	}
	f := t.Func()
	if f == nil || f.Kind != term.TheoryFunc || len(t.Args()) == 0 || depth > maxNested {
		return ""
	}
	l, ok := laws[f.Name()]
	if !ok {
		return ""
	}
	var parts []string
	todo := []*term.Term{t}
	for len(todo) > 0 && q.spend(1) {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if g := at.Func(); g != nil && g.Kind == term.TheoryFunc && g.Name() == f.Name() && len(at.Args()) > 0 {
			args := at.Args()
			for i := len(args) - 1; i >= 0; i-- {
				todo = append(todo, args[i])
			}
			continue
		}
		if l.words && noWord(at) {
			continue
		}
		if l.neutral != 0 && at.Kind() == term.Literal && at.LiteralKind() == syntax.Binary && strings.Trim(at.Text()[2:], string(l.neutral)) == "" {
			continue
		}
		part := q.flat(at, depth+1)
		if part == "" {
			part = strconv.Itoa(q.kernel.canonical(at).ID())
		}
		parts = append(parts, part)
	}
	if l.unordered {
		slices.Sort(parts)
	}
	if l.once {
		parts = slices.Compact(parts)
	}
	out := "(" + t.Sort().String() + " " + f.Name() + " " + strings.Join(parts, " ") + ")"
	if len(out) > maxFlat {
		out = ""
	}
	q.flats[t] = out
	return out
}

// maxFlat bounds the text of an arrangement.
const maxFlat = 1 << 14
