package findings

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// Lines says in which versions a finding of a family of solvers shows: sentences without an end, of plain text. Nothing in it goes beyond what
// was run: an oldest version that was tried is called that, and a version is only called the first bad one when the release before it was run
// and is good. There are none for a nil History.
func (h *History) Lines(family string) []string {
	if h == nil {
		return nil
	}
	var out []string
	for _, l := range h.byName(family) {
		for _, text := range l.lines() {
			if l.name != "" && l.name != family {
				text = fmt.Sprintf("%s, which shares code with %s: %s", l.name, family, text)
			}
			out = append(out, text)
		}
	}
	return out
}

// Regression says between which versions of a family a finding came, or that no tried version is without it; "" when neither is known.
func (h *History) Regression(family string) string {
	if h == nil {
		return ""
	}
	for _, l := range h.byName(family) {
		if l.name != "" && l.name != family {
			continue
		}
		var came []string
		for _, c := range l.changes() {
			if c.Came {
				came = append(came, l.change(c))
			}
		}
		if len(came) == 0 && !l.has(bisect.Absent) {
			came = l.extent()
		}
		return strings.Join(came, "; ")
	}
	return ""
}

// Span says in a few words which of the tried versions of a family show a finding, for a column of a table; "" when none does.
func (h *History) Span(family string) string {
	if h == nil {
		return ""
	}
	for _, l := range h.byName(family) {
		if l.name != "" && l.name != family {
			continue
		}
		bad, changes := l.of(bisect.Shows), l.changes()
		switch {
		case len(bad) == 0:
			return ""
		case !l.has(bisect.Absent) && len(l.decided) == 1:
			return bad[0] + ", the only one tried"
		case !l.has(bisect.Absent) && len(bad) == 2:
			return "both tried"
		case !l.has(bisect.Absent):
			return fmt.Sprintf("all %d tried", len(bad))
		case len(changes) == 1 && changes[0].Came:
			return "from " + bad[0]
		case len(changes) == 1:
			return "until " + bad[len(bad)-1]
		case len(changes) == 2 && changes[0].Came && len(bad) == 1:
			return bad[0]
		case len(changes) == 2 && changes[0].Came:
			return bad[0] + " to " + bad[len(bad)-1]
		}
		return fmt.Sprintf("%d of %d tried", len(bad), len(l.decided))
	}
	return ""
}

// A line is the versions of one solver, the oldest first.
type line struct {
	name     string // "" for revisions of a checkout
	bad      badWords
	all      []VersionVerdict
	decided  []VersionVerdict
	releases []string // without the name
}

// badWords are how a version is said to show a finding.
type badWords struct {
	in    string // "wrong" in all versions, until one, from one
	alone string // this version "is wrong"
}

func wordsOf(c oracle.Class, suspect bool) badWords {
	switch {
	case suspect:
		return badWords{"shows", "shows it"} // it is not certain that they are wrong
	case c.Crash():
		return badWords{"crashes", "crashes"}
	case c.Measured():
		return badWords{"slower", "is slower"}
	case c.Incompleteness():
		return badWords{"unknown", "answers unknown"}
	}
	return badWords{"wrong", "is wrong"}
}

// byName splits what is known by the names of solvers, the family's own first.
func (h *History) byName(family string) []*line {
	var out []*line
	for _, v := range h.All() {
		name, version := splitVersion(v.Name)
		i := slices.IndexFunc(out, func(l *line) bool { return l.name == name })
		if i < 0 {
			l := &line{name: name, bad: wordsOf(h.Class, h.suspect)}
			for _, r := range h.Releases {
				if of, version := splitVersion(r); of == name {
					l.releases = append(l.releases, version)
				}
			}
			i = len(out)
			out = append(out, l)
		}
		v.Name = version
		out[i].all = append(out[i].all, v)
		if v.Verdict.Decides() {
			out[i].decided = append(out[i].decided, v)
		}
	}
	slices.SortStableFunc(out, func(a, b *line) int {
		first := func(l *line) int {
			if l.name == family {
				return 0
			}
			return 1
		}
		return first(a) - first(b)
	})
	return out
}

// of returns the versions with a verdict.
func (l *line) of(v bisect.Verdict) []string {
	var out []string
	for _, one := range l.all {
		if one.Verdict == v {
			out = append(out, one.Name)
		}
	}
	return out
}

func (l *line) has(v bisect.Verdict) bool { return len(l.of(v)) > 0 }

// changes are the places in decided at which the verdict changes.
func (l *line) changes() []bisect.Change {
	var out []bisect.Change
	for i := 1; i < len(l.decided); i++ {
		if a, b := l.decided[i-1].Verdict, l.decided[i].Verdict; a != b {
			out = append(out, bisect.Change{From: i - 1, To: i, Came: b == bisect.Shows})
		}
	}
	return out
}

