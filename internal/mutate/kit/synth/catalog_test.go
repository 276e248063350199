package synth_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// produces reports whether the catalog has the row among those for sort s.
func produces(c *synth.Catalog, row *theory.Row, s *sorts.Sort) bool {
	specific, generic := c.Producing(s)
	return slices.Contains(specific, row) || slices.Contains(generic, row)
}

func TestCatalogByTarget(t *testing.T) {
	st := sorts.NewStore()
	seq := st.Make(sorts.Applied, "Seq", nil, []*sorts.Sort{sorts.Int})
	set := st.Make(sorts.Applied, "Set", nil, []*sorts.Sort{sorts.Int})
	field := st.Make(sorts.Field, "FiniteField", []int{7}, nil)
	tests := []struct {
		name string // of the operator
		sort *sorts.Sort
		yes  []string // targets, joined with ";"
		no   []string
	}{
		{"and", sorts.Bool, []string{"", "z3", "cvc5", "cvc4", "boolector", "z3;cvc5;cvc4;boolector"}, []string{"nosuchsolver", "z3;nosuchsolver"}},
		{"bvadd", st.BitVec(8), []string{"", "z3", "boolector"}, nil},
		{"+", sorts.Int, []string{"", "z3", "cvc5;z3"}, []string{"boolector", "z3;boolector"}},
		{"seq.++", seq, []string{"", "z3", "cvc5"}, []string{"cvc4", "z3;cvc4"}},
		{"seq.rev", seq, []string{"cvc5"}, []string{"", "z3", "z3;cvc5"}},
		{"seq.last_indexof", sorts.Int, []string{"z3"}, []string{"", "cvc5"}},
		{"set.union", set, []string{"cvc5", "cvc4", "cvc5;cvc4"}, []string{"", "z3"}},
		{"set.is_empty", sorts.Bool, []string{"cvc5", "cvc5@1.2.1", "cvc5@1.10.0"}, []string{"cvc5@1.2.0", "cvc5@1.0.3", "cvc4"}},
		{"ff.add", field, []string{"cvc5@1.0.9", "cvc5@1.1.0"}, []string{"cvc5@1.0.3", "z3@4.8.12", "cvc5@1.2.0;z3@4.8.12"}},
		{"iand", sorts.Int, []string{"cvc5@1.0.3"}, []string{"z3"}},
		// Marked :no-generate, whoever has them.
		{"re.range", sorts.RegLan, nil, []string{"", "z3", "cvc5"}},
		{"const", st.Make(sorts.Array, "Array", nil, []*sorts.Sort{sorts.Int, sorts.Int}), nil, []string{"", "z3", "cvc5"}},
		{"iff", sorts.Bool, nil, []string{"z3"}},
		// They take functions: only on request.
		{"set.map", set, nil, []string{"cvc5"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			has := func(ts string) bool {
				c := synth.NewCatalog(theory.Builtin(), nil, targets(strings.FieldsFunc(ts, func(r rune) bool { return r == ';' })...))
				return slices.ContainsFunc(theory.Builtin().Lookup(tt.name), func(r *theory.Row) bool {
					return r.Name == tt.name && produces(c, r, tt.sort)
				})
			}
			for _, ts := range tt.yes {
				if !has(ts) {
					t.Errorf("missing for %q", ts)
				}
			}
			for _, ts := range tt.no {
				if has(ts) {
					t.Errorf("offered for %q", ts)
				}
			}
		})
	}
}

