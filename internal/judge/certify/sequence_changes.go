package certify

import (
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/term"
)

// changes returns the symbols that mean different things in the two models.
func changes(a, b *model.Model) map[*term.Decl]bool {
	out := make(map[*term.Decl]bool)
	for d, x := range a.Defs {
		if y := b.Defs[d]; y == nil || !sameDef(x, y) {
			out[d] = true
		}
	}
	for d := range b.Defs {
		if a.Defs[d] == nil {
			out[d] = true
		}
	}
	return out
}

func sameDef(x, y *model.Def) bool {
	if len(x.Vars) == 0 || len(x.Vars) != len(y.Vars) {
		return len(x.Vars) == len(y.Vars) && x.Body == y.Body
	}
	return x == y || term.EqualUnder(x.Vars, y.Vars, x.Body, y.Body)
}

// hangs reports whether any of the symbols occur in a formula, or in the functions that it calls.
func (q *Sequence) hangs(t *term.Term, symbols map[*term.Decl]bool) bool {
	all, known := q.supports[t]
	if !known {
		all = support(t)
		if q.supports == nil {
			q.supports = make(map[*term.Term][]*term.Decl)
		}
		q.supports[t] = all
	}
	for _, d := range all {
		if symbols[d] {
			return true
		}
	}
	return false
}

// support returns the symbols without a body in a formula, and in the functions that it calls.
func support(t *term.Term) []*term.Decl {
	var out []*term.Decl
	seen := make(map[*term.Decl]bool)
	todo := []*term.Term{t}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		term.Walk([]*term.Term{t}, func(t *term.Term) bool {
			f := t.Func()
			if f == nil || f.Decl == nil || seen[f.Decl] {
				return true
			}
			seen[f.Decl] = true
			if f.Decl.Body != nil {
				todo = append(todo, f.Decl.Body)
			} else {
				out = append(out, f.Decl)
			}
			return true
		})
	}
	return out
}
