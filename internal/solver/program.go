package solver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// InstallRecord is the name of the file in the folder of an installed version that says what was installed, and from what.
const InstallRecord = "assay-install.json"

// A Program is a build of a solver: the files that do its work, with their checksums. Builds of one version differ in them.
type Program struct {
	// Path is the file that is started, and SHA256 its checksum, in hexadecimal.
	Path, SHA256 string
	// Package is the package that Assay installed it from, such as "pip cvc5 1.4.2", or "source z3-solver 5.4.1.0, compiled by g++"; "" if Assay did
	// not install it.
	Package string
	// Parts are the files that do the work besides the one at Path, the largest first: where that is a launcher, the program that it
	// ends in, or the libraries of the solver.
	Parts []Part
}

// A Part is a file of a program.
type Part struct {
	Path   string
	SHA256 string
	Bytes  int64
}

// Program identifies the build of a solver. Its files are read when they are not known, or have changed since: known files only cost a
// look. The error says which file cannot be read. It is safe for concurrent use.
//
// Files other than the one at Path are known once FindProgram has found them.
func (s Solver) Program() (Program, error) {
	p := Program{Path: s.path}
	own, err := checksum(s.path)
	if err != nil {
		return Program{}, err
	}
	p.SHA256 = own.SHA256
	known, ok := builds.of(s.path)
	if !ok {
		known = recordedParts(s.path)
	}
	p.Package = known.pack
	for _, path := range known.parts {
		part, err := checksum(path)
		if err != nil {
			return Program{}, err
		}
		p.Parts = append(p.Parts, part)
	}
	slices.SortStableFunc(p.Parts, func(a, b Part) int {
		if a.Bytes != b.Bytes {
			return int(min(1, max(-1, b.Bytes-a.Bytes)))
		}
		return strings.Compare(a.Path, b.Path)
	})
	return p, nil
}

// FindProgram finds out which files do the work of a solver, for Program, and reads none of them whole. For a version that Assay has installed,
// the record of the installation says it. Otherwise a launcher is started once, up to the point where what it starts reads a script; if nothing does
// that, the launcher alone has to do. The system's loader says where the libraries of a program are. The error is that of ctx.
func (t Target) FindProgram(ctx context.Context) error {
	if _, ok := builds.of(t.path); ok {
		return nil
	}
	found := recordedParts(t.path)
	switch {
	case found.pack != "":
	case isLauncher(t.path):
		reader, ok, err := t.reader(ctx, Query{})
		if err != nil {
			return err
		}
		if ok {
			found.parts = t.partsOf(reader.Reader)
		}
	case t.hasLibrary():
		var err error
		if found.parts, err = t.libraries(ctx); err != nil {
			return err
		}
	}
	builds.set(t.path, found)
	return nil
}

// readerTime is how long a launcher may take until what it starts reads the script.
const readerTime = 5 * time.Second

// A waitingReader is a process that waits for a script, and the name of that script in its arguments.
type waitingReader struct {
	sandbox.Reader
	file string
}

// reader starts a target on a script that never comes, and returns the process that waits for it; ok is false when none does.
func (t Target) reader(ctx context.Context, q Query) (r waitingReader, ok bool, err error) {
	temp, err := disk.NewTemp("reader")
	if err != nil {
		return r, false, nil //nolint:nilerr // without a folder, nothing is found
	}
	defer temp.Remove()
	q.File, q.Launcher = temp.Path("script.smt2"), nil
	r.file = q.File
	r.Reader, ok, err = sandbox.FindReader(ctx, sandbox.Command{Argv: t.Command(q), Dir: q.Dir, Vars: q.Vars, Timeout: readerTime}, q.File)
	if ctx.Err() != nil {
		return r, false, fmt.Errorf("solver %s: %w", t, sandbox.Ended(ctx))
	}
	if err != nil || !ok {
		return r, false, nil //nolint:nilerr // a program that cannot be started has no reader
	}
	return r, true, nil
}

// build says which files make up a program besides the one that is started.
type build struct {
	start fileKey // the file that is started, as it was
	pack  string
	parts []string
}

// knownBuilds remembers which files make up programs, and checksums of files. What it knows of a file holds as long as the file has not changed.
type knownBuilds struct {
	mu   sync.Mutex
	made map[string]build
	sums map[string]sum
}

// A fileKey tells whether a file has changed.
type fileKey struct {
	size     int64
	modified time.Time
	id       fs.FileInfo // compared by os.SameFile
}

func (k fileKey) same(other fileKey) bool {
	return k.size == other.size && k.modified.Equal(other.modified) && k.id != nil && other.id != nil && os.SameFile(k.id, other.id)
}

type sum struct {
	key  fileKey
	part Part
}

var builds = knownBuilds{made: make(map[string]build), sums: make(map[string]sum)}

