package format_test

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/smt/format"
	"github.com/assay-smt/assay/smt/syntax"
)

var update = flag.Bool("update", false, "write the results into testdata")

// TestSource formats the texts of testdata: each archive has a text and its layout.
func TestSource(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no texts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := formatted(t, string(a.Files[0].Data))
			if *update {
				a.Files = append(a.Files[:1], txtar.File{Name: "want.smt2", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(a.Files[1].Data), got); diff != "" {
				t.Errorf("layout (-want +got):\n%s", diff)
			}
		})
	}
}

// formatted formats a text, and wants that tokens and comments stay what they are and that a second time changes nothing.
func formatted(t *testing.T, src string) string {
	t.Helper()
	got, err := format.Source(src)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tokens(t, src), tokens(t, got)); diff != "" {
		t.Fatalf("other tokens or comments (-before +after):\n%s", diff)
	}
	again, err := format.Source(got)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again); diff != "" {
		t.Fatalf("the layout is not stable (-first +second):\n%s", diff)
	}
	return got
}

// tokens returns the s-expressions of a text in canonical form, and between them all comments, each with what stands before it.
func tokens(t *testing.T, src string) []string {
	t.Helper()
	var out []string
	r := syntax.NewReader(src)
	var tree syntax.Tree
	for {
		from := r.Offset()
		more, err := r.Next(&tree)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, comments(&tree, src, from, r.Offset(), more)...)
		if !more {
			return out
		}
		out = append(out, string(tree.Append(nil, syntax.Root)))
	}
}

// comments returns the comments of src between two offsets, with the number of tokens and parentheses before each.
func comments(tree *syntax.Tree, src string, from, to int, within bool) []string {
	var out []string
	n := 0
	between := func(to int) {
		for from < to {
			switch src[from] {
			case ';':
				text := src[from:]
				if i := strings.IndexAny(text, "\r\n"); i >= 0 {
					text = text[:i]
				}
				from += len(text)
				out = append(out, strings.Repeat(".", n)+strings.TrimRight(text, " \t"))
				continue
			case '(', ')':
				n++
			}
			from++
		}
	}
	for i := syntax.Root; within && i < tree.End(syntax.Root); i++ {
		between(tree.Offset(i))
		if n++; tree.Kind(i) != syntax.List {
			from += len(tree.Text(i))
		} else {
			from++
		}
	}
	between(to)
	return out
}

func TestBuiltinSeeds(t *testing.T) {
	for _, s := range seeds.All() {
		got := formatted(t, string(s.Text))
		for line := range strings.Lines(got) {
			text := strings.TrimSuffix(line, "\n")
			if len(text) > format.Width && strings.Count(text, " ") > strings.Count(text, "\"")+60 {
				t.Errorf("%s: a line of %d columns: %s", s.Name, len(text), text)
			}
		}
	}
}

// TestSeedFolder formats all files of the folder that ASSAY_SEEDS names, or of the one beside the repository.
func TestSeedFolder(t *testing.T) {
	dir := os.Getenv("ASSAY_SEEDS")
	if dir == "" {
		dir = "../../../shared/seeds"
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("there is no folder of seeds: %v", err)
	}
	n := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".smt2" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, err := format.Source(string(text)); err != nil {
			return nil // not s-expressions
		}
		n++
		formatted(t, string(text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Errorf("%s has no file that can be read", dir)
	}
	t.Logf("%d files", n)
}

func TestErrors(t *testing.T) {
	for src, code := range map[string]syntax.Code{
		"(a": syntax.CodeTruncated, ")": syntax.CodeSyntax, "(a) |": syntax.CodeTruncated, "(\x00)": syntax.CodeBinary,
	} {
		got, err := format.Source(src)
		var e *syntax.Error
		if !errors.As(err, &e) || e.Code != code || got != "" {
			t.Errorf("%q: %q, %v; want the code %s", src, got, err, code)
		}
	}
}

// TestHostile: depth costs neither stack nor more than a constant factor of text.
func TestHostile(t *testing.T) {
	const n = 300_000
	for name, src := range map[string]string{
		"lists":     strings.Repeat("(", n) + strings.Repeat(")", n),
		"operators": strings.Repeat("(not ", n) + "p" + strings.Repeat(")", n),
		"lets":      strings.Repeat("(let ((x (f x))) ", n) + "p" + strings.Repeat(")", n),
		"comments":  strings.Repeat("(;\n", n) + strings.Repeat(";\n)", n),
		"siblings":  "(" + strings.Repeat("a ", n) + ")",
	} {
		got, err := format.Source(src)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(got) > 40*len(src) {
			t.Errorf("%s: %d bytes become %d", name, len(src), len(got))
		}
		again, err := format.Source(got)
		if err != nil || got != again {
			t.Errorf("%s: the layout is not stable, %v", name, err)
		}
	}
}

func FuzzSource(f *testing.F) {
	for _, src := range []string{
		"", ";", "(;c\n)", "(a ;c\n;d\n\n)\n\n\n;e\r;f", "\ufeff(a)\r\n\r\n|b\nc| \"d\ne\"", "(! x :named a :b)", "((_ f 1) (let ((x y)) (let ((z x)) z)))",
		"(set-info :source |\n a\n|)", "(real_algebraic_number <1*x^2, (1, 2)>)",
	} {
		f.Add(src)
	}
	for i, s := range seeds.All() {
		if i%8 == 0 {
			f.Add(string(s.Text))
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		if _, err := format.Source(src); err == nil {
			formatted(t, src)
		}
	})
}

func BenchmarkSource(b *testing.B) {
	var all strings.Builder
	for _, s := range seeds.All() {
		all.Write([]byte(s.Text))
	}
	src := all.String()
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, err := format.Source(src); err != nil {
			b.Fatal(err)
		}
	}
}
