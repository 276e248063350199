package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/testing/foldertest"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// Whatever of a user's is named where a command would write, it stays as it is. The tables below have every command and every flag that takes a
// path; a new one fails TestEveryPathIsListed until somebody has said what it does there.

// reading are the flags whose paths are only read, by name: of one command, or of all.
var reading = []string{
	"config", "engine-file",
	"bugs", "check", "fusion-functions", "known", "model", "opfuzz-config", "partner", "profile", "proof", "results", "theory", "typefuzz-config", "weaken-rules", "options show --from",
	"bisect --binary",
	"token-file", "creds", "nkey", "ca", "hub --tls-cert", "hub --tls-key",
}

// noPaths are the flags with a text that is no path, although their help does not say what it is.
var noPaths = []string{"enumerate --ask", "eval --from", "fuzz --options", "hub --options", "ci --options", "sessions", "storm-connectives", "truth", "weaken-ambiguous", "bench bugs add --name", "bench bugs add --origin"}

// inBuilds are the flags that name a build or a checkout which the command is asked to change.
var inBuilds = []string{"bisect --git", "coverage --gcov"}

// silent are the commands without arguments that name what they write into.
var silent = []string{
	"engines list", "engines show", "engines check",
	"bench bugs check", "bench bugs list", "check", "ci", "completion", "coverage", "enumerate", "eval", "fuzz", "generate", "infer", "man", "mutate", "options learn", "options list",
	"options show", "rules format", "rules list", "rules show", "rules verify", "seeds list", "solve", "solvers doctor", "solvers list", "version", "bench bugs run",
	"hub", "work", "hub status",
}

// A stays is a command line that names a user's folder, THEIRS, or something in it, and what it ends with.
type stays struct {
	what string // a command, and a flag or "argument"
	args string
	code int
	says string
	// replaces is the one file in THEIRS that the user has asked to replace, "" for none.
	replaces string
}

const refuses = "is not empty, and Assay did not make it; nothing in it was touched"

