package install

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// meson is Meson with ninja.
type meson struct {
	argv    []string // how it is called
	env     string   // the program env, which passes compilers and ninja on
	ninja   string
	wrapped string // the folder of the sources that has the projects on which they depend
}

var mesonNeeds = regexp.MustCompile(`meson_version\s*:\s*'[<>= ]*(\d+(?:\.\d+)*)`)

// mesonScript starts a Meson that was unpacked and not installed. Meson starts itself again by this file.
const mesonScript = "import sys\n\nfrom mesonbuild import mesonmain\n\nif __name__ == \"__main__\":\n    sys.exit(mesonmain.main())\n"

// meson finds a Meson that is new enough for the sources, if need be from pip, and ninja.
func (b *build) meson(ctx context.Context, sources string) (buildSystem, error) {
	text, err := b.mainFile(sources, "meson.build")
	if err != nil {
		return nil, err
	}
	need := "0.50"
	if m := mesonNeeds.FindSubmatch(text); m != nil {
		need = string(m[1])
	}
	s := meson{wrapped: filepath.Join(sources, "subprojects")}
	if s.env, err = sandbox.LookPath("env"); err != nil {
		return nil, &Error{Solver: b.spec(), Problem: "there is no program env on PATH", Remedy: "put it there"}
	}
	if program, err := sandbox.LookPath("meson"); err == nil && !b.oldTool(ctx, need, program) {
		s.argv = []string{program}
	} else {
		if s.argv, err = b.mesonFromPip(ctx); err != nil {
			return nil, err
		}
		if b.oldTool(ctx, need, s.argv...) {
			return nil, b.tooOld("Meson", need, b.toolVersion(ctx, s.argv...))
		}
	}
	s.ninja, err = b.ninja(ctx)
	return s, err
}

// mesonFromPip unpacks Meson's wheel, which is Python without a script.
func (b *build) mesonFromPip(ctx context.Context) ([]string, error) {
	main, err := b.fromPip(ctx, "meson", "mesonbuild/mesonmain.py")
	if err != nil {
		return nil, err
	}
	client, err := newPip(ctx, runner{in: b.in, solver: b.spec(), client: solver.ClientPip, temp: b.work})
	if err != nil {
		return nil, err
	}
	script := filepath.Join(filepath.Dir(filepath.Dir(main)), "meson.py")
	return []string{client.interpreter, script}, disk.WriteAtomic(script, []byte(mesonScript))
}

func (meson) name() string { return "Meson" }

func (s meson) remedy() string {
	return "where it lacks a library, install it or name its folder in PKG_CONFIG_PATH; what it cannot download can be put into " + s.wrapped
}

// Meson names sources by their way from the folder of the build.
func (meson) prefixes(sources string) []string {
	return []string{sources + "/", "../" + filepath.Base(sources) + "/"}
}

func (meson) flags(v Variant, c compiler, compiling, linking []string) []string {
	linkingC := linking[len(c.flags):] // those of the compiler are for C++
	out := []string{"-Dc_args=" + strings.Join(compiling, " "),
		"-Dcpp_args=" + strings.Join(slices.Concat(c.flags, compiling), " "),
		"-Dc_link_args=" + strings.Join(linkingC, " "), "-Dcpp_link_args=" + strings.Join(linking, " ")}
	if len(v.Sanitizers) > 0 { // sources ask Meson about sanitizers, which exclude static programs
		out = append(out, "-Db_sanitize="+strings.Join(v.Sanitizers, ","), "-Db_lundef=false")
	}
	return out
}

func (s meson) configure(c compiler, sources, build string, flags []string) []string {
	return slices.Concat([]string{s.env, "CC=" + c.c, "CXX=" + c.cxx, "NINJA=" + s.ninja}, s.argv, []string{"setup"}, flags, []string{build, sources})
}

func (s meson) compile(build, target string, jobs int) []string {
	argv := []string{s.ninja, "-C", build, "-j", strconv.Itoa(jobs)}
	if target != "" {
		argv = append(argv, target)
	}
	return argv
}
