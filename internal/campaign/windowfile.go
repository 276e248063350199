package campaign

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// appendChain writes a chain: pair, round, targets and number of mutants as uvarints, and four bytes for each mutant.
func appendChain(dst []byte, pair int, c ranChain) []byte {
	for _, n := range []uint64{uint64(pair), c.round, c.Targets, uint64(len(c.Marks))} {
		dst = binary.AppendUvarint(dst, n)
	}
	for _, p := range c.Marks {
		dst = binary.BigEndian.AppendUint32(dst, uint32(p))
	}
	return dst
}

// encode returns all chains, the oldest first.
func (w *window) encode() []byte {
	out := make([]byte, 0, 4*w.size)
	next := make(map[int]int, len(w.chains))
	for _, p := range w.order {
		pair := int(p)
		out = appendChain(out, pair, w.chains[pair][next[pair]])
		next[pair]++
	}
	return out
}

// add enters encoded chains. After an error, those before the damage have been entered.
func (w *window) add(data []byte, pairs int) error {
	for len(data) > 0 {
		var fields [4]uint64
		for i := range fields {
			n, used := binary.Uvarint(data)
			if used <= 0 {
				return errors.New("it is cut off")
			}
			fields[i], data = n, data[used:]
		}
		pair, round, n := fields[0], fields[1], fields[3]
		if pair >= uint64(pairs) || n == 0 || n > windowPair || 4*n > uint64(len(data)) {
			return fmt.Errorf("%d mutants of pair %d of %d", n, pair, pairs)
		}
		r := ran{Targets: fields[2], Marks: make([]mark, 0, n)}
		for range n {
			r.Marks = append(r.Marks, mark(binary.BigEndian.Uint32(data)))
			data = data[4:]
		}
		w.enter(int(pair), round, r)
	}
	return nil
}
