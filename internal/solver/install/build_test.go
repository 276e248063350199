package install

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

const buildListing = fakeListing + `
[[build]]
client = "pip"
package = "fake-src"
version = '^(\d+\.\d+\.\d+)'
from = "2.0.0"
why = "it had no CMake files"
folder = "core"
target = "fake"
file = "fake"
flags = ["-DFLAG=always"]
assertions = ["-DCHECKED=ON"]
release = ["-DCHECKED=OFF"]
`

// fakeSources are the sources of a program that says how it was compiled.
var fakeSources = map[string]string{
	"core/CMakeLists.txt": `cmake_minimum_required(VERSION 3.10)
project(fake CXX C)
set(CMAKE_CXX_STANDARD 17)
add_executable(fake main.cpp second.cpp)
target_compile_definitions(fake PRIVATE FLAG="${FLAG}" CHECKED="${CHECKED}")
`,
	"core/main.cpp": `#include <cstdio>
int second();
int main() { std::printf("Fake solver, FLAG=" FLAG " CHECKED=" CHECKED " in " __FILE__ "\n"); return second(); }
`,
	"core/second.cpp": "int second() { return 0; }\n",
}

// sdist writes a source package.
func (b bench) sdist(version string, files map[string]string) {
	b.t.Helper()
	path := filepath.Join(b.fake, "sdist", version+".tar.gz") // where the fake pip looks
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		b.t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	w := tar.NewWriter(z)
	for name, text := range files {
		err = errors.Join(err, w.WriteHeader(&tar.Header{Name: "fake_src-" + version + "/" + name, Mode: 0o644, Size: int64(len(text)), Typeflag: tar.TypeReg}))
		_, wErr := w.Write([]byte(text))
		err = errors.Join(err, wErr)
	}
	if err := errors.Join(err, w.Close(), z.Close(), f.Close()); err != nil {
		b.t.Fatal(err)
	}
}

