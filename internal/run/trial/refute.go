package trial

import (
	"context"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

// refute asks the trial's referees, in fresh processes, for models that refute what a run claims, such as interpolants. What the standard leaves
// open may mean something else to each of them: then none is asked.
func (t *Trial) refute(ctx context.Context, target solver.Target, text *Text, run *solver.Run) error {
	if len(t.facts.Referees) == 0 || run.Void || len(t.needs.Open) > 0 {
		return nil
	}
	for _, back := range run.Returns {
		places := placesIn(text.Questions, run.Put, back.Check)
		if !back.Kind.Refutable() || !back.Sure || back.Place >= len(places) {
			continue
		}
		f := t.bench.formulaOf(ctx, text)
		if f == nil {
			return nil
		}
		said := certify.Said{Place: places[back.Place], Text: back.Text}
		for claim, s := range f.Refutations(back.Check, said) {
			if len(ContentOf(s).Open) > 0 {
				continue
			}
			b := t.bench.OnFresh().Unchecked()
			temp, err := disk.NewTemp("rebut")
			if err != nil {
				return err
			}
			b = b.In(temp.Scratch)
			asked := b.New(s, Facts{Name: "rebut"}).Within(t.refereeLimit())
			err = asked.refutations(ctx, foreignFirst(t.facts.Referees, target), func(r solver.Refutation) {
				r.Check, r.Place, r.Claim = back.Check, said.Place, claim
				run.Refutations = append(run.Refutations, r)
			})
			temp.Remove()
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// refutations passes on the models that some of the referees have of the trial's script. One that says unsat ends it.
func (t *Trial) refutations(ctx context.Context, referees []solver.Target, take func(solver.Refutation)) error {
	n := 0
	for _, referee := range referees {
		if n == mostReferees {
			break
		}
		if Unreadable(referee, t.script) != "" || t.Misread(ctx, referee) != "" {
			continue
		}
		n++
		said, err := t.Run(ctx, referee)
		if err != nil {
			return err
		}
		if said.Void || said.Answer() == smt.Unsat {
			break
		}
		if printed := said.Return(0, question.Model); said.Answer() == smt.Sat && printed != "" && !otherEscapes(said, printed) {
			take(solver.Refutation{Solver: referee.String(), Family: said.Family, Model: printed})
		}
	}
	return nil
}
