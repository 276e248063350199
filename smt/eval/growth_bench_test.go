package eval_test

import (
	"fmt"
	"testing"

	"github.com/assay-smt/assay/smt/eval"
)

// BenchmarkNested shows how the cost of evaluation grows with the nesting depth of a model's values: the time for each level,
// and the bytes that each level takes from the budget, should hardly grow.
func BenchmarkNested(b *testing.B) {
	for _, h := range hostiles {
		switch h.name {
		case "set.union", "set.insert", "bag.union_disjoint", "store", "union of sets that are arrays", "seq.++", "str.++ that is looked at":
		default:
			continue
		}
		for _, n := range []int{1_000, 2_000, 4_000, 8_000} {
			b.Run(fmt.Sprintf("%s/%d", h.name, n), func(b *testing.B) {
				script, answer := h.text(n)
				s, m := given(b, script, answer)
				active, _ := s.Active(0)
				bytes := int64(0)
				b.ReportAllocs()
				for b.Loop() {
					ev := eval.New(s.Store, m, eval.Options{})
					for _, a := range active {
						if v := ev.Term(a.Term); !v.IsTrue() {
							b.Fatal(v.Reason())
						}
					}
					_, bytes = ev.Used()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/level")
				b.ReportMetric(float64(bytes)/float64(n), "budgetbytes/level")
			})
		}
	}
}
