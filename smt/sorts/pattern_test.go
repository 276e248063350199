package sorts_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/assay-smt/assay/smt/sorts"
)

// The patterns of these tests, as theory files have them.
func number(n int) sorts.Expr            { return sorts.Expr{Op: 'n', N: n} }
func index(i int) sorts.Expr             { return sorts.Expr{Op: 'v', N: i} }
func variable(i int) sorts.Pattern       { return sorts.Pattern{Var: i} }
func ground(s *sorts.Sort) sorts.Pattern { return sorts.Pattern{Var: -1, Sort: s} }
func list(f sorts.Form, i int) sorts.Pattern {
	return sorts.Pattern{Var: -1, Form: f, List: i}
}
func component(of int, at sorts.Expr) sorts.Pattern {
	return sorts.Pattern{Var: -1, Form: sorts.At, List: of, Idx: []sorts.Expr{at}}
}
func indexed(k sorts.Kind, name string, idx ...sorts.Expr) sorts.Pattern {
	return sorts.Pattern{Var: -1, Kind: k, Name: name, Idx: idx}
}
func applied(k sorts.Kind, name string, args ...sorts.Pattern) sorts.Pattern {
	return sorts.Pattern{Var: -1, Kind: k, Name: name, Args: args}
}
func tuple(args ...sorts.Pattern) sorts.Pattern { return applied(sorts.Applied, "Tuple", args...) }

// The orders of two fields, too large for an index.
const mersenne127, mersenne521 = "170141183460469231731687303715884105727", "6864797660130609714981900799081393217269435300143305409394463459185543183397656052122559640661454554977296311391480858037121987999716643812574028291115057151"

