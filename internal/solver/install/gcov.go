package install

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver/coverage"
)

// gcovDir is the folder in that of the version for what gcov needs to know, to which the program adds its counts.
const gcovDir = "gcov"

// Gcov reads the counts of a program that counts lines; ok is false when it counts none.
func (m Manifest) Gcov() (g coverage.Gcov, ok bool) {
	if m.Build == nil || !m.Build.Gcov {
		return coverage.Gcov{}, false
	}
	return coverage.Gcov{Dir: filepath.Join(m.dir, gcovDir), Sources: m.Build.Sources}, true
}

// keepCounting puts a program that counts lines into the tree, with what gcov needs to know of its objects. The program has the paths of its objects
// built in, in the folder of the build, which is removed; a launcher has it count in the version's folder instead. GCOV_PREFIX names another one.
func (b *build) keepCounting(built string, w workshop, c Choice) error {
	program := filepath.Join(w.tree, "lib", b.listing.Program)
	if err := disk.MakeDir(filepath.Dir(program)); err != nil {
		return err
	}
	if err := copyProgram(built, program); err != nil {
		return err
	}
	g := coverage.Gcov{Dir: b.buildDir()}
	objects, err := g.Objects()
	if err != nil {
		return &Error{Solver: b.spec(), Problem: "the compiler has left nothing for gcov", Err: err, Remedy: "read " + b.log()}
	}
	for _, object := range objects {
		name, err := filepath.Rel(b.buildDir(), object)
		if err != nil {
			return err
		}
		to := filepath.Join(w.tree, gcovDir, name)
		if err := disk.MakeDir(filepath.Dir(to)); err != nil {
			return err
		}
		if err := copyProgram(object, to); err != nil {
			return err
		}
		if err := os.Chmod(to, 0o644); err != nil {
			return &disk.OutputError{Path: to, Err: err}
		}
	}
	return writeProgram(w.program(c), gcovLauncher(b.listing.Program, b.buildDir()))
}

// gcovLauncher starts a program of lib that was compiled in a folder.
func gcovLauncher(program, compiledIn string) string {
	names := strings.Count(filepath.ToSlash(filepath.Clean(compiledIn)), "/")
	return home + fmt.Sprintf(`here=$(cd "$here" && pwd)
export GCOV_PREFIX="${GCOV_PREFIX:-$here/%s}" GCOV_PREFIX_STRIP="${GCOV_PREFIX_STRIP:-%d}"
exec "$here/lib/%s" "$@"
`, gcovDir, names, program)
}

// afterTrial removes what the trial run has counted, and what gcov knows of objects that have counted nothing: they are not in the program, such as those
// with which CMake tries the compiler.
func (b *build) afterTrial(tree string) error {
	g := coverage.Gcov{Dir: filepath.Join(tree, gcovDir)}
	objects, err := g.Objects()
	if err != nil {
		return err
	}
	for _, object := range objects {
		if _, err := os.Stat(coverage.Counts(object)); err == nil {
			continue
		}
		if err := os.Remove(object); err != nil {
			return &disk.OutputError{Path: object, Err: err}
		}
	}
	objects, err = g.Objects()
	if err != nil {
		return &Error{Solver: b.spec(), Problem: "its program counts no lines", Remedy: "read " + b.log()}
	}
	switch counted, err := g.Reset(); {
	case err != nil:
		return &disk.OutputError{Path: g.Dir, Err: err}
	case counted != len(objects):
		return &Error{Solver: b.spec(), Problem: fmt.Sprintf("its program counts lines of %d objects, of which gcov knows %d", counted, len(objects)), Remedy: "read " + b.log()}
	}
	return nil
}