var allStay = []stays{
	{what: "ci --out", args: "ci --profile fake.toml --baseline fake --candidate fake --mutants 0 --out THEIRS f.smt2", code: 2, says: refuses},
	{what: "ci --out", args: "ci --new --profile fake.toml --baseline fake --candidate fake --mutants 0 --out THEIRS f.smt2", code: 2, says: refuses},
	{what: "ci --out", args: "ci --profile fake.toml --baseline fake --candidate fake --mutants 0 --out THEIRS/main.c f.smt2", code: 5, says: "it is not a folder"},
	{what: "ci --corpus", args: "ci --profile fake.toml --baseline fake --candidate fake --mutants 0 --out ci-out --corpus THEIRS f.smt2", code: 2, says: "assay: --corpus "},
	{what: "ci --corpus", args: "ci --profile fake.toml --baseline fake --candidate fake --mutants 0 --out ci-out --corpus THEIRS/main.c f.smt2", code: 2, says: "not a directory"},
	{what: "fuzz --out", args: "fuzz --profile fake.toml --solver fake --mutants 3 --out THEIRS f.smt2", code: 2, says: refuses},
	{what: "fuzz --out", args: "fuzz --profile fake.toml --solver fake --mutants 3 --out LINK f.smt2", code: 2, says: refuses},
	{what: "fuzz --out", args: "fuzz --new --profile fake.toml --solver fake --mutants 3 --out THEIRS f.smt2", code: 2, says: refuses},
	{what: "fuzz --out", args: "fuzz --profile fake.toml --solver fake --mutants 3 --out THEIRS/main.c f.smt2", code: 5, says: "it is not a folder"},
	{what: "fuzz --resources", args: "fuzz --profile fake.toml --solver fake --mutants 3 --out THEIRS --resources THEIRS/main.c f.smt2", code: 2, says: refuses},
	{what: "fuzz --resources", args: "fuzz --profile fake.toml --solver fake --mutants 3 --out out --seed 9 --resources THEIRS/main.c f.smt2", code: 2, says: "with --seed 1; you gave --seed 9"},
	{what: "fuzz --resources", args: "fuzz --profile fake.toml --solver fake --mutants 3 --out other --resources THEIRS f.smt2", code: 5, says: "is a directory"},
	{what: "fuzz --resources", args: "fuzz --profile fake.toml --solver fake --mutants 3 --out other --resources THEIRS/main.c f.smt2", replaces: "main.c"},
	{what: "hub --out", args: "hub --profile fake.toml --solver fake --mutants 3 --out THEIRS f.smt2", code: 2, says: refuses},
	{what: "hub --out", args: "hub --new --profile fake.toml --solver fake --mutants 3 --out THEIRS f.smt2", code: 2, says: refuses},
	{what: "hub --out", args: "hub --profile fake.toml --solver fake --mutants 3 --out THEIRS/main.c f.smt2", code: 5, says: "it is not a folder"},
	{what: "hub --resources", args: "hub --profile fake.toml --solver fake --mutants 3 --out THEIRS --resources THEIRS/main.c f.smt2", code: 2, says: refuses},
	{what: "mutate --out", args: "mutate --out THEIRS f.smt2", code: 2, says: refuses},
	{what: "mutate --out", args: "mutate --engine opfuzz --out out f.smt2", code: 2, says: "out holds a campaign that Assay made, and not mutants"},
	{what: "generate --out", args: "generate --logic QF_BV --out THEIRS", code: 2, says: refuses},
	{what: "infer --out", args: "infer --profile fake.toml --solver fake --out THEIRS f.smt2", code: 2, says: refuses},
	{what: "enumerate --out", args: "enumerate --profile fake.toml --solver fake --terms core --out THEIRS", code: 2, says: refuses},
	{what: "enumerate --out", args: "enumerate --profile fake.toml --solver fake --terms core --out THEIRS/main.c", code: 5, says: "it is not a folder"},
	{what: "infer --out", args: "infer --profile fake.toml --solver fake --out THEIRS/main.c f.smt2", code: 5, says: "it is not a folder"},
	{what: "man --out", args: "man --out THEIRS", code: 2, says: refuses},
	{what: "triage argument", args: "triage THEIRS", code: 2, says: refuses},
	{what: "triage argument", args: "triage THEIRS --mark *=known", code: 2, says: refuses},
	{what: "merge argument", args: "merge THEIRS out", code: 2, says: refuses},
	{what: "merge argument", args: "merge LINK out", code: 2, says: refuses},
	{what: "merge argument", args: "merge THEIRS/main.c out", code: 5, says: "it is not a folder"},
	{what: "merge argument", args: "merge new THEIRS", code: 1, says: "THEIRS"},
	{what: "report argument", args: "report THEIRS", code: 2, says: refuses},
	{what: "report --out", args: "report out out --out THEIRS", code: 2, says: refuses},
	{what: "triage --out", args: "triage out out --out THEIRS", code: 2, says: refuses},
	{what: "triage --out", args: "triage out out --out LINK --mark *=known", code: 2, says: refuses},
	{what: "serve argument", args: "serve THEIRS", code: 2, says: refuses},
	{what: "report --output", args: "report out -o THEIRS", code: 2, says: "give a file *.html"},
	{what: "report --output", args: "report out -o PAGE.html", code: 5, says: "cannot write"},
	{what: "report --output", args: "report out -o THEIRS/report.html", replaces: "report.html"},
	{what: "fmt argument", args: "fmt --write THEIRS/main.c", code: 1, says: "main.c:1:16"},
	{what: "fmt --write", args: "fmt --write THEIRS"},
	{what: "fmt argument", args: "fmt --check THEIRS"},
	{what: "reduce argument", args: "reduce THEIRS/findings/y", code: 2, says: "format 7"},
	{what: "reduce --out", args: "reduce --profile fake.toml --solver CRASHER --referee none --out THEIRS f.smt2", code: 5, says: "cannot write"},
	{what: "reduce --out", args: "reduce --out THEIRS f.smt2 -- sh -c true", code: 5, says: "cannot write"},
	{what: "reduce --out", args: "reduce --profile fake.toml --solver CRASHER --referee none --out THEIRS/main.c f.smt2", replaces: "main.c"},
	{what: "reduce --out", args: "reduce --profile fake.toml --solver CRASHER --referee none --out THEIRS/link f.smt2", replaces: "main.c"},
	{what: "reduce --out", args: "reduce --profile fake.toml --solver fake --referee none --out THEIRS/main.c f.smt2", code: 1, says: "nothing"},
	{what: "reduce --out", args: "reduce --profile fake.toml --solver nosuchsolver --out THEIRS/main.c f.smt2", code: 4, says: "nosuchsolver"},
	{what: "reduce --report", args: "reduce --profile fake.toml --solver CRASHER --referee none --out small.smt2 --report THEIRS f.smt2", code: 5, says: "cannot write"},
	{what: "reduce --report", args: "reduce --profile fake.toml --solver CRASHER --referee none --out small.smt2 --report THEIRS/main.c f.smt2", replaces: "main.c"},
	{what: "reduce --finding", args: "reduce --profile fake.toml --solver CRASHER --referee none --out small.smt2 --finding THEIRS f.smt2", code: 5, says: "it exists already, and is not a finding"},
	{what: "reduce --finding", args: "reduce --profile fake.toml --solver CRASHER --referee none --out small.smt2 --finding THEIRS/findings/x f.smt2", code: 5, says: "it exists already, and is not a finding"},
	{what: "replay argument", args: "replay THEIRS/findings/y", code: 2, says: "format 7"},
	{what: "bisect argument", args: "bisect THEIRS/findings/y --versions fake@1..2", code: 2, says: "format 7"},
	{what: "locate argument", args: "locate THEIRS/findings/y", code: 2, says: "format 7"},
	{what: "seeds export argument", args: "seeds export --benchexec THEIRS/tasks THEIRS", code: 2, says: "in the seed folder"},
	{what: "seeds export --benchexec", args: "seeds export --benchexec THEIRS f.smt2", code: 2, says: refuses},
	{what: "seeds export --benchexec", args: "seeds export --benchexec LINK f.smt2", code: 2, says: refuses},
	{what: "seeds suite argument", args: "seeds suite --out THEIRS/seeds THEIRS", code: 2, says: "in the seed folder"},
	{what: "seeds suite --out", args: "seeds suite --out THEIRS f.smt2", code: 2, says: refuses},
	{what: "seeds suite --out", args: "seeds suite --out LINK f.smt2", code: 2, says: refuses},
	{what: "stats argument", args: "stats THEIRS", code: 2, says: "known-bugs"},
	{what: "top argument", args: "top THEIRS", code: 2, says: "no campaign is running in this folder"},
	{what: "bench bugs run --out", args: "bench bugs run --out THEIRS --arm one= --solver fake f.smt2", code: 2, says: refuses},
	{what: "bench bugs judge argument", args: "bench bugs judge THEIRS", code: 2, says: "there is no arm"},
	{what: "bench bugs report argument", args: "bench bugs report THEIRS", code: 2, says: "there is no arm"},
	{what: "bench bugs report --html", args: "bench bugs report bench --html PAGE.html", code: 5, says: "cannot write"},
	{what: "bench bugs report --html", args: "bench bugs report bench --html THEIRS/report.html", replaces: "report.html"},
	{what: "bench bugs record argument", args: "bench bugs record THEIRS", code: 2, says: "there is no arm"},
	{what: "bench bugs record --out", args: "bench bugs record bench --out THEIRS", code: 5, says: "cannot write"},
	{what: "bench bugs record --out", args: "bench bugs record bench --out THEIRS/main.c", replaces: "main.c"},
	{what: "bench bugs add argument", args: "bench bugs add THEIRS --into collection", code: 2, says: "there is no arm"},
	{what: "bench bugs add --into", args: "bench bugs add --profile fake.toml --solver CRASHER f.smt2 --into THEIRS", code: 2, says: refuses},
	{what: "options learn --out", args: "options learn planted --profile planted.toml --logic QF_BV --formulas 1 --times 0 --out THEIRS", code: 2, says: "is a directory"},
	{what: "options learn --out", args: "options learn planted --profile planted.toml --logic QF_BV --formulas 1 --times 0 --out THEIRS/main.c", code: 2, says: "this is not a record of learning"},
	{what: "options learn --out", args: "options learn planted --profile planted.toml --logic QF_BV --formulas 1 --times 0 --out THEIRS/feedback/0-x.map", code: 2, says: "is not a record of learning"},
	{what: "options show --export", args: "options show planted --profile planted.toml --from record.jsonl --export THEIRS", code: 5, says: "cannot write"},
	{what: "options show --export", args: "options show planted --profile planted.toml --from record.jsonl --export THEIRS/main.c", replaces: "main.c"},
	{what: "coverage --map", args: "coverage --profile fake.toml --solver fake --by edges --map THEIRS f.smt2", code: 2, says: "directory"},
	{what: "coverage --map", args: "coverage --profile fake.toml --solver fake --by edges --map THEIRS/main.c f.smt2", code: 2, says: "main.c:1:1"},
	{what: "solvers install argument", args: "solvers install z3@4.13.0", code: 2, says: refuses},
	{what: "solvers install argument", args: "solvers list", says: ""},
	{what: "solvers build argument", args: "solvers build z3@4.13.0", code: 2, says: refuses},
	{what: "solvers remove argument", args: "solvers remove z3@4.13.0", code: 2, says: "is not installed"},
}

