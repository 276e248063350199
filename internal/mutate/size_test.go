package mutate_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

func parsed(t *testing.T, text string) *script.Script {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The size counts the bytes of literals as often as they are written, and what a let names only once.
func TestTextSize(t *testing.T) {
	long := strings.Repeat("a", 10_000)
	for _, tt := range []struct {
		name, text string
	}{
		{"a literal", `(declare-const s String)(assert (= s "` + long + `"))`},
		{"a literal twice", `(declare-const s String)(assert (or (= s "` + long + `") (str.prefixof s "` + long + `")))`},
		{"in a small shared term", `(declare-const s String)(assert (let ((x (str.++ s "` + long + `"))) (or (= s x) (str.prefixof s x) (str.contains s x))))`},
		{"in a large shared term", `(declare-const s String)(assert (let ((x (str.++ s (str.++ s s "` + long + `") (str.++ s (str.++ s s))))) (or (= s x) (str.prefixof s x) (str.contains s x))))`},
		{"in several assertions", strings.Repeat(`(assert (str.prefixof "b" "`+long+`"))`, 5)},
	} {
		s := parsed(t, tt.text)
		printed := 0
		for _, a := range s.Roots() {
			printed += len(a.String())
		}
		if n := term.TextSize(s.Roots()); n < printed/10_000*9_000 || n > printed {
			t.Errorf("%s: size %d, %d bytes in print", tt.name, n, printed)
		}
	}
	if n := term.TextSize(parsed(t, "(declare-const x Int)(assert (= x (+ x 1)))").Roots()); n != 5 {
		t.Errorf("a small term has size %d", n)
	}
}

// A limit lets small scripts pass uncounted, and bounds long ones and all scripts of a chain together.
func TestLimit(t *testing.T) {
	small := parsed(t, "(declare-const x Int)(assert (= x 1))")
	limit := mutate.LimitOf(small)
	for range 1_000 {
		if !limit.Allows(small) {
			t.Fatal("a small script is refused")
		}
	}
	literal := `"` + strings.Repeat("a", 1<<20) + `"`
	seed := parsed(t, `(declare-const s String)(assert (= s `+literal+`))`)
	limit = mutate.LimitOf(seed)
	if !limit.Allows(seed) {
		t.Error("a seed is refused")
	}
	many := parsed(t, `(declare-const s String)`+strings.Repeat(`(assert (= s `+literal+`))`, 8))
	if limit.Allows(many) {
		t.Error("eight times the seed is allowed")
	}
	total := 0
	for limit.Allows(seed) {
		if total += 1 << 20; total > 1<<30 {
			t.Fatal("a chain makes more than a gigabyte")
		}
	}
	if err := limit.Exceeded(); !errors.Is(err, mutate.ErrExhausted) {
		t.Error(err)
	}
}
