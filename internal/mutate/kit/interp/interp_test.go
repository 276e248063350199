package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

func take(t *testing.T, text string) *problem.Problem {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := problem.Of(s)
	if err != nil {
		t.Fatal(err)
	}
	if p, err = p.Fresh(); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestWitness: a random interpretation and the one read from its witness give every formula the same value, and so do their
// neighbours; the same generator makes the same interpretation; and different ones disagree somewhere.
func TestWitness(t *testing.T) {
	known, divided := 0, 0
	for _, seed := range seeds.All() {
		p := take(t, string(seed.Text))
		ch := interp.NewChooser(p)
		first, err := ch.Random(rng.New(1).Split(seed.Name))
		if err != nil {
			t.Logf("%s: %v", seed.Name, err)
			continue
		}
		if again, err := ch.Random(rng.New(1).Split(seed.Name)); err != nil || again.Witness() != first.Witness() {
			t.Errorf("%s: two interpretations of one generator differ: %v", seed.Name, err)
		}
		all := []*interp.Interpretation{first}
		if near, err := ch.Near(rng.New(2), first); err == nil {
			all = append(all, near)
		}
		for _, a := range all {
			back, err := interp.Read(p, a.Witness(), "z3 1.0")
			if err != nil && len(p.Decls) > 0 && strings.Contains(a.Witness(), "define-fun") {
				t.Errorf("%s: %v\n%s", seed.Name, err, a.Witness())
				continue
			}
			if err != nil {
				continue // nothing is declared
			}
			for _, f := range p.Assertions {
				v, w := a.Value(f), back.Value(f)
				if v.IsTrue() != w.IsTrue() || v.IsFalse() != w.IsFalse() {
					t.Errorf("%s: %s is %s, and %s when read again\n%s", seed.Name, f, v, w, a.Witness())
				}
				if v.IsTrue() || v.IsFalse() {
					known++
				}
				if u := first.Value(f); u.IsTrue() && v.IsFalse() || u.IsFalse() && v.IsTrue() {
					divided++
				}
			}
		}
	}
	if known < 400 || divided < 20 {
		t.Errorf("%d values are known, on %d neighbours differ", known, divided)
	}
}

// TestRead: what a model leaves out gets the default of its sort, and the interpretation says where it comes from.
func TestRead(t *testing.T) {
	p := take(t, "(declare-const x Int)(declare-fun f (Int) Bool)(assert (f x))(assert (= x 7))(assert (= (div x 0) 0))")
	a, err := interp.Read(p, "((define-fun x () Int 7))", "cvc5 1.0.3")
	if err != nil {
		t.Fatal(err)
	}
	if a.Name != "model of cvc5 1.0.3" || a.Elements() || len(a.Names()) != 0 {
		t.Errorf("%q %v", a.Name, a.Names())
	}
	for i, want := range []string{"false", "true", "true"} {
		if v := a.Value(p.Assertions[i]); v.String() != want {
			t.Errorf("%s is %s", p.Assertions[i], v)
		}
	}
	if !strings.Contains(a.Witness(), "define-fun f ((x Int)) Bool false") {
		t.Errorf("%s", a.Witness())
	}
	for _, text := range []string{"", "((define-fun x () Bool true))", "((define-fun x"} {
		if _, err := interp.Read(p, text, "cvc5"); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// TestElements: elements of sorts that only the model knows are named.
func TestElements(t *testing.T) {
	p := take(t, "(declare-sort U 0)(declare-const u U)(declare-const v U)(assert (distinct u v))")
	a, err := interp.Read(p, "((declare-fun U!val!0 () U)(declare-fun U!val!1 () U)(define-fun u () U U!val!0)(define-fun v () U U!val!1))", "z3")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(a.Names(), " "); !a.Elements() || got != "U!val!0 U!val!1" || !a.Value(p.Assertions[0]).IsTrue() {
		t.Errorf("%s", got)
	}
}

// TestAnonymousElements: a model that names no element of a sort has one by default, which assignments near it know too.
func TestAnonymousElements(t *testing.T) {
	p := take(t, "(declare-sort U 0)(declare-const a U)(declare-const b U)(declare-const c U)(assert (= a b))(assert (distinct b c))(assert (distinct a b c))(check-sat)")
	first, err := interp.Read(p, "()", "z3 1.0")
	if err != nil {
		t.Fatal(err)
	}
	ch := interp.NewChooser(p)
	for k := range uint64(20) {
		near, err := ch.Near(rng.New(k), first)
		if err != nil {
			t.Fatal(err)
		}
		back, err := interp.Read(p, near.Witness(), "z3 1.0")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range p.Assertions {
			if v, w := near.Value(f), back.Value(f); v.IsTrue() != w.IsTrue() || v.IsFalse() != w.IsFalse() {
				t.Errorf("%s is %s, and %s when read again\n%s", f, v, w, near.Witness())
			}
		}
	}
}

// TestNoSmallValue: a sort whose values are all huge has no random value, and this is found out at once.
func TestNoSmallValue(t *testing.T) {
	const depth = 60
	var names, constructors strings.Builder
	for i := range depth {
		field := fmt.Sprintf("D%d", i+1)
		if i == depth-1 {
			field = "Int"
		}
		fmt.Fprintf(&names, "(D%d 0)", i)
		fmt.Fprintf(&constructors, "((pair%d (left%d %s) (right%d %s)))", i, i, field, i, field)
	}
	p := take(t, fmt.Sprintf("(declare-datatypes (%s) (%s))(declare-const d D0)(assert (= d d))", &names, &constructors))
	if a, err := interp.NewChooser(p).Random(rng.New(1)); err == nil {
		t.Errorf("%s", a.Witness())
	}
}

// TestLargeValues: the default of sixty datatypes of two fields each stands for a tree of 2^60 parts; its witness is short and
// reads back. What is too large to write does not give an interpretation.
func TestLargeValues(t *testing.T) {
	var names, bodies strings.Builder
	const n = 60
	for i := range n {
		fmt.Fprintf(&names, "(D%d 0)", i)
		if i+1 < n {
			fmt.Fprintf(&bodies, "((c%d (l%d D%d) (r%d D%d)))", i, i, i+1, i, i+1)
		}
	}
	p := take(t, "(declare-datatypes ("+names.String()+") ("+bodies.String()+"((leaf))))(declare-const x D0)(declare-const i Int)(assert (= (l0 x) (r0 x)))(assert (= i 1))")
	a, err := interp.Read(p, "((define-fun i () Int 1))", "z3")
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Witness()) > 20_000 {
		t.Errorf("the witness has %d bytes", len(a.Witness()))
	}
	back, err := interp.Read(p, a.Witness(), "z3")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range p.Assertions {
		if !a.Value(f).IsTrue() || !back.Value(f).IsTrue() {
			t.Errorf("%s is %s, and %s when read again", f, a.Value(f), back.Value(f))
		}
	}
	if _, err := interp.NewChooser(p).Random(rng.New(1)); err == nil {
		t.Error("a random value has 2^60 parts")
	}

	p = take(t, "(declare-const s String)(declare-const u String)(assert (= s u))")
	long := `"` + strings.Repeat("a", 3<<20) + `"`
	if _, err := interp.Read(p, "((define-fun s () String "+long+")(define-fun u () String "+long+"))", "z3"); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("a witness of six megabytes: %v", err)
	}
}

// TestAnd: an interpretation with further constants gives formulas the same values, and writes the same text, as one built from
// scratch with them.
func TestAnd(t *testing.T) {
	p := take(t, "(declare-const x Int)(declare-fun f (Int) Int)(assert (> (f x) 1))(assert (= (div x 0) 0))")
	a, err := interp.Read(p, "((define-fun f ((a Int)) Int (+ a 3)) (define-fun div0 ((a Int)) Int 7) (define-fun x () Int 2))", "z3 1.0")
	if err != nil {
		t.Fatal(err)
	}
	st := p.Store
	op := func(name string, args ...*term.Term) *term.Term {
		out, _, err := st.Overload(st.Table.Lookup(name), nil, nil, args)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	x := p.Assertions[0].Args()[0].Args()[0]
	for k := range 40 {
		z := term.NewDecl(term.Declared, fmt.Sprintf("z%d", k), nil, sorts.Int)
		self, err := st.App(st.User(z, nil))
		if err != nil {
			t.Fatal(err)
		}
		body := x
		for range k {
			body = op("+", body, x)
		}
		e := a.And([]interp.Constant{{Decl: z, Body: body}})
		declare := &script.Command{Kind: script.DeclareFun, Decls: []*term.Decl{z}}
		whole := a.With(p.Script(declare), map[*term.Decl]*term.Term{z: body})
		if e.Witness() != whole.Witness() {
			t.Fatalf("%s\nnot %s", e.Witness(), whole.Witness())
		}
		for _, f := range []*term.Term{op("=", self, body), op("<", self, x), op("=", op("+", self, self), op("+", body, body)), p.Assertions[0], p.Assertions[1]} {
			if v, w := e.Value(f), whole.Value(f); v.String() != w.String() {
				t.Errorf("%s is %s, not %s", f, v, w)
			}
		}
	}
}
