package campaign

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/assay-smt/assay/internal/base/disk"
)

// A checkpoint is a snapshot of the state that is still to be written.
type checkpoint struct {
	// before is the journal that ends with it, nil for none; next is the number of the one that follows.
	before *journal
	next   uint64
	state  []byte
	// window is what the window's file is to have, nil if it stays as it is.
	window []byte
}

// checkpoint returns the state, and begins the journal that follows it: every entry that the state does not contain is in there.
func (b *books) checkpoint(ended EndReason) (checkpoint, error) {
	b.meter.measure(&b.stats)
	c := checkpoint{next: b.journals.next}
	var err error
	if c.before, err = b.journals.rotate(); err != nil {
		return checkpoint{}, err
	}
	var recent []byte
	recent, c.window = b.seen.save(ended)
	last, err := json.Marshal(b.lastRun())
	if err != nil {
		return checkpoint{}, fmt.Errorf("%s: %w", StateFile, err)
	}
	c.state, err = State{
		Format: stateFormat, Config: b.identity, savedSchedule: b.saveSchedule(), Ended: ended, Journal: c.next, Stats: b.stats,
		Counters: b.kept.store.Counters(), Kept: b.kept.kept, Effort: b.know.effort.Save(), Elites: b.know.elites.Save(),
		Searches: b.know.searches.Save(), Shown: b.know.shown.save(), Window: recent, WindowFile: b.seen.inFile, LastRun: last,
	}.sealed()
	return c, err
}

// checkpoints writes checkpoints into an output folder. Not safe for concurrent use.
type checkpoints struct {
	out   string
	to    disk.Writer
	first uint64 // the number of the first journal that the snapshot on the disk needs
}

// write writes a checkpoint. A kill at any moment leaves a snapshot and the journals that follow it. Errors are *disk.OutputError.
func (s *checkpoints) write(c checkpoint) error {
	if c.before != nil {
		if err := c.before.close(); err != nil {
			return err
		}
	}
	if c.window != nil {
		if err := s.to(filepath.Join(s.out, backup, windowFile), c.window); err != nil {
			return err
		}
	}
	path := filepath.Join(s.out, StateFile)
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
		// Anything in the way of the older snapshot is worth less than that snapshot.
		older := filepath.Join(s.out, backup, StateFile)
		if !isFile(older) {
			_ = os.RemoveAll(older)
		}
		if err := os.Rename(path, older); err != nil {
			return &disk.OutputError{Path: path, Err: err}
		}
	}
	if err := s.to(path, c.state); err != nil {
		return err
	}
	// The snapshot before this one still needs its journal.
	for _, n := range journalNumbers(s.out) {
		if n < s.first {
			_ = os.Remove(journalPath(s.out, n))
		}
	}
	s.first = c.next
	return nil
}

func isFile(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}
