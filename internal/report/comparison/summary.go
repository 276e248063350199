package comparison

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/report/figures"
)

// The bounds of a summary, so that it is one screen of a pull request.
const (
	mostRows = 12 // of a table
	worst    = 3
	mostLeft = 4
	// A formula of more than mostFormula bytes or formulaLines lines is named only. Lines are cut.
	mostFormula  = 600
	formulaLines = 10
	// mostName bounds the characters of names.
	mostName = 100
)

// Summary writes a summary in Markdown that fits a comment on a pull request. The first line is the verdict. Errors are those of w.
func Summary(w io.Writer, in Input) error {
	s := &summary{Digest: New(in)}
	s.head()
	s.tallies()
	s.duels()
	s.worst()
	s.rest()
	_, err := io.WriteString(w, s.b.String())
	return err
}

type summary struct {
	*Digest
	b strings.Builder
}

func (s *summary) line(format string, args ...any) { fmt.Fprintf(&s.b, format+"\n", args...) }

// side is a side's name in a sentence, cellOf in a table.
func (s *summary) side(i int) string { return code(clip(s.names[i], mostName)) }

func (s *summary) cellOf(i int) string { return Cell(clip(s.names[i], mostName)) }

func (s *summary) head() {
	s.line("### Assay: %s\n", lowered(s.Verdict(s.side)))
	limit := ""
	if s.Timeout > 0 {
		limit = "; limit " + Brief(s.Timeout) + " for each run"
	}
	engines := ""
	if len(s.Engines) > 0 {
		engines = "; mutants by " + prose(clip(strings.Join(s.Engines, ", "), mostName))
	}
	same := ""
	if text := s.SameProgram(s.side); text != "" {
		same = " **" + text + "**"
	}
	s.line("%s%s%s.%s\n", s.About(), engines, limit, same)
}

func lowered(text string) string {
	if rest, ok := strings.CutPrefix(text, "N"); ok {
		return "n" + rest
	}
	return text
}

