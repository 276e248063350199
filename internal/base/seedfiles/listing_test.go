package seedfiles

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A formula is the same however it is packed, named alone, found in a folder, or named as the member of an archive.
func TestFormats(t *testing.T) {
	tarball := archiveOf(t, file("./QF_S/b.smt2", "(b)"), file("QF_S/a.smt2", "(a)"), file("README", "no"), file("z.smt2.gz", string(packers[".gz"](t, []byte("(z)")))))
	for ext, pack := range packers {
		t.Run("x"+ext, func(t *testing.T) {
			write(t, map[string][]byte{
				"x.smt2" + ext: pack(t, []byte("(x)")), "in/deep/y.SMT2" + ext: pack(t, []byte("(y)")), "in/deep/notes.txt": []byte("no"),
				"in/t.tar" + ext: pack(t, tarball), "odd" + ext + ".name": pack(t, []byte("(odd)")), "oddtar": pack(t, tarball),
			})
			bench := "in/t.tar" + ext + "!"
			listings, err := List(t.Context(), []string{"./x.smt2" + ext, "in", "odd" + ext + ".name", "oddtar", "in/t.tar" + ext + "!QF_S/b.smt2", "./in/t.tar" + ext + "!QF_S/"}, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			found, skipped := lines(t, listings)
			want := []string{
				"x.smt2" + ext + ": (x)",
				"in/deep/y.SMT2" + ext + ": (y)", bench + "QF_S/a.smt2: (a)", bench + "QF_S/b.smt2: (b)", bench + "z.smt2.gz: (z)",
				"odd" + ext + ".name: (odd)",
				"oddtar!QF_S/a.smt2: (a)", "oddtar!QF_S/b.smt2: (b)", "oddtar!z.smt2.gz: (z)",
				bench + "QF_S/b.smt2: (b)",
				bench + "QF_S/a.smt2: (a)", bench + "QF_S/b.smt2: (b)",
			}
			if diff := cmp.Diff(want, found); diff != "" || skipped != nil {
				t.Errorf("found (-want +got):\n%sskipped: %q", diff, skipped)
			}
		})
	}
}

// What stands for itself in a folder is left out with a reason, or is nothing that anybody would look for.
func TestFolder(t *testing.T) {
	write(t, map[string][]byte{
		"f/a.smt2.bz2": nil, "f/b.zip": nil, "f/c.gz": nil, "f/d.tar": []byte("(not a tar)"), "f/e.tgz": packers[".gz"](t, archiveOf(t, file("e.smt2", "(e)"))),
		"f/g.txt": nil, "f/h.bz2": nil, "outside.smt2": []byte("(outside)"), "g/i.smt2": nil,
	})
	if err := errors.Join(syscall.Mkfifo("f/pipe.smt2", 0o644), os.Symlink("../outside.smt2", "f/link.smt2"), os.Symlink("nowhere", "f/broken.smt2"), os.Symlink("../g", "f/folder.smt2"),
		os.Symlink("f", "named")); err != nil {
		t.Fatal(err)
	}
	listings, err := List(t.Context(), []string{"named"}, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	found, skipped := lines(t, listings)
	if diff := cmp.Diff([]string{"named/e.tgz!e.smt2: (e)", "named/link.smt2: (outside)"}, found); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
	const foreign = ": packed as Assay does not read it: unpack it, or use .gz, .xz, .zst or .tar"
	if diff := cmp.Diff([]string{
		"named/a.smt2.bz2" + foreign, "named/b.zip" + foreign, "named/broken.smt2: there is no such file",
		"named/c.gz: its name does not say what is in it: call it .smt2.gz or .tar.gz, or name it as an argument of its own",
		"named/d.tar: this is no archive, in spite of its name, or damaged from its beginning", "named/pipe.smt2: not a regular file",
	}, skipped); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
}

func TestLists(t *testing.T) {
	zst := packers[".zst"](t, archiveOf(t, file("a.smt2", "(a)"), file("d/b.smt2", "(b)"), file("c.smt2", "(c)"), file("deep/d/b.smt2", "(deep)")))
	write(t, map[string][]byte{
		"l/list.txt": []byte("\xef\xbb\xbf# seeds\r\n\r\n  x y.smt2  \n./#odd\nt.tar.zst!c.smt2\nt.tar.zst!d\nmissing.smt2\nt.tar.zst!gone\nsub\n../up.smt2"),
		"l/x y.smt2": []byte("(xy)"), "l/#odd": []byte("(odd)"), "l/t.tar.zst": zst, "l/sub/s.smt2": []byte("(s)"), "up.smt2": []byte("(up)"), "@file": []byte("(at)"),
	})
	listings, err := List(t.Context(), []string{"@l/list.txt", "@file", "l/t.tar.zst"}, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	found, skipped := lines(t, listings)
	tarball := "l/t.tar.zst!"
	if diff := cmp.Diff([]string{
		"l/x y.smt2: (xy)", "l/#odd: (odd)", tarball + "c.smt2: (c)", tarball + "d/b.smt2: (b)", "l/sub/s.smt2: (s)", "up.smt2: (up)",
		"@file: (at)",
		tarball + "a.smt2: (a)", tarball + "c.smt2: (c)", tarball + "d/b.smt2: (b)", tarball + "deep/d/b.smt2: (deep)",
	}, found); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"l/missing.smt2: there is no such file (line 7 of l/list.txt)", tarball + "gone: the archive has no such formula"}, skipped); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	folders, err := Folders([]string{"@l/list.txt", "l", "up.smt2"})
	if diff := cmp.Diff([]string{"l/sub", "l"}, folders); diff != "" || err != nil {
		t.Errorf("folders (-want +got):\n%s%v", diff, err)
	}
}

func TestWrongArguments(t *testing.T) {
	write(t, map[string][]byte{
		"nested.txt": []byte("a.smt2\n@nested.txt\n"), "formula": []byte("(set-logic QF_S)\n"), "bin": []byte("a\x00b"), "packed": packers[".gz"](t, []byte("x")),
		"long": []byte(strings.Repeat("x", maxPath+1)),
	})
	for arg, want := range map[string]string{
		"@nested.txt": "nested.txt:2: a list cannot name another list",
		"@formula":    "formula:1: this is a formula, not a list",
		"@bin":        "bin:1: a control character",
		"@packed":     "packed: this is no list, but a file compressed with gzip",
		"@long":       "long:1: a path of 4097 bytes",
	} {
		_, err := List(t.Context(), []string{arg}, Limits{})
		var wrong *ListError
		if !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", arg, err, want)
		}
	}
	for _, arg := range []string{"gone", "@gone", "gone!x", "formula!", "@"} {
		if _, err := List(t.Context(), []string{arg}, Limits{}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", arg, err)
		}
		if err := Check(arg); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Check(%s): %v", arg, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := List(ctx, []string{"."}, Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

func TestAbsolute(t *testing.T) {
	write(t, map[string][]byte{"x.smt2": nil, "t.tar": archiveOf(t)})
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for arg, want := range map[string]string{"x.smt2": here + "/x.smt2", "@x.smt2": "@" + here + "/x.smt2", "t.tar!a/b": here + "/t.tar!a/b", "gone": "gone", "@gone": "@gone", "": "", here: here} {
		if got := Absolute(arg); got != want {
			t.Errorf("Absolute(%q) = %q, want %q", arg, got, want)
		}
	}
}

// Files that have moved are read where they are.
func TestMoved(t *testing.T) {
	write(t, map[string][]byte{"old/t.tar": archiveOf(t, file("a.smt2", "(a)")), "old/x.smt2": []byte("(x)"), "old/z.tgz": packers[".gz"](t, archiveOf(t, file("b.smt2", "(b)")))})
	listings, err := List(t.Context(), []string{"old"}, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename("old", "new"); err != nil {
		t.Fatal(err)
	}
	files := listings[0].Files
	for i, f := range files {
		files[i] = f.Moved(strings.Replace(f.Path(), "old", "new", 1))
	}
	found, _ := lines(t, listings)
	slices.Sort(found)
	if diff := cmp.Diff([]string{"new/t.tar!a.smt2: (a)", "new/x.smt2: (x)", "new/z.tgz!b.smt2: (b)"}, found); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]kind{
		"a.smt2": script, "A.SMT2.GZ": script, "a.smt2.zst": script, "a.smt2.xz": script, "a.tar": archive, "a.tar.xz": archive, "a.TGZ": archive, "a.tzst": archive, "a.txz": archive,
		"a.gz": vague, "a.txt.zst": vague, "a.smt2.bz2": foreign, "a.tar.bz2": foreign, "a.zip": foreign, "a.bz2": other, "smt2": other, "a.smt": other, ".smt2": script, "": other,
	} {
		if got := kindOf(name); got != want {
			t.Errorf("kindOf(%q) = %d, want %d", name, got, want)
		}
	}
	for name, want := range map[string]string{"d/a.smt2": "a", "x.tar!QF_S/b.c.smt2.XZ": "b.c", "a": "a", "a.gz": "a"} {
		if got := Stem(name); got != want {
			t.Errorf("Stem(%q) = %q, want %q", name, got, want)
		}
	}
}

func FuzzParseList(f *testing.F) {
	f.Add([]byte("# a\n\nx.smt2\r\n@y\n"))
	f.Add([]byte("\xef\xbb\xbfa b\n\tc"))
	f.Add([]byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, err := parseList("l", data)
		var wrong *ListError
		if err != nil && (!errors.As(err, &wrong) || entries != nil) {
			t.Fatalf("%v, %v", entries, err)
		}
		last := 0
		for _, e := range entries {
			if e.line <= last || e.path != strings.TrimSpace(e.path) || e.path == "" || strings.HasPrefix(e.path, "@") || strings.ContainsAny(e.path, "\n\r\x00") {
				t.Fatalf("entry %+v", e)
			}
			last = e.line
		}
	})
}