func newBuildBench(t *testing.T) bench {
	t.Helper()
	for _, name := range []string{"cmake", "g++", "make"} {
		if _, err := sandbox.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	b := newBench(t, buildListing)
	b.sdist("3.1.0.0", fakeSources)
	return b
}

func TestBuild(t *testing.T) {
	b := newBuildBench(t)
	b.Dir = filepath.Join(t.TempDir(), "solvers")
	v, err := ParseVariant(true, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	m, state, err := b.Build(t.Context(), "fake", "3", v, 2)
	if err != nil {
		t.Fatal(err)
	}
	if m.Spec() != "fake@3.1.0+assertions" || state != Fresh || m.Says != "Fake solver, FLAG=always CHECKED=ON in core/main.cpp" || !m.Build.Assertions {
		t.Errorf("%s, %s, says %q, %+v", m.Spec(), state, m.Says, m.Build)
	}
	if err := m.Check(); err != nil {
		t.Error(err)
	}
	if left := b.left(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if _, state, err := b.Build(t.Context(), "fake", "3.1.0", v, 2); err != nil || state != Present {
		t.Errorf("a second time: %s, %v", state, err)
	}
	// It is none of the versions of the solver.
	if _, state, err := b.Install(t.Context(), "fake", "3.1.0"); err != nil || state != Fresh {
		t.Errorf("the release beside it: %s, %v", state, err)
	}
	if err := b.Remove(t.Context(), "fake", "3.1.0+assertions"); err != nil {
		t.Error(err)
	}
}

// An instrumented program counts edges, and a sanitizer's is another version than one without.
func TestBuildVariants(t *testing.T) {
	b := newBuildBench(t)
	v, err := ParseVariant(false, []string{"undefined", "undefined"}, "edges")
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := b.Build(t.Context(), "fake", "latest", v, 1)
	if err != nil {
		t.Fatal(err)
	}
	if m.Version != "3.1.0+undefined.edges" || !strings.HasPrefix(m.Says, "Fake solver, FLAG=always CHECKED=OFF in ") {
		t.Errorf("version %s says %q", m.Version, m.Says)
	}
	if text := strings.Join(m.Build.Flags, " "); !strings.Contains(text, "-fsanitize=undefined") || !strings.Contains(text, "-fsanitize-coverage=trace-pc") {
		t.Errorf("flags %q", text)
	}
	program, err := os.ReadFile(m.Path())
	if err != nil || !strings.Contains(string(program), "__AFL_SHM_ID") {
		t.Errorf("it has no runtime for edges: %v", err)
	}
	for _, wrong := range []struct {
		sanitizers []string
		coverage   string
	}{{[]string{"memory"}, ""}, {nil, "lines"}} {
		if _, err := ParseVariant(true, wrong.sanitizers, wrong.coverage); err == nil {
			t.Errorf("%v is accepted", wrong)
		}
	}
}

// A program that counts lines adds them to its version's folder, where gcov finds what it needs, and to another folder where GCOV_PREFIX says so.
func TestBuildGcov(t *testing.T) {
	if _, err := sandbox.LookPath("gcov"); err != nil {
		t.Skip(err)
	}
	b := newBuildBench(t)
	files := map[string]string{"core/CMakeLists.txt": fakeSources["core/CMakeLists.txt"] + "add_subdirectory(deep)\ntarget_link_libraries(fake deep)\n", "core/main.cpp": fakeSources["core/main.cpp"],
		"core/second.h": "inline int zero() { return 0; }\n", "core/second.cpp": "#include \"second.h\"\nint third();\nint second() { return zero() + third(); }\nint never() { return 1; }\n",
		"core/deep/CMakeLists.txt": "add_library(deep third.cpp)\nadd_library(unused ../second.cpp)\n", "core/deep/third.cpp": "#include \"../second.h\"\nint third() { return zero(); }\n"}
	b.sdist("3.1.0.0", files)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	b.Dir = filepath.Join(link, "solvers")
	b.Env = append(b.Env, "GCOV_PREFIX="+t.TempDir())
	v, err := ParseVariant(false, nil, "gcov")
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := b.Build(t.Context(), "fake", "3", v, 1)
	if err != nil {
		t.Fatal(err)
	}
	if m.Version != "3.1.0+gcov" || !m.Build.Gcov || strings.Contains(m.Build.Compiler, "clang") {
		t.Errorf("version %s, %+v", m.Version, m.Build)
	}
	g, ok := m.Gcov()
	if n, err := g.Reset(); !ok || n != 0 || err != nil {
		t.Errorf("the trial run is counted: %d, %v", n, err)
	}
	other := t.TempDir()
	for _, env := range [][]string{{"GCOV_PREFIX=" + other}, nil, nil} {
		if res, err := sandbox.Run(t.Context(), sandbox.Command{Argv: []string{m.Path()}, Env: append(os.Environ(), env...), Timeout: time.Minute}); err != nil || res.ExitCode != 0 {
			t.Fatalf("%v, %+v", err, res)
		}
	}
	objects, err := g.Objects()
	if err != nil || len(objects) != 3 {
		t.Fatalf("objects %v, %v", objects, err)
	}
	var lines coverage.Lines
	for _, o := range objects {
		if err := g.Read(t.Context(), o, &lines); err != nil {
			t.Fatal(err)
		}
	}
	// One header is one file, wherever it is included.
	if diff := cmp.Diff([]string{"core/deep/third.cpp", "core/main.cpp", "core/second.cpp", "core/second.h"}, lines.Files()); diff != "" {
		t.Error(diff)
	}
	if got := lines.Totals(); got.Functions != (coverage.Share{Hit: 4, All: 5}) || got.Lines != (coverage.Share{Hit: 4, All: 5}) {
		t.Errorf("counted %+v", got)
	}
	if below, err := filepath.Glob(filepath.Join(other, "CMakeFiles", "fake.dir", "*.gcda")); err != nil || len(below) != 2 {
		t.Errorf("counts elsewhere are not where those of the version are: %v, %v", below, err)
	}
	if elsewhere, err := (&coverage.Gcov{Dir: other}).Reset(); err != nil || elsewhere != 3 {
		t.Errorf("counted elsewhere: %d, %v", elsewhere, err)
	}
	if err := m.Check(); err != nil {
		t.Error(err)
	}
	if left := b.left(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

const mesonListing = fakeListing + `
[[build]]
system = "meson"
client = "pip"
package = "fake-src"
version = '^(\d+\.\d+\.\d+)'
backend = "mesonpy"
folder = "core"
target = "src/fake"
file = "src/fake"
flags = ["-Dflag=always"]
assertions = ["-Db_ndebug=false"]
release = ["-Db_ndebug=true"]
`

// mesonSources are the sources of a program that says how it was compiled.
var mesonSources = map[string]string{
	"core/meson.build":       "project('fake', 'cpp', 'c', meson_version: '>= 0.60')\nsubdir('src')\n",
	"core/meson_options.txt": "option('flag', type: 'string', value: '')\n",
	"core/src/meson.build":   "executable('fake', 'main.cpp', cpp_args: '-DFLAG=\"' + get_option('flag') + '\"')\n",
	"core/src/main.cpp": `#include <cstdio>
#ifdef NDEBUG
#define CHECKED "no"
#else
#define CHECKED "yes"
#endif
int main() { std::printf("Fake solver, FLAG=" FLAG " CHECKED=" CHECKED " in " __FILE__ "\n"); }
`,
}

func newMesonBench(t *testing.T, sources map[string]string) bench {
	t.Helper()
	for _, name := range []string{"meson", "ninja", "g++"} {
		if _, err := sandbox.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	b := newBench(t, mesonListing)
	b.Dir = filepath.Join(t.TempDir(), "solvers") // without a blank
	b.sdist("3.1.0.0", sources)
	return b
}

func TestBuildByMeson(t *testing.T) {
	b := newMesonBench(t, mesonSources)
	for _, tt := range []struct {
		variant Variant
		says    string
	}{
		{Variant{Assertions: true}, "Fake solver, FLAG=always CHECKED=yes in core/src/main.cpp"},
		{Variant{Sanitizers: []string{"undefined"}, Edges: true}, "Fake solver, FLAG=always CHECKED=no in core/src/main.cpp"},
	} {
		m, state, err := b.Build(t.Context(), "fake", "3", tt.variant, 2)
		if err != nil {
			t.Errorf("%s: %v", tt.variant, err)
			continue
		}
		if m.Says != tt.says || state != Fresh || m.Version != "3.1.0+"+tt.variant.String() {
			t.Errorf("%s: %s says %q, %s", tt.variant, m.Version, m.Says, state)
		}
		program, err := os.ReadFile(m.Path())
		if err != nil || strings.Contains(string(program), "__AFL_SHM_ID") != tt.variant.Edges || strings.Contains(string(program), "ubsan") != (len(tt.variant.Sanitizers) > 0) {
			t.Errorf("%s has other checks: %v, flags %q", tt.variant, err, m.Build.Flags)
		}
	}
	if left := b.left(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A build that goes on keeps its folder.
func TestRemoveWhileBuilding(t *testing.T) {
	b := newBench(t, fakeListing)
	work := filepath.Join(b.Dir, "fake", buildPrefix+"3.1.0+assertions")
	l, err := disk.TryLock(filepath.Join(work, lockName))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Remove(t.Context(), "fake", "3.1.0+assertions"); !errors.Is(err, ErrBuilding) {
		t.Errorf("while it is built: %v", err)
	}
	if _, err := os.Stat(work); err != nil {
		t.Error(err)
	}
	l.Unlock()
	if err := b.Remove(t.Context(), "fake", "3.1.0+assertions"); err != nil {
		t.Errorf("later: %v", err)
	}
}

// Sources that lack a library, or are of another build system.
func TestMesonRefuses(t *testing.T) {
	for _, tt := range []struct {
		text, problem, remedy string
	}{
		{"project('fake', 'cpp')\ndependency('no-such-library')\n", `Meson cannot configure it: Dependency "no-such-library" not found`, "PKG_CONFIG_PATH"},
		{"project('fake', meson_version: '>= 999.1')\n", "pip: ", "meson"}, // pip is asked for a newer one, and has none here
		{"", "its sources have no meson.build", "another version"},
	} {
		sources := map[string]string{"core/meson_options.txt": mesonSources["core/meson_options.txt"]}
		if tt.text != "" {
			sources["core/meson.build"] = tt.text
		}
		b := newMesonBench(t, sources)
		_, _, err := b.Build(t.Context(), "fake", "3.1.0", Variant{Assertions: true}, 1)
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(e.Problem, tt.problem) || !strings.Contains(e.Remedy, tt.remedy) {
			t.Errorf("%q: %v", tt.text, err)
		}
	}
}

// The stand-in for a package's build backend says what pip wants to know, in the place where pip looks.
func TestBackend(t *testing.T) {
	python, err := sandbox.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mesonpy.py"), backend, 0o600); err != nil {
		t.Fatal(err)
	}
	const ask = "import mesonpy, sys; print(mesonpy.get_requires_for_build_wheel(), mesonpy.prepare_metadata_for_build_wheel(sys.argv[1]))"
	res, err := sandbox.Run(t.Context(), sandbox.Command{Argv: []string{python, "-c", ask, dir}, Dir: dir, Timeout: time.Minute,
		Env: append(os.Environ(), "PYTHONPATH="+dir, "ASSAY_PACKAGE=fake-src", "ASSAY_VERSION=3.1.0")})
	if err != nil || string(res.Stdout) != "[] fake_src-3.1.0.dist-info\n" {
		t.Fatalf("%v, %s%s", err, res.Stdout, res.Stderr)
	}
	text, err := os.ReadFile(filepath.Join(dir, "fake_src-3.1.0.dist-info", "METADATA"))
	if want := "Metadata-Version: 2.1\nName: fake-src\nVersion: 3.1.0\n"; err != nil || string(text) != want {
		t.Errorf("%v, %q", err, text)
	}
}

// What could not be compiled goes on where it was, once it can be.
func TestBuildGoesOn(t *testing.T) {
	b := newBuildBench(t)
	b.sdist("3.1.0.0", map[string]string{"core/CMakeLists.txt": fakeSources["core/CMakeLists.txt"], "core/main.cpp": fakeSources["core/main.cpp"],
		"core/second.cpp": "int second() { return missing; }\n"})
	v := Variant{Assertions: true}
	_, _, err := b.Build(t.Context(), "fake", "3.1.0", v, 1)
	var e *Error
	if !errors.As(err, &e) || !strings.Contains(e.Problem, "missing") || !strings.Contains(e.Remedy, "build.log") {
		t.Fatalf("error %v", err)
	}
	half := b.UnfinishedBuilds()
	if len(half) != 1 || half[0].Spec != "fake@3.1.0+assertions" || half[0].Progress == "" {
		t.Fatalf("unfinished: %+v", half)
	}
	object := func() int64 {
		var at int64
		_ = filepath.WalkDir(half[0].Folder, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.Name() == "main.cpp.o" {
				info, err := d.Info()
				at = info.ModTime().UnixNano()
				return err
			}
			return nil
		})
		return at
	}
	before := object()
	if before == 0 {
		t.Fatal("nothing was compiled")
	}
	if err := os.WriteFile(filepath.Join(half[0].Folder, "sources", "core", "second.cpp"), []byte(fakeSources["core/second.cpp"]), 0o644); err != nil {
		t.Fatal(err)
	}
	kept := 0
	b.Tell = func(s Step) {
		if s.Doing == "trying" && object() == before {
			kept++
		}
	}
	if _, state, err := b.Build(t.Context(), "fake", "3.1.0", v, 1); err != nil || state != Fresh {
		t.Fatalf("%s, %v", state, err)
	}
	if kept != 1 {
		t.Error("what was compiled was compiled again")
	}
	if half := b.UnfinishedBuilds(); len(half) > 0 {
		t.Errorf("unfinished: %+v", half)
	}
}

// A configuration that failed is not taken for the one before it.
func TestConfiguresAfterFailure(t *testing.T) {
	b := newBuildBench(t)
	b.sdist("3.1.0.0", map[string]string{"core/main.cpp": "int main() { return missing; }\n",
		"core/CMakeLists.txt": "cmake_minimum_required(VERSION 3.10)\nproject(fake CXX C)\nif(DEFINED ENV{CMAKE_PREFIX_PATH})\n  message(FATAL_ERROR\n  \"the library is old\")\nendif()\nadd_executable(fake main.cpp)\n"})
	usual := b.Env
	for _, tt := range []struct {
		env     []string
		problem string
	}{{nil, "missing"}, {[]string{"CMAKE_PREFIX_PATH=/nowhere"}, "the library is old"}, {nil, "missing"}} {
		b.Env = slices.Concat(usual, tt.env)
		configured := false
		b.Tell = func(s Step) { configured = configured || s.Doing == "configuring" }
		_, _, err := b.Build(t.Context(), "fake", "3", Variant{Assertions: true}, 1)
		if err == nil || !strings.Contains(err.Error(), tt.problem) || !configured {
			t.Errorf("with %v: configured %v, %v", tt.env, configured, err)
		}
	}
}

// A compiler of the same name in another folder is another one.
func TestMesonTakesOtherCompiler(t *testing.T) {
	sources := maps.Clone(mesonSources)
	sources["core/src/main.cpp"] = "int main() { return missing; }\n"
	b := newMesonBench(t, sources)
	usual := b.Env
	for _, tt := range []struct{ folder, configured string }{{"one", "with g++"}, {"one", ""}, {"two", "with g++, again: the compiler changed since the last time"}} {
		for _, name := range []string{"gcc", "g++"} {
			b.write(tt.folder+"/"+name, "#!/bin/sh\nexec /usr/bin/"+name+` "$@"`+"\n", 0o755)
		}
		b.Env = slices.Concat(usual, []string{"CC=" + filepath.Join(b.fake, tt.folder, "gcc"), "CXX=" + filepath.Join(b.fake, tt.folder, "g++")})
		configured := ""
		b.Tell = func(s Step) {
			if s.Doing == "configuring" {
				configured = s.With
			}
		}
		_, _, err := b.Build(t.Context(), "fake", "3", Variant{Assertions: true}, 1)
		if err == nil || !strings.Contains(err.Error(), "missing") || configured != tt.configured {
			t.Errorf("compilers of %s: configured %q, want %q; %v", tt.folder, configured, tt.configured, err)
		}
	}
}

// A build goes on with the sources that it has, without the network, and its manifest names their package.
func TestBuildGoesOnWithItsSources(t *testing.T) {
	broken := maps.Clone(fakeSources)
	broken["core/second.cpp"] = "int second() { return missing; }\n"
	v := Variant{Assertions: true}
	for _, tt := range []struct {
		name, line string
		meanwhile  func(b bench, work string)
	}{
		{"offline", "3.1.0", func(b bench, _ string) { b.write("offline", "", 0o644) }},
		{"packaged anew", "3", func(b bench, _ string) { b.write("again", ", 3.1.0.1", 0o644) }},
		{"packaged anew, the exact version", "3.1.0", func(b bench, _ string) { b.write("again", ", 3.1.0.1", 0o644) }},
		{"begun by an older version", "3.1.0", func(b bench, work string) {
			u, _ := readUnpacked(work)
			data, err := json.Marshal(u.Downloads)
			if err = errors.Join(err, os.WriteFile(filepath.Join(work, unpackedMark), data, 0o644)); err != nil {
				b.t.Fatal(err)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBuildBench(t)
			b.sdist("3.1.0.0", broken)
			if _, _, err := b.Build(t.Context(), "fake", "3.1.0", v, 1); err == nil {
				t.Fatal("it is built")
			}
			work := b.buildFolder("fake", "3.1.0+assertions")
			if err := os.WriteFile(filepath.Join(work, "sources", "core", "second.cpp"), []byte(fakeSources["core/second.cpp"]), 0o644); err != nil {
				t.Fatal(err)
			}
			tt.meanwhile(b, work)
			m, state, err := b.Build(t.Context(), "fake", tt.line, v, 1)
			if err != nil || state != Fresh || m.PackageVersion != "3.1.0.0" || m.Package != "fake-src" || m.Client != "pip" || len(m.Downloads) != 1 {
				t.Errorf("%v, %s, %+v", err, state, m)
			}
		})
	}
}

// Where the sources disappear after a build was found to have them, they are downloaded again.
func TestBuildLosesItsSources(t *testing.T) {
	b := newBuildBench(t)
	work := b.buildFolder("fake", "3.1.0+assertions")
	if err := disk.MakeDir(work); err != nil {
		t.Fatal(err)
	}
	mark := `{"client": "pip", "package": "fake-src", "package_version": "3.1.0.0", "downloads": [{"path": "a.tar.gz"}]}`
	if err := os.WriteFile(filepath.Join(work, unpackedMark), []byte(mark), 0o644); err != nil {
		t.Fatal(err)
	}
	begun := b.begunBuild("fake", "3.1.0", Variant{Assertions: true})
	if begun == nil || begun.packed != "3.1.0.0" || b.begunBuild("fake", "3.1", Variant{Assertions: true}) != nil || b.begunBuild("fake", "3.1.0", Variant{Edges: true}) != nil {
		t.Fatalf("begun: %+v", begun)
	}
	if err := os.RemoveAll(work); err != nil {
		t.Fatal(err)
	}
	unlock, err := begun.begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	dir, downloads, err := begun.sources(t.Context())
	if err != nil || len(downloads) != 1 {
		t.Fatalf("%v, %v", downloads, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "core", "main.cpp")); err != nil {
		t.Error(err)
	}
	// Those of another package are of no use.
	begun.recipe.Package = "other-src"
	if _, _, err := begun.sources(t.Context()); err == nil || begun.begun() {
		t.Errorf("sources of another package are taken: %v", err)
	}
}

func TestBuildGivenUp(t *testing.T) {
	b := newBuildBench(t)
	b.sdist("3.1.0.0", map[string]string{"core/CMakeLists.txt": "nonsense(\n"})
	if _, _, err := b.Build(t.Context(), "fake", "3.1.0", Variant{Assertions: true}, 1); err == nil {
		t.Fatal("nonsense is built")
	}
	if err := b.Remove(t.Context(), "fake", "3.1.0+assertions"); err != nil {
		t.Error(err)
	}
	if left := b.left(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestBuildRefusals(t *testing.T) {
	b := newBuildBench(t)
	for _, tt := range []struct {
		name, line, problem string
		variant             Variant
	}{
		{"fake", "3.1.0", "a build has assertions", Variant{}},
		{"fake", "1.0.0", "no source package of such a version (before 2.0.0, it had no CMake files)", Variant{Assertions: true}},
		{"other", "1.0.0", "there is no recipe", Variant{Assertions: true}},
	} {
		_, _, err := b.Build(t.Context(), tt.name, tt.line, tt.variant, 1)
		if err == nil || !strings.Contains(err.Error(), tt.problem) {
			t.Errorf("%s@%s: %v, want %q", tt.name, tt.line, err, tt.problem)
		}
	}
	b.Env = append(b.Env, "CXX=/bin/false", "CC=/bin/false")
	if _, _, err := b.Build(t.Context(), "fake", "3.1.0", Variant{Assertions: true}, 1); err == nil || !strings.Contains(err.Error(), "no compiler here can build it (tried false)") {
		t.Errorf("without a compiler: %v", err)
	}
}

// A full disk and an interruption are no reasons to look for another compiler.
func TestCompilerCannotWrite(t *testing.T) {
	const (
		full  = "#!/bin/sh\necho 'Assembler messages: fatal error: cannot write: No space left on device' >&2\nexit 1\n"
		waits = "#!/bin/sh\ntouch \"${0%/*}/started\"\nsleep 60\n"
	)
	for _, tt := range []struct {
		name, c, cxx string
		variant      Variant
		want         error
	}{
		{"the program", "/usr/bin/gcc", full, Variant{Assertions: true}, syscall.ENOSPC},
		{"the runtime for edges", full, "/usr/bin/g++", Variant{Edges: true}, syscall.ENOSPC},
		{"interrupted", waits, "/usr/bin/g++", Variant{Edges: true}, context.Canceled},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBuildBench(t)
			for variable, text := range map[string]string{"CC": tt.c, "CXX": tt.cxx} {
				if strings.HasPrefix(text, "#!") {
					b.write("compilers/"+variable, text, 0o755)
					text = filepath.Join(b.fake, "compilers", variable)
				}
				b.Env = append(b.Env, variable+"="+text)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go cancelOnceStarted(ctx, cancel, filepath.Join(b.fake, "compilers", "started"))
			_, _, err := b.Build(ctx, "fake", "3.1.0", tt.variant, 1)
			var output *disk.OutputError
			if !errors.Is(err, tt.want) || errors.As(err, &output) != errors.Is(tt.want, syscall.ENOSPC) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
}

// An archive is not trusted.
func TestUntar(t *testing.T) {
	write := func(entries ...tar.Header) string {
		path := filepath.Join(t.TempDir(), "a.tar.gz")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		z := gzip.NewWriter(f)
		w := tar.NewWriter(z)
		for _, h := range entries {
			text := []byte("text")
			h.Size = int64(len(text))
			if h.Typeflag != tar.TypeReg {
				h.Size, text = 0, nil
			}
			if err := w.WriteHeader(&h); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write(text); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(w.Close(), z.Close(), f.Close()); err != nil {
			t.Fatal(err)
		}
		return path
	}
	dir := t.TempDir()
	err := untar(t.Context(), write(tar.Header{Name: "a/b/c.txt", Typeflag: tar.TypeReg, Mode: 0o7777}, tar.Header{Name: "a/link", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}), dir)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(dir, "b", "c.txt")); err != nil || info.Mode().Perm()&0o022 != 0 || info.Mode()&os.ModeSetuid != 0 {
		t.Errorf("c.txt: %v, %v", info, err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "link")); err == nil {
		t.Error("a link was made")
	}
	for _, name := range []string{"a/../../out", "a/b/../../../out", "a//etc/passwd"} {
		if err := untar(t.Context(), write(tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o644}), dir); err == nil {
			t.Errorf("%s was unpacked", name)
		}
	}
	if err := untar(t.Context(), write(tar.Header{Name: "a/b/c.txt/d", Typeflag: tar.TypeReg, Mode: 0o644}), dir); err == nil {
		t.Error("a file became a folder")
	} else if output := (*disk.OutputError)(nil); !errors.As(err, &output) {
		t.Errorf("error %v", err)
	}
}

func TestIsBuild(t *testing.T) {
	versions := []string{"5.4.0", "5.4.1+assertions", "5.4.1"}
	for line, want := range map[string]string{
		"latest": "5.4.1", "5.4": "5.4.1", "5.4.1": "5.4.1", "5.4.1+assertions": "5.4.1+assertions", "5.4.2": "",
	} {
		if got := solver.Newest(versions, line); got != want {
			t.Errorf("newest of %s: %q, want %q", line, got, want)
		}
	}
	if got := solver.Newest([]string{"5.4.1+assertions"}, "5.4.1"); got != "" {
		t.Errorf("a build is taken for its release: %q", got)
	}
}

// A recipe that cannot work is refused with the key that is wrong.
func TestRecipeProblems(t *testing.T) {
	for _, tt := range []struct{ from, to, want string }{
		{`system = "meson"`, `system = "make"`, `there is no build system "make": give cmake or meson`},
		{`backend = "mesonpy"`, `backend = "../mesonpy"`, `"../mesonpy" is not the name of a Python module`},
		{`folder = "core"`, `folder = "../core"`, `"../core" is not a folder in the package`},
		{`folder = "core"`, `suites = ["testing"]`, "only apt has suites"},
		{`client = "pip"
package = "fake-src"`, `client = "apt"
package = "fake"
suites = ["../sid"]`, `["../sid"] are not names of releases`},
		{`client = "pip"
package = "fake-src"`, `client = "maven"
package = "fake-src"`, `the client of a build must be pip or apt, not "maven"`},
	} {
		_, err := solver.Catalogue{}.With("fake.toml", []byte(strings.Replace(mesonListing, tt.from, tt.to, 1)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.to, err, tt.want)
		}
	}
}
