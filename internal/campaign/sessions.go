package campaign

import (
	"fmt"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/solver"
)

// sessions reports in which kinds of processes solvers ran, what that cost, and what was unusual.
func (s Summary) sessions(b *strings.Builder) {
	if r := s.Sessions; r != nil {
		writeSessions(b, fmt.Sprintf("Processes (--sessions %s)", r.Mode), r)
	}
	if r := s.Exploring; r != nil {
		writeSessions(b, "Processes for other configurations", r)
	}
}

func writeSessions(b *strings.Builder, title string, r *living.Report) {
	if r.Mode == solver.Process {
		return
	}
	fmt.Fprintf(b, "\n%s\n", title)
	for _, t := range byTarget(r.Rows) {
		fmt.Fprintf(b, "  %s: %s\n", t.name, t.modes())
		if chosen := t.choices(); chosen != "" {
			fmt.Fprintf(b, "    chosen by logic: %s\n", chosen)
		}
	}
	for _, start := range r.Starts {
		fmt.Fprintf(b, "  %s starts of living processes of %s took %s of CPU each\n",
			thousands(start.N), start.Target, (start.CPU / time.Duration(max(start.N, 1))).Round(10*time.Microsecond))
	}
	reasons(b, "run again in processes of their own", r.Repeated)
	reasons(b, "run in processes of their own at once", r.Alone)
	reasons(b, "living processes replaced", r.Restarts)
}

func reasons(b *strings.Builder, what string, counts []living.Count) {
	const shown = 5
	if len(counts) == 0 {
		return
	}
	var parts []string
	var n int64
	for i, c := range counts {
		if i < shown {
			parts = append(parts, strings.TrimSpace(thousands(c.N)+" "+c.Reason+" "+said(c.First)))
		}
		n += c.N
	}
	fmt.Fprintf(b, "  %s %s: %s\n", thousands(n), what, strings.Join(parts, ", "))
}

// modesOf has a target's queries by mode, and its logics by the mode chosen for them.
type modesOf struct {
	name    string
	queries map[solver.Mode]int
	used    map[solver.Mode]time.Duration
	chosen  map[solver.Mode][]string
}

func byTarget(rows []living.Row) []*modesOf {
	var out []*modesOf
	for _, row := range rows {
		if len(out) == 0 || out[len(out)-1].name != row.Target {
			out = append(out, &modesOf{
				name: row.Target, queries: map[solver.Mode]int{}, used: map[solver.Mode]time.Duration{}, chosen: map[solver.Mode][]string{},
			})
		}
		t := out[len(out)-1]
		for _, m := range row.Modes {
			t.queries[m.Mode] += m.Queries
			t.used[m.Mode] += m.Mean * time.Duration(m.Queries)
		}
		if row.Chosen != "" {
			logic := row.Logic
			if logic == "" {
				logic = "no logic"
			}
			t.chosen[row.Chosen] = append(t.chosen[row.Chosen], logic)
		}
	}
	return out
}

// modes reports how many queries took place in each mode, and what they cost.
func (t *modesOf) modes() string {
	var parts []string
	for _, mode := range solver.Modes() {
		if n := t.queries[mode]; n > 0 {
			mean := (t.used[mode] / time.Duration(n)).Round(10 * time.Microsecond)
			parts = append(parts, fmt.Sprintf("%s %s (mean CPU %s)", thousands(int64(n)), mode, mean))
		}
	}
	return strings.Join(parts, ", ")
}

// choices lists the first logics of each chosen mode.
func (t *modesOf) choices() string {
	const shown = 6
	var parts []string
	for _, mode := range solver.Modes() {
		logics := t.chosen[mode]
		if len(logics) == 0 {
			continue
		}
		text := strings.Join(logics[:min(len(logics), shown)], ", ")
		if more := len(logics) - shown; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		parts = append(parts, fmt.Sprintf("%s for %s", mode, text))
	}
	return strings.Join(parts, "; ")
}

// said is what a solver printed when something happened for the first time, "" for nothing. Its control characters do not reach
// terminals.
func said(text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf("(first: %q)", text)
}
