package certified

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/reduce"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt/script"
)

// Matter says which options of the blamed solver matter.
type Matter struct {
	// Options are those without which the finding does not show, first those on the command line, then those in the script.
	Options []Used
	// Idle are the words of the command line that made no difference.
	Idle []string
	// Commands are those of the script that do more than declare, state and ask, such as push: the finding does not show without them.
	Commands []string
	// Threads are those of Options and Commands that start threads, if it does not show without these.
	Threads []string
	// Plain is the run with those options alone, in the folder of the file, as anyone can type it. Base is the same on the base of an
	// implication, nil for other classes.
	Plain solver.Run
	Base  *solver.Run
	// Shown is what it showed.
	Shown *Shown
	// Replaced is what a solver answers to the text with the definitions of the model that decides, nil for nothing.
	Replaced *findings.Replacement
	// Tolerance is whether a small tolerance makes it go away, nil where that is no question.
	Tolerance *findings.Tolerance
}

// Used is an option that matters.
type Used struct {
	solver.Option
	// Script: it is set by the script.
	Script bool
	// Level is what the solver's help calls it: "common", "regular", "expert" or "experimental", "" when it says nothing. Default is the option's
	// default value, "" when that is not known.
	Level, Default string
}

// matter finds the options that matter for a text: those of the command line of which none can be removed. Those of the script are the ones
// that the reduction has left.
func (x *examiner) matter(ctx context.Context, result *Result, dir *disk.Scratch) (*Matter, error) {
	best := result.Best
	on := <-x.slots
	defer func() { x.slots <- on }()
	sub, err := dir.Sub("plain")
	if err != nil {
		return nil, err
	}
	s := x.parse(best.Text)
	read, words := s, best.Text // that the solver reads
	if best.formed != nil {
		words = string(best.formed.bug)
		read = x.parse(words)
	}
	plain := &bare{dir: sub, options: wordsOf(x.Blamed, x.Options)}
	runs := *on.bench
	runs.Runner = plain
	within := &slot{bench: &runs}
	out := &Matter{}
	shows := func(options []solver.Option, times int) (shown *Shown, err error) {
		plain.options = options
		for ; times > 0 && shown == nil && err == nil; times-- {
			shown, err = x.bare(ctx, within, best.Text, s)
		}
		return shown, err
	}
	absent := 1 // how often is enough to say that it does not show
	if c := result.Confirmed; c.Shown < c.Runs {
		absent = (triage.NeedFor(c).Absent-1)/max(1, x.Tries) + 1
	}
	options := plain.options
	if out.Shown, err = shows(options, absent); out.Shown == nil || err != nil {
		return nil, err
	}
	left := make([]int, len(options))
	for i := range left {
		left[i] = i
	}
	chosen := func(part []int) (out []solver.Option) {
		for _, i := range part {
			out = append(out, options[i])
		}
		return out
	}
	holds := func(part []int, times int) bool {
		var shown *Shown
		if shown, err = shows(chosen(part), times); shown != nil {
			out.Shown = shown
		}
		return shown != nil
	}
	left = reduce.Part(left, func(part []int) (ok, more bool) { return holds(part, 1), err == nil })
	for i := 0; absent > 1 && i < len(left) && err == nil; { // a few runs do not say that it needs what is left
		if without := slices.Delete(slices.Clone(left), i, i+1); holds(without, absent) {
			left = without
		} else {
			i++
		}
	}
	if err != nil {
		return nil, err
	}
	for i, o := range options {
		if !slices.Contains(left, i) {
			out.Idle = append(out.Idle, o.String())
		}
	}
	options = chosen(left)
	out.Plain = out.Shown.Run
	if f := out.Shown.formed; f != nil {
		out.Base = f.base
	}
	help := helpOf(ctx, x.Blamed)
	for _, o := range options {
		out.Options = append(out.Options, help.used(o, false))
	}
	out.told(read, words, help)
	out.Threads, err = x.threads(ctx, out, result.Confirmed, func() (*Shown, error) {
		return x.bare(ctx, within, best.Text, s)
	}, plain)
	return out, err
}

