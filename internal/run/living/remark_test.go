package living_test

import (
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
)

// What a solver says about a logic that it does not know is not an anomaly, once on each stream; anything else is, and so is the same text
// elsewhere.
func TestRemarks(t *testing.T) {
	const session = "session = {args = [\"-\"], reset = \"(reset)\", remarks = ['^unsupported$', '^; ignoring logic \\S+$']}\n"
	for _, tt := range []struct {
		actions, logic, odd string
	}{
		{`err "; ignoring logic FOO\n" out "unsupported\n" right`, "(set-logic FOO)\n", ""},
		{`out "unsupported\n" right`, "(set-logic FOO)\n", ""},
		{`out "unsupported\nunsupported\n" right`, "(set-logic FOO)\n", "unsupported"},
		{`err "; ignoring logic FOO\n; and more\n" right`, "(set-logic FOO)\n", "text on standard error"},
		{`right out "unsupported\n"`, "(set-logic FOO)\n", "unsupported"},
		{`out "unsupported\n" right`, "", "unsupported"},
	} {
		t.Run(tt.actions+tt.logic, func(t *testing.T) {
			target := trialtest.Fakes(t, session, "--do=right '--live=assert=>"+tt.actions+"'")[0]
			runner := living.New(living.Config{Mode: solver.Reset, Patience: patient})
			defer runner.Close()
			s, err := elab.Script(tt.logic+"(declare-const n Int)\n(assert (= n 4))\n(check-sat)\n", elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			bench := (&trial.Bench{Runner: runner, Limits: solver.Limits{Time: time.Minute}}).In(trialtest.Scratch(t))
			run, err := bench.New(s, trial.Facts{}).Run(t.Context(), target)
			if err != nil {
				t.Fatal(err)
			}
			if len(run.Answers) != 1 || run.Answers[0] != smt.Sat {
				t.Errorf("answers %v", run.Answers)
			}
			odd := ""
			if run.Session != nil {
				odd = run.Session.Anomaly
			}
			if !strings.HasPrefix(odd, tt.odd) || (odd == "") != (tt.odd == "") || (run.Mode == solver.Reset) != (tt.odd == "") {
				t.Errorf("mode %s, odd %q, want %q", run.Mode, odd, tt.odd)
			}
		})
	}
}
