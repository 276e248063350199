package seedfiles

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"
)

// Our reader of the container agrees with the library's writer for all checksums and for several blocks.
func TestXZ(t *testing.T) {
	text := randomText(100_000) + strings.Repeat("(assert true)\n", 10_000)
	for _, check := range []byte{xz.None, xz.CRC32, xz.CRC64, xz.SHA256} {
		c := xz.WriterConfig{CheckSum: check, NoCheckSum: check == xz.None, BlockSize: 50_000, DictCap: 1 << 16}
		data := through(t, []byte(text), func(w io.Writer) (io.WriteCloser, error) { return c.NewWriter(w) })
		if got, err := Text(bytes.NewReader(data), DefaultBytes); got != text || err != nil {
			t.Errorf("check %d: %d bytes of %d, %v", check, len(got), len(text), err)
		}
	}
}

// No byte may be missing, and, with a checksum, none may be another one.
func TestXZDamage(t *testing.T) {
	text := []byte("(set-logic QF_S)(check-sat)")
	data := packers[".xz"](t, text)
	for n := range data {
		if n >= longestMagic {
			if got, err := Text(bytes.NewReader(data[:n]), 100); err == nil {
				t.Errorf("the first %d of %d bytes: %q", n, len(data), got)
			}
		}
		flipped := bytes.Clone(data)
		flipped[n] ^= 0x10
		if got, err := Text(bytes.NewReader(flipped), 100); err == nil && n >= longestMagic {
			t.Errorf("byte %d of %d changed: %q", n, len(data), got)
		}
	}
}

// A file that asks for a dictionary of 4 GiB gets no more than it can use, or nothing.
func TestXZDictionary(t *testing.T) {
	data := packers[".xz"](t, []byte("(check-sat)"))
	// The property of the dictionary's size is the third byte of the filter, which has ID 0x21 and one byte of properties.
	header := data[12:]
	size := (int(header[0]) + 1) * 4
	at := bytes.Index(header[:size], []byte{0x21, 1})
	header[at+2] = 40
	binary.LittleEndian.PutUint32(header[size-4:], crc32.ChecksumIEEE(header[:size-4]))
	if text, err := Text(bytes.NewReader(data), 100); text != "(check-sat)" || err != nil {
		t.Errorf("up to 100 bytes: %q, %v", text, err)
	}
	_, err := Text(bytes.NewReader(data), DefaultBytes)
	var packed *PackedError
	if !errors.As(err, &packed) || !strings.Contains(err.Error(), "more than 128 MiB of memory") {
		t.Errorf("up to 256 MiB: %v", err)
	}
}

// What the programs write is read, where they are installed.
func TestPrograms(t *testing.T) {
	text := randomText(30_000) + strings.Repeat("(assert (= x y))\n", 20_000)
	for _, command := range []string{"gzip -9", "xz -9e", "xz --check=sha256 -T2 --block-size=100000", "zstd -19", "zstd --long=27 -q", "pzstd -q"} {
		args := strings.Fields(command)
		if _, err := exec.LookPath(args[0]); err != nil {
			continue
		}
		cmd := exec.CommandContext(t.Context(), args[0], append(args[1:], "-c")...)
		cmd.Stdin = strings.NewReader(text)
		data, err := cmd.Output()
		if err != nil {
			t.Errorf("%s: %v", command, err)
			continue
		}
		if got, err := Text(bytes.NewReader(data), DefaultBytes); got != text || err != nil {
			t.Errorf("%s: %d bytes of %d, %v", command, len(got), len(text), err)
		}
	}
}

func ExampleStem() {
	fmt.Println(Stem("bench.tar.zst!QF_S/a.smt2.gz"))
	// Output: a
}
