package solver

import (
	"embed"
	"fmt"
	"path"
	"regexp"
	"slices"

	"github.com/assay-smt/assay/internal/base/tomlfile"

	"github.com/assay-smt/assay/smt/theory"
)

//go:embed catalogue/*.toml
var builtinCatalogue embed.FS

// A Listing says where a solver's versions are available. docs/reference/solvers.md explains the keys of its file. It does not change after it
// has been read.
type Listing struct {
	Format int    `toml:"format"`
	Name   string `toml:"name"`
	// Program is the name under which the program is installed.
	Program string `toml:"program"`
	// VersionArgs make the program print its version; the default is --version.
	VersionArgs []string `toml:"version_args"`
	// Sources are tried in this order.
	Sources []PackageSource `toml:"source"`
	// Recipes say how versions are compiled. The first that knows a version is used.
	Recipes []Recipe `toml:"build"`
	// Releases are all versions that may have been released from the first to the last of them, the oldest first. Whether one can be installed
	// is another matter.
	Releases []string `toml:"releases"`
}

// A PackageSource is a package that contains a solver, and how to make a program from it.
type PackageSource struct {
	// Client is the package client: pip, maven or apt.
	Client string `toml:"client"`
	// Package is the package's name for that client; for maven GROUP:ARTIFACT.
	Package string `toml:"package"`
	// Version finds the solver's version in the package's version; if it has a group, the first group is the version.
	Version Pattern `toml:"version"`
	// From is the oldest version that can be used, if there are older ones; Why says what is wrong with those.
	From string `toml:"from"`
	Why  string `toml:"why"`

	// Exactly one of these says how a package becomes a program: File is the path of a program in it, Front the name of a front end
	// for a Python library that comes with Assay, Script the text of a front end, Main a Java class.
	File   string `toml:"file"`
	Front  string `toml:"front"`
	Script string `toml:"script"`
	Main   string `toml:"main"`

	// Needs are further packages of the same client that are unpacked next to it, in whatever version there is.
	Needs []string `toml:"needs"`
	// Java are options of the Java machine.
	Java []string `toml:"java"`
}

// The package clients.
const (
	ClientPip   = "pip"
	ClientMaven = "maven"
	ClientApt   = "apt"
)

// A Catalogue is the listings of solvers that can be installed. It is immutable: With returns a larger one.
type Catalogue struct{ listings []Listing }

// BuiltinCatalogue returns the catalogue that comes with the program.
func BuiltinCatalogue() (Catalogue, error) {
	files, err := builtinCatalogue.ReadDir("catalogue")
	if err != nil {
		return Catalogue{}, err
	}
	var c Catalogue
	for _, f := range files {
		name := path.Join("catalogue", f.Name())
		data, err := builtinCatalogue.ReadFile(name)
		if err != nil {
			return Catalogue{}, err
		}
		if c, err = c.With(name, data); err != nil {
			return Catalogue{}, err
		}
	}
	return c, nil
}

// With returns the catalogue with one more listing, given as the text of its file. The listing replaces one of the same name.
// Errors are *ProfileError.
func (c Catalogue) With(file string, data []byte) (Catalogue, error) {
	l, err := parseListing(file, data)
	if err != nil {
		return c, err
	}
	all := slices.DeleteFunc(slices.Clone(c.listings), func(old Listing) bool { return old.Name == l.Name })
	return Catalogue{append(all, l)}, nil
}

// WithDir is With for all files in a folder that end in .toml, in the order of their names. A folder that does not exist holds none.
func (c Catalogue) WithDir(dir string) (Catalogue, error) {
	err := eachTOML(dir, "solver catalogue", func(file string, data []byte) (err error) {
		c, err = c.With(file, data)
		return err
	})
	return c, err
}

// Listing returns the listing of that name.
func (c Catalogue) Listing(name string) (Listing, bool) {
	for _, l := range c.listings {
		if l.Name == name {
			return l, true
		}
	}
	return Listing{}, false
}

// Names returns the names of all solvers, sorted.
func (c Catalogue) Names() []string {
	var names []string
	for _, l := range c.listings {
		names = append(names, l.Name)
	}
	slices.Sort(names)
	return names
}

// Buildable returns the names of the solvers that can be compiled, sorted.
func (c Catalogue) Buildable() []string {
	var names []string
	for _, l := range c.listings {
		if len(l.Recipes) > 0 {
			names = append(names, l.Name)
		}
	}
	slices.Sort(names)
	return names
}

var (
	packageName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.:+-]*$`)
	javaClass   = regexp.MustCompile(`^[A-Za-z0-9_.$]+$`)
)

func parseListing(file string, data []byte) (Listing, error) {
	var l Listing
	data = tomlfile.TrimMark(data)
	if err := tomlfile.Strict(file, data, &l); err != nil {
		return l, positioned(err)
	}
	complain := func(key, format string, args ...any) (Listing, error) {
		line, column := keyPosition(data, key)
		return l, &ProfileError{File: file, Line: line, Column: column, Code: "catalogue-value", Message: fmt.Sprintf(format, args...)}
	}
	if l.Program == "" {
		l.Program = l.Name
	}
	if l.VersionArgs == nil {
		l.VersionArgs = []string{"--version"}
	}
	switch {
	case l.Format != FormatVersion:
		return complain("format", "format must be %d, not %d", FormatVersion, l.Format)
	case !profileName.MatchString(l.Name):
		return complain("name", "name must be a word of letters, digits and _.+-, not %q", l.Name)
	case !profileName.MatchString(l.Program):
		return complain("program", "program must be a word of letters, digits and _.+-, not %q", l.Program)
	case len(l.Sources) == 0:
		return complain("source", "there is no [[source]]")
	}
	for _, s := range l.Sources {
		if key, problem := s.problem(); problem != "" {
			return complain(key, "%s", problem)
		}
	}
	for _, r := range l.Recipes {
		if key, problem := r.problem(); problem != "" {
			return complain(key, "%s", problem)
		}
	}
	return l, nil
}

// problem says what is wrong with a source, and which key it concerns.
func (s PackageSource) problem() (key, problem string) {
	ways := 0
	for _, way := range []string{s.File, s.Front, s.Script, s.Main} {
		if way != "" {
			ways++
		}
	}
	switch {
	case !slices.Contains([]string{ClientPip, ClientMaven, ClientApt}, s.Client):
		return "client", fmt.Sprintf("client must be %s, %s or %s, not %q", ClientPip, ClientMaven, ClientApt, s.Client)
	case ways != 1:
		return "client", "every source has exactly one of file, front, script and main"
	case s.Main != "" && (s.Client != ClientMaven || !javaClass.MatchString(s.Main)):
		return "main", "main is a Java class, in a source of maven"
	case s.Main == "" && s.Client == ClientMaven:
		return "client", "a source of maven has main, a Java class"
	case s.Client == ClientApt && s.File == "":
		return "client", "a source of apt has file, the path of the program"
	case s.Version.re == nil:
		return "version", "every source needs a pattern that finds the solver's version in the package's"
	}
	for _, name := range append([]string{s.Package}, s.Needs...) {
		if !packageName.MatchString(name) {
			return "package", fmt.Sprintf("%q is not the name of a package", name)
		}
	}
	return "", ""
}

// SolverVersion extracts the solver's version from a package's version; ok is false when the source does not offer it.
func (s PackageSource) SolverVersion(packaged string) (version string, ok bool) {
	version, found := (Patterns{s.Version}).Group(packaged)
	if !found || !profileName.MatchString(version) {
		return "", false
	}
	return version, s.From == "" || theory.CompareVersions(version, s.From) >= 0
}