func (l *line) lines() []string {
	if !slices.ContainsFunc(l.all, VersionVerdict.tried) {
		return l.absent()
	}
	out := l.extent()
	changes := l.changes()
	if len(changes) > 2 || len(changes) == 2 && !changes[0].Came {
		out = append(out, fmt.Sprintf("it went away and came back: %s in %s; good in %s", l.bad.in, named(l.of(bisect.Shows)), named(l.of(bisect.Absent))))
	}
	for _, c := range changes {
		out = append(out, l.change(c))
	}
	return slices.Concat(out, l.called(), l.counts(), l.doubtful(), l.untried())
}

// called names the versions that need more on the command line than the report's has.
func (l *line) called() []string {
	var words []string
	versions := make(map[string][]string)
	for _, v := range l.decided {
		if len(v.With) == 0 {
			continue
		}
		text := strings.Join(v.With, " ")
		if versions[text] == nil {
			words = append(words, text)
		}
		versions[text] = append(versions[text], v.Name)
	}
	var out []string
	for _, text := range words {
		out = append(out, fmt.Sprintf("called with %s: %s", visible.Line(text), named(versions[text])))
	}
	return out
}

// extent says what holds of all versions that were tried, or which ones these are.
func (l *line) extent() []string {
	n := len(l.decided)
	if n == 0 {
		return nil
	}
	var tried []string
	for _, v := range l.all {
		if v.tried() {
			tried = append(tried, v.Name)
		}
	}
	first, last := l.decided[0].Name, l.decided[n-1].Name
	which, only := "versions tried", "the only version tried"
	if len(tried) > n {
		which = fmt.Sprintf("versions that can say, of %d tried", len(tried))
		only = fmt.Sprintf("the only one of %d versions tried that can say", len(tried))
	}
	if n == 2 {
		which = fmt.Sprintf("both %s, %s and %s", which, first, last)
	} else {
		which = fmt.Sprintf("all %d %s, from %s to %s", n, which, first, last)
	}
	switch bad := l.has(bisect.Shows); {
	case bad && l.has(bisect.Absent):
		return []string{fmt.Sprintf("%d versions tried, from %s to %s", len(tried), tried[0], tried[len(tried)-1])}
	case bad && n == 1:
		return []string{fmt.Sprintf("%s in %s, %s", l.bad.in, first, only)}
	case bad:
		return []string{fmt.Sprintf("%s in %s (%s)", l.bad.in, which, l.older())}
	case n == 1:
		return []string{fmt.Sprintf("good in %s, %s", first, only)}
	}
	return []string{"good in " + which}
}

// older says what is known about versions before the first one that can say.
func (l *line) older() string {
	for _, v := range l.all {
		switch {
		case v.Verdict.Decides():
			return "none older was tried"
		case v.tried():
			return "no older one that was tried can say"
		}
	}
	return "none older was tried"
}

// change says where a finding came or went.
func (l *line) change(c bisect.Change) string {
	from, to := l.decided[c.From].Name, l.decided[c.To].Name
	var between []string
	for _, v := range l.all {
		if v.Name == from {
			between = nil
		}
		if v.Name == to {
			break
		}
		if !v.Verdict.Decides() && v.tried() {
			between = append(between, v.Name)
		}
	}
	what := fmt.Sprintf("%s is good, %s %s", from, to, l.bad.alone)
	if !c.Came {
		what = fmt.Sprintf("%s %s, %s is good", from, l.bad.alone, to)
	}
	switch i, j := slices.Index(l.releases, from), slices.Index(l.releases, to); {
	case len(between) > 0:
		return fmt.Sprintf("%s (between them, %s cannot say)", what, named(between))
	case i >= 0 && j == i+1 && c.Came:
		return fmt.Sprintf("good until %s, %s from %s", from, l.bad.in, to)
	case i >= 0 && j == i+1:
		return fmt.Sprintf("%s until %s, good from %s", l.bad.in, from, to)
	}
	return what + " (nothing between was tried)"
}

// counts says how often it showed, where that is not always.
func (l *line) counts() []string {
	if !slices.ContainsFunc(l.all, VersionVerdict.flaky) {
		return nil
	}
	var bad, good []string
	for _, v := range l.decided {
		text := fmt.Sprintf("%s in %d of %s", v.Name, v.Shown, countRuns(v.Runs))
		switch {
		case v.Runs == 0:
		case v.Verdict == bisect.Shows:
			bad = append(bad, text)
		default:
			good = append(good, text)
		}
	}
	out := []string{"it does not show in every run: " + named(bad)}
	if len(good) > 0 {
		out = append(out, "good, with a chance below 1 % of having missed it: "+named(good))
	}
	return out
}

