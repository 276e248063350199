package smt_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/smt"
)

func check(t testing.TB, text string) *smt.Formula {
	t.Helper()
	s, err := smt.Parse("f.smt2", text)
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Check(smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestBlame: the part that is blamed stands where the span says. In each text, « and » surround it.
func TestBlame(t *testing.T) {
	const declared = "(declare-const x Int)(declare-const y Int)(declare-const p Bool)"
	for name, text := range map[string]string{
		"an assertion":         "(assert «(> x 1)»)",
		"a conjunct":           "(assert (and (< x 9) ; fine\n «(> x 1)» p))",
		"the smallest":         "(assert (and (= (+ x y) (* x 3)) «(> x 1)»))",
		"a negation":           "(assert (not «(< x 1)»))",
		"a disjunct":           "(assert (not (or (> x 1) «(= x 0)»)))",
		"a disjunction":        "(assert «(or (> x 1) (< x 0))»)",
		"a conclusion":         "(assert (=> p «(> x 1)»))",
		"its old spelling":     "(assert (implies p «(> x 1)»))",
		"a branch":             "(assert (ite p (and p «(> x 1)») (< x 1)))",
		"the other branch":     "(assert (ite (not p) (< x 1) (and p «(> x 1)»)))",
		"an annotation":        "(assert (! (and p (! «(> x 1)» :weight 1)) :named a))",
		"a let":                "(assert (let ((z (+ x 1))) (and p «(> z 1)»)))",
		"a name of a let":      "(assert (let ((q «(> x 1)»)) (and p q)))",
		"a let of a let":       "(assert (let ((q «(> x 1)»)) (let ((q (and p q)) (r p)) (and r q))))",
		"a hidden let":         "(assert (let ((x p)) (let ((x (> y 3)) (z x)) (and «x@» z p))))",
		"a quoted name":        "(assert (let ((|q| «(> x 1)»)) (and p q)))",
		"a definition":         "(define-fun q () Bool (and p «(> x 1)»)) (assert (and p q))",
		"a constant":           "(define-const q Bool «(> x 1)») (assert q)",
		"a function":           "(define-fun q ((z Int)) Bool (> z 1)) (assert (and p «(q x)»))",
		"a label":              "(assert (or p (! (and p «(> x 1)») :named a))) (assert a)",
		"an assumption":        "(check-sat-assuming (p «(> x 1)»))",
		"a declared constant":  "(assert (and p (not «p»)))",
		"a chain":              "(assert (=> p p «(> x 1)»))",
		"behind another check": "(assert p)(push 1)(assert p)(pop 1)\n\n  (assert «(> x 1)»)",
	} {
		t.Run(name, func(t *testing.T) {
			if name == "a hidden let" {
				text = "(assert (let ((x p)) (let ((x «(> y 3)») (z x)) (and x z p))))"
			}
			text := declared + text
			before, rest, _ := strings.Cut(text, "«")
			part, after, ok := strings.Cut(rest, "»")
			if !ok {
				t.Fatal("nothing is marked")
			}
			f := check(t, before+part+after)
			m, err := smt.ReadModel(f, "((define-fun x () Int 0)(define-fun y () Int 2)(define-fun p () Bool true))", smt.ModelOptions{})
			if err != nil {
				t.Fatal(err)
			}
			e := m.Eval()
			if e.Verdict() != smt.False || len(e.False()) != 1 {
				t.Fatalf("%v: %+v", e.Verdict(), e.Results)
			}
			b := e.False()[0].Blame
			got := f.Source().Text()[b.Start:b.End]
			if name == "a chain" { // its terms are nested, its text is not
				part = "(=> p p (> x 1))"
			}
			if got != part || (name != "a chain" && b.Start != len(before)) {
				t.Errorf("blamed: %s at %d; want %s at %d (%s)", got, b.Start, part, len(before), b.Text)
			}
			line, _, _ := strings.Cut(f.Source().Text()[b.Start-b.Col+1:], "\n")
			if !strings.Contains(line, strings.Split(part, "\n")[0]) {
				t.Errorf("line %d, column %d is at %q", b.Line, b.Col, line)
			}
		})
	}
}

func TestBlameValues(t *testing.T) {
	f := check(t, "(declare-const x Int)(declare-fun f (Int) Int)\n(assert (< (f x) (+ x 3) 4))")
	m, err := smt.ReadModel(f, "sat\n((define-fun x () Int (- 2)) (define-fun f ((a Int)) Int (+ a 5)))", smt.ModelOptions{})
	if err != nil {
		t.Fatal(err)
	}
	b := m.Eval().False()[0].Blame
	text := f.Source().Text()
	var got []string
	for _, v := range b.Values {
		got = append(got, text[v.Start:v.End]+" = "+v.Value)
	}
	if diff := cmp.Diff([]string{"(f x) = 3", "(+ x 3) = 1"}, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
	if b.Line != 2 || b.Col != 9 || b.Is {
		t.Errorf("blame %+v", b)
	}
}

func TestVerdicts(t *testing.T) {
	const text = `(declare-const x Int)(declare-const r Real)
(assert (= x 1))
(check-sat)
(push 1)
(assert (= (div x 0) 7))
(check-sat)
(pop 1)
(assert (forall ((y Int)) (>= (* y y) (+ y y (- 1)))))
(check-sat-assuming ((> r 0.0)))`
	f := check(t, text)
	if f.Checks() != 3 || len(f.Assertions(0)) != 1 || len(f.Assertions(2)) != 3 || f.Assertions(3) != nil || !f.Assertions(2)[2].Assumed {
		t.Errorf("%d checks; assertions of the last: %+v", f.Checks(), f.Assertions(2))
	}
	for i, want := range []smt.Verdict{smt.True, smt.Unspecified, smt.False} {
		m, err := smt.ReadModel(f, "((define-fun x () Int 1))", smt.ModelOptions{Check: i})
		if err != nil {
			t.Fatal(err)
		}
		e := m.Eval()
		if e.Verdict() != want {
			t.Errorf("check %d: %v, want %v: %+v", i, e.Verdict(), want, e.Results)
		}
		if i == 2 && (len(e.Assumed) != 1 || e.Assumed[0] != "r") {
			t.Errorf("assumed: %v", e.Assumed)
		}
		if i == 2 && e.Results[1].Verdict != smt.Unsupported {
			t.Errorf("a quantifier over all integers: %+v", e.Results[1])
		}
	}
	if _, err := smt.ReadModel(f, "((define-fun x () Int 1))", smt.ModelOptions{Check: 3}); err == nil {
		t.Error("a model for a check that does not exist")
	}
}

// TestAssertionText: assertions have their text in canonical form, by themselves and in results.
func TestAssertionText(t *testing.T) {
	f := check(t, "(declare-const x Real)(assert (< 1 (|x|)))(check-sat-assuming ((> x 0) ))")
	m, err := smt.ReadModel(f, "((x 2.0))", smt.ModelOptions{})
	if err != nil {
		t.Fatal(err)
	}
	results := m.Eval().Results
	for i, want := range []string{"(< 1.0 x)", "(> x 0.0)"} {
		if got := f.Assertions(0)[i].Text; got != want {
			t.Errorf("assertion %d is %q, want %q", i, got, want)
		}
		if got := results[i].Text; got != want {
			t.Errorf("result %d is about %q, want %q", i, got, want)
		}
	}
}

func TestValue(t *testing.T) {
	f := check(t, "(declare-const x Int)(declare-fun f (Int) Real)(define-fun g ((y Int)) Int (* y y))")
	m, err := smt.ReadModel(f, "(model (define-fun x () Int 7) (define-fun f ((a Int)) Real (/ 1.0 a)))", smt.ModelOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for term, want := range map[string]string{"(g x)": "49", "(f x)": "(/ 1.0 7.0)", "(ite (> x 3) \"a\" \"b\")": `"a"`, "((_ int2bv 4) x)": "#x7"} {
		if got, reason, err := m.Value(term); err != nil || reason != "" || got != want {
			t.Errorf("%s = %q, %q, %v; want %s", term, got, reason, err, want)
		}
	}
	if got, reason, err := m.Value("(div x 0)"); err != nil || got != "" || reason == "" {
		t.Errorf("an open value: %q, %q, %v", got, reason, err)
	}
	if got, reason, err := m.Value("(seq.unit (div x 0))"); err != nil || got != "" || reason == "" {
		t.Errorf("a value with an open part: %q, %q, %v", got, reason, err)
	}
	for _, term := range []string{"", "(", "nobody", "(+ x true)"} {
		_, _, err := m.Value(term)
		var e *smt.Error
		if !errors.As(err, &e) {
			t.Errorf("%q: %v", term, err)
		}
	}
}

// TestErrors: errors have positions and names.
func TestErrors(t *testing.T) {
	if _, err := smt.Parse("f.smt2", "(a\n b"); err == nil || !strings.HasPrefix(err.Error(), "f.smt2:1:1: truncated") {
		t.Errorf("Parse: %v", err)
	}
	s, err := smt.Parse("f.smt2", "(check-sat)\n(assert (+ 1 true))")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Check(smt.Options{}); err == nil || !strings.HasPrefix(err.Error(), "f.smt2:2:") {
		t.Errorf("Check: %v", err)
	}
	s, err = smt.Parse("f.smt2", "(declare-const s (Seq Int))(assert (= (seq.len s) 0))")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Check(smt.Options{Strict: true}); err == nil {
		t.Error("the standard has no sequences")
	}
	f, err := s.Check(smt.Options{})
	if err != nil || f.Dialect() == "SMT-LIB" {
		t.Errorf("a dialect: %v", err)
	}
	if _, err := smt.ReadModel(f, "((define-fun s () Int 1))", smt.ModelOptions{Name: "m"}); err == nil || !strings.HasPrefix(err.Error(), "m:1:") {
		t.Errorf("ReadModel: %v", err)
	}
	stopped := make(chan struct{})
	close(stopped)
	if _, err := s.Check(smt.Options{Done: stopped}); !errors.Is(err, smt.ErrStopped) {
		t.Errorf("stopped: %v", err)
	}
}

// TestSeeds: what Print writes, Parse and Check read as the same, and Format changes neither.
func TestSeeds(t *testing.T) {
	for _, seed := range seeds.All() {
		f := check(t, string(seed.Text))
		text := smt.Print(f)
		if again := smt.Print(check(t, text)); again != text {
			t.Errorf("%s: printed twice (-first +second):\n%s", seed.Name, cmp.Diff(text, again))
		}
		if laid := smt.Print(check(t, f.Source().Format())); laid != text {
			t.Errorf("%s: formatted (-before +after):\n%s", seed.Name, cmp.Diff(text, laid))
		}
		n := 0
		for c := range f.Source().Commands() {
			if n++; f.Source().Text()[c.Start:c.End] != c.Text || c.Line < 1 || c.Name == "" {
				t.Errorf("%s: command %d: %+v", seed.Name, n, c)
			}
		}
	}
}

func FuzzEval(f *testing.F) {
	f.Add("(declare-const x Int)(assert (> x 1))", "((define-fun x () Int 0))")
	f.Add("(declare-const x Bool)(assert (let ((y (not x))) (and y (! x :named a))))(assert a)", "sat\n(model (define-fun x () Bool true))")
	f.Add("(declare-datatype L ((n) (c (h Real) (t L))))(declare-const l L)(assert (not ((_ is n) l)))", "((define-fun l () L n))")
	f.Add("(declare-const a (Array Int Int))(assert (=> true (= (select a 1) 2)))", "((define-fun a () (Array Int Int) ((as const (Array Int Int)) 1)))")
	f.Fuzz(func(t *testing.T, text, answer string) {
		s, err := smt.Parse("f", text)
		if err != nil {
			return
		}
		formula, err := s.Check(smt.Options{MaxTerms: 10_000})
		if err != nil {
			return
		}
		m, err := smt.ReadModel(formula, answer, smt.ModelOptions{Limits: smt.Limits{Steps: 10_000, Instances: 100, Work: 1 << 20, Bytes: 1 << 24}})
		if err != nil {
			return
		}
		for _, r := range m.Eval().Results {
			if (r.Verdict == smt.False) != (r.Blame != nil) || (r.Verdict == smt.True) != (r.Why == "") {
				t.Errorf("a result that contradicts itself: %+v", r)
			}
			if b := r.Blame; b != nil && (b.Start < 0 || b.End > len(text) || b.Known() && b.Start >= b.End) {
				t.Errorf("blame outside of the text: %+v", b)
			}
		}
	})
}

func benchmarkText() (formula, model string) {
	var b, m strings.Builder
	m.WriteString("(")
	for i := range 1000 {
		n := string(rune('a'+i%26)) + strings.Repeat("x", i/26)
		b.WriteString("(declare-const " + n + " Int)\n(assert (and (> (* " + n + " " + n + ") 3) (=> (< " + n + " 9) (= (mod " + n + " 7) 5))))\n")
		m.WriteString("(define-fun " + n + " () Int 5)\n")
	}
	return b.String(), m.String() + ")"
}

func BenchmarkParse(b *testing.B) {
	text, _ := benchmarkText()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := smt.Parse("f", text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	text, _ := benchmarkText()
	s, err := smt.Parse("f", text)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := s.Check(smt.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEval reads a model of a thousand constants and evaluates a thousand assertions.
func BenchmarkEval(b *testing.B) {
	text, model := benchmarkText()
	f := check(b, text)
	for b.Loop() {
		m, err := smt.ReadModel(f, model, smt.ModelOptions{})
		if err != nil {
			b.Fatal(err)
		}
		if v := m.Eval().Verdict(); v != smt.True {
			b.Fatal(v)
		}
	}
}

func BenchmarkPrint(b *testing.B) {
	text, _ := benchmarkText()
	f := check(b, text)
	for b.Loop() {
		if len(smt.Print(f)) == 0 {
			b.Fatal("nothing is printed")
		}
	}
}
