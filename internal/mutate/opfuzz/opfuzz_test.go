package opfuzz_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/internal/mutate/opfuzz"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// shipped are classes like those that opfuzz's users have.
const shipped = `; Core
=,distinct
exists,forall
not -> and,or
and,or,=> :arity 3+
and,or,=>,xor :arity 2
; arithmetic
<=,>=,<,>
+,-,* :arity 2+
mod,div
abs,- :arity 1
; strings
re.++,re.union,re.inter,re.diff
str.<=,str.<,str.prefixof,str.suffixof,str.contains
str.replace,str.replace_all
str.replace_re,str.replace_re_all
re.comp,re.+,re.opt,re.*
re.none,re.all,re.allchar
str.to_code,str.to_int
str.from_code,str.from_int
; sets
union,intersection,setminus
; bit-vectors
bvnot,bvneg
bvand,bvor,bvxor,bvnand,bvnor,bvxnor,bvadd,bvsub,bvmul,bvudiv,bvurem,bvsdiv,bvsrem,bvsmod,bvshl,bvlshr,bvashr
bvult,bvule,bvugt,bvuge,bvslt,bvsle,bvsgt,bvsge
; floating point
fp.abs,fp.neg
fp.add,fp.sub,fp.mul,fp.div
fp.min,fp.max
fp.leq,fp.lt,fp.geq,fp.gt,fp.eq
fp.isNormal,fp.isSubnormal,fp.isZero,fp.isInfinite,fp.isNaN,fp.isNegative,fp.isPositive
`

func prepare(t testing.TB, engine mutate.Engine, text string, targets ...mutate.Dialect) (*script.Script, mutate.Source, error) {
	t.Helper()
	sc, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	source, err := engine.Prepare(context.Background(), &mutate.Seed{Script: sc}, mutate.Env{
		Dialects: targets, Unfolded: func(s *mutate.Seed) { sc = s.Script }, Rand: rng.New(uint64(len(text))),
	})
	return sc, source, err
}

// chain makes up to n mutants of the text, one after the other.
func chain(t testing.TB, engine mutate.Engine, text string, seed uint64, n int, targets ...mutate.Dialect) []mutate.Mutant {
	t.Helper()
	_, source, err := prepare(t, engine, text, targets...)
	if err != nil {
		t.Fatal(err)
	}
	return mutatetest.Drawn(t, source, rng.New(seed), n)
}

func printed(ms []mutate.Mutant) []string {
	var out []string
	for _, m := range ms {
		out = append(out, m.Script.String())
	}
	return out
}

// rich contains every shape of term and command.
const rich = `(set-logic ALL)
(set-option :produce-unsat-cores true)
(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
(declare-fun f (Int Int) Int)
(declare-const a Int)
(declare-const l L)
(declare-const v (_ BitVec 8))
(declare-const s String)
(declare-const x Float32)
(assert (! (> (! (+ a 1) :named inner) (* 2 a)) :named top))
(push 1)
(declare-const b Int)
(assert (forall ((x Int) (y Int)) (! (=> (> x inner) (= (f x y) (f (+ x b) 3))) :pattern ((f x y)) :qid q1)))
(check-sat)
(pop 1)
(assert (let ((z (bvadd v #x01))) (= (bvmul z ((_ rotate_left 3) z)) (bvand z v))))
(assert (> (match l ((nil 1) ((cons h t) (+ h (match t ((nil h) ((cons h2 t2) (- h2 h)))))))) 0))
(assert (exists ((x String)) (str.in_re (str.++ x s) (re.+ (re.union re.allchar (str.to_re "ab"))))))
(assert (fp.lt (fp.add RNE x (_ +oo 8 24)) (fp.sqrt RTZ x)))
(check-sat-assuming ((> a 5)))
(get-unsat-core)
`

func TestDeterminism(t *testing.T) {
	engine := opfuzz.New(opfuzz.Options{})
	for _, targets := range [][]mutate.Dialect{nil, {{Name: "z3"}}, {{Name: "cvc5", Version: "1.0.3"}, {Name: "cvc4"}}} {
		t.Run(fmt.Sprint(targets), func(t *testing.T) {
			first := printed(chain(t, engine, rich, 1, 30, targets...))
			if len(first) != 30 {
				t.Fatalf("%d mutants", len(first))
			}
			chain(t, engine, rich, 99, 5, targets...)
			if diff := cmp.Diff(first, printed(chain(t, engine, rich, 1, 30, targets...))); diff != "" {
				t.Errorf("the same engine makes different mutants: %s", diff)
			}
			if diff := cmp.Diff(first, printed(chain(t, opfuzz.New(opfuzz.Options{}), rich, 1, 30, targets...))); diff != "" {
				t.Errorf("a new engine makes different mutants: %s", diff)
			}
			if slices.Equal(first, printed(chain(t, engine, rich, 2, 30, targets...))) {
				t.Error("another random seed makes the same mutants")
			}
		})
	}
}

