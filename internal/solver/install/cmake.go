package install

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// cmake is CMake with ninja or make.
type cmake struct {
	program   string
	generator []string
}

var cmakeNeeds = regexp.MustCompile(`(?i)cmake_minimum_required\s*\(\s*VERSION\s+(\d+(?:\.\d+)*)`)

// cmake finds a CMake that is new enough for the sources, if need be from pip, and ninja or make.
func (b *build) cmake(ctx context.Context, sources string) (buildSystem, error) {
	text, err := b.mainFile(sources, "CMakeLists.txt")
	if err != nil {
		return nil, err
	}
	need := "3.5"
	if m := cmakeNeeds.FindSubmatch(text); m != nil {
		need = string(m[1])
	}
	var s cmake
	if s.program, err = sandbox.LookPath("cmake"); err != nil || b.oldTool(ctx, need, s.program) {
		if s.program, err = b.fromPip(ctx, "cmake", "cmake/data/bin/cmake"); err != nil {
			return nil, err
		}
		if b.oldTool(ctx, need, s.program) {
			return nil, b.tooOld("CMake", need, b.toolVersion(ctx, s.program))
		}
	}
	if _, err := sandbox.LookPath("ninja"); err != nil {
		if _, err := sandbox.LookPath("make"); err == nil {
			s.generator = []string{"-G", "Unix Makefiles"}
			return s, nil
		}
	}
	ninja, err := b.ninja(ctx)
	s.generator = []string{"-G", "Ninja", "-DCMAKE_MAKE_PROGRAM=" + ninja}
	return s, err
}

func (cmake) name() string { return "CMake" }
func (cmake) remedy() string {
	return "where it lacks a library, install it or name the folder above its include and lib in CMAKE_PREFIX_PATH"
}
func (cmake) prefixes(sources string) []string { return []string{sources + "/"} }

func (cmake) flags(_ Variant, c compiler, compiling, linking []string) []string {
	return []string{"-DCMAKE_C_COMPILER=" + c.c, "-DCMAKE_CXX_COMPILER=" + c.cxx,
		"-DCMAKE_C_FLAGS=" + strings.Join(compiling, " "),
		"-DCMAKE_CXX_FLAGS=" + strings.Join(slices.Concat(c.flags, compiling), " "),
		"-DCMAKE_EXE_LINKER_FLAGS=" + strings.Join(linking, " ")}
}

func (s cmake) configure(_ compiler, sources, build string, flags []string) []string {
	return slices.Concat([]string{s.program, "-S", sources, "-B", build}, s.generator, flags)
}

func (s cmake) compile(build, target string, jobs int) []string {
	argv := []string{s.program, "--build", build, "--parallel", strconv.Itoa(jobs)}
	if target != "" {
		argv = append(argv, "--target", target)
	}
	return argv
}