// doubtful names the versions that were run and cannot say, with the reasons.
func (l *line) doubtful() []string {
	var out []string
	for _, v := range l.all {
		if v.Verdict == bisect.MayBeGood {
			out = append(out, fmt.Sprintf("may be good: %s (%d of %s, 1 %% not reached)", v.Name, v.Shown, countRuns(v.Runs)))
		}
	}
	return append(out, l.because("cannot say", func(v VersionVerdict) bool { return v.Verdict == bisect.Unclear && v.tried() })...)
}

// untried names the versions that were not run, with the reasons.
func (l *line) untried() []string {
	out := l.absent()
	if rest := l.of(bisect.Unasked); len(rest) > 0 {
		out = append(out, fmt.Sprintf("not tried: %s (the search did not need them)", named(rest)))
	}
	return out
}

// absent names the versions that could not be run, with the reasons.
func (l *line) absent() []string {
	return l.because("not tried", func(v VersionVerdict) bool { return v.Verdict == bisect.Unclear && !v.tried() })
}

// A path of this machine says nothing on others: a remark in parentheses that names one is left out, and of others the last part stays.
var (
	withPath = regexp.MustCompile(`\s*\((?:[^()]*\s)?~?/[^()\s]*/[^()]*\)`)
	inPath   = regexp.MustCompile(`~?/(?:[^\s/:"'()]+/)+`)
)

// maxWhy bounds the characters of a reason.
const maxWhy = 200

// because names versions by the reasons that they have in common.
func (l *line) because(what string, which func(VersionVerdict) bool) []string {
	var reasons []string
	versions := make(map[string][]string)
	for _, v := range l.all {
		if !which(v) {
			continue
		}
		why := visible.Line(inPath.ReplaceAllString(withPath.ReplaceAllString(v.Reason, ""), ""))
		if runes := []rune(why); len(runes) > maxWhy {
			why = string(runes[:maxWhy]) + "..."
		}
		if versions[why] == nil {
			reasons = append(reasons, why)
		}
		versions[why] = append(versions[why], v.Name)
	}
	var out []string
	for _, r := range reasons {
		text := what + ": " + named(versions[r])
		if r != "" {
			text += " (" + r + ")"
		}
		out = append(out, text)
	}
	return out
}

// countRuns is a number of runs with its noun.
func countRuns(n int) string {
	if n == 1 {
		return "1 run"
	}
	return fmt.Sprintf("%d runs", n)
}

// mostVersions is how many versions a line names.
const mostVersions = 10

// named lists versions, and counts those that are too many to be named.
func named(versions []string) string {
	if n := len(versions) - mostVersions; n > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(versions[:mostVersions], ", "), n)
	}
	return strings.Join(versions, ", ")
}

// Needed is what a finding needs that starts threads, as names of options and tactics: once it is reduced, those without which it does not show,
// and until then all that the blamed solver was given. Certain is true of the former.
func (f *Finding) Needed() (threads []string, certain bool) {
	if f.Reduction != nil && f.Reduction.Plain != nil {
		return f.Reduction.Threads, true
	}
	for _, run := range f.Runs {
		if run.Solver == f.Solver {
			return run.Threads, false
		}
	}
	return nil, false
}

// ThreadWords says that a finding needs threads, "" when it does not.
func (f *Finding) ThreadWords() string {
	threads, certain := f.Needed()
	switch {
	case len(threads) == 0:
		return ""
	case certain && len(threads) == 1:
		return fmt.Sprintf("shows only with threads: %s, which starts them", threads[0])
	case certain:
		return fmt.Sprintf("shows only with threads: %s, which start them", strings.Join(threads, ", "))
	}
	return fmt.Sprintf("was found with threads: %s", strings.Join(threads, ", "))
}

// versions says which versions show it, as a list in Markdown.
func (r *tracked) versions() string {
	var b strings.Builder
	if text := r.ThreadWords(); text != "" {
		fmt.Fprintf(&b, "- Threads: %s\n", plainText(text))
	}
	for _, text := range r.history.Lines(r.Family) {
		fmt.Fprintf(&b, "- Versions: %s\n", plainText(text))
	}
	return b.String()
}

// regression is a paragraph on whether it came with a version, "" when nothing is known about that.
func (r *tracked) regression() string {
	text := r.history.Regression(r.Family)
	if text == "" {
		return ""
	}
	return plainText(strings.ToUpper(text[:1])+text[1:]) + ".\n"
}
