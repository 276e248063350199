package script_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// pieces hold commands whose text depends on others: names that variables and lets would prefer, labels, patterns that are one variable.
const pieces = `(set-logic ALL)
(set-info :status sat)
(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
(declare-const a Int)
(declare-const l L)
(define-fun f ((x Int)) Int (+ x a))
(assert (! (> a 0) :named top))
(assert (forall ((x Int) (y Int)) (> (f x) (* y y))))
(assert (let ((s (+ (* a a) (f a) (f (f a)) 1))) (> (* s s) (+ s 1))))
(assert (exists ((x Int)) (let ((s (+ (* x a) (f x) (f (f x)) 1))) (> (* s s) (+ s 1)))))
(assert (match l ((nil true) ((cons h t) (match t ((nil top) (other (> (head other) h))))))))
(assert (match l ((whole (> (f 1) 2)))))
(push 1)
(assert (> a 5))
(check-sat)
(pop 1)
(check-sat-assuming ((> a 7)))
(get-model)
(assert (forall ((z Int)) (> z a)))
(check-sat)
`

// TestPrinterRemembers: whatever a printer wrote before, it writes a script like a printer that has written nothing.
func TestPrinterRemembers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, err := elab.Script(pieces, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		st := s.Store
		// Commands that replace others, with names that change how remembered text must be written.
		var others []*script.Command
		for _, name := range []string{"x", "y", "z", "$0", "x!1", "other", "whole", "b"} {
			others = append(others, &script.Command{Kind: script.DeclareFun, Decls: []*term.Decl{term.NewDecl(term.Declared, name, nil, sorts.Int)}})
		}
		for _, c := range s.Commands {
			if c.Kind == script.Assert {
				if not, _, err := st.Overload(st.Table.Lookup("not"), nil, nil, c.Terms); err == nil && not != nil {
					others = append(others, &script.Command{Kind: script.Assert, Terms: []*term.Term{not}})
				}
			}
		}
		after := func(check int) string { return fmt.Sprintf("(get-info :reason-unknown) ; %d", check) }
		p := script.Printer{Solver: "z3", ForSolver: rapid.Bool().Draw(t, "for a solver"), AfterCheck: after}
		var buf []byte
		for range rapid.IntRange(2, 12).Draw(t, "scripts") {
			next := *s
			next.Commands = slices.Clone(s.Commands)
			for range rapid.IntRange(0, 3).Draw(t, "changes") {
				i := rapid.IntRange(0, len(next.Commands)-1).Draw(t, "at")
				c := rapid.SampledFrom(others).Draw(t, "command")
				switch rapid.IntRange(0, 4).Draw(t, "how") {
				case 0:
					next.Commands = slices.Insert(next.Commands, i, c)
				case 1:
					next.Commands = slices.Delete(next.Commands, i, i+1)
				case 2:
					next.Commands[i] = c
				case 3:
					next.Commands = next.Commands[i:]
				}
				if len(next.Commands) == 0 {
					next.Commands = slices.Clone(s.Commands)
				}
			}
			if rapid.Bool().Draw(t, "go on from here") {
				s = &next
			}
			prefix := rapid.SampledFrom([]string{"", "; something before\n"}).Draw(t, "prefix")
			fresh := script.Printer{Solver: p.Solver, ForSolver: p.ForSolver, AfterCheck: after}
			want := prefix + string(fresh.Append(nil, &next))
			buf = p.Append(append(buf[:0], prefix...), &next)
			if got := string(buf); got != want {
				t.Fatalf("a printer that has written other scripts writes\n%s\nand one that has not\n%s", got, want)
			}
			standard := script.Printer{ForSolver: p.ForSolver, AfterCheck: after}
			if text := prefix + string(standard.Append(nil, &next)); p.Standard() && want != text {
				t.Fatalf("is said to be standard:\n%s\nand is not:\n%s", want, text)
			}
		}
	})
}

// TestPrinterOfOtherSettings: text in one solver's spelling is not reused for another, nor is the text of one store's terms for those of
// another.
func TestPrinterOfOtherSettings(t *testing.T) {
	const text = "(set-info :status sat)(declare-const s String)(assert (= (str.to_int s) 1))(check-sat)"
	var p script.Printer
	for _, solver := range []string{"", "z3", "cvc4", ""} {
		for _, forSolver := range []bool{false, true} {
			s, err := elab.Script(text, elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, sc := range []*script.Script{s, s} {
				p.Solver, p.ForSolver = solver, forSolver
				fresh := script.Printer{Solver: solver, ForSolver: forSolver}
				if got, want := string(p.Append(nil, sc)), string(fresh.Append(nil, sc)); got != want || strings.Contains(got, "status") == forSolver {
					t.Errorf("%q, %t: %s\nnot %s", solver, forSolver, got, want)
				}
				if own := strings.Contains(string(p.Append(nil, sc)), "str.to_int"); p.Standard() != own {
					t.Errorf("%q: standard %t, with the table's name %t", solver, p.Standard(), own)
				}
			}
		}
	}
}