func keyOf(path string) (fileKey, error) {
	info, err := os.Stat(path)
	if err != nil {
		return fileKey{}, err
	}
	return fileKey{info.Size(), info.ModTime(), info}, nil
}

// of returns what makes up a program, if that is known of the file as it is now.
func (k *knownBuilds) of(path string) (build, bool) {
	key, err := keyOf(path)
	k.mu.Lock()
	defer k.mu.Unlock()
	b, ok := k.made[path]
	return b, err == nil && ok && b.start.same(key)
}

func (k *knownBuilds) set(path string, b build) {
	var err error
	if b.start, err = keyOf(path); err != nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.made[path] = b
}

// checksum returns a file with its checksum.
func checksum(path string) (Part, error) {
	key, err := keyOf(path)
	if err != nil {
		return Part{}, err
	}
	builds.mu.Lock()
	known, ok := builds.sums[path]
	builds.mu.Unlock()
	if ok && known.key.same(key) {
		return known.part, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return Part{}, err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	n, err := io.Copy(h, f)
	if err != nil {
		return Part{}, err
	}
	part := Part{Path: path, SHA256: hex.EncodeToString(h.Sum(nil)), Bytes: n}
	builds.mu.Lock()
	defer builds.mu.Unlock()
	builds.sums[path] = sum{key, part}
	return part, nil
}

// magic are the beginnings of files that a machine executes: programs and libraries of Linux and macOS, and archives of Java classes.
var magic = [][]byte{[]byte("\x7fELF"), []byte("\xcf\xfa\xed\xfe"), []byte("\xca\xfe\xba\xbe"), []byte("PK\x03\x04")}

// isNative reports whether a file begins like a program, a library, or an archive of classes.
func isNative(path string) bool {
	head := headOf(path)
	return slices.ContainsFunc(magic, func(m []byte) bool { return bytes.HasPrefix(head, m) })
}

// isLauncher reports whether a file is a script that starts another program.
func isLauncher(path string) bool { return bytes.HasPrefix(headOf(path), []byte("#!")) }

func headOf(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, 4)
	n, _ := io.ReadFull(f, head)
	return head[:n]
}

// maxRecord bounds the record of an installation.
const maxRecord = 4 << 20

// recordedParts are the files that make up the program at a path according to the record of its installation; the zero value if there is none.
// The launcher and the front end are Assay's, and no part of the solver.
func recordedParts(path string) build {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return build{}
	}
	for _, dir := range []string{filepath.Dir(real), filepath.Dir(filepath.Dir(real))} {
		var record struct {
			Client  string `json:"client"`
			Package string `json:"package"`
			Version string `json:"package_version"`
			Program string `json:"program"`
			Build   *struct {
				Compiler string `json:"compiler"`
			} `json:"build"`
			Files []struct {
				Path string `json:"path"`
			} `json:"files"`
		}
		f, err := os.Open(filepath.Join(dir, InstallRecord))
		if err != nil {
			continue
		}
		err = json.NewDecoder(io.LimitReader(f, maxRecord)).Decode(&record)
		_ = f.Close()
		if err != nil || filepath.Join(dir, filepath.FromSlash(record.Program)) != real {
			continue
		}
		b := build{pack: strings.Join([]string{record.Client, record.Package, record.Version}, " ")}
		if record.Build != nil {
			b.pack = "source " + record.Package + " " + record.Version + ", compiled by " + record.Build.Compiler
		}
		for _, file := range record.Files {
			p := filepath.Join(dir, filepath.FromSlash(file.Path))
			if p != real && filepath.IsLocal(filepath.FromSlash(file.Path)) && isNative(p) {
				b.parts = append(b.parts, p)
			}
		}
		return b
	}
	return build{}
}

// partsOf are the files of a process that are part of its solver: the program, unless it is the file that is started, or it interprets the launcher,
// and libraries that are named after the solver. An interpreter without such a library counts itself: nothing better is known.
func (t Target) partsOf(r sandbox.Reader) []string {
	own, err := filepath.EvalSymlinks(t.path)
	if err != nil {
		own = t.path
	}
	var out []string
	for _, path := range r.Mapped {
		if path != own && path != r.Program && t.named(path) && isFile(path) {
			out = append(out, path)
		}
	}
	interprets := slices.ContainsFunc(r.Args, func(arg string) bool {
		if !filepath.IsAbs(arg) {
			arg = filepath.Join(r.Dir, arg)
		}
		real, err := filepath.EvalSymlinks(arg)
		return err == nil && real == own
	})
	if r.Program != own && isFile(r.Program) && (!interprets || len(out) == 0) {
		out = append(out, r.Program)
	}
	return out
}

// named reports whether a file is named after the solver, as libcvc5.so.1 is.
func (t Target) named(path string) bool {
	base := filepath.Base(path)
	return slices.ContainsFunc(append([]string{t.profile.Name}, t.profile.Binaries...), func(name string) bool {
		return name != "" && strings.Contains(base, name)
	})
}
