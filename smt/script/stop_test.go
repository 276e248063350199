package script_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/script"
)

// TestPrinterStops: a printer whose Done is closed takes few steps, whether there are many commands, a wide term, a deep one, or one with
// shared parts, and remembers nothing of what it began.
func TestPrinterStops(t *testing.T) {
	const n = 100_000
	done := make(chan struct{})
	close(done)
	var parts strings.Builder
	for i := range n / 10 {
		fmt.Fprintf(&parts, " (< %d x%s)", i, strings.Repeat(" (+ x 2)", 40))
	}
	for name, text := range map[string]string{
		"commands":             "(declare-const x Int)\n" + strings.Repeat("(assert (< x 3))\n", n),
		"wide":                 "(declare-const x Int)\n(assert (or" + strings.Repeat(" (< x 3)", n) + "))\n",
		"wide, of large parts": "(declare-const x Int)\n(assert (or" + parts.String() + "))\n",
		"deep":                 "(declare-const x Int)\n(assert (<" + strings.Repeat(" (- 1", n) + " x" + strings.Repeat(")", n) + " 3))\n",
	} {
		t.Run(name, func(t *testing.T) {
			s := read(t, text+"(check-sat)\n")
			whole := s.String()
			p := &script.Printer{Done: done}
			got := p.Append([]byte("before"), s)
			if !p.Stopped() || len(got) > len(whole)/4 {
				t.Errorf("stopped: %v, %d bytes of %d", p.Stopped(), len(got), len(whole))
			}
			for _, p.Done = range []chan struct{}{nil, done, nil} {
				if got := string(p.Append(nil, s)); !p.Stopped() && got != whole {
					t.Errorf("another text behind a stop: %d bytes, not %d", len(got), len(whole))
				}
			}
			if p.Stopped() {
				t.Error("it stops without a reason")
			}
		})
	}
}
