package sorts_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/sorts"
)

func TestInterning(t *testing.T) {
	st := sorts.NewStore()
	arr := func(a, b *sorts.Sort) *sorts.Sort { return st.Make(sorts.Array, "Array", nil, []*sorts.Sort{a, b}) }
	for _, tt := range []struct {
		name  string
		a, b  *sorts.Sort
		equal bool
	}{
		{"shared sorts", st.Make(sorts.Basic, "Int", nil, nil), sorts.Int, true},
		{"a user's sort called Int is another", st.Make(sorts.User, "Int", nil, nil), sorts.Int, false},
		{"a parameter called Int is another", st.Make(sorts.Param, "Int", nil, nil), st.Make(sorts.User, "Int", nil, nil), false},
		{"bit-vectors of one width", st.BitVec(8), st.Make(sorts.BitVec, "BitVec", []int{8}, nil), true},
		{"bit-vectors of two widths", st.BitVec(8), st.BitVec(9), false},
		{"floats", st.Float(8, 24), st.Float(8, 24), true},
		{"floats of swapped sizes", st.Float(8, 24), st.Float(24, 8), false},
		{"arrays", arr(sorts.Int, sorts.Bool), arr(sorts.Int, sorts.Bool), true},
		{"arrays the other way round", arr(sorts.Int, sorts.Bool), arr(sorts.Bool, sorts.Int), false},
		{"nesting", arr(sorts.Int, arr(sorts.Int, sorts.Int)), arr(arr(sorts.Int, sorts.Int), sorts.Int), false},
		{"functions", st.Func([]*sorts.Sort{sorts.Int}, sorts.Bool), st.Make(sorts.Func, "->", nil, []*sorts.Sort{sorts.Int, sorts.Bool}), true},
		{"no arguments", st.Func(nil, sorts.Bool), sorts.Bool, true},
		{"indices are not arguments", st.Make(sorts.Indexed, "G", []int{1, 23}, nil), st.Make(sorts.Indexed, "G", []int{12, 3}, nil), false},
	} {
		if (tt.a == tt.b) != tt.equal {
			t.Errorf("%s: %s and %s", tt.name, tt.a, tt.b)
		}
	}
}

func TestText(t *testing.T) {
	st := sorts.NewStore()
	list := st.Make(sorts.User, "my list", nil, []*sorts.Sort{sorts.Int})
	for _, tt := range []struct {
		s    *sorts.Sort
		want string
		size int
	}{
		{sorts.Bool, "Bool", 1},
		{st.BitVec(32), "(_ BitVec 32)", 1},
		{list, "(|my list| Int)", 2},
		{st.Make(sorts.Array, "Array", nil, []*sorts.Sort{list, st.Float(5, 11)}), "(Array (|my list| Int) (_ FloatingPoint 5 11))", 4},
		{st.Func([]*sorts.Sort{list, list}, sorts.Real), "(-> (|my list| Int) (|my list| Int) Real)", 6},
	} {
		if tt.s.String() != tt.want || tt.s.Size() != tt.size {
			t.Errorf("got %s of size %d, want %s of size %d", tt.s, tt.s.Size(), tt.want, tt.size)
		}
	}
	// Large sorts are rendered when asked for.
	s := sorts.Int
	for range 8 {
		s = st.Make(sorts.Array, "Array", nil, []*sorts.Sort{s, s})
	}
	if text := s.String(); strings.Count(text, "Int") != 256 || s.Size() != 511 {
		t.Errorf("a sort of size %d is written in %d bytes", s.Size(), len(text))
	}
}

func TestSubstituteAndUnify(t *testing.T) {
	st := sorts.NewStore()
	x, y := st.Make(sorts.Param, "X", nil, nil), st.Make(sorts.Param, "Y", nil, nil)
	arr := func(a, b *sorts.Sort) *sorts.Sort { return st.Make(sorts.Array, "Array", nil, []*sorts.Sort{a, b}) }
	by := map[string]*sorts.Sort{}
	if !sorts.Unify(arr(x, arr(y, x)), arr(sorts.Int, arr(st.BitVec(3), sorts.Int)), by) || by["X"] != sorts.Int || by["Y"] != st.BitVec(3) {
		t.Fatalf("unified as %v", by)
	}
	if got := st.Substitute(arr(x, arr(y, x)), by); got != arr(sorts.Int, arr(st.BitVec(3), sorts.Int)) {
		t.Errorf("got %s", got)
	}
	if got := st.Substitute(arr(x, sorts.Int), map[string]*sorts.Sort{"Z": sorts.Bool}); got != arr(x, sorts.Int) {
		t.Errorf("got %s", got)
	}
	if sorts.Unify(arr(x, x), arr(sorts.Int, sorts.Bool), map[string]*sorts.Sort{}) {
		t.Error("one parameter stands for two sorts")
	}
	if sorts.Unify(st.BitVec(3), st.BitVec(4), map[string]*sorts.Sort{}) {
		t.Error("two widths unify")
	}
	if !arr(sorts.Int, x).HasParam() || arr(sorts.Int, sorts.Int).HasParam() {
		t.Error("HasParam")
	}
}

