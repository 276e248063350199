package proof_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/model"
)

// A step whose premises the proof does not tell is blamed only if everything before it is known to be true.
func TestHiddenPremises(t *testing.T) {
	const trusted = "; trust X\n(step @last (> x y) :rule trust :args ((> x y)))"
	for _, tt := range []struct{ name, before, want string }{
		{"all true", "(assume @p1 (< x y))(step @p2 (< x 9) :rule r :premises (@p1))", "@last trust X; 2 holds, 1 wrong"},
		{"an open step that depends on nothing open", "(assume @p1 (< x y))(step @p2 (= (unknown x) 1) :rule r :premises (@p1))", "nothing; 1 holds, 1 doubtful, 1 open"},
		{"an open assertion", "(assume @p1 (= (unknown x) 1))", "nothing; 1 doubtful, 1 open"},
		{"a wrong step", "(assume @p1 (< x y))(step @p2 (= x 9) :rule r :premises (@p1))", "@p2 r; 1 holds, 1 wrong, 1 doubtful"},
		{"an assumption that is false and no longer in force", "(assume-push @p1 (> x y))(step @p2 (> x y) :rule r :premises (@p1))(step-pop @p3 :rule scope :premises (@p2))",
			"@last trust X; 1 holds, 2 vacuous, 1 wrong"},
		{"an assumption that is false and in force", "(assume-push @p1 (> x y))", "nothing; 1 vacuous, 1 beneath"},
	} {
		_, r := check(t, "(define @t () p)"+tt.before+trusted)
		if got := outline(&r); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// Where the interpretation makes an assertion false, a false step with hidden premises is not the solver's mistake.
func TestHiddenPremisesWithoutWitness(t *testing.T) {
	s := formula(t)
	p := read(t, "(assume @p1 (< x y))\n; trust X\n(step @p2 (> x y) :rule trust :args ((> x y)))", s)
	w, _ := proof.NewWitness(&model.Model{Script: s}, proof.DefaultLimits)
	r := proof.Check(p, w)
	if got := outline(&r); got != "nothing; 1 vacuous, 1 doubtful" {
		t.Error(got)
	}
}

// An assumption that cannot be read may be false: what comes below it is not wrong. It is none of the script's assertions either, even where
// one of these cannot be read.
func TestUnreadableAssumption(t *testing.T) {
	_, r := check(t, `(SCOPE :conclusion false
 (BAD :conclusion (> x y) (GOOD :conclusion (< x y) (ASSUME :conclusion (@foo x) :args ((@foo x))))) :args ((@foo x)))`)
	if got := outline(&r); got != "nothing; 1 holds, 1 vacuous, 1 beneath, 1 open" {
		t.Error(got)
	}
}

// In trees, an inner scope discharges the assumptions that it names: what depends on others is not blamed.
func TestScopesDischarge(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"(> x y)", "4 BAD; 2 holds, 2 vacuous, 1 wrong"},
		{"p (> x y)", "4 BAD; 2 holds, 2 vacuous, 1 wrong"},
		{"(> y x)", "nothing; 2 holds, 2 vacuous, 1 beneath"},
		{"", "nothing; 2 holds, 2 vacuous, 1 beneath"},
	} {
		_, r := check(t, fmt.Sprintf(`(SCOPE :conclusion (> x 2) (BAD :conclusion (> x 3)
 (SCOPE :conclusion (< x 8) (GOOD :conclusion (< x 9) (ASSUME :conclusion (> x y) :args ((> x y)))) :args (%s))) :args (p))`, tt.args))
		if got := outline(&r); got != tt.want {
			t.Errorf("discharged %s: %s, want %s", tt.args, got, tt.want)
		}
	}
}

// An inner scope without arguments discharges nothing, not even what the whole proof concludes.
func TestScopesWithoutArguments(t *testing.T) {
	_, r := check(t, `(SCOPE :conclusion (> x y) (BAD :conclusion (> x 3)
 (SCOPE :conclusion (< x 8) (GOOD :conclusion (< x 9) (ASSUME :conclusion (> x y) :args ((> x y)))))) :args (p))`)
	if got := outline(&r); !strings.HasPrefix(got, "nothing; ") {
		t.Errorf("%s", got)
	}
}