// invariants checks one mutant against the script before it: one operator has changed, over the same arguments and to the
// same sort, and the printed text can be read.
func invariants(t *testing.T, last *script.Script, m mutate.Mutant) {
	t.Helper()
	step := m.Steps[len(m.Steps)-1]
	if step.Engine != "opfuzz" || step.Rule == "" || m.Truth.Status != smt.Unknown {
		t.Errorf("engine %q, rule %q, truth %v", step.Engine, step.Rule, m.Truth.Status)
	}
	was, is := definition.Root(last.Commands[step.Command]), definition.Root(m.Script.Commands[step.Command])
	if term.At(was, step.Path) != step.Before || term.At(is, step.Path) != step.After {
		t.Fatalf("%v: the step names another place", step)
	}
	if put, err := m.Script.Store.Replace(was, step.Path, step.After); err != nil || put != is {
		t.Fatalf("%v: more than the place has changed (%v)", step, err)
	}
	if step.Before.Sort() != step.After.Sort() {
		t.Fatalf("%v: sort %s becomes %s", step, step.Before.Sort(), step.After.Sort())
	}
	if step.Before.Kind() != step.After.Kind() {
		t.Fatalf("%v: another kind of term", step)
	}
	if step.Before.Kind() == term.Quant {
		b, a := step.Before, step.After
		if b.Binder() == a.Binder() || !term.EqualUnder(b.Bound(), a.Bound(), b.Args()[0], a.Args()[0]) {
			t.Fatalf("%v: not the same body under the other quantifier", step)
		}
	} else {
		if !slices.Equal(step.Before.Args(), step.After.Args()) {
			t.Fatalf("%v: other arguments", step)
		}
		if step.Before.Func() == step.After.Func() {
			t.Fatalf("%v: the same operator", step)
		}
	}
	for i := range m.Script.Commands {
		c, d := m.Script.Commands[i], last.Commands[i]
		for _, x := range c.Terms {
			if len(x.Free()) > 0 {
				t.Fatalf("%v: bound variable %s escaped", step, x.Free()[0].Text())
			}
		}
		same := slices.EqualFunc(c.Terms, d.Terms, func(x, y *term.Term) bool {
			// What calls a definition with another body is another term with the same text.
			return x == y || last.Commands[step.Command].Kind == script.DefineFun && x.String() == y.String()
		})
		if i != step.Command && (c.Kind != d.Kind || c.Text != d.Text || !same) {
			t.Fatalf("%v: command %d has changed too", step, i+1)
		}
	}
	out := m.Script.String()
	if out == last.String() {
		t.Fatalf("%v: the text is the same:\n%s", step, out)
	}
	again, err := elab.Script(out, elab.Options{})
	if err != nil {
		t.Fatalf("%v: %v in\n%s", step, err, out)
	}
	if strings.Contains(out, ":named") {
		return // of two versions of a labelled term one is printed without the label
	}
	if ok, why := script.Equal(m.Script, again); !ok {
		t.Fatalf("%v: reading back gives another script: %s\n%s", step, why, out)
	}
}

func run(t *testing.T, engine mutate.Engine, text string, seed uint64, n int, targets ...mutate.Dialect) {
	t.Helper()
	sc, source, err := prepare(t, engine, text, targets...)
	if errors.Is(err, mutate.ErrNotApplicable) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	r := rng.New(seed)
	for range n {
		m, err := source.Next(r)
		if errors.Is(err, mutate.ErrExhausted) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		invariants(t, sc, m)
		sc = m.Script
	}
}

