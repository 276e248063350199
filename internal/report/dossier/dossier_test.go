package dossier_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/report/dossier"
	"github.com/assay-smt/assay/internal/report/figures"
)

func TestCompare(t *testing.T) {
	got := dossier.Compare("(assert (> x 0))\n(check-sat)", "(assert (>= x 0))\n(check-sat)(exit)")
	want := []dossier.Change{{Text: "(assert ("}, {Kind: "-", Text: ">"}, {Kind: "+", Text: ">="}, {Text: " x 0))\n(check-sat)"}, {Kind: "+", Text: "(exit)"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := dossier.Compare("a", ""); got != nil {
		t.Errorf("nothing to compare with: %v", got)
	}
	if got := dossier.Compare(strings.Repeat("(a)", 10_000), "b"); got != nil {
		t.Error("a long text was compared")
	}
	if got := dossier.Compare(strings.Repeat("(a)", 1_000), strings.Repeat("[b] ", 1_000)); got != nil {
		t.Error("texts that have nothing in common were compared")
	}
}

// Whatever the texts: the changes have both, in order, and say of equal texts that they are equal.
func TestCompareIsComplete(t *testing.T) {
	text := rapid.StringOfN(rapid.SampledFrom([]rune("()ab \n")), 1, 60, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		var before, after string
		all := dossier.Compare(a, b)
		for _, c := range all {
			if c.Kind != "+" {
				before += c.Text
			}
			if c.Kind != "-" {
				after += c.Text
			}
		}
		if before != a || after != b {
			t.Fatalf("%q %q: %v", a, b, all)
		}
		if same := dossier.Compare(a, a); len(same) != 1 || same[0].Kind != "" {
			t.Fatalf("%q: %v", a, same)
		}
	})
}

// A bug has the logic of its finding also once it is known, or does not count.
func TestLogicOfBugs(t *testing.T) {
	brief := findings.Brief{Dir: filepath.Join("out", findings.Folder, "f"), Class: "crash", Solver: "z3", Family: "z3", Logic: "QF_S"}
	for name, sum := range map[string]campaign.Summary{
		"new":         {Findings: []findings.Brief{brief}},
		"known":       {Known: []campaign.KnownFinding{{Brief: brief, Bug: "b"}}},
		"not counted": {Apart: []findings.Brief{brief}},
	} {
		sum.Out = t.TempDir()
		folder := filepath.Join(sum.Out, review.Folder, "c")
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, review.ClusterFile), []byte(`{"format":1,"name":"c","class":"crash","solver":"z3","smallest":"f","members":["f"]}`), 0o644); err != nil {
			t.Fatal(err)
		}
		list := dossier.List(figures.Of(sum), nil)
		if len(list) != 1 || !list[0].Cluster || list[0].Logic != "QF_S" {
			t.Errorf("%s: %+v", name, list)
		}
	}
}

func TestHTML(t *testing.T) {
	title, page := dossier.HTML("# Wrong `unsat`: x\\_y\n\nOne *line*,\nstill it; **bold**.\n\n### Next\n- first `` a`b ``\n- second \\`\n\n```smt2\n(assert (< x 1))\n\n# no heading\n```\nend `open\n")
	if title != "Wrong unsat: x_y" {
		t.Errorf("title %q", title)
	}
	want := "<p>One *line*,\nstill it; <strong>bold</strong>.\n</p>\n<h3>Next</h3>\n<ul><li>first <code>a`b</code></li>\n<li>second `</li>\n</ul>\n" +
		"<pre tabindex=\"0\"><code>(assert (&lt; x 1))\n\n# no heading</code></pre>\n<p>end `open\n</p>\n"
	if diff := cmp.Diff(want, page); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Nothing in a report becomes an element that this package does not write, and an attribute only the one.
func TestHTMLIsSafe(t *testing.T) {
	piece := rapid.SampledFrom([]string{"<script>", "</code>", "</pre>", "`", "``", "```", "```\n", "\n", "- ", "# ", "**", "\\", "&lt;", "\"", "'", "[a](javascript:b)", "<img src=x onerror=y>", " ", "x"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "text"), "")
		_, page := dossier.HTML(text)
		rest := page
		for _, known := range []string{"p", "h3", "ul", "li", "code", "strong", "pre"} {
			rest = strings.ReplaceAll(strings.ReplaceAll(rest, "<"+known+">", ""), "</"+known+">", "")
		}
		rest = strings.ReplaceAll(rest, `<pre tabindex="0">`, "")
		if strings.ContainsAny(rest, "<>\"'") {
			t.Fatalf("%q became %q", text, page)
		}
		for _, tag := range []string{"p", "ul", "code", "pre", "strong"} {
			open := strings.Count(page, "<"+tag+">") + strings.Count(page, "<"+tag+" ")
			if open != strings.Count(page, "</"+tag+">") {
				t.Fatalf("%q: %s is not closed in %q", text, tag, page)
			}
		}
	})
}
