package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/report/dossier"
)

func TestMarkdown(t *testing.T) {
	d := &Data{Campaign: "out", Mutants: 12, Bugs: []dossier.Entry{
		{ID: "clusters/a", Class: "wrong unsat", Solver: "z3@5.4.1", Needs: "default configuration", Bytes: 76, Status: "new"},
		{ID: "clusters/b", Class: "crash", Solver: "a|b`c", Needs: "an option", Bytes: 5, Status: "known", KnownAs: "z3-x"},
	}, Dossiers: []dossier.Dossier{{Markdown: "# Wrong `unsat`\n\ntext\n"}}}
	text := string(Markdown(d))
	for _, want := range []string{
		"| `wrong unsat` | `z3@5.4.1` | `default configuration` | 76 B | new | `clusters/a` |\n",
		"| `crash` | ``a¦b`c`` | `an option` | 5 B | known: `z3-x` | `clusters/b` |\n", "\n## Wrong `unsat`\n\ntext\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if text = string(Markdown(&Data{})); !strings.Contains(text, "Nothing was found.") {
		t.Error(text)
	}
}

// Many long reports do not make a page that no browser opens.
func TestDossiersAreBounded(t *testing.T) {
	d := &Data{}
	for i := range maxDossiers {
		d.Bugs = append(d.Bugs, dossier.Entry{ID: fmt.Sprint("findings/", i), Status: "new"})
		d.Dossiers = append(d.Dossiers, dossier.Dossier{Entry: d.Bugs[i], Report: "<p>x</p>"})
	}
	d.Bugs = append(d.Bugs, dossier.Entry{ID: "findings/last", Status: "new"})
	page := render(t, d)
	if !strings.Contains(page, `href="#bug-0"`) || !strings.Contains(page, `id="bug-0"`) || !strings.Contains(page, `href="findings/last/"`) {
		t.Error("bugs do not link to their sections, or to their folders")
	}
	if got := shortened(strings.Repeat("é", maxScript)); len(got) > maxScript+100 || !strings.HasSuffix(got, "has more") {
		t.Errorf("%d bytes are left", len(got))
	}
}

// Most runs take less than a second, which is not no time.
func TestRunsTakeTime(t *testing.T) {
	d := &Data{Bugs: []dossier.Entry{{ID: "findings/0", Status: "new"}}}
	d.Dossiers = []dossier.Dossier{{Entry: d.Bugs[0], Runs: []dossier.Run{{Solver: "z3", Outcome: "unsat", Seconds: 0.024}, {Solver: "cvc5", Outcome: "sat", Seconds: 123}}}}
	page := render(t, d)
	for _, want := range []string{`<td class="n">0.02 s</td>`, `<td class="n">123.0 s</td>`} {
		if !strings.Contains(page, want) {
			t.Errorf("%s is not in the page", want)
		}
	}
}
