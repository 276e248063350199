package campaign

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/findings"
)

// Kind is the kind of a campaign's output folder.
var Kind = folder.Kind{Name: "a campaign", By: "assay fuzz --out", Older: isOlder}

// LiveFile is the file in an output folder in which whoever runs the campaign says how far it is, for others who watch it (package live).
const LiveFile = "live.json"

// The names of what a hub keeps in the folder of its campaign: where it is to be found, and the streams of its bus.
const (
	HubFile   = "hub.json"
	BusFolder = "jetstream"
)

// ownNames are the names in an output folder that a campaign makes itself, the lock last.
var ownNames = slices.Concat([]string{scratch, answers, feedbackFolder, shardsFolder, findings.Folder, disk.Damaged, plan.Name, LiveFile, HubFile, BusFolder, formerFile, formerBackup, formerAside},
	store.Companions, []string{store.FileName, lockFile})

// Names are the names in an output folder that a campaign makes itself.
func Names() []string { return slices.Clone(ownNames) }

// isOlder reports whether a campaign ran in a folder without a marker: its state, or the one before, can be read.
func isOlder(dir string) bool {
	s, err := loadFigures(dir)
	return err == nil && len(s.Config.Engines) > 0 && len(s.Config.Solvers) > 0 && s.Config.SeedsHash != ""
}

// fits makes sure, without changing anything, that a campaign in the output folder is the one with this identity. What is damaged is for books.load.
func fits(out string, id *Identity) error {
	s, err := loadFigures(out)
	var version *store.VersionError
	var former *formerVersionError
	switch {
	case errors.As(err, &version):
		return versionMismatch(out, version)
	case errors.As(err, &former):
		return former.mismatch(out)
	case err != nil || s.Stats.Mutants == 0 && s.Config.Merged == "":
		return nil
	}
	if mismatch := s.Config.differs(*id); mismatch != nil {
		mismatch.Dir = out
		return mismatch
	}
	return nil
}

// lock keeps other processes out of the output folder until the returned function is called, or the process ends.
func lock(out string) (release func(), err error) {
	path := filepath.Join(out, lockFile)
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		if _, err := disk.SetAside(out, path); err != nil {
			return nil, err
		}
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o644)
	if err != nil {
		return nil, &disk.OutputError{Path: path, Err: err}
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		_ = f.Close()
		return nil, &BusyError{Dir: out}
	}
	// On a file system without locks, there is no lock.
	return func() { _ = f.Close() }, nil
}

// MoveAside moves the campaign in a folder away, with everything else there, so that another one can begin in its place, and returns where it is now; "" when
// the folder is new or empty. Errors are *folder.ForeignError, *BusyError and *disk.OutputError; the folder is then where it was.
func MoveAside(out string) (aside string, err error) {
	switch err := folder.Check(out, Kind); {
	case err != nil:
		return "", err
	case folder.Owned(out, Kind) != nil:
		return "", nil
	}
	release, err := lock(out)
	if err != nil {
		return "", err
	}
	defer release()
	return folder.MoveAside(out)
}
