package campaign

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/findings"
)

// load opens the database and continues from what it holds, or from the files of an older version. A damaged database is set aside and noted, and what can be
// read of it is kept. The books stay as new when the folder holds no campaign, or one that never ran a mutant, whatever its configuration. Errors are
// *disk.OutputError and *MismatchError.
func (b *books) load() error {
	d := &b.database
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := asideUnlessFile(b.c.Out, d.path+suffix, &b.notes); err != nil {
			return err
		}
	}
	if !store.Exists(d.path) && !isFormer(b.c.Out) && anyFinding(b.c.Out) {
		b.notes.add("%s is missing, so the campaign begins again; its findings are kept", d.path)
	}
	c, whole, err := b.open()
	if err != nil {
		return err
	}
	if c == nil {
		b.resumed, err = b.takeOver()
		return err
	}
	if err := b.continues(c); err != nil {
		return err
	}
	b.samples.restore(c.Samples, whole)
	if whole {
		_, err = b.changes() // the database has them
		b.database.touched = newTouched()
	}
	return err
}

// open opens the database. c is nil if there is nothing in it to go on with; whole: nothing of it is lost.
func (b *books) open() (c *store.Contents, whole bool, err error) {
	d := &b.database
	c, err = d.open()
	var damaged *store.DamagedError
	var version *store.VersionError
	switch {
	case errors.As(err, &version):
		return nil, false, versionMismatch(b.c.Out, version)
	case errors.As(err, &damaged):
		c, err = b.salvage(damaged)
		return c, false, err
	case err != nil:
		return nil, false, err
	case len(c.Settings) == 0:
		return nil, false, nil
	}
	s, err := stateOf(d.path, c)
	if errors.As(err, &damaged) {
		c, err = b.salvage(damaged)
		return c, false, err
	}
	if err == nil && s.Stats.Mutants == 0 {
		// Another configuration may begin here.
		return nil, false, d.renew()
	}
	return c, true, err
}

// salvage sets a damaged database aside, begins a new one, and returns what could be read; nil where that is not enough to go on with.
func (b *books) salvage(damaged *store.DamagedError) (*store.Contents, error) {
	d := &b.database
	d.close()
	c, lost, err := store.Salvage(d.path)
	var to string
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if !store.Exists(d.path + suffix) {
			continue
		}
		var asideErr error
		if to, asideErr = disk.SetAside(b.c.Out, d.path+suffix); asideErr != nil {
			return nil, asideErr
		}
	}
	usable := false
	if err == nil {
		_, stateErr := stateOf(d.path, c)
		usable = stateErr == nil && len(c.Settings) > 0 && !lostAny(lost, "settings", "totals")
	}
	switch {
	case !usable:
		c = nil
		b.notes.add("%s was damaged and is now in %s (%v); too little of it can be read, so the campaign begins again; its findings are kept", d.path, to, damaged.Err)
	case len(lost) == 0:
		b.notes.add("%s was damaged and is now in %s (%v); everything could be read, and is in a new database", d.path, to, damaged.Err)
	default:
		b.notes.add("%s was damaged and is now in %s (%v); what could be read is in a new database, rows are missing from %s", d.path, to, damaged.Err, strings.Join(lost, ", "))
	}
	_, err = d.open()
	return c, err
}

// lostAny reports whether rows of one of these tables are lost.
func lostAny(lost []string, tables ...string) bool {
	for _, l := range lost {
		for _, t := range tables {
			if strings.HasPrefix(l, t+" ") {
				return true
			}
		}
	}
	return false
}

// continues enters the contents of the database into the books.
func (b *books) continues(c *store.Contents) error {
	s, err := stateOf(b.database.path, c)
	if err != nil {
		return err
	}
	if mismatch := s.Config.differs(b.identity); mismatch != nil {
		mismatch.Dir = b.c.Out
		return mismatch
	}
	b.restore(&s)
	b.resumed = true
	return nil
}

// restore continues from a state.
func (b *books) restore(s *State) {
	b.stats, b.kept.counters, b.kept.kept = s.Stats, s.Counters, s.Kept
	b.schedule.Restore(s.savedSchedule.state())
	b.forgotten = s.Done
	for number, saved := range s.Slots {
		if number >= b.schedule.Done() {
			b.underway[number] = &saved.underway
		}
	}
	b.know.restore(s, &b.notes)
	for _, c := range s.chains {
		if c.pair < b.seen.pairs {
			b.seen.restore(c.pair, c.round, c.ran, c.number)
		}
	}
	b.database.session = s.session
	b.database.touched.everything(&b.stats, s.Counters)
}

// asideUnlessFolder sets aside anything other than a folder at a folder's path.
func asideUnlessFolder(out, path string, n *notes) error {
	info, err := os.Lstat(path)
	if err != nil || info.IsDir() {
		return nil
	}
	to, err := disk.SetAside(out, path)
	if err == nil {
		n.add("%s was not a folder and is now in %s", path, to)
	}
	return err
}

// asideUnlessFile sets aside anything other than a file at a file's path.
func asideUnlessFile(out, path string, n *notes) error {
	info, err := os.Lstat(path)
	if err != nil || info.Mode().IsRegular() {
		return nil
	}
	to, err := disk.SetAside(out, path)
	if err == nil {
		n.add("%s was not a file and is now in %s", path, to)
	}
	return err
}

// anyFinding reports whether there is anything in the folder of the findings.
func anyFinding(out string) bool {
	entries, err := os.ReadDir(filepath.Join(out, findings.Folder))
	return err == nil && len(entries) > 0
}

// savedSchedule is how far the slots of a campaign are.
type savedSchedule struct {
	// Done is the number of leading slots that are done, Before the number of their mutants.
	Done   uint64 `json:"jobs_done"`
	Before int64  `json:"mutants_done"`
	// Slots are the slots after those that were begun.
	Slots map[uint64]savedSlot `json:"jobs_begun,omitempty"`
	// Excluded are the pairs of seed and engine that yield nothing, as numbers: seed times engines plus engine.
	Excluded []int `json:"excluded,omitempty"`
}

type savedSlot struct {
	schedule.Progress
	underway
}

func (s *savedSchedule) state() schedule.State {
	st := schedule.State{Done: s.Done, Mutants: s.Before, Begun: make(map[uint64]schedule.Progress, len(s.Slots)), Excluded: s.Excluded}
	for number, saved := range s.Slots {
		st.Begun[number] = saved.Progress
	}
	return st
}
