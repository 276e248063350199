package crosscheck

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// TestDialects reads the scripts in ../shared/dialects, which solvers read but the standard does not allow, writes them again and makes the solver
// that reads the original read the written text: the answers must be the same. Short is over every 10th file, medium over every 3rd, long over all.
// ASSAY_DIALECTS names another folder, ASSAY_DIALECTS_TABLE names a file for the table. Solvers are searched for in all folders of PATH, so that
// there can be several versions.
func TestDialects(t *testing.T) {
	every := testdepth.Crosscheck(t, 10, 3, 1)
	root := cmp.Or(os.Getenv("ASSAY_DIALECTS"), filepath.Join("..", "..", "..", "shared", "dialects"))
	cases := dialectCases(t, root)
	if len(cases) == 0 {
		t.Skip("no scripts of dialects: " + root)
	}
	found := &binaries{known: map[string]string{}}
	results := make([]dialectResult, len(cases))
	var wg sync.WaitGroup
	next := make(chan int)
	for range workers {
		wg.Go(func() {
			for i := range next {
				results[i] = cases[i].run(t, found)
			}
		})
	}
	for i := 0; i < len(cases); i += every {
		next <- i
	}
	close(next)
	wg.Wait()
	table := dialectTable(results)
	t.Log("\n" + table)
	if out := os.Getenv("ASSAY_DIALECTS_TABLE"); out != "" {
		if err := os.WriteFile(out, []byte(table), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tried, compared := 0, 0
	for _, r := range results {
		switch r.outcome {
		case differs:
			t.Errorf("%s: %s", r.file, r.reason)
		case same, slower:
			compared++
		}
		if r.outcome != unrun && r.outcome != noSolver {
			tried++
		}
	}
	switch {
	case tried == 0:
		t.Skip("none of the solvers that read these scripts is on PATH")
	case compared == 0:
		t.Error("no script was compared")
	}
}

// A dialectCase is a script in the folder, with the solver that reads it.
type dialectCase struct{ root, file, reader string }

// dialectCases reads the folder's index.
func dialectCases(t *testing.T, root string) []dialectCase {
	data, err := os.ReadFile(filepath.Join(root, "INDEX.tsv"))
	if err != nil {
		return nil
	}
	var out []dialectCase
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		fields := strings.Split(line, "\t")
		if i == 0 || len(fields) < 2 {
			continue
		}
		out = append(out, dialectCase{root, fields[0], fields[1]})
	}
	if len(out) == 0 {
		t.Fatal("an index without files")
	}
	return out
}

// dialectOutcome is what came of a case.
type dialectOutcome int

const (
	unrun dialectOutcome = iota
	same                 // the solver answers both texts in the same way
	noSolver
	unread
	dialectRefused // the solver complains about the written text
	slower         // one of the texts has no answer in time
	differs        // one sat, the other unsat
	dialectOutcomes
)

type dialectResult struct {
	file    string
	outcome dialectOutcome
	reason  string
}

// dialectLimit is how long a solver has for a text, on a machine that is also doing other work.
const dialectLimit = 20 * time.Second

func (c dialectCase) run(t *testing.T, found *binaries) dialectResult {
	r := dialectResult{file: c.file}
	path := filepath.Join(c.root, c.file)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
		return r
	}
	s, err := elab.Script(string(text), elab.Options{})
	if err != nil {
		r.outcome, r.reason = unread, err.Error()
		return r
	}
	solver := found.find(c.reader)
	if solver == "" {
		r.outcome, r.reason = noSolver, c.reader
		return r
	}
	p := script.Printer{Solver: s.Dialects.Solver()}
	if d, _ := theory.DialectOf(filepath.Base(solver)); s.Dialects&d != 0 {
		p.Solver = filepath.Base(solver)
	}
	printed := filepath.Join(t.TempDir(), "printed.smt2")
	if err := os.WriteFile(printed, p.Append(nil, s), 0o600); err != nil {
		t.Error(err)
		return r
	}
	args := dialectArguments(solver, string(text))
	before, after := runDialect(solver, args, path), runDialect(solver, args, printed)
	r.outcome, r.reason = compareDialect(before, after)
	return r
}

// dialectArguments are the options of a solver for a text: those that cvc5's own scripts ask for in a comment.
func dialectArguments(solver, text string) []string {
	if filepath.Base(solver) != "cvc5" {
		return nil
	}
	args := []string{"--strings-exp", "--incremental"}
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "; COMMAND-LINE:"); ok {
			args = append(args, strings.Fields(rest)...)
			break
		}
	}
	return args
}

// dialectRun is what a solver wrote.
type dialectRun struct {
	answers, errors []string
	late            bool
}

