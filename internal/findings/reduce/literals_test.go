package reduce_test

import (
	"context"
	"fmt"
	"math/big"
	"regexp"
	"testing"

	"github.com/assay-smt/assay/internal/findings/reduce"
)

var number = regexp.MustCompile(`> x (\d+)\)`)

// A number goes down to any threshold in a number of steps that grows with its digits, not with its value.
func TestNumbersGoDownInFewSteps(t *testing.T) {
	for _, tt := range []struct{ start, threshold string }{
		{"14126", "5307"}, {"1000000", "999999"}, {"1000000", "501"}, {"18446744073709551615", "12345678901234567890"},
		{"340282366920938463463374607431768211455", "98765432109876543210987654321"},
	} {
		least, _ := new(big.Int).SetString(tt.threshold, 10)
		tests := 0
		holds := reduce.PredicateFunc(func(_ context.Context, c *reduce.Candidate) (bool, error) {
			tests++
			m := number.FindStringSubmatch(c.Text())
			if m == nil {
				return false, nil
			}
			n, _ := new(big.Int).SetString(m[1], 10)
			return n.Cmp(least) >= 0, nil
		})
		r, err := reduce.Reduce(context.Background(), fmt.Sprintf("(declare-fun x () Int)(assert (> x %s))", tt.start), holds, reduce.Config{Passes: []string{"literals"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := number.FindStringSubmatch(r.Best.Text())[1]; got != tt.threshold {
			t.Errorf("%s stops at %s, not at %s", tt.start, got, tt.threshold)
		}
		if bits := least.BitLen(); tests > 10*bits+100 {
			t.Errorf("%s to %s: %d tests for %d bits", tt.start, tt.threshold, tests, bits)
		}
	}
}