// TestCatalogOfChosenRows: rows that a user names are included although they are :no-generate or take functions, but not for
// a solver that lacks them; a user's own rows count for every solver.
func TestCatalogOfChosenRows(t *testing.T) {
	table, named, err := theory.Builtin().Extend("user.theory", `
(re.range String String RegLan)
(set.is_empty2 Int Bool)
(par (X) (my.choose X X X))
(bvmine (_ BitVec 8) (_ BitVec 8))
`)
	if err != nil {
		t.Fatal(err)
	}
	if len(named) != 4 {
		t.Fatalf("%d rows named", len(named))
	}
	s, e := elab.Script("(declare-const v (_ BitVec 8))(declare-const w (_ BitVec 9))(declare-const s String)", elab.Options{Table: table})
	if e != nil {
		t.Fatal(e)
	}
	for _, ts := range [][]string{nil, {"z3"}, {"cvc4"}, {"z3", "cvc5"}} {
		c := synth.NewCatalog(table, named, targets(ts...))
		for i, want := range []*sorts.Sort{sorts.RegLan, sorts.Bool, sorts.String, s.Store.Sorts.BitVec(8)} {
			if !produces(c, named[i], want) {
				t.Errorf("targets %v: %s is missing", ts, named[i].Name)
			}
		}
		if _, generic := c.Producing(s.Store.Sorts.BitVec(9)); len(generic) != 1 || generic[0] != named[2] {
			t.Errorf("targets %v: %d operators for any sort, not only my.choose", ts, len(generic))
		}
	}
	if c := synth.NewCatalog(table, named, targets("boolector")); produces(c, named[0], sorts.RegLan) {
		t.Error("re.range is offered for a solver without strings")
	}
	// What is built from a user's row is read back with the user's table.
	b := builder(s, named, "z3", "cvc5")
	var made []*term.Term
	for seed := range uint64(30) {
		for _, want := range []*sorts.Sort{sorts.String, s.Store.Sorts.BitVec(8), s.Store.Sorts.BitVec(9), sorts.RegLan} {
			if x := b.Operator(rng.New(seed), want, end(s)); x != nil {
				made = append(made, x)
			}
		}
	}
	if len(made) < 90 {
		t.Errorf("%d terms of 120 were built", len(made))
	}
	isOver(t, s, made...)
}

// TestCatalogOfNothing: an empty choice means no operators, not the whole table.
// Chains mostly do without what a target seldom decides, but not always, and not where it was asked for.
func TestMostly(t *testing.T) {
	table := theory.Builtin()
	row := table.Row("(str.replace_all String String String String)")
	all := synth.NewCatalogs(table, nil)
	share := func(cs *synth.Catalogs, percent int, dialects ...string) (without int) {
		for i := range 1000 {
			c := cs.Mostly(rng.New(1).SplitN(uint64(i)), percent, targets(dialects...))
			if !c.Has(row) {
				without++
			}
			if other := table.Row("(str.replace String String String String)"); !c.Has(other) {
				t.Fatalf("%v: no str.replace", dialects)
			}
		}
		return without
	}
	for _, dialects := range [][]string{{"z3"}, {"z3", "cvc5"}} {
		if n := share(all, 75, dialects...); n < 700 || n > 800 {
			t.Errorf("%v: %d of 1000 chains do without", dialects, n)
		}
		if some, every := share(all, 0, dialects...), share(all, 100, dialects...); some != 0 || every != 1000 {
			t.Errorf("%v: %d of 1000 chains do without where none should, %d where all should", dialects, some, every)
		}
	}
	if n := share(all, 100, "cvc5"); n != 0 {
		t.Errorf("cvc5: %d of 1000 chains do without", n)
	}
	if n := share(synth.NewCatalogs(table, table.Rows()), 100, "z3"); n != 0 {
		t.Errorf("chosen rows: %d of 1000 chains do without", n)
	}
}

// With and without, the same rows are invented otherwise.
func TestMostlyIsOtherwiseTheSame(t *testing.T) {
	table := theory.Builtin()
	all, z3 := synth.NewCatalogs(table, nil), targets("z3")
	some, every := all.Mostly(rng.New(1), 100, z3), all.For(z3)
	for _, row := range table.Rows() {
		if some.Has(row) != (every.Has(row) && !row.SeldomDecided(z3)) {
			t.Errorf("%s", row.Signature())
		}
	}
}

func TestCatalogOfNothing(t *testing.T) {
	c := synth.NewCatalog(theory.Builtin(), []*theory.Row{}, nil)
	if specific, generic := c.Producing(sorts.Bool); len(specific)+len(generic) > 0 {
		t.Errorf("%d operators", len(specific)+len(generic))
	}
	s := mutatetest.Script(t, "(declare-const a Int)(assert (> a 0))")
	if x := builder(s, []*theory.Row{}).Operator(rng.New(1), sorts.Bool, end(s)); x != nil {
		t.Errorf("built %s", x)
	}
}

func TestStorable(t *testing.T) {
	s := mutatetest.Script(t, prelude())
	for i, name := range variety {
		sort := constant(t, s, fmt.Sprintf("k%d", i)).Sort()
		first := sort.Kind() != sorts.Func
		only := first && name != "RegLan"
		for _, tt := range []struct {
			targets []string
			want    bool
		}{{nil, only}, {[]string{"z3"}, first}, {[]string{"cvc5"}, only}, {[]string{"z3", "cvc5"}, only}, {[]string{"z3@4.8.12", "z3"}, first}} {
			if got := synth.NewCatalog(theory.Builtin(), nil, targets(tt.targets...)).Storable(sort); got != tt.want {
				t.Errorf("%s for %v: %t", name, tt.targets, got)
			}
		}
	}
	array := s.Store.Sorts.Make(sorts.Array, "Array", nil, []*sorts.Sort{sorts.Int, sorts.RegLan})
	if synth.NewCatalog(theory.Builtin(), nil, nil).Storable(array) {
		t.Error("an array of regular expressions is storable")
	}
}