// TestMatch: which sorts fit a pattern, that what fits is what the pattern then stands for, and what its lists are bound to.
func TestMatch(t *testing.T) {
	st := sorts.NewStore()
	arr := func(a, b *sorts.Sort) *sorts.Sort { return st.Make(sorts.Array, "Array", nil, []*sorts.Sort{a, b}) }
	tup := func(ss ...*sorts.Sort) *sorts.Sort { return st.Make(sorts.Applied, "Tuple", nil, ss) }
	arrays := func(a, b sorts.Pattern) sorts.Pattern { return applied(sorts.Array, "Array", a, b) }
	wider := sorts.Expr{Op: '+', L: &sorts.Expr{Op: 'v'}, R: &sorts.Expr{Op: 'n', N: 1}}
	x, y := variable(0), variable(1)
	fun := st.Func([]*sorts.Sort{sorts.Int, sorts.Bool}, sorts.Real)
	ints := [][]*sorts.Sort{{sorts.Int, sorts.Bool, sorts.Real}}
	for _, tt := range []struct {
		name  string
		p     sorts.Pattern
		s     *sorts.Sort
		fits  bool
		lists [][]*sorts.Sort // bound before
		many  []int           // bound before
		after []*sorts.Sort   // what list 0 is then
	}{
		{name: "a variable", p: x, s: fun, fits: true},
		{name: "a sort", p: ground(sorts.Int), s: sorts.Int, fits: true},
		{name: "another sort", p: ground(sorts.Int), s: sorts.Real},
		{name: "arguments", p: arrays(x, y), s: arr(sorts.Int, sorts.Bool), fits: true},
		{name: "arguments that are the same", p: arrays(x, x), s: arr(sorts.Int, sorts.Int), fits: true},
		{name: "arguments that should be the same", p: arrays(x, x), s: arr(sorts.Int, sorts.Bool)},
		{name: "the first argument is another one", p: arrays(ground(sorts.Int), x), s: arr(sorts.Bool, sorts.Int)},
		{name: "the last argument is another one", p: arrays(x, ground(sorts.Int)), s: arr(sorts.Int, sorts.Bool)},
		{name: "arguments of arguments", p: arrays(x, arrays(y, x)), s: arr(sorts.Int, arr(sorts.Bool, sorts.Int)), fits: true},
		{name: "arguments of arguments that should be the same", p: arrays(x, arrays(y, x)), s: arr(sorts.Int, arr(sorts.Bool, sorts.Bool))},
		{name: "another constructor", p: arrays(x, y), s: tup(sorts.Int, sorts.Int)},
		{name: "too few arguments", p: tuple(x, y), s: tup(sorts.Int)},
		{name: "too many arguments", p: tuple(x), s: tup(sorts.Int, sorts.Int)},

		{name: "a width", p: indexed(sorts.BitVec, "BitVec", index(0)), s: st.BitVec(8), fits: true},
		{name: "the least width", p: indexed(sorts.BitVec, "BitVec", index(0)), s: st.BitVec(1), fits: true},
		{name: "a fixed width", p: indexed(sorts.BitVec, "BitVec", number(8)), s: st.BitVec(8), fits: true},
		{name: "another fixed width", p: indexed(sorts.BitVec, "BitVec", number(8)), s: st.BitVec(9)},
		{name: "a width to compute", p: indexed(sorts.BitVec, "BitVec", wider), s: st.BitVec(8), fits: true},
		{name: "formats", p: indexed(sorts.Float, "FloatingPoint", index(0), index(1)), s: st.Float(2, 2), fits: true},
		{name: "formats with a fixed part", p: indexed(sorts.Float, "FloatingPoint", index(0), number(24)), s: st.Float(8, 24), fits: true},
		{name: "formats with another fixed part", p: indexed(sorts.Float, "FloatingPoint", index(0), number(24)), s: st.Float(8, 25)},

		{name: "a field", p: indexed(sorts.Field, "FiniteField", index(0)), s: st.Field("17"), fits: true},
		{name: "a large field", p: indexed(sorts.Field, "FiniteField", index(0)), s: st.Field(mersenne127), fits: true},
		{name: "a large field for a fixed one", p: indexed(sorts.Field, "FiniteField", number(17)), s: st.Field(mersenne127)},

		{name: "a function", p: applied(sorts.Func, "->", x, y, ground(sorts.Real)), s: fun, fits: true},
		{name: "a function of fewer arguments", p: applied(sorts.Func, "->", x, y, variable(2), variable(3)), s: fun},

		{name: "all components", p: tuple(list(sorts.All, 0)), s: tup(ints[0]...), fits: true, after: ints[0]},
		{name: "no component", p: tuple(list(sorts.All, 0)), s: tup(), fits: true, after: []*sorts.Sort{}},
		{name: "all but the first", p: tuple(x, list(sorts.All, 0)), s: tup(ints[0]...), fits: true, after: ints[0][1:]},
		{name: "all but the last", p: tuple(list(sorts.All, 0), x), s: tup(ints[0]...), fits: true, after: ints[0][:2]},
		{name: "all but two of one", p: tuple(x, list(sorts.All, 0), y), s: tup(sorts.Int)},
		{name: "the bound components", p: tuple(list(sorts.All, 0)), s: tup(ints[0]...), lists: ints, fits: true, after: ints[0]},
		{name: "other components than the bound ones", p: tuple(list(sorts.All, 0)), s: tup(sorts.Int, sorts.Bool, sorts.Int), lists: ints},
		{name: "more components than the bound ones", p: tuple(list(sorts.All, 0)), s: tup(append(slices.Clone(ints[0]), sorts.Int)...), lists: ints},
		{name: "fewer components than the bound ones", p: tuple(list(sorts.All, 0)), s: tup(ints[0][:2]...), lists: ints},
		{name: "the bound components and further ones", p: tuple(list(sorts.All, 0), list(sorts.All, 1)), s: tup(append(slices.Clone(ints[0]), sorts.Int)...), lists: ints, fits: true, after: ints[0]},
		{name: "two lists of unknown length", p: tuple(list(sorts.All, 0), list(sorts.All, 1)), s: tup(ints[0]...)},
		{name: "two lists of unknown length after a component", p: tuple(x, list(sorts.All, 0), list(sorts.All, 1)), s: tup(ints[0]...)},

		{name: "the other way round", p: tuple(list(sorts.Reversed, 0)), s: tup(ints[0]...), fits: true, after: []*sorts.Sort{sorts.Real, sorts.Bool, sorts.Int}},
		{name: "one, the other way round", p: tuple(list(sorts.Reversed, 0)), s: tup(sorts.Int), fits: true, after: []*sorts.Sort{sorts.Int}},
		{name: "the bound ones the other way round", p: tuple(list(sorts.Reversed, 0)), s: tup(sorts.Real, sorts.Bool, sorts.Int), lists: ints, fits: true, after: ints[0]},
		{name: "the bound ones as they are", p: tuple(list(sorts.Reversed, 0)), s: tup(ints[0]...), lists: ints},

		{name: "the picked ones", p: tuple(list(sorts.Picked, 0)), s: tup(sorts.Real, sorts.Int), lists: ints, many: []int{2, 0}, fits: true, after: ints[0]},
		{name: "the picked ones in another order", p: tuple(list(sorts.Picked, 0)), s: tup(sorts.Int, sorts.Real), lists: ints, many: []int{2, 0}},
		{name: "a position beyond the last one", p: tuple(list(sorts.Picked, 0)), s: tup(sorts.Int), lists: ints, many: []int{3}},
		{name: "a position before the first one", p: tuple(list(sorts.Picked, 0)), s: tup(sorts.Int), lists: ints, many: []int{-1}},
		{name: "picked from nothing known", p: tuple(list(sorts.Picked, 0)), s: tup(sorts.Int), many: []int{0}},

		{name: "the component at a position", p: component(0, number(2)), s: sorts.Real, lists: ints, fits: true, after: ints[0]},
		{name: "the first component", p: component(0, number(0)), s: sorts.Int, lists: ints, fits: true, after: ints[0]},
		{name: "another component", p: component(0, number(1)), s: sorts.Real, lists: ints},
		{name: "a component beyond the last one", p: component(0, number(3)), s: sorts.Real, lists: ints},
		{name: "a component at any position", p: component(0, index(0)), s: sorts.Bool, lists: ints, fits: true, after: ints[0]},
		{name: "a component at no position", p: component(0, index(0)), s: sorts.String, lists: ints},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b sorts.Binding
			for i, ss := range tt.lists {
				b.SetList(i, ss)
			}
			if tt.many != nil {
				b.SetMany(tt.many)
			}
			if fits := tt.p.Match(tt.s, &b); fits != tt.fits {
				t.Fatalf("%s fits: %v", tt.s, fits)
			}
			if !tt.fits {
				return
			}
			if again, err := tt.p.Instantiate(st, &b); err != nil || again != tt.s {
				t.Errorf("%s fits a pattern that stands for %v, %v", tt.s, again, err)
			}
			if got, ok := b.List(0); ok != (tt.after != nil) || !slices.Equal(got, tt.after) {
				t.Errorf("the list is %v, want %v", got, tt.after)
			}
		})
	}
}

