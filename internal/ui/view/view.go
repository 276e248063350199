package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/report/figures"
	"github.com/assay-smt/assay/internal/ui/live"
)

const (
	// narrow is the width, and low the height, below which there is room for one list only.
	narrow = 72
	low    = 16
	// dot is between two parts of a line.
	dot = " · "
)

// Of returns the lines of a screen: exactly as many as it is high, each at most as wide as it is.
func Of(st *live.State, s Screen) []Line {
	if s.Width <= 0 || s.Height <= 0 {
		return nil
	}
	var out []Line
	switch s.Page {
	case Overview:
		out = overview(st, s)
	case Solvers:
		out = append(head(st, s), solversPage(st, s)...)
	case Engines:
		out = append(head(st, s), enginesPage(st, s)...)
	case Details:
		out = details(st, s)
	}
	out = out[:min(len(out), max(s.Height-1, 1))]
	for len(out) < s.Height-1 {
		out = append(out, nil)
	}
	if s.Height > 1 {
		out = append(out, Line{span(Dim, keys(s))})
	}
	for i := range out {
		out[i] = out[i].fit(s.Width)
	}
	return out
}

// keys is the last line.
func keys(s Screen) string {
	end, pause := "q quit", dot+"p pause"
	if s.Attached {
		end, pause = "q leave", ""
	}
	if s.Page == Details {
		return "up/down scroll" + dot + "esc back" + dot + end
	}
	return "up/down choose" + dot + "enter details" + dot + "s solvers" + dot + "e engines" + pause + dot + end
}

// clock writes seconds as hours, minutes and seconds.
func clock(seconds float64) string {
	n := int64(min(max(seconds, 0), math.MaxInt32))
	return fmt.Sprintf("%02d:%02d:%02d", n/3600, n/60%60, n%60)
}

// left is how many seconds the campaign goes on, by its time or by its mutants; ok is false when nobody knows.
func left(st *live.State) (seconds float64, ok bool) {
	if st.Limit > 0 {
		seconds, ok = max(0, st.Limit-st.Elapsed), true
	}
	if rate := st.History.Lately(st.History.Mutants, st.Elapsed); st.MutantLimit > 0 && rate > 0 {
		more := float64(max(0, st.MutantLimit-st.Mutants)) / rate
		if !ok || more < seconds {
			seconds, ok = more, true
		}
	}
	return seconds, ok
}

// head are the lines above all pages.
func head(st *live.State, s Screen) []Line {
	time := clock(st.Elapsed)
	if st.Limit > 0 {
		time += " of " + clock(st.Limit)
	}
	title := Line{span(Bold, "assay"), span(Plain, dot+st.Out+dot+time)}
	if n, ok := left(st); ok {
		title = append(title, span(Plain, dot+clock(n)+" left"))
	}
	right := plain(figures.Number(int64(st.Jobs), "job") + dot + "seed " + fmt.Sprint(st.Seed))
	switch {
	case s.Silent > 0:
		right = Line{span(Warn, "no news for "+clock(float64(s.Silent))+": killed, or stopped?")}
	case st.Paused:
		right = Line{span(Warn, "PAUSED: p goes on")}
	}
	first := sides(title, right, s.Width)
	if s.Silent > 0 || st.Paused { // that is more important than the rest
		first = append(title.fit(max(0, s.Width-right.columns()-2)), append(Line{span(Plain, "  ")}, right...)...)
	}
	out := []Line{first, series("mutants", figures.Count(st.Mutants), figures.Decimal(st.History.Lately(st.History.Mutants, st.Elapsed))+"/s", st.History.Mutants, s.Width)}
	if st.SeesBehaviour {
		out = append(out, series("new behaviour", figures.Count(st.NewBehaviour), perMinute(60*st.History.Lately(st.History.New, st.Elapsed)), st.History.New, s.Width))
	}
	out = append(out, found(st, s.Width), shares(st, s.Width))
	return append(out, attention(st)...)
}

// perMinute writes a rate without digits that nobody reads.
func perMinute(rate float64) string {
	if rate >= 10 {
		return figures.Count(int64(rate+0.5)) + "/min"
	}
	return figures.Decimal(rate) + "/min"
}

