package blocks

import "encoding/binary"

// Encodings of pointers in unwind information (Linux Standard Base, core, DWARF exception header encoding).
const (
	encodeAbsolute = 0x00
	encodeUdata2   = 0x02
	encodeUdata4   = 0x03
	encodeUdata8   = 0x04
	encodeSdata2   = 0x0a
	encodeSdata4   = 0x0b
	encodeSdata8   = 0x0c
	encodeRelative = 0x10 // to the pointer's own place
	encodeForm     = 0x0f
)

// frames returns the functions that the section .eh_frame describes, without names. The section's data lies at the address. What cannot be read ends the
// list: symbols have most functions, too.
func frames(data []byte, address uint64) []function {
	encodings := map[int]byte{} // of the entries that others refer to, by their place; signal frames are left out: they begin before the code
	var out []function
	for at := 0; at+4 <= len(data); {
		length := int(binary.LittleEndian.Uint32(data[at:]))
		body := at + 4
		if length == 0 || length > len(data)-body { // the end, or the 64-bit format, which no linker for amd64 writes
			return out
		}
		entry := cursor{data: data[:body+length], at: body}
		back, ok := entry.fixed(4)
		switch {
		case !ok:
			return out
		case back == 0:
			if encoding, ok := commonEncoding(entry); ok {
				encodings[at] = encoding
			}
		default:
			encoding, known := encodings[body-int(back)] //nolint:gosec // four bytes
			if f, ok := described(entry, address, encoding); ok && known {
				out = append(out, f)
			}
		}
		at = body + length
	}
	return out
}

// described reads the range of an entry.
func described(c cursor, address uint64, encoding byte) (function, bool) {
	if encoding&^(encodeForm|encodeRelative) != 0 {
		return function{}, false
	}
	from := address + uint64(c.at) //nolint:gosec // a place in a file
	start, ok := c.pointer(encoding & encodeForm)
	size, ok2 := c.pointer(encoding & encodeForm)
	if encoding&encodeRelative != 0 {
		start += from
	}
	return function{start: start, end: start + size}, ok && ok2 && size > 0 && start+size > start
}

// commonEncoding reads how pointers are written in the entries that refer to this one, which is false for those of signal frames.
func commonEncoding(c cursor) (encoding byte, ok bool) {
	version, _ := c.fixed(1)
	var augmentation []byte
	for {
		b, ok := c.fixed(1)
		if !ok || b == 0 {
			break
		}
		augmentation = append(augmentation, byte(b))
	}
	if len(augmentation) == 0 || augmentation[0] != 'z' {
		return encodeAbsolute, true
	}
	c.leb() // code alignment
	c.leb() // data alignment
	if version == 1 {
		c.fixed(1) // return address register
	} else {
		c.leb()
	}
	c.leb() // length of what follows
	for _, a := range augmentation[1:] {
		switch a {
		case 'R':
			b, _ := c.fixed(1)
			encoding = byte(b)
		case 'P':
			b, _ := c.fixed(1)
			c.pointer(byte(b) & encodeForm)
		case 'L':
			c.fixed(1)
		case 'S':
			return 0, false
		}
	}
	return encoding, true
}

// A cursor reads numbers from data.
type cursor struct {
	data []byte
	at   int
}

// fixed reads a number of 1, 2, 4 or 8 bytes, without a sign.
func (c *cursor) fixed(n int) (uint64, bool) {
	if n > len(c.data)-c.at {
		c.at = len(c.data)
		return 0, false
	}
	var v [8]byte
	copy(v[:], c.data[c.at:c.at+n])
	c.at += n
	return binary.LittleEndian.Uint64(v[:]), true
}

// leb skips a number in LEB128.
func (c *cursor) leb() {
	for c.at < len(c.data) {
		c.at++
		if c.data[c.at-1]&0x80 == 0 {
			return
		}
	}
}

// pointer reads a value of a form.
func (c *cursor) pointer(form byte) (uint64, bool) {
	switch form {
	case encodeAbsolute, encodeUdata8, encodeSdata8:
		return c.fixed(8)
	case encodeUdata4:
		return c.fixed(4)
	case encodeSdata4:
		v, ok := c.fixed(4)
		return uint64(int64(int32(v))), ok //nolint:gosec // the sign is the upper bit
	case encodeUdata2:
		return c.fixed(2)
	case encodeSdata2:
		v, ok := c.fixed(2)
		return uint64(int64(int16(v))), ok //nolint:gosec // the sign is the upper bit
	}
	return 0, false
}