// TestPickedPositions: where no positions are given, the components that are found say which they are, each the first of its sort.
func TestPickedPositions(t *testing.T) {
	st := sorts.NewStore()
	p := tuple(list(sorts.Picked, 0))
	for _, tt := range []struct {
		components []*sorts.Sort
		want       []int // nil: they do not fit
	}{
		{[]*sorts.Sort{sorts.Bool, sorts.Int}, []int{1, 0}},
		{[]*sorts.Sort{sorts.Real, sorts.Real}, []int{2, 2}},
		{[]*sorts.Sort{sorts.Bool, sorts.String}, nil},
	} {
		var b sorts.Binding
		b.SetList(0, []*sorts.Sort{sorts.Int, sorts.Bool, sorts.Real, sorts.Real})
		s := st.Make(sorts.Applied, "Tuple", nil, tt.components)
		if fits := p.Match(s, &b); fits != (tt.want != nil) {
			t.Errorf("%s fits: %v", s, fits)
			continue
		}
		if got, _ := b.Many(); tt.want != nil && !slices.Equal(got, tt.want) {
			t.Errorf("%s is at %v, want %v", s, got, tt.want)
		}
	}
}

// TestLargeFields: fields whose order no index can hold are told apart, written with all digits, and the same where a signature says so.
func TestLargeFields(t *testing.T) {
	st := sorts.NewStore()
	small, large, larger := st.Field("17"), st.Field(mersenne127), st.Field(mersenne521)
	for order, s := range map[string]*sorts.Sort{"17": small, mersenne127: large, mersenne521: larger} {
		if want := "(_ FiniteField " + order + ")"; s.String() != want || s.Order().String() != order {
			t.Errorf("%s is written as %s, of order %s", want, s, s.Order())
		}
		if st.Field("00"+order) != s {
			t.Errorf("leading zeros make another field than %s", s)
		}
	}
	if sorts.Int.Order() != nil {
		t.Error("Int has an order")
	}
	p := indexed(sorts.Field, "FiniteField", index(0))
	for _, first := range []*sorts.Sort{small, large, larger} {
		for _, second := range []*sorts.Sort{small, large, larger} {
			var b sorts.Binding
			if !p.Match(first, &b) {
				t.Fatalf("%s does not fit", first)
			}
			if got := p.Match(second, &b); got != (first == second) {
				t.Errorf("%s and then %s fit one variable: %v", first, second, got)
			}
		}
	}
}

