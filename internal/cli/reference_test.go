package cli

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/reduce"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

var updateReference = flag.Bool("update", false, "write the pages of docs/reference/generated anew")

// TestReferenceIsCurrent: docs/reference/generated has what the program says of itself. make reference writes it.
func TestReferenceIsCurrent(t *testing.T) {
	dir := filepath.Join("..", "..", "docs", "reference", "generated")
	pages := map[string]func(*testing.T, *page){
		"commands.md": commandsPage, "settings.md": settingsPage, "rules.md": rulesPage, "operators.md": operatorsPage,
		"classes.md": classesPage, "solvers.md": solversPage, "schema.md": schemaPage,
	}
	for name, write := range pages {
		t.Run(name, func(t *testing.T) {
			p := &page{}
			write(t, p)
			path := filepath.Join(dir, name)
			if *updateReference {
				if err := os.WriteFile(path, []byte(p.text.String()), 0o644); err != nil { //nolint:gosec // a page is for everybody
					t.Fatal(err)
				}
			}
			committed, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(committed), "\n"), strings.Split(p.text.String(), "\n")); diff != "" {
				t.Errorf("docs/reference/generated/%s is out of date: run make reference (-committed +program):\n%s", name, diff)
			}
		})
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if pages[f.Name()] == nil {
			t.Errorf("docs/reference/generated/%s: nothing writes this page", f.Name())
		}
	}
}

// A page is a Markdown text in the making.
type page struct{ text strings.Builder }

// begin writes the title of a page, where its content comes from, and what it is about.
func (p *page) begin(title, about string) {
	p.printf("<!-- Written by make reference. Do not edit. -->\n\n# %s\n\n%s\n", title, about)
}

func (p *page) printf(format string, args ...any) { fmt.Fprintf(&p.text, format, args...) }

// section writes a heading.
func (p *page) section(level int, title string) {
	p.printf("\n%s %s\n", strings.Repeat("#", level), title)
}

// verbatim writes a text in a fence.
func (p *page) verbatim(language, text string) {
	p.printf("\n```%s\n%s\n```\n", language, regexp.MustCompile(`(?m)[ \t]+$`).ReplaceAllString(strings.TrimRight(text, "\n"), ""))
}

// table writes a table. A column in which no row has anything is left out.
func (p *page) table(header []string, rows [][]string) {
	var columns []int
	for i := range header {
		if slices.ContainsFunc(rows, func(row []string) bool { return row[i] != "" }) {
			columns = append(columns, i)
		}
	}
	line := func(row []string) {
		for _, i := range columns {
			p.printf("| %s ", strings.ReplaceAll(row[i], "|", `\|`))
		}
		p.printf("|\n")
	}
	p.printf("\n")
	line(header)
	p.printf("%s|\n", strings.Repeat("|---", len(columns)))
	for _, row := range rows {
		line(row)
	}
}

// code is a text in code style, "" for none.
func code(text string) string {
	if text == "" {
		return ""
	}
	if strings.Contains(text, "`") {
		return "`` " + text + " ``"
	}
	return "`" + text + "`"
}

// codes are words in code style, separated by commas.
func codes(words []string) string {
	var all []string
	for _, w := range words {
		all = append(all, code(w))
	}
	return strings.Join(all, ", ")
}

// yes is "yes" or nothing.
func yes(is bool) string {
	if is {
		return "yes"
	}
	return ""
}

// inProse is a text of the program in which < and > are no markup.
func inProse(text string) string {
	return strings.NewReplacer("<", "&lt;", ">", "&gt;", "*", `\*`, "_", `\_`).Replace(text)
}

// processors is a number of processors that no machine has and that no flag has as its default.
const processors = 251

// helpOf returns what a command says when it is asked for help, on any machine.
func helpOf(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	before := runtime.GOMAXPROCS(processors)
	root := newRoot(NewStreams(strings.NewReader(""), &out, &out))
	runtime.GOMAXPROCS(before)
	eachCommand(root, func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.DefValue == strconv.Itoa(processors) {
				f.DefValue = "the number of processors"
			}
		})
	})
	root.SetArgs(args)
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatalf("assay %s: %v", strings.Join(args, " "), err)
	}
	return out.String()
}

