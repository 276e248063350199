package reduce_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings/reduce"
)

// TestNeededArguments: arguments that are needed are not tried again each time that another one has gone. Of 64 arguments, every fourth goes; each of the
// others is tried alone once in the beginning and once in the last round.
func TestNeededArguments(t *testing.T) {
	const n = 64
	var text strings.Builder
	text.WriteString("(declare-fun p (Int) Bool)(assert (and")
	for i := range n {
		fmt.Fprintf(&text, " (p %d)", 100+i)
	}
	text.WriteString("))")
	r, err := reduce.Reduce(t.Context(), text.String(), reduce.PredicateFunc(func(_ context.Context, c *reduce.Candidate) (bool, error) {
		for i := range n {
			if i%4 != 0 && !strings.Contains(c.Text(), fmt.Sprintf("(p %d)", 100+i)) {
				return false, nil
			}
		}
		return true, nil
	}), reduce.Config{Passes: []string{"terms"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(r.Best.Text(), "(p "); got != n-n/4 {
		t.Errorf("%d arguments are left", got)
	}
	for _, p := range r.Passes {
		if p.Name == "terms" && p.Tried > 420 {
			t.Errorf("%d candidates", p.Tried)
		}
		t.Log(p)
	}
}
