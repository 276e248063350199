package eval

import (
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// maxPointed bounds the number of terms of a function's body that are searched for points.
const maxPointed = 2_000

// Points returns, for each parameter of a declared or defined function, values with which its definition compares the parameter: where
// the function's value is likely to change. Each is known; there may be none, and the definition may have more than the search finds.
// The caller must not change the slices.
func (ev *Evaluator) Points(d *term.Decl) [][]value.Value {
	if p, ok := ev.points[d]; ok {
		return p
	}
	vars, body := d.Vars, d.Body
	if ev.model != nil && body == nil {
		if def := ev.model.Defs[d]; def != nil {
			vars, body = def.Vars, ev.body(def)
		}
	}
	out := make([][]value.Value, len(d.Params))
	if body != nil {
		left := maxPointed
		term.Walk([]*term.Term{body}, func(t *term.Term) bool {
			left--
			if t.Kind() == term.App && t.Func().Is("=") && len(t.Args()) == 2 {
				for i, v := range vars {
					ev.compared(&out[i], v, t.Args()[0], t.Args()[1])
					ev.compared(&out[i], v, t.Args()[1], t.Args()[0])
				}
			}
			return left > 0
		})
	}
	if ev.points == nil {
		ev.points = map[*term.Decl][][]value.Value{}
	}
	ev.points[d] = out
	return out
}

// compared adds the value of y to the points of v when x is v.
func (ev *Evaluator) compared(points *[]value.Value, v, x, y *term.Term) {
	if x != v || len(y.Free()) > 0 || y.HasBinder() {
		return
	}
	if c, ok := ev.canonical(ev.Term(y)); ok && c.IsKnown() {
		*points = append(*points, c)
	}
}
