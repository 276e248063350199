package synth_test

import (
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// unreachable are rows that no builder can fill, with the reason. A row that can be filled must not be listed.
var unreachable = map[string]string{}

// TestEveryRowIsProduced builds each operator that engines may invent, for a solver that has it, and reads the result back.
func TestEveryRowIsProduced(t *testing.T) {
	s := mutatetest.Script(t, prelude())
	pool := builder(s, nil).Pool
	for _, row := range theory.Builtin().Rows() {
		if row.NoGenerate != "" {
			continue
		}
		t.Run(row.Signature(), func(t *testing.T) {
			if len(row.In) == 0 {
				t.Fatal("no solver has the operator, and it is not :no-generate")
			}
			// Rows are chosen by name, because functions as arguments are left to the user's choice.
			b := builder(s, []*theory.Row{row}, row.In[0].Solver)
			b.Pool = pool
			var made []*term.Term
			for _, want := range pool.Sorts() {
				specific, generic := b.Catalog.Producing(want)
				if !slices.Contains(specific, row) && !slices.Contains(generic, row) {
					continue
				}
				for seed := range uint64(8) {
					x := b.Row(rng.New(seed), row, want, end(s))
					if x == nil {
						continue
					}
					if x.Sort() != want {
						t.Fatalf("%s has sort %s instead of %s", x, x.Sort(), want)
					}
					if f := x.Func(); f == nil || f.Row != row {
						t.Fatalf("%s is headed by another operator", x)
					}
					made = append(made, x)
				}
			}
			why, excused := unreachable[row.Signature()]
			switch {
			case len(made) == 0 && !excused:
				t.Fatal("never produced")
			case len(made) > 0 && excused:
				t.Fatalf("produced %s although %s", made[0], why)
			}
			isOver(t, s, made...)
		})
	}
}

// TestIndicesFollowFromTheResult asks for a sort whose width no constant of the script has: head indices and argument widths
// must be chosen so that it is met.
func TestIndicesFollowFromTheResult(t *testing.T) {
	tests := []struct {
		row  string
		want func(*sorts.Store) *sorts.Sort
	}{
		{"concat", func(st *sorts.Store) *sorts.Sort { return st.BitVec(7) }},
		{"concat", func(st *sorts.Store) *sorts.Sort { return st.BitVec(44) }},
		{"extract", func(st *sorts.Store) *sorts.Sort { return st.BitVec(7) }},
		{"extract", func(st *sorts.Store) *sorts.Sort { return st.BitVec(31) }},
		{"zero_extend", func(st *sorts.Store) *sorts.Sort { return st.BitVec(33) }},
		{"sign_extend", func(st *sorts.Store) *sorts.Sort { return st.BitVec(100) }},
		{"repeat", func(st *sorts.Store) *sorts.Sort { return st.BitVec(24) }},
		{"int_to_bv", func(st *sorts.Store) *sorts.Sort { return st.BitVec(77) }},
		{"fp.to_ubv", func(st *sorts.Store) *sorts.Sort { return st.BitVec(19) }},
		{"fp.to_sbv", func(st *sorts.Store) *sorts.Sort { return st.BitVec(20) }},
		{"to_fp", func(st *sorts.Store) *sorts.Sort { return st.Float(4, 8) }},
		{"to_fp_unsigned", func(st *sorts.Store) *sorts.Sort { return st.Float(2, 3) }},
		{"+oo", func(st *sorts.Store) *sorts.Sort { return st.Float(15, 113) }},
	}
	s := mutatetest.Script(t, prelude())
	for _, tt := range tests {
		want := tt.want(s.Store.Sorts)
		t.Run(tt.row+" "+want.String(), func(t *testing.T) {
			rows := slices.DeleteFunc(slices.Clone(theory.Builtin().Lookup(tt.row)), func(r *theory.Row) bool { return r.NoGenerate != "" })
			if len(rows) == 0 {
				t.Fatal("no such operator")
			}
			for _, row := range rows {
				b := builder(s, rows, "z3")
				var made []*term.Term
				for seed := range uint64(200) {
					if x := b.Row(rng.New(seed), row, want, end(s)); x != nil {
						if x.Sort() != want {
							t.Fatalf("%s has sort %s", x, x.Sort())
						}
						made = append(made, x)
					}
				}
				if len(made) == 0 {
					t.Errorf("%s never produced %s", row.Signature(), want)
				}
				isOver(t, s, made...)
			}
		})
	}
}
