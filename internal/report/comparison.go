package report

import (
	"fmt"
	"html/template"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/report/comparison"
	"github.com/assay-smt/assay/internal/report/figures"
)

// The bounds of the page of a comparison. What does not fit is counted; the records have all.
const (
	// mostChanges and mostScripts are how many of a list are on the page, mostTexts how many have their formula, and mostText how long that may be.
	mostChanges = 200
	mostScripts = 200
	mostTexts   = 50
	mostText    = 4096
	// unfolded is how many regressions are in view before a reader asks for more.
	unfolded = 10
	// mostDuels are the pairs of solvers with tables and pictures of their own.
	mostDuels = 3
	// mostDots are the dots of all pictures together.
	mostDots = 6000
	// mostPath bounds the characters of a script's name.
	mostPath = 120
	// shownLogics is the number of logics from which their table is folded.
	shownLogics = 20
)

// ComparisonPage writes a comparison as an HTML file that needs no other file, no script and no network. It lies in the folder of the comparison:
// links to findings are relative to that. Everything that others wrote is escaped. Errors are those of w.
func ComparisonPage(w io.Writer, in comparison.Input) error {
	style, err := assets.ReadFile("assets/style.css")
	if err != nil {
		return err
	}
	v := comparisonView{Digest: comparison.New(in), Style: template.CSS(style)}
	return page.ExecuteTemplate(w, "comparison", &v)
}

// A comparisonView is a comparison with the methods that the template uses.
type comparisonView struct {
	*comparison.Digest
	Style template.CSS
}

// Head is the verdict, Plain a side's name.
func (v *comparisonView) Head() string { return v.Verdict(v.Name) }

// Noise says that sides are the same program, "" where they are not.
func (v *comparisonView) Noise() string { return v.SameProgram(v.Name) }

// A card is a number with its name.
type card struct {
	Name, Value, More string
	Alarm             bool
}

// Cards are the numbers at the top.
func (v *comparisonView) Cards() []card {
	counted, others := v.Regressions()
	number := func(name string, s compare.Standing, more string) card {
		return card{Name: name, Value: figures.Count(int64(len(v.Changes(s)))), More: more}
	}
	regressions := card{Name: "regressions", Value: figures.Count(int64(len(counted))), Alarm: len(counted) > 0}
	if len(others) > 0 {
		regressions.More = figures.Count(int64(len(others))) + " more not counted"
	}
	out := []card{
		regressions, number("improved", compare.Improved, "the baseline does worse"), number("in both", compare.Both, "so no news"),
		number("unsure", compare.Unsure, "too seldom to tell"),
	}
	scripts, _ := v.Scripts()
	more := ""
	if v.Mutants > 0 {
		more = "and " + figures.Number(v.Mutants, "mutant")
	}
	return append(out, card{Name: "scripts", Value: figures.Count(int64(scripts)), More: more})
}

// A sideView is a side as a row.
type sideView struct {
	compare.SideInfo
	Shown, Decided, Command string
}

// SideRows are the solvers that were compared, and witnesses.
func (v *comparisonView) SideRows() []sideView {
	var out []sideView
	for i := range v.Sides {
		share, of := v.Decided(i)
		decided := ""
		if of > 0 {
			decided = fmt.Sprintf("%s of %s", figures.Percent(share), figures.Number(int64(of), "script"))
		}
		out = append(out, sideView{v.Sides[i], v.Name(i), decided, visible.Line(v.Spec(i))})
	}
	return out
}

// Limits say when something counts.
func (v *comparisonView) Limits() []string {
	var kinds []string
	for _, k := range v.FailOn {
		kinds = append(kinds, string(k))
	}
	counted := "No regression counts"
	if len(kinds) > 0 {
		counted = "Regressions that count: " + strings.Join(kinds, ", ")
	}
	out := []string{clip(visible.Line(counted))}
	if len(v.Engines) > 0 {
		out = append(out, "mutants by "+clip(visible.Line(strings.Join(v.Engines, ", "))))
	}
	if v.Timeout > 0 {
		out = append(out, "limit of each run: "+comparison.Brief(v.Timeout))
	}
	if v.Slower.Ratio > 0 {
		out = append(out, fmt.Sprintf("slower: more than %s times as long, and by more than %s", short(v.Slower.Ratio), comparison.Brief(v.Slower.Difference.Seconds())))
	}
	return out
}

