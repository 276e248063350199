package living

import (
	"sync"

	"github.com/assay-smt/assay/internal/base/idle"
	"github.com/assay-smt/assay/internal/solver"
)

// A pool keeps idle processes, and knows the health of their classes. Safe for concurrent use.
type pool struct {
	kept *idle.Pool[*class, *session]

	mu      sync.Mutex
	classes map[key]*class
	spoke   map[solver.Target]bool // a process of it was once ready
	mute    map[solver.Target]bool
}

func newPool(most int) *pool {
	return &pool{kept: idle.New[*class](most, (*session).close), classes: make(map[key]*class), spoke: make(map[solver.Target]bool), mute: make(map[solver.Target]bool)}
}

// maxClasses bounds the classes that are remembered.
const maxClasses = 4096

// class returns the class of a key, and why it was given up, "" when it was not.
func (p *pool) class(k key) (c *class, givenUp string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.mute[k.target] {
		return nil, noEcho
	}
	c = p.classes[k]
	if c == nil {
		if len(p.classes) >= maxClasses {
			for k, c := range p.classes {
				if !p.kept.Has(c) {
					delete(p.classes, k)
				}
			}
		}
		c = newClass(k)
		p.classes[k] = c
	}
	return c, c.health.reason
}

// noEcho is why a target is given up if its process said nothing at its start: each further process would cost
// Patience.Start.
const noEcho = "no echo at the start"

// silence gives up all reused processes of a target of which none was ever ready: a solver that reads its input to the end first does so in every
// mode. One that was ready before is only slow today.
func (p *pool) silence(c *class) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.spoke[c.target] {
		p.mute[c.target] = true
	}
}

// ready remembers that a process was ready.
func (p *pool) ready(c *class) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spoke[c.target] = true
}

// note records in a class's health whether its process served a query.
func (p *pool) note(c *class, odd anomaly, shared bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if odd.what == "" {
		c.health.right()
	} else {
		c.health.wrong(odd.what, shared)
	}
}

// close ends all idle processes; busy ones end when they are put back.
func (p *pool) close() { p.kept.Close() }
