package install

import (
	"archive/tar"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ulikunitz/xz"
)

const aptListing = fakeListing + `
[[build]]
client = "apt"
package = "fake"
suites = ["testing", "unstable"]
version = '^(\d+\.\d+\.\d+)'
folder = "core"
target = "fake"
file = "fake"
flags = ["-DFLAG=apt"]
assertions = ["-DCHECKED=ON"]
`

// fakeApt is apt-get and apt-cache. $FAKE/orig has the archives; its list must name the mirror's releases.
const fakeApt = `#!/bin/sh
FAKE=%FAKE%
if [ "$1" = indextargets ]; then cat "$FAKE/targets"; exit; fi
strict=
while [ "$1" = -o ]; do
	case "$2" in Dir::Etc::sourcelist=*) list=${2#*=} ;; APT::Update::Error-Mode=any) strict=yes ;; esac
	shift 2
done
cp "$list" "$FAKE/list" || exit 100
case "$1" in
update)
	grep -q testing "$list" && [ -e "$FAKE/notesting" ] && { echo "E: Failed to fetch http://mirror.invalid/debian/dists/testing/InRelease  Could not connect" >&2; exit 100; }
	grep -q unstable "$list" && { echo "E: The repository 'http://mirror.invalid/debian unstable Release' is not signed." >&2; exit 100; }
	[ -e "$FAKE/offline" ] || exit 0
	echo "W: Failed to fetch http://mirror.invalid/debian/dists/bookworm/InRelease  Could not connect" >&2
	[ -z "$strict" ] || exit 100 ;;
showsrc)
	cat "$FAKE/showsrc"
	[ -s "$FAKE/showsrc" ] || echo "W: Unable to locate package fake" >&2 ;;
source)
	for package; do :; done
	file=fake_${package#fake=}
	file=${file%-*}.orig.tar.xz
	[ -e "$FAKE/orig/$file" ] || { echo "E: Failed to fetch http://mirror.invalid/pool/main/f/fake/$file  404  Not Found [IP: 192.0.2.1 80]" >&2; exit 100; }
	cp "$FAKE/orig/$file" . ;;
*) exit 2 ;;
esac
`

// fakeTargets are what apt-get indextargets says on a Debian with an update, somebody else's mirror, and what is no list of packages.
const fakeTargets = `Codename: bookworm-backports
Origin: Debian
Component: main
Created-By: Packages
Release: bookworm-backports
Repo-URI: http://mirror.invalid/debian/

Codename: bookworm
Origin: Debian
Component: main
Created-By: Packages
Repo-URI: cdrom:[Debian GNU/Linux 12]/

MetaKey: main/binary-amd64/Packages
Description: http://mirror.invalid/debian bookworm/main amd64 Packages
 and more of it
Codename: bookworm
Origin: Debian
Component: main
Created-By: Packages
Repo-URI: http://mirror.invalid/debian/
Signed-By: /usr/share/keyrings/debian.gpg

Codename: bookworm
Origin: Debian
Component: main
Created-By: DEP-11
Repo-URI: http://mirror.invalid/debian/

Codename: nodistro
Origin: Somebody
Component: main
Created-By: Packages
Repo-URI: http://other.invalid/

Codename: noble
Release: noble-updates
Origin: Ubuntu
Component: universe
Created-By: Packages
Repo-URI: http://ubuntu.invalid/

Codename: noble
Release: noble
Origin: Ubuntu
Component: universe
Created-By: Packages
Repo-URI: http://unknown-key.invalid/
Signed-By: -----BEGIN PGP PUBLIC KEY BLOCK-----
`

