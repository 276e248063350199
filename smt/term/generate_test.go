package term_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// pool are the sorts from which random terms are built: at least one of every theory.
var pool = []string{
	"Bool", "Int", "Real", "String", "RegLan", "RoundingMode", "Unicode", "U", "(P Int)", "Color", "(List Int)", "(List Color)",
	"(_ BitVec 1)", "(_ BitVec 4)", "(_ BitVec 8)", "(_ BitVec 18)", "(_ FloatingPoint 3 5)", "(_ FloatingPoint 8 24)",
	"(_ FiniteField 7)", "(Array Int Bool)", "(Array (_ BitVec 4) (_ BitVec 8))", "(Array Int (Array Int Real))",
	"(Seq Int)", "(Seq (Seq Bool))", "(Set Int)", "(Set (Tuple Int))", "(Set (Tuple Int Int))", "(Bag Int)", "(Tuple Int Bool)",
	"(-> Int Int)", "(-> Int Bool Int)", "(-> U Bool)",
}

// prelude declares user sorts, datatypes, functions with awkward names and a constant k<i> of each sort in pool.
func prelude() string {
	var b strings.Builder
	b.WriteString(`(declare-sort U 0)
(declare-sort P 1)
(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))
(declare-datatypes ((Color 0) (Paint 0)) (((red) (mix (left Color) (with Paint))) ((paint (colour Color) (depth Int)))))
(declare-fun f (Int Bool) Int)
(declare-fun g (U) U)
(declare-fun |odd name| (Bool) Bool)
(declare-fun $0 () Bool)
(declare-fun x!1 () Int)
`)
	for i, s := range pool {
		fmt.Fprintf(&b, "(declare-fun k%d () %s)\n", i, s)
	}
	return b.String()
}

// bench is a script to grow terms in.
type bench struct {
	*script.Script
	decls  map[string]*term.Decl
	consts map[*sorts.Sort]*term.Term
	sorts  []*sorts.Sort
}

func newBench(tb interface{ Fatalf(string, ...any) }) *bench {
	s, err := elab.Script(prelude(), elab.Options{})
	if err != nil {
		tb.Fatalf("prelude: %v", err)
	}
	b := &bench{Script: s, decls: map[string]*term.Decl{}, consts: map[*sorts.Sort]*term.Term{}}
	for _, c := range s.Commands {
		for _, d := range c.Decls {
			b.decls[d.Name] = d
			if len(d.Params) == 0 {
				k, err := s.Store.App(s.Store.User(d, nil))
				if err != nil {
					tb.Fatalf("%s: %v", d.Name, err)
				}
				if b.consts[d.Result] == nil {
					b.sorts = append(b.sorts, d.Result)
				}
				b.consts[d.Result] = k
			}
		}
		for _, data := range c.Datas {
			for _, ctor := range data.Ctors {
				b.decls[ctor.Name] = ctor
			}
		}
	}
	return b
}

// constant returns a constant of the sort, declaring it if there is none yet.
func (b *bench) constant(s *sorts.Sort) *term.Term {
	if k := b.consts[s]; k != nil {
		return k
	}
	d := term.NewDecl(term.Declared, fmt.Sprintf("n%d", len(b.consts)), nil, s)
	b.Commands = append(b.Commands, &script.Command{Kind: script.DeclareFun, Decls: []*term.Decl{d}})
	k, err := b.Store.App(b.Store.User(d, nil))
	if err != nil {
		panic(err) // a declared constant without parameters
	}
	b.consts[s] = k
	return k
}

// instance is a row with values for all its variables.
type instance struct {
	idx    []int
	as     *sorts.Sort
	args   []*sorts.Sort
	result *sorts.Sort
}

// instantiate chooses values for the variables of row that b leaves open, with pick(n) giving numbers below n.
// It fails when none of several tries meets the row's conditions.
func instantiate(st *term.Store, row *theory.Row, from sorts.Binding, pool []*sorts.Sort, pick func(n int) int) (instance, bool) {
	for try := range 400 {
		b := from
		for i := range row.SortVars {
			if b.Sorts[i] == nil {
				b.Sorts[i] = pool[pick(len(pool))]
			}
		}
		row.ChooseLists(&b, pick, func() *sorts.Sort { return pool[pick(len(pool))] })
		row.ChooseIndices(&b, pick)
		for i := range row.IdxVars {
			if !b.HasIdx(i) {
				b.SetIdx(i, pick(2+try/10)) // small numbers first: they suit conditions such as i < m
			}
		}
		if slices.ContainsFunc(row.Where, func(c theory.Cond) bool { return !c.Holds(&b) }) {
			continue
		}
		var in instance
		ok := true
		for i := range row.Args {
			s, err := row.Args[i].Instantiate(st.Sorts, &b)
			ok = ok && err == nil && valid(st.Table, s)
			in.args = append(in.args, s)
		}
		var err error
		in.result, err = row.Result.Instantiate(st.Sorts, &b)
		if err != nil || !ok {
			continue
		}
		in.idx = append(in.idx, row.BoundIndices(&b)...)
		if row.NeedsAs {
			in.as = in.result
		}
		return in, true
	}
	return instance{}, false
}

