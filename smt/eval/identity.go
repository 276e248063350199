package eval

import (
	"slices"

	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// writing is how a function is written, and the names of the values that it depends on: the arguments that it was already
// given, and the values of its free variables. Functions that are written alike over equal values are equal.
type writing struct {
	what any // a *term.Term, a *term.Decl, or something that represents one of them
	over string
}

// identity returns the number of the function written as what over the values over, a new number when there is none yet.
func (ev *Evaluator) identity(what any, over []value.Value) uint64 {
	key := make([]byte, 0, 8*len(over))
	for _, v := range over {
		if k, ok := ev.canonical(v); ok {
			v = k
		}
		key = ev.name(key, v)
	}
	w := writing{what, string(key)}
	if id, ok := ev.functions[w]; ok && !ev.over() {
		return id
	}
	ev.lastFunction++
	if !ev.over() { // after that, names are worthless
		ev.meter.Take(memoBytes + len(key))
		ev.functions[w] = ev.lastFunction
	}
	return ev.lastFunction
}

// free returns the values of t's free variables except those in bound, in their order in t.
func (ev *Evaluator) free(t *term.Term, bound []*term.Term, f *frame) []value.Value {
	vars := t.Free()
	if !ev.meter.Spend(len(vars) * (1 + len(bound))) {
		return nil
	}
	var out []value.Value
	for _, v := range vars {
		if slices.Contains(bound, v) {
			continue
		}
		x, _ := ev.lookup(f, v)
		out = append(out, x)
	}
	return out
}
