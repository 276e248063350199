package elab

import (
	"slices"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// later is the value of a let that is read where the name is first used, because only that position determines its sort:
// z3 shares (cons (leaf 1) null) like this.
type later struct {
	node   syntax.ID
	depths []depth // of the names in it, at its position
}

// depth counts the nested meanings of a name.
type depth struct {
	en    *entry
	count int
}

// same reports whether the names still mean what they meant at the position of the value.
func (l *later) same() bool {
	return !slices.ContainsFunc(l.depths, func(d depth) bool { return len(d.en.locals) != d.count })
}

// postpone returns a stand-in for the value of a let at n if it is a constructor whose sort neither its position nor
// its arguments determine. Values that bind names are not postponed.
func (x *Session) postpone(n syntax.ID) (standIn *term.Term, ok bool) {
	e, t := x.e, &x.e.tree
	head := n
	if t.Kind(n) == syntax.List && t.Len(n) > 0 {
		head = t.First(n)
	}
	name, ok := t.Name(head)
	if !ok || !e.openConstructor(name) || x.constructed(n, 0) != nil {
		return nil, false
	}
	l := &later{node: n}
	seen := map[*entry]bool{}
	for k, end := n, t.End(n); k < end; k++ {
		name, ok := t.Name(k)
		if !ok {
			continue
		}
		if slices.Contains([]string{"let", "forall", "exists", "lambda", "match", "witness", "!"}, name) {
			return nil, false
		}
		if en := e.enter(name); !seen[en] {
			seen[en] = true
			l.depths = append(l.depths, depth{en, len(en.locals)})
		}
	}
	standIn = e.store.NewVar(name, sorts.Bool) // never used as a variable
	if x.laters == nil {
		x.laters = map[*term.Term]*later{}
	}
	x.laters[standIn] = l
	return standIn, true
}

// resume opens the value that a stand-in, the innermost meaning of en, stands for. ok is false when v is not a stand-in.
func (x *Session) resume(n syntax.ID, en *entry, v *term.Term) (err *syntax.Error, ok bool) {
	if x == nil || x.laters[v] == nil {
		return nil, false
	}
	e, l := x.e, x.laters[v]
	if e.place == nil || !l.same() {
		err := e.tree.Errorf(n, syntax.CodeSort, "the sort of %s does not follow from its arguments", syntax.Clip(v.Text(), 60))
		err.Hint = "write (as NAME SORT) for its constructor"
		return err, true
	}
	e.frames = append(e.frames, frame{
		kind: fLater, node: l.node, cur: l.node, end: e.tree.End(l.node), base: len(e.values), want: e.place,
		aux: &aux{later: en},
	})
	return nil, true
}
