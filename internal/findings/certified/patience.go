package certified

import (
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/solver"
)

// patience says how long to wait for referees: on the original as long as any solver may take, on its candidates about as long as they took
// there, and for those that had nothing to say not at all. At the end all referees are asked again. Safe for concurrent use.
type patience struct {
	mu     sync.Mutex
	known  map[solver.Target]time.Duration // on the original, or on a candidate since; negative for nothing to say
	closed bool                            // the original was examined
	all    bool                            // all are asked, whatever was known
}

// time returns the time for a referee: 0 for the usual limit, negative for none.
func (p *patience) time(t solver.Target) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed || p.all {
		return 0
	}
	took, known := p.known[t]
	switch {
	case !known:
		return time.Second // it has not been needed so far
	case took < 0:
		return -1
	}
	return 2*took + time.Second
}

// worth reports whether a solver of the panel is to be asked, where others of its codebase may have been: about the original, and at the end, all are;
// about a candidate those that decided the original or an earlier candidate, and nobody knows yet whether the first of a codebase does.
func (p *patience) worth(t solver.Target, others bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	took, known := p.known[t]
	if !p.closed || p.all {
		return true
	}
	return known && took >= 0 || !known && !others
}

// saw notes how long a referee took.
func (p *patience) saw(t solver.Target, run solver.Run) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil {
		p.known = make(map[solver.Target]time.Duration)
	}
	took := run.Wall
	if run.Void || len(run.Answers) != 1 || !run.Answers[0].Decides() {
		took = -1
	}
	if before, known := p.known[t]; !known || took > before && before >= 0 {
		p.known[t] = took
	}
}

func (p *patience) set(closed, all bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed, p.all = closed, all
}
