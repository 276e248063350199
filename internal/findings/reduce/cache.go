package reduce

import (
	"crypto/sha256"
	"strings"
)

// maxCached bounds the verdicts that are remembered: 40 bytes each, and more candidates than a reduction tries in hours.
const maxCached = 1 << 18

// A cache has the texts for which the predicate does not hold, by their content. Texts for which it holds need no cache: each is smaller
// than the one before it.
type cache struct {
	failed map[[sha256.Size]byte]struct{}
	order  [][sha256.Size]byte // a ring, the oldest at next once it is full
	next   int
}

// keyOfText is the key of a candidate.
func keyOfText(text string) [sha256.Size]byte { return sha256.Sum256([]byte(text)) }

// countLines counts the lines of a text that are not known to be needed. To look at a line is to read all others: in a text with so many that this takes
// long, it counts all of them.
func countLines(text string, known *cache) int {
	if n := strings.Count(text, "\n") + 1; n*len(text) > countBytes {
		return n
	}
	lines := strings.SplitAfter(text, "\n")
	n := 0
	for i := range lines {
		if lines[i] != "" && !known.has(keyOfText(strings.Join(lines[:i], "")+strings.Join(lines[i+1:], ""))) {
			n++
		}
	}
	return n
}

func newCache() *cache { return &cache{failed: map[[sha256.Size]byte]struct{}{}} }

func (c *cache) has(key [sha256.Size]byte) bool {
	_, ok := c.failed[key]
	return ok
}

func (c *cache) add(key [sha256.Size]byte) {
	if c.has(key) {
		return
	}
	if len(c.order) < maxCached {
		c.order = append(c.order, key)
	} else {
		delete(c.failed, c.order[c.next])
		c.order[c.next] = key
		c.next = (c.next + 1) % maxCached
	}
	c.failed[key] = struct{}{}
}