// hard are scripts with scopes, labels, binders and their own names.
var hard = []string{rich, `
(push 1)
(declare-fun mod (Bool) Int)
(assert (> (mod true) 1))
(check-sat)
(pop 1)
(declare-const a Int)
(assert (> (div a 2) 0))`, `
(declare-datatypes ((D 0)) (((bvor (select Int)) (bag) (concat (union D)))))
(declare-const v (_ BitVec 4))
(assert (! (= (bvand v v) (bvadd v #x1)) :named bvmul))
(assert (or bvmul (bvult v #x3)))`, `
(set-logic QF_UF)
(declare-sort Set 0)
(declare-const s Set)
(declare-const p Bool)
(assert (and p (= s s) (not p)))`, `
(assert (forall ((x Int)) (exists ((y Int) (x Int)) (and (> x y) (forall ((x Bool)) (or x (< y 0)))))))
(assert (forall ((x Int) (y Int)) (! (! (> (+ x y) (- y x)) :pattern ((+ x y) (- y x)) :weight 3) :qid outer)))`, `
(set-logic HO_ALL)
(declare-const g (-> Int Int))
(assert (= g (lambda ((x Int)) (+ (g x) x))))
(assert (exists ((h (-> Int Int)) (y Int)) (= (h y) (g y))))`, `
(set-logic QF_BV)
(declare-fun v () (_ BitVec 4))
(assert (and (= v #x1) (bvult v #x2) (= (bvadd v v v) (concat #b1 #b001))))
(reset)
(set-logic QF_LIA)
(declare-const v Int)
(assert (distinct v 1 (- 3)))`,
}

func TestHardSeeds(t *testing.T) {
	chains := 25
	if testing.Short() {
		chains = 8
	}
	for name, o := range map[string]opfuzz.Options{"table": {}, "classes": {Classes: parse(t, shipped)}} {
		engine := opfuzz.New(o)
		for i, text := range hard {
			t.Run(fmt.Sprintf("%s/%d", name, i), func(t *testing.T) {
				for seed := range chains {
					run(t, engine, text, uint64(seed), 12)
				}
			})
		}
	}
}

func TestAnyChain(t *testing.T) {
	engines := map[string]mutate.Engine{
		"table":   opfuzz.New(opfuzz.Options{}),
		"classes": opfuzz.New(opfuzz.Options{Classes: parse(t, shipped)}),
	}
	solvers := []string{"z3", "z3@4.8.12", "cvc5", "cvc5@1.0.3", "cvc4", "boolector"}
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.SampledFrom(hard).Draw(rt, "text")
		engine := engines[rapid.SampledFrom([]string{"table", "classes"}).Draw(rt, "engine")]
		var targets []mutate.Dialect
		for _, s := range rapid.SliceOfNDistinct(rapid.SampledFrom(solvers), 0, 2, rapid.ID[string]).Draw(rt, "targets") {
			name, version, _ := strings.Cut(s, "@")
			targets = append(targets, mutate.Dialect{Name: name, Version: version})
		}
		run(t, engine, text, rapid.Uint64().Draw(rt, "seed"), 6, targets...)
	})
}

// TestSeeds makes chains from all built-in seeds and, when the folder is there, some of the shared ones.
func TestSeeds(t *testing.T) {
	texts := map[string]string{}
	for _, s := range seeds.All() {
		texts[s.Name] = string(s.Text)
	}
	root := os.Getenv("ASSAY_SEEDS")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "seeds")
	}
	every := 32
	if testing.Short() {
		every = 100
	}
	n := 0
	_ = filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, ".smt2") {
			if n++; n%every == 0 {
				src, err := os.ReadFile(p)
				if err != nil {
					return err
				}
				texts[filepath.Base(p)] = string(src)
			}
		}
		return nil
	})
	engine := opfuzz.New(opfuzz.Options{})
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if _, err := elab.Script(texts[name], elab.Options{}); err != nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			run(t, engine, texts[name], 7, 6)
		})
	}
}