// eachCommand calls f with the commands below one that its help lists, each before those below it.
func eachCommand(cmd *cobra.Command, f func(*cobra.Command)) {
	for _, sub := range pagesBelow(cmd) {
		f(sub)
		eachCommand(sub, f)
	}
}

// commandsPage has the help of every command.
func commandsPage(t *testing.T, p *page) {
	p.begin("Commands", "What `assay COMMAND --help` says. [The command line](../cli.md) says what commands have in common, and shows what they print.")
	root := newRoot(NewStreams(strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}))
	p.printf("\n")
	eachCommand(root, func(cmd *cobra.Command) {
		indent := strings.Repeat("  ", strings.Count(cmd.CommandPath(), " ")-1)
		p.printf("%s- [%s](#%s): %s\n", indent, cmd.CommandPath(), strings.ReplaceAll(cmd.CommandPath(), " ", "-"), inProse(cmd.Short))
	})
	eachCommand(root, func(cmd *cobra.Command) {
		words := strings.Fields(cmd.CommandPath())
		p.section(len(words), cmd.CommandPath())
		p.verbatim("text", helpOf(t, append(words[1:], "--help")...))
	})
	p.section(2, "Exit codes")
	p.verbatim("text", helpOf(t, "help", exitTopic))
}

// settingsPage has the engines with their settings, the settings of campaigns, and the passes of assay reduce.
func settingsPage(_ *testing.T, p *page) {
	p.begin("Engines and settings", "The keys of `--set KEY=VALUE` and of `campaign.toml`. `assay engines show` prints those of the engines. [Engines](../../explanation/engines.md) explains them.")
	p.section(2, "Engines")
	var rows [][]string
	for _, d := range engines.All() {
		rows = append(rows, []string{"[" + d.Name + "](#" + d.Name + ")", inProse(d.Doc)})
	}
	p.table([]string{"engine", "does"}, rows)
	for _, d := range engines.All() {
		p.section(3, d.Name)
		rows = nil
		for _, s := range settingsOf(d.Name) {
			rows = append(rows, []string{code(s.Key), code(strings.TrimSuffix(s.Default, "-")), s.Values, inProse(s.Doc)})
		}
		if len(rows) == 0 {
			p.printf("\nNo settings.\n")
			continue
		}
		p.table([]string{"key", "default", "values", "means"}, rows)
	}
	p.section(2, "Campaigns")
	p.printf("\nMany have a flag of `assay fuzz` as well ([commands](commands.md#assay-fuzz)).\n")
	rows = nil
	for _, k := range plan.Default().Knobs() {
		if k.Engine == "" {
			rows = append(rows, []string{code(k.Key), code(strings.Trim(k.Value.String(), "[]")), inProse(strings.ReplaceAll(k.Doc, "`", ""))})
		}
	}
	p.table([]string{"key", "default", "means"}, rows)
	passesSection(p)
}

// passesSection has the passes of assay reduce.
func passesSection(p *page) {
	p.section(2, "Passes of reduce")
	p.printf("\nThe names that `assay reduce --passes` takes.\n")
	var rows [][]string
	for _, pass := range reduce.Passes() {
		rows = append(rows, []string{code(pass.Name), inProse(pass.Doc)})
	}
	p.table([]string{"pass", "does"}, rows)
}