// theirCommands are those of allStay.
func theirCommands() map[string]bool {
	all := make(map[string]bool)
	for _, s := range allStay {
		all[s.what] = true
	}
	return all
}

func TestEveryPathIsListed(t *testing.T) {
	listed, used := theirCommands(), make(map[string]bool)
	isListed := func(name, flag string) bool {
		full := name + " --" + flag
		for _, l := range slices.Concat(reading, noPaths, inBuilds) {
			if l == flag || l == full {
				used[l] = true
				return true
			}
		}
		used[full] = true
		return listed[full]
	}
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		if c.HasSubCommands() && c.Name() != "hub" || c.DisableFlagParsing {
			return // it only lists its commands, or says what to write instead
		}
		name := strings.TrimPrefix(c.CommandPath(), "assay ")
		argument := name + " argument"
		used[name], used[argument] = true, true
		if !slices.Contains(silent, name) && !listed[argument] {
			t.Errorf("the command %s is not listed: say in allStay what it does in a user's folder, or in silent that it has no argument to write into", name)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if takesPath(f) && !isListed(name, f.Name) {
				t.Errorf("%s --%s takes a path and is not listed: add what it does with a user's folder to allStay, or that it only reads to reading", name, f.Name)
			}
		})
	}
	visit(newRoot(nowhere()))
	for _, l := range slices.Concat(reading, noPaths, inBuilds, silent, slices.Collect(maps.Keys(listed))) {
		if !used[l] {
			t.Errorf("%q is listed, and there is no such flag or command", l)
		}
	}
}