// Cells of a row of scores.
func (v *comparisonView) Cells(s *compare.Score) []string {
	dash := func(text string) string {
		if text == "" {
			return "\u2013"
		}
		return text
	}
	regressions := 0
	for _, n := range s.Regressions {
		regressions += n
	}
	improvements := 0
	for _, n := range s.Improvements {
		improvements += n
	}
	var out []string
	for _, n := range []int{s.Files, regressions, improvements, s.Lost, s.Gained} {
		out = append(out, figures.Count(int64(n)))
	}
	return append(out, comparison.Seconds(s.PAR2Baseline), comparison.Seconds(s.PAR2Candidate), dash(comparison.Mean(s.Speed)), dash(comparison.Mean(s.WorkSpeed)))
}

// Sum says in a sentence what a score counts.
func (v *comparisonView) Sum(s compare.Score) string {
	return fmt.Sprintf("%s: %s the same answer, %s lost, %s gained, %s contradict each other, %s neither of these. Ratios are over %s.",
		figures.Number(int64(s.Files), "script"), figures.Count(int64(s.Same)), figures.Count(int64(s.Lost)), figures.Count(int64(s.Gained)), figures.Count(int64(s.Contradict)), figures.Count(int64(s.Other)),
		figures.Number(int64(s.Timed), "script"))
}

// Remarks say what was not done.
func (v *comparisonView) Remarks() []string {
	var out []string
	for _, l := range v.Undone() {
		out = append(out, strings.ToUpper(l[:1])+l[1:]) // the first character is ours
	}
	return out
}

// A duelView is a pair of solvers with its pictures.
type duelView struct {
	*compare.Duel
	ID, Title string
	Scatter   *scatter
	Folded    bool
	// Rest counts logics that are not listed.
	Rest int
}

// Pairs are the pairs of solvers that have tables and pictures of their own.
func (v *comparisonView) Pairs() []duelView {
	var out []duelView
	n := min(len(v.Duels), mostDuels)
	for i := range n {
		d := &v.Duels[i]
		if d.All.Files == 0 {
			continue
		}
		id := fmt.Sprintf("duel%d", i)
		shown := duelView{
			Duel: &compare.Duel{Candidate: d.Candidate, Baseline: d.Baseline, All: d.All, Logics: d.Logics[:min(len(d.Logics), maxListed/n)]},
			ID:   id, Title: v.Name(d.Candidate) + " against " + v.Name(d.Baseline), Folded: len(d.Logics) > shownLogics,
			Scatter: v.scatter(id, d, mostDots/n),
		}
		shown.Rest = len(d.Logics) - len(shown.Logics)
		out = append(out, shown)
	}
	return out
}

// HiddenPairs counts the others.
func (v *comparisonView) HiddenPairs() int { return max(0, len(v.Duels)-mostDuels) }

// A changeView is a change as the page shows it.
type changeView struct {
	What, Where, Logic, Sentence, Counted, Timed, Size, Again, Link, Text string
	Suspect                                                               bool
	// Reduced says what came of reducing the formula.
	Reduced string
}

// A changeList is a section of the page.
type changeList struct {
	ID, Title, Note string
	Items           []changeView
	All             int
	// Open: it is what the page is about.
	Open bool
}

// First are the changes in view, More the others that are listed.
func (l changeList) First() []changeView { return l.Items[:min(len(l.Items), unfolded)] }
func (l changeList) More() []changeView  { return l.Items[min(len(l.Items), unfolded):] }

// Rest counts the changes that are not listed.
func (l changeList) Rest() int { return l.All - len(l.Items) }

