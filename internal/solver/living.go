package solver

import (
	"errors"
	"fmt"
	"strings"
)

// Living says how the solver reads many scripts in one process. The zero value means that it cannot.
type Living struct {
	// Args replace the file on the command line and make the solver read standard input.
	Args []string `toml:"args"`
	// Reset is the command that undoes everything a script did; empty means that there is none.
	Reset string `toml:"reset"`
	// Push: it can read scripts between (push 1) and (pop 1), called with Call.Incremental.
	Push bool `toml:"push"`
	// Remarks are lines with which it notes a logic that it does not know, at most one on each of its streams.
	Remarks Patterns `toml:"remarks"`
}

// check returns an error for entries that make no sense.
func (l Living) check() error {
	switch {
	case strings.ContainsAny(l.Reset, "\n\r;"):
		return errors.New("reset in [session] is one command in one line, such as (reset)")
	case len(l.Args) > 0 && !l.Push && l.Reset == "":
		return errors.New("[session] has args, but neither reset nor push")
	}
	return nil
}

// Can reports whether the solver supports reused processes of a mode.
func (l Living) Can(m Mode) bool {
	switch m {
	case Reset:
		return l.Reset != ""
	case Push:
		return l.Push
	case Process, Snapshot:
	}
	return false
}

// checkSessions returns an error for entries about sessions and snapshots that make no sense, with their key.
func (p *Profile) checkSessions() (key string, err error) {
	if !p.Warm.valid() {
		return "snapshot", errors.New("[snapshot] has a command in one line, such as (simplify true), and what the solver says to it")
	}
	if err := p.Living.check(); err != nil {
		return "session", err
	}
	for i, r := range p.Versions {
		if r.Living == nil {
			continue
		}
		if err := r.Living.check(); err != nil {
			return "versions", fmt.Errorf("%w, in [[versions]] number %d", err, i+1)
		}
	}
	return "", nil
}
