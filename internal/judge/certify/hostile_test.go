package certify_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/value"
)

// A family says how values of a sort are built, and what is asked about two of them, x and y.
type family struct {
	sort   string
	leaves []string
	// steps make a value from another one, ?, and a leaf, !.
	steps []string
	asked []string
}

const declarations = `(declare-sort U 0)
(declare-datatypes ((T 0)) (((leaf (v Int)) (cons (l T) (r T)) (holder (a (Array Int T))))))
`

var families = []family{
	{"Int", []string{"0", "1", "(- 7)", "123456789012345678901234567890", "(^ 2 4000)", "(^ 3 1000000000)", "(int.pow2 5000)"},
		[]string{"(+ ? !)", "(* ? ?)", "(* ? !)", "(- ! ?)", "(div ? !)", "(mod ! ?)", "(ite (= ? !) ! ?)", "(str.to_int (str.from_int ?))", "(^ ? 3)"},
		[]string{"(= x y)", "(<= (* x x) (* y y))", "(exists ((z Int)) (= (* z z) (+ x y)))", "(= (div x 0) (mod y x))"}},
	{"Real", []string{"0.0", "(/ 1 3)", "(- 2.5)", "(/ 123456789 987654321)", "(root-obj (+ (^ x 3) (- 2)) 1)"},
		[]string{"(+ ? !)", "(* ? ?)", "(* ? !)", "(/ ? !)", "(- ! ?)", "(/ ! ?)"},
		[]string{"(= x y)", "(< (* x y) (+ x y))", "(is_int x)", "(= (to_int x) (to_int y))"}},
	{"(_ BitVec 64)", []string{"#x0000000000000000", "#xffffffffffffffff", "(_ bv12345 64)"},
		[]string{"(bvadd ? !)", "(bvmul ? ?)", "(bvudiv ? !)", "(bvxor ! ?)", "((_ rotate_left 7) ?)", "((_ extract 63 0) (concat ? ?))"},
		[]string{"(= x y)", "(bvult x y)", "(forall ((z (_ BitVec 32))) (= z ((_ extract 31 0) x)))", "(= ((_ repeat 100) x) ((_ repeat 100) y))"}},
	{"(_ BitVec 100000)", []string{"(_ bv0 100000)", "(_ bv12345678901234567890 100000)"},
		[]string{"(bvadd ? !)", "(bvmul ? ?)", "(bvurem ! ?)", "(bvnot ?)", "(bvshl ? !)"},
		[]string{"(= x y)", "(bvslt x y)", "(= (bv2nat x) (bv2nat y))", "(= ((_ repeat 500) x) ((_ repeat 500) y))"}},
	{"Float32", []string{"(_ +zero 8 24)", "(_ NaN 8 24)", "(fp #b0 #x7f #b00000000000000000000001)", "(_ -oo 8 24)"},
		[]string{"(fp.add RNE ? !)", "(fp.mul RTZ ? ?)", "(fp.rem ! ?)", "(fp.fma RNE ? ? !)"},
		[]string{"(= x y)", "(fp.lt x y)", "(= (fp.to_real x) (fp.to_real y))", "(fp.isNaN (fp.min x y))"}},
	{"(_ FloatingPoint 25 5000)", []string{"(_ +zero 25 5000)", "((_ to_fp 25 5000) RNE 3.25)", "((_ to_fp 25 5000) RNE (/ 1.0 3.0))"},
		[]string{"(fp.add RNE ? !)", "(fp.mul RTZ ? ?)", "(fp.div RNE ! ?)", "(fp.sqrt RNE ?)", "(fp.rem ? !)"},
		[]string{"(= x y)", "(fp.leq x y)", "(= (fp.to_real x) 0.0)"}},
	{"String", []string{`""`, `"a"`, `"ab\u{61}"`, `"` + strings.Repeat("abc", 300) + `"`},
		[]string{"(str.++ ? !)", "(str.++ ! ?)", "(str.++ ? ?)", `(str.replace_all ? "a" !)`, `(str.replace ? ! "b")`, "(str.substr ? 1 (str.len ?))", `(str.replace_re_all ? (re.+ (str.to_re "a")) !)`},
		[]string{"(= x y)", "(str.contains x y)", `(str.in_re x (re.* (re.union (str.to_re "ab") (re.comp (str.to_re y)))))`, "(str.< x y)", "(= (str.indexof x y 1) (str.to_int x))"}},
	{"(Seq Int)", []string{"(as seq.empty (Seq Int))", "(seq.unit 1)", "(seq.++ (seq.unit 1) (seq.unit 2))"},
		[]string{"(seq.++ ? !)", "(seq.++ ! ?)", "(seq.++ ? ?)", "(seq.replace_all ? (seq.unit 1) !)", "(seq.extract ? 1 (seq.len ?))", "(seq.rev ?)", "(seq.update ? 1 !)"},
		[]string{"(= x y)", "(seq.contains x y)", "(= (seq.nth x 9) (seq.len y))", "(seq.prefixof x y)"}},
	{"(Seq (Seq Int))", []string{"(as seq.empty (Seq (Seq Int)))", "(seq.unit (seq.unit 1))"},
		[]string{"(seq.++ ? !)", "(seq.++ ? ?)", "(seq.unit (seq.++ (seq.nth ? 0) (seq.nth ? 0)))"},
		[]string{"(= x y)", "(= (seq.nth x 0) (seq.nth y 3))"}},
	{"(Set Int)", []string{"(as set.empty (Set Int))", "(set.singleton 1)", "(set.insert 1 2 3 (set.singleton 4))"},
		[]string{"(set.union ? !)", "(set.union ! ?)", "(set.minus ? !)", "(set.insert (set.card ?) ?)", "(set.inter ? (set.union ? !))"},
		[]string{"(= x y)", "(set.subset x y)", "(set.member (set.card x) y)", "(= (set.choose x) (set.choose y))"}},
	{"(Set (Tuple Int Int))", []string{"(set.singleton (tuple 0 1))", "(set.insert (tuple 1 2) (tuple 2 0) (set.singleton (tuple 3 4)))"},
		[]string{"(set.union ? !)", "(rel.join ? ?)", "(rel.tclosure ?)", "(set.union ? (rel.transpose ?))", "(rel.join (set.union ? !) ?)"},
		[]string{"(= x y)", "(set.subset x y)"}},
	{"(Bag Int)", []string{"(as bag.empty (Bag Int))", "(bag 1 2)", "(bag 3 1)"},
		[]string{"(bag.union_disjoint ? !)", "(bag.union_disjoint ? ?)", "(bag.union_max ? !)", "(bag.difference_subtract ? !)", "(bag.inter_min ? (bag.union_disjoint ? !))"},
		[]string{"(= x y)", "(bag.subbag x y)", "(= (bag.card x) (bag.count 1 y))"}},
	{"(Array Int Int)", []string{"((as const (Array Int Int)) 0)", "(store ((as const (Array Int Int)) 1) 2 3)"},
		[]string{"(store ? (select ? 1) (select ! 2))", "(store ? 5 (+ (select ? 5) 1))", "((_ map (+ (Int Int) Int)) ? !)", "(ite (= ? !) ! ?)"},
		[]string{"(= x y)", "(= (select x (select y 1)) 3)", "(forall ((i Int)) (= (select x i) (select y i)))", "(= (store x 1 2) (store y 1 2))"}},
	{"(Array (Array Int Int) Int)", []string{"((as const (Array (Array Int Int) Int)) 0)", "(store ((as const (Array (Array Int Int) Int)) 1) ((as const (Array Int Int)) 7) 3)"},
		[]string{"(store ? (store ((as const (Array Int Int)) 0) (select ? ((as const (Array Int Int)) 7)) 1) 2)", "(store ? ((as const (Array Int Int)) (select ? ((as const (Array Int Int)) 0))) (+ 1 (select ? ((as const (Array Int Int)) 0))))"},
		[]string{"(= x y)", "(= (select x ((as const (Array Int Int)) 0)) 3)"}},
	{"(Array (_ BitVec 4) Bool)", []string{"((as const (Array (_ BitVec 4) Bool)) true)", "(store ((as const (Array (_ BitVec 4) Bool)) false) #x3 true)"},
		[]string{"(union ? !)", "(setminus ? !)", "(complement ?)", "(store ? #x7 (= ? !))"},
		[]string{"(= x y)", "(subset x y)"}},
	{"T", []string{"(leaf 0)", "(leaf 1)", "(holder ((as const (Array Int T)) (leaf 2)))"},
		[]string{"(cons ? ?)", "(cons ! ?)", "(cons ? !)", "(holder (store ((as const (Array Int T)) ?) 1 ?))", "(ite ((_ is cons) ?) (cons ? (l ?)) (cons ? ?))"},
		[]string{"(= x y)", "(= (l x) (r y))", "(match x (((leaf n) (= n (v y))) ((cons p q) (= p q)) (z (= z y))))", "(= (select (store ((as const (Array T Int)) 0) x 1) y) 1)"}},
}

