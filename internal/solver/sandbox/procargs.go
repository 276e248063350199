package sandbox

import (
	"bytes"
	"encoding/binary"
)

// environOfArgs returns the environment, its entries separated by zeros, from what the sysctl kern.procargs2 of macOS says about a
// process: the number of arguments in four bytes, the program's path, zeros up to a boundary, the arguments, the environment, each
// string followed by a zero. It returns nil for anything else.
func environOfArgs(text []byte) []byte {
	const number = 4
	if len(text) < number {
		return nil
	}
	args := binary.LittleEndian.Uint32(text) // both kinds of its processors are little-endian
	_, text, found := bytes.Cut(text[number:], []byte{0})
	text = bytes.TrimLeft(text, "\x00")
	for ; found && args > 0; args-- {
		_, text, found = bytes.Cut(text, []byte{0})
	}
	if !found {
		return nil
	}
	return text
}
