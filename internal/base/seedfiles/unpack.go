package seedfiles

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// maxWindow bounds the memory in which a decompressor looks back. It is what zstd itself accepts without being told; xz -9 takes 64 MiB.
const maxWindow = 128 << 20

// How compressed files begin; no formula begins like this.
var magics = []struct{ format, begin string }{
	{"gzip", "\x1f\x8b"},             // RFC 1952, section 2.3.1
	{"xz", "\xfd7zXZ\x00"},           // The .xz File Format, section 2.1.1.1
	{"zstd", "\x28\xb5\x2f\xfd"},     // RFC 8878, section 3.1.1
	{"bzip2", "BZh"},                 // and the others are not read
	{"zip", "PK\x03\x04"},            //
	{"7z", "7z\xbc\xaf\x27\x1c"},     //
	{"lz4", "\x04\x22\x4d\x18"},      //
	{"rar", "Rar!\x1a\x07"},          //
	{"compress", "\x1f\x9d"},         //
	{"lzip", "LZIP"},                 //
	{"lzma", "\x5d\x00\x00\x80\x00"}, //
}

// longestMagic is how many bytes packingOf looks at.
const longestMagic = 6

// packingOf says how data that begin like this are compressed, "" for not.
func packingOf(begin []byte) string {
	for _, m := range magics {
		if bytes.HasPrefix(begin, []byte(m.begin)) {
			return m.format
		}
	}
	// A skippable frame may come first (RFC 8878, section 3.1.2).
	if len(begin) >= 4 && begin[0]&0xf0 == 0x50 && bytes.Equal(begin[1:4], []byte("\x2a\x4d\x18")) {
		return "zstd"
	}
	return ""
}

// An unpacker reads what is compressed, or what is not, as it is. Close frees memory.
type unpacker struct {
	io.Reader
	format string // "" for not compressed
	close  func()
}

func (u *unpacker) Close() {
	if u.close != nil {
		u.close()
	}
}

// newUnpacker finds out how r is compressed. For what is not compressed, the Reader begins where r does. most is the number of bytes that will be read at
// most. Errors are *DamageError and *PackedError, and those of r.
func newUnpacker(r io.Reader, most int64) (*unpacker, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	begin, err := in.Peek(longestMagic)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	u := &unpacker{format: packingOf(begin)}
	switch u.format {
	case "":
		u.Reader = in
		return u, nil
	case "gzip":
		u.Reader, err = gzip.NewReader(in) // several in a row are read as one
	case "xz":
		u.Reader, err = newXZ(in, min(most, maxWindow))
	case "zstd":
		var d *zstd.Decoder
		if d, err = zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecodeBuffersBelow(0)); err == nil {
			u.Reader, u.close = d, d.Close
		}
	default:
		return nil, &PackedError{"compressed with " + u.format + ", which Assay does not read: unpack it, or compress it with gzip, xz or zstd"}
	}
	if err != nil {
		return nil, unpackError(u.format, 0, err)
	}
	u.Reader = &damageReader{r: u.Reader, format: u.format}
	return u, nil
}

// Unpack reads what may be compressed by gzip, xz or zstd; what is not compressed is read as it is. most is how many bytes the caller will read at most, so
// that no more memory is taken to look back than can matter; it is bounded, whatever the data ask for. Errors, also while reading, are *DamageError and
// *PackedError, and those of r. free frees memory, and leaves r open.
func Unpack(r io.Reader, most int64) (unpacked io.Reader, free func(), err error) {
	u, err := newUnpacker(r, most)
	if err != nil {
		return nil, nil, err
	}
	return u, u.Close, nil
}

// errMemory says that unpacking takes more memory than maxWindow.
var errMemory = errors.New("too large a dictionary")

// unpackError says what stopped a decompressor after some unpacked bytes.
func unpackError(format string, at int64, err error) error {
	if errors.Is(err, errMemory) || errors.Is(err, zstd.ErrWindowSizeExceeded) {
		return &PackedError{fmt.Sprintf("it takes more than %d MiB of memory to unpack: compress it with xz -9 or zstd -19, or less", maxWindow>>20)}
	}
	return &DamageError{format, at, err}
}

// A damageReader gives the errors of a decompressor their place.
type damageReader struct {
	r      io.Reader
	format string
	at     int64
}

func (d *damageReader) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	d.at += int64(n)
	if err != nil && !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = unpackError(d.format, d.at, err)
	}
	return n, err
}

// Text reads a formula that may be compressed, and no more than the limit of it. Errors are *SizeError, *DamageError and *PackedError, and those of r.
func Text(r io.Reader, limit int64) (string, error) { return text(r, limit, 0) }

// text is Text. expected is the size of r, 0 if it is not known.
func text(r io.Reader, limit, expected int64) (string, error) {
	u, err := newUnpacker(r, limit)
	if err != nil {
		return "", err
	}
	defer u.Close()
	var b strings.Builder
	if u.format == "" {
		if expected > limit {
			return "", &SizeError{Size: expected, Limit: limit}
		}
		b.Grow(int(expected) + 1)
	}
	n, err := io.Copy(&b, io.LimitReader(u.Reader, limit+1))
	switch {
	case err != nil:
		return "", err
	case n > limit && u.format == "":
		return "", &SizeError{Size: n, Limit: limit}
	case n > limit:
		return "", &SizeError{Limit: limit}
	case looksLikeTar(b.String()):
		return "", &PackedError{"this is an archive: name one formula of it, as in bench.tar!QF_S/a.smt2, or call it .tar, .tar.gz, .tar.xz or .tar.zst"}
	}
	return b.String(), nil
}

// looksLikeTar reports whether data begin as archives do that any tar of the last thirty years has written.
func looksLikeTar(data string) bool {
	const at = 257
	return len(data) >= tarBlock && strings.HasPrefix(data[at:], "ustar")
}

// tarBlock is the size of a block of an archive.
const tarBlock = 512

// encoder and decoder are for the spool, which compresses each member on its own. They are safe for concurrent use.
var (
	encoder = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
		if err != nil {
			panic(err) // the options are constants
		}
		return e
	})
	decoder = sync.OnceValue(func() *zstd.Decoder {
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderLowmem(true))
		if err != nil {
			panic(err)
		}
		return d
	})
)

// Open opens a file that may be compressed, and reads what is in it as a stream. Errors are *fs.PathError, *DamageError and *PackedError; those of reading also *DamageError.
func Open(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	u, err := newUnpacker(f, math.MaxInt64)
	if err != nil {
		_ = f.Close() // it was only read
		return nil, err
	}
	return &opened{unpacker: u, file: f}, nil
}

// An opened is a file that is being unpacked.
type opened struct {
	*unpacker
	file *os.File
}

func (o *opened) Close() error {
	o.unpacker.Close()
	return o.file.Close()
}
