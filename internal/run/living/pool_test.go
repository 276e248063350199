package living

import (
	"testing"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// A start that takes too long speaks against reusing processes of a solver only if none of them was ever ready.
func TestSilence(t *testing.T) {
	for _, ready := range []bool{false, true} {
		p := newPool(1)
		k := key{target: trialtest.Fakes(t, "", "--answer=sat")[0], mode: solver.Reset}
		c, why := p.class(k)
		if why != "" {
			t.Fatal(why)
		}
		if ready {
			p.ready(c)
		}
		p.silence(c)
		if _, why := p.class(k); (why == "") != ready {
			t.Errorf("one was ready: %v; given up: %q", ready, why)
		}
	}
}