// upper begins a sentence.
func upper(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// tallies is the table of what changed.
func (s *summary) tallies() {
	all := s.Tallies()
	if len(all) == 0 {
		return
	}
	s.line("| | regressions | improved | in both | unsure |\n|---|---:|---:|---:|---:|")
	row := func(what string, t Tally) {
		cells := []string{what}
		for _, standing := range standings {
			n := ""
			if of := t.By[standing]; of > 0 {
				n = figures.Count(int64(of))
			}
			if standing == compare.Regression && t.Uncounted > 0 {
				n += " (not counted)"
				if t.Uncounted < t.By[standing] {
					n = fmt.Sprintf("%s (%s not counted)", figures.Count(int64(t.By[standing])), figures.Count(int64(t.Uncounted)))
				}
			}
			cells = append(cells, n)
		}
		s.line("| %s |", strings.Join(cells, " | "))
	}
	shown, rest := headAndRest(all, mostRows)
	for _, t := range shown {
		row(prose(t.What), t)
	}
	if len(rest) > 0 {
		sum := Tally{By: map[compare.Standing]int{}}
		for _, t := range rest {
			sum.Uncounted += t.Uncounted
			for standing, n := range t.By {
				sum.By[standing] += n
			}
		}
		row(fmt.Sprintf("%d others", len(rest)), sum)
	}
	s.line("")
}

var standings = []compare.Standing{compare.Regression, compare.Improved, compare.Both, compare.Unsure}

// headAndRest cuts a list so that it has at most a number of rows, with one for the rest.
func headAndRest[T any](all []T, most int) (shown, rest []T) {
	if len(all) <= most {
		return all, nil
	}
	return all[:most-1], all[most-1:]
}

// duels are the tables of scores.
func (s *summary) duels() {
	if len(s.Duels) == 0 || s.Duels[0].All.Files == 0 {
		return
	}
	columns := []string{"scripts", "lost", "gained", "PAR-2 before", "after", "CPU time"}
	work := slices.ContainsFunc(s.Duels, func(d compare.Duel) bool { return d.All.WorkSpeed.Value > 0 })
	if work {
		columns = append(columns, "work")
	}
	header := func(first string) {
		s.line("| %s | %s |\n|---|%s", first, strings.Join(columns, " | "), strings.Repeat("---:|", len(columns)))
	}
	row := func(first string, score *compare.Score) {
		cells := []string{
			first, figures.Count(int64(score.Files)), figures.Count(int64(score.Lost)), figures.Count(int64(score.Gained)),
			Seconds(score.PAR2Baseline), Seconds(score.PAR2Candidate), Mean(score.Speed),
		}
		if work {
			cells = append(cells, Mean(score.WorkSpeed))
		}
		s.line("| %s |", strings.Join(cells, " | "))
	}
	one := len(s.Duels) == 1
	if one {
		header("")
		row(fmt.Sprintf("decided %s before, %s after", s.share(s.Duels[0].Baseline), s.share(s.Duels[0].Candidate)), &s.Duels[0].All)
	} else {
		header("candidate, baseline")
		shown, rest := headAndRest(s.Duels, mostRows)
		for i := range shown {
			row(s.cellOf(shown[i].Candidate)+", "+s.cellOf(shown[i].Baseline), &shown[i].All)
		}
		if len(rest) > 0 {
			s.line("| %s more in `%s` |%s", figures.Count(int64(len(rest))), PageFile, strings.Repeat(" |", len(columns)))
		}
	}
	s.line("\n%s\n", s.legend(work))
	if one && len(s.Duels[0].Logics) > 1 {
		s.line("<details><summary>By logic</summary>\n")
		header("logic")
		shown, rest := headAndRest(byNews(s.Duels[0].Logics), mostRows)
		for i := range shown {
			row(Cell(clip(shown[i].Logic, mostName)), &shown[i])
		}
		if len(rest) > 0 {
			sum := joined(rest)
			row(figures.Number(int64(len(rest)), "other"), &sum)
		}
		s.line("\n</details>\n")
	}
}

func (s *summary) share(side int) string {
	share, _ := s.Decided(side)
	return figures.Percent(share)
}

// legend says what the columns of scores mean.
func (s *summary) legend(work bool) string {
	what := "CPU time is"
	if work {
		what = "CPU time and work (what the solvers count) are"
	}
	timed := 0
	for i := range s.Duels {
		timed = max(timed, s.Duels[i].All.Timed)
	}
	return fmt.Sprintf("<sub>PAR-2: CPU time, with %s for a script that is not decided. %s the candidate's by the baseline's: geometric mean and 99%% interval, over %s that took %s or more.</sub>",
		Brief(2*s.Timeout), what, figures.Number(int64(timed), "script"), figures.Duration(compare.LeastTimed))
}

// byNews orders scores so that those with news come first: regressions, contradictions, lost answers, then those of many scripts.
func byNews(scores []compare.Score) []compare.Score {
	news := func(s *compare.Score) int {
		n := 0
		for _, count := range s.Regressions {
			n += count
		}
		return n
	}
	out := slices.Clone(scores)
	slices.SortStableFunc(out, func(a, b compare.Score) int {
		return -cmp.Or(cmp.Compare(news(&a), news(&b)), cmp.Compare(a.Contradict, b.Contradict), cmp.Compare(a.Lost, b.Lost), cmp.Compare(a.Files, b.Files))
	})
	return out
}

// joined adds scores up. Means of parts have no mean.
func joined(scores []compare.Score) compare.Score {
	var out compare.Score
	for i := range scores {
		s := &scores[i]
		out.Files += s.Files
		out.Same += s.Same
		out.Lost += s.Lost
		out.Gained += s.Gained
		out.Other += s.Other
		out.Contradict += s.Contradict
		out.PAR2Baseline += s.PAR2Baseline
		out.PAR2Candidate += s.PAR2Candidate
		out.Timed += s.Timed
	}
	return out
}

// worst shows the gravest regressions.
func (s *summary) worst() {
	for i, p := range s.regressions[:min(len(s.regressions), worst)] {
		remarks := ""
		if p.Suspect {
			remarks = ", suspected"
		}
		if i >= s.failed {
			remarks += ", not counted"
		}
		of := ""
		if p.Logic != "" {
			of = " in " + code(clip(p.Logic, mostName))
		}
		size := ""
		if n := Size(p); n != "" {
			size = " (" + n + ")"
		}
		s.line("**%d. %s**%s%s: %s%s  ", i+1, prose(What(p.Change)), of, remarks, code(clip(s.Where(p), mostName)), size)
		parts := []string{prose(s.Sentence(p)), s.Counted(p, s.side), Timed(p), prose(Past(p))}
		s.line("%s", strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " "))
		if text, ok := small(s.Script(p)); ok {
			s.line("\n%s", block("smt2", text))
		} else {
			s.line("")
		}
	}
	if n := len(s.regressions) - worst; n > 0 {
		s.line("And %s more in `%s`.\n", figures.Count(int64(n)), PageFile)
	}
}

// small reports whether a formula may stand in the summary.
func small(text string) (string, bool) {
	return text, text != "" && len(text) <= mostFormula && strings.Count(text, "\n") < formulaLines && longestLine(text) <= mostFormula/2
}

func longestLine(text string) int {
	longest := 0
	for l := range strings.SplitSeq(text, "\n") {
		longest = max(longest, len(l))
	}
	return longest
}

// rest is what is no regression.
func (s *summary) rest() {
	for _, part := range []struct {
		standing compare.Standing
		title    string
	}{{compare.Improved, "Improved"}, {compare.Both, "In both, so no news"}, {compare.Unsure, "Unsure"}, {compare.Gone, "Did not show again"}} {
		if all := s.Changes(part.standing); len(all) > 0 {
			s.line("- %s: %s", part.title, prose(list(all)))
		}
	}
	undone := s.Undone()
	for i, l := range undone {
		if i == mostLeft {
			s.line("- And %s in `%s`", figures.Number(int64(len(undone)-i), "more remark"), PageFile)
			break
		}
		s.line("- %s", prose(upper(l)))
	}
	command, why := s.Next()
	if command != "" {
		s.line("- To %s: %s", why, code(command))
	}
	s.line("- All of it: %s", code(visible.Line(clip(path.Join(s.Out, PageFile), mostName))))
}
