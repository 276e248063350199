package review_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bugs"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

// newestFile says which findings show in the newest version of their solver.
const newestFile = "../../../evaluation/findings-newest.tsv"

// generatedMark divides what people write in README.md of the folder of findings from the tables.
const generatedMark = "<!-- The rest is written by go test ./internal/findings/review -run TestFindingsPage -update -->\n"

// A listed is a row of the tables.
type listed struct {
	name, solver, class, since, state, needs, what string
	bytes                                          int
}

// textOf reads a file of a finding's folder, "" where there is none.
func textOf(t *testing.T, name, file string) string {
	data, err := os.ReadFile(filepath.Join(findingsDir, name, file))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(data)
}

// withoutHeader is a script without the comments that it begins with.
func withoutHeader(script string) string {
	for strings.HasPrefix(script, ";") {
		_, script, _ = strings.Cut(script, "\n")
	}
	return script
}

// A report says between which versions a bug begins or ends. What was tried earlier comes last, and is closer.
var (
	began = regexp.MustCompile("^- (?:Versions: .*from ([^ ,]+) to |Versions: \\w+ in ([^ ,]+), the only|Versions: [^ ,]+ is good, ([^ ,]+) (?:is wrong|crashes|shows it)" +
		"|Tried earlier.*?`\\w+@[^`]+` is good and `\\w+@([^`]+)` is bad|Tried earlier.*?shows in `\\w+@([^`]+)`)")
	ended = regexp.MustCompile("^- (?:Versions: [^ ,]+ (?:is wrong|crashes), ([^ ,]+) is good|Tried earlier.*`\\w+@[^`]+` is bad and `\\w+@([^`]+)` is good)")
)

// within says when a bug began, and when it ended, by its report. Where it only ended, the oldest version that was tried shows it.
func within(report string) (since, fixed string) {
	defer func() {
		if since == "" && fixed != "" {
			since = inReport(report, `- Versions: \d+ versions tried, from (.*) to .*`)
		}
	}()
	for line := range strings.SplitSeq(report, "\n") {
		if m := began.FindStringSubmatch(line); m != nil && (!strings.Contains(line, "versions tried, from") || strings.Contains(line, " in all ")) {
			since = strings.Join(m[1:], "")
		}
		if m := ended.FindStringSubmatch(line); m != nil {
			fixed = strings.Join(m[1:], "")
		}
	}
	return since, fixed
}

// coded is a text in a cell of a table, as code.
func coded(text string) string { return "`" + strings.ReplaceAll(text, "|", `\|`) + "`" }

// told is what tells a bug apart that nobody has written about.
func told(b *bugs.Bug) string {
	var out string
	switch {
	case len(b.Signatures) > 0:
		site := findings.CrashSite(b.Signatures[0].Text)
		if len(site) > 60 {
			site = strings.ToValidUTF8(site[:60], "") + " ..."
		}
		out = coded(site)
	case b.Stack != "":
		frame := strings.TrimPrefix(b.Stack, "recursion < ")
		for parameters := regexp.MustCompile(`<[^<> ][^<>]*>`); parameters.MatchString(frame); {
			frame = parameters.ReplaceAllString(frame, "")
		}
		frame, _, _ = strings.Cut(frame, " < ")
		out = "in " + coded(frame)
	case len(b.Operators) > 0:
		out = coded(strings.Join(b.Operators, " "))
	default:
		out = "no operators but connectives and equality"
	}
	if b.SameAs != "" {
		out += fmt.Sprintf(" (the bug of [%s](%[1]s))", b.SameAs)
	}
	return strings.TrimSpace(out)
}

// row makes the row of a folder.
func row(t *testing.T, name string, known *bugs.Bug, newest map[string]string) listed {
	report, notes := textOf(t, name, "report.md"), textOf(t, name, "notes.md")
	l := listed{name: name, bytes: len(strings.TrimSpace(withoutHeader(textOf(t, name, "bug.smt2"))))}
	l.what, _, _ = strings.Cut(notes, "\n")
	l.what = strings.TrimSuffix(l.what, ".")
	l.solver, _, _ = strings.Cut(name, "-")
	var class oracle.Class
	var fixed string
	older := func(a, b string) string { // "" is no version
		if a == "" || b != "" && theory.CompareVersions(b, a) < 0 {
			return b
		}
		return a
	}
	if known != nil {
		l.solver, class, l.since = known.Solver, known.Class, strings.TrimPrefix(known.First, known.Solver+"@")
		fixed, _ = strings.CutPrefix(known.Behaves, known.Solver+"@")
		if strings.Contains(fixed, "@") { // another solver behaves
			fixed = ""
		}
		l.state = "shows in " + strings.TrimPrefix(known.Shows, known.Solver+"@")
		l.needs = strings.Join(known.Options, " ")
		l.what = cmp.Or(l.what, told(known))
	}
	if report != "" {
		e := ofFolder(t, name)
		since, until := within(report)
		l.solver, class, l.since, fixed = e.Solver, oracle.Class(e.Class), older(l.since, since), older(fixed, until)
	}
	if found := textOf(t, name, "found.smt2"); strings.HasPrefix(found, "; solver ") {
		first, _, _ := strings.Cut(strings.TrimPrefix(found, "; solver "), "\n")
		spec, err := solver.ParseSpec(first)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		l.needs = cmp.Or(l.needs, strings.Join(spec.Args, " "))
	}
	if l.needs != "" {
		l.needs = coded(l.needs)
	} else if tactic := regexp.MustCompile("\n- Configuration: the tactic (`[^`]+`)").FindStringSubmatch(report); tactic != nil {
		l.needs = "tactic " + tactic[1]
	} else if m := regexp.MustCompile("\n- Configuration: (.*); shows in").FindStringSubmatch(report); m != nil && strings.Contains(report, "option.\n") {
		var options []string
		for o := range strings.SplitSeq(m[1], "; ") {
			options = append(options, strings.SplitN(o, "`", 3)[1])
		}
		l.needs = coded(strings.Join(options, " "))
	} else if needs := inReport(report, `Severity: .*\. Needs: (.*)\.`); needs != "default configuration" {
		l.needs = needs
	}
	if at := newest[name]; at != "" {
		l.state = at
	}
	if fixed != "" {
		l.state = "fixed in " + fixed
	}
	if class != "" {
		l.class = findings.SeverityOf(class).String()
		if strings.HasPrefix(report, "# Possibly") {
			l.class += ", suspected"
		}
	}
	return l
}

