package solver

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// write writes an executable file and returns its checksum.
func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func programOf(t *testing.T, path string) Program {
	t.Helper()
	target := Target{Solver: Solver{name: "solv", path: path, profile: &Profile{Name: "solv", Binaries: []string{"solv"}, Call: Call{Args: []string{"{file}"}}}}}
	if err := target.FindProgram(t.Context()); err != nil {
		t.Fatal(err)
	}
	p, err := target.Program()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The record of an installation says what makes up a version: programs and libraries, and neither the launcher nor texts.
func TestProgramOfInstalledVersion(t *testing.T) {
	dir := t.TempDir()
	launcher := write(t, filepath.Join(dir, "bin/solv"), "#!/bin/sh\nexit 1\n")
	small := write(t, filepath.Join(dir, "lib/libgmp.so"), "\x7fELF small")
	large := write(t, filepath.Join(dir, "lib/solv.so"), "\x7fELF of a library that is larger")
	write(t, filepath.Join(dir, "lib/front.py"), "import solv")
	write(t, filepath.Join(dir, InstallRecord), `{"client":"pip","package":"solv","package_version":"1.0.post1","program":"bin/solv","files":[
		{"path":"bin/solv"},{"path":"lib/libgmp.so"},{"path":"lib/solv.so"},{"path":"lib/front.py"},{"path":"../outside.so"}]}`)
	link := filepath.Join(t.TempDir(), "solv")
	if err := os.Symlink(filepath.Join(dir, "bin/solv"), link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "bin/solv"), link} {
		p := programOf(t, path)
		want := []Part{
			{filepath.Join(dir, "lib/solv.so"), large, int64(len("\x7fELF of a library that is larger"))},
			{filepath.Join(dir, "lib/libgmp.so"), small, int64(len("\x7fELF small"))},
		}
		if p.Path != path || p.SHA256 != launcher || p.Package != "pip solv 1.0.post1" || !slices.Equal(p.Parts, want) {
			t.Errorf("%+v", p)
		}
	}
}

// A launcher that nobody recorded is started to see what it ends in, and a program that changes is read again.
func TestProgramBehindLauncher(t *testing.T) {
	cat, err := filepath.EvalSymlinks("/bin/cat")
	if err != nil {
		t.Skip("there is no cat")
	}
	dir := t.TempDir()
	launcher := filepath.Join(dir, "solv")
	first := write(t, launcher, "#!/bin/sh\nexec cat \"$1\"\n")
	if p := programOf(t, launcher); p.SHA256 != first || len(p.Parts) != 1 || p.Parts[0].Path != cat {
		t.Skipf("this system does not describe processes: %+v", p)
	}
	second := write(t, launcher, "#!/bin/sh\nexit 3\n")
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(launcher, later, later); err != nil {
		t.Fatal(err)
	}
	if p := programOf(t, launcher); p.SHA256 != second || len(p.Parts) != 0 {
		t.Errorf("%+v", p)
	}
	// A program is not started.
	mark := filepath.Join(dir, "mark")
	program := filepath.Join(dir, "program")
	sum := write(t, program, "\x7fELF of a solver > "+mark)
	if p := programOf(t, program); p.SHA256 != sum || p.Package != "" || len(p.Parts) != 0 {
		t.Errorf("%+v", p)
	}
	if _, err := (Solver{path: filepath.Join(dir, "nowhere")}).Program(); err == nil {
		t.Error("a file that is not there has a checksum")
	}
}

// The libraries of a program that are named after the solver are part of it; those of the system are not.
func TestProgramWithLibrary(t *testing.T) {
	compiler, err := sandbox.LookPath("cc")
	if err != nil {
		t.Skip("there is no C compiler")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "lib.c"), "int answer(void) { return 3; }\n")
	write(t, filepath.Join(dir, "main.c"), "int answer(void);\nint main(void) { return answer(); }\n")
	library, program := filepath.Join(dir, "libsolv.so"), filepath.Join(dir, "program")
	for _, argv := range [][]string{
		{compiler, "-shared", "-fPIC", "-o", library, filepath.Join(dir, "lib.c")},
		{compiler, "-o", program, filepath.Join(dir, "main.c"), library, "-Wl,-rpath," + dir},
	} {
		if res, err := sandbox.Run(t.Context(), sandbox.Command{Argv: argv}); err != nil || res.ExitCode != 0 {
			t.Skipf("the compiler fails: %v %s", err, res.Stderr)
		}
	}
	if text, err := os.ReadFile(program); err != nil || !bytes.HasPrefix(text, []byte("\x7fELF")) {
		t.Skip("programs have another form here")
	}
	if p := programOf(t, program); len(p.Parts) != 1 || p.Parts[0].Path != library {
		t.Errorf("%+v", p)
	}
}
