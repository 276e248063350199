package model_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
)

// A witness says that there is a value, but not which. What depends on it is open, the rest is not, and it is printed
// as it was read.
func TestWitness(t *testing.T) {
	const decls = `(declare-const r Real)(declare-const x Real)(declare-fun f (Int) Real)(declare-const a (Array Int Real))
(assert (= (* r r) 2.0))(assert (= x 1.0))(assert (= (f 1) 0.0))(assert (= (f 2) 0.0))(assert (= (select a 3) 2.0))(assert (> (select a 4) 0.0))
(assert (= r (select a 4)))(check-sat)`
	const answer = `sat
(model
(define-fun r () Real (witness ((v Real)) (and (>= v (/ 7 5)) (>= (* (- 1.0) v) (/ (- 3) 2)))))
(define-fun x () Real 1.0)
(define-fun f ((n Int)) Real (ite (= n 1) 0.0 (witness ((w Real)) (> w 5.0))))
(define-fun a () (Array Int Real) (store ((as const (Array Int Real)) 2.0) 4 (witness ((v Real)) (and (>= v (/ 7 5)) (>= (* (- 1.0) v) (/ (- 3) 2))))))
)`
	words := func(s *script.Script, m *model.Model) string {
		ev := eval.New(s.Store, m, eval.Options{})
		active, _ := s.Active(0)
		var out []string
		for _, a := range active {
			v := ev.Term(a.Term)
			switch {
			case v.IsUnsupported() && strings.Contains(v.Reason(), "(witness (("):
				out = append(out, "open")
			default:
				out = append(out, v.String())
			}
		}
		if missing := ev.Assumed(); len(missing) > 0 {
			t.Errorf("assumed %v", missing)
		}
		return strings.Join(out, " ")
	}
	const want = "open true true open true open true"
	s := read(t, decls)
	m, err := model.Read(answer, s, 0, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := words(s, m); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	text := model.Print(m)
	s = read(t, decls)
	m, err = model.Read(text, s, 0, model.Options{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if got := words(s, m); got != want {
		t.Errorf("printed and read: %s, want %s in\n%s", got, want, text)
	}
	if twice := model.Print(m); twice != text {
		t.Errorf("printing is not stable:\n%s\n%s", text, twice)
	}
}

// A helper that cannot be read makes everything open that depends on it, directly or not, and nothing else. An open value
// does not make a formula false.
func TestUnreadHelpers(t *testing.T) {
	const decls = `(declare-const x Int)(declare-const y Int)(declare-const z Int)(declare-fun f (Int Int) Int)(declare-const a (Array Int Int))
(declare-datatypes ((L 0)) (((nil) (cons (hd Int)))))(assert (! (> x 0) :named lab))
(assert (= x 1))(assert (= y 5))(assert (= z 5))(assert (= (f 1 2) 5))(assert (= (f 1 2) (f x 2)))(assert (= (f 1 2) (f 2 2)))
(assert (= (select a 3) 5))(assert (= (hd nil) 5))(assert (= (div z 0) 5))(assert (= (mod y 0) 5))(check-sat)`
	tests := []struct{ name, helpers, want, unread string }{
		{"none needed", "(define-fun x () Int 1)(define-fun y () Int 5)(define-fun h () Int (_ fold-rec-2 0))(define-fun z () Int 5)" +
			"(define-fun f ((k Int) (l Int)) Int 5)(define-fun a () (Array Int Int) ((as const (Array Int Int)) 5))" +
			"(define-fun hd ((v L)) Int 5)(define-fun div0 ((k Int)) Int 5)(define-fun mod0 ((k Int)) Int 5)",
			"true true true true true true true true true true true", ""},
		{"a constant and a chain of helpers", "(define-fun x () Int 1)(define-fun y () Int (+ g 1))(define-fun h () Int (_ fold-rec-2 0))(define-fun g () Int (+ h 1))" +
			"(define-fun z () Int y)(define-fun f ((k Int) (l Int)) Int 5)(define-fun a () (Array Int Int) ((as const (Array Int Int)) 5))" +
			"(define-fun hd ((v L)) Int 5)(define-fun div0 ((k Int)) Int 5)(define-fun mod0 ((k Int)) Int y)",
			"true true open open true true true true true open open", "y"},
		{"functions, arrays, operators, selectors", "(define-fun x () Int 1)(define-fun y () Int 5)(define-fun z () Int 5)" +
			"(define-fun h ((k Int)) Int (ite (= k 3) (let ((k false) (m 7)) (match nil ((nil m) ((cons v) (_ fold-rec-2 v))))) k))" +
			"(define-fun f ((k Int) (l Int)) Int (h k))(define-fun a () (Array Int Int) (_ as-array h))" +
			"(define-fun hd ((v L)) Int (h 3))(define-fun div0 ((k Int)) Int (h k))(define-fun mod0 ((k Int)) Int 5)",
			"true true true true open true open open open open true", "a f hd"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			check := func(text string, notes bool) string {
				s := read(t, decls)
				m, err := model.Read(text, s, 0, model.Options{})
				if err != nil {
					t.Fatalf("%v in\n%s", err, text)
				}
				var unread, got []string
				for _, n := range m.Notes {
					if n.Code == model.NoteUnread {
						unread = append(unread, n.Decl.Name)
						if !strings.Contains(n.Text, "unknown symbol") {
							t.Error(n.Text)
						}
					}
				}
				if notes && strings.Join(unread, " ") != c.unread {
					t.Errorf("unread %s, want %s", unread, c.unread)
				}
				ev := eval.New(s.Store, m, eval.Options{})
				active, _ := s.Active(0)
				for _, a := range active {
					if v := ev.Term(a.Term); v.IsTrue() || v.IsFalse() {
						got = append(got, v.String())
					} else {
						got = append(got, "open")
					}
				}
				if g := strings.Join(got, " "); g != c.want {
					t.Errorf("%s, want %s in\n%s", g, c.want, text)
				}
				if missing := ev.Assumed(); len(missing) > 0 {
					t.Errorf("assumed %v", missing)
				}
				return model.Print(m)
			}
			text := check("(model "+c.helpers+")", true)
			if twice := check(text, false); twice != text {
				t.Errorf("printing is not stable:\n%s\n%s", text, twice)
			}
		})
	}
}

// A helper that fails inside its scopes leaves no name behind, and only a limited number may fail.
func TestUnreadScopes(t *testing.T) {
	const decls = "(declare-const x Int)(assert (= x 1))(check-sat)"
	s := read(t, decls)
	_, err := model.Read(`((define-fun h ((k Int)) Int (let ((m 1)) (ite (forall ((n Int)) (= n (no n))) m k)))(define-fun x () Int m))`, s, 0, model.Options{})
	if err == nil || !strings.Contains(err.Error(), "unknown symbol m") {
		t.Errorf("%v", err)
	}
	for _, name := range []string{"k", "n", "m"} {
		text := `((define-fun h ((k Int)) Int (let ((m 1)) (ite (forall ((n Int)) (= n (no n))) m k)))(define-fun x () Int ` + name + `)(define-fun ` + name + ` () Int 1))`
		s := read(t, decls)
		m, err := model.Read(text, s, 0, model.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range verdicts(t, s, m) {
			t.Errorf("%s: %s", name, v)
		}
	}
	var b strings.Builder
	b.WriteString("((define-fun x () Int 1)")
	for i := range 1000 {
		fmt.Fprintf(&b, "(define-fun h%d () Int (no 1))", i)
	}
	b.WriteString(")")
	if _, err := model.Read(b.String(), read(t, decls), 0, model.Options{}); err == nil {
		t.Error("a thousand helpers that cannot be read")
	}
}