// series is a line about a count over time.
func series(label, count, rate string, steps []int64, width int) Line {
	l := Line{span(Plain, figures.Pad(label, 15)), span(Bold, figures.PadLeft(count, 11)), span(Plain, "  "+figures.PadLeft(rate, 9)+"  ")}
	return append(l, Span{Good, sparkline(steps, min(width-l.columns(), 120))})
}

// found says what was found so far, and when the last finding was new.
func found(st *live.State, width int) Line {
	style := Plain
	if st.Findings > 0 {
		style = Bad
	}
	text := ""
	if st.Hits > 0 {
		text = "  in " + figures.Number(st.Hits, "mutant")
	}
	if st.KnownFindings > 0 {
		text += fmt.Sprintf(", %s known", figures.Count(int64(st.KnownFindings)))
	}
	if len(st.Latest) > 0 {
		text += dot + "last " + clock(st.Elapsed-st.Latest[0].At) + " ago"
	}
	l := Line{span(Plain, figures.Pad("findings", 15)), span(style, figures.PadLeft(figures.Count(int64(st.Findings)), 11)), span(Plain, text+"  ")}
	return append(l, Span{Bad, sparkline(st.History.Findings, min(width-l.columns(), 120))})
}

// shares says where the CPU time goes, the largest parts first, as many as fit.
func shares(st *live.State, width int) Line {
	parts := slices.Clone(st.Parts)
	slices.SortStableFunc(parts, func(a, b live.Part) int { return cmp.Compare(b.Share, a.Share) })
	first := figures.Pad("CPU", 15) + figures.PadLeft(figures.Percent(st.SolverShare), 11) + "  in solvers"
	words := ""
	for i, p := range parts {
		more := dot + visible.Line(p.Name) + " " + figures.Percent(p.Share)
		if i == 0 {
			more = ": " + strings.TrimPrefix(more, dot)
		}
		if p.Share < 0.005 || figures.Columns(first)+figures.Columns(words)+figures.Columns(more) > width {
			break
		}
		words += more
	}
	return Line{span(Plain, first), span(Dim, words)}
}

// attention lists what needs a person.
func attention(st *live.State) []Line {
	var out []Line
	add := func(text string) { out = append(out, Line{span(Warn, "! "+text)}) }
	for _, w := range st.Warnings {
		add(w)
	}
	if st.Faults > 0 {
		add(figures.Number(st.Faults, "fault") + " of Assay itself: assay stats DIR faults")
	}
	if st.RejectedSeeds > 0 {
		add(fmt.Sprintf("%d of %s cannot be read: assay stats DIR seeds", st.RejectedSeeds, figures.Number(int64(st.Seeds), "seed")))
	}
	const most = 3
	if n := len(out) - most; n > 0 {
		out = append(out[:most-1], Line{span(Warn, fmt.Sprintf("! and %d more", n+1))})
	}
	return out
}

func overview(st *live.State, s Screen) []Line {
	out := head(st, s)
	room := s.Height - 1 - len(out)
	if s.Width >= narrow && s.Height >= low {
		rows := max(min(max(len(st.Engines), len(st.Solvers)), (room-3)/2-2), 1)
		width := (s.Width - 1) / 2
		engines := box("engines", enginesTable(st, width-4, rows), width, rows+3)
		solvers := box("solvers", solversTable(st, s.Width-width-5, rows), s.Width-width-1, rows+3)
		out = append(out, beside(engines, solvers)...)
		room -= rows + 3
		if room >= 4 {
			return append(out, box("latest findings", latest(st, s, s.Width-4, room-2), s.Width, room)...)
		}
		return out
	}
	return append(out, latest(st, s, s.Width, room)...)
}

// latest lists the latest findings, so that the chosen one is in sight.
func latest(st *live.State, s Screen, width, height int) []Line {
	if len(st.Latest) == 0 {
		if st.Findings > 0 {
			return []Line{plain("none in this run; assay stats DIR findings lists those of earlier runs")}
		}
		return []Line{plain("none yet")}
	}
	if height < 2 {
		return nil
	}
	rows := height - 1
	chosen := min(s.Chosen, len(st.Latest)-1)
	first := max(0, chosen-rows+1)
	columns := []column{{}, {head: "time", spare: 3}, {head: "class"}, {head: "solver", least: 10, brief: true}, {head: "size", right: true, spare: 2}, {head: "status", least: 6, spare: 1, brief: true}, {head: "formula", least: 12, spare: 4}}
	var cells [][]cell
	for i, f := range st.Latest[first:min(len(st.Latest), first+rows)] {
		style, mark := Plain, " "
		if first+i == chosen {
			style, mark = Chosen, ">"
		}
		status := figures.IsNew
		if f.Known != "" {
			status = figures.IsKnown + " (" + f.Known + ")"
		}
		size := ""
		if f.Bytes > 0 {
			size = figures.Size(f.Bytes)
		}
		cells = append(cells, []cell{{style, mark}, {style, clock(f.At)}, {style, f.Class}, {style, f.Solver}, {style, size}, {style, status}, {style, cmp.Or(f.Line, f.Words)}})
	}
	return table(columns, cells, width)
}