// value writes a hostile value.
func (f *family) value(r *rng.Rand, helpers *strings.Builder, name string) string {
	step := rng.Pick(r, f.steps)
	if r.IntN(3) == 0 { // two operators in turn
		step = strings.ReplaceAll(step, "?", rng.Pick(r, f.steps))
	}
	step = strings.ReplaceAll(step, "!", rng.Pick(r, f.leaves))
	leaf := rng.Pick(r, f.leaves)
	n := rng.Pick(r, []int{1, 5, 20, 60, 200})
	switch r.IntN(4) {
	case 0: // shared by lets
		var b strings.Builder
		fmt.Fprintf(&b, "(let ((v0 %s)) ", leaf)
		for i := range n {
			fmt.Fprintf(&b, "(let ((v%d %s)) ", i+1, strings.ReplaceAll(step, "?", fmt.Sprintf("v%d", i)))
		}
		return b.String() + fmt.Sprintf("v%d", n) + strings.Repeat(")", n+1)
	case 1: // by functions without arguments
		fmt.Fprintf(helpers, "(define-fun %s0 () %s %s)", name, f.sort, leaf)
		for i := range n {
			fmt.Fprintf(helpers, "(define-fun %s%d () %s %s)", name, i+1, f.sort, strings.ReplaceAll(step, "?", fmt.Sprintf("%s%d", name, i)))
		}
		return fmt.Sprintf("%s%d", name, n)
	case 2: // by functions that are called anew for every use
		fmt.Fprintf(helpers, "(define-fun %s0 ((k Int)) %s %s)", name, f.sort, leaf)
		for i := range n {
			fmt.Fprintf(helpers, "(define-fun %s%d ((k Int)) %s %s)", name, i+1, f.sort, strings.ReplaceAll(step, "?", fmt.Sprintf("(%s%d (+ k 1))", name, i)))
		}
		return fmt.Sprintf("(%s%d 0)", name, n)
	}
	if strings.Count(step, "?") == 1 { // written out, a long way
		n *= 20
		before, after, _ := strings.Cut(step, "?")
		return strings.Repeat(before, n) + leaf + strings.Repeat(after, n)
	}
	// By recursion.
	fmt.Fprintf(helpers, "(define-fun-rec %s ((k Int)) %s (ite (<= k 0) %s %s))", name, f.sort, leaf, strings.ReplaceAll(step, "?", "("+name+" (- k 1))"))
	return fmt.Sprintf("(%s %d)", name, n)
}

