package storm_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/rng"
)

const bounded = `(set-logic QF_LIA)(set-info :status sat)
(declare-const a Int)(declare-const b Int)(declare-const c Int)(declare-const p Bool)
(assert (or (and p (> a b) (= (mod a 3) 1)) (and (not p) (< a c))))
(assert (=> (> b 0) (> (* 2 a) (+ b c))))(check-sat)`

// TestMinimise: what shows as soon as one fragment is there ends in an instance of one assertion with it, and the
// bounds are as small as can be.
func TestMinimise(t *testing.T) {
	shows := func(_ context.Context, m mutate.Mutant) (bool, error) {
		return strings.Contains(m.Script.String(), "(mod a 3)"), nil
	}
	minimise := func() storm.Result {
		t.Helper()
		m := storm.Minimisation{Tries: 200}
		got, err := m.Run(context.Background(), storm.Options{}, read(t, "s", bounded), mutate.Env{Rand: rng.New(5)}, rng.New(6), shows)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	got := minimise()
	text := got.Mutant.Script.String()
	if got.MaxAsserts != 1 || got.MaxDepth != 1 || strings.Count(text, "(assert") != 1 || !strings.Contains(text, "(mod a 3)") {
		t.Errorf("bounds %d and %d:\n%s", got.MaxAsserts, got.MaxDepth, text)
	}
	if err := satisfied(text, got.Mutant.Known()); err != nil {
		t.Error(err)
	}
	if again := minimise().Mutant.Script.String(); again != text {
		t.Errorf("two runs differ:\n%s\n%s", text, again)
	}
}

// TestMinimiseNeedsTwo: a bound that is needed stays.
func TestMinimiseNeedsTwo(t *testing.T) {
	shows := func(_ context.Context, m mutate.Mutant) (bool, error) {
		return strings.Count(m.Script.String(), "(assert") >= 3, nil
	}
	m := storm.Minimisation{Tries: 100}
	got, err := m.Run(context.Background(), storm.Options{}, read(t, "s", bounded), mutate.Env{}, rng.New(6), shows)
	if err != nil || got.MaxAsserts != 3 {
		t.Errorf("at most %d assertions, %v", got.MaxAsserts, err)
	}
}

func TestMinimiseNothing(t *testing.T) {
	never := func(context.Context, mutate.Mutant) (bool, error) { return false, nil }
	broken := func(context.Context, mutate.Mutant) (bool, error) { return false, errors.New("disk full") }
	m := storm.Minimisation{Tries: 10}
	if _, err := m.Run(context.Background(), storm.Options{}, read(t, "s", bounded), mutate.Env{}, rng.New(6), never); !errors.Is(err, storm.ErrNotShown) {
		t.Errorf("%v", err)
	}
	if _, err := m.Run(context.Background(), storm.Options{}, read(t, "s", bounded), mutate.Env{}, rng.New(6), broken); err == nil || err.Error() != "disk full" {
		t.Errorf("%v", err)
	}
}
