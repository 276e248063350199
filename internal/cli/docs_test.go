package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A docBlock is a fenced block of a page: what stands behind its fence, and its lines without the indentation of the fence.
type docBlock struct {
	line  int
	info  []string
	lines []string
}

// docBlocks returns the fenced blocks of a page.
func docBlocks(text string) []docBlock {
	var out []docBlock
	var in *docBlock
	indent := ""
	for i, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimLeft(line, " ")
		switch fence := strings.HasPrefix(trimmed, "```"); {
		case fence && in == nil:
			indent = line[:len(line)-len(trimmed)]
			in = &docBlock{line: i + 1, info: strings.Fields(trimmed[3:])}
		case fence:
			out, in = append(out, *in), nil
		case in != nil:
			in.lines = append(in.lines, strings.TrimPrefix(line, indent))
		}
	}
	return out
}

// TestDocs does what the tutorial and the how-to pages say. A block whose fence names a file, as in "smt2 bug.smt2", becomes that file; the commands of a block
// of the kind console, behind "$ ", are run and print what stands below them. In what they print, "..." stands for anything, and on a line of its own for any
// lines. "console skip" is not run, since it needs the network, a solver that is not there, or long.
func TestDocs(t *testing.T) {
	program, err := exec.LookPath("assay") // that of testscript
	if err != nil {
		t.Fatal(err)
	}
	docs := filepath.Join("..", "..", "docs")
	pages, err := filepath.Glob(filepath.Join(docs, "how-to", "*.md"))
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, page := range append(pages, filepath.Join(docs, "tutorial.md")) {
		name, _ := filepath.Rel(docs, page)
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := os.Symlink(filepath.Dir(program), filepath.Join(dir, "bin")); err != nil { // the tutorial has no PATH yet
				t.Fatal(err)
			}
			for _, b := range docBlocks(string(text)) {
				switch {
				case len(b.info) == 1 && b.info[0] == "console":
					for _, solver := range []string{"z3", "cvc5"} {
						if _, err := exec.LookPath(solver); err != nil {
							t.Skipf("%s is not here", solver)
						}
					}
					b.run(t, name, program, dir)
				case len(b.info) == 2 && b.info[0] != "console":
					mode := os.FileMode(0o600)
					if b.info[0] == "sh" {
						mode = 0o700
					}
					if err := os.WriteFile(filepath.Join(dir, filepath.Base(b.info[1])), []byte(strings.Join(b.lines, "\n")+"\n"), mode); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

// run runs the commands of a block in a folder, one after the other.
func (b *docBlock) run(t *testing.T, page, program, dir string) {
	t.Helper()
	for i := 0; i < len(b.lines); {
		command, ok := strings.CutPrefix(b.lines[i], "$ ")
		if !ok {
			t.Fatalf("%s:%d: the output of no command", page, b.line+1+i)
		}
		at := b.line + 1 + i
		var want []string
		for i++; i < len(b.lines) && !strings.HasPrefix(b.lines[i], "$ "); i++ {
			want = append(want, b.lines[i])
		}
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(program)+string(filepath.ListSeparator)+os.Getenv("PATH"), "NO_COLOR=1")
		out, _ := cmd.CombinedOutput() // what it prints tells whether it works
		got := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
		if len(want) > 0 && !likeLines(want, got) {
			t.Errorf("%s:%d: %s prints\n%s\nand not\n%s", page, at, command, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if code := cmd.ProcessState.ExitCode(); len(want) == 0 && code != 0 {
			t.Errorf("%s:%d: %s ends with %d and prints\n%s", page, at, command, code, strings.Join(got, "\n"))
		}
	}
}

// likeLines reports whether lines are as a page shows them.
func likeLines(want, got []string) bool {
	if len(want) == 0 {
		return len(got) == 0
	}
	if strings.TrimSpace(want[0]) == "..." {
		for i := range len(got) + 1 {
			if likeLines(want[1:], got[i:]) {
				return true
			}
		}
		return false
	}
	return len(got) > 0 && likeLine(want[0], got[0]) && likeLines(want[1:], got[1:])
}

// likeLine reports whether a line is as a page shows it.
func likeLine(want, got string) bool {
	parts := strings.Split(want, "...")
	got, ok := strings.CutPrefix(got, parts[0])
	if !ok || len(parts) == 1 {
		return ok && got == ""
	}
	for _, p := range parts[1 : len(parts)-1] {
		i := strings.Index(got, p)
		if i < 0 {
			return false
		}
		got = got[i+len(p):]
	}
	return strings.HasSuffix(got, parts[len(parts)-1])
}

func TestLikeLines(t *testing.T) {
	for _, tt := range []struct {
		want, got string
		like      bool
	}{
		{"a\nb", "a\nb", true}, {"a", "a\nb", false}, {"...\nb", "a\na\nb", true}, {"...", "", true}, {"a\n...", "a", true}, {"a ... c", "a b c", true},
		{"a ... c", "a b d", false}, {"...b...", "abc", true}, {"...b...", "ac", false}, {"a...a", "a", false},
	} {
		if got := likeLines(strings.Split(tt.want, "\n"), strings.Split(tt.got, "\n")); got != tt.like {
			t.Errorf("%q and %q: %v", tt.want, tt.got, got)
		}
	}
}
