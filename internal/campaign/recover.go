package campaign

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/findings"
)

// earlier finds out what the output folder holds and continues from there: a snapshot, or the previous one if that is damaged,
// and the journals that follow it. Damaged files are set aside and noted. resumed is false when the folder holds no campaign, or
// one that never ran a mutant, whatever its configuration. Errors are *disk.OutputError and *MismatchError.
func (r *runner) earlier() (resumed bool, err error) {
	if err := r.asideUnlessFolder(filepath.Join(r.Out, backup)); err != nil {
		return false, err
	}
	s, found, err := r.snapshotOnDisk()
	if err != nil {
		return false, err
	}
	numbers := journals(r.Out)
	if len(numbers) > 0 {
		r.nextJournal = numbers[len(numbers)-1] + 1
	}
	r.nextJournal = max(r.nextJournal, s.Journal+1, 1)
	if found && s.Stats.Mutants == 0 && !r.anyEntry(numbers) {
		return false, nil
	}
	if found {
		if mismatch := s.Config.differs(r.id); mismatch != nil {
			mismatch.Dir = r.Out
			return false, mismatch
		}
		r.stats, r.counters, r.kept = s.Stats, s.Counters, s.Kept
		r.deal.restore(s.savedState)
		if err := r.effort.Restore(s.Effort); err != nil {
			r.note("what was known of the seeds is lost (%v), so that they are solved anew", err)
		}
		if err := r.elites.Restore(s.Elites); err != nil {
			r.note("which configurations did something new is lost (%v)", err)
		}
		if err := r.searches.Restore(s.Searches); err != nil {
			r.note("what searches of configurations yielded is lost (%v)", err)
		}
		r.shown.restore(s.Shown)
		if err := r.loadWindow(s); err != nil {
			return false, err
		}
	} else if len(numbers) > 0 {
		// Without any snapshot, it is unknown to which campaign the journals belong.
		r.note("the campaign's state is lost, so it begins again; its findings are kept")
		return false, nil
	}
	for _, n := range numbers {
		if n >= s.Journal && s.Journal > 0 {
			if err := r.replay(n); err != nil {
				return false, err
			}
		}
	}
	r.deal.advance()
	r.deal.finish()
	return found, nil
}

// snapshotOnDisk reads the newest intact snapshot.
func (r *runner) snapshotOnDisk() (s State, found bool, err error) {
	for _, name := range []string{StateFile, filepath.Join(backup, StateFile)} {
		path := filepath.Join(r.Out, name)
		s, err := loadState(path)
		var version *versionError
		switch {
		case err == nil:
			return s, true, nil
		case errors.Is(err, os.ErrNotExist):
		case errors.As(err, &version):
			return State{}, false, version.mismatch(r.Out)
		default:
			to, asideErr := disk.SetAside(r.Out, path)
			if asideErr != nil {
				return State{}, false, asideErr
			}
			r.note("%s was damaged and is now in %s: %v", path, to, err)
		}
	}
	return State{}, false, nil
}

// asideUnlessFolder sets aside anything other than a folder at a folder's path.
func (r *runner) asideUnlessFolder(path string) error {
	info, err := os.Lstat(path)
	if err != nil || info.IsDir() {
		return nil
	}
	to, err := disk.SetAside(r.Out, path)
	if err == nil {
		r.note("%s was not a folder and is now in %s", path, to)
	}
	return err
}

// anyEntry reports whether any journal has an entry.
func (r *runner) anyEntry(numbers []uint64) bool {
	some := false
	for _, n := range numbers {
		_, _ = readJournal(journalPath(r.Out, n), func(entry) { some = true })
	}
	return some
}

