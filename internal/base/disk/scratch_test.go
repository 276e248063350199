package disk_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/assay-smt/assay/internal/base/disk"
)

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Whatever is at a file's path is replaced by a new file, and what a link leads to stays unchanged.
func TestScratchWrite(t *testing.T) {
	foreign := filepath.Join(t.TempDir(), "foreign")
	for name, swap := range map[string]func(path string) error{
		"nothing":      func(string) error { return nil },
		"link":         func(p string) error { return os.Symlink(foreign, p) },
		"second name":  func(p string) error { return os.Link(foreign, p) },
		"dangling":     func(p string) error { return os.Symlink(foreign+"-absent", p) },
		"folder":       func(p string) error { return os.MkdirAll(filepath.Join(p, "x", "y"), 0o755) },
		"link inside":  func(p string) error { return os.Symlink("other", p) },
		"fifo":         func(p string) error { return exec.Command("mkfifo", p).Run() },
		"without mode": func(p string) error { return os.WriteFile(p, nil, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			must(t, os.WriteFile(foreign, []byte("precious"), 0o600))
			s, err := disk.OpenScratch(filepath.Join(t.TempDir(), "scratch"))
			must(t, err)
			defer s.Close()
			must(t, os.WriteFile(s.Path("other"), []byte("other"), 0o600))
			w, err := s.Write("f", []byte("first"))
			must(t, err)
			if !s.Holds("f", w) {
				t.Error("a file that was just written is not there")
			}
			if name != "nothing" {
				must(t, os.RemoveAll(s.Path("f")))
				must(t, swap(s.Path("f")))
				if s.Holds("f", w) {
					t.Error("another file is taken for the one that was written")
				}
			}
			_, err = s.Write("f", []byte("second"))
			must(t, err)
			if got := read(t, s.Path("f")); got != "second" {
				t.Errorf("the file is %q", got)
			}
			if got := read(t, foreign); got != "precious" {
				t.Errorf("the foreign file is %q", got)
			}
			if got := read(t, s.Path("other")); got != "other" {
				t.Errorf("the other file is %q", got)
			}
			s.Remove("f")
			if _, err := os.Lstat(s.Path("f")); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("after Remove: %v", err)
			}
		})
	}
}

// A folder that was replaced is neither written to nor trusted.
func TestScratchFolderIsSwapped(t *testing.T) {
	foreign, dir := t.TempDir(), t.TempDir()
	must(t, os.WriteFile(filepath.Join(foreign, "f"), []byte("precious"), 0o600))
	s, err := disk.OpenScratch(filepath.Join(dir, "scratch"))
	must(t, err)
	w, err := s.Write("f", []byte("ours"))
	must(t, err)
	sub, err := s.Sub("0")
	must(t, err)
	must(t, os.Rename(s.Path(""), filepath.Join(dir, "away")))
	must(t, os.Symlink(foreign, s.Path("")))
	var output *disk.OutputError
	if _, err := s.Write("f", []byte("new")); !errors.As(err, &output) {
		t.Errorf("Write into a replaced folder: %v", err)
	}
	if _, err := sub.Write("f", []byte("new")); !errors.As(err, &output) {
		t.Errorf("Write below a replaced folder: %v", err)
	}
	if s.Holds("f", w) {
		t.Error("a file of another folder is taken for ours")
	}
	s.Remove("f")
	if _, err := s.Sub("1"); err == nil {
		t.Error("Sub of a replaced folder")
	}
	if got := read(t, filepath.Join(foreign, "f")); got != "precious" {
		t.Errorf("the foreign file is %q", got)
	}
	if entries, _ := os.ReadDir(foreign); len(entries) != 1 {
		t.Errorf("the foreign folder has %v", entries)
	}
	if _, err := disk.OpenScratch(s.Path("")); !errors.As(err, &output) {
		t.Errorf("OpenScratch on a link: %v", err)
	}
}

func TestScratchNil(t *testing.T) {
	var s *disk.Scratch
	if s.Path("x") != "x" || s.Holds("x", disk.Written{}) {
		t.Error("a nil Scratch has files")
	}
	if _, err := s.Write("x", nil); err == nil {
		t.Error("a nil Scratch can be written")
	}
	s.Remove("x")
	s.Close()
}

// The next process removes what a killed process left; what is in use, or is not ours to remove, stays.
func TestTemp(t *testing.T) {
	if where := os.Getenv("ASSAY_TEST_TEMP"); where != "" {
		t.Setenv("TMPDIR", where)
		temp, err := disk.NewTemp("killed")
		must(t, err)
		_, err = temp.Write("f", nil)
		must(t, err)
		os.Exit(0) // without Remove, like a killed process
	}
	foreign := t.TempDir()
	t.Setenv("TMPDIR", t.TempDir())
	cmd := exec.Command(os.Args[0], "-test.run=TestTemp$")
	cmd.Env = append(os.Environ(), "ASSAY_TEST_TEMP="+os.TempDir())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	must(t, os.WriteFile(filepath.Join(foreign, ".assay-lock"), nil, 0o600))
	must(t, os.Symlink(foreign, filepath.Join(os.TempDir(), "assay-link-1")))
	must(t, os.Mkdir(filepath.Join(os.TempDir(), "assay-unlocked-1"), 0o755))
	must(t, os.WriteFile(filepath.Join(os.TempDir(), "assay-file"), nil, 0o600))
	first, err := disk.NewTemp("first")
	must(t, err)
	second, err := disk.NewTemp("second")
	must(t, err)
	want := []string{"assay-file", filepath.Base(first.Path("")), "assay-link-1", filepath.Base(second.Path("")), "assay-unlocked-1"}
	check := func(want []string) {
		t.Helper()
		entries, err := os.ReadDir(os.TempDir())
		must(t, err)
		var got []string
		for _, e := range entries {
			got = append(got, e.Name())
		}
		if len(got) != len(want) {
			t.Fatalf("there are %v, want %v", got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("there are %v, want %v", got, want)
			}
		}
	}
	check(want)
	first.Remove()
	check([]string{want[0], want[2], want[3], want[4]})
	disk.RemoveTemps()
	check([]string{want[0], want[2], want[4]})
	if got := read(t, filepath.Join(foreign, ".assay-lock")); got != "" {
		t.Error("the folder behind the link was touched")
	}
}
