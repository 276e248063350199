package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign"
)

const (
	// writeEvery is the time between two states in the file.
	writeEvery = time.Second
	// Stale is the age from which a state says that nobody writes it any more: the campaign was killed, or its machine sleeps.
	Stale = 10 * time.Second
	// largest bounds the bytes of a file that is read.
	largest = 8 << 20
)

// ErrNotRunning says that a folder has no state: the campaign there has ended, or there is none.
var ErrNotRunning = errors.New("no campaign is running")

// A File is the state in a campaign's folder, for other processes. It is a convenience: when it cannot be written, the campaign goes on without.
// Not safe for concurrent use.
type File struct {
	path string
	last time.Time
}

// NewFile returns the file of the campaign in a folder. Nothing is written yet.
func NewFile(out string) *File { return &File{path: filepath.Join(out, campaign.LiveFile)} }

// Write replaces the state, at most once a second.
func (f *File) Write(s *State) {
	if s.Written.Sub(f.last) < writeEvery && !f.last.IsZero() {
		return
	}
	f.last = s.Written
	text, err := json.Marshal(s)
	if err == nil {
		_ = disk.Replace(f.path, text) // the campaign itself notices a disk that is full
	}
}

// Remove says that the campaign has ended. What this process has not written stays.
func (f *File) Remove() {
	if !f.last.IsZero() {
		_ = os.Remove(f.path)
	}
}

// Read returns the state of the campaign in a folder. Errors are ErrNotRunning, and others where there is a file that is none of a state.
func Read(out string) (*State, error) {
	path := filepath.Join(out, campaign.LiveFile)
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, ErrNotRunning
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file", path)
	}
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) { // it ended just now
		return nil, ErrNotRunning
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, largest))
	if err != nil {
		return nil, err
	}
	var s State
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if s.Format != format {
		return nil, fmt.Errorf("%s has format %d, and this version of Assay reads format %d", path, s.Format, format)
	}
	s.Latest = s.Latest[:min(len(s.Latest), Kept)]
	return &s, nil
}
