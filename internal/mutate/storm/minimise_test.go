package storm_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt"
)

// large is a satisfiable script with many assertions, one of them deep.
const large = "(set-logic QF_BV)\n(set-option :produce-models true)\n" + small + `
(assert (or a (bvult x y) (and b (not (or c (and d (= x y)))))))
(assert (=> c (or d (not (and a (xor b c))))))
(assert (xor a b))(assert (or c d))(assert (not (= x y)))(assert (or b (not d) (bvult (bvmul x x) y)))
(check-sat)
(get-model)
`

func assertions(text string) int { return strings.Count(text, "(assert ") }

// minimised runs a minimisation, and returns what was tried in its order.
func minimised(t *testing.T, text string, shows func(string) bool) (storm.Minimised, []string) {
	t.Helper()
	var tried []string
	out, err := storm.Minimisation{}.Run(t.Context(), text, rng.New(7), func(_ context.Context, text string) (bool, error) {
		tried = append(tried, text)
		return shows(text), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if out.Tests != len(tried) {
		t.Errorf("%d tests are reported, but there were %d", out.Tests, len(tried))
	}
	return out, tried
}

// Every tried text is smaller than the last one that was accepted, and asks the same as the original. With assignments that satisfy the
// original, it is satisfiable.
func TestMinimisation(t *testing.T) {
	out, tried := minimised(t, large, func(text string) bool { return strings.Contains(text, "bvmul") })
	if len(tried) < 5 {
		t.Fatalf("%d tests", len(tried))
	}
	for _, text := range tried {
		if !strings.HasSuffix(text, "(check-sat)\n(get-model)\n") || !strings.Contains(text, "(set-option :produce-models true)") {
			t.Errorf("it asks something else:\n%s", text)
		}
		if status, _, err := (mutatetest.Brute{}).Decide(mutatetest.Script(t, text), 0); status != smt.Sat || err != nil {
			t.Errorf("it is %v (%v):\n%s", status, err, text)
		}
		if len(text) >= len(large) {
			t.Errorf("it is not smaller:\n%s", text)
		}
	}
	if out.Assertions != 1 || out.Depth > 2 || !strings.Contains(out.Text, "bvmul") || assertions(out.Text) != out.Assertions {
		t.Errorf("%d assertions, %d deep:\n%s", out.Assertions, out.Depth, out.Text)
	}
}

// The bound on assertions is halved first, from that of the original, and goes up where nothing shows. Only then is the depth bounded.
func TestMinimisationHalves(t *testing.T) {
	var sizes []int
	minimised(t, large, func(text string) bool {
		sizes = append(sizes, assertions(text))
		return false
	})
	if len(sizes) <= storm.DefaultInstances {
		t.Fatalf("%d tests", len(sizes))
	}
	if first := slices.Max(sizes[:storm.DefaultInstances/2]); first > 3 {
		t.Errorf("under the bound of 3 assertions one had %d", first)
	}
	if most := slices.Max(sizes); most <= 3 {
		t.Errorf("the bound did not go up: no text had more than %d assertions", most)
	}
}

// When nothing shows, the original stays.
func TestMinimisationOfNothing(t *testing.T) {
	if out, tried := minimised(t, large, func(string) bool { return false }); out.Text != large || out.Assertions != 6 || len(tried) == 0 {
		t.Errorf("%+v after %d tests", out, len(tried))
	}
}

// The same seed tries the same texts.
func TestMinimisationIsDetermined(t *testing.T) {
	shows := func(text string) bool { return strings.Contains(text, "bvult") }
	_, first := minimised(t, large, shows)
	if _, again := minimised(t, large, shows); strings.Join(first, ";") != strings.Join(again, ";") {
		t.Errorf("%d texts, and %d others", len(first), len(again))
	}
}

// A script that asks in steps is not minimised, and an error ends the search.
func TestMinimisationErrors(t *testing.T) {
	never := func(context.Context, string) (bool, error) { return false, fmt.Errorf("it must not be called") }
	for name, text := range map[string]string{
		"twice":       small + "(assert a)(check-sat)(assert b)(check-sat)",
		"steps":       small + "(assert a)(push 1)(assert b)(check-sat)",
		"assumptions": small + "(assert a)(check-sat-assuming (b))",
		"nothing":     small + "(assert a)",
	} {
		out, err := storm.Minimisation{}.Run(t.Context(), text, rng.New(1), never)
		if !errors.Is(err, mutate.ErrNotApplicable) || out.Text != text {
			t.Errorf("%s: %v, %q", name, err, out.Text)
		}
	}
	ends := errors.New("the disk is full")
	_, err := storm.Minimisation{}.Run(t.Context(), large, rng.New(1), func(context.Context, string) (bool, error) { return false, ends })
	if !errors.Is(err, ends) {
		t.Errorf("the error is %v", err)
	}
	if _, err := (storm.Minimisation{}).Run(t.Context(), "(assert", rng.New(1), never); err == nil {
		t.Error("a text that cannot be read is minimised")
	}
}