// TestPolymorphicOperatorsOfStorableSorts: whatever sort is asked for, an operator that takes or yields any sort is applied only
// where its targets have it: ite of languages only for z3 alone, ite of functions never.
func TestPolymorphicOperatorsOfStorableSorts(t *testing.T) {
	s := mutatetest.Script(t, prelude())
	for _, names := range [][]string{nil, {"z3"}, {"cvc5"}, {"z3", "cvc5"}} {
		b := builder(s, nil, names...)
		made, generic := 0, 0
		for i := range variety {
			want := constant(t, s, fmt.Sprintf("k%d", i)).Sort()
			for seed := range uint64(150) {
				x := b.Operator(rng.New(seed), want, end(s))
				if x == nil {
					continue
				}
				made++
				f := x.Func()
				if f.Row == nil {
					continue
				}
				check := func(p *sorts.Pattern, s *sorts.Sort) {
					if p.Var < 0 {
						return
					}
					if generic++; !b.Catalog.Storable(s) {
						t.Errorf("targets %v: %s is made at sort %s", names, x, s)
					}
				}
				check(&f.Row.Result, x.Sort())
				for k, a := range x.Args() {
					check(f.Row.Param(k, len(x.Args())), a.Sort())
				}
			}
		}
		if made < 100 || generic < 50 {
			t.Errorf("targets %v: %d terms, any sort at %d places", names, made, generic)
		}
	}
}

// TestBoolectorIsBinary: the 2010 dialect that boolector reads has no operator of three arguments but ite.
func TestBoolectorIsBinary(t *testing.T) {
	s := mutatetest.Script(t, `(set-logic QF_BV)(declare-fun v () (_ BitVec 8))(declare-fun p () Bool)(assert (and p (bvult v #x01)))`)
	wide := false
	for _, ts := range [][]string{{"boolector"}, {"z3"}} {
		b := builder(s, nil, ts...)
		for seed := range uint64(3000) {
			x := b.Operator(rng.New(seed), sorts.Bool, end(s))
			if x == nil || len(x.Args()) < 3 || x.Func().Is("ite") {
				continue
			}
			if ts[0] == "boolector" {
				t.Fatalf("%s for boolector", x)
			}
			wide = true
		}
	}
	if !wide {
		t.Error("no target gets an operator of three arguments")
	}
}

// TestDeclaredFunctions: functions, constructors, selectors and testers of the script are operators too, at the places where
// they are visible.
func TestDeclaredFunctions(t *testing.T) {
	s := mutatetest.Script(t, `
(declare-const p Bool)
(assert p)
(declare-datatypes ((D 0)) (((c (s Int)) (d))))
(declare-const x D)
(declare-fun f (Int D) Bool)
(define-fun g ((a Int)) Int (+ a 1))
(push 1)
(declare-fun h (D) D)
(assert (= x (c 1)))
(pop 1)
(assert p)`)
	b := builder(s, []*theory.Row{})
	tests := []struct {
		assertion int
		want      map[string]bool
	}{
		{0, map[string]bool{}},
		{1, map[string]bool{"c": true, "s": true, "f": true, "g": true, "h": true, "is c": true, "is d": true}},
		{2, map[string]bool{"c": true, "s": true, "f": true, "g": true, "is c": true, "is d": true}},
	}
	for _, tt := range tests {
		at := mutatetest.Asserts(s)[tt.assertion]
		got := map[string]bool{}
		for seed := range uint64(200) {
			for _, want := range b.Pool.Sorts() {
				x := b.Operator(rng.New(seed), want, occurrence.Place{Command: at})
				if x == nil {
					continue
				}
				if x.Sort() != want {
					t.Fatalf("%s has sort %s, not %s", x, x.Sort(), want)
				}
				name := x.Func().Name()
				if x.Func().Kind == term.TesterFunc {
					name = "is " + x.Func().Decl.Name
				}
				got[name] = true
				if want != sorts.Bool {
					continue
				}
				c := *s.Commands[at]
				c.Terms = []*term.Term{x}
				again := mutatetest.Script(t, s.With(at, c).String())
				if ok, why := script.Equal(s.With(at, c), again); !ok {
					t.Fatalf("%s: %s", x, why)
				}
			}
		}
		for name := range tt.want {
			if !got[name] {
				t.Errorf("assertion %d: %s never occurred", tt.assertion, name)
			}
		}
		for name := range got {
			if !tt.want[name] {
				t.Errorf("assertion %d: %s is not visible here", tt.assertion, name)
			}
		}
	}
}

