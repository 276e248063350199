package comparison

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/report/figures"
	"github.com/assay-smt/assay/internal/run/timing"
)

// mostWords bounds the characters of a sentence about a change.
const mostWords = 400

// What names a change in two or three words: wrong unsat, crash, slower.
func What(c *compare.Change) string {
	if s := findings.SeverityOf(c.Class); c.Class != "" && s.Rated() {
		return s.String()
	}
	if words := kindWords[c.Kind]; words != "" {
		return words
	}
	return visible.Line(string(c.Kind))
}

// kindWords name the kinds where there is no class that says more. What is wrong and of no class is a contradiction that nothing decides.
var kindWords = map[compare.Kind]string{
	compare.Wrong: "contradiction", compare.Crash: "crash", compare.Error: "error", compare.Lost: "lost answer", compare.Slower: "slower",
}

// A Tally says how many changes are of one sort, by standing. Uncounted are the regressions among them that do not count.
type Tally struct {
	What      string
	By        map[compare.Standing]int
	Uncounted int
}

// Tallies counts the changes by what they are, the gravest first.
func (d *Digest) Tallies() []Tally {
	type sorted struct {
		Tally
		kind  int
		grave findings.Severity
	}
	var all []*sorted
	for i := range d.Records {
		r := &d.Records[i]
		for k := range r.Changes {
			c := &r.Changes[k]
			if c.Standing == compare.Gone {
				continue
			}
			what := What(c)
			at := slices.IndexFunc(all, func(s *sorted) bool { return s.What == what })
			if at < 0 {
				at = len(all)
				all = append(all, &sorted{Tally: Tally{What: what, By: map[compare.Standing]int{}}, kind: slices.Index(compare.Kinds(), c.Kind), grave: findings.SeverityOf(c.Class)})
			}
			all[at].By[c.Standing]++
			if c.Standing == compare.Regression && !slices.Contains(d.FailOn, c.Kind) {
				all[at].Uncounted++
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *sorted) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.grave, b.grave), strings.Compare(a.What, b.What))
	})
	out := make([]Tally, 0, len(all))
	for _, s := range all {
		out = append(out, s.Tally)
	}
	return out
}

// list says how many of what there are: wrong unsat 1, slower 3.
func list(places []compare.Place) string {
	var order []string
	count := map[string]int{}
	for _, p := range places {
		what := What(p.Change)
		if count[what] == 0 {
			order = append(order, what)
		}
		count[what]++
	}
	const most = 6
	var parts []string
	rest := 0
	for i, what := range order {
		if i < most {
			parts = append(parts, what+" "+figures.Count(int64(count[what])))
		} else {
			rest += count[what]
		}
	}
	if rest > 0 {
		parts = append(parts, "other "+figures.Count(int64(rest)))
	}
	return strings.Join(parts, ", ")
}

// verdict says in a few words whether there are regressions.
func (d *Digest) verdict() string {
	switch {
	case d.failed > 0:
		return figures.Number(int64(d.failed), "regression")
	case len(d.regressions) > 0:
		return "No regression that counts"
	case d.empty():
		return "Nothing was compared"
	}
	return "No regression"
}

// empty reports whether nothing was compared.
func (d *Digest) empty() bool { return d.scripts == 0 && d.Mutants == 0 && len(d.regressions) == 0 }

// Verdict is one line that says whether there are regressions of which solvers. Name says how a side is written.
func (d *Digest) Verdict(name func(side int) string) string {
	of := " of "
	if d.empty() || d.failed == 0 && len(d.regressions) > 0 {
		of = ": "
	}
	return d.verdict() + of + names(d.Of(compare.Candidate), name) + " against " + names(d.Of(compare.Baseline), name) + d.incomplete()
}

// incomplete is what a verdict has to say when it may only be that of a part.
func (d *Digest) incomplete() string {
	if len(d.regressions) == 0 && len(d.Left) > 0 {
		return "; not everything was run"
	}
	return ""
}

func names(sides []int, name func(int) string) string {
	const most = 3
	var out []string
	for i, s := range sides {
		if i == most && len(sides) > most+1 {
			out = append(out, fmt.Sprintf("%d more", len(sides)-most))
			break
		}
		out = append(out, name(s))
	}
	if len(out) == 0 {
		return "nothing"
	}
	return strings.Join(out, ", ")
}

// About says how much was compared, and in what time.
func (d *Digest) About() string { return d.amount() + " in " + figures.Duration(d.Elapsed) }

// amount is how much was compared: 1,204 scripts and 9,480 mutants.
func (d *Digest) amount() string {
	out := figures.Number(int64(d.scripts), "script")
	if d.corpus > 0 {
		out += " (" + figures.Count(int64(d.corpus)) + " of the corpus)"
	}
	if d.Mutants > 0 {
		out += " and " + figures.Number(d.Mutants, "mutant")
	}
	return out
}

