package findings

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

const (
	// mostRecord bounds the bytes of a record that is read.
	mostRecord = 16 << 20
	// mostText bounds those of a text for solvers: a session has everything that a process had read.
	mostText = 256 << 20
)

// ReadPart reads a file of a finding's folder. A folder may be anybody's: what is not a regular file could keep the reader waiting for ever, and what is too
// large could take all memory. Neither is read.
func ReadPart(dir, name string) ([]byte, error) {
	f, err := openPart(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	most := mostIn(name)
	data, err := io.ReadAll(io.LimitReader(f, most+1)) // it may grow meanwhile
	if err == nil && int64(len(data)) > most {
		err = tooLarge(f.Name(), most)
	}
	return data, err
}

// CheckPart says why ReadPart would not read a file, nil if it would.
func CheckPart(dir, name string) error {
	path := filepath.Join(dir, name)
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: it is not a regular file", path)
	case info.Size() > mostIn(name):
		return tooLarge(path, mostIn(name))
	}
	return nil
}

func mostIn(name string) int64 {
	if filepath.Ext(name) == ".smt2" {
		return mostText
	}
	return mostRecord
}

func tooLarge(path string, most int64) error {
	return fmt.Errorf("%s: it is larger than %d MiB", path, most>>20)
}

// openPart opens a file of a finding's folder. Opening a pipe would wait for a writer, so its kind is looked up before.
func openPart(path string) (*os.File, error) {
	if err := CheckPart(filepath.Split(path)); err != nil {
		return nil, err
	}
	return os.Open(path)
}
