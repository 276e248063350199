package wire

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Version is the version of the messages. Hub and workers have the same one.
const Version = 1

// Bounds of messages.
const (
	// MaxMessage is the size in bytes of the largest message, and PartSize that of the data in a part of something larger.
	MaxMessage = 512 << 10
	PartSize   = 256 << 10
	// maxParts is how many parts something may have, packed, and maxUnpacked is its size in bytes when it is unpacked.
	maxParts    = 128
	maxUnpacked = 128 << 20
	// maxName bounds names of hosts, solvers and files.
	maxName = 512
	// maxJobs is the largest number of slots that a worker may fill at the same time.
	maxJobs = 4096
	// maxSolvers is the largest number of solvers of a campaign.
	maxSolvers = 64
	// maxSeeds is the largest number of seeds of a campaign.
	maxSeeds = 1 << 22
)

// A RubbishError says that a message is not what a hub or a worker of this version sends.
type RubbishError struct{ What string }

func (e *RubbishError) Error() string { return "a message that cannot be used: " + e.What }

func rubbish(format string, args ...any) error { return &RubbishError{fmt.Sprintf(format, args...)} }

var identifier = regexp.MustCompile(`^[0-9a-f]{16}$`)

// IsID reports whether a text names a worker or a campaign: 16 hexadecimal digits.
func IsID(s string) bool { return identifier.MatchString(s) }

// plain checks a name that people are shown.
func plain(what, s string) error {
	if len(s) > maxName || !utf8.ValidString(s) {
		return rubbish("%s of %d bytes", what, len(s))
	}
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return rubbish("%s with the character %U", what, r)
		}
	}
	return nil
}

// strict decodes one JSON value, all fields of which are known.
func strict(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return rubbish("%v", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return rubbish("something follows its end")
	}
	return nil
}

// packers are kept, since each of them is more than a megabyte.
var packers = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // there is such a level
	}
	return w
}}

// pack compresses.
func pack(data []byte) []byte {
	var b bytes.Buffer
	w, _ := packers.Get().(*gzip.Writer) // it is nothing else
	defer packers.Put(w)
	w.Reset(&b)
	_, err := w.Write(data)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // memory does not fail
	}
	return b.Bytes()
}

// unpack is the inverse of pack. It reads no more than maxUnpacked bytes.
func unpack(data []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, rubbish("%v", err)
	}
	out, err := io.ReadAll(io.LimitReader(r, maxUnpacked+1))
	switch {
	case err != nil:
		return nil, rubbish("%v", err)
	case len(out) > maxUnpacked:
		return nil, rubbish("more than %d bytes", maxUnpacked)
	}
	return out, nil
}
