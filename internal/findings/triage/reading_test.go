package triage

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// A session is written as a process of its mode reads it, with the questions that have a response.
func TestReading(t *testing.T) {
	text := "(set-option :produce-models true)\n(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x %d))\n(check-sat)\n(get-model)\n(check-sat)\n(get-unsat-core)\n(exit)\n(never)\n"
	var queries []asked
	for i := range 2 {
		q, ok := parseAsked(fmt.Appendf(nil, text, i))
		if !ok {
			t.Fatal("it is not read")
		}
		queries = append(queries, q)
	}
	queries[0] = queries[0].with([]smt.Status{smt.Unsat, smt.Unsat})
	const (
		head   = "(set-option :produce-models true)\n(set-logic QF_LIA)\n"
		first  = "(declare-const x Int)\n(assert (< x 0))\n(check-sat)\n(check-sat)\n(get-unsat-core)\n"
		second = "(declare-const x Int)\n(assert (< x 1))\n(check-sat)\n(get-model)\n(check-sat)\n(get-unsat-core)\n"
	)
	for mode, want := range map[solver.Mode][]string{
		solver.Reset: {head + first, "(reset)\n" + head + second},
		solver.Push:  {head + "(push 1)\n" + first, "(pop 1)\n(push 1)\n" + second},
	} {
		var got []string
		for _, q := range readingOf(&solver.Session{Mode: mode}, &solver.Profile{}, queries).Queries {
			got = append(got, string(q))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", mode, diff)
		}
	}
	if got := queries[1].with(nil).only(nil); len(got) != 0 {
		t.Errorf("%v", got)
	}
	if q, ok := parseAsked([]byte("(push 1)\n(assert true)\n(pop 1)\n")); !ok || !slices.Equal(q.removable(), []int{1}) {
		t.Errorf("%v %v", q, ok)
	}
	if _, ok := parseAsked([]byte("(assert")); ok {
		t.Error("half a command is read")
	}
}
