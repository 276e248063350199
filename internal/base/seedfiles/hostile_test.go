package seedfiles

import (
	"archive/tar"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Names are only names, and what is no file is left out with a reason.
func TestStrangeMembers(t *testing.T) {
	for _, ext := range []string{"", ".zst"} {
		data := archiveOf(t,
			file("../../etc/a.smt2", "(up)"), file("/abs.smt2", "(abs)"), file("a!b.smt2", "(mark)"), file("twice.smt2", "(one)"), file("twice.smt2", "(two)"),
			file("big.smt2", strings.Repeat("x", 101)), file("inner.tar", "x"), file("p.smt2.bz2", "x"), file("e\x1b[31m.smt2", "x"), file(strings.Repeat("n", 5000)+".smt2", "x"),
			member{Header: tar.Header{Name: "dir/", Typeflag: tar.TypeDir}}, member{Header: tar.Header{Name: "link.smt2", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}},
			member{Header: tar.Header{Name: "hard.smt2", Typeflag: tar.TypeLink, Linkname: "twice.smt2"}}, member{Header: tar.Header{Name: "null", Typeflag: tar.TypeChar, Devmajor: 1}},
			member{Header: tar.Header{Name: "fifo.smt2", Typeflag: tar.TypeFifo}}, file("empty.smt2", ""),
		)
		write(t, map[string][]byte{"t.tar" + ext: packers[ext](t, data)})
		listings, err := List(t.Context(), []string{"t.tar" + ext}, Limits{MaxBytes: 100})
		if err != nil {
			t.Fatal(err)
		}
		found, skipped := lines(t, listings)
		at := "t.tar" + ext + "!"
		if diff := cmp.Diff([]string{at + "../../etc/a.smt2: (up)", at + "/abs.smt2: (abs)", at + "a!b.smt2: (mark)", at + "empty.smt2: ", at + "twice.smt2: (two)"}, found); diff != "" {
			t.Errorf("found (-want +got):\n%s", diff)
		}
		want := []string{
			at + "big.smt2: 101 bytes, more than the limit of 100",
			at + "e\ufffd[31m.smt2: a name with bytes that are no characters",
			"(" + at + "fifo.smt2: a device or a pipe in an archive)", "(" + at + "hard.smt2: a link in an archive)",
			at + "inner.tar: an archive in an archive: unpack the outer one", "(" + at + "link.smt2: a link in an archive)",
			at + strings.Repeat("n", 100) + "...: a name of 5005 bytes", "(" + at + "null: a device or a pipe in an archive)",
			at + "p.smt2.bz2: packed as Assay does not read it",
			"(" + at + "twice.smt2: a later member of the archive has the same name)",
		}
		if diff := cmp.Diff(want, skipped); diff != "" {
			t.Errorf("skipped (-want +got):\n%s", diff)
		}
		// The member with a mark in its name is found by it.
		listings, err = List(t.Context(), []string{at + "a!b.smt2"}, Limits{})
		if found, skipped := lines(t, listings); err != nil || len(found) != 1 || skipped != nil {
			t.Errorf("%q, %q, %v", found, skipped, err)
		}
	}
}

// Of an archive that ends too early, what came before is kept, and the rest is reported.
func TestCutOff(t *testing.T) {
	data := archiveOf(t, file("a.smt2", strings.Repeat("(assert true)", 100)), file("b.smt2", randomText(2000)), file("c.smt2", "(c)"))
	for ext, pack := range packers {
		whole := pack(t, data)
		name := "t.tar" + ext
		for _, cut := range []int{len(whole) / 4, len(whole) / 2, len(whole) * 3 / 4, len(whole) - 1600} {
			if cut < 0 || cut >= len(whole) {
				continue
			}
			write(t, map[string][]byte{name: whole[:cut]})
			listings, err := List(t.Context(), []string{name}, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			found, skipped := lines(t, listings)
			if len(found) > 2 || len(skipped) == 0 || !strings.Contains(skipped[0], "damaged or cut off") || !strings.HasSuffix(skipped[0], "is left out") && len(found) > 0 {
				t.Errorf("%s cut at %d of %d: %d found, skipped %q", name, cut, len(whole), len(found), skipped)
			}
			for _, f := range found {
				if strings.Contains(f, "ERROR") {
					t.Errorf("%s cut at %d: %s", name, cut, f)
				}
			}
		}
		// A compressed formula that is cut off says so when it is read.
		if ext == "" {
			continue
		}
		one := pack(t, []byte(randomText(3000)))
		write(t, map[string][]byte{"x.smt2" + ext: one[:len(one)/2]})
		_, err := At("x.smt2" + ext).Read(DefaultBytes)
		var damage *DamageError
		if !errors.As(err, &damage) || !strings.Contains(err.Error(), "fetch or pack the file again") {
			t.Errorf("half of x.smt2%s: %v", ext, err)
		}
	}
}

// randomText does not get much smaller by packing.
func randomText(n int) string {
	b, x := make([]byte, n), uint32(1)
	for i := range b {
		x = x*1664525 + 1013904223
		b[i] = 'a' + byte(x>>24)%26
	}
	return string(b)
}

// Headers that promise absurd sizes cost nothing.
func TestAbsurdSizes(t *testing.T) {
	header := func(size uint64) []byte {
		b := archiveOf(t, file("a.smt2", "(a)"))[:tarBlock]
		b = bytes.Clone(b)
		copy(b[124:136], make([]byte, 12)) // a size in base 256
		b[124] = 0x80
		binary.BigEndian.PutUint64(b[128:136], size)
		copy(b[148:156], "        ")
		sum := 0
		for _, c := range b {
			sum += int(c)
		}
		copy(b[148:156], fmt.Sprintf("%06o\x00 ", sum))
		return b
	}
	for _, size := range []uint64{1 << 20, 1 << 40, 1<<63 - 1, 1 << 63} {
		for ext, pack := range packers {
			name := "t.tar" + ext
			write(t, map[string][]byte{name: pack(t, append(header(size), make([]byte, 2048)...))})
			listings, err := List(t.Context(), []string{name}, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if found, skipped := lines(t, listings); found != nil || len(skipped) == 0 {
				t.Errorf("%s with a member of %d bytes: %q, %q", name, size, found, skipped)
			}
		}
	}
}

// A small archive that unpacks to very much is given up, and what was found before stays.
func TestBombs(t *testing.T) {
	zeros := strings.Repeat("\x00", 4<<20)
	data := archiveOf(t, file("a.smt2", "(a)"), file("big.bin", zeros), file("z.smt2", "(z)"))
	small := usual
	small.free = 1 << 20
	for ext, pack := range packers {
		if ext == "" {
			continue
		}
		name := "t.tar" + ext
		write(t, map[string][]byte{name: pack(t, data), "x.smt2" + ext: pack(t, []byte(zeros))})
		listings, err := list(t.Context(), []string{name}, Limits{MaxBytes: 100}, small)
		if err != nil {
			t.Fatal(err)
		}
		found, skipped := lines(t, listings)
		if len(found) != 1 || len(skipped) != 1 || !strings.HasPrefix(skipped[0], name+": it unpacks to absurdly many times its size") || !strings.HasSuffix(skipped[0], "what comes after a.smt2 is left out") {
			t.Errorf("%s: %q, %q", name, found, skipped)
		}
		if _, err := At("x.smt2" + ext).Read(1 << 20); err == nil || err.Error() != "more than the limit of 1048576 bytes when it is unpacked" {
			t.Errorf("x.smt2%s: %v", ext, err)
		}
	}
	many := usual
	many.entries = 2
	long := usual
	long.names = 10
	write(t, map[string][]byte{"t.tar": data})
	for want, b := range map[string]budget{"too many members": many, "names of its members": long} {
		listings, err := list(t.Context(), []string{"t.tar"}, Limits{MaxBytes: 100}, b)
		if _, skipped := lines(t, listings); err != nil || len(skipped) != 1 || !strings.Contains(skipped[0], want) {
			t.Errorf("%s: %q, %v", want, skipped, err)
		}
	}
}

// A formula that is larger than the limit is refused at the limit.
func TestLimit(t *testing.T) {
	for ext, pack := range packers {
		write(t, map[string][]byte{"x" + ext: pack(t, []byte("123456"))})
		if got := At("x" + ext).AsIs(); got != (ext == "") {
			t.Errorf("x%s is a formula as it is: %t", ext, got)
		}
		if text, err := At("x" + ext).Read(6); text != "123456" || err != nil {
			t.Errorf("x%s: %q, %v", ext, text, err)
		}
		var size *SizeError
		if _, err := At("x" + ext).Read(5); !errors.As(err, &size) {
			t.Errorf("x%s: %v", ext, err)
		}
	}
	for _, name := range []string{"x.bz2", "x.zip"} {
		write(t, map[string][]byte{name: []byte(map[string]string{"x.bz2": "BZh9", "x.zip": "PK\x03\x04"}[name] + "rest")})
		var packed *PackedError
		if _, err := At(name).Read(100); !errors.As(err, &packed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An archive that has become another file gives no formula, or one whose hash tells.
func TestChangedArchive(t *testing.T) {
	write(t, map[string][]byte{"t.tar": archiveOf(t, file("a.smt2", "(a)"))})
	listings, err := List(t.Context(), []string{"t.tar"}, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("t.tar", []byte("short"), 0o644); err != nil {
		t.Fatal(err)
	}
	if text, err := listings[0].Files[0].Read(100); err == nil {
		t.Errorf("%q", text)
	}
}

// Packing twice in a row is one text, as cat makes it.
func TestConcatenated(t *testing.T) {
	for ext, pack := range packers {
		both := append(pack(t, []byte("(a)")), pack(t, []byte("(b)"))...)
		if ext == ".xz" { // padding may be between the streams
			both = append(append(pack(t, []byte("(a)")), make([]byte, 8)...), pack(t, []byte("(b)"))...)
		}
		if text, err := Text(bytes.NewReader(both), 100); text != "(a)(b)" || err != nil {
			t.Errorf("%q: %q, %v", ext, text, err)
		}
	}
	// A skippable frame of zstd may come first.
	skip := []byte{0x5f, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 'x', 'y'}
	if text, err := Text(bytes.NewReader(append(skip, packers[".zst"](t, []byte("(a)"))...)), 100); text != "(a)" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

func FuzzArchive(f *testing.F) {
	data := archiveOf(f, file("a.smt2", "(a)"), file("dir/b.smt2", "(b)"))
	for _, pack := range packers {
		f.Add(pack(f, data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := t.TempDir() + "/t.tar"
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		b := usual
		b.free, b.entries = 1<<20, 1000
		listings, err := list(t.Context(), []string{path}, Limits{MaxBytes: 1 << 16}, b)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range listings[0].Files {
			if text, err := file.Read(1 << 16); len(text) > 1<<16 || err != nil && text != "" {
				t.Fatalf("%d bytes, %v", len(text), err)
			}
		}
		_, _ = Text(io.LimitReader(bytes.NewReader(data), 1<<16), 1<<16)
	})
}
