package report

import (
	"fmt"
	"html/template"
	"path"
	"strings"

	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/report/comparison"
	"github.com/assay-smt/assay/internal/report/dossier"
	"github.com/assay-smt/assay/internal/report/figures"
)

// Bounds on what a page shows of bugs; the folders have everything.
const (
	// maxDossiers is how many bugs have a section of their own.
	maxDossiers = 200
	// maxDossierBytes is how much text all sections have together.
	maxDossierBytes = 2 << 20
	// maxScript is the size of the largest script that is shown.
	maxScript = 16 << 10
)

// AddBugs adds the bugs of a campaign, with all that is known about the first of them. Own is the campaign's own list of known bugs, nil for none.
func (d *Data) AddBugs(c *figures.Campaign, own *known.List) {
	d.Bugs = dossier.List(c, own)
	left := maxDossierBytes
	for i := range d.Bugs {
		if i == maxDossiers || left <= 0 {
			break
		}
		full, err := dossier.Open(c, d.Bugs, d.Bugs[i].ID)
		if err != nil {
			d.Notes = append(d.Notes, fmt.Sprintf("%s cannot be read", d.Bugs[i].ID))
			continue
		}
		full.Formula, full.Mutant, full.Seed = shortened(full.Formula), shortened(full.Mutant), shortened(full.Seed)
		if changed(full.Changes) > maxScript {
			full.Changes = nil
		}
		left -= len(full.Formula) + changed(full.Changes) + len(full.Report)
		d.Dossiers = append(d.Dossiers, *full)
	}
}

func shortened(text string) string {
	if len(text) <= maxScript {
		return text
	}
	return strings.ToValidUTF8(text[:maxScript], "") + "\n; ... the file in the folder has more"
}

// changed is the size of a comparison.
func changed(all []dossier.Change) (n int) {
	for _, c := range all {
		n += len(c.Text)
	}
	return n
}

// Anchor is the name of a bug's section in the page.
func Anchor(id string) string { return "bug-" + path.Base(id) }

// HasDossier reports whether a bug has a section of its own.
func (d *Data) HasDossier(id string) bool {
	for i := range d.Dossiers {
		if d.Dossiers[i].ID == id {
			return true
		}
	}
	return false
}

// ShownBugs are the bugs that the page lists, HiddenBugs how many it does not.
func (v view) ShownBugs() []dossier.Entry { return v.Bugs[:min(len(v.Bugs), maxListed)] }
func (v view) HiddenBugs() int            { return len(v.Bugs) - len(v.ShownBugs()) }

// New is the number of bugs that count.
func (d *Data) New() int { return dossier.New(d.Bugs) }

// BugLink is the path of a bug's folder from the page.
func (v view) BugLink(id string) string { return v.Link(Finding{Folder: id}) }

// Where links to a bug's section if it has one, and otherwise to its folder.
func (v view) Where(id string) string {
	if v.HasDossier(id) {
		return "#" + Anchor(id)
	}
	return v.BugLink(id)
}

// Markdown returns the report as Markdown: what was run, the list of bugs, and the report of each.
func Markdown(d *Data) []byte {
	var b strings.Builder
	cell := func(s string) string { return comparison.Cell(clip(s)) }
	fmt.Fprintf(&b, "# Assay: %s\n\n%s. %s mutants, %s runs, %s.\n", cell(d.Campaign), view{Data: d}.EndWords(), count(d.Mutants), count(d.Calls), duration(d.Seconds))
	fmt.Fprintf(&b, "\n## Bugs\n\n")
	if len(d.Bugs) == 0 {
		b.WriteString("Nothing was found.\n")
	} else {
		b.WriteString("| class | solver | needs | size | status | folder |\n|---|---|---|---:|---|---|\n")
		for i, e := range d.Bugs {
			if i == maxListed {
				fmt.Fprintf(&b, "\nAnd %s more.\n", count(int64(len(d.Bugs)-i)))
				break
			}
			status := e.Status
			if e.KnownAs != "" {
				status += ": " + cell(e.KnownAs)
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %d B | %s | %s |\n", cell(e.Class), cell(e.Solver), cell(e.Needs), e.Bytes, status, cell(e.ID))
		}
	}
	for i := range d.Dossiers {
		if text := strings.TrimSpace(d.Dossiers[i].Markdown); text != "" {
			b.WriteString("\n---\n\n" + strings.Replace(text, "# ", "## ", 1) + "\n")
		}
	}
	b.WriteString("\n## Solvers\n\n| solver | version | runs | decided | time |\n|---|---|---:|---:|---:|\n")
	for i := range d.Solvers {
		s := &d.Solvers[i]
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", cell(s.Name), cell(s.Version), count(s.Calls), percent(share(decided(s), s.Calls)), duration(s.Seconds))
	}
	return []byte(b.String())
}

// decided counts the runs that answered sat or unsat.
func decided(s *Solver) (n int64) {
	for _, o := range s.Outcomes {
		if o.Outcome.Answers() {
			n += o.Count
		}
	}
	return n
}

// difference is a change as the page shows it.
func difference(c dossier.Change) template.HTML {
	text := template.HTMLEscapeString(c.Text)
	switch c.Kind {
	case "-":
		text = "<del>" + text + "</del>"
	case "+":
		text = "<ins>" + text + "</ins>"
	}
	return template.HTML(text) //nolint:gosec // escaped above
}
