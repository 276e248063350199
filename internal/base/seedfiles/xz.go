package seedfiles

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"

	"github.com/ulikunitz/xz/lzma"
)

// An xzReader reads the container that the .xz file format describes, version 1.2.1. The library has a reader of its own, but it allocates whatever
// dictionary a file asks for, up to 4 GiB; this one takes no more than can matter. Filters other than LZMA2 are for programs, not for text, and are refused.
type xzReader struct {
	in   *countedReader
	most int64 // of the dictionary

	newCheck func() hash.Hash // of the stream, nil for none
	flags    []byte           // of the stream
	blocks   []xzBlock        // of the stream
	block    *xzOpen          // the one that is being read, nil for none
	err      error
}

// An xzBlock is what the index says about a block.
type xzBlock struct{ unpadded, unpacked uint64 }

// An xzOpen is a block that is being read.
type xzOpen struct {
	r        io.Reader
	check    hash.Hash
	began    int64 // of the block
	unpacked int64
	sizes    [2]uint64 // packed and unpacked, as the header says
	known    [2]bool
	header   int64 // size
}

// errXZ says that a file does not follow the format.
var errXZ = errors.New("not what the xz format allows")

// maxBlocks bounds what is remembered of one stream. xz makes blocks of 192 MiB with -9 -T0; 8 KiB are the least that anybody would choose.
const maxBlocks = 1 << 20

// newXZ reads the header of the first stream. most bounds the dictionary, in bytes.
func newXZ(r *bufio.Reader, most int64) (*xzReader, error) {
	x := &xzReader{in: &countedReader{r: r}, most: max(most, lzma.MinDictCap)}
	return x, x.stream()
}

// stream reads the header of a stream.
func (x *xzReader) stream() error {
	var h [12]byte
	if _, err := io.ReadFull(x.in, h[:]); err != nil {
		return noEOF(err)
	}
	if string(h[:6]) != "\xfd7zXZ\x00" || crc32.ChecksumIEEE(h[6:8]) != binary.LittleEndian.Uint32(h[8:]) || h[6] != 0 {
		return errXZ
	}
	x.flags, x.blocks = bytes.Clone(h[6:8]), nil
	switch h[7] {
	case 0x00:
		x.newCheck = nil
	case 0x01:
		x.newCheck = func() hash.Hash { return crc32.NewIEEE() }
	case 0x04:
		x.newCheck = func() hash.Hash { return crc64.New(crc64.MakeTable(crc64.ECMA)) }
	case 0x0a:
		x.newCheck = sha256.New
	default:
		return fmt.Errorf("an unknown kind of checksum, %#x", h[7])
	}
	return nil
}

func (x *xzReader) Read(p []byte) (int, error) {
	for x.err == nil {
		if x.block == nil {
			x.err = x.next()
			continue
		}
		b := x.block
		n, err := b.r.Read(p)
		b.unpacked += int64(n)
		if b.check != nil {
			b.check.Write(p[:n])
		}
		switch {
		case errors.Is(err, io.ErrUnexpectedEOF):
			x.err = err
		case errors.Is(err, io.EOF):
			x.err = x.end()
		default:
			x.err = err
		}
		if n > 0 || len(p) == 0 {
			return n, nil
		}
	}
	return 0, x.err
}

// next begins the next block, or ends the stream and begins the next one. io.EOF is the end of the last one.
func (x *xzReader) next() error {
	began := x.in.n
	size, err := x.in.ReadByte()
	if err != nil {
		return noEOF(err)
	}
	if size == 0 {
		return x.tail()
	}
	if len(x.blocks) >= maxBlocks {
		return errors.New("too many blocks")
	}
	header := make([]byte, (int(size)+1)*4)
	header[0] = size
	if _, err := io.ReadFull(x.in, header[1:]); err != nil {
		return noEOF(err)
	}
	body := header[:len(header)-4]
	if crc32.ChecksumIEEE(body) != binary.LittleEndian.Uint32(header[len(body):]) {
		return errors.New("wrong checksum of a block's header")
	}
	b := &xzOpen{began: began, header: int64(len(header))}
	fields, flags := bytes.NewReader(body[2:]), body[1]
	if flags&0x3f != 0 {
		return errors.New("a filter other than LZMA2, or a flag that does not exist")
	}
	for i, bit := range []byte{0x40, 0x80} {
		if b.known[i] = flags&bit != 0; b.known[i] {
			if b.sizes[i], err = binary.ReadUvarint(fields); err != nil {
				return errXZ
			}
		}
	}
	var filter [3]byte // LZMA2, with one byte of properties
	if _, err := io.ReadFull(fields, filter[:]); err != nil || filter[0] != 0x21 || filter[1] != 1 {
		return errors.New("a filter other than LZMA2")
	}
	if rest := body[len(body)-fields.Len():]; len(bytes.Trim(rest, "\x00")) > 0 {
		return errXZ
	}
	dict, err := lzma.DecodeDictCap(filter[2])
	if err != nil {
		return errXZ
	}
	// Distances reach no further back than to the first byte, so no dictionary needs to be larger than what is read.
	if dict > maxWindow && x.most >= maxWindow {
		return errMemory
	}
	b.r, err = lzma.Reader2Config{DictCap: int(max(min(dict, x.most+1), lzma.MinDictCap))}.NewReader2(x.in)
	if err != nil {
		return noEOF(err)
	}
	if x.newCheck != nil {
		b.check = x.newCheck()
	}
	x.block = b
	return nil
}

