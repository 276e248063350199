package proof_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

// kinds are the kinds of steps in words.
var kinds = map[proof.Kind]string{proof.Inference: "infers", proof.Input: "takes", proof.Local: "assumes", proof.Around: "generalizes"}

// written is what was read of a proof: for each step its name, rule, kind and premises, and its conclusion or why there is none.
func written(p *proof.Proof) []string {
	var all []string
	for _, s := range p.Steps {
		var from strings.Builder
		for _, i := range s.Premises {
			if i < 0 {
				from.WriteString(" ?")
				continue
			}
			from.WriteString(" " + p.Steps[i].Name)
		}
		claim := "no claim: " + s.Why
		if s.Claim != nil {
			claim = s.Claim.String()
		}
		line := fmt.Sprintf("%s %s %s", s.Name, s.Rule, kinds[s.Kind])
		if from.Len() > 0 {
			line += " from" + from.String()
		}
		all = append(all, line+": "+claim)
	}
	return all
}

func read(t *testing.T, text string, s *script.Script) *proof.Proof {
	t.Helper()
	p, err := proof.Read(text, s, 0, proof.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if p.Cut != "" {
		t.Errorf("%s: cut: %s", text, p.Cut)
	}
	return p
}

// What is not shaped as the format says costs the term it is in, with a reason that says what it is, and nothing else.
func TestStepsOfOddShapes(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"an annotation with a keyword and nothing else", "(assume @p1 (! p :named))(step @p2 (not (! p :named)) :rule r :premises (@p1))",
			[]string{"@p1 assume takes: p", "@p2 r infers from @p1: (not p)"}},
		{"a let without a body, and one with two", "(assume @p1 (let ((c x))))(assume @p2 (let ((c x)) p p))(assume @p3 (not (let (c) p)))(assume @p4 p)",
			[]string{
				"@p1 assume takes: no claim: unreadable: a let of the wrong shape", "@p2 assume takes: no claim: unreadable: a let of the wrong shape",
				"@p3 assume takes: no claim: unreadable: a let of the wrong shape", "@p4 assume takes: p",
			}},
		{"what a let binds cannot be read: the reason is that of the value, and only where it is used",
			"(assume @p1 (let ((c (@foo x))) (> c 0)))(assume @p2 (let ((c (@foo x)) (d y)) (> d 0)))",
			[]string{"@p1 assume takes: no claim: no meaning: @foo", "@p2 assume takes: (> y 0)"}},
		{"what a definition stands for cannot be read", "(define @t1 () (@foo x))(step @p1 (> @t1 0) :rule r :premises ())(step @p2 @t1 :rule r :premises ())",
			[]string{"@p1 r infers: no claim: no meaning: @foo", "@p2 r infers: no claim: no meaning: @foo"}},
		{"a name for a term that cannot be read", "(step @p1 (! (@foo x) :named c) :rule r :premises ())(step @p2 (! c :weight 3) :rule r :premises ())",
			[]string{"@p1 r infers: no claim: no meaning: @foo", "@p2 r infers: no claim: no meaning: @foo"}},
		{"a variable of a sort that nobody declares", "(define @t1 () (@var \"z\" Foo))(step @p1 (forall (@list @t1) p) :rule r :premises ())(step @p2 (= (@var \"z\" Foo) x) :rule r :premises ())",
			[]string{"@p1 r infers: no claim: unreadable: unknown sort Foo", "@p2 r infers: no claim: unreadable: unknown sort Foo"}},
		{"a variable of the wrong shape", "(step @p1 (= (@var \"z\") x) :rule r :premises ())(step @p2 (= (@var \"z\" Int Int) x) :rule r :premises ())(step @p3 (> (@var \"z\" Int) x) :rule r :premises ())",
			[]string{
				"@p1 r infers: no claim: unreadable: @var of the wrong shape", "@p2 r infers: no claim: unreadable: @var of the wrong shape",
				"@p3 r infers: (> z x)",
			}},
		{"skolems for what cannot be read", "(step @p1 (> (skolem (@k.PURIFY (@foo x))) 0) :rule r :premises ())(step @p2 (> (skolem (@k.PURIFY)) 0) :rule r :premises ())(step @p3 (> (skolem (@k.OTHER x)) 0) :rule r :premises ())(assume-push @p4 p)(step @p5 (> (skolem (- x 1)) 0) :rule r :premises ())",
			[]string{
				"@p1 r infers: no claim: no meaning: @foo", "@p2 r infers: no claim: no meaning: skolem", "@p3 r infers: no claim: no meaning: @k.OTHER",
				"@p4 assume-push assumes: p", "@p5 r infers: no claim: no meaning: -",
			}},
		{"skolems that are functions of other variables", "(declare-var z Int)(declare-var w Int)(step @p1 (> (skolem (@k.QUANTIFIERS_SKOLEMIZE (exists (@list z) (> z w)) z)) 0) :rule r :premises ())" +
			"(step @p2 (> (skolem (@k.QUANTIFIERS_SKOLEMIZE (exists (@list z) (> z (@foo x))) z)) 0) :rule r :premises ())(step @p3 (> (skolem (@k.QUANTIFIERS_SKOLEMIZE (exists (@list z) (> z x)) z)) 0) :rule r :premises ())",
			[]string{"@p1 r infers: no claim: no meaning: a skolem function", "@p2 r infers: no claim: no meaning: @foo", "@p3 r infers: (> skolem!1 0)"}},
		{"functions and constants that the proof declares", "(declare-fun h (Int) Int)(declare-fun k () Int)(declare-const c (Array Int Int))(declare-const d Foo)(step @p1 (= (h 3) 3) :rule r :premises ())" +
			"(step @p2 (> k 3) :rule r :premises ())(step @p3 (= (select c 0) 3) :rule r :premises ())(step @p4 (= d d) :rule r :premises ())(define @t1 () p)",
			[]string{
				"@p1 r infers: no claim: no meaning: a function that the proof declares", "@p2 r infers: (> k 3)", "@p3 r infers: (= (select c 0) 3)",
				"@p4 r infers: no claim: unreadable: unknown sort Foo",
			}},
		{"an empty list is no term", "(assume @p1 (or p ()))(assume @p2 ())(assume @p3 (or p p))",
			[]string{"@p1 assume takes: no claim: unreadable: () is not a term", "@p2 assume takes: no claim: unreadable: () is not a term", "@p3 assume takes: (or p p)"}},
		{"alethe: anchors without what their keywords announce", "(assume a0 p)(anchor :step)(anchor :args)(anchor)(anchor :step t1 :args)(step t1 (cl p) :rule subproof)",
			[]string{"a0 assume takes: p", "t1 subproof infers: p"}},
		{"alethe: conclusions that are no clauses", "(assume a0 p)(step t1 (not p) :rule r :premises (a0))(step t2 p :rule r)(step t3 (cl) :rule r)(step t4 (cl (not p) p) :rule r :premises (t1 t9))(step t5 (cl (+ x y) p) :rule r)",
			[]string{
				"a0 assume takes: p", "t1 r infers from a0: (not p)", "t2 r infers: p", "t3 r infers: false", "t4 r infers from t1 ?: (or (not p) p)",
				"t5 r infers: no claim: unreadable: a conclusion that is not a formula",
			}},
		{"tree: assumptions without arguments", "(SCOPE :conclusion false (ASSUME :args ()) :args (p))",
			[]string{"1 ASSUME assumes: no claim: silent: the proof does not say what the step concludes", "2 SCOPE infers from 1: false"}},
		{"tree: assumptions by their arguments, which may have a name", "(let ((c (p))) (SCOPE :conclusion false (CONTRA :conclusion false (ASSUME :args c) (SCOPE :conclusion p (ASSUME :args ((not p))) :args ((not p)))) :args c))",
			[]string{
				"1 ASSUME takes: p", "2 ASSUME assumes: (not p)", "3 SCOPE infers from 2: p", "4 CONTRA infers from 1 3: false",
				"5 SCOPE infers from 4: false",
			}},
		{"z3: names for steps that do not exist, and second names", "(proof (let ((@x1 @x9)) (let ((@x2 (asserted p))) (let ((@x3 @x2)) (mp @x1 @x3 p)))))",
			[]string{"@x2 asserted takes: p", "2 mp infers from ? @x2: p"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, written(read(t, tt.text, formula(t)))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The names of steps in reports have sixty bytes at most, in every format.
func TestLongNames(t *testing.T) {
	for _, length := range []int{59, 60, 61, 500} {
		name := "@" + strings.Repeat("n", length-1)
		want := name
		if length > 60 {
			want = name[:60] + "..."
		}
		for _, text := range []string{
			"(proof (let ((N (asserted p))) (mp N p)))", "(assume N p)", "(define @t () p)(assume-push N @t)", "(step N p :rule r :premises ())",
			"(assume a0 p)(step N (cl p) :rule r)", "(let ((N (TRUST :conclusion p :args ()))) (R :conclusion p N))",
		} {
			p := read(t, strings.ReplaceAll(text, "N", name), formula(t))
			found := false
			for _, s := range p.Steps {
				found = found || s.Name == want
			}
			if !found {
				t.Errorf("%s with a name of %d bytes: %q", text, length, written(p))
			}
		}
	}
}

// Constants that are declared nowhere are the solver's if they are named as solvers name theirs; other names are not known.
func TestNamesOfConstants(t *testing.T) {
	for name, brought := range map[string]bool{
		"k_1": true, "k!0": true, "skv_12": true, "@sk_3": true, "k!!7": true, "|k 1!2|": true,
		"k1": false, "k": false, "k_": false, "k!": false, "_1": false, "!1": false, "@p_1": false, "k_1a": false,
	} {
		p := read(t, "(step @s (= "+name+" 3) :rule r :premises ())", formula(t))
		if got := p.Steps[0].Claim != nil; got != brought || len(p.Skolems) == 0 == brought {
			t.Errorf("%s: taken for a constant: %v, want %v: %q", name, got, brought, written(p))
		}
	}
}

// A constant that is declared nowhere gets the first sort that fits, of those that the script's symbols have.
func TestSortsOfConstants(t *testing.T) {
	s, err := elab.Script(`(declare-sort S 0)(declare-const x Int)(declare-fun g (S) Int)(declare-fun h ((_ BitVec 4) Bool) (Array Int S))(check-sat)`, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ formula, sort string }{
		{"(> k_N x)", "Int"}, {"(is_int k_N)", "Int"}, {"(and k_N true)", "Bool"}, {"(= (g k_N) 3)", "S"}, {"(bvult k_N #b0001)", "(_ BitVec 4)"},
		{"(= (select k_N 3) (select k_N 4))", "(Array Int S)"}, {"(@bit 0 k_N)", "(_ BitVec 4)"}, {"(= (@int_div_by_zero k_N) x)", "Int"},
	} {
		for _, n := range []string{"1", "2"} { // the first gets the sort by the same rule as the second
			text := strings.ReplaceAll(tt.formula, "k_N", "k_"+n)
			p := read(t, "(step @s "+text+" :rule r :premises ())", s)
			if len(p.Skolems) != 1 || p.Skolems[0].Decl.Result.String() != tt.sort {
				t.Errorf("%s: %q, %d constants", text, written(p), len(p.Skolems))
			}
		}
	}
}

// Two constants that are declared nowhere get sorts that fit together.
func TestSortsOfTwoConstants(t *testing.T) {
	p := read(t, "(step @s (=> k_1 (> k_2 x)) :rule r :premises ())", formula(t))
	var got []string
	for _, s := range p.Skolems {
		got = append(got, s.Decl.Text+" "+s.Decl.Result.String())
	}
	slices.Sort(got)
	if want := []string{"k_1 Bool", "k_2 Int"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q: %q", got, want, written(p))
	}
}

// Names of the proof are known in what is read with text around it.
func TestNamesInPartialOperators(t *testing.T) {
	p := read(t, "(define @t1 () (+ x 1))(step @p1 (> (@int_div_by_zero @t1) 0) :rule r :premises ())(step @p2 (> (@mod_by_zero (+ @t1 y)) 0) :rule r :premises ())", formula(t))
	want := []string{"@p1 r infers: (> (div (+ x 1) 0) 0)", "@p2 r infers: (> (mod (+ (+ x 1) y) 0) 0)"}
	if diff := cmp.Diff(want, written(p)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// cvc5 writes the indices of operators as first arguments, and sorts into names: what it says is what SMT-LIB says with indices.
func TestIndicesOfOperators(t *testing.T) {
	for _, tt := range []struct{ cpc, standard string }{
		{"(extract 2 1 #b0110)", "((_ extract 2 1) #b0110)"},
		{"(zero_extend 2 #b10)", "((_ zero_extend 2) #b10)"},
		{"(sign_extend 2 #b10)", "((_ sign_extend 2) #b10)"},
		{"(rotate_left 1 #b0110)", "((_ rotate_left 1) #b0110)"},
		{"(rotate_right 1 #b0110)", "((_ rotate_right 1) #b0110)"},
		{"(repeat 3 #b01)", "((_ repeat 3) #b01)"},
		{"(int2bv 4 x)", "((_ int2bv 4) x)"},
		{"(int_to_bv 4 x)", "((_ int_to_bv 4) x)"},
		{"(re.^ 2 re.allchar)", "((_ re.^ 2) re.allchar)"},
		{"(re.loop 1 3 re.allchar)", "((_ re.loop 1 3) re.allchar)"},
		{"(divisible 3 x)", "((_ divisible 3) x)"},
		{"(to_fp_bv 3 5 #b01010101)", "((_ to_fp 3 5) #b01010101)"},
		{"(to_fp_fp 3 5 RNE (fp #b0 #b01 #b1))", "((_ to_fp 3 5) RNE (fp #b0 #b01 #b1))"},
		{"(to_fp_real 3 5 RNE 1.5)", "((_ to_fp 3 5) RNE 1.5)"},
		{"(to_fp_sbv 3 5 RNE #b01)", "((_ to_fp 3 5) RNE #b01)"},
		{"(to_fp_ubv 3 5 RNE #b01)", "((_ to_fp_unsigned 3 5) RNE #b01)"},
		{"(fp.to_ubv 4 RNE (fp #b0 #b01 #b1))", "((_ fp.to_ubv 4) RNE (fp #b0 #b01 #b1))"},
		{"(fp.to_sbv 4 RNE (fp #b0 #b01 #b1))", "((_ fp.to_sbv 4) RNE (fp #b0 #b01 #b1))"},
		{"(iand 4 x y)", "((_ iand 4) x y)"},
	} {
		p := read(t, fmt.Sprintf("(define @t () p)(step @s (= %s %s) :rule r :premises ())", tt.cpc, tt.standard), formula(t))
		claim := p.Steps[0].Claim
		if claim == nil || len(claim.Args()) != 2 || claim.Args()[0] != claim.Args()[1] {
			t.Errorf("%s and %s: %q", tt.cpc, tt.standard, written(p))
		}
	}
}
