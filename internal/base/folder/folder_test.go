package folder_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
)

var (
	kind  = folder.Kind{Name: "a campaign", Older: func(dir string) bool { return exists(filepath.Join(dir, "campaign.json")) }}
	other = folder.Kind{Name: "mutants"}
)

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// tree describes everything below a folder.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		line := rel + " " + d.Type().String()
		if d.Type().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			line += " " + string(data)
		}
		out = append(out, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func take(t *testing.T, dir string) *folder.Folder {
	t.Helper()
	f, err := folder.Take(dir, kind, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestTake(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	first := take(t, dir)
	if !first.Fresh || len(first.ID) != 32 || first.Kind != kind.Name || first.Assay == "" {
		t.Errorf("first %+v", first)
	}
	write(t, filepath.Join(dir, "more"), "")
	second := take(t, dir)
	if second.Fresh || second.ID != first.ID {
		t.Errorf("second %+v, first %+v", second, first)
	}
	before := tree(t, dir)
	var foreign *folder.ForeignError
	if _, err := folder.Take(dir, other, nil); !errors.As(err, &foreign) || !strings.Contains(err.Error(), "holds a campaign") {
		t.Errorf("another kind: %v", err)
	}
	second.Leave("more") // it was not new
	if diff := cmp.Diff(before, tree(t, dir)); diff != "" {
		t.Error(diff)
	}

	empty := t.TempDir()
	f := take(t, empty)
	write(t, filepath.Join(empty, "mine", "x"), "")
	f.Leave("mine")
	if !exists(empty) || len(tree(t, empty)) != 1 {
		t.Errorf("an empty folder was left as %q", tree(t, empty))
	}
}

// What a killed process leaves of a marker is not taken for a user's file.
func TestKilledWhileMarking(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".assay.json.new"), `{"form`)
	if f := take(t, dir); !f.Fresh {
		t.Errorf("%+v", f)
	}
	if exists(filepath.Join(dir, ".assay.json.new")) {
		t.Error("half a marker is still there")
	}
}

func TestForeign(t *testing.T) {
	for name, fill := range map[string]func(dir string){
		"a file":          func(dir string) { write(t, filepath.Join(dir, "x.c"), "int x;") },
		"a hidden file":   func(dir string) { write(t, filepath.Join(dir, ".x"), "") },
		"an empty folder": func(dir string) { write(t, filepath.Join(dir, "scratch", "x.c"), "") },
		"a link":          func(dir string) { _ = os.Symlink("/nowhere", filepath.Join(dir, "x")) },
		"half a marker":   func(dir string) { write(t, filepath.Join(dir, folder.MarkerFile), `{"format": 1,`) },
		"another marker":  func(dir string) { write(t, filepath.Join(dir, folder.MarkerFile), `{"name": "my project"}`) },
		"a changed marker": func(dir string) {
			write(t, filepath.Join(dir, folder.MarkerFile), `{"format": 1, "kind": "a campaign", "id": "x", "assay": "v1", "checksum": "0123456789abcdef"}`)
		},
		"a newer version": func(dir string) {
			write(t, filepath.Join(dir, folder.MarkerFile), `{"format": 2, "kind": "a campaign", "id": "x", "assay": "v9"}`)
		},
		"a linked marker": func(dir string) {
			take(t, dir)
			_ = errors.Join(os.Rename(filepath.Join(dir, folder.MarkerFile), filepath.Join(dir, "real")), os.Symlink("real", filepath.Join(dir, folder.MarkerFile)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			fill(dir)
			before := tree(t, dir)
			var foreign *folder.ForeignError
			held := false
			_, err := folder.Take(dir, kind, func() error { held = true; return nil })
			if !errors.As(err, &foreign) || held {
				t.Errorf("%v, held %v", err, held)
			}
			if err := folder.Check(dir, kind); !errors.As(err, &foreign) {
				t.Errorf("Check: %v", err)
			}
			if err := folder.Owned(dir, kind); !errors.As(err, &foreign) {
				t.Errorf("Owned: %v", err)
			}
			if diff := cmp.Diff(before, tree(t, dir)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOlder(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "campaign.json"), "{}")
	before := tree(t, dir)
	refused := errors.New("refused")
	if _, err := folder.Take(dir, kind, func() error { return refused }); !errors.Is(err, refused) {
		t.Errorf("%v", err)
	}
	if diff := cmp.Diff(before, tree(t, dir)); diff != "" {
		t.Errorf("a refusal: %s", diff)
	}
	if f := take(t, dir); f.Fresh || f.Note != "" || !exists(filepath.Join(dir, folder.MarkerFile)) {
		t.Errorf("%+v", f)
	}
	write(t, filepath.Join(dir, folder.MarkerFile), "")
	f := take(t, dir)
	if f.Fresh || !strings.Contains(f.Note, "was damaged and is now in "+filepath.Join(dir, disk.Damaged)) {
		t.Errorf("%+v", f)
	}
	if again := take(t, dir); again.ID != f.ID || again.Note != "" {
		t.Errorf("%+v after %+v", again, f)
	}
}

// An error of hold leaves no folder where there was none, and an empty one empty.
func TestHoldFails(t *testing.T) {
	home := t.TempDir()
	for _, dir := range []string{filepath.Join(home, "a", "b"), home} {
		refused := errors.New("refused")
		_, err := folder.Take(dir, kind, func() error {
			if !exists(filepath.Join(dir, folder.MarkerFile)) {
				t.Error("the marker is not the first file")
			}
			return refused
		})
		if !errors.Is(err, refused) || len(tree(t, home)) != 1 {
			t.Errorf("%s: %v, %q", dir, err, tree(t, home))
		}
	}
}

func TestNotWritable(t *testing.T) {
	home := t.TempDir()
	write(t, filepath.Join(home, "file"), "")
	if err := os.Symlink("nowhere", filepath.Join(home, "link")); err != nil {
		t.Fatal(err)
	}
	before := tree(t, home)
	for _, dir := range []string{filepath.Join(home, "file"), filepath.Join(home, "file", "x"), filepath.Join(home, "link"), "/proc/assay/x"} {
		var output *disk.OutputError
		if _, err := folder.Take(dir, kind, nil); !errors.As(err, &output) {
			t.Errorf("%s: %v", dir, err)
		}
	}
	if diff := cmp.Diff(before, tree(t, home)); diff != "" {
		t.Error(diff)
	}
}

// Of many that take one new folder, one has it fresh, all agree on its identity, and what one of them leaves another can take.
func TestRace(t *testing.T) {
	for range 20 {
		dir := filepath.Join(t.TempDir(), "a", "b")
		var all sync.WaitGroup
		var mu sync.Mutex
		ids, fresh := map[string]int{}, 0
		for range 8 {
			all.Go(func() {
				f, err := folder.Take(dir, kind, nil)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				defer mu.Unlock()
				ids[f.ID]++
				if f.Fresh {
					fresh++
				}
			})
		}
		all.Wait()
		if len(ids) != 1 || fresh != 1 {
			t.Errorf("identities %v, %d fresh", ids, fresh)
		}
	}
	dir := filepath.Join(t.TempDir(), "a", "b")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				f, err := folder.Take(dir, kind, nil)
				if err != nil {
					t.Error(err)
					return
				}
				f.Leave()
			}
		})
	}
	all.Wait()
}

func TestMoveAside(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, "out")
	for i, want := range []string{"out.old-1", "out.old-3"} {
		f := take(t, dir)
		if i == 0 {
			write(t, filepath.Join(home, "out.old-2"), "a user's file")
		}
		to, err := folder.MoveAside(dir)
		if err != nil || to != filepath.Join(home, want) || exists(dir) {
			t.Fatalf("%s, %v", to, err)
		}
		if moved, err := folder.Take(to, kind, nil); err != nil || moved.ID != f.ID {
			t.Errorf("%+v, %v", moved, err)
		}
	}
	if err := folder.MoveBack(filepath.Join(home, "out.old-1"), dir); err != nil || exists(filepath.Join(home, "out.old-1")) {
		t.Error(err)
	}
	if err := folder.MoveBack(filepath.Join(home, "out.old-3"), dir); err == nil {
		t.Error("a folder was replaced")
	}

	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	to, err := folder.MoveAside(link)
	if err != nil || to != filepath.Join(home, "out.old-1") {
		t.Fatalf("%s, %v", to, err)
	}
	if f := take(t, link); !f.Fresh || !exists(filepath.Join(dir, folder.MarkerFile)) {
		t.Errorf("%+v", f)
	}

	t.Chdir(dir)
	var foreign *folder.ForeignError
	if _, err := folder.MoveAside("."); !errors.As(err, &foreign) {
		t.Errorf("the current folder: %v", err)
	}
	t.Chdir(home)
	if to, err := folder.MoveAside("out"); err != nil || to != "out.old-4" {
		t.Errorf("%s, %v", to, err)
	}
}

