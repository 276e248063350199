package install

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt/theory"
)

// A buildSystem configures and compiles the sources of a solver. Its commands run in the folder of the build.
type buildSystem interface {
	// name is its name in messages.
	name() string
	// remedy is what may help where the sources cannot be configured.
	remedy() string
	// prefixes are how it writes the folder of the sources in the command lines of compilers, with a slash.
	prefixes(sources string) []string
	// flags make it use a compiler, with flags for compiling and for linking, which begin with the compiler's own, for a variant that they make but for its assertions.
	flags(v Variant, c compiler, compiling, linking []string) []string
	// configure is the command that configures sources for a folder of the build.
	configure(c compiler, sources, build string, flags []string) []string
	// compile is the command that compiles a target, "" for all, by so many compilers at once. It tells how far it is as ninja or make do.
	compile(build, target string, jobs int) []string
}

// system finds the build system of the recipe, new enough for the sources.
func (b *build) system(ctx context.Context, sources string) (buildSystem, error) {
	folder := filepath.Join(sources, filepath.FromSlash(b.recipe.Folder))
	if b.recipe.System == solver.BuildMeson {
		return b.meson(ctx, folder)
	}
	return b.cmake(ctx, folder)
}

// mainFile reads the file of a build system that describes the sources.
func (b *build) mainFile(folder, name string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return nil, &Error{Solver: b.spec(), Problem: "its sources have no " + name, Remedy: "try another version"}
	}
	return text, nil
}

// tooOld is the error for a build system that pip does not have new enough.
func (b *build) tooOld(name, need, have string) error {
	return &Error{Solver: b.spec(), Problem: "its sources need " + name + " " + need + ", and pip has " + have, Remedy: "install a newer " + name}
}

// toolVersion is the version in what a tool says about itself, "0" if it says none.
func (b *build) toolVersion(ctx context.Context, argv ...string) string {
	res, err := b.run(ctx, b.work, append(argv, "--version")...)
	if err != nil {
		return "0"
	}
	if m := toolSays.FindString(firstLine(string(res.Stdout))); m != "" {
		return m
	}
	return "0"
}

// toolSays finds the version in "cmake version 3.25.1-dirty" and in "1.12.1".
var toolSays = regexp.MustCompile(`\d+(?:\.\d+)+`)

// oldTool reports whether a tool says that it is older than a version.
func (b *build) oldTool(ctx context.Context, need string, argv ...string) bool {
	return theory.CompareVersions(b.toolVersion(ctx, argv...), need) < 0
}

// ninja finds ninja, if need be from pip.
func (b *build) ninja(ctx context.Context) (string, error) {
	if ninja, err := sandbox.LookPath("ninja"); err == nil {
		return ninja, nil
	}
	return b.fromPip(ctx, "ninja", "ninja")
}

// fromPip unpacks a wheel into the folder of the build, once, and returns the program whose path in it ends in file.
func (b *build) fromPip(ctx context.Context, name, file string) (string, error) {
	dir := filepath.Join(b.work, "tools", name)
	program := filepath.Join(dir, filepath.FromSlash(file))
	if isProgram(program) {
		return program, nil
	}
	b.in.tell("downloading", b.spec(), "pip package "+name)
	client, err := newPip(ctx, runner{in: b.in, solver: b.spec(), client: solver.ClientPip, temp: b.work})
	if err != nil {
		return "", err
	}
	for _, d := range []string{dir, dir + ".wheel"} {
		if err := os.RemoveAll(d); err != nil {
			return "", &disk.OutputError{Path: d, Err: err}
		}
		if err := disk.MakeDir(d); err != nil {
			return "", err
		}
	}
	if _, err := client.pip(ctx, "download", "--no-deps", "--only-binary=:all:", "--dest", dir+".wheel", name); err != nil {
		return "", err
	}
	wheels, _ := filepath.Glob(filepath.Join(dir+".wheel", "*.whl"))
	missing := &Error{Solver: b.spec(), Problem: "pip's " + name + " has no program", Remedy: "install " + name}
	if len(wheels) != 1 {
		return "", missing
	}
	if err := unzipTo(wheels[0], dir); err != nil {
		return "", err
	}
	if !strings.Contains(file, "/") { // wheels keep scripts elsewhere
		if found, err := unzipProgram(wheels[0], file, program); err != nil || !found {
			return "", errors.Join(missing, err)
		}
	}
	if err := os.Chmod(program, 0o755); err != nil {
		return "", missing
	}
	return program, nil
}
