package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
)

// A ticker writes nothing of what is short, then one line at a time, and asks for the line only when it writes it.
func TestTicker(t *testing.T) {
	for _, tt := range []struct {
		name            string
		terminal, quiet bool
		want            string
	}{
		{"plain", false, false, "1 done\n2 done\n"},
		{"terminal", true, false, "\r1 done\x1b[K\r2 done\x1b[K\r\x1b[K"},
		{"quiet", true, true, ""},
	} {
		var err bytes.Buffer
		s := NewStreams(nil, &bytes.Buffer{}, &err)
		s.Err.terminal, s.Err.width = tt.terminal, func() int { return 80 }
		show := newTicker(s, tt.quiet)
		asked := 0
		line := func() string { asked++; return fmt.Sprintf("%d done", asked) }
		for range 3 {
			show.show(line) // it was made just now
		}
		for range 2 {
			show.last = time.Now().Add(-time.Hour)
			for range 3 {
				show.show(line)
			}
		}
		show.end()
		show.end()
		if err.String() != tt.want || asked != strings.Count(tt.want, "done") {
			t.Errorf("%s: %q after %d lines, want %q", tt.name, err.String(), asked, tt.want)
		}
	}
	// Results on a terminal show themselves how far it is.
	s := NewStreams(nil, &bytes.Buffer{}, &bytes.Buffer{})
	s.Out.terminal = true
	if c := newCounter(s, 9); !c.quiet {
		t.Error("files are counted between results")
	}
	if c := newCounter(nowhere(), 9); c.quiet {
		t.Error("files are not counted")
	}
	if c := newCounter(nowhere(), 1); !c.quiet {
		t.Error("a single file is counted")
	}
}
