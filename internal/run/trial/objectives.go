package trial

import (
	"context"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
)

// frontFor returns what is put before the last check-sat for a target that is asked about it.
func (t *Trial) frontFor(target solver.Target, asked []solver.Question) []*script.Command {
	if t.facts.Front == nil || !asksFor(asked, question.Objectives) {
		return nil
	}
	return t.facts.Front(target.Profile())
}

// rival asks a target that gives an optimum for a model that is better, in a fresh process and without any optimization.
func (b *Bench) rival(ctx context.Context, r Request, run *solver.Run) error {
	said := run.Return(0, question.Objectives)
	if said == "" || run.Answer() != smt.Sat || len(run.Answers) != 1 || r.Text.rival {
		return nil
	}
	f := b.formulaOf(ctx, r.Text)
	show := r.Target.Profile().Show
	if f == nil || show.Model == "" {
		return nil
	}
	text, ok := f.Rival(0, said, contextOf(*run), r.Target.Profile().Dialect, show.Model)
	if !ok {
		return nil
	}
	if b.Dir == nil {
		temp, err := disk.NewTemp("rival")
		if err != nil {
			return err
		}
		defer temp.Remove()
		c := *b
		c.Dir = temp.Scratch
		b = &c
	}
	q := b.RawText("rival.smt2", []byte(text))
	q.rival = true
	r.Text, r.Checks, r.Options.Models = q, 1, true
	better, err := Process{}.Run(ctx, r)
	if err == nil && better.Answer() == smt.Sat {
		run.Rival = better.Return(0, question.Model)
	}
	return err
}
