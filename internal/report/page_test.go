package report

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/report/dossier"
)

var update = flag.Bool("update", false, "write what is produced into the golden files")

// section is the part of a page under a heading.
func section(t *testing.T, page, id string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, `<section aria-labelledby="`+id+`">`)
	text, _, ends := strings.Cut(rest, "</section>")
	if !found || !ends {
		t.Fatalf("there is no section %s", id)
	}
	return strings.TrimSpace(text) + "\n"
}

func TestSections(t *testing.T) {
	open := finding(oracle.SolutionSoundness, "open", 3)
	open.Suspect, open.Repeated.Shown, open.Open = true, 1, []string{"fp.min", "fp.max"}
	page := render(t, withHistory(loadBugs(t, folder(t, state("word"), open, finding(oracle.CrashClass, "word", 1234))), "word"))
	for _, id := range []string{"run", "findings", "growth", "options", "outcomes", "engines", "rules1", "logics", "trouble"} {
		t.Run(id, func(t *testing.T) {
			file := filepath.Join("testdata", id+".html")
			got := section(t, page, id)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if strings.Contains(page, "Rules of opfuzz") {
		t.Error("an engine without rules has a section of them")
	}
}

var (
	tags      = regexp.MustCompile(`<[a-zA-Z/!?][^<>]*>`)
	attribute = regexp.MustCompile(` ([a-zA-Z:-]+)=(?:"[^"]*")?`)
)

// skeleton is the tags of a page with the names of their attributes, which text must not change.
func skeleton(page string) (all []string) {
	for _, tag := range tags.FindAllString(page, -1) {
		name, _, _ := strings.Cut(strings.Trim(tag, "<>"), " ")
		for _, m := range attribute.FindAllStringSubmatch(tag, -1) {
			name += " " + m[1]
		}
		all = append(all, name)
	}
	return all
}

// Nothing that others write becomes markup.
func TestHostileText(t *testing.T) {
	want := skeleton(render(t, withHistory(loadBugs(t, folder(t, state("word"), finding(oracle.CrashClass, "word", 3))), "word")))
	for _, word := range []string{
		`</title></style></script><script>alert(1)</script>`,
		`"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)' x='`, `--></svg><!--`, `{{.}}`, "`${alert(1)}`", `&lt;script&gt;`,
		"\x00\xff\u202e\u2028", `javascript:alert(1)`, `*/ } body { display: none } /*`, `]]>`, strings.Repeat("word ", 500),
	} {
		page := render(t, withHistory(loadBugs(t, folder(t, state(word), finding(oracle.CrashClass, word, 3))), word))
		if diff := cmp.Diff(want, skeleton(page)); diff != "" {
			t.Errorf("%q changes the page (-plain +hostile):\n%s", word, diff)
		}
		if strings.Contains(page, "ZgotmplZ") {
			t.Errorf("%q: a value was refused", word)
		}
		if hidden := regexp.MustCompile(`.{0,60}[\x00\x{202e}\x{2028}]`).FindAllString(page, -1); hidden != nil {
			t.Errorf("%q: the page has %q, which nobody sees", word, hidden)
		}
	}
}

// The page needs nothing from outside.
func TestSelfContained(t *testing.T) {
	page := render(t, withHistory(loadBugs(t, folder(t, state("word"), finding(oracle.CrashClass, "word", 3))), "word"))
	if bad := regexp.MustCompile(`(?i)https?:|src=|@import|url\(|<script|<link|\bon[a-z]+=`).FindAllString(page, -1); bad != nil {
		t.Errorf("the page has %q", bad)
	}
}

func TestLinks(t *testing.T) {
	f := Finding{Folder: "findings/crash-z3-QF_S-1"}
	for _, c := range []struct{ toCampaign, folder, want string }{
		{"", f.Folder, "findings/crash-z3-QF_S-1/"},
		{".", f.Folder, "findings/crash-z3-QF_S-1/"},
		{"../a b", f.Folder, "../a%20b/findings/crash-z3-QF_S-1/"},
		{"..", "x?y#z%", "../x%3Fy%23z%25/"},
		{"", "javascript:alert(1)", "./javascript:alert%281%29/"},
	} {
		v := view{toCampaign: c.toCampaign}
		if got := v.Link(Finding{Folder: c.folder}); got != c.want && strings.NewReplacer("(", "%28", ")", "%29").Replace(got) != c.want {
			t.Errorf("%q from %q: %q, want %q", c.folder, c.toCampaign, got, c.want)
		}
	}
}

// A page stays within bounds however many findings there are.
func TestManyFindings(t *testing.T) {
	d := &Data{Ended: campaign.EndDuration}
	for range maxListed + 7 {
		d.Bugs = append(d.Bugs, dossier.Entry{Class: "crash", ID: "findings/x", Hits: 1, Status: "new"})
	}
	page := render(t, d)
	if n := strings.Count(page, `href="findings/x/"`); n != maxListed || !strings.Contains(page, "And 7 more, in the folder.") {
		t.Errorf("%d findings are listed", n)
	}
}

func TestStack(t *testing.T) {
	v := view{Data: &Data{Solvers: []Solver{
		{Name: "a", Outcomes: []OutcomeCount{{outcome.Sat, 3}, {outcome.Crash, 1}}},
		{Name: "b", Outcomes: []OutcomeCount{{outcome.Unsat, 4}}},
		{Name: "c"},
	}}}
	want := []mark{
		{X: 0, Width: 75, Words: "sat: 75.0\u00a0% of 4 calls"}, {X: 75, Words: "unsat: 0\u00a0% of 4 calls"},
		{X: 75, Width: 25, Words: "crash: 25.0\u00a0% of 4 calls"},
	}
	if diff := cmp.Diff(want, v.Stack(v.Solvers[0])); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, m := range v.Stack(v.Solvers[2]) {
		if m.Width != 0 {
			t.Errorf("a bar of no calls: %+v", m)
		}
	}
}
