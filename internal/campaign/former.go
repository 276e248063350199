package campaign

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"regexp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/findings"
)

// Versions of Assay before the database kept a campaign in files: snapshots of its state (campaign.json, and the one before in backup), journals of what was done
// since, and a file of its window. They are read, once, and never written.
const (
	formerFile   = "campaign.json"
	formerBackup = "backup"
	formerWindow = "window" // in formerBackup
	// formerAside is the folder where they are kept once the database has everything.
	formerAside = "former"
)

// The formats of campaign.json. The first one has neither LastRun nor Shown.
const (
	oldestFormer = 1
	latestFormer = 2
)

// A former is the content of a campaign.json.
type former struct {
	Format int `json:"format"`
	// Checksum is the checksum of the file without this field: 32 hexadecimal digits of SHA-256; "" in the oldest files.
	Checksum string `json:"checksum,omitempty"`
	State
	// Journal is the number of the journal that records what was done since; 0 in the oldest files.
	Journal uint64 `json:"journal,omitempty"`
	// Window has the chains that were run since the window's file was written, if it was.
	Window     []byte `json:"window,omitempty"`
	WindowFile bool   `json:"window_file,omitempty"`
}

// A formerVersionError says that a campaign.json was written by another version of Assay, which is not damage.
type formerVersionError struct {
	path   string
	format int
}

func (e *formerVersionError) Error() string {
	return fmt.Sprintf("%s: format %d, this program reads formats %d to %d", e.path, e.format, oldestFormer, latestFormer)
}

func (e *formerVersionError) mismatch(out string) *MismatchError {
	return &MismatchError{Dir: out, What: "format", Was: fmt.Sprint(e.format), Now: fmt.Sprint(latestFormer), Remedy: otherVersion}
}

// formerPaths are the places of a snapshot, the newest first.
func formerPaths(out string) []string {
	return []string{filepath.Join(out, formerFile), filepath.Join(out, formerBackup, formerFile)}
}

var formerChecksum = regexp.MustCompile(`(?m)^  "checksum": "[^"]*",\n`)

func loadFormer(path string) (former, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return former{}, err
	}
	f := former{State: State{Stats: newStats()}}
	if err := json.Unmarshal(data, &f); err != nil {
		return former{}, fmt.Errorf("%s: %w", path, err)
	}
	if f.Format < oldestFormer || f.Format > latestFormer {
		return former{}, &formerVersionError{path, f.Format}
	}
	if want := f.Checksum; want != "" {
		if got := checksum(formerChecksum.ReplaceAll(data, nil)); got != want {
			return former{}, fmt.Errorf("%s: its checksum is %s, not %s", path, got, want)
		}
	}
	return f, nil
}

func checksum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// newestFormer reads the newest intact snapshot. While one replaced another, only the earlier one was there.
func newestFormer(out string) (former, error) {
	var first error
	for _, path := range formerPaths(out) {
		f, err := loadFormer(path)
		var version *formerVersionError
		if err == nil || errors.As(err, &version) {
			return f, err
		}
		if first == nil || errors.Is(first, os.ErrNotExist) {
			first = err
		}
	}
	return former{}, first
}

// isFormer reports whether a folder has the state of a campaign in files, whatever is in them.
func isFormer(out string) bool {
	for _, path := range formerPaths(out) {
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
			return true
		}
	}
	return false
}

// begun reports whether anything was done in a former campaign.
func (f *former) begun(out string) bool {
	if f.Stats.Mutants > 0 {
		return true
	}
	some := false
	for _, n := range journalNumbers(out) {
		_, _ = readJournal(journalPath(out, n), func(entry) { some = true })
	}
	return some
}

