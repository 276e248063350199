package comparison

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/report/figures"
)

// The bounds of a screen.
const (
	Lines   = 20
	Columns = figures.Width
)

// The most lines of a part of the screen.
const (
	mostFound     = 5
	mostHealth    = 4
	mostAttention = 4
)

// dot stands between the parts of a line.
const dot = " \u00b7 "

// Screen writes what a comparison ends with on a terminal, at most Lines lines of at most Columns columns. Errors are those of w.
func Screen(w io.Writer, in Input) error {
	s := &screen{New(in)}
	var out []string
	for _, part := range [][]string{s.head(), s.found(), s.health(), s.attention(), s.next()} {
		out = append(out, part...)
	}
	for i := range out {
		out[i] = strings.TrimRight(figures.Clip(out[i], Columns), " ")
	}
	_, err := io.WriteString(w, strings.Join(out, "\n")+"\n")
	return err
}

type screen struct{ *Digest }

func (s *screen) head() []string {
	const most = 40
	folder := figures.Clip(visible.Line(s.Out), most)
	if folder != "" {
		folder += "   "
	}
	line := folder + figures.Duration(s.Elapsed) + dot + names(s.Of(compare.Candidate), s.Name) + " against " + names(s.Of(compare.Baseline), s.Name)
	counts := figures.Number(int64(s.scripts), "script")
	if s.Mutants > 0 {
		counts += ", " + figures.Number(s.Mutants, "mutant")
	}
	if figures.Columns(line)+len(dot)+figures.Columns(counts) > Columns {
		return []string{line, strings.Repeat(" ", figures.Columns(folder)) + counts, ""}
	}
	return []string{line + dot + counts, ""}
}

// found lists the regressions.
func (s *screen) found() []string {
	title := strings.ToLower(s.verdict())
	switch {
	case s.failed > 0:
		title += ": " + list(s.regressions[:s.failed])
	case len(s.regressions) == 0 && !s.empty():
		title += " in " + s.amount()
	}
	lines := []string{title + s.incomplete()}
	if n := len(s.regressions) - s.failed; n > 0 {
		lines = append(lines, figures.Count(int64(n))+" not counted, since --fail-on is "+kinds(s.FailOn)+": "+list(s.regressions[s.failed:]))
	}
	out := figures.Section("FOUND", lines)
	shown := s.regressions[:min(len(s.regressions), mostFound)]
	rows := make([][4]string, len(shown))
	var width [4]int
	for i, p := range shown {
		small := ""
		if n := cmp.Or(p.SmallBytes, p.Bytes); n > 0 {
			small = figures.Size(int64(n))
		}
		rows[i] = [4]string{What(p.Change), figures.Clip(visible.Line(p.Logic), 12), small, short(p)}
		for k, cell := range rows[i] {
			width[k] = max(width[k], figures.Columns(cell))
		}
	}
	for i, r := range rows {
		text := "  " + figures.Pad(r[0], width[0]) + "  " + figures.Pad(r[1], width[1]) + "  " + figures.PadLeft(r[2], width[2]) + "  " + figures.Pad(r[3], width[3])
		where := shown[i].Finding // below the folder that the first line names
		if where == "" {
			where = shown[i].Name
		}
		out = append(out, text+"  "+lastColumns(visible.Line(where), Columns-figures.Columns(text)-2))
	}
	if n := len(s.regressions) - len(shown); n > 0 {
		out = append(out, fmt.Sprintf("  and %s more in %s", figures.Count(int64(n)), visible.Line(path.Join(s.Out, PageFile))))
	}
	return out
}

// lastColumns shortens a path to a number of columns. Its end says more than its beginning.
func lastColumns(path string, columns int) string {
	const dots = "..."
	if figures.Columns(path) <= columns {
		return path
	}
	runes := []rune(path)
	for figures.Columns(string(runes))+len(dots) > columns && len(runes) > 0 {
		runes = runes[max(1, (figures.Columns(string(runes))+len(dots)-columns)/2):]
	}
	return dots + string(runes)
}

func kinds(all []compare.Kind) string {
	var out []string
	for _, k := range all {
		out = append(out, visible.Line(string(k)))
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, ",")
}

