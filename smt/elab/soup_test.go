package elab_test

import (
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/smt/syntax"
)

// corpus returns the texts from which structured mutation starts.
func corpus(tb testing.TB) []string {
	tb.Helper()
	var out []string
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		tb.Fatal("no golden files", err)
	}
	for _, path := range archives {
		_, files := readArchive(tb, path)
		for _, f := range files {
			if strings.HasSuffix(f.Name, ".smt2") {
				out = append(out, f.Data)
			}
		}
	}
	for _, s := range seeds.All() {
		if len(s.Text) < 1500 {
			out = append(out, string(s.Text))
		}
	}
	return out
}

// pieces returns the commands of src and the texts of all their parts.
func pieces(src string) (commands, parts []string) {
	var t syntax.Tree
	r := syntax.NewReader(src)
	for {
		more, err := r.Next(&t)
		if err != nil || !more {
			return commands, parts
		}
		commands = append(commands, string(t.Append(nil, syntax.Root)))
		for n := syntax.Root + 1; n < t.End(syntax.Root); n++ {
			parts = append(parts, string(t.Append(nil, n)))
		}
	}
}

// TestTreeSoup reads scripts whose parts were exchanged for parts of other scripts: nearly correct text,
// which gets further than random bytes.
func TestTreeSoup(t *testing.T) {
	texts := corpus(t)
	var all []string
	for _, s := range texts {
		_, parts := pieces(s)
		all = append(all, parts...)
	}
	rapid.Check(t, func(rt *rapid.T) {
		commands, own := pieces(rapid.SampledFrom(texts).Draw(rt, "text"))
		if len(own) == 0 {
			return
		}
		for range rapid.IntRange(1, 3).Draw(rt, "changes") {
			i := rapid.IntRange(0, len(commands)-1).Draw(rt, "command")
			_, parts := pieces(commands[i])
			if len(parts) == 0 {
				continue
			}
			from := all
			if rapid.Bool().Draw(rt, "own") {
				from = own
			}
			k := rapid.IntRange(0, len(parts)-1).Draw(rt, "place")
			commands[i] = exchange(commands[i], k, rapid.SampledFrom(from).Draw(rt, "part"))
		}
		if rapid.IntRange(0, 3).Draw(rt, "mix") == 0 {
			more, _ := pieces(rapid.SampledFrom(texts).Draw(rt, "second"))
			at := rapid.IntRange(0, len(commands)).Draw(rt, "where")
			commands = append(append(append([]string(nil), commands[:at]...), more...), commands[at:]...)
		}
		checkScript(rt, strings.Join(commands, "\n"))
	})
}

// exchange replaces part k of a command, as pieces counts them.
func exchange(command string, k int, by string) string {
	var t syntax.Tree
	if more, err := syntax.NewReader(command).Next(&t); err != nil || !more {
		return command
	}
	n := syntax.ID(k + 1)
	if n >= t.End(syntax.Root) {
		return command
	}
	at := t.Offset(n)
	return command[:at] + by + command[at+len(t.Text(n)):]
}
