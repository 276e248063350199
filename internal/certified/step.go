package certified

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/mutate/problem"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/triage"
	"github.com/assay-smt/assay/internal/trial"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// A step is the form of an implication: one text for the base and the formula, with what they share in front, and what the step
// replaced and brought in behind it, each on a level of its own. What the step is about stays word for word, so that the one
// still follows from the other; all around it may go.
type step struct {
	summary   string
	base, bug map[string]bool // the lines that only the base has, and only the formula
}

// stepOf makes the form of an implication, and its text.
func stepOf(s findings.Stored, x *examiner, text string) (form, string, error) {
	refuse := func(why string) (form, string, error) { return nil, "", &NotShownError{Problem: why} }
	if s.Base == nil {
		return refuse("the record has no base")
	}
	data, err := os.ReadFile(filepath.Join(s.Dir, findings.BaseFile))
	if err != nil {
		return nil, "", &triage.RecordError{Dir: s.Dir, Err: fmt.Errorf("its base: %w", err)}
	}
	var flat [2]*script.Script
	for i, text := range []string{string(data), text} {
		sc := x.parse(text)
		if sc == nil {
			return refuse("the formula or its base cannot be read")
		}
		p, err := problem.At(sc, 0)
		if err != nil {
			return refuse("the formula or its base cannot be taken apart: " + err.Error())
		}
		flat[i] = p.Asking(p.Assertions...)
	}
	joint, ok := together(flat[0], flat[1])
	if !ok {
		return refuse("base and formula declare different things under one name, so that they cannot be reduced together")
	}
	f := &step{summary: s.Base.Step}
	sc := x.parse(joint)
	if sc == nil {
		return refuse("base and formula cannot be read together")
	}
	base, bug, ok := f.split(sc)
	if !ok {
		return refuse("base and formula cannot be told apart")
	}
	f.base, f.bug = only(base, bug), only(bug, base)
	return f, joint, nil
}

// together writes two scripts as one: what they share, and each one's own between push and pop.
func together(base, bug *script.Script) (string, bool) {
	var shared, own, other, logic []string
	in := linesOf(bug)
	names := map[string]string{}
	for i, s := range []*script.Script{base, bug} {
		has := linesOf(base)
		if i == 0 {
			has = in
		}
		for _, c := range s.Commands {
			line := lineOf(s, c)
			switch {
			case c.IsCheck():
			case c.Kind == script.SetLogic:
				logic = []string{line} // that of the formula, which the base was run in too
			case c.Kind != script.Assert:
				for _, d := range c.Decls {
					if before := names[d.Name]; before != "" && before != line {
						return "", false
					}
					names[d.Name] = line
				}
				if !slices.Contains(shared, line) {
					shared = append(shared, line)
				}
			case has[line+"\n"]:
				if i == 0 {
					shared = append(shared, line)
				}
			case i == 0:
				own = append(own, line)
			default:
				other = append(other, line)
			}
		}
	}
	lines := slices.Concat(logic, shared, []string{"(push 1)"}, own, []string{"(check-sat)", "(pop 1)"}, other, []string{"(check-sat)"})
	return strings.Join(lines, "\n") + "\n", true
}

// split returns the two scripts of a joint one.
func (f *step) split(s *script.Script) (base, bug *script.Script, ok bool) {
	if s.Checks() != 2 {
		return nil, nil, false
	}
	var out [2]*script.Script
	for check := range out {
		p, err := problem.At(s, check)
		if err != nil {
			return nil, nil, false
		}
		out[check] = p.Asking(p.Assertions...)
	}
	return out[0], out[1], true
}

// only are the assertions of a script that another one does not have.
func only(s, other *script.Script) map[string]bool {
	theirs := linesOf(other)
	out := map[string]bool{}
	for line := range linesOf(s) {
		if strings.HasPrefix(line, "(assert ") && !theirs[line] {
			out[line] = true
		}
	}
	return out
}

func (f *step) examine(ctx context.Context, x *examiner, on *slot, text string, s *script.Script) (*Shown, error) {
	if s == nil {
		return nil, nil
	}
	base, bug, ok := f.split(s)
	if !ok || !maps.Equal(only(base, bug), f.base) || !maps.Equal(only(bug, base), f.bug) {
		return nil, nil
	}
	t := on.bench.New(bug, trial.Facts{Name: "bug", Plan: trial.AskNothing})
	t.Time = x.time
	run, err := t.RunText(ctx, x.Blamed, x.Solver, t.Text(x.Blamed), x.Options)
	if err != nil || !x.worth(run) {
		return nil, err
	}
	b := on.bench.New(base, trial.Facts{Name: "base", Plan: trial.AskNothing})
	b.Time = x.time
	decided, err := b.RunText(ctx, x.Blamed, x.Solver, b.Text(x.Blamed), x.Options)
	if err != nil || !decided.Answer().Decides() {
		return nil, err
	}
	t.Step = &oracle.Step{Summary: f.summary, Answers: map[string]smt.Status{x.Solver: decided.Answer()}}
	found, ok := x.in(t.Judge(ctx, []oracle.Observation{t.Observe(ctx, run)}).Found)
	if err := context.Cause(ctx); err != nil || !ok {
		return nil, err
	}
	bugText, baseText := t.Text(x.Blamed), b.Text(x.Blamed)
	return &Shown{
		Text: text, Finding: found, Run: run, Checks: 1, Logic: bug.Logic(),
		Certificate: Certificate{Kind: Step, By: []string{x.Solver}, Words: fmt.Sprintf("it answers %v to the base, and the step between them stays word for word", decided.Answer())},
		formed: &formed{
			bug: bugText.Bytes, files: map[string][]byte{findings.BaseFile: baseText.Bytes},
			enter: func(out *findings.Finding) {
				out.Runs = []findings.Run{triage.Record(run, x.Options, bugText.Path, findings.BugFile)}
				out.Base = &findings.Base{Step: f.summary, Run: triage.Record(decided, x.Options, baseText.Path, findings.BaseFile)}
			},
		},
	}, nil
}