// TestHostileModels: the evaluation of hostile models over all theories (a hundred or, with ASSAY_LONG=1, five hundred) ends within the budgets,
// without an error of the evaluator. With larger budgets none of them turns from true to false or back.
func TestHostileModels(t *testing.T) {
	count := testdepth.Sample(100, 500)
	seen := map[oracle.ModelVerdict]int{}
	for i := range count {
		r := rng.New(uint64(i)).Split("hostile model")
		f := families[i%len(families)]
		script := declarations + fmt.Sprintf("(declare-const x %s)(declare-const y %s)(declare-const u U)\n", f.sort, f.sort)
		for range 1 + r.IntN(2) {
			script += "(assert " + rng.Pick(r, f.asked) + ")\n"
		}
		var helpers strings.Builder
		x, y := f.value(r, &helpers, "h!x"), f.value(r, &helpers, "h!y")
		if r.IntN(4) == 0 {
			y = "x"
		}
		text := fmt.Sprintf("(%s(define-fun x () %s %s)(define-fun y () %s %s))", helpers.String(), f.sort, x, f.sort, y)
		if y == "x" {
			text = strings.Replace(text, "() "+f.sort+" x)", "() "+f.sort+" "+x+")", 1)
		}
		formula, err := certify.NewFormula(script+"(check-sat)\n", nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, script)
		}
		// Only a defect takes that long: the test then says which model it was.
		watchdog := make(chan struct{})
		timer := time.AfterFunc(10*time.Minute, func() { close(watchdog) }) // no race: all that it does is to close a channel
		formula.Done = watchdog
		var verdicts []oracle.ModelVerdict
		for _, e := range []certify.Effort{{Steps: 2_000, Instances: 100, Work: 1 << 16, Bytes: 1 << 20}, certify.Quick} {
			formula.Effort = e
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			report := formula.Model(text, "", 0)
			runtime.ReadMemStats(&after)
			switch {
			case strings.Contains(report.Summary, "internal error"), strings.Contains(report.Summary, value.Interrupted):
				t.Errorf("model %d of %s: %s\n%.2000s\n%.2000s", i, f.sort, report.Summary, script, text)
			case (report.Verdict == oracle.ModelTooLarge) != strings.Contains(report.Summary, value.TooLarge):
				t.Errorf("model %d of %s is %s: %s", i, f.sort, report.Verdict, report.Summary)
			case report.Verdict == oracle.ModelUnreadable:
				t.Errorf("model %d of %s: %s\n%.2000s", i, f.sort, report.Summary, text)
			}
			// Up to four evaluations, and the garbage that they leave meanwhile.
			if n := int64(after.TotalAlloc - before.TotalAlloc); n > 8*e.Bytes+256<<20 {
				t.Errorf("model %d of %s: %d bytes", i, f.sort, n)
			}
			verdicts = append(verdicts, report.Verdict)
		}
		timer.Stop()
		seen[verdicts[1]]++
		if small, large := verdicts[0], verdicts[1]; small != large && small != oracle.ModelTooLarge && large != oracle.ModelTooLarge {
			t.Errorf("model %d of %s is %s, and with smaller budgets %s\n%.2000s\n%.2000s", i, f.sort, large, small, script, text)
		}
	}
	t.Logf("%v", seen)
	for _, v := range []oracle.ModelVerdict{oracle.ModelHolds, oracle.ModelFails, oracle.ModelTooLarge} {
		if seen[v] < count/20 {
			t.Errorf("only %d models are %s", seen[v], v)
		}
	}
}

// A model is too large when the context ends first, and when it has more terms than its budget of memory.
func TestModelTooLarge(t *testing.T) {
	f, err := certify.NewFormula("(declare-const x Int)(assert (= x 1))(check-sat)", nil)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	f.Done = done
	const one = "((define-fun x () Int 1))"
	if r := f.Model(one, "", 0); r.Verdict != oracle.ModelHolds {
		t.Errorf("%s: %s", r.Verdict, r.Summary)
	}
	close(done)
	if r := f.Model(one, "", 0); r.Verdict != oracle.ModelTooLarge || !strings.Contains(r.Summary, value.Interrupted) {
		t.Errorf("%s: %s", r.Verdict, r.Summary)
	}
	f.Done, f.Effort = nil, certify.Effort{Steps: 100, Instances: 100, Work: 1000, Bytes: 1000}
	if r := f.Model("((define-fun x () Int (+ 1 2 3 (+ 4 5 6 (+ 7 8 9)))))", "", 0); r.Verdict != oracle.ModelTooLarge {
		t.Errorf("%s: %s", r.Verdict, r.Summary)
	}
}