// SameProgram says that sides are the same program, "" where they are not. Name says how a side is written.
func (d *Digest) SameProgram(name func(side int) string) string {
	if len(d.Same) == 0 {
		return ""
	}
	pairs := len(d.Of(compare.Candidate)) * len(d.Of(compare.Baseline))
	if len(d.Same) >= pairs {
		return "Both are the same program: this measures the noise."
	}
	p := d.Same[0]
	more := ""
	if n := len(d.Same) - 1; n > 0 {
		more = " So are " + figures.Number(int64(n), "other pair") + "."
	}
	return fmt.Sprintf("%s and %s are the same program: their difference is the noise.%s", name(p[0]), name(p[1]), more)
}

// Sentence is what is said of a change, on one line of visible text. Sides have the names that outputs give them.
func (d *Digest) Sentence(p compare.Place) string {
	// Names may be longer, so that the text is cut before, which bounds the work, and after.
	text := d.renamed(clip(strings.Join(strings.Fields(p.Summary), " "), mostWords))
	text = clip(visible.Line(text), mostWords)
	if text == "" {
		text = What(p.Change)
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// renamed puts the names that outputs give to sides in the places of those of the report.
func (d *Digest) renamed(text string) string {
	var b strings.Builder
	for at := 0; at < len(text); {
		best := -1
		for i := range d.Sides {
			if stands(text, at, d.Sides[i].Name) && (best < 0 || len(d.Sides[i].Name) > len(d.Sides[best].Name)) {
				best = i
			}
		}
		if best < 0 {
			_, size := utf8.DecodeRuneInString(text[at:])
			b.WriteString(text[at : at+size])
			at += size
			continue
		}
		b.WriteString(clip(d.names[best], mostName))
		at += len(d.Sides[best].Name)
	}
	return b.String()
}

// stands reports whether a name stands in a text as a word of its own.
func stands(text string, at int, name string) bool {
	if name == "" || !strings.HasPrefix(text[at:], name) {
		return false
	}
	const inside = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@/+-"
	if at > 0 && strings.ContainsRune(inside+".:", rune(text[at-1])) {
		return false
	}
	rest := text[at+len(name):]
	if rest == "" {
		return true
	}
	if rest[0] == '.' && len(rest) > 1 { // the end of a sentence, or a part of a longer name
		return rest[1] == ' '
	}
	return !strings.ContainsRune(inside, rune(rest[0]))
}

// Counted says how often a change showed, "" where that is not known. Name says how a side is written.
func (d *Digest) Counted(p compare.Place, name func(side int) string) string {
	const most = 6
	var parts []string
	for i, c := range p.Counts {
		if i == most {
			parts = append(parts, figures.Number(int64(len(p.Counts)-most), "other side"))
			break
		}
		if c.Side >= 0 && c.Side < len(d.Sides) {
			part := fmt.Sprintf("%d of %s of %s", c.Shows, figures.Number(int64(c.Of), "run"), name(c.Side))
			if c.Cut > 0 {
				part += fmt.Sprintf(" (a limit ended %d)", c.Cut)
			}
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	// Of an answer that was lost, each side's runs are counted in which it did as it had done at first.
	verb := "Shows in "
	if p.Kind == compare.Lost || p.Kind == compare.Error {
		verb = "The same in "
	}
	return verb + join(parts) + "."
}

// Past says what is known of a finding from elsewhere: between which versions it came, and as which known bug. It is "" for nothing, and visible text of one
// line.
func Past(p compare.Place) string {
	var parts []string
	if p.History != "" {
		parts = append(parts, "Versions: "+clip(visible.Line(p.History), mostWords)+".")
	}
	if p.Known != "" {
		parts = append(parts, "Known as "+clip(visible.Line(p.Known), mostWords)+".")
	}
	return strings.Join(parts, " ")
}

// join is a list as a sentence has it.
func join(parts []string) string {
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return strings.Join(parts, "")
}

// Timed says what was measured, "" for nothing: what the solvers count first, since that has no noise. Before is the baseline, and after the candidate: of an
// improvement, the slower of the two comes first.
func Timed(p compare.Place) string {
	t := p.Timing
	if t == nil {
		return ""
	}
	if t.Verdict == timing.Changed {
		return "CPU time was not measured, since a run did not end with the same answer."
	}
	over := ""
	if t.Over {
		over = " or more, which is the limit,"
	}
	before, after, long := t.Work.Old, t.Work.New, ""
	cpu := fmt.Sprintf("%s of CPU before, %s%s after", Seconds(t.Old), Seconds(t.New), over)
	if p.Shown == compare.Baseline {
		before, after, long = after, before, " before"
		cpu = fmt.Sprintf("%s of CPU%s before, %s after", Seconds(t.New), over, Seconds(t.Old))
	}
	var parts []string
	if r := t.Work.Ratio(); r > 0 {
		parts = append(parts, fmt.Sprintf("Work %s before, %s after (%s%s)", units(before), units(after), factor(r), long))
	}
	cpu += fmt.Sprintf(": %s as long%s", factor(t.Ratio.Estimate), long)
	if t.Ratio.Known() {
		cpu += fmt.Sprintf(" [%s, %s]", ratio(t.Ratio.Low), ratio(t.Ratio.High))
	}
	return strings.Join(append(parts, cpu), "; ") + "."
}

// factor is how many times as much something is: 4.1 times.
func factor(r float64) string { return ratio(r) + " times" }

// ratio has as many digits as a reader wants.
func ratio(r float64) string {
	switch {
	case r >= 1000:
		return figures.Decimal(r)
	case r >= 100:
		return strconv.FormatFloat(r, 'f', 0, 64)
	case r >= 9.95:
		return strconv.FormatFloat(r, 'f', 1, 64)
	}
	return strconv.FormatFloat(r, 'f', 2, 64)
}

// Seconds has as many digits as a reader wants.
func Seconds(s float64) string {
	if s >= 100 {
		return figures.Decimal(s) + " s"
	}
	return strconv.FormatFloat(s, 'f', 2, 64) + " s"
}

// Brief is a round number of seconds, such as a limit.
func Brief(s float64) string {
	if s >= 60 {
		return figures.Duration(s)
	}
	return strconv.FormatFloat(s, 'g', 3, 64) + " s"
}

// units is a count of work.
func units(n uint64) string {
	const most = 1 << 62
	return figures.Count(int64(min(n, most)))
}

// Mean is a geometric mean with its interval, "" for none: 0.99 [0.98, 1.01].
func Mean(m compare.Mean) string {
	switch {
	case m.Value == 0:
		return ""
	case m.High == 0:
		return ratio(m.Value)
	}
	return fmt.Sprintf("%s [%s, %s]", ratio(m.Value), ratio(m.Low), ratio(m.High))
}

// Where is the place of a change for people: the finding's folder, or the script. It may be hostile.
func (d *Digest) Where(p compare.Place) string {
	switch {
	case p.Finding != "":
		return path.Join(d.Out, p.Finding)
	case p.Source == compare.FromCorpus:
		return path.Join(d.Corpus, p.Name)
	}
	return p.Name
}

// Size says how large the formula of a change is, "" where that is not known.
func Size(p compare.Place) string {
	switch {
	case p.SmallBytes > 0 && p.Bytes > p.SmallBytes:
		return figures.Size(int64(p.SmallBytes)) + ", reduced from " + figures.Size(int64(p.Bytes))
	case p.SmallBytes > 0:
		return figures.Size(int64(p.SmallBytes))
	case p.Bytes > 0:
		return figures.Size(int64(p.Bytes))
	}
	return ""
}

// Undone lists what was not done and why, and what is less certain for that, the most important first. Lines are visible text.
func (d *Digest) Undone() []string {
	var out []string
	for _, l := range d.Left {
		out = append(out, clip(visible.Line(l), mostWords))
	}
	broken, unread, first, firstUnread := 0, 0, "", ""
	unable := make([]int, len(d.Sides))
	why := make([]string, len(d.Sides))
	for i := range d.Records {
		r := &d.Records[i]
		if r.Error != "" {
			broken++
			first = cmp.Or(first, r.Error)
		}
		if r.Unread != "" {
			unread++
			firstUnread = cmp.Or(firstUnread, r.Unread)
		}
		for _, run := range r.Runs {
			if run.Unable != "" && run.Side >= 0 && run.Side < len(unable) {
				unable[run.Side]++
				why[run.Side] = cmp.Or(why[run.Side], run.Unable)
			}
		}
	}
	add := func(n int, text, reason string) {
		if n > 0 {
			out = append(out, figures.Number(int64(n), "script")+text+": "+clip(visible.Line(strings.TrimSpace(reason)), mostWords/2))
		}
	}
	add(broken, " not run", first)
	for i, n := range unable {
		add(n, " that "+clip(d.names[i], mostName)+" was not run on", why[i])
	}
	add(unread, " that Assay cannot read, so that only answers are compared", firstUnread)
	files := 0
	for _, n := range d.Skipped {
		files += n
	}
	if files > 0 {
		most := slices.MaxFunc(slices.Sorted(maps.Keys(d.Skipped)), func(a, b string) int {
			return cmp.Or(cmp.Compare(d.Skipped[a], d.Skipped[b]), -strings.Compare(a, b))
		})
		out = append(out, fmt.Sprintf("%s skipped (%s: %s)", figures.Number(int64(files), "file"), figures.Count(int64(d.Skipped[most])), clip(visible.Line(most), mostWords/2)))
	}
	return out
}

// clip shortens a text to a number of characters; dots say that something is missing.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	n := 0
	for i := range text {
		if n == most {
			return text[:i] + "..."
		}
		n++
	}
	return text
}
