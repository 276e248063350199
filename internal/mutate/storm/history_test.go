package storm_test

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/storm"
)

// TestHistory: chains take in formulas of known bugs, which are about terms of the seed; witnesses hold, and the same generator makes the same mutants.
func TestHistory(t *testing.T) {
	const text = `(set-logic QF_SLIA)(declare-fun only () String)(declare-fun n () Int)(assert (= (str.len (str.++ only "b")) (+ n 1)))(assert (< n 9))(check-sat)`
	var runs [2]string
	taken, shared := 0, 0
	for run := range runs {
		e := storm.New(with(func(o *storm.Options) { o.History, o.Enrichment, o.MaxAsserts = 100, 60, 8 }))
		for chain := range 6 {
			r := rng.New(3).SplitN(uint64(chain))
			source, err := e.Prepare(context.Background(), read(t, "seed", text), mutate.Env{Rand: r, Dialects: []mutate.Dialect{{Name: "z3"}, {Name: "cvc5"}}})
			if err != nil {
				t.Fatal(err)
			}
			for range 5 {
				m, err := source.Next(r)
				if err != nil {
					t.Fatal(err)
				}
				out := m.Script.String()
				if err := satisfied(out, m.Known()); err != nil {
					t.Errorf("%v\n%s", err, out)
				}
				runs[run] += out
				if step := m.Steps[0].String(); strings.Contains(step, "findings/") || strings.Contains(step, "-") {
					taken++
				}
				for line := range strings.Lines(out) {
					if strings.HasPrefix(line, "(assert") && strings.Contains(line, "only") && !strings.Contains(line, "str.len") {
						shared++
					}
				}
			}
		}
	}
	if taken < 50 || shared < 10 {
		t.Errorf("%d of 60 mutants name a formula of the history; %d assertions have the seed's terms without its operators", taken, shared)
	}
	if runs[0] != runs[1] {
		t.Error("two runs differ")
	}
}