func TestNoLinks(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "findings", "x"), "")
	if err := folder.NoLinks(dir, "findings", "scratch"); err != nil {
		t.Error(err)
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, "scratch")); err != nil {
		t.Fatal(err)
	}
	var foreign *folder.ForeignError
	if err := folder.NoLinks(dir, "findings", "scratch"); !errors.As(err, &foreign) || foreign.Dir != filepath.Join(dir, "scratch") {
		t.Errorf("%v", err)
	}
}

// What is below a folder is found through links, whether it exists or not.
func TestBelow(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "out", "seeds"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "out"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		path, dir, want string
		below           bool
	}{
		{"out/seeds", "out", "seeds", true}, {"link/seeds/none/x", "out", "seeds/none/x", true}, {"out/x", "link", "x", true}, {"none/x/y", "none", "x/y", true},
		{"out", "link/", "", true}, {"out.old-1/x", "out", "", false}, {"x", "out", "", false}, {"out/../x", "out", "", false},
	} {
		rel, below := folder.Below(filepath.Join(dir, tt.path), filepath.Join(dir, tt.dir))
		if rel != filepath.FromSlash(tt.want) || below != tt.below {
			t.Errorf("%s below %s: %q, %v", tt.path, tt.dir, rel, below)
		}
	}
	if _, below := folder.Below("", dir); below {
		t.Error("no path is below a folder")
	}
}
