package living

import (
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/solver"
)

// A tally counts what happens, with reasons. Safe for concurrent use.
type tally struct {
	mu        sync.Mutex
	restarts  map[string]*Count
	anomalies map[string]*Count
	alone     map[string]*Count
	starts    map[solver.Target]*starts
}

// starts are the starts of a target's reused processes.
type starts struct {
	n         int64
	cpu, wall time.Duration
}

func newTally() *tally {
	return &tally{
		restarts: make(map[string]*Count), anomalies: make(map[string]*Count), alone: make(map[string]*Count),
		starts: make(map[solver.Target]*starts),
	}
}

// maxReasons bounds the number of distinct reasons: some of them contain words of solvers or scripts.
const maxReasons = 64

// count counts a reason in one of the maps. The mutex is held.
func count(in map[string]*Count, why anomaly) {
	if in[why.what] == nil && len(in) >= maxReasons {
		why.what = "other reasons"
	}
	c := in[why.what]
	if c == nil {
		c = &Count{Reason: why.what, First: why.said}
		in[why.what] = c
	}
	c.N++
}

func (t *tally) restarted(why anomaly) {
	t.mu.Lock()
	defer t.mu.Unlock()
	count(t.restarts, why)
}

func (t *tally) repeated(why anomaly) {
	t.mu.Lock()
	defer t.mu.Unlock()
	count(t.anomalies, why)
}

func (t *tally) keptAlone(why anomaly) {
	t.mu.Lock()
	defer t.mu.Unlock()
	count(t.alone, why)
}

func (t *tally) startedOne(target solver.Target, cpu, wall time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.starts[target]
	if s == nil {
		s = &starts{}
		t.starts[target] = s
	}
	s.n++
	s.cpu += cpu
	s.wall += wall
}

// startOf is the mean CPU time of a start of a target, 0 when none is known.
func (t *tally) startOf(target solver.Target) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := t.starts[target]; s != nil && s.n > 0 {
		return s.cpu / time.Duration(s.n)
	}
	return 0
}
