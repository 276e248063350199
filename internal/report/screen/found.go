package screen

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/report/figures"
)

// most is how many findings, and how many lines of what needs a person, are listed.
const most = 6

// endWords are the words for ends that people want to know of.
var endWords = map[campaign.EndReason]string{
	campaign.EndInterrupted: "interrupted",
	campaign.EndError:       "ended by an error",
	"":                      "not ended",
}

func seedText(n uint64) string { return strconv.FormatUint(n, 10) }

// A row is one line of what was found.
type row struct {
	class, solver, needs, size, status, where string
	// dir is the folder of a finding: only those that are shown are read. folder: where is a folder, and not the name of a known bug.
	dir    string
	folder bool
	// rank orders rows: what is new comes first, then what is worse.
	new      bool
	severity findings.Severity
	suspect  bool
	hits     int64
}

// found lists what was found: bugs where the campaign was triaged, else findings.
func (s *screen) found() []string {
	var title []string
	var rows []row
	if len(s.Clusters) > 0 {
		title, rows = s.bugs()
	} else {
		title, rows = s.findings()
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Or(-cmp.Compare(truth(a.new), truth(b.new)), cmp.Compare(a.severity, b.severity), cmp.Compare(truth(a.suspect), truth(b.suspect)), -cmp.Compare(a.hits, b.hits))
	})
	shown := rows[:min(len(rows), most-len(lines(title))+1)] // a title of two lines takes the place of a row
	listed, below := s.table(shown)
	if below != "" {
		where := s.dir + strings.TrimPrefix(strings.TrimSuffix(below, string(filepath.Separator)), visible.Line(filepath.Clean(s.Out)))
		if more := lines(append(slices.Clone(title), "folders are below "+where)); len(more)+len(shown) <= most+1 {
			title = more
		}
	}
	out := append(figures.Section("FOUND", lines(title)), listed...)
	if n := len(rows) - len(shown); n > 0 {
		out = append(out, sidesOf("  and "+figures.Count(int64(n))+" more", s.command("findings")))
	}
	return out
}

