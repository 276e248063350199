// Package idle keeps processes that wait for queries. Its users define what a process is, and which ones are interchangeable.
package idle

import "sync"

// A Pool keeps idle things by class: things of the same class are interchangeable. It holds up to a given number of things, unless more
// are in use at the same time. Safe for concurrent use.
type Pool[C comparable, T any] struct {
	most int
	end  func(T)

	mu      sync.Mutex
	closed  bool
	turn    uint64 // counts what was put back
	count   int    // of things, including those in use
	shelves map[C]*shelf[T]
}

// A shelf has the things of one class. There is no empty shelf while nothing of its class is in use.
type shelf[T any] struct {
	idle  []waiting[T] // the one put back last is the last
	inUse int
}

type waiting[T any] struct {
	thing T
	turn  uint64
}

// New returns a pool of up to the given number of things. end ends a thing that is not kept; it is called without a lock, by the caller of
// the pool.
func New[C comparable, T any](most int, end func(T)) *Pool[C, T] {
	return &Pool[C, T]{most: most, end: end, shelves: make(map[C]*shelf[T])}
}

// Take returns the thing of a class that was put back last. If there is none, ok is false, and the caller may make one: if there is no
// room for it, the one that has waited longest is ended. Either way the caller calls Put or Lost.
func (p *Pool[C, T]) Take(c C) (thing T, ok bool) {
	p.mu.Lock()
	s := p.shelves[c]
	if s == nil {
		s = &shelf[T]{}
		p.shelves[c] = s
	}
	s.inUse++
	if n := len(s.idle); n > 0 {
		thing = s.idle[n-1].thing
		s.idle[n-1] = waiting[T]{}
		s.idle = s.idle[:n-1]
		p.mu.Unlock()
		return thing, true
	}
	p.count++
	oldest, crowded := p.crowded()
	p.mu.Unlock()
	if crowded {
		p.end(oldest)
	}
	return thing, false
}

// crowded removes what has waited longest when there is too much; ok is false when there is not, or everything is in use. The mutex is held.
func (p *Pool[C, T]) crowded() (oldest T, ok bool) {
	if p.count <= p.most {
		return oldest, false
	}
	var class C
	var from *shelf[T]
	for c, s := range p.shelves {
		if len(s.idle) > 0 && (from == nil || s.idle[0].turn < from.idle[0].turn) {
			class, from = c, s
		}
	}
	if from == nil {
		return oldest, false
	}
	oldest = from.idle[0].thing
	from.idle[0] = waiting[T]{}
	from.idle = from.idle[1:]
	p.count--
	p.clear(class, from)
	return oldest, true
}

// clear removes a shelf that is not needed. The mutex is held.
func (p *Pool[C, T]) clear(c C, s *shelf[T]) {
	if len(s.idle) == 0 && s.inUse == 0 {
		delete(p.shelves, c)
	}
}

// Put gives back a thing of a class that can be used again. A closed pool ends it.
func (p *Pool[C, T]) Put(c C, thing T) {
	p.mu.Lock()
	s := p.shelves[c]
	s.inUse--
	if !p.closed {
		p.turn++
		s.idle = append(s.idle, waiting[T]{thing, p.turn})
		p.mu.Unlock()
		return
	}
	p.count--
	p.clear(c, s)
	p.mu.Unlock()
	p.end(thing)
}

// Lost says that a taken thing of a class no longer exists, or that none was made.
func (p *Pool[C, T]) Lost(c C) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.shelves[c]
	s.inUse--
	p.count--
	p.clear(c, s)
}

// Has reports whether there is anything of a class, waiting or in use.
func (p *Pool[C, T]) Has(c C) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shelves[c] != nil
}

// Len returns the number of things, including those in use.
func (p *Pool[C, T]) Len() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count
}

// Close ends all things that wait; the others end when they are put back.
func (p *Pool[C, T]) Close() {
	p.mu.Lock()
	p.closed = true
	var all []T
	for c, s := range p.shelves {
		for _, w := range s.idle {
			all = append(all, w.thing)
		}
		s.idle = nil
		p.clear(c, s)
	}
	p.count -= len(all)
	p.mu.Unlock()
	for _, thing := range all {
		p.end(thing)
	}
}
