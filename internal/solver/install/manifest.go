package install

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

const (
	manifestName   = solver.InstallRecord
	manifestFormat = 1
	// maxManifest bounds a manifest: a library has a few hundred files.
	maxManifest = 4 << 20
)

// A Manifest says what was installed, and from what.
type Manifest struct {
	Format  int    `json:"format"`
	Name    string `json:"name"`
	Version string `json:"version"`
	// Client, Package and PackageVersion say where it came from.
	Client         string `json:"client"`
	Package        string `json:"package"`
	PackageVersion string `json:"package_version"`
	// Program is the path of the program in the version's folder.
	Program string `json:"program"`
	// Front is Assay's front end that the program is, if it is one.
	Front string `json:"front,omitempty"`
	// Build says how it was compiled, nil if it was not compiled here.
	Build *BuildRecord `json:"build,omitempty"`
	// Says is the first line of what the program says about its version.
	Says string `json:"says"`
	// Downloads are the packages, which are not kept; Files are the files that are kept.
	Downloads []Sum `json:"downloads"`
	Files     []Sum `json:"files"`

	dir string
}

// A BuildRecord says how a program was compiled.
type BuildRecord struct {
	Assertions bool     `json:"assertions"`
	Sanitizers []string `json:"sanitizers,omitempty"`
	Edges      bool     `json:"edges,omitempty"`
	Gcov       bool     `json:"gcov,omitempty"`
	// Blocks are the basic blocks that are counted, of the release's program; nothing was compiled then.
	Blocks   int    `json:"blocks,omitempty"`
	Compiler string `json:"compiler,omitempty"`
	// Sources is the folder that the sources were in, where gcov names files in it.
	Sources string `json:"sources,omitempty"`
	// Flags are those of the build system.
	Flags []string `json:"flags,omitempty"`
}

// A Sum is a file with its checksum.
type Sum struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Spec is the name under which the version is used.
func (m Manifest) Spec() string { return m.Name + "@" + m.Version }

// Path is the program's file.
func (m Manifest) Path() string { return filepath.Join(m.dir, filepath.FromSlash(m.Program)) }

// Bytes is the size of all files.
func (m Manifest) Bytes() int64 {
	var n int64
	for _, f := range m.Files {
		n += f.Bytes
	}
	return n
}

func (m Manifest) write(dir string) error {
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return disk.WriteAtomic(filepath.Join(dir, manifestName), append(data, '\n'))
}

// Manifest reads what is known about an installed version. The error is fs.ErrNotExist if it is not installed.
func (in *Installer) Manifest(name, version string) (Manifest, error) {
	var m Manifest
	if !filepath.IsLocal(filepath.Join(name, version)) || strings.ContainsAny(name+version, `/\`) || version == "" {
		return m, fs.ErrNotExist
	}
	m.dir = filepath.Join(in.Dir, name, version)
	path := filepath.Join(m.dir, manifestName)
	f, err := os.Open(path)
	if err != nil {
		return m, err
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxManifest))
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err == nil && (m.Format != manifestFormat || m.Name != name || m.Version != version || !filepath.IsLocal(m.Program)) {
		err = errors.New("it is not about this version")
	}
	if err != nil {
		return m, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// Installed returns the installed versions, ordered by name and then oldest first. Those that cannot be read are in damaged.
func (in *Installer) Installed() (all []Manifest, damaged []error) {
	paths, _ := filepath.Glob(filepath.Join(in.Dir, "*", "*", manifestName))
	for _, path := range paths {
		dir := filepath.Dir(path)
		version := filepath.Base(dir)
		if strings.HasPrefix(version, unfinished) {
			continue
		}
		m, err := in.Manifest(filepath.Base(filepath.Dir(dir)), version)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			damaged = append(damaged, err)
		default:
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b Manifest) int {
		if a.Name != b.Name {
			return strings.Compare(a.Name, b.Name)
		}
		return theory.CompareVersions(a.Version, b.Version)
	})
	return all, damaged
}

// CheckSizes compares the files' sizes with the manifest's, which takes no time. Errors are *ChangedError.
func (m Manifest) CheckSizes() error {
	return m.check(func(path string, want Sum) (string, error) {
		info, err := os.Lstat(path)
		if err == nil && info.Size() != want.Bytes {
			return fmt.Sprintf("has %d bytes and not %d", info.Size(), want.Bytes), nil
		}
		return "", err
	})
}

// Check compares the files with their checksums. Errors are *ChangedError.
func (m Manifest) Check() error {
	return m.check(func(path string, want Sum) (string, error) {
		got, err := sum(path)
		if err == nil && got.SHA256 != want.SHA256 {
			return "has the checksum " + got.SHA256 + " and not " + want.SHA256, nil
		}
		return "", err
	})
}

func (m Manifest) check(look func(path string, want Sum) (string, error)) error {
	for _, f := range m.Files {
		problem, err := look(filepath.Join(m.dir, filepath.FromSlash(f.Path)), f)
		if err != nil {
			problem = "cannot be read"
			if errors.Is(err, fs.ErrNotExist) {
				problem = "is missing"
			}
		}
		if problem != "" {
			return &ChangedError{Name: m.Name, Version: m.Version, File: filepath.Join(m.dir, filepath.FromSlash(f.Path)), Problem: problem}
		}
	}
	return nil
}

// A ChangedError says that an installed version has changed since it was installed.
type ChangedError struct {
	Name, Version string
	File, Problem string
}

func (e *ChangedError) Error() string {
	return fmt.Sprintf("%s@%s was changed: %s %s", e.Name, e.Version, e.File, e.Problem)
}

// Remedy says what to do about it.
func (e *ChangedError) Remedy() string {
	return fmt.Sprintf("assay solvers remove %s@%s && %s", e.Name, e.Version, solver.InstallCommand(e.Name, e.Version))
}

// sums returns the checksums of all files below a folder, except Python's own files, ordered by path.
func sums(dir string) ([]Sum, error) {
	all := []Sum{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "__pycache__":
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		s, err := sum(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		s.Path = filepath.ToSlash(rel)
		all = append(all, s)
		return err
	})
	return all, err
}

func sum(path string) (Sum, error) {
	f, err := os.Open(path)
	if err != nil {
		return Sum{}, err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	n, err := io.Copy(h, f)
	return Sum{Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil))}, err
}