// end checks what follows a block.
func (x *xzReader) end() error {
	b := x.block
	x.block = nil
	packed := x.in.n - b.began - b.header
	if b.known[0] && b.sizes[0] != uint64(packed) || b.known[1] && b.sizes[1] != uint64(b.unpacked) {
		return errors.New("a block has another size than its header says")
	}
	if err := x.padding(x.in.n - b.began); err != nil {
		return err
	}
	size := 0
	if b.check != nil {
		size = b.check.Size()
		want := make([]byte, size)
		if _, err := io.ReadFull(x.in, want); err != nil {
			return noEOF(err)
		}
		got := b.check.Sum(nil)
		if size < sha256.Size { // CRCs are little endian here, and big endian in Go
			for i, j := 0, size-1; i < j; i, j = i+1, j-1 {
				got[i], got[j] = got[j], got[i]
			}
		}
		if !bytes.Equal(got, want) {
			return errors.New("wrong checksum of a block")
		}
	}
	x.blocks = append(x.blocks, xzBlock{uint64(b.header + packed + int64(size)), uint64(b.unpacked)})
	return nil
}

// padding reads the zeros that fill n bytes up to a multiple of four.
func (x *xzReader) padding(n int64) error {
	for ; n%4 != 0; n++ {
		if c, err := x.in.ReadByte(); err != nil {
			return noEOF(err)
		} else if c != 0 {
			return errXZ
		}
	}
	return nil
}

// tail checks the index and the footer of a stream, whose first byte has been read, and begins the next stream.
func (x *xzReader) tail() error {
	began := x.in.n - 1
	sum := crc32.NewIEEE()
	sum.Write([]byte{0})
	x.in.also = sum
	defer func() { x.in.also = nil }()
	count, err := binary.ReadUvarint(x.in)
	if err != nil {
		return noEOF(err)
	}
	if count != uint64(len(x.blocks)) {
		return errors.New("the index has another number of blocks")
	}
	for _, b := range x.blocks {
		for _, want := range []uint64{b.unpadded, b.unpacked} {
			if got, err := binary.ReadUvarint(x.in); err != nil {
				return noEOF(err)
			} else if got != want {
				return errors.New("the index has another size of a block")
			}
		}
	}
	if err := x.padding(x.in.n - began); err != nil {
		return err
	}
	x.in.also = nil
	size := x.in.n - began + 4
	var end [16]byte // the index's checksum and the footer
	if _, err := io.ReadFull(x.in, end[:]); err != nil {
		return noEOF(err)
	}
	u32 := binary.LittleEndian.Uint32
	if u32(end[:]) != sum.Sum32() || u32(end[4:]) != crc32.ChecksumIEEE(end[8:14]) || (int64(u32(end[8:]))+1)*4 != size ||
		!bytes.Equal(end[12:14], x.flags) || string(end[14:]) != "YZ" {
		return errors.New("the index or the end is damaged")
	}
	return x.following()
}

// following begins the stream after this one. Zeros may be between them, four or a multiple.
func (x *xzReader) following() error {
	for {
		begin, err := x.in.r.Peek(4)
		switch {
		case len(begin) == 0 && errors.Is(err, io.EOF):
			return io.EOF
		case err != nil && !errors.Is(err, io.EOF):
			return err
		case !bytes.Equal(begin, []byte{0, 0, 0, 0}):
			return x.stream()
		}
		if _, err := io.CopyN(io.Discard, x.in, 4); err != nil {
			return noEOF(err)
		}
	}
}

// noEOF is for where the end must not come.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// A countedReader counts what is read.
type countedReader struct {
	r    *bufio.Reader
	n    int64
	also io.Writer // gets what is read too, nil for nobody
}

func (c *countedReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.took(p[:n])
	return n, err
}

func (c *countedReader) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.took([]byte{b})
	}
	return b, err
}

func (c *countedReader) took(p []byte) {
	c.n += int64(len(p))
	if c.also != nil {
		_, _ = c.also.Write(p) // a hash
	}
}