// valid reports whether the sort's indices meet the conditions of its declaration.
func valid(t *theory.Table, s *sorts.Sort) bool {
	d := t.Sort(s.Name())
	if d == nil {
		return true
	}
	var b sorts.Binding
	for i, v := range s.Indices() {
		b.SetIdx(i, v)
	}
	return !slices.ContainsFunc(d.Where, func(c theory.Cond) bool { return !c.Holds(&b) })
}

// readBack writes the script and reads it again; both must be equal and the text a fixed point.
func readBack(tb interface{ Fatalf(string, ...any) }, s *script.Script) (text string, again *script.Script) {
	text = s.String()
	again, err := elab.Script(text, elab.Options{Table: s.Store.Table})
	if err != nil {
		tb.Fatalf("what was printed is rejected: %v\n%.20000s", err, text)
	}
	if ok, why := script.Equal(s, again); !ok {
		tb.Fatalf("reading back gives another script: %s\n%.20000s\n--- printed again:\n%.20000s", why, text, again)
	}
	if text2 := again.String(); text2 != text {
		tb.Fatalf("printing is no fixed point:\n%.20000s\n--- printed again:\n%.20000s", text, text2)
	}
	return text, again
}

// asserted appends (assert t), with t compared to itself when it is not a formula.
func (b *bench) asserted(tb interface{ Fatalf(string, ...any) }, t *term.Term) *script.Script {
	if t.Sort() != sorts.Bool {
		eq, err := b.Store.App(b.Store.Op(b.Store.Table.Row("(par (X) (= X X Bool :chainable))"), nil, nil), t, b.constant(t.Sort()))
		if err != nil {
			tb.Fatalf("equality: %v", err)
		}
		t = eq
	}
	s := *b.Script
	s.Commands = append(slices.Clone(s.Commands), &script.Command{Kind: script.Assert, Terms: []*term.Term{t}})
	return &s
}

// TestEveryRow builds an instance of every operator of the table, writes it and reads it back: the table, the
// checker, the printer and the reader agree on what the operator is.
func TestEveryRow(t *testing.T) {
	for _, row := range theory.Builtin().Rows() {
		t.Run(fmt.Sprintf("%03d %s", row.ID, row.Signature()), func(t *testing.T) {
			if row.Name == "char" {
				t.Skip("its index is a hexadecimal literal: the reader makes a literal of it, not an application")
			}
			b := newBench(t)
			n := row.ID // any sequence of choices is fine, as long as it is the same every time
			pick := func(k int) int { n = (n*1103515245 + 12345) & 0x7fffffff; return (n >> 8) % k }
			in, ok := instantiate(b.Store, row, sorts.Binding{}, b.sorts, pick)
			if !ok {
				t.Fatal("no choice of sorts and indices fits")
			}
			args := make([]*term.Term, len(in.args))
			for i, s := range in.args {
				args[i] = b.constant(s)
			}
			f, err := b.Store.App(b.Store.Op(row, in.idx, in.as), args...)
			if err != nil {
				t.Fatal(err)
			}
			if f.Sort() != in.result {
				t.Fatalf("sort %s, want %s", f.Sort(), in.result)
			}
			s := b.asserted(t, f)
			readBack(t, s)
			for _, solver := range []string{"z3", "cvc5", "cvc4"} {
				p := script.Printer{Solver: solver}
				text := string(p.Append(nil, s))
				if again, err := elab.Script(text, elab.Options{}); err != nil {
					t.Errorf("in the spelling of %s: %v\n%s", solver, err, text)
				} else if ok, why := script.Equal(s, again); !ok {
					t.Errorf("in the spelling of %s: %s\n%s", solver, why, text)
				}
			}
			if row.Assoc != theory.None {
				for len(args) < 5 {
					if row.Assoc == theory.RightAssoc {
						args = slices.Insert(args, 0, args[0])
					} else {
						args = append(args, args[len(args)-1])
					}
				}
				f, err := b.Store.App(b.Store.Op(row, in.idx, in.as), args...)
				if err != nil {
					t.Fatalf("with five arguments: %v", err)
				}
				readBack(t, b.asserted(t, f))
			}
		})
	}
}

// literal returns some literal of the sort, nil when the language has none.
func (b *bench) literal(s *sorts.Sort, n int) *term.Term {
	st := b.Store
	switch {
	case s == sorts.Int:
		return st.Lit(syntax.Numeral, fmt.Sprint(n), s)
	case s == sorts.Real:
		return st.Lit(syntax.Decimal, fmt.Sprintf("%d.5", n), s)
	case s == sorts.String:
		return st.Lit(syntax.String, []string{`""`, `"a""b"`, `"\u{1F600}"`, `"; |"`}[n%4], s)
	case s.Kind() == sorts.BitVec && n%2 == 0:
		return st.Lit(syntax.Binary, "#b"+strings.Repeat("01", s.Width())[:s.Width()], s)
	case s.Kind() == sorts.BitVec:
		return st.Lit(syntax.Symbol, fmt.Sprintf("(_ bv%d %d)", n%(1<<min(s.Width(), 8)), s.Width()), s)
	case s.Kind() == sorts.Field:
		return st.Lit(syntax.Field, fmt.Sprintf("#f%dm%d", n%s.Indices()[0], s.Indices()[0]), s)
	}
	return nil
}
