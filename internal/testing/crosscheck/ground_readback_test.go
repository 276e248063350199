package crosscheck

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/syntax"
)

// readBackEvery is the share of terms whose values are asked for: one in this many.
const readBackEvery = 8

// readBack asks for the solver's values of some terms, reads both as SMT-LIB text and compares them in Assay: the
// other direction of settle, through printer, reader and evaluator.
func (q *questions) readBack(xs []*probe, r *rng.Rand) {
	var chosen []*probe
	for _, x := range xs {
		if r.IntN(readBackEvery) == 0 && x.put == x.t {
			chosen = append(chosen, x)
		}
	}
	if len(chosen) == 0 {
		return
	}
	texts := make([]string, len(chosen))
	for i, x := range chosen {
		texts[i] = q.text(x.t)
	}
	lines, err := q.query("(check-sat)\n(get-value (" + strings.Join(texts, "\n") + "))\n")
	if err != nil || len(lines) < 2 || lines[0] != "sat" {
		return // settle reports one of these terms
	}
	values := pairs(strings.Join(lines[1:], "\n"))
	if len(values) != len(chosen) {
		return
	}
	for i, x := range chosen {
		q.compareBack(x, texts[i], values[i])
	}
}

// pairs returns the values in an answer ((t v) ...), nil when it is not one.
func pairs(answer string) []string {
	var tree syntax.Tree
	if more, err := syntax.NewReader(answer).Next(&tree); err != nil || !more {
		return nil
	}
	var out []string
	for _, pair := range tree.Children(syntax.Root) {
		kids := tree.Children(pair)
		if len(kids) != 2 {
			return nil
		}
		out = append(out, tree.Text(kids[1]))
	}
	return out
}

// compareBack evaluates the equation of a term with the solver's value of it.
func (q *questions) compareBack(x *probe, text, answer string) {
	if text == answer {
		return // the solver has no value that could be distinguished from the term
	}
	src := fmt.Sprintf("%s(assert (= %s %s))", groundPrelude, text, answer)
	s, err := elab.Script(src, elab.Options{})
	if err != nil {
		q.tally.mismatch(&mismatch{x: x, dialect: &q.dialect, outcome: unreadable, detail: answer + "\n  " + err.Error(), claim: src})
		return
	}
	v := eval.New(s.Store, &model.Model{Script: s}, eval.Options{}).Term(s.Commands[len(s.Commands)-1].Terms[0])
	switch {
	case v.IsTrue():
		q.tally.count(x.op, q.solver, readBack, 1)
	case v.IsFalse():
		q.tally.mismatch(&mismatch{x: x, dialect: &q.dialect, outcome: disagrees, detail: answer, claim: src})
	case !v.HasUnsupported():
		q.tally.count(x.op, q.solver, unfinished, 1)
	default:
		q.tally.mismatch(&mismatch{x: x, dialect: &q.dialect, outcome: unreadable, detail: answer + "\n  " + v.Reason(), claim: src})
	}
}
