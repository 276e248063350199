package typefuzz_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/internal/mutate/typefuzz"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// chain makes up to n mutants of the text, one after the other.
func chain(t testing.TB, engine mutate.Engine, text string, seed uint64, n int, targets ...mutate.Dialect) []mutate.Mutant {
	t.Helper()
	return chainOver(t, theory.Builtin(), engine, text, seed, n, targets...)
}

// chainOver is chain with another operator table.
func chainOver(t testing.TB, table *theory.Table, engine mutate.Engine, text string, seed uint64, n int, targets ...mutate.Dialect) []mutate.Mutant {
	t.Helper()
	sc, err := elab.Script(text, elab.Options{Table: table})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	source, err := engine.Prepare(context.Background(), &mutate.Seed{Name: "test", Script: sc}, mutate.Env{Dialects: targets})
	if err != nil {
		t.Fatal(err)
	}
	return mutatetest.Drawn(t, source, rng.New(seed), n)
}

// texts of mutants.
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
(declare-sort U 0)
(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
(declare-fun f (Int U) U)
(declare-const a Int)
(declare-const u U)
(declare-const l L)
(declare-const v (_ BitVec 8))
(declare-const s String)
(define-fun g ((x Int)) Int (+ x 1))
(assert (! (> (! (g a) :named inner) (* 2 a)) :named top))
(push 1)
(declare-const b Int)
(assert (forall ((x Int) (y U)) (! (=> (> x inner) (= (f x y) (f (+ x b) u))) :pattern ((f x y)) :qid q1)))
(check-sat)
(pop 1)
(assert (let ((z (bvadd v #x01))) (= (bvmul z z) (bvand z v))))
(assert (> (match l ((nil 1) ((cons h t) (+ h (match t ((nil h) ((cons h2 t2) (- h2 h)))))))) 0))
(assert (exists ((x String)) (str.in_re (str.++ x s) (re.+ (str.to_re "ab")))))
(check-sat-assuming ((> a 5)))
(get-unsat-core)
`

func TestDeterminism(t *testing.T) {
	engine := typefuzz.New(typefuzz.Options{})
	for _, targets := range [][]mutate.Dialect{nil, {{Name: "z3"}}, {{Name: "cvc5", Version: "1.0.3"}, {Name: "cvc4"}}} {
		t.Run(fmt.Sprint(targets), func(t *testing.T) {
			first := printed(chain(t, engine, rich, 1, 30, targets...))
			if len(first) != 30 {
				t.Fatalf("%d mutants", len(first))
			}
			// Neither another engine, nor what an engine did before, may change a chain.
			chain(t, engine, rich, 99, 5, targets...)
			again := printed(chain(t, engine, rich, 1, 30, targets...))
			if diff := cmp.Diff(first, again); diff != "" {
				t.Errorf("the same engine makes different mutants: %s", diff)
			}
			again = printed(chain(t, typefuzz.New(typefuzz.Options{}), rich, 1, 30, targets...))
			if diff := cmp.Diff(first, again); diff != "" {
				t.Errorf("a new engine makes different mutants: %s", diff)
			}
			if slices.Equal(first, printed(chain(t, engine, rich, 2, 30, targets...))) {
				t.Error("another random seed makes the same mutants")
			}
		})
	}
}

// TestMutantsStay: later mutants of a chain leave earlier ones and the seed unchanged.
func TestMutantsStay(t *testing.T) {
	sc, err := elab.Script(rich, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	seedText := sc.String()
	source, err := typefuzz.New(typefuzz.Options{}).Prepare(context.Background(), &mutate.Seed{Script: sc}, mutate.Env{})
	if err != nil {
		t.Fatal(err)
	}
	r := rng.New(4)
	var ms []mutate.Mutant
	var texts []string
	var steps [][]string
	for range 40 {
		m, err := source.Next(r)
		if err != nil {
			t.Fatal(err)
		}
		ms, texts = append(ms, m), append(texts, m.Script.String())
		var lines []string
		for _, s := range m.Steps {
			lines = append(lines, s.String())
		}
		steps = append(steps, lines)
	}
	if diff := cmp.Diff(texts, printed(ms)); diff != "" {
		t.Errorf("earlier mutants have changed: %s", diff)
	}
	if sc.String() != seedText {
		t.Error("the seed has changed")
	}
	for i, m := range ms {
		if len(m.Steps) != i+1 {
			t.Fatalf("mutant %d has %d steps", i, len(m.Steps))
		}
		for k, s := range m.Steps {
			if s.String() != steps[i][k] {
				t.Errorf("step %d of mutant %d has changed from %s to %s", k, i, steps[i][k], s)
			}
		}
	}
}

// TestStepsTellTheTruth: each step names the place, what was there before and what is there now, and nothing else has
// changed.
func TestStepsTellTheTruth(t *testing.T) {
	for seed := range uint64(10) {
		sc, err := elab.Script(rich, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		source, err := typefuzz.New(typefuzz.Options{}).Prepare(context.Background(), &mutate.Seed{Script: sc}, mutate.Env{})
		if err != nil {
			t.Fatal(err)
		}
		last := sc
		r := rng.New(seed)
		for range 25 {
			m, err := source.Next(r)
			if err != nil {
				t.Fatal(err)
			}
			step := m.Steps[len(m.Steps)-1]
			if step.Engine != "typefuzz" || step.Rule == "" {
				t.Errorf("engine %q, rule %q", step.Engine, step.Rule)
			}
			if m.Truth.Status != smt.Unknown {
				t.Errorf("truth %v of a mutant about which nothing is known", m.Truth.Status)
			}
			if len(m.Script.Commands) != len(last.Commands) {
				t.Fatal("another number of commands")
			}
			for i := range last.Commands {
				was, is := last.Commands[i], m.Script.Commands[i]
				if i != step.Command {
					if was.Text != is.Text || last.Commands[step.Command].Kind == script.Assert && was != is {
						t.Errorf("%v: command %d has changed too", step, i+1)
					}
					continue
				}
				if got := term.At(definition.Root(was), step.Path); got != step.Before {
					t.Errorf("%v: before, %v was there", step, got)
				}
				if got := term.At(definition.Root(is), step.Path); got != step.After {
					t.Errorf("%v: now %v is there", step, got)
				}
				if step.Before.Sort() != step.After.Sort() {
					t.Errorf("%v: sort %s becomes %s", step, step.Before.Sort(), step.After.Sort())
				}
				put, err := m.Script.Store.Replace(definition.Root(was), step.Path, step.After)
				if err != nil || put != definition.Root(is) {
					t.Errorf("%v: more than the place has changed (%v)", step, err)
				}
			}
			last = m.Script
		}
	}
}

// incremental are scripts in which a term may be used only at some places.
var incremental = []string{`
(push 1)
(declare-sort U 0)
(declare-const u U)
(assert (forall ((x U)) (= x u)))
(check-sat)
(pop 1)
(assert (or true false))
(push 1)
(declare-datatypes ((D 0)) (((c (s Int)) (d))))
(declare-const u D)
(assert (exists ((x D)) (and ((_ is c) x) (= u x) (> (s x) 3))))
(check-sat)
(pop 1)
(assert (not (and false true)))
(check-sat)`, `
(declare-const a Int)
(assert (> a 0))
(declare-const b Int)
(assert (> b a))
(push 1)
(declare-fun f (Int) Int)
(push 2)
(assert (= (f b) (f a)))
(check-sat)
(pop 2)
(assert (= (f b) a))
(check-sat)
(pop 1)
(assert (< a 0))
(check-sat)`, `
(set-logic QF_BV)
(declare-const v (_ BitVec 4))
(assert (= v #x1))
(check-sat)
(reset)
(set-logic QF_LIA)
(declare-const v Int)
(assert (= v 1))
(check-sat)
(reset-assertions)
(declare-const w Int)
(assert (= w 2))
(check-sat)`, `
(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))
(assert (= (as nil (List Int)) (cons 1 (as nil (List Int)))))
(push 1)
(declare-sort U 0)
(assert (= (as nil (List U)) (as nil (List U))))
(assert (= (as seq.empty (Seq U)) (as seq.empty (Seq U))))
(check-sat)
(pop 1)
(assert (= (as seq.empty (Seq Int)) (seq.unit 1)))
(check-sat)`,
}

// binders are scripts full of bound variables.
var binders = []string{`
(declare-const a Int)
(declare-fun p (Int) Bool)
(assert (let ((x (+ a 1))) (let ((y (* x x)) (a true)) (and a (> (+ x y) x) (p y)))))
(assert (forall ((x Int)) (exists ((y Int) (x Int)) (and (p x) (p y) (forall ((x Bool)) (or x (p y)))))))
(check-sat)`, `
(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (head X) (tail (L X)))))))
(declare-const l (L Int))
(declare-const m (L Bool))
(assert (match l ((nil true) ((cons h t) (> h (match t ((nil (+ h 1)) ((cons h2 t2) (ite (= t2 t) h2 h)) )))))))
(assert (match m ((nil false) (other (forall ((h Bool)) (= h (head other)))))))
(assert (match (tail l) (((cons k _) (> k 0)) (_ (match m (((cons k _) k) (nil true)))))))
(check-sat)`, `
(declare-fun f (Int Int) Int)
(assert (forall ((x Int) (y Int)) (! (! (> (f x y) (f y x)) :pattern ((f x y) (f y x)) :weight 3) :qid outer)))
(assert (forall ((x Int)) (! (exists ((y Int)) (! (= (f x y) 0) :pattern ((f x y)))) :pattern ((f x x)))))
(check-sat)`, `
(set-logic HO_ALL)
(declare-const g (-> Int Int))
(assert (= g (lambda ((x Int)) (+ (g x) x))))
(assert (forall ((h (-> Int Int)) (y Int)) (= (h y) (g y))))
(check-sat)`,
}

// accept fails unless the mutant is closed, prints to a text that reads back as the same script, and differs from the text
// before it. It returns the mutant's text.
func accept(t *testing.T, m mutate.Mutant, last string, table *theory.Table) string {
	t.Helper()
	step := m.Steps[len(m.Steps)-1]
	for i := range m.Script.Commands {
		for _, x := range m.Script.Commands[i].Terms {
			if len(x.Free()) > 0 {
				t.Fatalf("%v: bound variable %s escaped", step, x.Free()[0].Text())
			}
		}
	}
	out := m.Script.String()
	if out == last {
		t.Fatalf("%v: nothing has changed in\n%s", step, out)
	}
	again, err := elab.Script(out, elab.Options{Table: table})
	if err != nil {
		t.Fatalf("%v: %v in\n%s", step, err, out)
	}
	if strings.Contains(out, ":named") {
		// When mutation has made two versions of a labelled term, one of them is printed without the label.
		if ok, why := script.Equal(unlabelled(t, m.Script), unlabelled(t, again)); !ok {
			t.Fatalf("%v: reading back gives another script: %s\n%s", step, why, out)
		}
		return out
	}
	if ok, why := script.Equal(m.Script, again); !ok {
		t.Fatalf("%v: reading back gives another script: %s\n%s", step, why, out)
	}
	return out
}

// unlabelled returns the script without labels.
func unlabelled(t *testing.T, s *script.Script) *script.Script {
	t.Helper()
	done := map[*term.Term]*term.Term{}
	var strip func(x *term.Term) *term.Term
	strip = func(x *term.Term) *term.Term {
		if !x.HasNamed() {
			return x
		}
		if n := done[x]; n != nil {
			return n
		}
		var args []*term.Term
		for _, a := range x.Args() {
			args = append(args, strip(a))
		}
		n, err := s.Store.WithArgs(x, args)
		if x.Kind() == term.Annot {
			if attrs := slices.DeleteFunc(slices.Clone(x.Attrs()), func(a term.Attr) bool { return a.Label != nil }); len(attrs) > 0 {
				n, err = s.Store.Annot(args[0], attrs)
			} else {
				n, err = args[0], nil
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		done[x] = n
		return n
	}
	out := *s
	out.Commands = slices.Clone(s.Commands)
	for i := range out.Commands {
		c := *out.Commands[i]
		c.Terms = slices.Clone(c.Terms)
		for k := range c.Terms {
			c.Terms[k] = strip(c.Terms[k])
		}
		out.Commands[i] = &c
	}
	return &out
}

// options are the engine's settings.
var options = map[string]typefuzz.Options{
	"default":     {},
	"no literals": {NoLiterals: true},
	"copy only":   {CopyOnly: true},
}

// TestHardSeeds makes long chains from scripts with scopes of all kinds.
func TestHardSeeds(t *testing.T) {
	chains := 15
	if testing.Short() {
		chains = 8
	}
	for name, o := range options {
		for i, text := range slices.Concat(incremental, binders, []string{rich}) {
			t.Run(fmt.Sprintf("%s/%d", name, i), func(t *testing.T) {
				engine := typefuzz.New(o)
				for seed := range chains {
					last := ""
					for _, m := range chain(t, engine, text, uint64(seed), 12) {
						last = accept(t, m, last, nil)
					}
				}
			})
		}
	}
}

// TestAnyChain draws seeds, targets and settings.
func TestAnyChain(t *testing.T) {
	all := slices.Concat(incremental, binders, []string{rich})
	solvers := []string{"z3", "z3@4.8.12", "cvc5", "cvc5@1.0.3", "cvc4", "boolector"}
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.SampledFrom(all).Draw(rt, "text")
		o := typefuzz.Options{NoLiterals: rapid.Bool().Draw(rt, "no literals"), CopyOnly: rapid.Bool().Draw(rt, "copy only")}
		var targets []mutate.Dialect
		for _, s := range rapid.SliceOfN(rapid.SampledFrom(solvers), 0, 3).Draw(rt, "targets") {
			name, version, _ := strings.Cut(s, "@")
			targets = append(targets, mutate.Dialect{Name: name, Version: version})
		}
		seed := rapid.Uint64().Draw(rt, "seed")
		last := ""
		for _, m := range chain(t, typefuzz.New(o), text, seed, 8, targets...) {
			last = accept(t, m, last, nil)
		}
	})
}

func TestNotApplicable(t *testing.T) {
	sc, err := elab.Script("(declare-const a Int)(check-sat)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = typefuzz.New(typefuzz.Options{}).Prepare(context.Background(), &mutate.Seed{Script: sc}, mutate.Env{})
	if !errors.Is(err, mutate.ErrNotApplicable) {
		t.Errorf("error %v", err)
	}
}

// TestExhausted: a seed in which nothing can be replaced ends at once, and the engine says why.
func TestExhausted(t *testing.T) {
	sc, err := elab.Script("(assert true)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	source, err := typefuzz.New(typefuzz.Options{CopyOnly: true}).Prepare(context.Background(), &mutate.Seed{Script: sc}, mutate.Env{})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := source.Next(rng.New(1)); !errors.Is(err, mutate.ErrExhausted) {
		t.Errorf("mutant %v, error %v", m, err)
	}
}

// TestForeignTable: rows of one table mean nothing in another, so a seed must be read with the engine's.
func TestForeignTable(t *testing.T) {
	o, err := typefuzz.Config(theory.Builtin(), "mine", "(mine Int Int)")
	if err != nil {
		t.Fatal(err)
	}
	sc, err := elab.Script("(assert (> 1 0))", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = typefuzz.New(o).Prepare(context.Background(), &mutate.Seed{Script: sc}, mutate.Env{})
	if err == nil || errors.Is(err, mutate.ErrNotApplicable) {
		t.Errorf("error %v", err)
	}
}
