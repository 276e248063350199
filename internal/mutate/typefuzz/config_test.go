package typefuzz_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/mutate/typefuzz"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// figure4 is the configuration of the paper's figure 4 in the notation of typefuzz's users: operators of Core,
// Ints, Reals and Strings, with sections that overlap.
const figure4 = `; Core
(not Bool Bool)
(=> Bool Bool Bool :right-assoc)
(and Bool Bool Bool :left-assoc)
(or Bool Bool Bool :left-assoc)
(xor Bool Bool Bool :left-assoc)
(par (A) (= A A Bool :chainable))
(par (A) (distinct A A Bool :pairwise))
(par (A) (ite Bool A A A))
; copying
(par (A) (id A A))
; Ints
(- Int Int)
(- Int Int Int :left-assoc)
(+ Int Int Int :left-assoc)
(* Int Int Int :left-assoc)
(div Int Int Int :left-assoc)
(mod Int Int Int)
(abs Int Int)
(<= Int Int Bool :chainable)
(<  Int Int Bool :chainable)
(>= Int Int Bool :chainable)
(>  Int Int Bool :chainable)
; Reals
(- Real Real)
(- Real Real Real :left-assoc)
(+ Real Real Real :left-assoc)
(* Real Real Real :left-assoc)
(/ Real Real Real :left-assoc)
(<= Real Real Bool :chainable)
(<  Real Real Bool :chainable)
(>= Real Real Bool :chainable)
(>  Real Real Bool :chainable)
; Reals_Ints
(- Int Int)
(- Int Int Int :left-assoc)
(+ Int Int Int :left-assoc)
(to_real Int Real)
(to_int Real Int)
(is_int Real Bool)
; Strings
(str.++ String String String :left-assoc)
(str.len String Int)
(str.< String String Bool :chainable)
(str.to_re String RegLan)
(str.in_re String RegLan Bool)
(re.none RegLan)
(re.all RegLan)
(re.allchar RegLan)
(re.++ RegLan RegLan RegLan :left-assoc)
(re.union RegLan RegLan RegLan :left-assoc)
(re.inter RegLan RegLan RegLan :left-assoc)
(re.* RegLan RegLan)
(re.comp RegLan RegLan)
(re.diff RegLan RegLan RegLan :left-assoc)
(re.+ RegLan RegLan)
(re.opt RegLan RegLan)
(re.range String String RegLan)
(str.<= String String Bool :chainable)
(str.at String Int String)
(str.substr String Int Int String)
(str.prefixof String String Bool)
(str.suffixof String String Bool)
(str.contains String String Bool)
(str.indexof String String Int Int)
(str.replace String String String String)
(str.replace_all String String String String)
(str.replace_re String RegLan String String)
(str.replace_re_all String RegLan String String)
(str.is_digit String Bool)
(str.to_code String Int)
(str.from_code Int String)
(str.to_int String Int)
(str.from_int Int String)
`

func TestConfigOfThePaper(t *testing.T) {
	o, err := typefuzz.Config(theory.Builtin(), "figure4", figure4)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(o.Table.Rows()), len(theory.Builtin().Rows())+1; got != want {
		t.Errorf("%d operators, %d expected: the built-in ones and id", got, want)
	}
	lines := 0
	for _, l := range strings.Split(figure4, "\n") {
		if l != "" && l[0] == '(' && !strings.Contains(l, "(id ") {
			lines++
		}
	}
	if len(o.Rows) != lines {
		t.Errorf("%d operators chosen, the file names %d", len(o.Rows), lines)
	}
	for _, r := range o.Rows {
		if r.Name == "id" {
			t.Error("id is an operator")
		}
		if r.In == nil { // the file's associativity does not always match the table's
			t.Errorf("%s is not the operator of the table", r.Signature())
		}
	}
}

