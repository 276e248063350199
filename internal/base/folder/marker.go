package folder

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"syscall"

	"github.com/assay-smt/assay/internal/base/disk"
)

// MarkerFile is the name of the marker in a folder.
const MarkerFile = ".assay.json"

// pendingFile is the marker while it is being written. A folder with nothing else is empty: its process was killed.
const pendingFile = MarkerFile + ".new"

// format is the version of the marker's format.
const format = 1

// maxMarker bounds the bytes of a marker.
const maxMarker = 64 << 10

// A Marker is the content of MarkerFile.
type Marker struct {
	Format int `json:"format"`
	// Kind is the name of a Kind, ID tells folders apart: 32 random hexadecimal digits, "" for a kind whose folders may be alike.
	Kind string `json:"kind"`
	ID   string `json:"id,omitempty"`
	// Assay is the version that made the folder.
	Assay string `json:"assay"`
	// Checksum is that of the others: 16 hexadecimal digits of SHA-256.
	Checksum string `json:"checksum"`
}

// errMarker says that a marker cannot be read; it is wrapped with the reason.
var errMarker = errors.New("it is damaged")

// readMarker reads a folder's marker. The error wraps os.ErrNotExist when there is none, and errMarker when what is there is no marker.
func readMarker(dir string) (Marker, error) {
	var m Marker
	path := filepath.Join(dir, MarkerFile)
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return m, err
	case !info.Mode().IsRegular():
		return m, fmt.Errorf("%w: it is not a regular file", errMarker)
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return m, err
	}
	defer func() { _ = f.Close() }() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, maxMarker))
	switch {
	case err != nil:
		return m, err
	case json.Unmarshal(data, &m) != nil || m.Kind == "":
		return Marker{}, fmt.Errorf("%w: it does not say what the folder holds", errMarker)
	case m.Format <= format && m.Checksum != m.checksum():
		return Marker{}, fmt.Errorf("%w: its checksum is %s, not %s", errMarker, m.checksum(), m.Checksum)
	}
	return m, nil
}

// write writes the marker as one change. Errors are *disk.OutputError.
func (m Marker) write(dir string) error {
	path, pending := filepath.Join(dir, MarkerFile), filepath.Join(dir, pendingFile)
	data, err := json.MarshalIndent(m, "", "  ")
	if err == nil {
		err = writeNew(pending, append(data, '\n'))
	}
	if err == nil {
		err = os.Rename(pending, path)
	}
	if err != nil {
		_ = os.Remove(pending)
		return &disk.OutputError{Path: path, Err: err}
	}
	return disk.SyncDir(dir)
}

// writeNew writes a file that a killed process may have begun, but no link to another one.
func writeNew(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|syscall.O_NOFOLLOW, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

func (m Marker) checksum() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %q %q %q", m.Format, m.Kind, m.ID, m.Assay))
	return hex.EncodeToString(sum[:8])
}

// newMarker returns the marker of a new folder.
func newMarker(kind Kind) Marker {
	m := Marker{Format: format, Kind: kind.Name, Assay: version()}
	if !kind.Alike {
		var id [16]byte
		_, _ = rand.Read(id[:]) // it never fails
		m.ID = hex.EncodeToString(id[:])
	}
	m.Checksum = m.checksum()
	return m
}

// version is that of this program.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	version := "devel"
	if v := info.Main.Version; v != "" && v != "(devel)" {
		version = v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			version += " " + s.Value
		}
	}
	return version
}