// replay enters the entries of a journal. Entries of a job count only in order: a mutant after a gap is run again.
func (r *runner) replay(number uint64) error {
	path := journalPath(r.Out, number)
	problem, err := readJournal(path, func(e entry) {
		if !e.Seed && !r.deal.replayed(e) {
			return
		}
		var events []event.Event
		for _, text := range e.Events {
			if ev, err := event.Parse(text); err == nil {
				events = append(events, ev)
				r.stats.Take(ev)
				r.count(ev)
				r.excludes(ev)
			}
		}
		r.report(r.deal.at(e.Job), e, events)
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		problem = err.Error()
	}
	if problem == "" {
		return nil
	}
	to, err := disk.SetAside(r.Out, path)
	if err != nil {
		return err
	}
	r.note("%s was damaged and is now in %s (%s); the mutants after that place are run again", path, to, problem)
	return nil
}

// count enters a finding of the journal into the counters. The mutex is held, or no other goroutine is running yet.
func (r *runner) count(e event.Event) {
	f, ok := e.(event.Finding)
	if !ok {
		return
	}
	r.counters.Add(f.Signature, findings.Bucket(f.Class, f.Family), f.Mutant, f.Folder)
	r.keeps(f)
}

// excludes excludes what yields nothing according to the journal.
func (r *runner) excludes(e event.Event) {
	seed, ok := e.(event.Seed)
	if !ok {
		return
	}
	switch j := r.deal.at(seed.Job); seed.Fate {
	case event.NotApplicable, event.Failed:
		r.deal.exclude(j)
	case event.Rejected:
		r.deal.excludeSeed(j)
	case event.Used, event.PassedOver:
	}
}

// keeps remembers which mutant's formula a finding has.
func (r *runner) keeps(f event.Finding) {
	if !f.Kept {
		return
	}
	if r.kept == nil {
		r.kept = make(map[string]Kept)
	}
	r.kept[f.Signature] = Kept{Folder: filepath.Base(f.Folder), Job: f.Job, Index: f.Index}
}

// note adds a remark for people.
func (r *runner) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// rotate begins a new journal and returns the previous one, nil for none. The mutex is held, so that every entry that a snapshot
// does not contain is in a journal that follows it.
func (r *runner) rotate() (before *journal, err error) {
	next, err := openJournal(r.Out, r.nextJournal)
	if err != nil {
		return nil, err
	}
	before, r.journal = r.journal, next
	r.nextJournal++
	return before, nil
}

// save takes a snapshot of the state. A kill at any moment leaves a snapshot and the journals that follow it.
func (r *runner) save(ended EndReason) error {
	r.saving.Lock()
	defer r.saving.Unlock()
	r.mu.Lock()
	r.measure()
	number := r.nextJournal
	before, err := r.rotate()
	var data, window []byte
	if err == nil {
		var recent []byte
		recent, window = r.windowToSave(ended)
		var last []byte
		if last, err = json.Marshal(r.lastRun()); err != nil {
			r.mu.Unlock()
			return fmt.Errorf("%s: %w", StateFile, err)
		}
		data, err = State{
			Format: stateFormat, Config: r.id, savedState: r.deal.save(), Ended: ended, Journal: number, Stats: r.stats,
			Counters: r.store.Counters(), Kept: r.kept, Effort: r.effort.Save(), Elites: r.elites.Save(), Searches: r.searches.Save(), Shown: *r.shown,
			Window: recent, WindowFile: r.inFile, LastRun: last,
		}.sealed()
	}
	r.mu.Unlock()
	if err != nil {
		return err
	}
	if before != nil {
		if err := before.close(); err != nil {
			return err
		}
	}
	if window != nil {
		if err := r.write(filepath.Join(r.Out, backup, windowFile), window); err != nil {
			return err
		}
	}
	path := filepath.Join(r.Out, StateFile)
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
		// Anything in the way of the older snapshot is worth less than that snapshot.
		if to := filepath.Join(r.Out, backup, StateFile); !isFile(to) {
			_ = os.RemoveAll(to)
		}
		if err := os.Rename(path, filepath.Join(r.Out, backup, StateFile)); err != nil {
			return &disk.OutputError{Path: path, Err: err}
		}
	}
	if err := r.write(path, data); err != nil {
		return err
	}
	r.dropJournals(number)
	return nil
}

func isFile(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}

// dropJournals removes the journals before the last but one: the previous snapshot still needs that one.
func (r *runner) dropJournals(newest uint64) {
	previous := r.lastJournal
	r.lastJournal = newest
	for _, n := range journals(r.Out) {
		if n < previous {
			_ = os.Remove(journalPath(r.Out, n))
		}
	}
}

// missing returns the findings that the campaign has counted but that no longer have a folder, by signature.
func (r *runner) missing() []string {
	var out []string
	for signature := range r.kept {
		if !r.store.Has(signature) {
			out = append(out, signature)
		}
	}
	slices.Sort(out)
	return out
}
