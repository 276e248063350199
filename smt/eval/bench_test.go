package eval_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
)

// formulaText makes assertions over Booleans, integers and bit-vectors of small values, all of them different.
func formulaText(assertions int) string {
	r := rand.New(rand.NewPCG(7, 7))
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, "(declare-const x%d Int)(declare-const v%d (_ BitVec 32))(declare-const p%d Bool)\n", i, i, i)
	}
	x := func() string { return fmt.Sprintf("x%d", r.IntN(20)) }
	v := func() string { return fmt.Sprintf("v%d", r.IntN(20)) }
	for i := range assertions {
		fmt.Fprintf(&b, "(assert (or p%d (<= (+ %s (* %d %s)) (- %s %d)) (not (= (bvadd %s #x%08x) (bvxor %s %s))) (and (bvult %s %s) (ite p%d (> %s %d) (< %s %s)))))\n",
			r.IntN(20), x(), i+2, x(), x(), i, v(), i, v(), v(), v(), v(), r.IntN(20), x(), i, x(), x())
	}
	b.WriteString("(check-sat)\n")
	return b.String()
}

func BenchmarkEvaluate(b *testing.B) {
	s, err := elab.Script(formulaText(10_000), elab.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var answer strings.Builder
	answer.WriteString("(")
	for i := range 20 {
		fmt.Fprintf(&answer, "(define-fun x%d () Int %d)(define-fun v%d () (_ BitVec 32) #x%08x)(define-fun p%d () Bool false)", i, i*7%13, i, i*i, i)
	}
	answer.WriteString(")")
	m, err := model.Read(answer.String(), s, 0, model.Options{})
	if err != nil {
		b.Fatal(err)
	}
	active, _ := s.Active(0)
	nodes := 0
	before := cpu()
	for b.Loop() {
		ev := eval.New(s.Store, m, eval.Options{})
		for _, a := range active {
			if v := ev.Term(a.Term); v.IsOpen() {
				b.Fatal(v.Reason())
			}
		}
		nodes = ev.Steps()
	}
	b.ReportMetric(float64(nodes)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
	b.ReportMetric(float64(nodes)*float64(b.N)/(cpu()-before)/1e6, "Mnodes/cpu-s")
	b.ReportMetric(float64(nodes), "nodes")
}

// cpu returns the seconds of processor time that the process has used, which is the relevant measure on a shared
// machine.
func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Sec) + float64(u.Utime.Usec)/1e6 + float64(u.Stime.Sec) + float64(u.Stime.Usec)/1e6
}
