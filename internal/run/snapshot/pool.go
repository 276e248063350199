package snapshot

import (
	"sync"

	"github.com/assay-smt/assay/internal/base/idle"
)

// A class is what the servers of one key have in common.
type class struct {
	key
	// The pool's mutex guards these.
	failures int    // in a row
	reason   string // why there are no servers, "" while there may be some
}

// A pool keeps the idle servers, and knows the health of their classes. Safe for concurrent use.
type pool struct {
	kept *idle.Pool[*class, *server]

	mu      sync.Mutex
	starts  uint64
	classes map[key]*class
}

func newPool(most int) *pool {
	return &pool{kept: idle.New[*class](most, (*server).close), classes: make(map[key]*class)}
}

// maxClasses bounds the number of classes that are remembered, and maxFailures how often in a row the servers of one may fail.
const (
	maxClasses  = 4096
	maxFailures = 3
)

// class returns the class of a key, and why it has no servers, "" when it may have some.
func (p *pool) class(k key) (c *class, reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c = p.classes[k]
	if c == nil {
		if len(p.classes) >= maxClasses {
			for k, c := range p.classes {
				if !p.kept.Has(c) {
					delete(p.classes, k)
				}
			}
		}
		c = &class{key: k}
		p.classes[k] = c
	}
	return c, c.reason
}

// number returns a different number for each server that is started.
func (p *pool) number() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.starts++
	return p.starts
}

// put returns a server that did its work to the pool.
func (p *pool) put(s *server) {
	p.mu.Lock()
	s.class.failures = 0
	p.mu.Unlock()
	p.kept.Put(s.class, s)
}

// fail records a failure of a server, or of the start of one. A class is given up after a refusal, or after too many failures in
// a row.
func (p *pool) fail(c *class, reason string, refused bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.failures++; refused || c.failures >= maxFailures {
		c.reason = reason
	}
}
