package solver

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The build systems of recipes.
const (
	BuildCMake = "cmake"
	BuildMeson = "meson"
)

// A Recipe says how a solver is compiled from a package of its sources. docs/reference/solvers.md explains the keys.
type Recipe struct {
	// System is the build system, BuildCMake or BuildMeson; "" is CMake.
	System string `toml:"system"`
	// Client is the package client: ClientPip, for source distributions, or ClientApt, for the archives that Debian's source packages are made from.
	Client string `toml:"client"`
	// Suites are releases of Debian in which apt looks besides the system's own, such as unstable.
	Suites []string `toml:"suites"`
	// Package, Version, From and Why are those of a PackageSource.
	Package string  `toml:"package"`
	Version Pattern `toml:"version"`
	From    string  `toml:"from"`
	Why     string  `toml:"why"`
	// Backend is the Python module that pip asks about the package's name and version, where that would configure the sources. Assay answers in its place.
	Backend string `toml:"backend"`
	// Folder is where the build system's main file is in the package; "" for its root.
	Folder string `toml:"folder"`
	// Target is what is built, and File the path of the program in the folder of the build.
	Target string `toml:"target"`
	File   string `toml:"file"`
	// Compiler is a C++ program that a compiler has to accept, "" if any will do. It says which standard the sources need.
	Compiler string `toml:"compiler"`
	// Flags are the build system's in every build; Assertions are added where assertions are checked, Release where they are not.
	Flags      []string `toml:"flags"`
	Assertions []string `toml:"assertions"`
	Release    []string `toml:"release"`
}

// source is the recipe as a source of versions.
func (r Recipe) source() PackageSource {
	return PackageSource{Client: r.Client, Package: r.Package, Version: r.Version, From: r.From, Why: r.Why}
}

// SolverVersion extracts the solver's version from a package's version; ok is false when the recipe does not build it.
func (r Recipe) SolverVersion(packaged string) (version string, ok bool) {
	return r.source().SolverVersion(packaged)
}

// problem says what is wrong with a recipe, and which key it concerns.
func (r Recipe) problem() (key, problem string) {
	switch {
	case r.System != "" && r.System != BuildCMake && r.System != BuildMeson:
		return "system", fmt.Sprintf("there is no build system %q: give %s or %s", r.System, BuildCMake, BuildMeson)
	case r.Client != ClientPip && r.Client != ClientApt:
		return "client", fmt.Sprintf("the client of a build must be %s or %s, not %q", ClientPip, ClientApt, r.Client)
	case len(r.Suites) > 0 && r.Client != ClientApt:
		return "suites", "only " + ClientApt + " has suites"
	case slices.ContainsFunc(r.Suites, func(s string) bool { return !suiteName.MatchString(s) }):
		return "suites", fmt.Sprintf("%q are not names of releases", r.Suites)
	case !packageName.MatchString(r.Package):
		return "package", fmt.Sprintf("%q is not the name of a package", r.Package)
	case r.Version.re == nil:
		return "version", "every build needs a pattern that finds the solver's version in the package's"
	case r.Backend != "" && !moduleName.MatchString(r.Backend):
		return "backend", fmt.Sprintf("%q is not the name of a Python module", r.Backend)
	case r.File == "" || !localPath(r.File):
		return "file", "every build has file, the path of the program in the folder of the build"
	case r.Folder != "" && !localPath(r.Folder):
		return "folder", fmt.Sprintf("%q is not a folder in the package", r.Folder)
	case len(r.Assertions) == 0:
		return "assertions", "every build has assertions, the flags that switch them on"
	}
	return "", ""
}

var suiteName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

var moduleName = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// localPath reports whether a path with slashes stays below the folder where it begins.
func localPath(path string) bool {
	return path != "" && path[0] != '/' && !slices.Contains(strings.Split(path, "/"), "..")
}

// BuildMark separates the release in the version of a build from how it was compiled, as in 5.4.1+assertions.
const BuildMark = "+"

// IsBuild reports whether a version is that of a build of our own, with assertions or instruments. Such a build stands beside the versions of a solver
// and is none of them: it is taken only where its name is given.
func IsBuild(version string) bool { return strings.Contains(version, BuildMark) }

// CountsOnce reports whether a process of a version counts each piece of its code once, so that only fresh processes show what a run executes.
func CountsOnce(version string) bool {
	_, how, _ := strings.Cut(version, BuildMark)
	return how == BlocksMark
}

// GcovMark says in the version of a build that it counts lines, functions and branches for gcov.
const GcovMark = "gcov"

// BlocksMark says in the version of a build that it is the release's own program with its basic blocks counted.
const BlocksMark = "blocks"

// ReleaseOf is the release that a build was made from; for other versions it is the version.
func ReleaseOf(version string) string {
	release, _, _ := strings.Cut(version, BuildMark)
	return release
}

// InstallCommand is the command that installs a version, or builds it where no package client has it.
func InstallCommand(name, version string) string {
	verb := "install"
	if IsBuild(version) {
		verb = "build"
	}
	return fmt.Sprintf("assay solvers %s %s@%s", verb, name, version)
}
