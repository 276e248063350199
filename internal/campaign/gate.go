package campaign

import (
	"context"
	"sync"
)

// A Gate is where workers stop while a campaign is paused: no mutant is begun while it is closed. The time of the campaign goes on. A new Gate is
// open. Safe for concurrent use.
type Gate struct {
	mu     sync.Mutex
	opened chan struct{} // nil while it is open
}

// Close pauses the campaign. Runs that have begun come to their end.
func (g *Gate) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.opened == nil {
		g.opened = make(chan struct{})
	}
}

// Open lets the campaign go on.
func (g *Gate) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.opened != nil {
		close(g.opened)
		g.opened = nil
	}
}

// Closed reports whether the campaign is paused.
func (g *Gate) Closed() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.opened != nil
}

// wait returns when the gate is open or ctx has ended. A nil Gate is always open.
func (g *Gate) wait(ctx context.Context) {
	if g == nil {
		return
	}
	g.mu.Lock()
	opened := g.opened
	g.mu.Unlock()
	if opened == nil {
		return
	}
	select {
	case <-opened:
	case <-ctx.Done():
	}
}
