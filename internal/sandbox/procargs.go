package sandbox

import (
	"bytes"
	"encoding/binary"
)

// environOfArgs returns the environment in what the sysctl kern.procargs2 of macOS says of a process, its entries with zeros between
// them: the number of arguments in four bytes, the program's path, zeros up to a boundary, the arguments, the environment, each
// string with a zero behind it. It returns nil for anything else.
func environOfArgs(text []byte) []byte {
	const number = 4
	if len(text) < number {
		return nil
	}
	args := binary.LittleEndian.Uint32(text) // both of its processors are little-endian
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
