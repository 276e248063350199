package crosscheck

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/value"
)

// newest are the versions under which all operators are made: the laws need no solver.
var newest = map[string]string{"z3": "", "cvc5": "", "cvc4": ""}

// A term and its printed and re-read form have the same value. Choosing the values that the standard leaves open,
// in any way, never changes a value that is known without such a choice. A sample is 10 terms of each operator, a
// long run 200.
func TestGroundLaws(t *testing.T) {
	inner := newCatalogs(newest)
	compared, refined := 0, 0
	for i, op := range operators(newest) {
		r := rng.New(uint64(i) + 1)
		d := &dialects[i%len(dialects)]
		g := newGenerator(d, inner[d.name], r)
		sorts := &model.Model{Script: g.decls}
		plain := eval.New(g.st, sorts, eval.Options{})
		fills := fillings(plain.Domain())
		for range testdepth.Sample(10, 200) {
			x, _ := op.make(g)
			if x == nil {
				continue
			}
			v := plain.Term(x)
			for _, fill := range fills {
				w := eval.New(g.st, sorts, eval.Options{Fill: fill}).Term(x)
				if v.IsKnown() && v.String() != w.String() {
					t.Fatalf("%s is %s, and %s once open values are chosen", x, v, w)
				}
				if !v.IsKnown() && w.IsKnown() {
					refined++
				}
			}
			if !v.IsKnown() {
				continue
			}
			text := groundPrelude + "(define-fun r () " + x.Sort().String() + " " + x.String() + ")"
			s, err := elab.Script(text, elab.Options{})
			if err != nil {
				t.Fatalf("%s cannot be read: %v", x, err)
			}
			body := s.Commands[len(s.Commands)-1].Decls[0].Body
			if w := eval.New(s.Store, &model.Model{Script: s}, eval.Options{}).Term(body); w.String() != v.String() {
				t.Fatalf("%s is %s, and %s when it is read again", x, v, w)
			}
			compared++
		}
	}
	t.Logf("%d terms printed, read and evaluated again; %d open values refined", compared, refined)
	if compared < 1000 || refined == 0 {
		t.Error("too few terms to show anything")
	}
}

// fillings are ways to choose open values: the default of the sort, an argument of that sort, another constant.
func fillings(d *value.Domain) []func(eval.Gap) value.Value {
	return []func(eval.Gap) value.Value{
		func(g eval.Gap) value.Value { v, _ := d.Default(g.Sort); return v },
		func(g eval.Gap) value.Value {
			v, _ := d.Default(g.Sort)
			for _, a := range g.Args {
				if a.Kind() == v.Kind() && a.Width() == v.Width() && a.IsKnown() && a.Kind() < value.Array && a.Kind() != value.Float {
					return a
				}
			}
			return v
		},
		func(g eval.Gap) value.Value {
			if vs, ok := d.All(g.Sort, 1<<10); ok && len(vs) > 0 {
				return vs[len(vs)-1]
			}
			v, _ := d.Default(g.Sort)
			return v
		},
	}
}
