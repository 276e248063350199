package definition_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// TestBodies: what calls a definition with another body, however indirectly, is what parsing the mutant's text gives, bodies included.
func TestBodies(t *testing.T) {
	s := read(t, `(set-logic ALL)(declare-const x Int)(define-fun f ((a Int)) Int (+ a x))(define-fun g ((a Int)) Int (* (f a) 2))
		(define-fun-rec r ((a Int)) Int (ite (> a 0) (r (- a 1)) (g a)))(declare-fun p (Int) Bool)
		(assert (forall ((v Int)) (! (p (g v)) :pattern ((p (f v))))))(assert (! (= (r x) 1) :named n))(assert (=> n (> x 0)))(check-sat)`)
	for i, op := range []string{"-", "*", "+", "-"} {
		before := definition.Root(s.Commands[2])
		body, _, err := s.Store.Overload(s.Store.Table.Lookup(op), nil, nil, before.Args())
		if err != nil {
			t.Fatal(err)
		}
		next, changed, err := definition.With(s, 2, body)
		if err != nil || !changed {
			t.Fatal(changed, err)
		}
		if i == 2 {
			continue // this script is not continued
		}
		s = next
		again := read(t, s.String())
		if same, why := script.Equal(s, again); !same || !strings.Contains(s.String(), "("+op+" a x)") {
			t.Fatalf("%s: %s", why, s)
		}
		consistent(t, s)
	}
	if _, changed, err := definition.With(s, 8, s.Commands[6].Terms[0]); err != nil || changed {
		t.Errorf("an assertion: %v, %v", changed, err)
	}
}

// consistent checks that every call is of a declaration that the script has.
func consistent(t *testing.T, s *script.Script) {
	t.Helper()
	has := map[*term.Decl]bool{}
	for _, c := range s.Commands {
		for _, d := range c.Decls {
			has[d] = true
		}
	}
	term.Walk(s.Roots(), func(x *term.Term) bool {
		if f := x.Func(); f != nil && f.Decl != nil && f.Decl.Kind == term.Defined && !has[f.Decl] {
			t.Errorf("%s calls a declaration that is not there", x)
		}
		return true
	})
}