// The reasons for open steps are counted by what they have in common.
func TestReasons(t *testing.T) {
	_, r := check(t, `(declare-const k Int)(define @t0 () (@foo x))
(step @p1 (> @t0 0) :rule r :premises ())
(step @p2 (> (@foo y) 0) :rule r :premises ())
(step @p3 (> (@bar y) 0) :rule r :premises ())
(step @p4 (unknown y) :rule r :premises ())
(step @p5 :rule r :premises ())
(step @p6 (> k 3) :rule r :premises ())
(step @p7 (> (@array_deq_diff a x) 3) :rule r :premises ())`)
	want := map[string]int{
		"no meaning: @foo": 2, "no meaning: @bar": 1, "unreadable: unknown symbol unknown": 1, "silent: the proof does not say what the step concludes": 1,
		"no value: a constant of the solver's": 1, "no meaning: @array_deq_diff of things other than closed arrays": 1,
	}
	if diff := cmp.Diff(want, r.OpenBy); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Comparing open inputs with assertions has an end, after which they stay open: that none of the assertions is compared says nothing.
func TestComparisonsEnd(t *testing.T) {
	const n = 2100 // its square is more than the comparisons of a proof
	var assertions, inputs strings.Builder
	assertions.WriteString("(declare-const x Int)")
	inputs.WriteString("(declare-const k Int)")
	for i := range n {
		fmt.Fprintf(&assertions, "(assert (< x (+ 1 %d)))", i)
		fmt.Fprintf(&inputs, "(assume @p%d (< k %d))", i, i)
	}
	s, err := elab.Script(assertions.String()+"(check-sat)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := read(t, inputs.String(), s)
	w, holds := proof.NewWitness(&model.Model{Script: s}, proof.DefaultLimits)
	if r := proof.Check(p, w); !holds || r.By["open"] != n {
		t.Errorf("%v, %s", holds, r.Counts())
	}
}

// Results of divisions by zero that a model leaves open are zero where that makes the assertions true, and then in the steps too. Where it
// does not, they stay open.
func TestZeroQuotients(t *testing.T) {
	for _, tt := range []struct {
		assertion string
		holds     bool
		want      string
	}{
		{"(= (div x 0) 0)", true, "@p2 r; 1 holds, 1 wrong"},
		{"(= (div x 0) 3)", false, "nothing; 2 open"},
		{"(> x 3)", true, "nothing; 2 open"},
	} {
		s, err := elab.Script("(declare-const x Int)(assert "+tt.assertion+")(check-sat)", elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := model.Read("((define-fun x () Int 7))", s, 0, model.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p := read(t, "(step @p1 (= (mod x 0) 0) :rule r :premises ())(step @p2 (= (mod x 0) 1) :rule r :premises ())", s)
		w, holds := proof.NewWitness(m, proof.DefaultLimits)
		r := proof.Check(p, w)
		if got := outline(&r); holds != tt.holds || got != tt.want {
			t.Errorf("%s: %v, %s, want %v, %s", tt.assertion, holds, got, tt.holds, tt.want)
		}
	}
}

// What is among the goals and is none is left out.
func TestOtherThanGoals(t *testing.T) {
	s := formula(t)
	m, err := model.Read(witnessText, s, 0, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ text, want string }{
		{"(goals :x () (other (> x y)) (goal (< x y) :precision precise))", "holds"},
		{"(goals x (goal (> x y) :depth 2 :precision precise) y)", "wrong"},
		{"(goals (goal (> x y) :precision over))", "wrong"},
		{"(goals (goal (> x y) :precision))", "wrong"},
	} {
		w, _ := proof.NewWitness(m, proof.DefaultLimits)
		g, err := proof.Goals("simplify", tt.text, s, 0, w, proof.Budget{})
		if err != nil || g.Verdict != tt.want {
			t.Errorf("%s: %q, %v, want %q", tt.text, g.Verdict, err, tt.want)
		}
	}
}

// As many subproofs of Alethe are open at once as the budget says, and no more.
func TestOpenSubproofs(t *testing.T) {
	for n, want := range map[int]string{9: "", 10: "", 11: "too many nested subproofs"} {
		var text strings.Builder
		text.WriteString("(assume a0 p)")
		for i := range n {
			fmt.Fprintf(&text, "(anchor :step t%d)", i)
		}
		p, err := proof.Read(text.String(), formula(t), 0, proof.Options{Budget: proof.Budget{Bytes: 1 << 20, Steps: 100, Depth: 10, Terms: 1000}})
		if err != nil || p.Cut != want || len(p.Steps) != 1 {
			t.Errorf("%d subproofs: %d steps, cut %q, %v", n, len(p.Steps), p.Cut, err)
		}
	}
}

// Budgets hold in whatever part of a command they are met, and Cut says which.
func TestBudgetsEverywhere(t *testing.T) {
	deep := strings.Repeat("(not ", 110) + "p" + strings.Repeat(")", 110)
	long := "a"
	for range 60 {
		long = "(store " + long + " x y)"
	}
	for _, tt := range []struct {
		name, text, cut string
		steps           int
	}{
		{"a named term among the arguments of a step", "(assume a0 p)(step t1 (cl p) :rule r :args ((! " + deep + " :named q)))(step t2 (cl p) :rule r)", "nested deeper than 100", 1},
		{"a literal of a clause", "(assume a0 p)(step t1 (cl p " + deep + ") :rule r)(step t2 (cl p) :rule r)", "nested deeper than 100", 1},
		{"the sort of a constant in a definition", "(define @t1 () p)(assume @p1 @t1)(define @t2 () (= k_1 " + long + "))", "terms of more than", 1},
	} {
		s := formula(t)
		p, err := proof.Read(tt.text, s, 0, proof.Options{Budget: proof.Budget{Bytes: len(tt.text), Steps: 100, Depth: 100, Terms: 10_000}})
		if err != nil || !strings.Contains(p.Cut, tt.cut) || len(p.Steps) != tt.steps {
			t.Errorf("%s: %v, %+v", tt.name, err, p)
		}
	}
}
