package compare

import (
	"fmt"
	"strings"
	"sync"
)

// mostAlike is how many wrong responses of a kind are repeated. A solver that answers a question wrongly often does so on every second script, and
// repeating that takes the time of everything else.
const mostAlike = 3

// alike counts the differences that were repeated and are one side's alone, by kind. Safe for concurrent use.
type alike struct {
	mu   sync.Mutex
	seen map[string]int
}

// alike returns the counts of what is settled already.
func (c *comparison) alike() *alike {
	a := &alike{seen: map[string]int{}}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.records {
		if e.Settled {
			a.count(&e.Record)
		}
	}
	return a
}

// kind is the same for wrong responses to one question: interpolants, cores, values. It is "" for everything else: two wrong answers, models or crashes may
// well be two defects.
func (c *Change) kind() string {
	if c.Kind != Wrong || !c.Class.Further() {
		return ""
	}
	words, _, _ := strings.Cut(c.Summary, " wrongly")
	return fmt.Sprint(c.Class, c.Shown, c.Candidate, c.Against, words)
}

// pass marks the differences of a record that are not repeated, since enough are known that are alike.
func (a *alike) pass(r *Record) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, c := range r.open(Wrong) {
		c.Alike = c.kind() != "" && a.seen[c.kind()] >= mostAlike
	}
}

// count enters what was repeated and is one side's alone. What shows on both says nothing about the next script, on which it may be the candidate's.
func (a *alike) count(r *Record) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := range r.Changes {
		if c := &r.Changes[i]; len(c.Counts) > 0 && (c.Standing == Regression || c.Standing == Improved) && c.kind() != "" {
			a.seen[c.kind()]++
		}
	}
}

// passed is the number of scripts with differences that were not repeated since enough are known that are alike.
func (c *comparison) passed() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.records {
		for i := range e.Record.Changes {
			if e.Record.Changes[i].Alike {
				n++
				break
			}
		}
	}
	return n
}
