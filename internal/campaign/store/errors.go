package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"

	"github.com/ncruces/go-sqlite3"

	"github.com/assay-smt/assay/internal/base/disk"
)

// A DamagedError says that a database cannot be read as it was written.
type DamagedError struct {
	Path string
	Err  error
}

func (e *DamagedError) Error() string { return fmt.Sprintf("%s is damaged: %v", e.Path, e.Err) }

func (e *DamagedError) Unwrap() error { return e.Err }

// A VersionError says that a newer version of Assay wrote a database, which is no damage.
type VersionError struct {
	Path    string
	Version int
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("%s: version %d of the schema, this program knows versions 1 to %d", e.Path, e.Version, Version)
}

// leastRoom is what the files of a database grow by at once, and more: where there is less room, an error of a file is that of a full disk.
const leastRoom = 128 << 10

// room is different in tests.
var room = disk.Room

// noRoom reports whether the disk of a database is full: SQLite says of some of its files only that they cannot be written.
func noRoom(path string) bool {
	left, ok := room(filepath.Dir(path))
	return ok && left < leastRoom
}

// failed gives an error of the driver its kind: *DamagedError for what reads wrongly, *VersionError as it is, and *disk.OutputError for everything else.
func failed(path string, err error) error {
	var version *VersionError
	var damaged *DamagedError
	var output *disk.OutputError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &version) || errors.As(err, &damaged) || errors.As(err, &output) || errors.Is(err, fs.ErrNotExist):
		return err
	case errors.Is(err, sqlite3.CORRUPT) || errors.Is(err, sqlite3.NOTADB) || errors.Is(err, sqlite3.IOERR_DATA) || errors.Is(err, sqlite3.IOERR_SHORT_READ) ||
		errors.Is(err, sqlite3.IOERR_CORRUPTFS) || errors.Is(err, sqlite3.ERROR) || errors.Is(err, sqlite3.CONSTRAINT) || errors.Is(err, sqlite3.MISMATCH):
		// A missing table or a broken key is damage too: nobody else writes to it.
		return &DamagedError{path, err}
	case errors.Is(err, sqlite3.FULL), errors.Is(err, sqlite3.IOERR) && noRoom(path):
		return &disk.OutputError{Path: path, Err: syscall.ENOSPC}
	case errors.Is(err, sqlite3.READONLY):
		return &disk.OutputError{Path: path, Err: syscall.EROFS}
	}
	return &disk.OutputError{Path: path, Err: err}
}
