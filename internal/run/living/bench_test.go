package living_test

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/cputime"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/elab"
)

// BenchmarkQuery measures one query in each mode: own-us is the CPU time of this process, solver-us that of the solver with its starts.
// ASSAY_SOLVERS names the solvers.
func BenchmarkQuery(b *testing.B) {
	for _, text := range []struct{ name, text string }{
		{"trivial", "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(assert (= x #x2a))\n(check-sat)\n"},
		{"unsat", "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(assert (= x #x2a))\n(assert (= x #x2b))\n(check-sat)\n"},
		{"small", small},
	} {
		s, err := elab.Script(text.text, elab.Options{})
		if err != nil {
			b.Fatal(err)
		}
		for _, target := range targets(b) {
			for _, mode := range []solver.Mode{solver.Process, solver.Reset, solver.Push} {
				if mode != solver.Process && !target.Profile().Living.Can(mode) {
					continue
				}
				b.Run(text.name+"/"+target.String()+"/"+string(mode), func(b *testing.B) {
					runner := living.New(living.Config{Mode: mode})
					defer runner.Close()
					recorder := &recorder{Runner: runner}
					bench := (&trial.Bench{Runner: recorder, Limits: solver.Limits{Time: 10 * time.Second, Memory: 2 << 30}}).In(trialtest.Scratch(b))
					if _, err := bench.New(s, trial.Facts{}).Run(b.Context(), target); err != nil {
						b.Fatal(err)
					}
					var solving time.Duration
					own := cputime.Own()
					for b.Loop() {
						run, err := runner.Run(b.Context(), recorder.last)
						if err != nil || run.Mode != mode || !run.Answer().Decides() {
							b.Fatalf("%v in mode %s: %v %s", run.Answers, run.Mode, err, run.Reason)
						}
						solving += run.CPU
						if mode != solver.Process {
							solving += run.Start
						}
					}
					b.ReportMetric(float64((cputime.Own()-own).Microseconds())/float64(b.N), "own-us/op")
					b.ReportMetric(float64(solving.Microseconds())/float64(b.N), "solver-us/op")
				})
			}
		}
	}
}

// targets returns solvers on PATH and installed ones, as ASSAY_SOLVERS names them.
func targets(t testing.TB) []solver.Target {
	t.Helper()
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	home, _ := os.UserHomeDir()
	data := cmp.Or(os.Getenv("XDG_DATA_HOME"), filepath.Join(home, ".local", "share"))
	resolver := solver.Resolver{Profiles: set, Installed: filepath.Join(data, "assay", "solvers")}
	var out []solver.Target
	for _, text := range strings.Fields(cmp.Or(os.Getenv("ASSAY_SOLVERS"), "z3 cvc5 cvc4 yices2")) {
		spec, err := solver.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		target, err := resolver.Resolve(t.Context(), spec)
		if err != nil {
			t.Logf("without %s: %v", text, err)
			continue
		}
		out = append(out, target)
	}
	if len(out) == 0 {
		t.Skip("no solver is installed")
	}
	return out
}

const small = `(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun z () Int)
(assert (and (< (+ (* 3 x) (* 5 y)) 40) (> (+ x y z) 10) (<= z 7) (>= x 1)))
(assert (or (= (+ x y) z) (> (- y x) 2) (< (* 2 z) (+ x 4))))
(assert (=> (> x 3) (and (> y 2) (distinct x y z))))
(assert (let ((a (+ x y)) (b (- z x))) (or (< a b) (> (+ a b) 9) (= (ite (> a 4) b a) 5))))
(check-sat)
`

// recorder keeps the last request.
type recorder struct {
	trial.Runner
	last trial.Request
}

func (r *recorder) Run(ctx context.Context, req trial.Request) (solver.Run, error) {
	r.last = req
	return r.Runner.Run(ctx, req)
}