// byMost orders engines by what they bring.
func byMost(all []live.Engine) []live.Engine {
	out := slices.Clone(all)
	slices.SortStableFunc(out, func(a, b live.Engine) int {
		return cmp.Or(cmp.Compare(b.Findings, a.Findings), cmp.Compare(b.NewBehaviour, a.NewBehaviour), cmp.Compare(b.Mutants, a.Mutants))
	})
	return out
}

// shown leaves a number of rows; the last one says how many are left out.
func shown(rows [][]cell, n int) [][]cell {
	if len(rows) <= n || n < 1 {
		return rows
	}
	more := make([]cell, len(rows[0]))
	more[0] = cell{Dim, fmt.Sprintf("and %d more", len(rows)-n+1)}
	return append(rows[:n-1:n-1], more)
}

func enginesTable(st *live.State, width, rows int) []Line {
	columns := []column{{head: "engine", least: 10}, {head: "mutants", right: true, spare: 2}, {head: "share", right: true, spare: 1}, {head: "found", right: true}}
	if st.SeesBehaviour {
		columns = slices.Insert(columns, 3, column{head: "new", right: true})
	}
	var cells [][]cell
	for _, e := range byMost(st.Engines) {
		row := []cell{{Plain, e.Name}, {Plain, figures.Count(e.Mutants)}, {Plain, figures.Percent(figures.Share(e.Mutants, st.Mutants))}, {count(e.Findings), figures.Count(e.Findings)}}
		if st.SeesBehaviour {
			row = slices.Insert(row, 3, cell{Plain, figures.Count(e.NewBehaviour)})
		}
		cells = append(cells, row)
	}
	return table(columns, shown(cells, rows), width)
}

// count is the style of a number of findings.
func count(n int64) Style {
	if n > 0 {
		return Bad
	}
	return Plain
}

// share is a cell with the share of a solver's runs; from a limit on it is a warning.
func share(v *live.Solver, of figures.Result, warn float64) cell {
	if v.Runs == 0 {
		return cell{Dim, "-"}
	}
	n := figures.Share(v.Results[string(of)], v.Runs)
	style := Plain
	if n >= warn {
		style = Warn
	}
	return cell{style, figures.Percent(n)}
}

// The shares of a solver's runs from which they are marked.
const (
	refusedMuch = 0.1
	timeOutMuch = 0.5
	never       = 2
)

func solversTable(st *live.State, width, rows int) []Line {
	columns := []column{
		{head: "solver", least: 10, brief: true}, {head: "runs", right: true, spare: 4}, {head: "answ.", right: true}, {head: "unkn.", right: true, spare: 2}, {head: "t-out", right: true}, {head: "refused", right: true, spare: 3},
		{head: "CPU", right: true, spare: 1},
	}
	var all float64
	for i := range st.Solvers {
		all += st.Solvers[i].CPU
	}
	if width >= 60 { // there is room for the words
		columns[2].head, columns[3].head, columns[4].head = "answered", "unknown", "time-out"
	}
	var cells [][]cell
	for i := range st.Solvers {
		v := &st.Solvers[i]
		cpu := 0.0
		if all > 0 {
			cpu = v.CPU / all
		}
		cells = append(cells, []cell{
			{Plain, v.Name}, {Plain, figures.Count(v.Runs)}, share(v, figures.Answered, never), share(v, figures.Unknown, never), share(v, figures.TimeOut, timeOutMuch),
			share(v, figures.Refused, refusedMuch), {Plain, figures.Percent(cpu)},
		})
	}
	return table(columns, shown(cells, rows), width)
}

// spares are the outcomes that are left out where there is no room.
var spares = map[figures.Result]int{figures.Memory: 5, figures.NoAnswer: 4, figures.Crashed: 3, figures.Unknown: 1}