// TestShadowed: operators whose name, or whose spelling for a solver, means something else in the script are left alone, and
// so are terms of the script that use them where the name is free.
func TestShadowed(t *testing.T) {
	s := mutatetest.Script(t, `
(declare-const a Int)
(declare-const v (_ BitVec 4))
(assert (> (mod a 2) (div 7 a)))
(declare-fun bv2nat (Int) Int)
(declare-datatypes ((D 0)) (((* (abs Int)))))
(assert (! (> a 0) :named div))
(push 1)
(declare-const mod Int)
(assert (> mod 0))
(pop 1)`)
	b := builder(s, nil)
	seen := map[string]bool{}
	for seed := range uint64(500) {
		for _, want := range []*sorts.Sort{sorts.Int, sorts.Bool} {
			if x := b.Operator(rng.New(seed), want, end(s)); x != nil && x.Func().Kind == term.TheoryFunc {
				seen[x.Func().Name()] = true
			}
			if x := b.Pool.Pick(rng.New(seed), want, end(s), nil); x != nil {
				for _, name := range []string{"(mod ", "(div "} {
					if strings.Contains(x.String(), name) {
						t.Fatalf("the pool offers %s", x)
					}
				}
			}
		}
	}
	for _, name := range []string{"*", "abs", "div", "mod", "ubv_to_int"} {
		if seen[name] {
			t.Errorf("%s was built", name)
		}
	}
	for _, name := range []string{"+", "-", ">", "="} {
		if !seen[name] {
			t.Errorf("%s was never built", name)
		}
	}
}

// TestOddLiterals: ranges of characters are literals where all targets have them and the script does not redefine their name; constant arrays are literals for z3 alone.
func TestOddLiterals(t *testing.T) {
	const decls = "(declare-const a (Array Int Int))(declare-const s String)(assert (= (select a 1) (str.len s)))"
	for _, tt := range []struct {
		text, targets     string
		ranges, constants bool
	}{
		{decls, "z3 cvc5", true, false},
		{decls, "z3", true, true},
		{"(set-logic QF_AUFLIA)" + decls, "z3", true, false},
		{"(declare-fun re.range (Int) Int)" + decls, "z3", false, true},
	} {
		s := mutatetest.Script(t, tt.text)
		b := builder(s, nil, strings.Fields(tt.targets)...)
		b.Literals = true
		ranges, constants := false, false
		arrays := constant(t, s, "a").Sort()
		for seed := range uint64(60) {
			if x := b.Literal(rng.New(seed), sorts.RegLan, end(s)); x != nil && x.Func().Is("re.range") {
				ranges = true
			}
			x := b.Literal(rng.New(seed), arrays, end(s))
			constants = constants || x != nil && x.Func().Is("const")
		}
		if ranges != tt.ranges || constants != tt.constants {
			t.Errorf("%s for %s: ranges %v, constant arrays %v", tt.text, tt.targets, ranges, constants)
		}
	}
}

// TestExcept: Pick never returns the expression to be replaced.
func TestExcept(t *testing.T) {
	s := mutatetest.Script(t, "(declare-const a Int)(declare-const b Int)(assert (= a b))")
	p := synth.NewPool(s)
	a, b := constant(t, s, "a"), constant(t, s, "b")
	for seed := range uint64(50) {
		if x := p.Pick(rng.New(seed), sorts.Int, end(s), a); x != b {
			t.Fatalf("picked %v", x)
		}
	}
	only := mutatetest.Script(t, "(declare-const a Int)(assert true)")
	if x := synth.NewPool(only).Pick(rng.New(1), sorts.Int, end(only), constant(t, only, "a")); x != nil {
		t.Errorf("picked %v although nothing else is there", x)
	}
}

// TestTablesRejectNonsense: a user's file with an unknown sort is an error at its place.
func TestTablesRejectNonsense(t *testing.T) {
	_, _, err := theory.Builtin().Extend("user.theory", "(abs Int Int)\n(f Nonsense Int)")
	var se *syntax.Error
	if !errors.As(err, &se) || se.Line != 2 || se.Col != 4 {
		t.Errorf("error %v", err)
	}
}