// TestReplacements lists, for one operator each, what may replace it.
func TestReplacements(t *testing.T) {
	engines := map[string]mutate.Engine{
		"table":   opfuzz.New(opfuzz.Options{}),
		"classes": opfuzz.New(opfuzz.Options{Classes: parse(t, shipped)}),
	}
	const (
		bools    = "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)"
		ints     = "(declare-const a Int)(declare-const b Int)(declare-const c Int)"
		bv       = "(declare-const v (_ BitVec 4))(declare-const w (_ BitVec 4))"
		str      = "(declare-const s String)(declare-const t String)(declare-const r RegLan)"
		float    = "(declare-const x Float32)(declare-const y Float32)"
		overflow = " bvsaddo bvsdivo bvsmulo bvssubo bvuaddo bvumulo bvusubo"
		bvRels   = "bvsge bvsgt bvsle bvslt bvuge bvugt bvule bvult"
	)
	without := func(list, name string) string {
		return strings.Join(slices.DeleteFunc(strings.Fields(list), func(s string) bool { return s == name }), " ")
	}
	sorted := func(list string) []string {
		out := strings.Fields(list)
		slices.Sort(out)
		return slices.Compact(out)
	}
	tests := []struct {
		op, decls, formula string
		table              string // by the table
		classes            string // by the classes of opfuzz's users
	}{
		{"bvult", bv, "(bvult v w)", without(bvRels, "bvult") + overflow + " = distinct", without(bvRels, "bvult")},
		{"bvsge", bv, "(bvsge v w)", without(bvRels, "bvsge") + overflow + " = distinct", without(bvRels, "bvsge")},
		{"and", bools, "(and p q)", "or => xor = distinct", "or => xor"},
		{"and", bools, "(and p q r)", "or => xor = distinct ite", "or =>"},
		{"xor", bools, "(xor p q)", "and or => = distinct", "and or =>"},
		{"not", bools, "(not p)", "", "and or"},
		{"=", bools, "(= p q)", "distinct and or => xor", "distinct"},
		{"=", ints, "(= a b)", "distinct < <= > >=", "distinct"},
		{"<=", ints, "(<= a b)", "< > >= = distinct", "< > >="},
		{"forall", ints, "(forall ((x Int)) (> x a))", "exists", "exists"},
		{"exists", ints, "(exists ((x Int)) (> x a))", "forall", "forall"},
		{"str.<", str, "(str.< s t)", "str.<= str.prefixof str.suffixof str.contains = distinct", "str.<= str.prefixof str.suffixof str.contains"},
		{"fp.lt", float, "(fp.lt x y)", "fp.leq fp.gt fp.geq fp.eq = distinct", "fp.leq fp.gt fp.geq fp.eq"},
		{
			"fp.isNaN", float, "(fp.isNaN x)", "fp.isNormal fp.isSubnormal fp.isZero fp.isInfinite fp.isNegative fp.isPositive",
			"fp.isNormal fp.isSubnormal fp.isZero fp.isInfinite fp.isNegative fp.isPositive",
		},
		{"+", ints, "(= a (+ b c))", "- * div mod", "- *"},
		{"+", ints, "(= a (+ b c a))", "- * div", "- *"},
		{"-", ints, "(= a (- b))", "abs", "abs"},
		{"rotate_left", bv, "(= v ((_ rotate_left 1) w))", "rotate_right repeat", ""},
		{"bvnot", bv, "(= w (bvnot v))", "bvneg", "bvneg"},
		{"re.all", str, "(str.in_re s re.all)", "re.none re.allchar", "re.none re.allchar"},
		{"RNE", float, "(fp.eq x (fp.sqrt RNE x))", "RNA RTN RTP RTZ", ""},
		{"NaN", float, "(fp.eq x (_ NaN 8 24))", "+oo -oo +zero -zero", ""},
		{"re.*", str, "(str.in_re s (re.* (str.to_re t)))", "re.+ re.comp re.opt", "re.+ re.comp re.opt"},
	}
	for _, tt := range tests {
		for by, engine := range engines {
			t.Run(tt.formula+" by "+by, func(t *testing.T) {
				want := tt.table
				if by == "classes" {
					want = tt.classes
				}
				got := map[string]bool{}
				for seed := range uint64(300) {
					_, source, err := prepare(t, engine, tt.decls+"(assert "+tt.formula+")", mutate.Dialect{Name: "z3"}, mutate.Dialect{Name: "cvc5", Version: "1.0.3"})
					if errors.Is(err, mutate.ErrNotApplicable) {
						break
					}
					if err != nil {
						t.Fatal(err)
					}
					m, err := source.Next(rng.New(seed))
					if err != nil {
						t.Fatal(err)
					}
					if after, ok := strings.CutPrefix(m.Steps[0].Rule, tt.op+" -> "); ok {
						got[after] = true
					}
				}
				if diff := cmp.Diff(sorted(want), append([]string{}, slices.Sorted(maps.Keys(got))...)); diff != "" && want+strings.Join(slices.Collect(maps.Keys(got)), "") != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}

// TestQuantifiersChangeTheText: the other quantifier is really printed.
func TestQuantifiersChangeTheText(t *testing.T) {
	o := opfuzz.Options{Classes: parse(t, "exists -> forall")}
	const text = "(assert (exists ((x Int)) (forall ((y Int)) (> x y))))\n"
	ms := chain(t, opfuzz.New(o), text, 1, 5)
	if len(ms) != 1 {
		t.Fatalf("%d mutants; one is possible", len(ms))
	}
	if got, want := ms[0].Script.String(), strings.Replace(text, "exists", "forall", 1); got != want {
		t.Errorf("mutant %s, not %s", got, want)
	}
}

// TestWhereTheTargetsLackAnOperator: a replacement must be one that every solver has.
func TestWhereTheTargetsLackAnOperator(t *testing.T) {
	const text = "(declare-const a Int)(assert (= a (- a)))"
	engine := opfuzz.New(opfuzz.Options{})
	tests := []struct {
		targets []mutate.Dialect
		want    []string
	}{
		{nil, []string{"abs"}},
		{[]mutate.Dialect{{Name: "cvc5", Version: "1.0.3"}}, []string{"abs"}},
		{[]mutate.Dialect{{Name: "cvc5"}}, []string{"abs", "int.log2"}},
		{[]mutate.Dialect{{Name: "cvc5"}, {Name: "z3"}}, []string{"abs"}},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.targets), func(t *testing.T) {
			got := map[string]bool{}
			for seed := range uint64(200) {
				for _, m := range chain(t, engine, text, seed, 1, tt.targets...) {
					if after, ok := strings.CutPrefix(m.Steps[0].Rule, "- -> "); ok {
						got[after] = true
					}
				}
			}
			if diff := cmp.Diff(tt.want, slices.Sorted(maps.Keys(got))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestNotApplicable(t *testing.T) {
	tests := map[string]string{
		"no assertion":               "(declare-const a Int)(check-sat)",
		"nothing but constants":      "(declare-const p Bool)(assert p)",
		"nothing but user functions": "(declare-fun p (Int) Bool)(assert (p 1))",
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			if _, _, err := prepare(t, opfuzz.New(opfuzz.Options{}), text); !errors.Is(err, mutate.ErrNotApplicable) {
				t.Errorf("error %v", err)
			}
		})
	}
	t.Run("no class fits", func(t *testing.T) {
		o := opfuzz.Options{Classes: parse(t, "bvnot,bvneg")}
		if _, _, err := prepare(t, opfuzz.New(o), "(declare-const a Int)(assert (> a (- a)))"); !errors.Is(err, mutate.ErrNotApplicable) {
			t.Errorf("error %v", err)
		}
	})
}

// TestForeignTable: rows of one table mean nothing in another, so a seed must be read with the engine's.
func TestForeignTable(t *testing.T) {
	table, _, err := theory.Builtin().Extend("mine", "(mine Int Int)")
	if err != nil {
		t.Fatal(err)
	}
	sc, err := elab.Script("(declare-const a Int)(assert (> (mine a) 0))", elab.Options{Table: table})
	if err != nil {
		t.Fatal(err)
	}
	_, err = opfuzz.New(opfuzz.Options{}).Prepare(context.Background(), &mutate.Seed{Script: sc}, mutate.Env{})
	if err == nil || errors.Is(err, mutate.ErrNotApplicable) {
		t.Errorf("error %v", err)
	}
	source, err := opfuzz.New(opfuzz.Options{Table: table}).Prepare(context.Background(), &mutate.Seed{Script: sc}, mutate.Env{})
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]bool{}
	for seed := range uint64(100) {
		if m, err := source.Next(rng.New(seed)); err == nil {
			rules[m.Steps[len(m.Steps)-1].Rule] = true
		}
	}
	if !rules["mine -> abs"] || !rules["abs -> mine"] {
		t.Errorf("a user's operator takes no part: %v", rules)
	}
}

// TestDefinitions: chains reach what a script defines, in the definition itself or in place of calls, and both respect the script's names.
func TestDefinitions(t *testing.T) {
	const text = "(declare-const x Int)(declare-const y Int)(define-fun f ((a Int) (b Int)) Bool (and (< a (+ b x)) (distinct a (* b 2))))" +
		"(define-fun g ((a Int)) Bool (f a y))(assert (g x))(check-sat)"
	inside, unfolded := 0, 0
	for seed := range uint64(8) {
		sc, err := elab.Script(text, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		env := mutate.Env{Rand: rng.New(seed), Unfolded: func(s *mutate.Seed) {
			if sc = s.Script; s.Definitions.Gone != 2 {
				t.Errorf("%+v", s.Definitions)
			}
			unfolded++
		}}
		source, err := opfuzz.New(opfuzz.Options{}).Prepare(t.Context(), &mutate.Seed{Script: sc}, env)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mutatetest.Drawn(t, source, rng.New(seed), 5) {
			invariants(t, sc, m)
			if m.Script.Commands[m.Steps[len(m.Steps)-1].Command].Kind == script.DefineFun {
				inside++
			}
			sc = m.Script
		}
	}
	if unfolded == 0 || unfolded == 8 || inside == 0 {
		t.Errorf("%d of 8 chains unfolded, %d steps inside definitions", unfolded, inside)
	}
}
