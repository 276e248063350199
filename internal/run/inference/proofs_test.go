package inference

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/elab"
)

// ending is a context that ends while something is done for the nth time that looks whether it has.
type ending struct {
	context.Context
	left int
}

func (e *ending) Done() <-chan struct{} {
	e.left--
	done := make(chan struct{})
	if e.left <= 0 {
		close(done)
	}
	return done
}

// examined returns the report on the steps of a proof.
func examined(ctx context.Context, t *testing.T, script, proof string, assignments int) Report {
	t.Helper()
	s, err := elab.Script(script, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := Report{By: map[string]*Tally{}, OpenBy: map[string]int{}}
	c := newExamination(&Examiner{Assignments: assignments, Rand: rng.New(1)}, s, solver.Target{}, &out)
	c.text = proof
	if err := c.prove(ctx, nil); err != nil {
		t.Fatal(err)
	}
	return out
}

// A proof is read anew for each interpretation. That may end before there is a step.
func TestProveInterrupted(t *testing.T) {
	const script, proof = "(declare-const x Int)(assert (< x x))(check-sat)", "(assume @p1 (< x x))(step @p2 (not (< x x)) :rule r)(step @p3 false :rule c :premises (@p1 @p2))"
	for n := range 8 {
		if r := examined(&ending{t.Context(), n}, t, script, proof, 1); r.False > 0 || r.True > 1 {
			t.Errorf("ended at %d: %+v", n, r)
		}
	}
	if r := examined(t.Context(), t, script, proof, 1); r.True != 1 || r.Interpretations != 2 {
		t.Errorf("%+v", r)
	}
}

// However many steps are false that say nothing, since the solver itself says that it does not prove them, the one that it claims to prove is shown.
func TestWrongStepBehindTrustedOnes(t *testing.T) {
	const script = "(declare-const x Int)(assert (< x x))(check-sat)"
	proof := "(assume @p1 (< x x))" + strings.Repeat("(step @t (= x (+ x 1)) :rule trust :premises ())", 20) + "(step @w (= x (+ x 2)) :rule r :premises ())(step @p3 false :rule c :premises (@p1))"
	if r := examined(t.Context(), t, script, proof, 0); r.False != 1 || len(r.Found) != 1 || r.Found[0].Step != "@w" {
		t.Errorf("%+v", r)
	}
}
