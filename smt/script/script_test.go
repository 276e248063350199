package script_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

func read(t *testing.T, src string) *script.Script {
	t.Helper()
	s, err := elab.Script(src, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFacts(t *testing.T) {
	for _, tt := range []struct {
		name, src, logic, status string
		checks, assertions       int
		incremental              bool
	}{
		{"empty", "", "", "", 0, 0, false},
		{"one check", "(set-logic QF_UF)(set-info :status sat)(assert true)(assert true)(check-sat)", "QF_UF", "sat", 1, 2, false},
		{"two checks", "(check-sat)(check-sat)", "", "", 2, 0, true},
		{"push", "(push)(check-sat)", "", "", 1, 0, true},
		{"assumptions", "(check-sat-assuming (true))", "", "", 1, 0, true},
		{"a tactic", "(check-sat-using smt)", "", "", 1, 0, false},
		{"reset", "(check-sat)(reset)", "", "", 1, 0, true},
		{"the first status counts", "(set-info :status unsat)(set-info :status sat)", "", "unsat", 0, 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, tt.src)
			if s.Logic() != tt.logic || s.Status() != tt.status || s.Checks() != tt.checks || s.Assertions() != tt.assertions || s.Incremental() != tt.incremental {
				t.Errorf("got %q %q %d %d %v", s.Logic(), s.Status(), s.Checks(), s.Assertions(), s.Incremental())
			}
		})
	}
}

func TestEqual(t *testing.T) {
	const base = `(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (head X) (tail (L X)))))))
(declare-fun f (Int) Bool)
(define-fun g ((x Int)) Int (+ x 1))
(assert (forall ((x Int)) (! (f (g x)) :pattern ((f x)))))
(assert (! (f 1) :named a))
(push 1)
(check-sat)
`
	for _, tt := range []struct {
		name, old, new string
		equal          bool
	}{
		{"itself", "", "", true},
		{"a bound variable's name", "(forall ((x Int)) (! (f (g x)) :pattern ((f x))))", "(forall ((y Int)) (! (f (g y)) :pattern ((f y))))", true},
		{"a parameter's name", "((x Int)) Int (+ x 1)", "((z Int)) Int (+ z 1)", true},
		{"white space and comments", "(push 1)", "; up\n  ( push 1 )", true},
		{"a quantifier", "forall", "exists", false},
		{"a pattern", ":pattern ((f x))", ":pattern ((f (g x)))", false},
		{"an attribute", ":pattern ((f x))", ":pattern ((f x)) :weight 1", false},
		{"a label", ":named a", ":named b", false},
		{"a literal", "(f 1)", "(f 2)", false},
		{"a body", "(+ x 1)", "(+ 1 x)", false},
		{"a signature", "(define-fun g ((x Int)) Int (+ x 1))", "(define-fun g ((x Int) (y Int)) Int (+ x 1))(define-fun h ((x Int)) Int x)", false},
		{"a selector", "head", "first", false},
		{"a constructor", "nil", "null", false},
		{"levels", "(push 1)", "(push 2)", false},
		{"a command more", "(check-sat)", "(check-sat)(check-sat)", false},
		{"another command", "(check-sat)", "(get-model)", false},
		{"an option", "(check-sat)", "(set-option :a 1)", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			changed := strings.Replace(base, tt.old, tt.new, 1)
			if tt.name == "a signature" {
				changed = strings.Replace(changed, "(g x)", "(h x)", 1)
			}
			a, b := read(t, base), read(t, changed)
			for _, p := range [][2]*script.Script{{a, b}, {b, a}} {
				if ok, why := script.Equal(p[0], p[1]); ok != tt.equal || !ok && why == "" {
					t.Errorf("equal: %v %s", ok, why)
				}
			}
		})
	}
}

// TestPrinterForgets: what a printer writes does not depend on what it wrote before.
func TestPrinterForgets(t *testing.T) {
	s := read(t, `(declare-fun f (Int) Bool)
(assert (forall ((x Int) (n Int)) (=> (f x) (f n))))
(assert (! (f 1) :named a))
(assert (or a (f 2)))
(check-sat)
`)
	// The same with one more declaration, which has the name of a bound variable.
	d := term.NewDecl(term.Declared, "n", nil, s.Commands[0].Decls[0].Params[0])
	more := *s
	more.Commands = append([]*script.Command{{Kind: script.DeclareFun, Decls: []*term.Decl{d}}}, s.Commands...)
	// As many declarations, of which one has the name of another bound variable.
	renamed := more
	renamed.Commands = slices.Clone(more.Commands)
	renamed.Commands[0].Decls = []*term.Decl{term.NewDecl(term.Declared, "x", nil, d.Result)}
	fresh := func(s *script.Script) string {
		var p script.Printer
		return string(p.Append(nil, s))
	}
	if fresh(s) == fresh(&more)[strings.Index(fresh(&more), "\n")+1:] {
		t.Fatal("the declaration makes no difference to the text")
	}
	var p script.Printer
	for i, x := range []*script.Script{s, s, &more, s, &more, &more, &renamed, &more, &renamed, s} {
		if got := string(p.Append(nil, x)); got != fresh(x) {
			t.Errorf("text %d:\n%s\nwant\n%s", i, got, fresh(x))
		}
	}
	other := read(t, "(declare-const a Int)(assert (= a 1))")
	if got := string(p.Append(nil, other)); got != fresh(other) {
		t.Errorf("after another store's script:\n%s", got)
	}
}

func TestWith(t *testing.T) {
	s := read(t, "(assert true)(assert false)(check-sat)")
	n := s.With(1, *s.Commands[0])
	if s.String() != "(assert true)\n(assert false)\n(check-sat)\n" || n.String() != "(assert true)\n(assert true)\n(check-sat)\n" {
		t.Errorf("%s\n%s", s, n)
	}
}

func TestOpenOperators(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"(declare-const x Int)(assert (= (div x 0) 1))", ""}, // every solver treats it as one unknown function
		{"(declare-const q (Seq Int))(assert (= (seq.nth q 0) 1))", "seq.nth"},
		{"(declare-const x (_ FloatingPoint 8 24))(define-fun f () Real (fp.to_real x))(assert (= (fp.min x x) x))(check-sat)", "fp.min fp.to_real"},
		{"(assert true)", ""},
	} {
		if got := strings.Join(read(t, tt.src).Open(), " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.src, got, tt.want)
		}
	}
}