// rulesPage has the rules of the engine weaken, one a line.
func rulesPage(t *testing.T, p *page) {
	all, err := rules.Builtin(theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	p.begin("Rules of weaken", fmt.Sprintf("The %d rules that come with Assay. [Rules](../rules.md) has the notation; `assay rules show NAME` prints a rule as it is written, with the sorts of its parameters "+
		"and its conditions. Read from left to right, a rule weakens a formula; read from right to left, it strengthens one.", len(all)))
	theories, of := grouped(all, func(r *rules.Rule) string { return r.Theory })
	for _, name := range theories {
		p.section(2, name)
		var rows [][]string
		for _, r := range of[name] {
			var weakens, strengthens bool
			for _, u := range r.Uses() {
				weakens, strengthens = weakens || u.Weakens(), strengthens || u.Strengthens()
			}
			use := "both"
			switch {
			case !strengthens:
				use = "weakens"
			case !weakens:
				use = "strengthens"
			}
			rows = append(rows, []string{code(r.Name), code(implication(t, r)), use, inProse(r.Cite)})
		}
		p.table([]string{"rule", "says", "use", "source"}, rows)
	}
}

// implication is the last part of a rule as it is written: (=> LEFT RIGHT) or (= LEFT RIGHT), with its conditions left out.
func implication(t *testing.T, r *rules.Rule) string {
	t.Helper()
	text := strings.TrimSuffix(strings.Join(strings.Fields(r.String()), " "), ")")
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ')':
			depth++
		case '(':
			depth--
		}
		if depth == 0 {
			return text[i:]
		}
	}
	t.Fatalf("rule %s has no implication: %s", r.Name, text)
	return ""
}

// grouped returns the keys of a list in the order of their first elements, and the elements of each.
func grouped[T any](all []T, key func(T) string) (keys []string, of map[string][]T) {
	of = make(map[string][]T)
	for _, x := range all {
		k := key(x)
		if of[k] == nil {
			keys = append(keys, k)
		}
		of[k] = append(of[k], x)
	}
	return keys, of
}

// operatorsPage has the operator table.
func operatorsPage(_ *testing.T, p *page) {
	table := theory.Builtin()
	p.begin("Operators", fmt.Sprintf("The %d rows of the operator table, in the notation of [theory files](../theory-files.md). `open` says where the standard leaves the value open. "+
		"Engines do not add operators in brackets to formulas.", len(table.Rows())))
	theories, of := grouped(table.Rows(), func(r *theory.Row) string { return r.Theory })
	for _, name := range theories {
		p.section(2, name)
		var rows [][]string
		for _, r := range of[name] {
			operator := code(r.Name)
			if r.NoGenerate != "" {
				operator = "(" + operator + ")"
			}
			rows = append(rows, []string{operator, code(r.Signature()), available(r.In), inProse(r.Doc) + seldomDecided(r), inProse(r.Partial)})
		}
		p.table([]string{"operator", "signature", "solvers", "means", "open"}, rows)
	}
}