// solversPage has all outcomes of the runs of all solvers, and why they refuse scripts.
func solversPage(st *live.State, s Screen) []Line {
	columns := []column{{head: "solver", least: 10, brief: true}, {head: "runs", right: true}}
	for _, r := range figures.Results() {
		columns = append(columns, column{head: string(r), right: true, spare: spares[r]})
	}
	columns = append(columns, column{head: "CPU", right: true, spare: 2})
	if st.SeesBehaviour {
		columns = append(columns, column{head: "new", right: true, spare: 6})
	}
	var cells [][]cell
	for i := range st.Solvers {
		v := &st.Solvers[i]
		row := []cell{{Plain, v.Name}, {Plain, figures.Count(v.Runs)}}
		for _, r := range figures.Results() {
			warn := float64(never)
			switch r {
			case figures.Refused, figures.NoAnswer:
				warn = refusedMuch
			case figures.TimeOut:
				warn = timeOutMuch
			}
			row = append(row, share(v, r, warn))
		}
		row = append(row, cell{Plain, figures.Duration(v.CPU)})
		if st.SeesBehaviour {
			row = append(row, cell{Plain, figures.Count(v.NewBehaviour)})
		}
		cells = append(cells, row)
	}
	lines := table(columns, cells, s.Width-4)
	for i := range st.Solvers {
		if v := &st.Solvers[i]; v.Refused != "" {
			lines = append(lines, nil, plain(brief(v.Name, 40)+" refuses most often with:"), Line{span(Dim, "  "+v.Refused)})
		}
	}
	room := s.Height - 1 - len(head(st, s))
	return box("solvers", lines, s.Width, min(len(lines)+2, max(room, 3)))
}

// enginesPage has all engines, and the logics of their mutants.
func enginesPage(st *live.State, s Screen) []Line {
	columns := []column{
		{head: "engine", least: 8}, {head: "mutants", right: true}, {head: "share", right: true, spare: 1}, {head: "run", right: true, spare: 2}, {head: "found", right: true}, {head: "new behaviour", right: true, spare: 3},
		{head: "new per 1,000 run", right: true, spare: 4},
	}
	if !st.SeesBehaviour {
		columns = columns[:5]
	}
	var cells [][]cell
	for _, e := range byMost(st.Engines) {
		row := []cell{
			{Plain, e.Name}, {Plain, figures.Count(e.Mutants)}, {Plain, figures.Percent(figures.Share(e.Mutants, st.Mutants))}, {Plain, figures.Count(e.Run)}, {count(e.Findings), figures.Count(e.Findings)},
			{Plain, figures.Count(e.NewBehaviour)}, {Plain, figures.Decimal(1000 * float64(e.NewBehaviour) / float64(max(e.Run, 1)))},
		}
		cells = append(cells, row[:len(columns)])
	}
	lines := table(columns, cells, s.Width-4)
	room := s.Height - 1 - len(head(st, s))
	out := box("engines", lines, s.Width, min(len(lines)+2, max(room, 3)))
	if room -= len(out); room < 4 {
		return out
	}
	cells = nil
	for _, l := range st.Logics {
		n := figures.Share(l.Mutants, st.Mutants)
		cells = append(cells, []cell{{Plain, l.Name}, {Plain, figures.Count(l.Mutants)}, {Plain, figures.Percent(n)}, {Good, strings.Repeat("█", int(n*40+0.5))}})
	}
	lines = table([]column{{head: "logic", least: 8}, {head: "mutants", right: true}, {head: "share", right: true}, {least: 1, spare: 1}}, shown(cells, room-3), s.Width-4)
	return append(out, box("logics", lines, s.Width, min(len(lines)+2, room))...)
}

// details shows what is known about the chosen finding.
func details(st *live.State, s Screen) []Line {
	out := []Line{plain("This finding is not among the latest any more."), nil}
	if s.Chosen >= 0 && len(st.Latest) > 0 {
		f := st.Latest[min(s.Chosen, len(st.Latest)-1)]
		out[0] = Line{span(Bold, f.Class), span(Plain, dot+f.Solver+dot+figures.Size(f.Bytes)+dot+"found at "+clock(f.At))}
	}
	lines := s.lines()
	for _, l := range lines[max(0, min(s.Scroll, len(lines)-1)):] {
		out = append(out, plain(l))
	}
	return out
}
