package install

import (
	"archive/zip"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/foldertest"
)

// fakePython is a Python that can do what the tests ask of it: report what it is, and run pip. Wheels are in $FAKE/wheels, and
// files in $FAKE say what goes wrong.
const fakePython = `#!/bin/sh
FAKE=%FAKE%
case "$1" in
-c) [ -e "$FAKE/nopip" ] && exit 1; echo "$FAKE/bin/python3"; exit 0 ;;
-I) shift 2; echo "python runs $(basename "$1") $2"; exit 0 ;;
-m) shift 2 ;;
*) exit 2 ;;
esac
while [ "${1#--}" != "$1" ]; do shift; done
echo "$@" >>"$FAKE/calls"
if [ -e "$FAKE/offline" ]; then
	echo "WARNING: Retrying after connection broken by 'NewConnectionError(...)'" >&2
	echo "ERROR: No matching distribution found for $3" >&2
	exit 1
fi
case "$1" in
index)
	for package; do :; done
	[ "$package" = fake-wheel ] || { echo "ERROR: No matching distribution found for $package" >&2; exit 1; }
	echo "fake-wheel (3.1.0.0)"
	echo "Available versions: 2.9.1.0, 1.0.0.0"
	;;
download)
	for requirement; do :; done
	[ "$requirement" = fake-src==0a0 ] && {
		echo "ERROR: Could not find a version that satisfies the requirement fake-src==0a0 (from versions: 1.0.0.0, 3.1.0.0$(cat "$FAKE/again" 2>/dev/null))" >&2
		exit 1
	}
	[ "${requirement%==*}" = fake-src ] && { cp "$FAKE/sdist/${requirement#*==}.tar.gz" "$5/fake_src-${requirement#*==}.tar.gz"; exit; }
	[ "$requirement" = fake-wheel==0a0 ] && {
		[ -e "$FAKE/odd" ] && { echo "ERROR: other words" >&2; exit 1; }
		versions="1.0.0.0, 2.9.0.0, 2.9.1.0, 3.0.0.0.post1, 3.0.0.0.post2, 3.1.0.0"
		[ -e "$FAKE/none" ] && versions=none
		echo "ERROR: Could not find a version that satisfies the requirement fake-wheel==0a0 (from versions: $versions)" >&2
		echo "ERROR: No matching distribution found for fake-wheel==0a0" >&2
		exit 1
	}
	[ -e "$FAKE/full" ] && { echo "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device" >&2; exit 2; }
	[ -e "$FAKE/gone" ] && {
		echo "ERROR: HTTP error 404 while getting https://mirror.invalid/packages/fake_wheel-3.1.0.0.whl" >&2
		echo "ERROR: 404 Client Error: Not Found for url: https://mirror.invalid/packages/fake_wheel-3.1.0.0.whl#sha256=0123" >&2
		exit 1
	}
	[ -e "$FAKE/slow" ] && { touch "$FAKE/started"; sleep 60; }
	cp "$FAKE/wheels/${requirement#*==}.whl" "$5/fake_wheel-${requirement#*==}-py3-none-any.whl"
	;;
esac
`

// A bench is an installer with a fake Python on PATH.
type bench struct {
	*Installer
	fake string
	t    *testing.T
}

func newBench(t *testing.T, listing string) bench {
	t.Helper()
	fake := t.TempDir()
	b := bench{fake: fake, t: t}
	b.write("bin/python3", strings.ReplaceAll(fakePython, "%FAKE%", fake), 0o755)
	for _, version := range []string{"3.1.0.0", "3.0.0.0.post2", "2.9.1.0", "2.9.0.0", "1.0.0.0"} {
		b.wheel(version, map[string]string{
			"fake_wheel-" + version + ".data/data/bin/fake": "#!/bin/sh\necho Fake solver version " + version + "\n",
			"fake/__init__.py": "version = '" + version + "'\n",
		})
	}
	t.Setenv("PATH", filepath.Join(fake, "bin")+":/usr/bin:/bin")
	c, err := solver.Catalogue{}.With("fake.toml", []byte(listing))
	if err != nil {
		t.Fatal(err)
	}
	b.Installer = &Installer{Dir: filepath.Join(t.TempDir(), "data dir", "solvers"), Catalogue: c, Env: os.Environ()}
	return b
}

const fakeListing = `
format = 1
name = "fake"
[[source]]
client = "pip"
package = "fake-wheel"
version = '^(\d+\.\d+\.\d+)'
file = "bin/fake"
from = "2.0.0"
why = "it had no program"
`