// available names solvers with the versions that have something.
func available(in []theory.Availability) string {
	var all []string
	for _, a := range in {
		text := a.Solver
		if a.Since != "" {
			text += " from " + a.Since
		}
		if a.Until != "" {
			text += " before " + a.Until
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// classesPage has the classes of findings.
func classesPage(_ *testing.T, p *page) {
	p.begin("Classes of findings", "The worst first. [Findings on disk](../findings.md#classes) says more about each. `--class` of several commands takes classes, `--notify-severity` severities, with dashes for blanks.")
	classes := oracle.Classes()
	slices.SortStableFunc(classes, func(a, b oracle.Class) int { return int(findings.SeverityOf(a)) - int(findings.SeverityOf(b)) })
	var rows [][]string
	for _, c := range classes {
		rows = append(rows, []string{code(string(c)), findings.SeverityOf(c).String(), inProse(findings.Meaning(c))})
	}
	p.table([]string{"class", "severity", "means"}, rows)
}

// solversPage has what the profiles that come with Assay say at a glance.
func solversPage(t *testing.T, p *page) {
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := solver.BuiltinCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	p.begin("Solvers", "What the profiles that come with Assay say of solvers, as far as it does not depend on their versions. [Profiles](../profiles.md) explains the keys; [Versions of solvers](../solvers.md) says how versions are installed.")
	var called, can, reads [][]string
	for _, s := range set.Profiles() {
		var sources []string
		if l, ok := catalogue.Listing(s.Name); ok {
			for _, source := range l.Sources {
				sources = append(sources, source.Client)
			}
		}
		logics := codes(s.Logics)
		if logics == "" {
			logics = "all"
		}
		if len(s.ExceptLogics) > 0 {
			logics += " except " + codes(s.ExceptLogics)
		}
		checks := "any number"
		if s.MaxChecks > 0 {
			checks = strconv.Itoa(s.MaxChecks)
		}
		var modes []string
		for _, m := range []solver.Mode{solver.Reset, solver.Push} {
			if s.Living.Can(m) {
				modes = append(modes, string(m))
			}
		}
		name := code(s.Name)
		called = append(called, []string{name, s.Title, codes(s.Binaries), s.Codebase, strings.Join(sources, ", "), checks})
		reads = append(reads, []string{name, logics})
		can = append(can, []string{name, yes(s.Show.Model != ""), yes(s.Show.Core != ""), yes(s.Show.Proof != ""), yes(len(s.Call.SelfCheck) > 0), strings.Join(modes, ", "),
			yes(s.Stats.Tells()), yes(len(s.Space.Lists) > 0), codes(commandsOf(s.Show.Further))})
	}
	p.section(2, "Programs")
	p.table([]string{"name", "solver", "programs", "codebase", "installed by", "check-sats"}, called)
	p.section(2, "What they show")
	p.table([]string{"name", "models", "cores", "proofs", "checks itself", "reused processes", "statistics", "lists options", "further questions"}, can)
	p.section(2, "Logics that they read")
	p.table([]string{"name", "logics"}, reads)
}

// commandsOf names the commands that a profile has for further questions.
func commandsOf(f solver.Further) (names []string) {
	v := reflect.ValueOf(f)
	for i := range v.NumField() {
		if v.Field(i).Kind() != reflect.String {
			continue
		}
		if name, _, _ := strings.Cut(strings.Trim(v.Field(i).String(), "()"), " "); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// schemaPage has the tables and views of a campaign's database, as a new one has them.
func schemaPage(t *testing.T, p *page) {
	path := filepath.Join(t.TempDir(), store.FileName)
	db, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	p.begin("Schema of campaign.db", fmt.Sprintf("Version %d of the schema. [The database](../store.md) says what tables and columns mean, and has queries.", store.Version))
	p.section(2, "Tables")
	for _, table := range rowsOf(t, path, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name") {
		p.section(3, table[0])
		var rows [][]string
		for _, c := range rowsOf(t, path, "SELECT name, type, \"notnull\" OR pk, pk FROM pragma_table_xinfo('"+table[0]+"') ORDER BY cid") {
			key := ""
			if c[3] != "0" {
				key = c[3]
			}
			rows = append(rows, []string{code(c[0]), c[1], map[string]string{"0": "may be null"}[c[2]], key})
		}
		p.table([]string{"column", "type", "null", "place in the primary key"}, rows)
	}
	for _, kind := range []string{"index", "view"} {
		p.section(2, map[string]string{"index": "Indexes", "view": "Views"}[kind])
		for _, object := range rowsOf(t, path, "SELECT sql FROM sqlite_schema WHERE type = '"+kind+"' AND sql IS NOT NULL ORDER BY name") {
			p.verbatim("sql", object[0]+";")
		}
	}
}

// rowsOf returns the rows of a query.
func rowsOf(t *testing.T, path, sql string) (rows [][]string) {
	t.Helper()
	c, err := sqlite3.OpenFlags(path, sqlite3.OPEN_READONLY)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	s, _, err := c.Prepare(sql)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for s.Step() {
		var row []string
		for i := range s.ColumnCount() {
			row = append(row, s.ColumnText(i))
		}
		rows = append(rows, row)
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// seldomDecided says which solvers seldom decide formulas with a row.
func seldomDecided(r *theory.Row) string {
	if r.Seldom == nil {
		return ""
	}
	return " Seldom decided by " + available(r.Seldom) + "."
}
