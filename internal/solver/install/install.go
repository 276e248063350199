package install

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

// An Installer installs versions of solvers below a folder. Its fields are set before first use, but not after. Several processes and goroutines
// may install into one folder at the same time.
type Installer struct {
	// Dir is the folder of installed versions.
	Dir string
	// Catalogue says where solvers are available.
	Catalogue solver.Catalogue
	// Env is the environment of package clients as KEY=VALUE.
	Env []string
	// Self is the program that runs programs whose blocks are counted: Assay's own, as a path. It is needed for nothing else.
	Self string
	// Tell is told what is being done, one step after the other; it may be nil.
	Tell func(Step)
}

// A Step is something that an Installer begins to do.
type Step struct {
	// Doing is one of "asking", "passing over", "waiting", "downloading", "unpacking", "configuring", "compiling", "trying" and "removing".
	Doing string `json:"doing"`
	// Solver is the name with the version, as far as that is known.
	Solver string `json:"solver"`
	// With is what performs the step (the package client and the package), or why a source is skipped.
	With string `json:"with,omitempty"`
	// Folder is where files appear in the meantime, "" if none do.
	Folder string `json:"-"`
}

// A Choice is a version of a solver and the package that has it.
type Choice struct {
	Name, Version string
	// Packaged is the package's own version.
	Packaged string
	Source   solver.PackageSource

	listing solver.Listing
	client  client
}

// String is the spec of the version.
func (c Choice) String() string { return c.Name + "@" + c.Version }

func (in *Installer) tell(doing, name, with string) {
	if in.Tell != nil {
		in.Tell(Step{Doing: doing, Solver: name, With: with})
	}
}

// A State says what Install did.
type State string

// The states.
const (
	// Fresh: it was installed.
	Fresh State = "installed"
	// Present: it was already there.
	Present State = "present"
	// Updated: it was there with the front end of another Assay, and now has this one's.
	Updated State = "updated"
)

// Install installs the newest version of a line, which is a version, its beginning, or solver.Latest, and returns its manifest. Errors are
// *Error, *disk.OutputError, and that of ctx.
func (in *Installer) Install(ctx context.Context, name, line string) (Manifest, State, error) {
	if m, err := in.Manifest(name, line); err == nil {
		return in.present(ctx, m) // exactly this version: no source needs to be asked
	}
	temp, err := disk.NewTemp("install")
	if err != nil {
		return Manifest{}, "", err
	}
	defer temp.Remove()
	choice, err := in.choose(ctx, name, line, temp.Path("ask"))
	if err != nil {
		return Manifest{}, "", err
	}
	if m, err := in.Manifest(choice.Name, choice.Version); err == nil {
		return in.present(ctx, m)
	}
	unlock, err := in.lock(ctx, choice)
	if err != nil {
		return Manifest{}, "", err
	}
	defer unlock()
	if m, err := in.Manifest(choice.Name, choice.Version); err == nil {
		return m, Present, nil // another process was faster
	}
	m, err := in.make(ctx, choice)
	return m, Fresh, err
}

// present gives an existing version this Assay's front end, if it has a different one.
func (in *Installer) present(ctx context.Context, m Manifest) (Manifest, State, error) {
	if !m.Outdated() {
		return m, Present, nil
	}
	unlock, err := in.lock(ctx, Choice{Name: m.Name, Version: m.Version})
	if err != nil {
		return m, "", err
	}
	defer unlock()
	m, err = m.withFront()
	return m, Updated, err
}

// lockName is the file in a solver's folder that prevents two simultaneous installs of it.
const lockName = ".lock"

// lockEvery is the time between two attempts to get the lock.
const lockEvery = 100 * time.Millisecond

// kind is the kind of the folder of installed versions. Older versions of Assay left manifests in it, and people put programs there by hand.
func (in *Installer) kind() folder.Kind {
	return folder.Kind{Name: "installed solvers", Remedy: "move it away, or set XDG_DATA_HOME to another folder", Older: func(dir string) bool {
		there := *in
		there.Dir = dir
		all, _ := there.Installed()
		return len(all) > 0 || byHand(dir)
	}}
}

// byHand reports whether a folder has nothing but solvers that somebody put there for Assay, NAME/VERSION/[bin/]NAME, and locks of older versions.
func byHand(dir string) bool {
	solvers, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, s := range solvers {
		versions, err := os.ReadDir(filepath.Join(dir, s.Name())) // an error for what is no folder
		if err != nil || len(versions) == 0 {
			return false
		}
		for _, v := range versions {
			at := filepath.Join(dir, s.Name(), v.Name())
			switch info, err := v.Info(); {
			case err != nil:
				return false
			case v.Name() == lockName && info.Mode().IsRegular() && info.Size() == 0:
			case strings.HasPrefix(v.Name(), ".") || !isProgram(filepath.Join(at, s.Name())) && !isProgram(filepath.Join(at, "bin", s.Name())):
				return false
			}
		}
	}
	return len(solvers) > 0
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}

// Check reports as a *folder.ForeignError that the folder of installed versions is the user's own, in which nothing is installed.
func (in *Installer) Check() error { return folder.Check(in.Dir, in.kind()) }

