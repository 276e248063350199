package trial

import (
	"context"

	"github.com/assay-smt/assay/smt/script"
)

// KeptText is a script as solvers of a dialect read it, with those of its own questions that keep names, and with what after returns after
// check-sats, "" for nothing. The name is that of its file in the bench's folder. The error is the one that ctx ended with.
func (b *Bench) KeptText(ctx context.Context, name string, s *script.Script, dialect string, keep func(*script.Command) bool, after func(check int) string) (*Text, error) {
	p := script.Printer{Solver: dialect, ForSolver: true, Fleeting: true, Keep: keep, AfterCheck: after, Done: ctx.Done()}
	if dialect == "" {
		s = WithoutTactics(s)
	}
	text := p.Append(nil, s)
	if p.Stopped() {
		return nil, context.Cause(ctx)
	}
	out := b.RawText(name, text)
	out.Dialect = dialect
	return out, nil
}
