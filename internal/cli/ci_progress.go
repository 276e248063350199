package cli

import (
	"fmt"
	"time"

	"github.com/assay-smt/assay/internal/compare"
)

// A ciProgress shows how far a comparison is: on a terminal one line that is rewritten, elsewhere a line every ten seconds.
type ciProgress struct {
	opts  *ciOptions
	last  time.Time
	phase string
	shown bool
}

// terminalInterval is the time between two versions of a line on a terminal.
const terminalInterval = 200 * time.Millisecond

func (p *ciProgress) show(now compare.Progress) {
	if p.opts.Quiet || p.opts.JSON {
		return
	}
	terminal := p.opts.Err.terminal
	interval := plainInterval
	if terminal {
		interval = terminalInterval
	}
	if p.phase == now.Phase && time.Since(p.last) < interval {
		return
	}
	p.last, p.phase = time.Now(), now.Phase
	text := fmt.Sprintf("%s: %d", now.Phase, now.Done)
	if now.Total > 0 {
		text += fmt.Sprintf(" of %d", now.Total)
	}
	text += ", " + plural(now.Regressions, "regression")
	if terminal {
		p.shown = true
		p.opts.Err.line(text)
		return
	}
	fmt.Fprintln(p.opts.Err, text)
}

// end erases the line.
func (p *ciProgress) end() {
	if p.shown {
		p.opts.Err.line("")
	}
}
