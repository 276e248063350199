package findings

import (
	"slices"
	"testing"
)

func TestDefinitions(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want []string
	}{
		{"(\n  (define-fun x () Int\n    1)\n (define-fun f ((a Int)) Int a))", []string{"(define-fun x () Int 1)", "(define-fun f ((a Int)) Int a)"}},
		{"(model (define-fun x () Int 1))", []string{"(define-fun x () Int 1)"}},
		{"((x 1))", []string{"(x 1)"}},
		{"()", nil},
		{"(x y)", nil},
		{"((define-fun x () Int 1)", nil},
		{"", nil},
	} {
		if got := Definitions(tt.in); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestReplace(t *testing.T) {
	const script = "; (declare-const x Int)\n(declare-const x Int)\n(declare-fun |y| () Int) (declare-fun z () Int)\n(assert (= x y z))\n(check-sat)\n"
	for _, tt := range []struct {
		name, script, definitions, want string
		n                               int
	}{
		{"two of three", script, "(define-fun y () Int 2)\n(define-const x Int 1)",
			"; (declare-const x Int)\n(define-const x Int 1)\n(define-fun y () Int 2) (declare-fun z () Int)\n(assert (= x y z))\n(check-sat)\n", 2},
		{"none of them", script, "(define-fun w () Int 2)", script, 0},
		{"no definitions", script, "", script, 0},
		{"no definition", script, "(declare-fun x () Int)", script, 0},
		{"a script that cannot be read", "(declare-const x Int)\n(assert", "(define-fun x () Int 1)", "(declare-const x Int)\n(assert", 0},
		{"definitions that cannot be read", script, "(define-fun x () Int 1", script, 0},
	} {
		if got, n := Replace(tt.script, tt.definitions); got != tt.want || n != tt.n {
			t.Errorf("%s: %d, %q, want %d, %q", tt.name, n, got, tt.n, tt.want)
		}
	}
}
