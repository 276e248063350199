package screen

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/report/figures"
)

// health says in one line how the whole campaign fared.
func (s *screen) health() []string {
	st := &s.Stats
	mutants := figures.Number(st.Mutants, "mutant")
	if run := st.Mutants - st.Idle; st.Idle > 0 {
		mutants += ", " + figures.Count(run) + " of them run"
	}
	parts := []string{mutants + " (" + figures.Decimal(figures.PerSecond(st.Mutants-st.Idle, st.Seconds)) + "/s)"}
	var answered, calls int64
	for _, spec := range s.Solvers() {
		v := st.Solvers[spec]
		calls += v.Calls
		answered += figures.ResultsOf(v.Outcomes)[figures.Answered]
	}
	if calls > 0 {
		parts = append(parts, figures.Percent(figures.Share(answered, calls))+" of runs decided")
	}
	if st.SolverSeconds+st.OwnSeconds > 0 {
		parts = append(parts, figures.Percent(st.SolverShare())+" of CPU in solvers")
	}
	lines := []string{strings.Join(parts, dot)}
	if l := s.inferred(); l != "" {
		lines = append(lines, l)
	}
	return figures.Section("HEALTH", lines)
}

// inferred says what solvers inferred, "" where they were not asked.
func (s *screen) inferred() string {
	var parts []string
	for _, from := range oracle.StatementSources() {
		if sum := figures.InferredIn(&s.Stats, from); sum.Statements > 0 {
			what := map[oracle.StatementSource]string{oracle.FromOutput: "inference", oracle.FromProof: "proof step"}[from]
			parts = append(parts, fmt.Sprintf("%s, %s evaluated, %s false", figures.Number(sum.Statements, what), figures.Percent(figures.Share(sum.Valued, sum.Statements)), figures.Count(sum.False)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return sidesOf(strings.Join(parts, dot), s.command("inferences"))
}

// A solverLine is how one solver fared.
type solverLine struct {
	spec, text string
	bad        float64 // the share of runs without an answer
}

// between is what stands between the shares of a solver.
const between = "  "

// whole writes a share without a fraction. A small share is not shown as none, and nearly all is not shown as all.
func whole(share float64) string {
	switch p := 100 * share; {
	case p > 0 && p < 0.5:
		return "<1%"
	case p > 99.5 && p < 100:
		return ">99%"
	default:
		return strconv.FormatFloat(p, 'f', 0, 64) + "%"
	}
}

// solvers has a line for each solver, in the order in which they were given.
func (s *screen) solvers() []solverLine {
	specs := s.Solvers()
	shown := []figures.Result{figures.Answered, figures.Unknown, figures.TimeOut, figures.Refused}
	runs, name, program := 0, 0, 0
	other := false
	cells := make(map[string][]string)
	fates := make(map[string]map[figures.Result]int64)
	for _, spec := range specs {
		v := s.Stats.Solvers[spec]
		f := figures.ResultsOf(v.Outcomes)
		fates[spec] = f
		other = other || f[figures.Memory]+f[figures.Crashed]+f[figures.NoAnswer] > 0
		runs = max(runs, figures.Columns(figures.Count(v.Calls)))
		whole := visible.Line(s.Name(spec))
		bare, _, _ := strings.Cut(whole, " ") // of its options
		name, program = max(name, figures.Columns(whole)), max(program, figures.Columns(bare))
	}
	// A column in which no solver has anything says nothing.
	shown = slices.DeleteFunc(shown, func(f figures.Result) bool {
		return f != figures.Answered && !slices.ContainsFunc(specs, func(spec string) bool { return fates[spec][f] > 0 })
	})
	const percents = len("100%")
	widthOf := func() int {
		width := 2 + 2 + runs + len(" runs")
		for _, f := range shown {
			width += len(between) + percents + 1 + len(f)
		}
		if other {
			width += len(between) + percents + 1 + len("other")
		}
		return width
	}
	// Without all of its name, a build such as z3@5.4.1+assertions looks like the release. Two shares are enough to make room for it.
	for len(shown) > 2 && widthOf()+program > Columns {
		shown, other = shown[:len(shown)-1], true
	}
	name = max(min(name, Columns-widthOf()), 8)
	var out []solverLine
	for _, spec := range specs {
		v, f := s.Stats.Solvers[spec], fates[spec]
		word := " runs"
		if v.Calls == 1 {
			word = " run "
		}
		cells[spec] = []string{figures.PadLeft(figures.Count(v.Calls), runs) + word}
		label := figures.Pad(figures.Clip(visible.Line(s.Name(spec)), name), name)
		if v.Calls == 0 { // shares of nothing would look like a solver that never answers
			out = append(out, solverLine{spec, "  " + label + "  " + cells[spec][0], 0})
			continue
		}
		for _, fate := range shown {
			cells[spec] = append(cells[spec], figures.PadLeft(whole(figures.Share(f[fate], v.Calls)), percents)+" "+string(fate))
		}
		if other {
			n := v.Calls
			for _, fate := range shown {
				n -= f[fate]
			}
			cells[spec] = append(cells[spec], figures.PadLeft(whole(figures.Share(n, v.Calls)), percents)+" other")
		}
		text := "  " + label + "  " + strings.Join(cells[spec], between)
		out = append(out, solverLine{spec, text, 1 - figures.Share(f[figures.Answered], v.Calls)})
	}
	return out
}

// fewerSolvers leaves room for a number of lines, those of the solvers that answer least.
func (s *screen) fewerSolvers(all []solverLine, room int) []string {
	var out []string
	shown := all
	if len(all) > room {
		shown = slices.Clone(all)
		slices.SortStableFunc(shown, func(a, b solverLine) int { return -cmp.Compare(a.bad, b.bad) })
		shown = shown[:max(room-1, 0)]
	}
	for _, l := range shown {
		out = append(out, l.text)
	}
	if n := len(all) - len(shown); n > 0 && room > 0 {
		out = append(out, sidesOf("  and "+figures.Count(int64(n))+" more, which answer as much or more", s.command("solvers")))
	}
	return out
}
