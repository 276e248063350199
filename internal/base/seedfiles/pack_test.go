package seedfiles

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// packers compress as the programs do that the endings stand for.
var packers = map[string]func(t testing.TB, data []byte) []byte{
	"": func(_ testing.TB, data []byte) []byte { return data },
	".gz": func(t testing.TB, data []byte) []byte {
		return through(t, data, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil })
	},
	".xz": func(t testing.TB, data []byte) []byte {
		return through(t, data, func(w io.Writer) (io.WriteCloser, error) { return xz.WriterConfig{DictCap: 1 << 16}.NewWriter(w) })
	},
	".zst": func(t testing.TB, data []byte) []byte {
		return through(t, data, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)) })
	},
}

func through(t testing.TB, data []byte, begin func(io.Writer) (io.WriteCloser, error)) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := begin(&b)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A member of an archive; a header without a type is that of a file.
type member struct {
	tar.Header
	text string
}

func file(name, text string) member { return member{tar.Header{Name: name}, text} }

func archiveOf(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range members {
		h := m.Header
		h.Mode, h.Size = 0o644, int64(len(m.text))
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, m.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// write writes files below a new folder, and changes to it.
func write(t *testing.T, files map[string][]byte) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, data := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// lines are the formulas of listings with their texts, and what is skipped with the reasons.
func lines(t *testing.T, listings []Listing) (found, skipped []string) {
	t.Helper()
	for _, l := range listings {
		for _, f := range l.Files {
			text, err := f.Read(DefaultBytes)
			if err != nil {
				text = "ERROR " + err.Error()
			}
			found = append(found, f.Name+": "+text)
		}
		for _, s := range l.Skipped {
			line := s.Name + ": " + s.Reason
			if !s.Lost {
				line = "(" + line + ")"
			}
			skipped = append(skipped, line)
		}
	}
	return found, skipped
}
