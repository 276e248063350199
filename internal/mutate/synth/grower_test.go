package synth_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/mutate/mutatetest"
	"github.com/assay-smt/assay/internal/mutate/synth"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

func grower(s *script.Script, o synth.Growth, dialects ...string) *synth.Grower {
	return synth.NewGrower(synth.NewCatalog(s.Store.Table, nil, targets(dialects...)), s.Store, synth.NewPool(s), o)
}

// has reports whether every target has the sort.
func has(s *script.Script, want *sorts.Sort, dialects []string) bool {
	return synth.SortsOf(s.Store.Table, targets(dialects...)).Has(want)
}

// TestTermsAreWellSorted makes terms of every sort for several sets of targets, and reads them back.
func TestTermsAreWellSorted(t *testing.T) {
	for _, dialects := range [][]string{{"z3", "cvc5"}, {"z3"}, {"cvc5"}, {"cvc4"}, {"bitwuzla"}, {"yices2", "smtinterpol"}, {"boolector"}} {
		t.Run(strings.Join(dialects, " "), func(t *testing.T) {
			s := mutatetest.Script(t, prelude())
			g := grower(s, synth.Growth{}, dialects...)
			r := rng.New(1)
			for _, want := range g.Sorts() {
				var made []*term.Term
				for range 60 {
					x := g.Term(r, want, end(s))
					if x == nil {
						continue
					}
					if x.Sort() != want || x.Size() > synth.DefaultNodes {
						t.Fatalf("%s of sort %s and %d nodes", x, x.Sort(), x.Size())
					}
					made = append(made, x)
				}
				if (len(made) > 0) != has(s, want, dialects) {
					t.Errorf("%d terms of sort %s", len(made), want)
				}
				stands(t, s, made...)
			}
		})
	}
}

var sink *term.Term

// BenchmarkTerm makes terms of each sort that scripts have most: the time of a node is that of b.N terms by their nodes.
func BenchmarkTerm(b *testing.B) {
	s := mutatetest.Script(b, prelude())
	for _, want := range grower(s, synth.Growth{}).Sorts()[:24] {
		b.Run(want.String(), func(b *testing.B) {
			g := grower(s, synth.Growth{})
			r := rng.New(1)
			nodes := 0
			g.Term(r, want, end(s))
			b.ReportAllocs()
			for b.Loop() {
				if sink = g.Term(r, want, end(s)); sink != nil {
					nodes += sink.Size()
				}
				if s.Store.Len() > 1<<20 {
					s.Store.Forget()
				}
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}
