package feedback

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"math/bits"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
)

// The file of a map is text, the same for the same map:
//
//	assay-feedback 1
//	SUBJECT
//	MASK "KEY"
//	...
//	end KEYS CHECKSUM
//
// MASK has two hexadecimal digits with a bit for each bucket of KEY that was seen, the lowest for the count 1. Keys are in byte order
// and quoted as in Go. KEYS is the number of keys, and CHECKSUM the CRC-32 (Castagnoli) of everything before the last line, in eight
// hexadecimal digits.
const fileHead = "assay-feedback 1\n"

// maxFile bounds the size in bytes of a file that is read.
const maxFile = 512 << 20

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Encode returns the file of the map.
func (m *Map) Encode() []byte {
	m.mu.RLock()
	defer m.mu.RUnlock()
	out := append([]byte(fileHead), m.subject...)
	out = append(out, '\n')
	for _, key := range slices.Sorted(maps.Keys(m.seen)) {
		out = fmt.Appendf(out, "%02x ", m.seen[key])
		out = append(strconv.AppendQuote(out, key), '\n')
	}
	return fmt.Appendf(out, "end %d %08x\n", len(m.seen), crc32.Checksum(out, castagnoli))
}

// A FileError is a defect in a map's file, with its position.
type FileError struct {
	File    string
	Line    int // from 1
	Message string
}

func (e *FileError) Error() string {
	return fmt.Sprintf("%s:%d:1: feedback-file: %s", e.File, e.Line, e.Message)
}

// Decode reads the file of a map. The name is for messages. Errors are *FileError.
func Decode(name string, data []byte) (*Map, error) {
	line := 1
	bad := func(format string, args ...any) (*Map, error) {
		return nil, &FileError{name, line, fmt.Sprintf(format, args...)}
	}
	body, ok := bytes.CutPrefix(data, []byte(fileHead))
	if !ok {
		return bad("it does not begin with %q: it is not a map, or one of another version", strings.TrimSpace(fileHead))
	}
	line++
	subject, rest, ok := bytes.Cut(body, []byte("\n"))
	if !ok {
		return bad("it ends too early")
	}
	m := NewMap(string(subject))
	if m.subject != string(subject) {
		return bad("the subject is not a line of plain text")
	}
	m.keys = max(m.keys, bytes.Count(rest, []byte("\n")))
	last := ""
	for {
		line++
		text, after, whole := bytes.Cut(rest, []byte("\n"))
		if !whole {
			return bad("it ends too early; remove it to begin again")
		}
		if bytes.HasPrefix(text, []byte("end ")) {
			before := data[:len(data)-len(rest)]
			want := fmt.Sprintf("end %d %08x", len(m.seen), crc32.Checksum(before, castagnoli))
			if string(text) != want || len(after) > 0 {
				return bad("it was damaged: %q instead of %q; remove it to begin again", text, want)
			}
			return m, nil
		}
		mask, quoted, _ := strings.Cut(string(text), " ")
		buckets, err := strconv.ParseUint(mask, 16, 8)
		key, err2 := strconv.Unquote(quoted)
		switch {
		case err != nil || err2 != nil || buckets == 0 || len(mask) != 2:
			return bad("%.80q is not an entry", text)
		case line > 3 && key <= last:
			return bad("the key %.80q is out of order", key)
		}
		last = key
		m.enter(key, uint8(buckets))
		rest = after
	}
}

// Save writes the map to a file so that a reader, even after a kill or a power failure, sees either all of it or all of the previous
// content. Errors are *disk.OutputError.
func (m *Map) Save(path string) error { return disk.WriteAtomic(path, m.Encode()) }

// Load reads a file that Save wrote. One that does not exist is an empty map of the subject. Errors are *FileError, *SubjectError when
// the file has another subject, and those of reading it.
func Load(path, subject string) (*Map, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return NewMap(subject), nil
	}
	if err != nil {
		return nil, err
	}
	if info.Size() > maxFile {
		return nil, &FileError{path, 1, fmt.Sprintf("it has %d bytes; a map has %d at most", info.Size(), maxFile)}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m, err := Decode(path, data)
	if err != nil {
		return nil, err
	}
	if want := oneLine(subject); m.subject != want {
		return nil, &SubjectError{want, m.subject}
	}
	return m, nil
}

// oneLine makes a text a line of printable characters.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return '.'
		}
		return r
	}, text)
}

func ones(buckets uint8) int { return bits.OnesCount8(buckets) }
