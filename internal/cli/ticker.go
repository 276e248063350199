package cli

import (
	"fmt"
	"time"
)

const (
	// plainInterval is the time between progress lines where no line can be rewritten in place.
	plainInterval = 10 * time.Second
	// terminalInterval is the time between two versions of a line on a terminal.
	terminalInterval = 200 * time.Millisecond
)

// A ticker shows how far a command is, by one line at a time: on a terminal one that is rewritten, elsewhere one every ten seconds. Nothing is shown of
// what takes less time than that. Not safe for concurrent use.
type ticker struct {
	s     *Streams
	quiet bool
	last  time.Time // zero before the first call
	shown bool      // an unfinished line is on the terminal
}

// newTicker makes a ticker; a quiet one shows nothing.
func newTicker(s *Streams, quiet bool) *ticker { return &ticker{s: s, quiet: quiet, last: time.Now()} }

// show is called often; it decides when to write, and asks for the line only then.
func (t *ticker) show(line func() string) {
	every := plainInterval
	if t.s.Err.terminal {
		every = terminalInterval
	}
	if t.quiet || time.Since(t.last) < every {
		return
	}
	t.last = time.Now()
	if !t.s.Err.terminal {
		fmt.Fprintln(t.s.Err, line())
		return
	}
	t.shown = true
	t.s.Err.line(clipTo(line(), t.s.Err.width()-1))
}

// end erases the line, before anything else is written to the terminal.
func (t *ticker) end() {
	if t.shown {
		t.s.Err.line("")
		t.shown = false
	}
}
