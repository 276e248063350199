package campaign

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
)

// seen is a window for the targets of a campaign, and its file. Not safe for concurrent use.
type seen struct {
	*window
	targets []string
	pairs   int // of seeds and engines
	inFile  bool
}

func newSeen(c *Config) *seen {
	s := &seen{window: newWindow(), pairs: len(c.Seeds) * len(c.Engines)}
	for _, t := range c.Targets {
		s.targets = append(s.targets, t.String())
	}
	return s
}

// repeats says which mutants of a chain an earlier round of its pair has run on all targets that they are for, as far as they are within the
// window. A round that another worker is still running does not count: between two rounds of a pair lie the slots of all other engines with
// the seed.
func (s *seen) repeats(pair int, round uint64, chain *fuzzer.Chain) []bool {
	out := make([]bool, chain.Len())
	var targets uint64
	for _, t := range chain.Asks() {
		bit := s.bit(t.String())
		if bit == 0 {
			return out
		}
		targets |= bit
	}
	if targets == 0 {
		return out
	}
	for i := range out {
		out[i] = s.has(pair, round, markOf(chain.Hash(i)), targets)
	}
	return out
}

// settled returns the mark of a mutant that was run, and the targets that are done with it; ok is false when some still have to run it.
// Targets that are skipped, or that the mutant is not for, do not matter: a chain that is for them is not for the same targets.
func (s *seen) settled(events []event.Event) (p mark, targets uint64, ok bool) {
	for _, ev := range events {
		switch ev := ev.(type) {
		case event.Mutant:
			p = markOf(ev.Text)
		case event.Run:
			if !ev.Extra {
				ok = true
				targets |= s.bit(ev.Solver)
			}
		case event.Skip:
			switch ev.Why {
			case event.CannotRead, event.RefusesSeed:
				targets |= s.bit(ev.Solver)
			case event.GaveUp, event.OverBudget, event.Repeat:
				return 0, 0, false
			case event.NotItsTurn, event.TooSlow:
			}
		}
	}
	return p, targets, ok
}

// bit returns the bit of a target, 0 for one that the window does not distinguish.
func (s *seen) bit(target string) uint64 {
	i := slices.Index(s.targets, target)
	if i < 0 || i >= windowTargets {
		return 0
	}
	return 1 << i
}

// windowFile, in the folder of the journals, has the contents of the window at some snapshot: a CRC-32 (IEEE) of four bytes, and the chains. Each
// snapshot has what was added since. A file that is newer than the snapshot does no harm: its additional mutants will be run in any case.
const windowFile = "window"

// windowRecent is how many bytes of chains a snapshot may contain before the file is written.
const windowRecent = 64 << 10

// load restores the window of a snapshot. What cannot be read is left out with a note: some mutants are run again. Errors are
// *disk.OutputError.
func (s *seen) load(out string, st *State, n *notes) error {
	path := filepath.Join(out, backup, windowFile)
	if st.WindowFile { // otherwise a file there belongs to another campaign
		err := s.loadFile(path)
		if errors.Is(err, os.ErrNotExist) {
			n.add("%s is lost: mutants that were run before may be run again", path)
		} else if err != nil {
			to, asideErr := disk.SetAside(out, path)
			if asideErr != nil {
				return asideErr
			}
			n.add("%s was damaged and is now in %s (%v): mutants that were run before may be run again", path, to, err)
		}
	}
	if err := s.add(st.Window, s.pairs); err != nil {
		n.add("some mutants that were run before may be run again: the window in %s: %v", StateFile, err)
	}
	s.inFile = st.WindowFile
	return nil
}

func (s *seen) loadFile(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if len(data) < crc32.Size || binary.BigEndian.Uint32(data) != crc32.ChecksumIEEE(data[crc32.Size:]) {
		return errors.New("its checksum is wrong")
	}
	return s.add(data[crc32.Size:], s.pairs)
}

// save returns the part of the window that belongs in a snapshot, and what has to be written to the file before it, nil if the file stays as
// it is.
func (s *seen) save(ended EndReason) (recent, file []byte) {
	if len(s.recent) == 0 || ended == "" && len(s.recent) < windowRecent {
		return bytes.Clone(s.recent), nil
	}
	s.recent, s.inFile = nil, true
	data := s.encode()
	return nil, append(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(data)), data...)
}
