package coverage

import (
	"fmt"
	"maps"
	"slices"
	"sync"
)

// A Share is how many of how many.
type Share struct {
	Hit int `json:"hit"`
	All int `json:"all"`
}

// Percent is the share in percent, 0 for a share of nothing.
func (s Share) Percent() float64 {
	if s.All == 0 {
		return 0
	}
	return 100 * float64(s.Hit) / float64(s.All)
}

// String is the share as tables have it.
func (s Share) String() string { return fmt.Sprintf("%d of %d (%.1f %%)", s.Hit, s.All, s.Percent()) }

// Totals are the shares of code that was executed, as papers report them.
type Totals struct {
	Lines     Share `json:"lines"`
	Functions Share `json:"functions"`
	Branches  Share `json:"branches"`
}

func (t *Totals) add(o Totals) {
	for _, s := range []struct{ to, from *Share }{{&t.Lines, &o.Lines}, {&t.Functions, &o.Functions}, {&t.Branches, &o.Branches}} {
		s.to.Hit += s.from.Hit
		s.to.All += s.from.All
	}
}

// What can be executed.
type kind uint8

const (
	line kind = iota
	function
	branch
)

// A place is something that can be executed, and how often it was. A branch belongs to a function: each instance of a template has its own.
type place struct {
	kind     kind
	line     int
	function string // for functions and branches
	index    int    // of branches
	count    uint64
}

func (p place) key() placeKey { return placeKey{p.kind, p.line, p.function, p.index} }

type placeKey struct {
	kind     kind
	line     int
	function string
	index    int
}

// Lines are the lines, functions and branches of a program's source, each with how often it was executed. What several objects have,
// such as a function in a header, counts once, and was executed if it was in any of them. The zero value is empty. Safe for concurrent
// use.
type Lines struct {
	mu    sync.Mutex
	files map[string]map[placeKey]uint64
}

func (l *Lines) add(file string, here []place) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.files == nil {
		l.files = make(map[string]map[placeKey]uint64)
	}
	known := l.files[file]
	if known == nil {
		known = make(map[placeKey]uint64, len(here))
		l.files[file] = known
	}
	for _, p := range here {
		known[p.key()] += p.count
	}
}

// Files are the files of source, in order.
func (l *Lines) Files() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(maps.Keys(l.files))
}

// Of returns the totals of one file.
func (l *Lines) Of(file string) Totals {
	l.mu.Lock()
	defer l.mu.Unlock()
	var t Totals
	shares := [...]*Share{line: &t.Lines, function: &t.Functions, branch: &t.Branches}
	for key, n := range l.files[file] {
		s := shares[key.kind]
		s.All++
		if n > 0 {
			s.Hit++
		}
	}
	return t
}

// Totals returns the totals of all files.
func (l *Lines) Totals() Totals {
	var t Totals
	for _, file := range l.Files() {
		t.add(l.Of(file))
	}
	return t
}
