package living

import (
	"sync"

	"github.com/assay-smt/assay/internal/solver"
)

// A pool keeps processes that are not being asked, up to a number of processes in all. Safe for concurrent use.
type pool struct {
	most int

	mu      sync.Mutex
	closed  bool
	turn    uint64
	count   int // of processes, those being asked included
	idle    map[*class][]*session
	classes map[key]*class
	mute    map[voice]bool
}

// A voice is all processes of a target in a mode.
type voice struct {
	target solver.Target
	mode   solver.Mode
}

func newPool(most int) *pool {
	return &pool{most: most, idle: make(map[*class][]*session), classes: make(map[key]*class), mute: make(map[voice]bool)}
}

// maxClasses bounds the classes that are remembered.
const maxClasses = 4096

// class returns the class of a key, and why it was given up, "" when it was not.
func (p *pool) class(k key) (c *class, givenUp string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.mute[voice{k.target, k.mode}] {
		return nil, noEcho
	}
	c = p.classes[k]
	if c == nil {
		if len(p.classes) >= maxClasses {
			for k, c := range p.classes {
				if len(p.idle[c]) == 0 {
					delete(p.classes, k)
				}
			}
		}
		c = newClass(k)
		p.classes[k] = c
	}
	return c, c.health.reason
}

// take returns a process of a class that waits to be asked, nil for none: then there is room for one to be started.
func (p *pool) take(c *class) *session {
	p.mu.Lock()
	waiting := p.idle[c]
	if n := len(waiting); n > 0 {
		s := waiting[n-1]
		p.idle[c] = waiting[:n-1]
		p.mu.Unlock()
		return s
	}
	p.count++
	oldest := p.crowded()
	p.mu.Unlock()
	if oldest != nil {
		oldest.close()
	}
	return nil
}

// crowded takes out the process that was not asked for longest when there are too many, nil when there are not or all are busy. The
// mutex is held.
func (p *pool) crowded() *session {
	if p.count <= p.most {
		return nil
	}
	var from *class
	for c, waiting := range p.idle {
		if len(waiting) > 0 && (from == nil || waiting[0].turn < p.idle[from][0].turn) {
			from = c
		}
	}
	if from == nil {
		return nil
	}
	s := p.idle[from][0]
	p.idle[from] = p.idle[from][1:]
	if len(p.idle[from]) == 0 {
		delete(p.idle, from)
	}
	p.count--
	return s
}

// put gives a process back that can be asked again.
func (p *pool) put(s *session) {
	p.mu.Lock()
	if !p.closed {
		p.turn++
		s.turn = p.turn
		p.idle[s.class] = append(p.idle[s.class], s)
		p.mu.Unlock()
		return
	}
	p.count--
	p.mu.Unlock()
	s.close()
}

// lost says that a process that was taken, or was to be started, is no more.
func (p *pool) lost() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count--
}

// noEcho is why a target is given up whose process said nothing at its start: each further one would cost startTime.
const noEcho = "no echo at the start"

// silence gives up all processes of a target in a mode.
func (p *pool) silence(c *class) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mute[voice{c.target, c.mode}] = true
}

// note enters into a class's health whether its process served a query.
func (p *pool) note(c *class, odd oddity, shared bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if odd.what == "" {
		c.health.right()
	} else {
		c.health.wrong(odd.what, shared)
	}
}

// close ends all processes that wait; those being asked end when they are put back.
func (p *pool) close() {
	p.mu.Lock()
	idle := p.idle
	p.closed, p.idle = true, make(map[*class][]*session)
	for _, waiting := range idle {
		p.count -= len(waiting)
	}
	p.mu.Unlock()
	for _, waiting := range idle {
		for _, s := range waiting {
			s.close()
		}
	}
}
