package trial

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
)

// Bounds on what is asked about one core: the number of referees, and the time of each.
const (
	mostReferees = 4
	refereeTime  = 2 * time.Second
)

// voteOnCores asks the trial's referees, in fresh processes, whether the cores that a run gave are satisfiable, where evaluation cannot
// tell. Those of other codebases come first. A model that makes the core true ends the vote.
func (t *Trial) voteOnCores(ctx context.Context, target solver.Target, text *Text, run *solver.Run) error {
	if len(t.facts.Referees) == 0 || run.Void {
		return nil
	}
	for check, a := range run.Answers {
		core := run.Return(check, question.Core) + run.Return(check, question.Assumptions)
		if a != smt.Unsat || core == "" {
			continue
		}
		f := t.bench.formulaOf(ctx, text)
		if f == nil {
			return nil
		}
		if f.Core(core, check, t.witnesses()).Verdict != oracle.NoModel {
			continue
		}
		s, ok := f.CoreScript(core, check)
		if !ok {
			continue
		}
		if err := t.voteOnCore(ctx, target, f, core, s, check, run); err != nil {
			return err
		}
	}
	return nil
}

func (t *Trial) voteOnCore(ctx context.Context, target solver.Target, f *certify.Formula, core string, s *script.Script, check int, run *solver.Run) error {
	b := t.bench.OnFresh().Unchecked()
	if b.Dir == nil {
		temp, err := disk.NewTemp("core")
		if err != nil {
			return err
		}
		defer temp.Remove()
		b = b.In(temp.Scratch)
	}
	plan := AskForModel
	if check > 0 {
		plan = AskEverySat
	}
	asked := b.New(s, Facts{Name: t.facts.Name + "-core-", Plan: plan}).Within(t.refereeLimit())
	defer asked.Close()
	n := 0
	for _, referee := range foreignFirst(t.facts.Referees, target) {
		if n == mostReferees {
			break
		}
		if Unreadable(referee, s) != "" || asked.Misread(ctx, referee) != "" {
			continue
		}
		n++
		said, err := asked.Run(ctx, referee)
		if err != nil {
			return err
		}
		if said.Void || check >= len(said.Answers) || !said.Answers[check].Decides() {
			continue
		}
		v := solver.CoreVote{
			Check: check, Solver: referee.String(), Codebase: referee.Profile().Codebase, Family: said.Family, Answer: said.Answers[check],
		}
		if printed := said.Return(check, question.Model); !otherEscapes(said, printed) {
			v.Model = printed
		}
		run.OnCores = append(run.OnCores, v)
		if v.Answer == smt.Unsat || f.CoreUnder(core, check, v.Model, v.Family).Verdict == oracle.ModelHolds {
			break
		}
	}
	return nil
}

// refereeLimit bounds the time of each run of a referee.
func (t *Trial) refereeLimit() time.Duration {
	return min(cmp.Or(t.limit, t.bench.Limits.Time, refereeTime), refereeTime)
}

// foreignFirst orders targets so that those of codebases other than one's come first, and one itself last.
func foreignFirst(all []solver.Target, one solver.Target) []solver.Target {
	out := slices.Clone(all)
	distance := func(t solver.Target) int {
		switch {
		case t == one:
			return 2
		case t.Profile().Codebase == one.Profile().Codebase:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(out, func(a, b solver.Target) int { return cmp.Compare(distance(a), distance(b)) })
	return out
}

// voted says what the votes on a core show: a model that makes it true shows that it is not unsat. It is suspected when two codebases call
// it satisfiable, none of their models makes it false and no solver says unsat.
func voted(f *certify.Formula, core string, check int, votes []solver.CoreVote) oracle.ModelReport {
	var agreed, codebases []string
	for _, v := range votes {
		if v.Check != check {
			continue
		}
		if v.Answer == smt.Unsat {
			return oracle.ModelReport{}
		}
		r := f.CoreUnder(core, check, v.Model, v.Family)
		if r.Verdict == oracle.ModelHolds {
			r.Summary = strings.TrimSuffix(fmt.Sprintf("that of %s, %s", v.Solver, r.Summary), ", ")
			return r
		}
		if r.Verdict == oracle.ModelFails {
			continue // a sat with a wrong model confirms nothing
		}
		agreed = append(agreed, v.Solver)
		if !slices.Contains(codebases, v.Codebase) {
			codebases = append(codebases, v.Codebase)
		}
	}
	if len(codebases) < 2 {
		return oracle.ModelReport{}
	}
	return oracle.ModelReport{Agreed: agreed}
}