// TestFiguresAreDerivable finds the paper's mutants from its own seeds: they are real bugs. The operators are restricted to
// those of the figure, to find them quickly.
func TestFiguresAreDerivable(t *testing.T) {
	tests := []struct {
		name, config, seed, mutant string
	}{
		{
			"figure 2, z3 5108", "(str.from_int Int String)(str.++ String String String)", `(declare-fun x () String)
(assert (> (- (str.to_int (str.++ x x))) 0))
(check-sat)
`, `(declare-fun x () String)
(assert (> (- (str.to_int (str.++ (str.from_int 0) x))) 0))
(check-sat)
`,
		},
		{
			"figure 3, cvc4 5915", "(str.replace String String String String)", `(declare-fun x () String)
(declare-fun y () String)
(assert (= (str.replace x "B" (str.++ "B" "B")) (str.++ y "B")))
(check-sat)
`, `(declare-fun x () String)
(declare-fun y () String)
(assert (= (str.replace (str.replace x "B" (str.++ "B" "B")) "B" (str.++ y "B")) (str.++ y "B")))
(check-sat)
`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o, err := typefuzz.Config(theory.Builtin(), "figure", tt.config)
			if err != nil {
				t.Fatal(err)
			}
			o.Pure = true
			engine := typefuzz.New(o)
			// The mutant as it is printed, which is not how the paper's authors lay it out.
			sc, err := elab.Script(tt.mutant, elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want := sc.String()
			const enough = 20_000
			for seed := range uint64(enough) {
				for _, m := range chainOver(t, o.Table, engine, tt.seed, seed, 1) {
					if m.Script.String() == want {
						t.Logf("mutant of random seed %d, by rule %s", seed, m.Steps[0].Rule)
						return
					}
				}
			}
			t.Errorf("not among %d mutants", enough)
		})
	}
}

// TestConfigSelects: a line means the table's operator, whatever its spelling, variable names and associativity; what the
// table does not have is the user's own.
func TestConfigSelects(t *testing.T) {
	tests := []struct{ line, want string }{
		{"(and Bool Bool Bool)", "(and Bool Bool Bool :left-assoc)"},
		{"(str.< String String Bool :chainable)", "(str.< String String Bool)"},
		{"(par (Sort) (= Sort Sort Bool))", "(par (X) (= X X Bool :chainable))"},
		{"(str.to.re String RegLan)", "(str.to_re String RegLan)"},
		{"(str.in.re String RegLan Bool)", "(str.in_re String RegLan Bool)"},
		{"(int.to.str Int String)", "(str.from_int Int String)"},
		{"(implies Bool Bool Bool)", "(=> Bool Bool Bool :right-assoc)"},
		{"((_ extract hi lo) (_ BitVec w) (_ BitVec (+ (- hi lo) 1)))", "((_ extract i j) (_ BitVec m) (_ BitVec (+ (- i j) 1)))"},
		{"(abs Bool Bool)", "(abs Bool Bool)"},
		{"(mine Int Int Bool :chainable)", "(mine Int Int Bool :chainable)"},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			o, err := typefuzz.Config(theory.Builtin(), "mine", tt.line)
			if err != nil {
				t.Fatal(err)
			}
			if len(o.Rows) != 1 || o.Rows[0].Signature() != tt.want {
				t.Fatalf("selected %v", o.Rows)
			}
			if known := o.Rows[0].Origin != ""; known != (len(o.Table.Rows()) == len(theory.Builtin().Rows())) {
				t.Errorf("known is %t, and the table has %d rows", known, len(o.Table.Rows()))
			}
		})
	}
}

// TestConfigRestricts: only operators of the file and of the formula, and copies.
func TestConfigRestricts(t *testing.T) {
	o, err := typefuzz.Config(theory.Builtin(), "few", "(xor Bool Bool Bool :left-assoc)\n(str.from_int Int String)\n(par (A) (id A A))")
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]bool{}
	for seed := range uint64(100) {
		for _, m := range chainOver(t, o.Table, typefuzz.New(o), `(declare-const s String)(assert (= s (str.++ s "a")))(assert (> (str.len s) 3))`, seed, 6) {
			rules[m.Steps[len(m.Steps)-1].Rule] = true
		}
	}
	want := map[string]bool{"copy": true, "literal": true, "xor": true, "str.from_int": true}
	if diff := cmp.Diff(want, rules); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
}

// TestConfigOfNothing: a file without operators leaves only copies, not the whole table.
func TestConfigOfNothing(t *testing.T) {
	for _, text := range []string{"", "; nothing\n", "(par (A) (id A A))"} {
		o, err := typefuzz.Config(theory.Builtin(), "empty", text)
		if err != nil {
			t.Fatal(err)
		}
		o.NoLiterals = true
		for seed := range uint64(20) {
			for _, m := range chainOver(t, o.Table, typefuzz.New(o), `(declare-const a Int)(assert (> a (+ a 1)))`, seed, 4) {
				if rule := m.Steps[len(m.Steps)-1].Rule; rule != "copy" {
					t.Fatalf("%q: rule %s", text, rule)
				}
			}
		}
	}
}

