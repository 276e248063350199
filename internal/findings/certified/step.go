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
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// A step is the form of an implication: one text for the base and the formula, with what they share first, followed by what the step
// replaced and what it put in its place, each on its own level. What the step is about stays word for word and keeps its sorts, so that one
// still follows from the other; everything around it may be removed.
type step struct {
	summary   string
	answer    smt.Status      // to the base: the step preserves this one, and says nothing about another one
	base, bug map[string]bool // the lines that only the base has, and those that only the formula has
	// from and to are the assertions that the step replaced and those that it put in their place, with their sorts; both scripts may have the
	// same assertions elsewhere too.
	from, to map[string]string
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
	answer := smt.Unknown
	if a := s.Base.Run.Answers; len(a) == 1 {
		answer, _ = smt.ParseStatus(a[0])
	}
	if !answer.Decides() {
		return refuse("the record does not say what the solver answers to the base")
	}
	var whole, flat [2]*script.Script
	for i, text := range []string{string(data), text} {
		sc := x.parse(text)
		if sc == nil {
			return refuse("the formula or its base cannot be read")
		}
		p, err := problem.At(sc, 0)
		if err != nil {
			return refuse("the formula or its base cannot be taken apart: " + err.Error())
		}
		whole[i], flat[i] = sc, p.Asking(p.Assertions...)
	}
	from, to, ok := replaced(whole[0], whole[1])
	if !ok {
		return refuse("base and formula do not have the same number of assertions, so they cannot be told apart")
	}
	joint, ok := together(flat[0], flat[1])
	if !ok {
		return refuse("base and formula declare different things under one name, so they cannot be reduced together")
	}
	f := &step{summary: s.Base.Step, answer: answer}
	sc := x.parse(joint)
	if sc == nil {
		return refuse("base and formula cannot be read together")
	}
	base, bug, ok := f.split(sc)
	if !ok {
		return refuse("base and formula cannot be told apart")
	}
	f.base, f.bug = only(base, bug), only(bug, base)
	if f.from, ok = sortsOf(base, from); ok {
		f.to, ok = sortsOf(bug, to)
	}
	if !ok {
		return refuse("base and formula cannot be told apart")
	}
	return f, joint, nil
}

// replaced returns the lines of the assertions that a step replaced, and of the assertions that it put in their place. ok is false for
// scripts with different numbers of assertions.
func replaced(base, bug *script.Script) (from, to map[string]bool, ok bool) {
	old, _ := base.Active(0)
	now, _ := bug.Active(0)
	from, to = map[string]bool{}, map[string]bool{}
	for i := range min(len(old), len(now)) {
		a, b := lineOf(base, problem.Assert(old[i].Term))+"\n", lineOf(bug, problem.Assert(now[i].Term))+"\n"
		if a != b {
			from[a], to[b] = true, true
		}
	}
	return from, to, len(old) == len(now)
}

// sortsOf returns for each line, which is an assertion of a script, the sorts of all terms in it, with the script's declarations of its own
// sorts. ok is false when the script does not have one of the lines.
func sortsOf(s *script.Script, lines map[string]bool) (out map[string]string, ok bool) {
	out = make(map[string]string, len(lines))
	for _, c := range s.Commands {
		if c.Kind != script.Assert {
			continue
		}
		line := lineOf(s, c) + "\n"
		if !lines[line] {
			continue
		}
		var text strings.Builder
		var own []*sorts.Sort
		term.Walk(c.Terms, func(t *term.Term) bool {
			fmt.Fprintf(&text, "%v\n", t.Sort())
			own = append(own, t.Sort())
			for _, v := range t.Bound() {
				fmt.Fprintf(&text, "%v\n", v.Sort())
				own = append(own, v.Sort())
			}
			return true
		})
		for _, c := range s.Commands {
			if declares(c, own) {
				text.WriteString(lineOf(s, c) + "\n")
			}
		}
		out[line] = text.String()
	}
	return out, len(out) == len(lines)
}

// declares reports whether a command declares one of the sorts, or a sort that is part of one.
func declares(c *script.Command, of []*sorts.Sort) bool {
	mentions := func(name string) bool {
		var in func(s *sorts.Sort) bool
		in = func(s *sorts.Sort) bool {
			return s.Kind() == sorts.User && s.Name() == name || slices.ContainsFunc(s.Args(), in)
		}
		return slices.ContainsFunc(of, in)
	}
	return c.Kind == script.DeclareSort && mentions(c.Name) ||
		slices.ContainsFunc(c.Datas, func(d *term.Datatype) bool { return mentions(d.Name) })
}

// together writes two scripts as one: what they share, and what each has alone between push and pop.
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
				logic = []string{line} // the formula's logic; the base was run in it too
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

// keeps reports whether the step also leads from a candidate's base to its formula.
func (f *step) keeps(base, bug *script.Script) bool {
	if !maps.Equal(only(base, bug), f.base) || !maps.Equal(only(bug, base), f.bug) {
		return false
	}
	from, ok := sortsOf(base, keys(f.from))
	if !ok || !maps.Equal(from, f.from) {
		return false
	}
	to, ok := sortsOf(bug, keys(f.to))
	return ok && maps.Equal(to, f.to)
}

func keys(m map[string]string) map[string]bool {
	out := make(map[string]bool, len(m))
	for k := range m {
		out[k] = true
	}
	return out
}

// baseName begins the names of the files that have a base.
const baseName = "base"

func (f *step) examine(ctx context.Context, x *examiner, on *slot, text string, s *script.Script) (*Shown, error) {
	if s == nil {
		return nil, nil
	}
	base, bug, ok := f.split(s)
	if !ok || !f.keeps(base, bug) {
		return nil, nil
	}
	t := on.bench.New(bug, trial.Facts{Name: "bug", Plan: trial.AskNothing}).Within(x.time)
	run, err := x.run(ctx, t, t.Text(x.Blamed))
	if err != nil || !x.worth(run) {
		return nil, err
	}
	b := on.bench.New(base, trial.Facts{Name: baseName, Plan: trial.AskNothing}).Within(x.time)
	decided, err := x.run(ctx, b, b.Text(x.Blamed))
	if err != nil || decided.Answer() != f.answer {
		return nil, err
	}
	t = t.After(&oracle.Step{Summary: f.summary, Answers: map[string]smt.Status{x.Solver: decided.Answer()}})
	v, err := t.Judge(ctx, []oracle.Observation{t.Observe(ctx, run)})
	if err != nil {
		return nil, err
	}
	found, ok := x.in(v.Found)
	if !ok {
		return nil, nil
	}
	bugText, baseText := t.Text(x.Blamed), b.Text(x.Blamed)
	return &Shown{
		Text: text, Finding: found, Run: run, Checks: 1, Logic: bug.Logic(),
		Certificate: Certificate{Kind: Step, By: []string{x.Solver}, Words: fmt.Sprintf("it answers %v to the base, and the step between them stays word for word", decided.Answer())},
		formed: &formed{
			bug: bugText.Bytes, base: &decided, files: map[string][]byte{findings.BaseFile: baseText.Bytes},
			enter: func(out *findings.Finding) {
				out.Runs = []findings.Run{triage.Record(run, x.Options, bugText.Path, findings.BugFile)}
				out.Base = &findings.Base{Step: f.summary, Run: triage.Record(decided, x.Options, baseText.Path, findings.BaseFile)}
			},
		},
	}, nil
}