// replay adds to the counts what the journals after the snapshot say.
func (f *former) replay(out string) {
	if f.Journal == 0 || f.Config.Seeds <= 0 || len(f.Config.Engines) == 0 {
		return
	}
	slots := schedule.New(schedule.Config{Random: f.Config.Seed, Seeds: f.Config.Seeds, Engines: len(f.Config.Engines), Longest: f.Config.Chain})
	slots.Restore(f.savedSchedule.state())
	for _, n := range journalNumbers(out) {
		if n < f.Journal {
			continue
		}
		// A journal that is damaged counts as far as it can be read; whoever goes on with the campaign is told.
		_, _ = readJournal(journalPath(out, n), func(e entry) {
			if !e.Seed && !slots.Replay(e.record(), nil) {
				return
			}
			for _, text := range e.Events {
				ev, err := event.Parse(text)
				if err != nil {
					continue
				}
				f.Stats.Take(ev)
				if found, ok := ev.(event.Finding); ok {
					f.Counters.Add(found.Signature, findings.Bucket(found.Class, found.Family), found.Mutant, found.Folder)
				}
			}
		})
	}
}

// takeOver enters the state of a former campaign into the books, and reports whether there is one. Damaged files are set aside and noted. Errors are
// *disk.OutputError and *MismatchError.
func (b *books) takeOver() (found bool, err error) {
	out := b.c.Out
	if err := asideUnlessFolder(out, filepath.Join(out, formerBackup), &b.notes); err != nil {
		return false, err
	}
	f, found, err := b.formerSnapshot()
	if err != nil {
		return false, err
	}
	numbers := journalNumbers(out)
	switch {
	case found && !f.begun(out):
		return false, nil
	case !found && len(numbers) > 0:
		// Without any snapshot, it is unknown to which campaign the journals belong.
		b.notes.add("the campaign's state is lost, so it begins again; its findings are kept")
		return false, nil
	case !found:
		return false, nil
	}
	if mismatch := f.Config.differs(b.identity); mismatch != nil {
		mismatch.Dir = out
		return false, mismatch
	}
	if err := f.loadWindow(b); err != nil {
		return false, err
	}
	b.kept.own = len(f.Counters.Hits)+len(f.Counters.Dropped) == 0
	b.restore(&f.State)
	for _, n := range numbers {
		if n >= f.Journal && f.Journal > 0 {
			if err := b.replay(n); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// formerSnapshot reads the newest intact snapshot.
func (b *books) formerSnapshot() (f former, found bool, err error) {
	for _, path := range formerPaths(b.c.Out) {
		f, err := loadFormer(path)
		var version *formerVersionError
		switch {
		case err == nil:
			return f, true, nil
		case errors.Is(err, os.ErrNotExist):
		case errors.As(err, &version):
			return former{}, false, version.mismatch(b.c.Out)
		default:
			to, asideErr := disk.SetAside(b.c.Out, path)
			if asideErr != nil {
				return former{}, false, asideErr
			}
			b.notes.add("%s was damaged and is now in %s: %v", path, to, err)
		}
	}
	return former{}, false, nil
}

// replay enters the entries of a journal. Entries of a slot count only in order: a mutant after a gap is run again.
func (b *books) replay(number uint64) error {
	path := journalPath(b.c.Out, number)
	problem, err := readJournal(path, b.again)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		problem = err.Error()
	}
	if problem == "" {
		return nil
	}
	to, err := disk.SetAside(b.c.Out, path)
	if err != nil {
		return err
	}
	b.notes.add("%s was damaged and is now in %s (%s); the mutants after that place are run again", path, to, problem)
	return nil
}

// again enters an entry of a journal, unless it is known or comes after a gap.
func (b *books) again(e entry) {
	if !e.Seed && !b.schedule.Replay(e.record(), b.skips()) {
		return
	}
	if e.Mutants > 0 {
		b.of(e.Slot).Memory = e.Memory
	}
	var events []event.Event
	for _, text := range e.Events {
		ev, err := event.Parse(text)
		if err != nil {
			continue
		}
		events = append(events, ev)
		b.stats.Take(ev)
		switch ev := ev.(type) {
		case event.Finding:
			b.kept.count(ev)
		case event.Seed:
			b.exclude(ev)
		}
	}
	b.learn(b.schedule.At(e.Slot), e.done(), events)
	b.forget()
}

// exclude excludes what yields nothing according to a journal.
func (b *books) exclude(seed event.Seed) {
	switch at := b.schedule.At(seed.Job); seed.Outcome {
	case event.NotApplicable, event.Failed:
		b.schedule.Exclude(at)
	case event.Rejected:
		b.schedule.ExcludeSeed(at)
	case event.Used, event.AllTooSlow:
	}
}

// loadWindow reads the window of a snapshot. What cannot be read is left out with a note: some mutants are run again. Errors are *disk.OutputError.
func (f *former) loadWindow(b *books) error {
	path := filepath.Join(b.c.Out, formerBackup, formerWindow)
	if f.WindowFile { // otherwise a file there belongs to another campaign
		err := b.seen.loadFormer(path)
		if errors.Is(err, os.ErrNotExist) {
			b.notes.add("%s is lost: mutants that were run before may be run again", path)
		} else if err != nil {
			to, asideErr := disk.SetAside(b.c.Out, path)
			if asideErr != nil {
				return asideErr
			}
			b.notes.add("%s was damaged and is now in %s (%v): mutants that were run before may be run again", path, to, err)
		}
	}
	if err := b.seen.addFormer(f.Window); err != nil {
		b.notes.add("some mutants that were run before may be run again: the window in %s: %v", formerFile, err)
	}
	return nil
}

// loadFormer enters the chains of a window's file: a CRC-32 (IEEE) of four bytes, and the chains.
func (s *seen) loadFormer(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if len(data) < crc32.Size || binary.BigEndian.Uint32(data) != crc32.ChecksumIEEE(data[crc32.Size:]) {
		return errors.New("its checksum is wrong")
	}
	return s.addFormer(data[crc32.Size:])
}

// addFormer enters chains: pair, round, targets and number of mutants of each as uvarints, and four bytes for each mutant. After an error, those before the
// damage have been entered.
func (s *seen) addFormer(data []byte) error {
	for len(data) > 0 {
		var fields [4]uint64
		for i := range fields {
			n, used := binary.Uvarint(data)
			if used <= 0 {
				return errors.New("it is cut off")
			}
			fields[i], data = n, data[used:]
		}
		pair, round, n := fields[0], fields[1], fields[3]
		if pair >= uint64(s.pairs) || n == 0 || n > windowPair || 4*n > uint64(len(data)) {
			return fmt.Errorf("%d mutants of pair %d of %d", n, pair, s.pairs)
		}
		s.enter(int(pair), round, ran{Targets: fields[2], Marks: marksOf(data[:4*n])})
		data = data[4*n:]
	}
	return nil
}

// setFormerAside moves the files of a former campaign out of the way, once the database has what is in them.
func (b *books) setFormerAside() error {
	out := b.c.Out
	to := filepath.Join(out, formerAside)
	moved := false
	for _, name := range []string{formerFile, formerBackup} {
		from := filepath.Join(out, name)
		if _, err := os.Lstat(from); err != nil {
			continue
		}
		if err := disk.MakeDir(to); err != nil {
			return err
		}
		if _, err := os.Lstat(filepath.Join(to, name)); err == nil { // an earlier attempt's
			if _, err := disk.SetAside(out, filepath.Join(to, name)); err != nil {
				return err
			}
		}
		if err := os.Rename(from, filepath.Join(to, name)); err != nil {
			return &disk.OutputError{Path: from, Err: err}
		}
		moved = true
	}
	if moved {
		b.notes.add("the campaign was begun by an older version; its state is now in %s, and what that version had written is in %s, which can be removed", b.database.path, to)
	}
	return nil
}

// marksOf and appendMarks write marks as four bytes each.
func marksOf(data []byte) []mark {
	out := make([]mark, 0, len(data)/4)
	for ; len(data) >= 4; data = data[4:] {
		out = append(out, mark(binary.BigEndian.Uint32(data)))
	}
	return out
}

func appendMarks(dst []byte, marks []mark) []byte {
	for _, m := range marks {
		dst = binary.BigEndian.AppendUint32(dst, uint32(m))
	}
	return dst
}
