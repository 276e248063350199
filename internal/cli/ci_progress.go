package cli

import (
	"fmt"
	"time"

	"github.com/assay-smt/assay/internal/compare"
)

// A ciProgress shows how far a comparison is, and the beginning of each of its phases at once.
type ciProgress struct {
	*ticker
	phase string
}

func (p *ciProgress) tell(now compare.Progress) {
	if p.phase != now.Phase {
		p.phase, p.last = now.Phase, time.Time{}
	}
	p.show(func() string {
		text := fmt.Sprintf("%s: %d", now.Phase, now.Done)
		if now.Total > 0 {
			text += fmt.Sprintf(" of %d", now.Total)
		}
		return text + ", " + plural(now.Regressions, "regression")
	})
}