// TestInstantiate: what patterns stand for under a binding, up to the limits.
func TestInstantiate(t *testing.T) {
	st := sorts.NewStore()
	bound := func() *sorts.Binding {
		var b sorts.Binding
		b.Sorts[0] = sorts.Int
		b.SetIdx(0, 1)
		b.SetList(0, []*sorts.Sort{sorts.Int, sorts.Bool})
		b.SetMany([]int{1, 1, 0})
		return &b
	}
	unbound := func() *sorts.Binding { return &sorts.Binding{} }
	outside := func() *sorts.Binding { b := bound(); b.SetMany([]int{2}); return b }
	for _, tt := range []struct {
		name string
		p    sorts.Pattern
		b    func() *sorts.Binding
		want string // "" for none
		why  error
	}{
		{"a variable", variable(0), bound, "Int", nil},
		{"another variable", variable(1), bound, "", sorts.ErrUnbound},
		{"the least width", indexed(sorts.BitVec, "BitVec", index(0)), bound, "(_ BitVec 1)", nil},
		{"the largest width", indexed(sorts.BitVec, "BitVec", number(sorts.MaxIndex)), bound, "(_ BitVec 1073741824)", nil},
		{"the least format", indexed(sorts.Float, "FloatingPoint", number(2), number(2)), bound, "(_ FloatingPoint 2 2)", nil},
		{"no exponent", indexed(sorts.Float, "FloatingPoint", number(1), number(2)), bound, "", nil},
		{"no significand", indexed(sorts.Float, "FloatingPoint", number(2), number(1)), bound, "", nil},
		{"a function", applied(sorts.Func, "->", variable(0), ground(sorts.Bool)), bound, "(-> Int Bool)", nil},
		{"the first component", component(0, number(0)), bound, "Int", nil},
		{"the last component", component(0, index(0)), bound, "Bool", nil},
		{"a component beyond the last", component(0, number(2)), bound, "", nil},
		{"a component before the first", component(0, number(-1)), bound, "", nil},
		{"a component of nothing known", component(0, number(0)), unbound, "", sorts.ErrUnbound},
		{"a component at no known position", component(0, index(1)), bound, "", sorts.ErrUnbound},
		{"components", tuple(variable(0), list(sorts.All, 0)), bound, "(Tuple Int Int Bool)", nil},
		{"components the other way round", tuple(list(sorts.Reversed, 0)), bound, "(Tuple Bool Int)", nil},
		{"picked components", tuple(list(sorts.Picked, 0)), bound, "(Tuple Bool Bool Int)", nil},
		{"picked components beyond the last", tuple(list(sorts.Picked, 0)), outside, "", nil},
		{"components of nothing known", tuple(list(sorts.All, 0)), unbound, "", sorts.ErrUnbound},
		{"a list alone", list(sorts.All, 0), bound, "", sorts.ErrUnbound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := tt.p.Instantiate(st, tt.b())
			if (err == nil) != (tt.want != "") || tt.why != nil && !errors.Is(err, tt.why) {
				t.Fatalf("it is %v, %v", s, err)
			}
			if err == nil && s.String() != tt.want {
				t.Errorf("it is %s, want %s", s, tt.want)
			}
		})
	}
}

// TestLimitsOfExpressions: what is computed from a numeral beyond the limit is no index, on whichever side it is and even where the result is
// small; numerals at the limit are.
func TestLimitsOfExpressions(t *testing.T) {
	const most = sorts.MaxIndex
	for _, tt := range []struct {
		l    int
		op   byte
		r    int
		want int
		ok   bool
	}{
		{most, '-', most, 0, true},
		{-most, '+', most, 0, true},
		{most, '+', 0, most, true},
		{0, '-', most, -most, true},
		{most, '+', 1, 0, false},
		{-most, '-', 1, 0, false},
		{most + 1, '-', 2, 0, false},
		{-most - 1, '+', 2, 0, false},
		{2, '-', most + 1, 0, false},
		{2, '+', -most - 1, 0, false},
		{-2, '-', -most - 1, 0, false},
		{0, '*', most + 1, 0, false},
		{0, '*', -most - 1, 0, false},
		{most, '*', 1, most, true},
		{most, '*', 2, 0, false},
		{-7, '*', 3, -21, true},
	} {
		l, r := number(tt.l), number(tt.r)
		e := sorts.Expr{Op: tt.op, L: &l, R: &r}
		if got, ok := e.Eval(&sorts.Binding{}); ok != tt.ok || ok && got != tt.want {
			t.Errorf("%d %c %d is %d, %v", tt.l, tt.op, tt.r, got, ok)
		}
	}
}

// TestPartialApplications: a function of several arguments fits a pattern of fewer: what is left is a function of the others.
func TestPartialApplications(t *testing.T) {
	st := sorts.NewStore()
	f := st.Func([]*sorts.Sort{sorts.Int, sorts.Bool, sorts.Int}, sorts.Real)
	p := applied(sorts.Func, "->", variable(0), variable(1))
	var b sorts.Binding
	if !p.Match(f, &b) || b.Sorts[0] != sorts.Int || b.Sorts[1] != st.Func([]*sorts.Sort{sorts.Bool, sorts.Int}, sorts.Real) {
		t.Errorf("%s is bound as %v", f, b.Sorts[:2])
	}
	p = applied(sorts.Func, "->", variable(0), ground(sorts.Int), variable(1))
	if p.Match(f, &sorts.Binding{}) {
		t.Errorf("%s fits although its second argument is no Int", f)
	}
	p = applied(sorts.Func, "->", variable(0), ground(sorts.Bool), variable(0))
	if p.Match(f, &sorts.Binding{}) {
		t.Errorf("%s fits although what is left is no Int", f)
	}
}
