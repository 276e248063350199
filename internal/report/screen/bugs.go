package screen

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/report/figures"
)

// A bugGroup is a part of the list of bugs: those with one standing.
type bugGroup struct {
	head  string
	where string // the head of the last column
	has   func(*review.Cluster) bool
}

// bugGroups are the groups in their order. A bug belongs to the first that has it.
var bugGroups = []bugGroup{
	{"NEW", "FOLDER", func(b *review.Cluster) bool { return b.Counts() && !b.Suspect }},
	{"NOT PROVEN", "FOLDER", func(b *review.Cluster) bool { return b.Counts() }},
	{"KNOWN", "KNOWN AS", func(b *review.Cluster) bool { return b.Known != nil }},
	{"DECLINED", "FOLDER", func(b *review.Cluster) bool { return b.Unwelcome != "" }},
	{"NOT COUNTED", "FOLDER", func(*review.Cluster) bool { return true }},
}

// Bugs lists what a triage found in the campaign of a folder: a line for each bug with its class, solver, needs, versions and size, and its folder below
// DIR/clusters or the name by which it is known, in groups by what they are worth. Lines have at most Columns columns, unless a folder's name takes more: it is
// there to be copied. Text of unknown origin is made visible. It is empty without bugs.
func Bugs(all []review.Cluster) string {
	var rows [][]bugRow
	var w bugWidths
	left := slices.Clone(all)
	for _, g := range bugGroups {
		var of []bugRow
		left = slices.DeleteFunc(left, func(b review.Cluster) bool {
			if !g.has(&b) {
				return false
			}
			of = append(of, newBugRow(&b))
			return true
		})
		w.fit(of)
		if len(of) > 0 {
			w.class = max(w.class, len(g.head))
		}
		rows = append(rows, of)
	}
	w.shrink()
	var out strings.Builder
	where := ""
	for i, of := range rows {
		if len(of) == 0 {
			continue
		}
		g := bugGroups[i]
		head := bugRow{class: g.head}
		if where == "" {
			head = bugRow{class: g.head, solver: "SOLVER", needs: "NEEDS", versions: "VERSIONS", size: "SIZE"}
		}
		if g.where != where {
			where = g.where
			head.where = where
		}
		for _, r := range append([]bugRow{head}, of...) {
			out.WriteString(w.line(r) + "\n")
		}
	}
	return out.String()
}

// A bugRow is a line of the list. Whole: where is a folder or a link, which is there to be copied. Room is what the columns before it must leave.
type bugRow struct {
	class, solver, needs, versions, size, where string
	whole                                       bool
	room                                        int
}

func newBugRow(b *review.Cluster) bugRow {
	span, _, _ := strings.Cut(b.Span, ",") // "the only one tried" goes without saying
	r := bugRow{
		class: b.Weight().Severity.String(), solver: visible.Line(figures.ClusterSolver(b)), needs: needsWords(b.Needs), versions: visible.Line(span),
		where: visible.Line(b.Name), whole: true,
	}
	if r.versions == "" {
		r.versions = "-"
	}
	if b.Bytes > 0 {
		r.size = figures.Size(int64(b.Bytes))
	}
	if b.Rate.Shown < b.Rate.Runs {
		r.where += fmt.Sprintf(", in %d of %d runs", b.Rate.Shown, b.Rate.Runs)
	}
	switch k := b.Known; {
	case k != nil:
		r.where, r.whole = visible.Line(knownAs(b)), k.Link != "" || k.Back
	case b.Unwelcome != "":
		r.room = figures.Columns(r.where)
		r.where += ": " + visible.Line(b.Unwelcome)
	default:
		r.room = figures.Columns(r.where)
	}
	return r
}

// knownAs is the name by which a bug is known, with what somebody decided about it.
func knownAs(b *review.Cluster) string {
	text := b.Known.Bug
	if b.Known.Status != known.Known {
		text += " " + string(b.Known.Status)
	}
	if b.Known.Link != "" {
		text += " " + b.Known.Link
	}
	if b.Known.Back {
		text += ", said to be fixed in " + strings.Join(b.Versions, ", ")
	}
	return text
}

// bugWidths are the widths of the columns.
type bugWidths struct{ class, solver, needs, versions, size, where int }

func (w *bugWidths) fit(rows []bugRow) {
	for _, r := range rows {
		w.class = max(w.class, figures.Columns(r.class))
		w.solver = max(w.solver, figures.Columns(r.solver), len("SOLVER"))
		w.needs = max(w.needs, figures.Columns(r.needs), len("NEEDS"))
		w.versions = max(w.versions, figures.Columns(r.versions), len("VERSIONS"))
		w.size = max(w.size, figures.Columns(r.size), len("SIZE"))
		w.where = max(w.where, r.room)
	}
}

// shrink makes room for the folders: at the cost of needs, then of versions, then of names of solvers.
func (w *bugWidths) shrink() {
	over := func() int { return max(0, w.class+w.solver+w.needs+w.versions+w.size+w.where+6*len("  ")-Columns) }
	for _, column := range []struct {
		width *int
		least int
	}{{&w.needs, len("an option, a tactic")}, {&w.versions, len("until 4.8.12")}, {&w.needs, len("an option")}, {&w.solver, len("z3@5.4.1+asser...")}} {
		*column.width = min(*column.width, max(column.least, *column.width-over()))
	}
}

func (w *bugWidths) line(r bugRow) string {
	cell := func(text string, width int) string { return "  " + figures.Pad(figures.Clip(text, width), width) }
	line := cell(r.class, w.class) + cell(r.solver, w.solver) + cell(r.needs, w.needs) + cell(r.versions, w.versions) + "  " + figures.PadLeft(r.size, w.size) + "  "
	if room := Columns - figures.Columns(line); !r.whole && room > 0 {
		r.where = figures.Clip(r.where, room)
	}
	return strings.TrimRight(line+r.where, " ")
}

// BugsTitle says how many bugs there are, and where. Others are the findings that did not show, or cannot be judged.
func BugsTitle(dir string, findings, others int, all []review.Cluster) string {
	if findings == 0 && len(all) == 0 {
		switch others {
		case 0:
			return "nothing to triage: there are no findings in " + visible.Line(dir)
		case 1:
			return "no bugs: the only finding in " + visible.Line(dir) + " was not seen to show"
		}
		return "no bugs: none of the " + figures.Count(int64(others)) + " findings in " + visible.Line(dir) + " was seen to show"
	}
	var fresh, known, other int64
	for i := range all {
		switch b := &all[i]; {
		case b.Counts():
			fresh++
		case b.Known != nil:
			known++
		default:
			other++
		}
	}
	text := figures.Number(int64(findings), "finding") + " in " + figures.Number(int64(len(all)), "bug") + ": " + figures.Count(fresh) + " new, " + figures.Count(known) + " known"
	if other > 0 {
		text += ", " + figures.Count(other) + " not counted"
	}
	if len(all) > 0 {
		text += "; each has a folder below " + visible.Line(filepath.Join(dir, review.Folder))
	}
	return text
}

// AfterTriage says what to do with bugs.
func AfterTriage(dir string) string {
	return strings.TrimRight(figures.Section("NEXT", []string{figures.Pad("assay report "+folderWord(dir), 40) + " " + reportWords})[0], " ")
}
