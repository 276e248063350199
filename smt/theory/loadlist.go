package theory

import (
	"slices"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
)

// listPattern reads (reverse X...), (pick X... i...) and (pick X... i); ok is false when n is none of these.
func (l *loader) listPattern(n syntax.ID, kids []syntax.ID, sc *scope) (p sorts.Pattern, ok bool, err *syntax.Error) {
	t := &l.tree
	reverse, pick := t.Is(kids[0], "reverse") && len(kids) == 2, t.Is(kids[0], "pick") && len(kids) == 3
	if !reverse && !pick {
		return p, false, nil
	}
	list, err := l.list(kids[1], sc)
	if err != nil {
		return p, false, err
	}
	p = sorts.Pattern{Var: -1, List: list, Form: sorts.Reversed}
	if reverse {
		return p, true, nil
	}
	if name, _ := t.Name(kids[2]); sc.many != "" && name == sc.many {
		p.Form = sorts.Picked
		return p, true, nil
	}
	e, err := l.expr(kids[2], sc)
	if err != nil {
		return p, false, err
	}
	p.Form, p.Idx = sorts.At, []sorts.Expr{e}
	return p, true, nil
}

// list returns the number of the list variable at n.
func (l *loader) list(n syntax.ID, sc *scope) (int, *syntax.Error) {
	name, _ := l.tree.Name(n)
	i := slices.Index(sc.lists, name)
	if i < 0 {
		err := l.tree.Errorf(n, syntax.CodeUnknown, "expected a variable for a list of sorts, found %s", syntax.Clip(l.tree.Text(n), 40))
		err.Hint = "bind it with (par (X...) ...)"
		return 0, err
	}
	return i, nil
}

// positions reads (within i... X...) and (joins i... X... Y...).
func (l *loader) positions(n syntax.ID, kids []syntax.ID, sc *scope) (c Cond, err *syntax.Error) {
	t := &l.tree
	c.Rel = t.Text(kids[0])
	want := 3
	if c.Rel == "joins" {
		want = 4
	}
	if name, _ := t.Name(kids[min(1, len(kids)-1)]); len(kids) != want || sc.many == "" || name != sc.many {
		return c, t.Errorf(n, syntax.CodeMalformed, "a condition on positions has the form (within i... X...) or (joins i... X... Y...)")
	}
	for _, k := range kids[2:] {
		list, err := l.list(k, sc)
		if err != nil {
			return c, err
		}
		c.Lists = append(c.Lists, list)
	}
	return c, nil
}