func (b bench) write(name, text string, mode os.FileMode) {
	b.t.Helper()
	path := filepath.Join(b.fake, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		b.t.Fatal(err)
	}
}

func (b bench) wheel(version string, files map[string]string) {
	b.t.Helper()
	path := filepath.Join(b.fake, "wheels", version+".whl")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		b.t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for name, text := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			b.t.Fatal(err)
		}
	}
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		b.t.Fatal(err)
	}
}

// left returns what is below the installer's folder, without what belongs to finished versions.
func (b bench) left() []string {
	var all []string
	_ = filepath.WalkDir(b.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if d.IsDir() {
			if _, err := os.Stat(filepath.Join(path, manifestName)); err == nil && !strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			return nil
		}
		if d.Name() != lockName && d.Name() != folder.MarkerFile {
			all = append(all, path)
		}
		return nil
	})
	return all
}

func TestInstall(t *testing.T) {
	b := newBench(t, fakeListing)
	for _, tt := range []struct {
		line, version, says string
		state               State
	}{
		{"2.9.0", "2.9.0", "Fake solver version 2.9.0.0", Fresh},
		{"2.9", "2.9.1", "Fake solver version 2.9.1.0", Fresh},
		{"latest", "3.1.0", "Fake solver version 3.1.0.0", Fresh},
		{"3.0", "3.0.0", "Fake solver version 3.0.0.0.post2", Fresh},
		{"3", "3.1.0", "Fake solver version 3.1.0.0", Present},
		{"2.9.0", "2.9.0", "Fake solver version 2.9.0.0", Present},
	} {
		m, state, err := b.Install(t.Context(), "fake", tt.line)
		if err != nil {
			t.Fatalf("%s: %v", tt.line, err)
		}
		if m.Version != tt.version || m.Says != tt.says || state != tt.state {
			t.Errorf("%s: version %q says %q, %s; want %+v", tt.line, m.Version, m.Says, state, tt)
		}
		if want := filepath.Join(b.Dir, "fake", tt.version, "bin", "fake"); m.Path() != want {
			t.Errorf("%s: program %s, want %s", tt.line, m.Path(), want)
		}
		if len(m.Downloads) != 1 || len(m.Downloads[0].SHA256) != 64 || len(m.Files) != 1 {
			t.Errorf("%s: downloads %v, files %v", tt.line, m.Downloads, m.Files)
		}
		if err := m.Check(); err != nil {
			t.Error(err)
		}
	}
	all, damaged := b.Installed()
	var specs []string
	for _, m := range all {
		specs = append(specs, m.Spec())
	}
	if diff := cmp.Diff([]string{"fake@2.9.0", "fake@2.9.1", "fake@3.0.0", "fake@3.1.0"}, specs); diff != "" || len(damaged) > 0 {
		t.Errorf("%s, damaged %v", diff, damaged)
	}
	if left := b.left(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	r := solver.Resolver{Profiles: &solver.Set{}, Installed: b.Dir, LookPath: func(string) (string, error) { return "", errors.New("not on PATH") }}
	for spec, want := range map[string]string{"fake@2": "fake@2.9.1", "fake@latest": "fake@3.1.0", "fake@2.9.0": "fake@2.9.0", "fake": "fake@3.1.0"} {
		all, err := r.ResolveAll(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := all[0].String(); got != want {
			t.Errorf("%s is %s, want %s", spec, got, want)
		}
	}
}

func TestAvailable(t *testing.T) {
	for _, odd := range []bool{false, true} {
		b := newBench(t, fakeListing)
		want := []string{"3.1.0", "3.0.0", "2.9.1", "2.9.0"}
		if odd {
			b.write("odd", "", 0o644) // a pip that does not list versions in its complaint
			want = []string{"2.9.1"}
		}
		all, missing, err := b.Available(t.Context(), "fake")
		if err != nil || len(missing) > 0 {
			t.Fatal(err, missing)
		}
		var got []string
		for _, c := range all {
			got = append(got, c.Version)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// Every failure has a problem and a remedy, and leaves nothing behind.
func TestInstallErrors(t *testing.T) {
	for _, tt := range []struct {
		name, line, problem, remedy string
		spoil                       func(b bench)
		offline                     bool
	}{
		{"unknown version", "4.7", "there is no such version", "nearest are 3.1.0, 3.0.0, 2.9.1, 2.9.0", nil, false},
		{"too old", "1.0.0", "before 2.0.0, it had no program", "nearest are", nil, false},
		{"offline", "latest", "pip cannot reach its packages", "check the network", func(b bench) { b.write("offline", "", 0o644) }, true},
		{"no wheels", "latest", "pip has no package fake-wheel for", "another version of Python", func(b bench) { b.write("none", "", 0o644) }, false},
		{"gone", "latest", "its mirror does not have fake_wheel-3.1.0.0.whl", "; try another version", func(b bench) { b.write("gone", "", 0o644) }, false},
		{"no pip", "latest", "python3 has no pip", "python3-pip", func(b bench) {
			b.write("nopip", "", 0o644)
			b.t.Setenv("PATH", filepath.Join(b.fake, "bin"))
		}, false},
		{"no Python", "latest", "there is no Python", "install Python 3", func(b bench) { b.t.Setenv("PATH", b.fake) }, false},
		{"damaged wheel", "latest", "cannot unpack", "try again", func(b bench) { b.write("wheels/3.1.0.0.whl", "PK", 0o644) }, false},
		{"no program", "latest", "has no program bin/fake", "another version", func(b bench) {
			b.wheel("3.1.0.0", map[string]string{"fake/bin/other": "x"})
		}, false},
		{"bad program", "latest", "does not run here: no such library", "another version", func(b bench) {
			b.wheel("3.1.0.0", map[string]string{"x/bin/fake": "#!/bin/sh\necho no such library >&2\nexit 127\n"})
		}, false},
		{"elsewhere", "latest", "which would end up outside the folder", "another version", func(b bench) {
			b.wheel("3.1.0.0", map[string]string{"../../bin/fake": "x"})
		}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t, fakeListing)
			if tt.spoil != nil {
				tt.spoil(b)
			}
			_, _, err := b.Install(t.Context(), "fake", tt.line)
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error %v", err)
			}
			if text := err.Error(); !strings.Contains(text, tt.problem) || !strings.Contains(text, tt.remedy) || e.Offline != tt.offline {
				t.Errorf("error %q, offline %v", text, e.Offline)
			}
			if left := b.left(); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// The newest version does not depend on which sources can be reached: while one of them cannot, only a complete version number is taken
// from another. A source whose client is not available is skipped, and that is reported.
func TestInstallFromAnotherSource(t *testing.T) {
	second := strings.Replace(fakeListing[strings.Index(fakeListing, "[[source]]"):], `"pip"`, `"apt"`, 1)
	b := newBench(t, fakeListing+second)
	b.write("bin/apt-cache", "#!/bin/sh\necho 'fake-wheel | 2.0.0-1 | main Packages'\n", 0o755)
	b.write("bin/apt-get", "#!/bin/sh\necho >a.deb\n", 0o755)
	b.write("bin/dpkg-deb", "#!/bin/sh\nmkdir -p \"$3/bin\"\nprintf '#!/bin/sh\\necho fake 2\\n' >\"$3/bin/fake\"\nchmod 755 \"$3/bin/fake\"\n", 0o755)
	b.write("offline", "", 0o644)
	for _, line := range []string{"latest", "2", "2.0", "3.1.0"} {
		var e *Error
		if _, _, err := b.Install(t.Context(), "fake", line); !errors.As(err, &e) || !e.Offline {
			t.Errorf("%s: error %v", line, err)
		}
	}
	if m, _, err := b.Install(t.Context(), "fake", "2.0.0"); err != nil || m.Client != "apt" || m.Says != "fake 2" {
		t.Errorf("%v, %+v", err, m)
	}
	b.write("nopip", "", 0o644)
	b.write("bin/pip3", "#!/bin/sh\nexit 1\n", 0o755)
	b.write("bin/pip", "#!/bin/sh\nexit 1\n", 0o755)
	b.write("bin/python", "#!/bin/sh\nexit 1\n", 0o755)
	var passed []string
	b.Tell = func(s Step) {
		if s.Doing == "passing over" {
			passed = append(passed, s.With)
		}
	}
	if m, _, err := b.Install(t.Context(), "fake", "latest"); err != nil || m.Version != "2.0.0" || len(passed) != 1 || !strings.Contains(passed[0], "has no pip") {
		t.Errorf("%v, version %s, passed over %q", err, m.Version, passed)
	}
}

func TestInstallOnFullDisk(t *testing.T) {
	b := newBench(t, fakeListing)
	b.write("full", "", 0o644)
	_, _, err := b.Install(t.Context(), "fake", "latest")
	var output *disk.OutputError
	if !errors.As(err, &output) || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v", err)
	}
	if left := b.left(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// cancelOnceStarted cancels a context once a program has made a file.
func cancelOnceStarted(ctx context.Context, cancel func(), file string) {
	for ctx.Err() == nil {
		if _, err := os.Stat(file); err == nil {
			cancel()
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func TestInstallCanceled(t *testing.T) {
	b := newBench(t, fakeListing)
	b.write("slow", "", 0o644)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go cancelOnceStarted(ctx, cancel, filepath.Join(b.fake, "started"))
	if _, _, err := b.Install(ctx, "fake", "latest"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if left := b.left(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// If several installs run at once, one does the work.
func TestInstallTwice(t *testing.T) {
	b := newBench(t, fakeListing)
	const n = 4
	fresh := make(chan bool, n)
	for range n {
		go func() {
			_, state, err := b.Install(t.Context(), "fake", "2.9")
			if err != nil {
				t.Error(err)
			}
			fresh <- state == Fresh
		}()
	}
	count := 0
	for range n {
		if <-fresh {
			count++
		}
	}
	calls, err := os.ReadFile(filepath.Join(b.fake, "calls"))
	if err != nil {
		t.Fatal(err)
	}
	if downloads := strings.Count(string(calls), "==2.9.1.0"); count != 1 || downloads != 1 {
		t.Errorf("%d fresh, %d downloads", count, downloads)
	}
}

// What a killed install left is not a version, and the next command removes it.
func TestSweep(t *testing.T) {
	b := newBench(t, fakeListing)
	if _, err := folder.Take(b.Dir, b.kind(), nil); err != nil {
		t.Fatal(err)
	}
	half := filepath.Join(b.Dir, "fake", unfinished+"3.1.0-123", "tree", "bin")
	if err := os.MkdirAll(half, 0o755); err != nil {
		t.Fatal(err)
	}
	lock, err := disk.TryLock(filepath.Join(b.Dir, "fake", lockName))
	if err != nil {
		t.Fatal(err)
	}
	b.Sweep() // an install is still running
	if _, err := os.Stat(half); err != nil {
		t.Error("swept what is being installed")
	}
	if all, damaged := b.Installed(); len(all)+len(damaged) > 0 {
		t.Errorf("half a version is installed: %v %v", all, damaged)
	}
	lock.Unlock()
	b.Sweep()
	if _, err := os.Stat(filepath.Join(b.Dir, "fake")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("not swept: %v", err)
	}
}

// A folder that Assay did not make stays as it is, whatever its files are called; one of an older version is known by its manifests.
func TestForeignFolder(t *testing.T) {
	b := newBench(t, fakeListing)
	foldertest.Foreign(t, b.Dir)
	before := foldertest.State(t, b.Dir)
	var foreign *folder.ForeignError
	if _, _, err := b.Install(t.Context(), "fake", "latest"); !errors.As(err, &foreign) {
		t.Errorf("install: %v", err)
	}
	if err := b.Check(); !errors.As(err, &foreign) {
		t.Errorf("check: %v", err)
	}
	if err := b.Remove(t.Context(), "z3", "4.13.0"); !errors.Is(err, ErrNotInstalled) {
		t.Errorf("remove: %v", err)
	}
	b.Sweep()
	if diff := cmp.Diff(before, foldertest.State(t, b.Dir)); diff != "" {
		t.Error(diff)
	}

	// What people put there by hand, as docs/reference/solvers.md says, is no reason to refuse.
	hand := newBench(t, fakeListing)
	for _, name := range []string{"mine/1.0/bin/mine", "fake/7/fake"} {
		path := filepath.Join(hand.Dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := hand.Install(t.Context(), "fake", "latest"); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(hand.Dir, "fake", "7", "fake")); err != nil {
		t.Error(err)
	}

	old := newBench(t, fakeListing)
	if _, _, err := old.Install(t.Context(), "fake", "2.9"); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(old.Dir, folder.MarkerFile)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := old.Install(t.Context(), "fake", "latest"); err != nil {
		t.Error(err)
	}
	if err := folder.Owned(old.Dir, old.kind()); err != nil {
		t.Error(err)
	}
}

func TestChanged(t *testing.T) {
	b := newBench(t, fakeListing)
	m, _, err := b.Install(t.Context(), "fake", "latest")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(m.Path())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name        string
		change      func() error
		sizes, sums string // what each says; "" for nothing
	}{
		{"one byte", func() error {
			return os.WriteFile(m.Path(), []byte(strings.Replace(string(text), "Fake", "Fakf", 1)), 0o755)
		}, "", "has the checksum"},
		{"longer", func() error { return os.WriteFile(m.Path(), append(text, 'x'), 0o755) }, "bytes and not", "has the checksum"},
		{"gone", func() error { return os.Remove(m.Path()) }, "is missing", "is missing"},
	} {
		if err := tt.change(); err != nil {
			t.Fatal(err)
		}
		if err := m.CheckSizes(); tt.sizes == "" && err != nil || tt.sizes != "" && !strings.Contains(err.Error(), tt.sizes) {
			t.Errorf("%s: sizes: %v", tt.name, err)
		}
		var changed *ChangedError
		if err := m.Check(); !errors.As(err, &changed) || !strings.Contains(err.Error(), tt.sums) {
			t.Errorf("%s: checksums: %v", tt.name, err)
		}
	}
}

func TestRemove(t *testing.T) {
	b := newBench(t, fakeListing)
	if _, _, err := b.Install(t.Context(), "fake", "2.9"); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(b.Dir, "fake", "7", "fake")
	if err := os.MkdirAll(filepath.Dir(own), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(own, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	for version, want := range map[string]error{"2.9.1": nil, "7": ErrNotInstalled, "8": ErrNotInstalled, "..": ErrNotInstalled, "": ErrNotInstalled} {
		if err := b.Remove(t.Context(), "fake", version); !errors.Is(err, want) {
			t.Errorf("removing %q: %v, want %v", version, err, want)
		}
	}
	if left := b.left(); len(left) != 1 || left[0] != own {
		t.Errorf("left: %v", left)
	}
}

// A library becomes a program with a front end, whatever the folder is called.
func TestFrontEnd(t *testing.T) {
	b := newBench(t, strings.NewReplacer(`file = "bin/fake"`, `script = "def start(): pass"`).Replace(fakeListing))
	m, _, err := b.Install(t.Context(), "fake", "3")
	if err != nil {
		t.Fatal(err)
	}
	if m.Says != "python runs fake --version" {
		t.Errorf("says %q", m.Says)
	}
	var files []string
	for _, f := range m.Files {
		files = append(files, f.Path)
	}
	if diff := cmp.Diff([]string{"bin/fake", "lib/assay_front.py", "lib/fake/__init__.py"}, files); diff != "" {
		t.Error(diff)
	}
}

// A newer Assay has a newer front end, with which install replaces the old one.
func TestUpdatedFrontEnd(t *testing.T) {
	b := newBench(t, strings.NewReplacer(`file = "bin/fake"`, `front = "cvc5"`).Replace(fakeListing))
	m, _, err := b.Install(t.Context(), "fake", "3.1.0")
	if err != nil {
		t.Fatal(err)
	}
	if m.Outdated() {
		t.Error("a new one is outdated")
	}
	// This is how another Assay would have installed it.
	path := filepath.Join(m.dir, frontFile)
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if m.Files, err = sums(filepath.Join(m.dir, "lib")); err != nil {
		t.Fatal(err)
	}
	for i := range m.Files {
		m.Files[i].Path = "lib/" + m.Files[i].Path
	}
	if err := m.write(m.dir); err != nil {
		t.Fatal(err)
	}
	for _, want := range []State{Updated, Present} {
		if m, err = b.Manifest("fake", "3.1.0"); err != nil || m.Outdated() != (want == Updated) {
			t.Fatal(err, m.Outdated())
		}
		if _, state, err := b.Install(t.Context(), "fake", "3.1.0"); err != nil || state != want {
			t.Errorf("%v, %s, want %s", err, state, want)
		}
	}
	if m, err = b.Manifest("fake", "3.1.0"); err != nil || m.Check() != nil {
		t.Error(err, m.Check())
	}
}

func TestNearest(t *testing.T) {
	versions := []string{"5.4", "5.3", "4.13", "4.12", "4.8", "4.5"}
	for line, want := range map[string]string{"9": "5.4 5.3 4.13", "4.9": "4.13 4.12 4.8", "1": "4.12 4.8 4.5", "5.2": "5.4 5.3 4.13"} {
		if got := strings.Join(nearest(versions, line, 3), " "); got != want {
			t.Errorf("nearest to %s: %s, want %s", line, got, want)
		}
	}
}
