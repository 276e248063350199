package install

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
)

// Errors of Remove.
var (
	ErrNotInstalled = errors.New("it is not installed")
	// ErrBuilding: another process is building it.
	ErrBuilding = errors.New("another assay solvers build is building it")
)

// Remove removes an installed version, even a damaged one, and a build of it that was interrupted. A user's own folder, without a manifest, stays and gives
// ErrNotInstalled. Where another process is building the version, the error is ErrBuilding, and nothing is removed.
func (in *Installer) Remove(ctx context.Context, name, version string) error {
	half, err := in.removeBuild(name, version)
	if err != nil {
		return err
	}
	if _, err := in.Manifest(name, version); errors.Is(err, fs.ErrNotExist) {
		if half {
			return nil
		}
		return ErrNotInstalled
	}
	unlock, err := in.lock(ctx, Choice{Name: name, Version: version})
	if err != nil {
		return err
	}
	defer unlock()
	in.tell("removing", name+"@"+version, "")
	home := filepath.Join(in.Dir, name)
	// First rename it, so that no process finds half of it.
	away := filepath.Join(home, disk.TempPrefix+"removed-"+version)
	if err := os.Rename(filepath.Join(home, version), away); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return ErrNotInstalled
		}
		return &disk.OutputError{Path: filepath.Join(home, version), Err: err}
	}
	if err := os.RemoveAll(away); err != nil {
		return &disk.OutputError{Path: away, Err: err}
	}
	in.removeEmpty(home)
	return nil
}

// firstLine is the first nonempty line of a text.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}