// Lists are the changes by standing.
func (v *comparisonView) Lists() []changeList {
	counted, others := v.Regressions()
	var out []changeList
	texts := mostTexts
	add := func(l changeList, places []compare.Place) {
		l.All = len(places)
		for _, p := range places[:min(len(places), mostChanges)] {
			c := v.change(p)
			if l.Open && texts > 0 {
				if c.Text = cutText(v.Script(p)); c.Text != "" {
					texts--
				}
			}
			l.Items = append(l.Items, c)
		}
		if l.All > 0 {
			out = append(out, l)
		}
	}
	add(changeList{ID: "regressions", Title: "Regressions", Open: true}, counted)
	add(changeList{ID: "others", Title: "Regressions that do not count", Note: "They are of kinds that are not in --fail-on.", Open: true}, others)
	add(changeList{ID: "improved", Title: "Improved", Note: "The baseline shows it and the candidate does not."}, v.Changes(compare.Improved))
	add(changeList{ID: "both", Title: "In both", Note: "Candidate and baseline show it, so it is no news."}, v.Changes(compare.Both))
	add(changeList{ID: "unsure", Title: "Unsure", Note: "It showed too seldom, or was not repeated often enough to tell."}, v.Changes(compare.Unsure))
	add(changeList{ID: "gone", Title: "Did not show again", Note: "It showed once, and not when it was repeated."}, v.Changes(compare.Gone))
	return out
}

func (v *comparisonView) change(p compare.Place) changeView {
	name := func(i int) string { return clip(v.Name(i)) }
	c := changeView{
		What: comparison.What(p.Change), Where: clip(visible.Line(p.Name)), Logic: clip(visible.Line(p.Logic)), Sentence: clip(v.Sentence(p)),
		Counted: v.Counted(p, name), Timed: joined(comparison.Timed(p), comparison.Past(p)), Again: v.Again(p), Suspect: p.Suspect,
		Reduced: clip(visible.Line(p.Reduced)),
	}
	c.Size = comparison.Size(p)
	if p.Finding != "" && len(p.Finding) < 4096 {
		u := url.URL{Path: path.Clean(p.Finding) + "/"}
		c.Link = u.String()
	}
	return c
}

// joined puts sentences one behind the other.
func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

// cutText bounds a formula.
func cutText(text string) string {
	if len(text) <= mostText {
		return text
	}
	cut := strings.ToValidUTF8(text[:mostText], "")
	return fmt.Sprintf("%s\n; ... %s more", cut, figures.Number(int64(len(text)-len(cut)), "byte"))
}

// A scriptView is a script that says nothing, and why.
type scriptView struct{ Name, Logic, Why string }

// NotCompared are the scripts that were not run on both sides.
func (v *comparisonView) NotCompared() (out []scriptView) {
	for i := range v.Records {
		r := &v.Records[i]
		why := r.Error
		if why == "" {
			why = v.Unable(r)
		}
		if why != "" {
			out = append(out, scriptView{clip(visible.Line(r.Name)), clip(visible.Line(r.Logic)), clip(visible.Line(why))})
		}
	}
	return out
}

// ShownScripts are those that are listed.
func (v *comparisonView) ShownScripts(all []scriptView) []scriptView {
	return all[:min(len(all), mostScripts)]
}

// An int64 for templates: the number of a list's elements.
func (v *comparisonView) Number(n int) string { return figures.Count(int64(n)) }

// shortName is a script's name in a picture. Its end says more than its beginning.
func shortName(name string) string {
	runes := []rune(visible.Line(name))
	if len(runes) <= mostPath {
		return string(runes)
	}
	return "..." + string(runes[len(runes)-mostPath:])
}

// lines are the sides that a picture has lines for.
func (v *comparisonView) lines() []int {
	all := slices.Concat(v.Of(compare.Baseline), v.Of(compare.Candidate))
	return all[:min(len(all), lineColours)]
}
