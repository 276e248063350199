package definition_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

func read(t *testing.T, text string) *script.Script {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return s
}

func TestUnfold(t *testing.T) {
	const xy = "(declare-fun x () Int)\n(declare-fun y () Int)\n"
	for name, tt := range map[string]struct {
		text, want string
		kept       map[definition.Reason]int
	}{
		"a call": {xy + "(define-fun f ((a Int) (b Int)) Bool (< a (+ b 1)))(assert (f y x))",
			xy + "(assert (< y (+ x 1)))", nil},
		"constants and calls of calls": {xy + "(define-const c Int (+ x 1))(define-fun f ((a Int)) Int (* a c))(define-fun g ((a Int)) Bool (= (f a) (f (f c))))(assert (g y))",
			xy + "(assert (let ((.1 (+ x 1))) (= (* y .1) (* (* .1 .1) .1))))", nil},
		"arguments under binders are not caught": {xy + "(define-fun f ((a Int)) Bool (exists ((v Int)) (= v a)))(assert (forall ((v Int)) (f v)))",
			xy + "(assert (forall ((v Int)) (exists ((w Int)) (= w v))))", nil},
		"nobody calls it": {xy + "(define-fun f () Bool (= x y))(assert (> x y))", xy + "(assert (> x y))", nil},
		"recursion": {xy + "(define-fun f () Int (+ y 1))(define-fun-rec r ((a Int)) Int (ite (> a 0) (r (- a f)) f))(assert (= (r x) f))",
			xy + "(define-fun-rec r ((a Int)) Int (ite (> a 0) (r (- a (+ y 1))) (+ y 1)))(assert (= (r x) (+ y 1)))", map[definition.Reason]int{definition.Recursive: 1}},
		"not recursive after all": {xy + "(define-fun-rec r ((a Int)) Int (+ a 1))(assert (= (r x) y))", xy + "(assert (= (+ x 1) y))", nil},
		"labels of bodies":        {xy + "(define-fun f () Bool (! (> x y) :named n))(assert (or f n))", "", map[definition.Reason]int{definition.Labelled: 1}},
		"labels of arguments": {xy + "(define-fun f ((b Bool)) Bool (and b b))(assert (f (! (> x y) :named n)))(assert (f n))",
			"", map[definition.Reason]int{definition.Argument: 1}},
		"labels around calls": {xy + "(define-fun f () Bool (> x y))(assert (! (not f) :named n))(assert (=> n f))",
			xy + "(assert (! (not (> x y)) :named n))(assert (=> n (> x y)))", nil},
		"assumptions": {xy + "(define-fun f () Bool (> x y))(assert (not f))(check-sat-assuming (f))",
			xy + "(define-fun f () Bool (> x y))(assert (not (> x y)))(check-sat-assuming (f))", map[definition.Reason]int{definition.Question: 1}},
		"patterns": {xy + "(declare-fun g (Int) Int)(define-fun f ((a Int)) Bool (> (g a) 0))(assert (forall ((v Int)) (! (f v) :pattern ((f v)) :qid q)))",
			xy + "(declare-fun g (Int) Int)(assert (forall ((v Int)) (! (> (g v) 0) :qid q)))", nil},
		"a name that is declared again": {"(push 1)(declare-const a Int)(define-fun f () Int a)(assert (= f 0))(pop 1)(declare-const a Bool)(assert a)", "",
			map[definition.Reason]int{definition.Twice: 1}},
		"an operator's name": {xy + "(define-fun f () Int (abs x))(declare-fun abs (Int) Int)(assert (= f (abs y)))", "", map[definition.Reason]int{definition.Operator: 1}},
		"levels": {xy + "(push 1)(define-fun f () Bool (> x y))(assert f)(check-sat)(pop 1)(define-fun f () Bool (< x y))(assert f)(check-sat)",
			xy + "(push 1)(assert (> x y))(check-sat)(pop 1)(assert (< x y))(check-sat)", nil},
		"defined sorts": {"(define-sort P (A) (Array A A))(declare-const p (P Int))(define-fun f ((q (P Int))) Int (select q 0))(assert (= (f p) 1))",
			"(define-sort P (A) (Array A A))(declare-const p (P Int))(assert (= (select p 0) 1))", nil},
		"match": {"(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-const l L)" +
			"(define-fun f ((a L)) Int (match a ((nil 0) ((cons h t) h))))(assert (= (f (cons 1 l)) (f l)))",
			"(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-const l L)" +
				"(assert (= (match (cons 1 l) ((nil 0) ((cons h t) h))) (match l ((nil 0) ((cons h t) h)))))", nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := read(t, tt.text)
			got, report, err := definition.Unfold(s, nil)
			if !maps.Equal(report.Kept, tt.kept) && len(report.Kept)+len(tt.kept) > 0 {
				t.Errorf("kept %v, not %v", report.Kept, tt.kept)
			}
			if tt.want == "" {
				if !errors.Is(err, definition.ErrNothing) {
					t.Errorf("%v\n%s", err, got)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if same, why := script.Equal(got, read(t, tt.want)); !same {
				t.Errorf("%s\n%s", why, got)
			}
		})
	}
	if _, _, err := definition.Unfold(read(t, "(push 1)(declare-sort U 0)(pop 1)(declare-sort U 1)(define-fun f () Bool true)(assert f)"), nil); err == nil || errors.Is(err, definition.ErrNothing) {
		t.Errorf("a sort that is declared twice: %v", err)
	}
}

// TestSharingAndBudget: what doubles at each step stays as small as it was where it is shared, and is left alone where binders prevent sharing.
func TestSharingAndBudget(t *testing.T) {
	chain := func(head, step, last string) string {
		var b strings.Builder
		b.WriteString("(declare-const x Int)" + head)
		for i := range 40 {
			b.WriteString(strings.NewReplacer("NEXT", fmt.Sprint("f", i), "LAST", last).Replace(step))
			last = fmt.Sprint("f", i)
		}
		return b.String() + "(assert (= x (" + last + " x)))"
	}
	got, report, err := definition.Unfold(read(t, chain("(define-fun f ((a Int)) Int (+ a 1))", "(define-fun NEXT ((a Int)) Int (* (LAST a) (LAST a)))", "f")), nil)
	if err != nil || report.Gone != 41 || len(got.String()) > 4000 {
		t.Errorf("%v, %v, %d bytes", err, report, len(got.String()))
	}
	got, report, err = definition.Unfold(read(t, chain("(define-fun f ((a Int)) Int (ite (exists ((v Int)) (= (* v v) a)) a 0))", "(define-fun NEXT ((a Int)) Int (+ (LAST (+ a 1)) (LAST (- a 1))))", "f")), nil)
	if err != nil || report.Kept[definition.Budget] == 0 || len(got.String()) > 1_000_000 {
		t.Errorf("%v, %v", err, report)
	}
}

// corpus returns seeds with definitions: those of the kit, and those of the folder ASSAY_SEEDS if it is set.
func corpus(t *testing.T, every int) []seeds.Seed {
	t.Helper()
	var out []seeds.Seed
	for _, s := range mutatetest.Corpus() {
		out = append(out, seeds.New(s.Name, s.Text))
	}
	dir := os.Getenv("ASSAY_SEEDS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "base", "seeds", "files")
	}
	n := 0
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".smt2" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), "(define-") || len(text) > 200<<10 {
			return err
		}
		if n++; n%every == 0 {
			out = append(out, seeds.New(strings.TrimPrefix(path, dir), string(text)))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestSameValues: under random interpretations each formula keeps its value. A sample takes every second seed with definitions.
func TestSameValues(t *testing.T) {
	r := rng.New(1)
	total := definition.Report{Kept: map[definition.Reason]int{}}
	unfolded, values, open := 0, 0, 0
	refused := map[string]int{}
	for _, seed := range corpus(t, testdepth.Sample(2, 1)) {
		s, err := elab.Script(seed.Text, elab.Options{})
		if err != nil || !definition.Has(s) {
			continue
		}
		got, report, err := definition.Unfold(s, nil)
		for why, n := range report.Kept {
			total.Kept[why] += n
		}
		if err != nil {
			refused[err.Error()]++
			if strings.Contains(err.Error(), "reading") || strings.Contains(err.Error(), "reads differently") {
				t.Errorf("%s: %v", seed.Name, err)
			}
			continue
		}
		total.Gone += report.Gone
		unfolded++
		was, err := problem.Of(s)
		if err != nil {
			continue
		}
		if s.Incremental() { // one question of all formulas: interpretations are of one
			s = read(t, was.Asking(was.Assertions...).String())
			if was, err = problem.Of(s); err != nil {
				t.Fatalf("%s: %v", seed.Name, err)
			}
			if got, _, err = definition.Unfold(s, nil); err != nil {
				t.Errorf("%s: %v", seed.Name, err)
				continue
			}
		}
		before, after := asserted(s), asserted(got)
		if len(before) != len(after) {
			t.Fatalf("%s: %d formulas, %d before", seed.Name, len(after), len(before))
		}
		chooser := interp.NewChooser(was)
		for range 5 {
			a, err := chooser.Random(r)
			if err != nil {
				break
			}
			is, err := problem.Of(got)
			if err != nil {
				t.Fatalf("%s: %v", seed.Name, err)
			}
			b, err := interp.Read(is, a.Witness(), "z3")
			if err != nil {
				break // the sort has elements that cannot be written
			}
			for i, f := range before {
				v, w := a.Again().Value(f), b.Again().Value(after[i])
				if v.IsOpen() || w.IsOpen() {
					open++
					continue
				}
				if values++; v.IsTrue() != w.IsTrue() {
					t.Errorf("%s: %s is %s and was %s\n%s", seed.Name, after[i], w, v, f)
				}
			}
		}
	}
	t.Logf("%d seeds unfolded, %d definitions gone, kept %v, refused %v; %d values the same, %d open", unfolded, total.Gone, total.Kept, refused, values, open)
	if unfolded < 10 || values < 50 {
		t.Error("too few to mean anything")
	}
}

func asserted(s *script.Script) []*term.Term {
	var out []*term.Term
	for _, c := range s.Commands {
		if c.Kind == script.Assert {
			out = append(out, c.Terms[0])
		}
	}
	return out
}