// lines breaks a title into parts that fit; there are three at most.
func lines(parts []string) []string {
	var out []string
	for _, p := range parts {
		if last := len(out) - 1; last >= 0 && figures.Columns(out[last])+2+figures.Columns(p) <= Columns-figures.Label {
			out[last] += "; " + p
		} else {
			out = append(out, p)
		}
	}
	return out
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// sidesOf is sides for lines without a label.
func sidesOf(text, command string) string {
	return figures.Pad(text, max(Columns-figures.Columns(command), figures.Columns(text)+3)) + command
}

func (s *screen) command(topic string) string { return "assay stats " + s.dir + " " + topic }

// findings describes a campaign that was not triaged. Findings of a known bug are one row.
func (s *screen) findings() (title []string, rows []row) {
	for _, b := range s.Findings {
		r := s.row(b)
		r.new, r.status = true, figures.IsNew
		rows = append(rows, r)
	}
	known := s.KnownBugs()
	for _, k := range known {
		r := s.row(k.Brief)
		r.status, r.where, r.folder, r.hits = figures.IsKnown, visible.Line(k.Bug), false, k.Hits
		rows = append(rows, r)
	}
	return s.title(len(known)), rows
}

// title says what was found before triage. A finding is not yet a bug: several may be one.
func (s *screen) title(known int) (parts []string) {
	switch n := len(s.Findings); {
	case n > 0:
		parts = append(parts, figures.Number(int64(n), "finding")+" in "+figures.Number(hits(s.Findings), "mutant")+", not triaged yet"+remarks(s.Findings))
	case known+len(s.Apart) > 0:
		parts = append(parts, "nothing new in "+figures.Number(s.Stats.Mutants, "mutant"))
	default:
		nothing := "nothing in " + figures.Number(s.Stats.Mutants, "mutant")
		if s.Stats.Mutants > 0 {
			nothing += "; " + s.tip()
		}
		return []string{nothing}
	}
	if known > 0 {
		parts = append(parts, figures.Number(int64(len(s.Known)), "finding")+" of "+figures.Number(int64(known), "known bug"))
	}
	if n := len(s.Apart); n > 0 {
		parts = append(parts, figures.Number(int64(n), "lost answer")+" in undecidable logics, not counted")
	}
	return parts
}

// tip is what usually helps to find something, without what the campaign did anyway.
func (s *screen) tip() string {
	if s.Searches {
		return "more time and your own seeds usually help"
	}
	return "more time, your own seeds and --options search usually help"
}

func hits(all []findings.Brief) int64 {
	var n int64
	for _, b := range all {
		n += max(1, b.Hits)
	}
	return n
}

// remarks says how many findings are less than certain.
func remarks(all []findings.Brief) string {
	var flaky, suspect int64
	for _, b := range all {
		flaky += int64(truth(b.Flaky))
		suspect += int64(truth(b.Suspect))
	}
	out := ""
	if suspect > 0 {
		out += ", " + figures.Count(suspect) + " not proven"
	}
	if flaky > 0 {
		out += ", " + figures.Count(flaky) + " flaky"
	}
	return out
}

func (s *screen) row(b findings.Brief) row {
	severity := findings.SeverityOf(oracle.Class(b.Class))
	program, options, _ := strings.Cut(visible.Line(s.NameOf(b)), " ")
	return row{
		class: visible.Line(figures.ClassWords(oracle.Class(b.Class))), solver: program, needs: cmp.Or(options, byDefault), dir: b.Dir, where: visible.Line(b.Dir), folder: true,
		severity: severity, suspect: b.Suspect, hits: b.Hits,
	}
}

// bugs describes a campaign that was triaged. What was found after that is not in any cluster.
func (s *screen) bugs() (title []string, rows []row) {
	var fresh, knownBugs, other, of int64
	for i := range s.Clusters {
		b := &s.Clusters[i]
		of += int64(b.Count)
		r := row{
			class: b.Weight().Severity.String(), solver: visible.Line(figures.ClusterSolver(b)), needs: needsWords(b.Needs), status: figures.ClusterStatus(b),
			where: filepath.Join(s.Out, review.Folder, b.Name), folder: true, severity: b.Weight().Severity, suspect: b.Suspect, hits: b.Hits, new: b.Counts(),
		}
		if b.Bytes > 0 {
			r.size = figures.Size(int64(b.Bytes))
		}
		switch {
		case r.new:
			fresh++
		case b.Known != nil:
			knownBugs++
			r.where, r.folder = b.Known.Bug, false
		default:
			other++
		}
		r.where = visible.Line(r.where)
		rows = append(rows, r)
	}
	all := figures.Number(int64(len(s.Clusters)), "bug") + " (" + figures.Number(of, "finding") + "): " + figures.Count(fresh) + " new"
	if knownBugs > 0 {
		all += ", " + figures.Count(knownBugs) + " known"
	}
	if other > 0 {
		all += ", " + figures.Count(other) + " not counted"
	}
	title = []string{all}
	if later := s.Untriaged(); len(later) > 0 {
		title = append(title, figures.Number(int64(len(later)), "more finding")+" not triaged yet")
		for _, b := range later {
			r := s.row(b)
			r.new, r.status = true, "finding"
			rows = append(rows, r)
		}
	}
	return title, rows
}

// byDefault is what a finding needs that shows in the default configuration.
const byDefault = "default"

// needsWords is what a bug needs besides its formula.
func needsWords(words []string) string {
	needs := strings.Join(words, ", ")
	if needs == "" || needs == string(findings.DefaultConfiguration) {
		return byDefault
	}
	return visible.Line(needs)
}

// table lists rows below each other. Below is the folder without which theirs are shown where there is no room for it, with a separator; "" for none.
func (s *screen) table(rows []row) (out []string, below string) {
	var class, solver, needs, size, status, where int
	for i := range rows {
		r := &rows[i]
		r.read()
		class, solver, needs = max(class, figures.Columns(r.class)), max(solver, figures.Columns(r.solver)), max(needs, figures.Columns(r.needs))
		size, status = max(size, figures.Columns(r.size)), max(status, figures.Columns(r.status))
		where = max(where, r.room())
	}
	const gap = 2
	// enough shows a program with its version, such as z3@5.4.1+assertions, most of it; least is what a short need takes.
	const widest, enough, least = 24, 16, len("an option")
	solver, needs = min(solver, widest), min(needs, widest)
	full := solver
	over := func() int { return max(0, class+solver+needs+size+status+where+6*gap-Columns) }
	for _, folder := range []string{"", findings.Folder, review.Folder} {
		prefix := visible.Line(filepath.Join(s.Out, folder)) + string(filepath.Separator)
		if over() > 0 && without(rows, below, prefix) {
			below, where = prefix, 0
			for i := range rows {
				where = max(where, rows[i].room())
			}
		}
	}
	shrink := func(width *int, to int) { *width = min(*width, max(to, *width-over())) }
	shrink(&needs, min(needs, least))
	shrink(&solver, enough)
	if over() > 0 { // folders are to be pasted, and versions matter more than needs
		solver, needs = full, -gap
		shrink(&solver, enough)
	}
	for _, r := range rows {
		line := "  " + figures.Pad(r.class, class) + "  " + figures.Pad(figures.Clip(r.solver, solver), solver)
		if needs > 0 {
			line += "  " + figures.Pad(figures.Clip(r.needs, needs), needs)
		}
		out = append(out, line+"  "+figures.PadLeft(r.size, size)+"  "+figures.Pad(r.status, status)+"  "+r.where)
	}
	return out, below
}

// room is how many columns the last column needs for a row: folders are shown whole, and the end of a known bug's name can do without.
func (r *row) room() int {
	const enough = 30
	if r.folder {
		return figures.Columns(r.where)
	}
	return min(figures.Columns(r.where), enough)
}

// without takes a folder away from the beginning of all folders, which are shown without another one already. It is false, and changes nothing, where some of
// them are elsewhere; names of known bugs are no folders.
func without(rows []row, below, prefix string) bool {
	rest, inside := strings.CutPrefix(prefix, below)
	if !inside || rest == "" {
		return false
	}
	some := false
	for _, r := range rows {
		if r.folder {
			if !strings.HasPrefix(r.where, rest) {
				return false
			}
			some = true
		}
	}
	for i := range rows {
		if rows[i].folder {
			rows[i].where = strings.TrimPrefix(rows[i].where, rest)
		}
	}
	return some
}

// read looks at the finding of a row: how large its formula is, and what it needs besides its configuration.
func (r *row) read() {
	if r.dir == "" {
		return
	}
	r.size = sizeText(r.dir)
	if f, err := findings.LoadRecord(r.dir); err == nil && r.needs == byDefault {
		r.needs = needsWords(f.WeightHere().Needs.Words())
	}
}

// shortName is a solver's name without its options where there is no room for all of it.
func shortName(name string, columns int) string {
	if figures.Columns(name) > columns {
		name, _, _ = strings.Cut(name, " ")
	}
	return figures.Clip(name, columns)
}

func sizeText(dir string) string {
	if n := figures.SizeOf(dir); n > 0 {
		return figures.Size(n)
	}
	return ""
}