func runDialect(solver string, args []string, file string) dialectRun {
	ctx, cancel := context.WithTimeout(context.Background(), dialectLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, solver, append(slices.Clone(args), file)...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	r := dialectRun{late: ctx.Err() != nil}
	for line := range strings.Lines(out.String()) {
		switch line = strings.TrimSpace(line); {
		case line == "sat", line == "unsat", line == "unknown":
			r.answers = append(r.answers, line)
		case strings.Contains(line, "(error"), strings.HasPrefix(line, "unsupported"):
			r.errors = append(r.errors, line)
		}
	}
	var failed *exec.ExitError
	if len(r.errors) == 0 && !r.late && errors.As(err, &failed) && failed.ExitCode() < 0 {
		r.errors = append(r.errors, "crash: "+failed.String())
	}
	return r
}

// compareDialect compares what a solver says about a script and about what was written for it. Complaints about the
// original are removed: what matters is whether there are more.
func compareDialect(before, after dialectRun) (dialectOutcome, string) {
	for i := range min(len(before.answers), len(after.answers)) {
		a, b := before.answers[i], after.answers[i]
		if a != b && a != "unknown" && b != "unknown" && len(before.errors) == 0 && len(after.errors) == 0 {
			return differs, fmt.Sprintf("check %d is %s, and %s for what was written", i+1, a, b)
		}
	}
	if len(after.errors) > len(before.errors) {
		return dialectRefused, after.errors[0]
	}
	if before.late != after.late || !slices.Equal(before.answers, after.answers) {
		return slower, fmt.Sprintf("%v in time, and %v for what was written", before.answers, after.answers)
	}
	return same, ""
}

// binaries finds solvers by name and version in the folders of PATH.
type binaries struct {
	mu    sync.Mutex
	known map[string]string
}

// find returns the path of the solver that the index names, such as "z3 5.4.0", "" when there is none. "a newer cvc5 (...)" is the newest.
func (b *binaries) find(reader string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if path, ok := b.known[reader]; ok {
		return path
	}
	name, version, _ := strings.Cut(reader, " ")
	if strings.HasPrefix(reader, "a newer ") {
		name, version = strings.Fields(reader)[2], ""
	}
	best, bestVersion := "", ""
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path := filepath.Join(dir, name)
		out, err := exec.Command(path, "--version").Output()
		if err != nil {
			continue
		}
		v := firstVersion(string(out))
		if version == "" && (best == "" || theory.CompareVersions(v, bestVersion) > 0) || version != "" && v == version {
			best, bestVersion = path, v
		}
	}
	b.known[reader] = best
	return best
}

// firstVersion returns the first dotted number of a text.
func firstVersion(text string) string {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') }) {
		if word = strings.Trim(word, "."); strings.Contains(word, ".") {
			return word
		}
	}
	return ""
}

// dialectTable counts dialectOutcomes by folder, and lists those that are not the same with their reasons.
func dialectTable(results []dialectResult) string {
	counts := map[string]*[dialectOutcomes]int{}
	var rest []dialectResult
	for _, r := range results {
		if r.outcome == unrun {
			continue
		}
		for _, group := range []string{filepath.Dir(r.file), "all"} {
			if counts[group] == nil {
				counts[group] = new([dialectOutcomes]int)
			}
			counts[group][r.outcome]++
		}
		if r.outcome != same {
			rest = append(rest, r)
		}
	}
	var b strings.Builder
	b.WriteString("| scripts | files | same answers | one late | refused as written | different answers | not read | no solver |\n|---|---|---|---|---|---|---|---|\n")
	for _, group := range []string{"z3", "bitwuzla", "cvc5", "all"} {
		n := counts[group]
		if n == nil {
			continue
		}
		files := 0
		for _, k := range n {
			files += k
		}
		fmt.Fprintf(&b, "| %s | %d | %d (%.1f %%) | %d | %d | %d | %d | %d |\n", group, files, n[same], 100*float64(n[same])/float64(files),
			n[slower], n[dialectRefused], n[differs], n[unread], n[noSolver])
	}
	slices.SortFunc(rest, func(a, b dialectResult) int {
		return cmp.Or(cmp.Compare(a.outcome, b.outcome), strings.Compare(a.file, b.file))
	})
	b.WriteString("\n")
	names := [dialectOutcomes]string{unread: "not read", dialectRefused: "refused as written", slower: "one late", differs: "different answers", noSolver: "no solver"}
	for _, r := range rest {
		fmt.Fprintf(&b, "- %s: %s: %s\n", r.file, names[r.outcome], r.reason)
	}
	return b.String()
}
