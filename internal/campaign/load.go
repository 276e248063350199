package campaign

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/schedule"
)

// load finds out what the output folder holds and continues from there: a snapshot, or the previous one if that is damaged, and the journals
// that follow it. Damaged files are set aside and noted. The books stay as new when the folder holds no campaign, or one that never ran a
// mutant, whatever its configuration. Errors are *disk.OutputError and *MismatchError.
func (b *books) load() error {
	out := b.c.Out
	if err := asideUnlessFolder(out, filepath.Join(out, backup), &b.notes); err != nil {
		return err
	}
	s, found, err := snapshotOnDisk(out, &b.notes)
	if err != nil {
		return err
	}
	numbers := journalNumbers(out)
	if len(numbers) > 0 {
		b.journals.next = numbers[len(numbers)-1] + 1
	}
	b.journals.next = max(b.journals.next, s.Journal+1, 1)
	switch {
	case found && s.Stats.Mutants == 0 && !anyEntry(out, numbers):
		return nil
	case found:
		if mismatch := s.Config.differs(b.identity); mismatch != nil {
			mismatch.Dir = out
			return mismatch
		}
		if err := b.restore(&s); err != nil {
			return err
		}
	case len(numbers) > 0:
		// Without any snapshot, it is unknown to which campaign the journals belong.
		b.notes.add("the campaign's state is lost, so it begins again; its findings are kept")
		return nil
	}
	for _, n := range numbers {
		if n >= s.Journal && s.Journal > 0 {
			if err := b.replay(n); err != nil {
				return err
			}
		}
	}
	b.resumed = found
	return nil
}

// restore continues from a snapshot.
func (b *books) restore(s *State) error {
	b.stats, b.kept.counters, b.kept.kept = s.Stats, s.Counters, s.Kept
	b.schedule.Restore(s.savedSchedule.state())
	b.forgotten = s.Done
	for number, saved := range s.Slots {
		if number >= b.schedule.Done() {
			b.underway[number] = &saved.underway
		}
	}
	b.know.restore(s, &b.notes)
	return b.seen.load(b.c.Out, s, &b.notes)
}

// snapshotOnDisk reads the newest intact snapshot.
func snapshotOnDisk(out string, n *notes) (s State, found bool, err error) {
	for _, name := range []string{StateFile, filepath.Join(backup, StateFile)} {
		path := filepath.Join(out, name)
		s, err := loadState(path)
		var version *versionError
		switch {
		case err == nil:
			return s, true, nil
		case errors.Is(err, os.ErrNotExist):
		case errors.As(err, &version):
			return State{}, false, version.mismatch(out)
		default:
			to, asideErr := disk.SetAside(out, path)
			if asideErr != nil {
				return State{}, false, asideErr
			}
			n.add("%s was damaged and is now in %s: %v", path, to, err)
		}
	}
	return State{}, false, nil
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

// anyEntry reports whether any journal has an entry.
func anyEntry(out string, numbers []uint64) bool {
	some := false
	for _, n := range numbers {
		_, _ = readJournal(journalPath(out, n), func(entry) { some = true })
	}
	return some
}

// replay enters the entries of a journal. Entries of a slot count only in order: a mutant after a gap is run again.
func (b *books) replay(number uint64) error {
	path := journalPath(b.c.Out, number)
	problem, err := readJournal(path, b.enter)
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

// enter enters an entry of a journal, unless it is known or comes after a gap.
func (b *books) enter(e entry) {
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
	b.learn(b.schedule.At(e.Slot), e, events)
	b.forget()
}

// record is what the entry says about its slot.
func (e *entry) record() schedule.Record {
	return schedule.Record{Slot: e.Slot, Mutants: e.Mutants, Index: e.Index, Skipped: e.Skipped}
}

// exclude excludes what yields nothing according to the journal.
func (b *books) exclude(seed event.Seed) {
	switch at := b.schedule.At(seed.Job); seed.Outcome {
	case event.NotApplicable, event.Failed:
		b.schedule.Exclude(at)
	case event.Rejected:
		b.schedule.ExcludeSeed(at)
	case event.Used, event.AllTooSlow:
	}
}

// savedSchedule is the schedule's part of campaign.json.
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

// saveSchedule returns how far the slots are.
func (b *books) saveSchedule() savedSchedule {
	st := b.schedule.Save()
	s := savedSchedule{Done: st.Done, Before: st.Mutants, Slots: make(map[uint64]savedSlot, len(st.Begun)), Excluded: st.Excluded}
	for number, p := range st.Begun {
		saved := savedSlot{Progress: p}
		if u := b.underway[number]; u != nil {
			saved.underway = *u
		}
		s.Slots[number] = saved
	}
	return s
}

func (s *savedSchedule) state() schedule.State {
	st := schedule.State{Done: s.Done, Mutants: s.Before, Begun: make(map[uint64]schedule.Progress, len(s.Slots)), Excluded: s.Excluded}
	for number, saved := range s.Slots {
		st.Begun[number] = saved.Progress
	}
	return st
}