// TestConfigErrors: whatever cannot be understood gives an error with its position.
func TestConfigErrors(t *testing.T) {
	tests := []struct {
		name, text string
		line, col  int
		code       syntax.Code
	}{
		{"unknown sort", "(not Bool Bool)\n(f Int Strng)\n", 2, 8, syntax.CodeUnknown},
		{"unknown sort variable", "(par (A) (f A B))", 1, 15, syntax.CodeUnknown},
		{"no result", "(not)\n", 1, 1, syntax.CodeMalformed},
		{"name without parentheses", "(not Bool Bool)\n  and\n", 2, 3, syntax.CodeMalformed},
		{"unknown attribute", "(not Bool Bool :commutative yes)", 1, 16, syntax.CodeUnknown},
		{"associativity of one argument", "(abs Int Int :left-assoc)", 1, 2, syntax.CodeMalformed},
		{"unclosed", "(not Bool Bool\n", 1, 1, syntax.CodeTruncated},
		{"empty list", "()", 1, 1, syntax.CodeMalformed},
		{"par without operator", "(par (A))", 1, 2, syntax.CodeMalformed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := typefuzz.Config(theory.Builtin(), "mine.config", tt.text)
			var se *syntax.Error
			if !errors.As(err, &se) {
				t.Fatalf("error %v", err)
			}
			if se.File != "mine.config" || se.Line != tt.line || se.Col != tt.col || se.Code != tt.code {
				t.Errorf("%v, not at %d:%d with code %v", se, tt.line, tt.col, tt.code)
			}
		})
	}
}

// symbols returns the heads and the literals of all terms below root, and all subterms.
func symbols(root *term.Term) (heads, literals map[string]bool, terms []*term.Term) {
	heads, literals = map[string]bool{}, map[string]bool{}
	term.Walk([]*term.Term{root}, func(x *term.Term) bool {
		terms = append(terms, x)
		switch x.Kind() {
		case term.App:
			heads[x.Func().String()] = true
		case term.Literal:
			literals[x.Text()] = true
		case term.Quant:
			heads[x.Binder().String()] = true
		}
		return true
	})
	return heads, literals, terms
}