func newAptBench(t *testing.T) bench {
	t.Helper()
	newBuildBench(t) // skips the test where programs are missing
	b := newBench(t, aptListing)
	for _, name := range []string{"apt-get", "apt-cache", "dpkg-deb"} {
		b.write("bin/"+name, strings.ReplaceAll(fakeApt, "%FAKE%", b.fake), 0o755)
	}
	b.write("targets", fakeTargets, 0o644)
	b.write("showsrc", "Package: fake\nVersion: 1.2.0-1\n\nPackage: fake-doc\nVersion: 7.0.0-1\n\nPackage: fake\nVersion: 1.3.0-2\n", 0o644)
	var packed bytes.Buffer
	z, err := xz.NewWriter(&packed)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	for name, text := range fakeSources {
		err = errors.Join(err, w.WriteHeader(&tar.Header{Name: "fake-1.2.0/" + name, Mode: 0o644, Size: int64(len(text)), Typeflag: tar.TypeReg}))
		_, wErr := w.Write([]byte(text))
		err = errors.Join(err, wErr)
	}
	if err := errors.Join(err, w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	b.write("orig/fake_1.2.0.orig.tar.xz", packed.String(), 0o644)
	return b
}

func TestBuildFromApt(t *testing.T) {
	b := newAptBench(t)
	b.Dir = filepath.Join(t.TempDir(), "solvers")
	var passed []string
	b.Tell = func(s Step) {
		if s.Doing == "passing over" {
			passed = append(passed, s.With)
		}
	}
	m, state, err := b.Build(t.Context(), "fake", "1.2", Variant{Assertions: true}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(passed) != 1 || !strings.Contains(passed[0], "unstable Release' is not signed") {
		t.Errorf("passed over %q", passed)
	}
	if m.Spec() != "fake@1.2.0+assertions" || state != Fresh || m.Says != "Fake solver, FLAG=apt CHECKED=ON in core/main.cpp" || m.Client != "apt" || m.PackageVersion != "1.2.0-1" {
		t.Errorf("%s, %s: %+v", m.Spec(), state, m)
	}
	if len(m.Downloads) != 1 || m.Downloads[0].Path != "fake_1.2.0.orig.tar.xz" {
		t.Errorf("downloads %v", m.Downloads)
	}
	list, err := os.ReadFile(filepath.Join(b.fake, "list"))
	if err != nil {
		t.Fatal(err)
	}
	// The suite unstable is left out, since its update fails.
	const want = `deb-src http://mirror.invalid/debian/ bookworm-backports main
deb-src [signed-by=/usr/share/keyrings/debian.gpg] http://mirror.invalid/debian/ bookworm main
deb-src [signed-by=/usr/share/keyrings/debian.gpg] http://mirror.invalid/debian/ testing main
deb-src http://ubuntu.invalid/ noble-updates universe
`
	if diff := cmp.Diff(want, string(list)); diff != "" {
		t.Error(diff)
	}
	if left := b.left(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// The newest release does not depend on which lists can be reached, and an exact one does not need all of them.
func TestAptListsOutOfReach(t *testing.T) {
	b := newAptBench(t)
	b.write("notesting", "", 0o644)
	v := Variant{Assertions: true}
	for line, want := range map[string]string{
		"latest": "there may be a newer release than 1.3.0: apt cannot reach its packages; check the network and the proxy, and try again, or run: assay solvers build fake@1.3.0+assertions",
		"1.2":    "there may be a newer release than 1.2.0: ",
		"7":      "there is no source package of such a version; apt cannot reach its packages",
	} {
		_, _, err := b.Build(t.Context(), "fake", line, v, 1)
		var e *Error
		if !errors.As(err, &e) || !e.Offline || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
	if m, _, err := b.Build(t.Context(), "fake", "1.2.0", v, 1); err != nil || m.PackageVersion != "1.2.0-1" {
		t.Errorf("an exact version: %v, %+v", err, m)
	}
}

func TestAptSourcesRefusals(t *testing.T) {
	for _, tt := range []struct {
		name, line, problem, remedy string
		breaks                      func(bench)
	}{
		{"not on the mirror", "1.3.0", "its mirror does not have fake_1.3.0.orig.tar.xz", "another mirror", func(bench) {}},
		{"another package's version", "7", "no source package of such a version", "nearest are 1.3.0, 1.2.0", func(bench) {}},
		{"no sources", "1.2", "apt has no sources of fake", "by hand", func(b bench) { b.write("showsrc", "", 0o644) }},
		{"no lists", "1.2", "apt has no lists", "apt-get update", func(b bench) { b.write("targets", "", 0o644) }},
		{"offline", "1.2", "apt cannot reach its packages", "network", func(b bench) { b.write("offline", "", 0o644) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newAptBench(t)
			tt.breaks(b)
			_, _, err := b.Build(t.Context(), "fake", tt.line, Variant{Assertions: true}, 1)
			var e *Error
			if !errors.As(err, &e) || !strings.Contains(e.Problem, tt.problem) || !strings.Contains(e.Remedy, tt.remedy) {
				t.Errorf("%v", err)
			}
			if left, half := b.left(), b.UnfinishedBuilds(); len(left)+len(half) > 0 {
				t.Errorf("left behind: %v, %v", left, half)
			}
		})
	}
}

// Where a library was missing and the user says where it is, the sources are configured again, and that is said.
func TestConfiguresAgain(t *testing.T) {
	b := newBuildBench(t)
	files := map[string]string{"core/CMakeLists.txt": "cmake_minimum_required(VERSION 3.10)\nproject(fake CXX C)\nif(DEFINED ENV{CMAKE_PREFIX_PATH})\n  add_definitions(-DLIBRARY)\nendif()\nadd_executable(fake main.cpp)\n",
		"core/main.cpp": "#ifndef LIBRARY\n#error there is no library\n#endif\nint main() { return 0; }\n"}
	b.sdist("3.1.0.0", files)
	for _, tt := range []struct{ env, problem, configured string }{
		{"X=1", "there is no library", "with "},
		{"X=2", "there is no library", ""},
		{"CMAKE_PREFIX_PATH=/nowhere", "", ", again: CMAKE_PREFIX_PATH changed since the last time"},
	} {
		b.Env = append(b.Env, tt.env)
		configured := ""
		b.Tell = func(s Step) {
			if s.Doing == "configuring" {
				configured = s.With
			}
		}
		_, _, err := b.Build(t.Context(), "fake", "3", Variant{Assertions: true}, 1)
		if (err == nil) != (tt.problem == "") || err != nil && !strings.Contains(err.Error(), tt.problem) {
			t.Errorf("with %s: %v", tt.env, err)
		}
		if (configured == "") != (tt.configured == "") || !strings.Contains(configured, tt.configured) || strings.Contains(configured, "again") != strings.Contains(tt.configured, "again") {
			t.Errorf("with %s, it says that it configures %q", tt.env, configured)
		}
	}
}

func TestCMakeRefuses(t *testing.T) {
	b := newBuildBench(t)
	b.sdist("3.1.0.0", map[string]string{"core/CMakeLists.txt": "cmake_minimum_required(VERSION 3.10)\nproject(fake CXX C)\nmessage(FATAL_ERROR\n  \"the library is missing\")\n"})
	_, _, err := b.Build(t.Context(), "fake", "3", Variant{Assertions: true}, 1)
	var e *Error
	if !errors.As(err, &e) || e.Problem != "CMake cannot configure it: the library is missing" || !strings.Contains(e.Remedy, "CMAKE_PREFIX_PATH") {
		t.Error(err)
	}
}