// takesPath reports whether a flag may take a path, according to its name and to what its help calls its value; a text without such a word may be one.
func takesPath(f *pflag.Flag) bool {
	word, _ := pflag.UnquoteUsage(f)
	return strings.Contains(word, "FILE") || strings.Contains(word, "DIR") || strings.Contains(word, "FOLDER") || strings.Contains(word, "PATH") ||
		word == "string" || word == "strings" || word == "stringArray" ||
		slices.Contains([]string{"out", "output", "into", "export", "save", "write", "log", "html", "map", "dir", "folder"}, f.Name)
}

func TestNothingOfTheirsIsTouched(t *testing.T) {
	bin := filepath.Dir(solvertest.Binary(t))
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(t.TempDir(), "config"))
	t.Setenv("XDG_DATA_HOME", filepath.Join(t.TempDir(), "data"))
	home := t.TempDir()
	t.Chdir(home)
	solvertest.WriteProfile(t, home)
	learning, err := txtar.ParseFile(filepath.Join(testdataOf(t), "optionslearn.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"f.smt2":          "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x (* x 2)))\n(check-sat)\n",
		"bench/plan.json": `{"format": 1, "arms": [{"name": "one", "program": "assay", "sha256": "", "flags": []}], "flags": [], "seeds": [], "cpu_ns": 1, "slice_ns": 1, "repeat": 1}`,
	}
	for _, f := range learning.Files {
		files[f.Name] = string(f.Data)
	}
	for name, text := range files {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{
		"fuzz --profile fake.toml --solver fake --mutants 3 --out out f.smt2",
		"options learn planted --profile planted.toml --logic QF_BV --formulas 1 --times 0 --out record.jsonl",
	} {
		if code, said := runLine(t, strings.Fields(line)); code != 0 {
			t.Fatalf("%s: exit code %d: %s", line, code, said)
		}
	}
	for i, tt := range allStay {
		t.Run(tt.args, func(t *testing.T) {
			theirs := filepath.Join(t.TempDir(), "theirs")
			if strings.HasPrefix(tt.args, "solvers ") {
				data := t.TempDir()
				t.Setenv("XDG_DATA_HOME", data)
				theirs = filepath.Join(data, "assay", "solvers")
			}
			foldertest.Foreign(t, theirs)
			link := filepath.Join(t.TempDir(), "link")
			page := filepath.Join(filepath.Dir(theirs), "page")
			if err := errors.Join(os.Symlink(theirs, link), os.Symlink(theirs, page), os.RemoveAll("other")); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(tt.args, "PAGE") {
				if err := os.Rename(theirs, page+".html"); err != nil {
					t.Fatal(err)
				}
				theirs = page + ".html"
			}
			before := foldertest.State(t, theirs)
			var args []string
			for _, word := range strings.Fields(tt.args) {
				word = strings.NewReplacer("THEIRS", theirs, "LINK", link, "PAGE", page).Replace(word)
				if word == "CRASHER" {
					// It says where it crashes, so that no debugger has to look.
					word = `fake '--do=out "ASSERTION VIOLATION\nFile: a.cpp\nLine: 7\nx > 0\n" exit 114'`
				}
				args = append(args, word)
			}
			code, said := runLine(t, args)
			if code != tt.code || !strings.Contains(said, tt.says) {
				t.Errorf("%d: exit code %d, want %d with %q: %s", i, code, tt.code, tt.says, said)
			}
			after := foldertest.State(t, theirs)
			if tt.replaces != "" {
				if slices.Equal(before, after) {
					t.Errorf("%s was not replaced", tt.replaces)
				}
				before, after = without(before, tt.replaces), without(after, tt.replaces)
			}
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("touched (-before +after):\n%s", diff)
			}
		})
	}
}

// without leaves out a file of the folder itself, and the folder's own time.
func without(state []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(state), func(line string) bool { return strings.HasPrefix(line, name+" ") || strings.HasPrefix(line, ". ") })
}

// runLine runs a command line in this process, and returns its exit code and what it said.
func runLine(t *testing.T, args []string) (code int, said string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = Run(context.WithoutCancel(t.Context()), args, NewStreams(strings.NewReader(""), &out, &errs))
	return code, fmt.Sprintf("%s\n%s\n%s", shell.Quote(args), errs.String(), out.String())
}

// testdataOf is the folder of scripts, wherever a test has gone since.
func testdataOf(t *testing.T) string {
	t.Helper()
	return filepath.Join(packageFolder, "testdata", "script")
}

// packageFolder is where the tests of a package begin.
var packageFolder, _ = os.Getwd()
