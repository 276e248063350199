package certified

import (
	"context"
	"fmt"
	"time"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/timing"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// Slowdown returns the case in which a solver takes more than limit says against old for the same answer to a script, which asks once. bench has the limits of
// runs.
func Slowdown(bench *trial.Bench, s *script.Script, old, slow solver.Target, limit timing.Limit) Case {
	c := Case{
		Goal: Goal{Class: oracle.OfMeasurement(), Solver: slow.String(), Other: old.String()}, Blamed: slow, Against: &old, Bench: bench, Limit: limit,
	}
	content := trial.ContentOf(s)
	c.Options = content.Options()
	return c
}

// A slowdown is the form of findings about what an answer costs. The original and the result are raced. What is tried in between is taken if it passes tests
// that noise cannot pass for it again and again, while a race would take minutes:
//
//   - the solvers' own counts, which are the same in each run, keep a ratio of floor, and by the time that a unit of work took on the original, they
//     are apart by the difference that has to be kept;
//   - two pairs of runs have CPU times above what has to be kept, by a margin; three where nothing is counted, or the counts vary, with the ratio of floor.
type slowdown struct {
	// limit is what the original exceeded, kept what has to be left of that, at most the limit, and asked what races are about.
	limit, kept, asked timing.Limit
	// begun: the original was raced, and candidates are tried. over: the limit of time ended the solver there.
	begun, over bool
	floor       float64
	// time is what candidates have where it ended the original; 0 for the usual time.
	time time.Duration
	// lacks is what the last race showed that was no slow-down.
	lacks string
	// old and slow are CPU seconds for a unit of work, 0 where nothing is counted.
	old, slow float64
}

func newSlowdown(l timing.Limit, exceeded bool) *slowdown {
	if l == (timing.Limit{}) {
		l = timing.Default
	}
	f := &slowdown{limit: l, kept: l.Kept(), asked: l}
	if exceeded {
		f.asked = f.kept
	}
	return f
}

const (
	// margin is by how much single pairs have to be above the limit.
	margin = 1.1
	// mostFloor is the largest ratio that is asked for: beyond that, what is slow is clear, and a small formula has its fixed costs.
	mostFloor = 10
)

// search makes the form try candidates, by what was shown last. A nil form does nothing.
func (f *slowdown) search(by *Shown) {
	if f == nil {
		return
	}
	m := by.Finding.Evidence.Measured
	if m == nil {
		return
	}
	f.begun = true
	if f.floor > 0 {
		return // what the original was has been asked
	}
	f.over = m.Over
	ratio := m.Ratio.Low
	// What is far beyond the limit stays beyond it: a reduction goes down to whatever is allowed.
	f.kept.Ratio = min(max(f.kept.Ratio, m.Ratio.Low/2), f.limit.Ratio)
	f.kept.Difference = min(max(f.kept.Difference, time.Duration(m.Difference.Low/2*float64(time.Second))), f.limit.Difference)
	f.asked = f.kept
	if m.Work() > 0 && !m.Varies {
		ratio, f.old, f.slow = m.Work(), m.Old/float64(m.OldWork), m.New/float64(m.NewWork)
	}
	f.floor = max(min(ratio/2, mostFloor), margin*f.kept.Ratio)
	if f.over {
		// Enough to show the ratio, also where a machine gives a process a quarter of its time.
		f.time = 4 * max(time.Duration(f.floor*m.Old*float64(time.Second)), 2*f.kept.Difference)
	}
}

// race makes the form race what it is shown. A nil form does nothing.
func (f *slowdown) race() {
	if f != nil {
		f.begun = false
	}
}

func (f *slowdown) examine(ctx context.Context, x *examiner, on *slot, text string, s *script.Script) (*Shown, error) {
	if s == nil || s.Checks() != 1 || x.standard && s.Dialects&theory.Standard == 0 || x.readable && s.Features&^x.features != 0 {
		return nil, nil
	}
	r, old := f.sides(x, on, text, s)
	var out timing.Finish
	var err error
	if f.begun {
		var holds bool
		if out, holds, err = f.try(ctx, r); err != nil || !holds {
			return nil, err
		}
	} else if out, err = r.Run(ctx); err != nil || out.Verdict != timing.Slower {
		f.lacks = triage.Compared(&out.Result)
		return nil, err
	}
	found := out.Claim(s.Logic())
	m := found.Evidence.Measured
	words := fmt.Sprintf("CPU time in %d pairs of runs in turns", len(m.Pairs))
	if m.Work() > 0 {
		words = "what both solvers count, and " + words
	}
	return &Shown{
		Text: text, Finding: *found, Run: out.NewRun, Checks: 1, Logic: s.Logic(),
		Certificate: Certificate{Kind: Measured, By: []string{x.Other}, Words: words},
		rival:       &rival{out.OldRun, old.Text, old.Options},
		formed: &formed{
			bug: []byte(text), files: f.spelled(x, old, text),
			enter: func(to *findings.Finding) {
				name := findings.BugFile
				for other := range f.spelled(x, old, text) {
					name = other
				}
				to.Runs = []findings.Run{
					triage.Record(out.NewRun, x.Options, r.New.Text.Path, findings.BugFile), triage.Record(out.OldRun, old.Options, old.Text.Path, name),
				}
			},
		},
	}, nil
}

// spelled is what the baseline reads where that is another text, by file name.
func (f *slowdown) spelled(x *examiner, old *timing.Side, text string) map[string][]byte {
	if string(old.Text.Bytes) == text {
		return nil
	}
	return map[string][]byte{nameFor(nil, *x.Against, old.Text.Bytes): old.Text.Bytes}
}

// sides makes the race of the solvers on a text. The blamed one may run in another way than as usual, where the options are tried that matter.
func (f *slowdown) sides(x *examiner, on *slot, text string, s *script.Script) (r *timing.Race, old *timing.Side) {
	usual := *on.bench
	usual.Runner = x.Bench.Runner
	r = &timing.Race{
		Limit: f.asked, Said: f.limit, Bench: &usual, Time: x.time,
		New: timing.Side{Target: x.Blamed, Name: x.Solver, Text: on.bench.RawText(file, []byte(text)), Options: x.Options, Bench: on.bench},
		Old: timing.Side{Target: *x.Against, Name: x.Other, Text: usual.RawText("against.smt2", []byte(text))},
	}
	if f.begun && f.time > 0 && (r.Time == 0 || f.time < r.Time) {
		r.Time = f.time
	}
	t := usual.New(s, trial.Facts{Name: "against", Plan: trial.AskNothing})
	if x.Against.Profile().Dialect != x.Blamed.Profile().Dialect {
		r.Old.Text = t.Text(*x.Against)
	}
	r.Old.Options = t.Options(*x.Against, r.Old.Text)
	return r, &r.Old
}

// try reports whether a candidate keeps what the original showed.
func (f *slowdown) try(ctx context.Context, r *timing.Race) (timing.Finish, bool, error) {
	out, err := r.Glance(ctx)
	if err != nil || out.Verdict != "" || out.Over && !f.over {
		return out, false, err
	}
	ratio, more := margin*f.kept.Ratio, 1
	switch {
	case f.slow > 0:
		apart := float64(out.Work.New)*f.slow - float64(out.Work.Old)*f.old
		if out.Work.Ratio() < f.floor || apart < f.kept.Difference.Seconds() {
			return out, false, nil
		}
	default:
		ratio, more = f.floor, 2
	}
	above := func(p timing.Pair) bool {
		return p.Ratio() >= ratio && (p.New-p.Old).Seconds() >= margin*f.kept.Difference.Seconds()
	}
	if !above(out.Pairs[0]) {
		return out, false, nil
	}
	holds, err := r.Again(ctx, &out, more, above)
	return out, holds, err
}
