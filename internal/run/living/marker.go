package living

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
)

// A marker is a line that a process is told to echo. No script can contain it, and no two queries have the same one.
type marker [32]byte

// newMarker returns a marker. Randomness is always available: without it the program ends.
func newMarker() marker {
	var raw [16]byte
	_, _ = rand.Read(raw[:]) // it never fails
	var m marker
	hex.Encode(m[:], raw[:])
	return m
}

// command appends the command that echoes the marker.
func (m *marker) command(dst []byte) []byte {
	dst = append(append(dst, `(echo "`...), m[:]...)
	return append(dst, "\")\n"...)
}

// cut returns what precedes the marker's line; ok is false unless the line is complete and the last one. Solvers echo a text
// with or without its quotes.
func (m *marker) cut(out []byte) (before []byte, ok bool) {
	at := bytes.Index(out, m[:])
	if at < 0 {
		return out, false
	}
	before, rest := out[:at], out[at+len(m):]
	if inner, quoted := bytes.CutSuffix(before, []byte(`"`)); quoted {
		before = inner
		if rest, ok = bytes.CutPrefix(rest, []byte(`"`)); !ok {
			return out, false
		}
	}
	rest = bytes.TrimPrefix(rest, []byte("\r"))
	if len(before) > 0 && before[len(before)-1] != '\n' {
		return out, false
	}
	return before, len(rest) == 1 && rest[0] == '\n'
}
