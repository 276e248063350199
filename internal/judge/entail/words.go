package entail

import (
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// membership returns a formula without regular expressions that is equivalent to a membership of a word: in the language of one word, with anything before or
// behind it. It is nil for anything else.
func (q *question) membership(t *term.Term) *term.Term {
	if !applies(t, "str.in_re") || len(t.Args()) != 2 {
		return nil
	}
	word, parts := t.Args()[0], []*term.Term{t.Args()[1]}
	if applies(parts[0], "re.++") {
		parts = parts[0].Args()
	}
	before, behind := anything(parts[0]), anything(parts[len(parts)-1])
	if before {
		parts = parts[1:]
	}
	if behind && len(parts) > 0 {
		parts = parts[:len(parts)-1]
	}
	if len(parts) != 1 || !applies(parts[0], "str.to_re") {
		return nil
	}
	op, args := "=", []*term.Term{word, parts[0].Args()[0]}
	switch {
	case before && behind:
		op = "str.contains"
	case before:
		op, args = "str.suffixof", []*term.Term{args[1], args[0]}
	case behind:
		op, args = "str.prefixof", []*term.Term{args[1], args[0]}
	}
	st := q.kernel.store
	out, _, err := st.Overload(st.Table.Lookup(op), nil, nil, args)
	if err != nil {
		return nil
	}
	return out
}

// anything reports whether a regular expression is plainly that of all words.
func anything(t *term.Term) bool {
	return applies(t, "re.all") || applies(t, "re.*") && applies(t.Args()[0], "re.allchar")
}

// applies reports whether a term is an application of a theory's operator.
func applies(t *term.Term, name string) bool {
	f := t.Func()
	return f != nil && f.Kind == term.TheoryFunc && f.Name() == name
}

// noWord reports whether a term is plainly the empty word, or its language.
func noWord(t *term.Term) bool {
	if applies(t, "str.to_re") {
		t = t.Args()[0]
	}
	return t.Kind() == term.Literal && t.LiteralKind() == syntax.String && t.Text() == `""`
}