// told enters the options and commands of a script that the solver reads, nil for one that cannot be read.
func (m *Matter) told(s *script.Script, text string, help help) {
	if s == nil {
		return
	}
	for _, c := range s.Commands {
		switch c.Kind {
		case script.SetOption:
			if !strings.Contains(text, c.Name) {
				continue // the reader had to assume it
			}
			m.Options = append(m.Options, help.used(solver.Option{Name: c.Name, Separator: " ", Value: c.Text}, true))
		case script.Push, script.Pop, script.Reset, script.ResetAssertions, script.CheckSatAssuming, script.CheckSatUsing, script.Get, script.GetValue,
			script.Simplify, script.AssertSoft, script.Minimize, script.Maximize, script.Other:
			if line := lineOf(s, c); !slices.Contains(m.Commands, line) {
				m.Commands = append(m.Commands, line)
			}
		}
	}
}

// threads returns what starts threads among the options and commands that matter. If the solver can be told to do without, it is run like that
// as often as it takes to say that the finding does not show then; if it does, threads do not matter.
func (x *examiner) threads(ctx context.Context, m *Matter, known findings.Repetition, shows func() (*Shown, error), plain *bare) ([]string, error) {
	space := x.Blamed.Profile().Space
	var options []solver.Option
	for _, o := range m.Options {
		options = append(options, o.Option)
	}
	names := space.Threads(options, m.Commands)
	without := space.Unthreaded(names)
	if len(without) == 0 {
		return names, nil
	}
	plain.options = without
	for _, o := range m.Options {
		if !o.Script {
			plain.options = append(plain.options, o.Option)
		}
	}
	for range triage.NeedFor(known).Absent {
		shown, err := shows()
		if err != nil {
			return nil, err
		}
		if shown != nil {
			return slices.DeleteFunc(names, func(n string) bool { return len(space.Unthreaded([]string{n})) > 0 }), nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return names, nil
}

// lineOf is a command as text.
func lineOf(s *script.Script, c *script.Command) string {
	var p script.Printer
	one := script.Script{Store: s.Store, Commands: []*script.Command{c}}
	text := p.Append(nil, &one)
	return string(text[:max(0, len(text)-1)])
}

// bare examines a text with the runner of the given bench; truths are looked for in processes as always.
func (x *examiner) bare(ctx context.Context, on *slot, text string, s *script.Script) (*Shown, error) {
	for range max(1, x.Tries) {
		if x.form != nil {
			shown, err := x.form.examine(ctx, x, on, text, s)
			if shown != nil || err != nil {
				return shown, err
			}
			continue
		}
		e := x.open(on, text, s)
		run, err := e.trial.RunText(ctx, x.Blamed, x.Solver, e.raw, solver.Options{})
		if err != nil {
			return nil, err
		}
		if !x.worth(run) {
			continue
		}
		processes := *on.bench
		processes.Runner = x.Bench.Runner
		e.bench = &processes
		shown, err := e.judge(ctx, run)
		if shown != nil || err != nil {
			return shown, err
		}
	}
	return nil, nil
}

// wordsOf are the options that a target is called with, its profile's included.
func wordsOf(t solver.Target, o solver.Options) []solver.Option {
	argv := t.Command(solver.Query{File: file, Options: o})
	words := slices.DeleteFunc(argv[1:], func(w string) bool { return w == file })
	return solver.Configure(words...).Options()
}

// bare runs a program with options of its own, in the folder of the file.
type bare struct {
	dir     *disk.Scratch
	options []solver.Option
}

// Run implements trial.Runner.
func (b *bare) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	file := file
	if strings.HasPrefix(filepath.Base(r.Text.Path), baseName) {
		file = findings.BaseFile
	}
	if _, err := b.dir.Write(file, r.Text.Bytes); err != nil {
		return solver.Run{}, err
	}
	program, err := filepath.Abs(r.Target.Path()) // since it runs in another folder
	if err != nil {
		return solver.Run{}, fmt.Errorf("%s: %w", r.Target.Path(), err)
	}
	argv := []string{program}
	for _, o := range b.options {
		argv = append(argv, o.Words()...)
	}
	argv = append(argv, file)
	res, err := sandbox.Run(ctx, sandbox.Command{
		Argv: argv, Dir: filepath.Dir(b.dir.Path(file)), Timeout: r.Limits.Time, Memory: r.Limits.Memory, MaxOutput: r.Limits.Output,
	})
	if err != nil {
		return solver.Run{}, err
	}
	if res.Reason == sandbox.Canceled {
		return solver.Run{}, sandbox.Ended(ctx)
	}
	argv[0] = filepath.Base(argv[0])
	return r.Target.Read(solver.Query{File: file, Checks: r.Checks, Limits: r.Limits, Questions: r.Text.Questions}, argv, res), nil
}

// CommandLine is the command of a run as people type it.
func CommandLine(r solver.Run) string { return shell.Quote(r.Command) }
