package certified

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// deciding is the text of the model that decides, "" for none.
func deciding(best *Shown) string {
	if m := best.Finding.Evidence.Model; m != "" {
		return m
	}
	if check := max(0, best.Finding.Check); check < len(best.Truths) {
		return best.Truths[check].Witness
	}
	return ""
}

// replaced asks the blamed solver, and then the others, about the text with the definitions of the model in place of the declarations. It
// returns the first program that answers as a right one does, nil when none does: a report says only what was run.
func (x *examiner) replaced(ctx context.Context, out *Result, dir *disk.Scratch) (*findings.Replacement, error) {
	best, want := out.Best, out.Best.Finding.Class.FormulaIs()
	text, n := findings.Replace(best.Text, strings.Join(findings.Definitions(deciding(best)), "\n"))
	if want == smt.NoStatus || n == 0 {
		return nil, nil
	}
	s := x.parse(text)
	if s == nil {
		return nil, nil
	}
	on := <-x.slots
	defer func() { x.slots <- on }()
	sub, err := dir.Sub("replaced")
	if err != nil {
		return nil, err
	}
	plain := &bare{dir: sub}
	bench := *on.bench
	bench.Runner = plain
	check := max(0, best.Finding.Check)
	for i, target := range append([]solver.Target{x.Blamed}, x.all...) {
		plain.options = wordsOf(target, x.Options)
		if i == 0 {
			plain.options = out.Options.typed()
		} else if target.Path() == x.Blamed.Path() {
			continue
		}
		e := x.open(&slot{bench: &bench}, text, s)
		run, err := e.trial.RunText(ctx, target, target.String(), e.raw, solver.Options{})
		var full *disk.OutputError
		if errors.As(err, &full) || ctx.Err() != nil {
			return nil, err
		}
		if err != nil || run.Void || check >= len(run.Answers) || run.Answers[check] != want {
			continue // it cannot be run, refuses the text, or is wrong here too
		}
		return &findings.Replacement{
			Solver: target.Profile().Name + "@" + target.Version(), Answer: want.String(), Command: typedCommand(run.Command),
		}, nil
	}
	return nil, nil
}

// typed are the options of the plain run.
func (m *Matter) typed() (out []solver.Option) {
	for _, o := range m.Options {
		if !o.Script {
			out = append(out, o.Option)
		}
	}
	return out
}

// typedCommand is a command as people type it next to the file.
func typedCommand(command []string) []string {
	out := slices.Clone(command)
	if len(out) > 0 {
		out[0] = filepath.Base(out[0])
	}
	return out
}