// TestCopyOnly: FuzzChick's mutator adds no operator and no literal, and what it inserts is a subterm of what was there
// before.
func TestCopyOnly(t *testing.T) {
	for _, text := range slices.Concat(binders, []string{rich}) {
		for seed := range uint64(10) {
			sc, err := elab.Script(text, elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var before []*term.Term
			heads, literals := map[string]bool{}, map[string]bool{}
			add := func(root *term.Term) {
				h, l, ts := symbols(root)
				for x := range h {
					heads[x] = true
				}
				for x := range l {
					literals[x] = true
				}
				before = append(before, ts...)
			}
			for i := range sc.Commands {
				for _, x := range sc.Commands[i].Terms {
					add(x)
				}
				for _, d := range sc.Commands[i].Decls {
					heads[d.Text] = true // constants may come in that no assertion uses
					if d.Body != nil {
						add(d.Body)
					}
				}
				for _, d := range sc.Commands[i].Datas {
					for _, c := range d.Ctors {
						heads[c.Text] = true
					}
				}
			}
			for _, m := range chain(t, typefuzz.New(typefuzz.Options{CopyOnly: true}), text, seed, 10) {
				step := m.Steps[len(m.Steps)-1]
				if step.Rule != "copy" {
					t.Fatalf("rule %s", step.Rule)
				}
				declared := step.After.IsLeaf() && step.After.HasUser()
				same := func(x *term.Term) bool { return term.EqualUnder(step.After.Free(), x.Free(), step.After, x) }
				if !declared && len(step.After.Free()) == 0 && !slices.ContainsFunc(before, same) {
					t.Fatalf("%v: not an expression of the script", step)
				}
				h, l, ts := symbols(step.After)
				for x := range h {
					if !heads[x] {
						t.Fatalf("%v: operator %s is new", step, x)
					}
				}
				for x := range l {
					if !literals[x] {
						t.Fatalf("%v: literal %s is new", step, x)
					}
				}
				before = append(before, ts...)
				for _, root := range m.Script.Roots() { // with another body, what calls it is another term
					_, _, ts = symbols(root)
					before = append(before, ts...)
				}
			}
		}
	}
}

// TestNoLiterals: all literals of the mutants are literals of the seed; by default new ones are added.
func TestNoLiterals(t *testing.T) {
	fresh := 0
	for _, o := range []typefuzz.Options{{NoLiterals: true}, {}} {
		for seed := range uint64(20) {
			sc, err := elab.Script(rich, elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			old := map[string]bool{}
			for i := range sc.Commands {
				for _, x := range sc.Commands[i].Terms {
					_, l, _ := symbols(x)
					for x := range l {
						old[x] = true
					}
				}
			}
			for _, m := range chain(t, typefuzz.New(o), rich, seed, 20) {
				step := m.Steps[len(m.Steps)-1]
				_, l, _ := symbols(step.After)
				for x := range l {
					if old[x] {
						continue
					}
					if o.NoLiterals {
						t.Fatalf("%v: literal %s is new", step, x)
					}
					fresh++
				}
			}
		}
	}
	if fresh == 0 {
		t.Error("no literal was ever invented")
	}
}

// TestPatternsSurvive: mutations inside a quantifier's body leave its attributes alone, and patterns contain no variable of
// another binder.
func TestPatternsSurvive(t *testing.T) {
	const text = `(declare-fun f (Int Int) Int)
(declare-fun p (Int) Bool)
(assert (forall ((x Int) (y Int)) (! (=> (p x) (> (f x y) (f y x))) :pattern ((f x y) (p x)) :pattern ((f y x)) :weight 3 :qid outer)))
`
	inside := 0
	for seed := range uint64(150) {
		kept := true
		for _, m := range chain(t, typefuzz.New(typefuzz.Options{}), text, seed, 8) {
			step := m.Steps[len(m.Steps)-1]
			kept = kept && len(step.Path) >= 2
			if !kept {
				break // the quantifier itself was replaced or moved
			}
			inside++
			out := m.Script.String()
			for _, attr := range []string{":pattern ((f x y) (p x))", ":pattern ((f y x))", ":weight 3", ":qid outer"} {
				if !strings.Contains(out, attr) {
					t.Fatalf("%v: %s is gone from\n%s", step, attr, out)
				}
			}
		}
	}
	if inside < 100 {
		t.Errorf("only %d mutations inside the body", inside)
	}
}

// TestOwnNames: a script may use names of operators, of sorts and of theories' functions for its own symbols.
func TestOwnNames(t *testing.T) {
	tests := map[string]string{
		"function":                    `(set-logic QF_UFLIA)(declare-fun bvadd (Int) Int)(declare-const select Int)(assert (> (bvadd select) 0))`,
		"function of a theory in use": `(declare-fun abs (Int Int) Int)(declare-const a Int)(assert (> (abs a 1) (- a)))`,
		"constructors":                `(declare-datatypes ((D 0)) (((store (select Int)) (bag) (concat (union D)))))(declare-const d D)(assert (= d (concat (store 1))))`,
		"sort":                        `(set-logic QF_UF)(declare-sort Set 0)(declare-const s Set)(declare-const p Bool)(assert (and p (= s s)))`,
		"label":                       `(declare-const a Int)(assert (! (> a 0) :named bvadd))(assert (or bvadd (! (> (! (+ a 1) :named div) 2) :named select)))`,
		"bound variable":              `(declare-const a Int)(assert (forall ((abs Int) (and Bool)) (=> and (> abs a))))`,
		"match variable":              `(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-const l L)(assert (match l ((nil true) ((cons mod not) (> mod 0)))))`,
		"defined function":            `(define-fun min ((or Int)) Int (ite (> or 0) or 0))(define-fun select ((a Bool)) Bool (not a))(declare-const a Int)(assert (select (> (min a) 0)))`,
		"popped function":             `(push 1)(declare-fun mod (Bool) Int)(assert (> (mod true) 1))(check-sat)(pop 1)(declare-const a Int)(assert (> (mod a 2) 0))`,
		"names that printers make":    `(declare-const $0 Int)(declare-const x!1 Int)(assert (forall ((x Int)) (> x x!1 $0)))(assert (> (+ $0 x!1 $0 x!1 1) (* (+ $0 x!1 $0 x!1 1) 2)))`,
		"quoted names":                `(declare-const |a b| Int)(declare-fun |+ -| (Int) Int)(assert (! (> |a b| (|+ -| 2)) :named |l 1|))`,
	}
	chains := 15
	if testing.Short() {
		chains = 8
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			for seed := range chains {
				last := ""
				for _, m := range chain(t, typefuzz.New(typefuzz.Options{}), text, uint64(seed), 10) {
					last = accept(t, m, last, nil)
				}
			}
		})
	}
}