// lock waits until no other process installs the solver, and removes what killed processes left.
func (in *Installer) lock(ctx context.Context, c Choice) (unlock func(), err error) {
	if _, err := folder.Take(in.Dir, in.kind(), nil); err != nil {
		return nil, err
	}
	path := filepath.Join(in.Dir, c.Name, lockName)
	for told := false; ; told = true {
		l, err := disk.TryLock(path)
		if err == nil {
			removeUnfinished(filepath.Dir(path))
			return l.Unlock, nil
		}
		if !errors.Is(err, disk.ErrLocked) {
			return nil, err
		}
		if !told {
			in.tell("waiting", c.String(), "another assay, which installs "+c.Name)
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(lockEvery):
		}
	}
}

// unfinished is the beginning of the names of folders in which versions are being built or removed.
const unfinished = disk.TempPrefix

// removeUnfinished removes what killed installs left. The caller holds the lock.
func removeUnfinished(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, unfinished+"*"))
	for _, path := range left {
		_ = os.RemoveAll(path)
	}
}

// Sweep removes what killed installs left, and folders that are then empty. It does not touch what is currently being installed.
func (in *Installer) Sweep() {
	if folder.Owned(in.Dir, in.kind()) != nil {
		return // there is nothing of ours
	}
	locks, _ := filepath.Glob(filepath.Join(in.Dir, "*", lockName))
	for _, path := range locks {
		l, err := disk.TryLock(path)
		if err != nil {
			continue
		}
		removeUnfinished(filepath.Dir(path))
		in.removeEmpty(filepath.Dir(path))
		l.Unlock()
	}
}

// removeEmpty removes the folder of a solver without versions. The caller holds the lock.
func (in *Installer) removeEmpty(dir string) {
	entries, err := os.ReadDir(dir)
	if err == nil && len(entries) == 1 && entries[0].Name() == lockName {
		_ = os.Remove(filepath.Join(dir, lockName))
		_ = os.Remove(dir)
	}
}

// make builds a version in a folder of its own and puts it in place. The caller holds the lock.
func (in *Installer) make(ctx context.Context, c Choice) (Manifest, error) {
	home := filepath.Join(in.Dir, c.Name)
	work, err := os.MkdirTemp(home, unfinished+c.Version+"-")
	if err != nil {
		return Manifest{}, &disk.OutputError{Path: home, Err: err}
	}
	defer func() { _ = os.RemoveAll(work) }()
	w := workshop{dir: work, tree: filepath.Join(work, "tree"), downloads: filepath.Join(work, "downloads")}
	for _, dir := range []string{w.downloads, filepath.Join(w.tree, "bin"), w.temp()} {
		if err := disk.MakeDir(dir); err != nil {
			return Manifest{}, err
		}
	}
	if in.Tell != nil {
		in.Tell(Step{Doing: "downloading", Solver: c.String(), With: c.Source.Client + " package " + c.Source.Package + " " + c.Packaged, Folder: w.dir})
	}
	if err := c.client.fetch(ctx, c, w); err != nil {
		return Manifest{}, err
	}
	m := Manifest{Format: manifestFormat, Name: c.Name, Version: c.Version, Client: c.Source.Client, Package: c.Source.Package,
		PackageVersion: c.Packaged, Program: "bin/" + c.listing.Program, Front: c.Source.Front, dir: filepath.Join(in.Dir, c.Name, c.Version)}
	if m.Downloads, err = sums(w.downloads); err != nil {
		return m, err
	}
	in.tell("unpacking", c.String(), "")
	if err := c.client.build(ctx, c, w); err != nil {
		return m, err
	}
	in.tell("trying", c.String(), "")
	if m.Says, err = in.try(ctx, c, w); err != nil {
		return m, err
	}
	if m.Files, err = sums(w.tree); err != nil {
		return m, err
	}
	if err := m.write(w.tree); err != nil {
		return m, err
	}
	if err := ctx.Err(); err != nil {
		return m, context.Cause(ctx)
	}
	return m, in.place(w.tree, c)
}

// place puts a finished version where it will be found. A folder without a manifest that is in the way is the user's own, and stays.
func (in *Installer) place(tree string, c Choice) error {
	at := filepath.Join(in.Dir, c.Name, c.Version)
	if err := os.Rename(tree, at); err != nil {
		if entries, readErr := os.ReadDir(at); readErr == nil && len(entries) > 0 {
			return &Error{Solver: c.String(), Problem: at + " is in the way, which assay has not installed", Remedy: "move it away and try again"}
		}
		return &disk.OutputError{Path: at, Err: err}
	}
	return disk.SyncDir(filepath.Dir(at))
}

// A workshop is the folder in which a version is built.
type workshop struct {
	dir       string
	downloads string // what package clients have fetched
	tree      string // what will be DIR/NAME/VERSION
}

// temp is a folder for the temporary files of package clients.
func (w workshop) temp() string { return filepath.Join(w.dir, "temp") }

func (w workshop) program(c Choice) string { return filepath.Join(w.tree, "bin", c.listing.Program) }

// An Error says that a solver cannot be installed, and what to do about it.
type Error struct {
	Solver  string
	Problem string
	Remedy  string
	// Offline: no source could be asked.
	Offline bool
	Err     error
}

func (e *Error) Error() string {
	text := fmt.Sprintf("%s cannot be installed: %s", e.Solver, e.Problem)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	if e.Remedy != "" {
		text += "; " + e.Remedy
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// sortedNewest sorts choices from the newest version to the oldest.
func sortedNewest(all []Choice) {
	slices.SortStableFunc(all, func(a, b Choice) int { return theory.CompareVersions(b.Version, a.Version) })
}