// newestStates reads in which version each finding shows, or no longer does.
func newestStates(t *testing.T) map[string]string {
	data, err := os.ReadFile(newestFile)
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]string{"still shows": "shows in ", "does not show it": "not in ", "shows something else": "another class in ", "cannot be told": "refused by "}
	out := make(map[string]string)
	for line := range strings.Lines(string(data)) {
		if f := strings.Split(line, "\t"); words[f[2]] != "" {
			_, version, _ := strings.Cut(f[1], "@")
			out[f[0]] = words[f[2]] + version
		}
	}
	return out
}

// findingsPage is the generated part of README.md.
func findingsPage(t *testing.T) string {
	all, err := bugs.Collection()
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]*bugs.Bug)
	for _, b := range all {
		known[b.Name] = b
	}
	dirs, err := filepath.Glob(filepath.Join(findingsDir, "*", "*.smt2"))
	if err != nil || len(dirs) == 0 {
		t.Fatal(dirs, err)
	}
	newest := newestStates(t)
	tables := make(map[string][]listed)
	var names, others []string
	for _, file := range dirs {
		name := filepath.Base(filepath.Dir(file))
		if slices.Contains(names, name) {
			continue
		}
		names = append(names, name)
		if l := row(t, name, known[name], newest); l.class == "" {
			others = append(others, fmt.Sprintf("- [%s](%[1]s): %s.\n", name, l.what))
		} else {
			tables[l.solver] = append(tables[l.solver], l)
		}
	}
	var order []string
	for s := range tables {
		order = append(order, s)
	}
	slices.SortFunc(order, func(a, b string) int { return cmp.Or(-cmp.Compare(len(tables[a]), len(tables[b])), cmp.Compare(a, b)) })
	var w bytes.Buffer
	for _, s := range order {
		fmt.Fprintf(&w, "\n## %s\n\n| finding | class | since | state | needs | bytes | what is wrong |\n|---|---|---|---|---|---:|---|\n", s)
		for _, l := range tables[s] {
			fmt.Fprintf(&w, "| [%s](%[1]s) | %s | %s | %s | %s | %d | %s |\n", l.name, l.class, l.since, l.state, l.needs, l.bytes, l.what)
		}
	}
	fmt.Fprintf(&w, "\n## Without a reduced formula\n\n%s", strings.Join(others, ""))
	return w.String()
}

// README.md of the folder of findings lists what is there.
func TestFindingsPage(t *testing.T) {
	file := filepath.Join(findingsDir, "README.md")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	written, got, ok := strings.Cut(string(data), generatedMark)
	if !ok {
		t.Fatalf("%s has no line %q", file, generatedMark)
	}
	want := findingsPage(t)
	if *update {
		if err := os.WriteFile(file, []byte(written+generatedMark+want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("run this test with -update (-want +got):\n%s", diff)
	}
}

// Each finding's folder is whole: what was found comes with a sentence that says what is wrong, and a report shows the reduced formula.
func TestFindingsFolders(t *testing.T) {
	entries, err := os.ReadDir(findingsDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		name := e.Name()
		bug, found, report := textOf(t, name, "bug.smt2"), textOf(t, name, "found.smt2"), textOf(t, name, "report.md")
		switch what, _, _ := strings.Cut(textOf(t, name, "notes.md"), "\n"); {
		case bug == "" && found == "":
			t.Errorf("%s: there is no formula", name)
		case found != "" && (!strings.HasSuffix(what, ".") || strings.HasPrefix(what, "-")):
			t.Errorf("%s: notes.md does not begin with a line that says what is wrong", name)
		case report != "" && (bug == "" || !strings.HasPrefix(found, "; solver ")):
			t.Errorf("%s: a report needs bug.smt2, and found.smt2 with the solvers that show it", name)
		case report != "" && !strings.Contains(report, strings.TrimSpace(withoutHeader(bug))):
			t.Errorf("%s: the report shows another formula than bug.smt2", name)
		}
	}
}
