package snapshot

import "sync"

// A class is what the servers of one key have in common.
type class struct {
	key
	// The pool's mutex guards these.
	idle     []*server
	busy     int
	failures int    // in a row
	reason   string // why there are no servers, "" while there may be some
}

// A pool keeps the servers that have nothing to do, up to a number of servers in all, unless more than that are asked at the same
// time. Safe for concurrent use.
type pool struct {
	most int

	mu      sync.Mutex
	closed  bool
	turn    uint64
	count   int
	classes map[key]*class
}

// maxClasses bounds the classes that are remembered, and maxFailures how often in a row the servers of one may fail.
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
				if len(c.idle) == 0 && c.busy == 0 {
					delete(p.classes, k)
				}
			}
		}
		c = &class{key: k}
		p.classes[k] = c
	}
	return c, c.reason
}

// take returns a server that has nothing to do, nil for none: then one may be started under the number. The caller gives it back with put or
// lose, also when there is none.
func (p *pool) take(c *class) (s *server, number uint64) {
	p.mu.Lock()
	c.busy++
	if n := len(c.idle); n > 0 {
		s = c.idle[n-1]
		c.idle = c.idle[:n-1]
		p.mu.Unlock()
		return s, 0
	}
	p.turn++
	number = p.turn
	p.count++
	oldest := p.crowded()
	p.mu.Unlock()
	if oldest != nil {
		oldest.close()
	}
	return nil, number
}

// crowded takes out the server that has waited longest when there are too many. The mutex is held.
func (p *pool) crowded() *server {
	if p.count <= p.most {
		return nil
	}
	var from *class
	for _, c := range p.classes {
		if len(c.idle) > 0 && (from == nil || c.idle[0].turn < from.idle[0].turn) {
			from = c
		}
	}
	if from == nil {
		return nil
	}
	s := from.idle[0]
	from.idle = from.idle[1:]
	p.count--
	return s
}

// put gives a server back that did its work.
func (p *pool) put(s *server) {
	p.mu.Lock()
	c := s.class
	c.busy--
	c.failures = 0
	if !p.closed {
		p.turn++
		s.turn = p.turn
		c.idle = append(c.idle, s)
		p.mu.Unlock()
		return
	}
	p.count--
	p.mu.Unlock()
	s.close()
}

// lose says that a server that was taken is no more, or was not to be had.
func (p *pool) lose(c *class) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c.busy--
	p.count--
}

// fail enters a failure of a server, or of the start of one. A refusal gives the class up, and so do too many failures in a row.
func (p *pool) fail(c *class, reason string, refused bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.failures++; refused || c.failures >= maxFailures {
		c.reason = reason
	}
}

// close ends all servers that have nothing to do; the others end when they are put back.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	var all []*server
	for _, c := range p.classes {
		all = append(all, c.idle...)
		c.idle = nil
	}
	p.count -= len(all)
	p.mu.Unlock()
	for _, s := range all {
		s.close()
	}
}
