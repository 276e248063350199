package living

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
)

// asking is a request for z3 to decide a formula, with the question for a model.
func asking(t *testing.T) *asked {
	t.Helper()
	s, err := elab.Script("(declare-const x Int)\n(assert (< x 3))\n(check-sat)\n", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	target := trialtest.Printing(t, "z3", "")
	text, err := (&trial.Bench{}).New(s, trial.Facts{}).TextUntil(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	return &asked{Request: &trial.Request{Target: target, Text: text, Checks: 1}, base: target}
}

// doing is a class whose processes are shell scripts that echo what they are told to and do something at a check-sat and at a get-model.
func doing(r *asked, check, model string) *class {
	c := shell(`while read -r word rest; do case "$word" in "(echo") m=${rest#\"}; echo "${m%\"*}";; "(check-sat)") ` + check + `;; "(get-model)") ` + model + `;; esac; done`)
	c.key = key{target: r.Target, mode: solver.Reset}
	return c
}

// A question to which nothing is said makes a query odd; whatever is said is a response, however short.
func TestResponses(t *testing.T) {
	for model, want := range map[string]string{":": "no response to a question", "echo": "no response to a question", "echo x": "", "echo '(model)'": ""} {
		r := asking(t)
		s, err := open(doing(r, "echo sat", model), nil, "")
		if err != nil {
			t.Fatal(err)
		}
		if odd := s.prepare(t.Context(), generous); odd.what != "" {
			t.Fatalf("%s: %s", model, odd.what)
		}
		reply := s.query(t.Context(), &query{text: r.Text.Bytes, shape: r.Text.Shape(), checks: 1})
		if reply.anomaly.what != want || len(reply.asked) != 1 {
			t.Errorf("%s: %q after %d questions, want %q\n%s", model, reply.anomaly.what, len(reply.asked), want, reply.res.Stdout)
		}
		s.close()
	}
}

// A query that is interrupted while the process works on it has no result, and the process is gone.
func TestInterruptedQuery(t *testing.T) {
	began := filepath.Join(t.TempDir(), "began")
	r := asking(t)
	s := &sessions{pool: newPool(1), tally: newTally(), queries: 10, patience: generous}
	defer s.pool.close()
	ctx, cancel := context.WithCancelCause(t.Context())
	over := errors.New("the campaign is over")
	go func() {
		for {
			if _, err := os.Stat(began); err == nil || t.Context().Err() != nil {
				cancel(over)
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	a, err := s.run(ctx, r, doing(r, fmt.Sprintf(": > '%s'; exec sleep 1000", began), ":"))
	if !errors.Is(err, over) || a.anomaly.what != "" || len(a.run.Answers) != 0 {
		t.Errorf("%+v, %v", a, err)
	}
	// There is room for another process, which is asked anew.
	if a, err = s.run(t.Context(), r, doing(r, "echo unsat", ":")); err != nil || a.anomaly.what != "" || len(a.run.Answers) != 1 || a.run.Answers[0] != smt.Unsat {
		t.Errorf("later: %+v, %v", a, err)
	}
}
