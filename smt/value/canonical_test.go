package value_test

import (
	"fmt"
	"testing"

	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// TestCanonicalOnce: arrays over few indices have the same canonical form exactly when they are equal at every index, whatever
// base and entries they were written with. This includes arrays of arrays.
func TestCanonicalOnce(t *testing.T) {
	st := term.NewStore(theory.Builtin())
	d := &value.Domain{Sorts: st.Sorts}
	bv := func(width int, n uint64) value.Value { return value.OfBV(bitvec.New(width, n)) }
	for _, tt := range []struct{ width, elements int }{{1, 2}, {1, 3}, {2, 2}} {
		t.Run(fmt.Sprintf("%d elements at 2^%d indices", tt.elements, tt.width), func(t *testing.T) {
			index, elem := st.Sorts.BitVec(tt.width), st.Sorts.BitVec(2)
			inner := st.Sorts.Make(sorts.Array, "Array", nil, []*sorts.Sort{index, elem})
			outer := st.Sorts.Make(sorts.Array, "Array", nil, []*sorts.Sort{inner, sorts.Bool})
			type form struct {
				plain  value.Value
				at     string // the elements in order
				member value.Value
			}
			var forms []form
			// Each index has an entry with one of the elements, or none.
			n := 1 << tt.width
			ways := 1
			for range n {
				ways *= tt.elements + 1
			}
			for base := range tt.elements {
				for way := range ways {
					f := form{plain: value.OfConst(inner, bv(2, uint64(base)))}
					for i, rest := 0, way; i < n; i, rest = i+1, rest/(tt.elements+1) {
						e := base
						if k := rest % (tt.elements + 1); k < tt.elements {
							e = k
							f.plain = d.Store(f.plain, bv(tt.width, uint64(i)), bv(2, uint64(e)))
						}
						f.at += fmt.Sprint(" ", e)
					}
					c, ok := d.Canonical(f.plain)
					if !ok {
						t.Fatalf("%s has no canonical form", f.plain)
					}
					f.member = c
					forms = append(forms, f)
				}
			}
			for i, f := range forms {
				for _, g := range forms[:i+1] {
					equal := f.at == g.at
					if eq, known := d.Same(f.plain, g.plain); !known || eq != equal {
						t.Fatalf("%s and %s: equal %v, known %v", f.plain, g.plain, eq, known)
					}
					if (value.Compare(f.member, g.member) == 0) != equal {
						t.Fatalf("%s and %s have the canonical forms %s and %s", f.plain, g.plain, f.member, g.member)
					}
					holder := d.Store(value.OfConst(outer, value.False), f.member, value.True)
					if d.Select(holder, g.member).IsTrue() != equal {
						t.Fatalf("an array that holds %s is asked for %s", f.plain, g.plain)
					}
				}
			}
		})
	}
}