// short says in a few characters how sure a regression is, or how much slower.
func short(p compare.Place) string {
	suspect := ""
	if p.Suspect {
		suspect = ", suspected"
	}
	if t := p.Timing; t != nil {
		return fmt.Sprintf("x%s, %s%s", ratio(t.Ratio.Estimate), Seconds(t.New), suspect)
	}
	for _, c := range p.Counts {
		if c.Side == p.Candidate {
			return fmt.Sprintf("%d of %s%s", c.Shows, figures.Number(int64(c.Of), "run"), suspect)
		}
	}
	return strings.TrimPrefix(suspect, ", ")
}

// health says how the sides fared, and what is no regression.
func (s *screen) health() []string {
	var lines []string
	for i := range s.Duels {
		d := &s.Duels[i]
		if d.All.Files == 0 {
			continue
		}
		if len(lines) >= mostHealth-2 && len(s.Duels) > i+1 {
			lines = append(lines, figures.Number(int64(len(s.Duels)-i), "more pair")+" in "+PageFile)
			break
		}
		if len(s.Duels) > 1 {
			pair := s.names[d.Candidate] + " against " + s.names[d.Baseline] + ": "
			lines = append(lines, figures.Clip(pair, Columns/2)+strings.Join(append(fared(d), speeds(d)...), dot))
			continue
		}
		before, _ := s.Decided(d.Baseline)
		after, _ := s.Decided(d.Candidate)
		decided := fmt.Sprintf("decided %s, before %s", figures.Percent(after), figures.Percent(before))
		lines = append(lines, strings.Join(append([]string{decided}, fared(d)...), dot))
		if all := speeds(d); len(all) > 0 {
			lines = append(lines, strings.Join(append(all, "over "+figures.Number(int64(d.All.Timed), "script")), dot))
		}
	}
	var parts []string
	for _, part := range []struct {
		standing compare.Standing
		title    string
	}{{compare.Improved, "improved"}, {compare.Both, "in both"}, {compare.Unsure, "unsure"}} {
		if all := s.Changes(part.standing); len(all) > 0 {
			parts = append(parts, fmt.Sprintf("%s %s (%s)", part.title, figures.Count(int64(len(all))), list(all)))
		}
	}
	if len(parts) > 0 {
		lines = append(lines, strings.Join(parts, dot))
	}
	return figures.Section("HEALTH", lines)
}

func fared(d *compare.Duel) []string {
	return []string{
		fmt.Sprintf("lost %s, gained %s", figures.Count(int64(d.All.Lost)), figures.Count(int64(d.All.Gained))),
		fmt.Sprintf("PAR-2 %s, before %s", Seconds(d.All.PAR2Candidate), Seconds(d.All.PAR2Baseline)),
	}
}

// speeds are the geometric means that are known.
func speeds(d *compare.Duel) (out []string) {
	if m := Mean(d.All.Speed); m != "" {
		out = append(out, "CPU time x"+m)
	}
	if m := Mean(d.All.WorkSpeed); m != "" {
		out = append(out, "work x"+m)
	}
	return out
}

// attention lists what a person should know of.
func (s *screen) attention() []string {
	var lines []string
	if same := s.SameProgram(s.Name); same != "" {
		lines = append(lines, same)
	}
	lines = append(lines, s.Undone()...)
	if n := len(lines) - mostAttention; n > 0 {
		lines = append(lines[:mostAttention-1:mostAttention-1], figures.Number(int64(n+1), "more remark")+" in "+visible.Line(path.Join(s.Out, PageFile)))
	}
	return figures.Section("ATTENTION", lines)
}

// next is one command to go on with. It is not cut, since half a command is none.
func (s *screen) next() []string {
	command, why := s.Next()
	switch {
	case command == "":
		return figures.Section("NEXT", []string{why})
	case figures.Columns(command) > Columns-figures.Label:
		return figures.Section("NEXT", []string{why + ": the command is in " + visible.Line(path.Join(s.Out, "summary.md"))})
	case figures.Columns(command)+len("   ")+len(why) > Columns-figures.Label:
		why = ""
	}
	return figures.Section("NEXT", []string{command + "   " + why})
}
