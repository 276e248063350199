package install

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// apt installs from the system's packages, which are unpacked and not installed in the system.
type apt struct {
	runner
	get, cache, deb string
}

func newApt(r runner) (apt, error) {
	a := apt{runner: r}
	for name, path := range map[string]*string{"apt-get": &a.get, "apt-cache": &a.cache, "dpkg-deb": &a.deb} {
		var err error
		if *path, err = sandbox.LookPath(name); err != nil {
			return apt{}, r.missing("this is not Debian or Ubuntu ("+name+" is not on PATH)", "install the solver by hand, and give the path of its program")
		}
	}
	return a, nil
}

func (a apt) versions(ctx context.Context, s solver.PackageSource) ([]string, error) {
	res, err := a.run(ctx, a.temp, a.cache, "madison", s.Package)
	if err != nil {
		return nil, err
	}
	var all []string
	for line := range strings.Lines(string(res.Stdout)) {
		if fields := strings.Split(line, "|"); len(fields) == 3 && !strings.Contains(fields[2], "Sources") {
			all = append(all, strings.TrimSpace(fields[1]))
		}
	}
	if len(all) == 0 {
		return nil, &Error{Solver: a.solver, Problem: "apt knows no package " + s.Package, Remedy: "sudo apt-get update may help"}
	}
	return all, nil
}

// aptUnknown is what apt-get says about a package that this release does not have.
var aptUnknown = regexp.MustCompile(`Unable to locate package|Can't select|has no installation candidate|No packages found`)

func (a apt) fetch(ctx context.Context, c Choice, w workshop) error {
	a.runner = a.inWorkshop(c, w)
	if _, err := a.run(ctx, w.downloads, a.get, "download", c.Source.Package+"="+c.Packaged); err != nil {
		return err
	}
	for _, name := range c.Source.Needs {
		// If a release does not have a package under this name, its program does not need it; a trial run
		// checks that the program works.
		if res, err := a.run(ctx, w.downloads, a.get, "download", name); err != nil && !aptUnknown.Match(res.Stderr) {
			return err
		}
	}
	return nil
}

func (a apt) build(ctx context.Context, c Choice, w workshop) error {
	debs, _ := filepath.Glob(filepath.Join(w.downloads, "*.deb"))
	lib := filepath.Join(w.tree, "lib")
	for _, deb := range debs {
		if _, err := a.inWorkshop(c, w).run(ctx, w.dir, a.deb, "-x", deb, lib); err != nil {
			return err
		}
	}
	program := filepath.Join(lib, filepath.FromSlash(c.Source.File))
	if info, err := os.Stat(program); err != nil || !info.Mode().IsRegular() {
		return &Error{Solver: c.String(), Problem: "its package has no program " + c.Source.File, Remedy: "try another version"}
	}
	if err := os.RemoveAll(filepath.Join(lib, "usr", "share")); err != nil { // manuals
		return &disk.OutputError{Path: lib, Err: err}
	}
	dirs, err := libraryDirs(lib)
	if err != nil {
		return err
	}
	for i, dir := range dirs {
		if dirs[i], err = filepath.Rel(w.tree, dir); err != nil {
			return err
		}
	}
	return writeProgram(w.program(c), nativeLauncher("lib/"+c.Source.File, dirs))
}

// libraryDirs returns the folders below dir that contain shared libraries.
func libraryDirs(dir string) ([]string, error) {
	var all []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && strings.Contains(d.Name(), ".so") && !d.IsDir() && !slices.Contains(all, filepath.Dir(path)) {
			all = append(all, filepath.Dir(path))
		}
		return err
	})
	return all, err
}