func TestExpressions(t *testing.T) {
	n := func(v int) *sorts.Expr { return &sorts.Expr{Op: 'n', N: v} }
	v := func(i int) *sorts.Expr { return &sorts.Expr{Op: 'v', N: i} }
	op := func(o byte, l, r *sorts.Expr) *sorts.Expr { return &sorts.Expr{Op: o, L: l, R: r} }
	for _, tt := range []struct {
		name  string
		e     *sorts.Expr
		bound []int // values of variables 0, 1...
		want  int
		solve bool // whether variable len(bound) can be solved for
		value int  // what it becomes
	}{
		{"variable", v(0), nil, 7, true, 7},
		{"bound variable", v(0), []int{7}, 7, true, 0},
		{"another value", v(0), []int{8}, 7, false, 0},
		{"constant", n(7), nil, 7, true, 0},
		{"sum", op('+', v(0), n(3)), nil, 7, true, 4},
		{"sum from the right", op('+', n(3), v(0)), nil, 7, true, 4},
		{"difference", op('-', v(0), n(3)), nil, 7, true, 10},
		{"difference from the right", op('-', n(10), v(0)), nil, 7, true, 3},
		{"product", op('*', n(7), v(0)), nil, 21, true, 3},
		{"product that does not divide", op('*', n(7), v(0)), nil, 22, false, 0},
		{"product with zero", op('*', n(0), v(0)), nil, 0, false, 0},
		{"two unknowns", op('+', v(0), v(1)), nil, 7, false, 0},
		{"one of two known", op('+', v(0), v(1)), []int{3}, 7, true, 4},
		{"nested", op('+', op('-', v(0), v(1)), n(1)), []int{9}, 4, true, 6},
		{"too large to compute", op('*', v(0), v(0)), []int{1 << 40}, 0, false, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b sorts.Binding
			for i, x := range tt.bound {
				b.SetIdx(i, x)
			}
			if got := tt.e.Solve(tt.want, &b); got != tt.solve {
				t.Fatalf("solved: %v", got)
			}
			if !tt.solve {
				return
			}
			if i := len(tt.bound); b.HasIdx(i) && b.Idx[i] != tt.value {
				t.Errorf("solved as %d, want %d", b.Idx[i], tt.value)
			}
			if got, ok := tt.e.Eval(&b); !ok || got != tt.want {
				t.Errorf("evaluates to %d, want %d", got, tt.want)
			}
		})
	}
	if _, ok := op('*', n(1<<20), n(1<<20)).Eval(&sorts.Binding{}); ok {
		t.Error("a product above the limit has a value")
	}
}

func TestInstantiateRefuses(t *testing.T) {
	st := sorts.NewStore()
	idx := func(v int) []sorts.Expr { return []sorts.Expr{{Op: 'n', N: v}, {Op: 'n', N: v}} }
	for _, tt := range []struct {
		name string
		p    sorts.Pattern
	}{
		{"unbound sort", sorts.Pattern{Var: 0}},
		{"unbound index", sorts.Pattern{Var: -1, Kind: sorts.BitVec, Name: "BitVec", Idx: []sorts.Expr{{Op: 'v'}}}},
		{"no width", sorts.Pattern{Var: -1, Kind: sorts.BitVec, Name: "BitVec", Idx: idx(0)[:1]}},
		{"negative width", sorts.Pattern{Var: -1, Kind: sorts.BitVec, Name: "BitVec", Idx: idx(-1)[:1]}},
		{"huge width", sorts.Pattern{Var: -1, Kind: sorts.BitVec, Name: "BitVec", Idx: idx(sorts.MaxIndex + 1)[:1]}},
		{"small float", sorts.Pattern{Var: -1, Kind: sorts.Float, Name: "FloatingPoint", Idx: idx(1)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if s, err := tt.p.Instantiate(st, &sorts.Binding{}); err == nil {
				t.Errorf("made %s", s)
			}
		})
	}
}
