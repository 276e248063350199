package weaken_test

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/weaken"
	"github.com/assay-smt/assay/smt/theory"
)

// TestDraws: mutants of one name are the same under one configuration. A change to how mutants are drawn, among few assertions or many, has
// to change draws and the sums here.
func TestDraws(t *testing.T) {
	e, err := weaken.New(weaken.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(e.Configuration(), " draws=5") {
		t.Errorf("configuration %q", e.Configuration())
	}
	for assertions, want := range map[int]string{20: "9b3842f05cd75b08", 400: "ad7b55946594ad68"} {
		text := "(set-logic QF_LIA)\n(set-info :status sat)\n(declare-const x Int)\n"
		for i := range assertions {
			text += fmt.Sprintf("(assert (or (< x %d) (> x 3)))\n", i)
		}
		seed, err := mutate.Read(seeds.New("s", text+"(check-sat)\n"), theory.Builtin())
		if err != nil {
			t.Fatal(err)
		}
		source, err := e.Prepare(t.Context(), seed, mutate.Env{Rand: rng.New(1)})
		if err != nil {
			t.Fatal(err)
		}
		sum := fnv.New64a()
		r := rng.New(2)
		for range 20 {
			m, err := source.Next(r)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(sum, m.Script)
		}
		if got := fmt.Sprintf("%x", sum.Sum(nil)); got != want {
			t.Errorf("%d assertions: the mutants have the sum %s, not %s", assertions, got, want)
		}
	}
}
