package outside

import (
	"context"
	"fmt"
	"sync"
)

// A pool has the processes of one program, one for each worker that asks at the same time. Safe for concurrent use.
type pool struct {
	program *Program
	role    string
	limits  Limits

	mu     sync.Mutex
	idle   []*process
	closed bool
	failed int    // requests in a row
	gaveUp *Fault // why it is not asked again, nil while it is
	noted  []note
}

// A note is a kind of fault, for people.
type note struct {
	first *Fault
	times int
}

func newPool(p *Program, role string, l Limits) *pool {
	return &pool{program: p, role: role, limits: l}
}

// greet starts a process, unless one is idle. Errors are those of startProcess.
func (p *pool) greet(ctx context.Context) error {
	c, err := p.take(ctx)
	if err == nil {
		p.give(c)
	}
	return err
}

// ask sends a request, in a new process where one that had served others before fails: it may have used up its memory, or it serves only one.
// begin returns what takes the messages of a reply. Errors are *Fault and what ctx ended with.
func (p *pool) ask(ctx context.Context, request any, begin func() func(*message) (bool, error)) error {
	if f := p.given(); f != nil {
		return f
	}
	for {
		c, err := p.take(ctx)
		if err != nil {
			return p.failure(err)
		}
		before := c.served
		if err = c.request(ctx, request, begin()); err == nil {
			p.give(c)
			return nil
		}
		c.live.Close()
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if before == 0 {
			return p.failure(err)
		}
	}
}

// take returns a process that nobody else has.
func (p *pool) take(ctx context.Context) (*process, error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return c, nil
	}
	p.mu.Unlock()
	return startProcess(ctx, p.program, p.role, p.limits)
}

func (p *pool) give(c *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		c.live.Close()
		return
	}
	p.idle = append(p.idle, c)
}

// close ends all processes that nobody has, and those that are given back from now on.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, c := range p.idle {
		c.live.Close()
	}
	p.idle = nil
}

// given returns why the program is no longer asked, nil while it is.
func (p *pool) given() *Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.gaveUp
}

// succeeded says that a request was of use.
func (p *pool) succeeded() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failed = 0
}

// failure counts a failed request, notes a fault, and returns the error.
func (p *pool) failure(err error) error {
	f, ok := asFault(err)
	if !ok {
		return err
	}
	p.note(f)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed++; p.failed >= maxFailures && p.gaveUp == nil {
		p.gaveUp = &Fault{Reason: fmt.Sprintf("it was given up after %d failures in a row, and is not asked again", maxFailures), Detail: f.Error(), Remedy: f.Remedy}
		p.noted = append(p.noted, note{p.gaveUp, 1})
	}
	return err
}

// note counts a fault, of which people see the first of its kind.
func (p *pool) note(f *Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.noted {
		if p.noted[i].first.Reason == f.Reason {
			p.noted[i].times++
			return
		}
	}
	p.noted = append(p.noted, note{f, 1})
}

// Notes are the faults so far, a line for each kind.
func (p *pool) Notes() (lines []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.noted {
		times := ""
		if n.times > 1 {
			times = fmt.Sprintf(", %d times", n.times)
		}
		lines = append(lines, fmt.Sprintf("%s: %s%s; %s", p.program.Name(), n.first, times, n.first.Remedy))
	}
	return lines
}
