package campaign

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"

	"github.com/assay-smt/assay/internal/base/disk"
)

// windowFile, in the folder of the journals, has the contents of the window at some snapshot: a CRC-32 (IEEE) of four bytes, and the chains. Each
// snapshot has what was added since. A file that is newer than the snapshot does no harm: its additional mutants will be run in any case.
const windowFile = "window"

// windowRecent is how many bytes of chains a snapshot may contain before the file is written.
const windowRecent = 64 << 10

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

// save returns all chains, the oldest first.
func (w *window) save() []byte {
	out := make([]byte, 0, 4*w.size)
	next := make(map[int]int, len(w.chains))
	for _, p := range w.order {
		pair := int(p)
		out = appendChain(out, pair, w.chains[pair][next[pair]])
		next[pair]++
	}
	return out
}

// add enters saved chains. After an error, those before the damage have been entered.
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

// loadWindow restores the window of a snapshot. What cannot be read is left out with a note: some mutants are run again. Errors are
// *disk.OutputError.
func (r *runner) loadWindow(s State) error {
	path, pairs := filepath.Join(r.Out, backup, windowFile), len(r.Seeds)*len(r.Engines)
	var data []byte
	var err error
	if s.WindowFile { // otherwise a file there belongs to another campaign
		data, err = os.ReadFile(path)
	}
	switch {
	case !s.WindowFile:
	case errors.Is(err, os.ErrNotExist):
		r.note("%s is lost: mutants that were run before may be run again", path)
	case err == nil:
		if len(data) < crc32.Size || binary.BigEndian.Uint32(data) != crc32.ChecksumIEEE(data[crc32.Size:]) {
			err = errors.New("its checksum is wrong")
		} else {
			err = r.window.add(data[crc32.Size:], pairs)
		}
		fallthrough
	default:
		if err == nil {
			break
		}
		to, asideErr := disk.SetAside(r.Out, path)
		if asideErr != nil {
			return asideErr
		}
		r.note("%s was damaged and is now in %s (%v): mutants that were run before may be run again", path, to, err)
	}
	if err := r.window.add(s.Window, pairs); err != nil {
		r.note("some mutants that were run before may be run again: the window in %s: %v", StateFile, err)
	}
	r.inFile = s.WindowFile
	return nil
}

// windowToSave returns the part of the window that belongs in a snapshot, and what has to be written to the file before it, nil if the file stays as
// it is. The mutex is held.
func (r *runner) windowToSave(ended EndReason) (recent, file []byte) {
	w := r.window
	if len(w.recent) == 0 || ended == "" && len(w.recent) < windowRecent {
		return bytes.Clone(w.recent), nil
	}
	w.recent, r.inFile = nil, true
	data := w.save()
	return nil, append(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(data)), data...)
}
