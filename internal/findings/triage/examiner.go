package triage

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
)

// Known is what triage asks about the findings so far: whether a hit would change more than a counter. findings.Store implements it.
type Known interface {
	Wants(signature string, size int, job uint64, index int) bool
}

// An Examiner examines what was found on the mutants of one chain. It belongs to one goroutine.
type Examiner struct {
	// Bench runs what confirms findings; its folder belongs to this goroutine.
	Bench *trial.Bench
	// Targets are the targets that the mutants are run on.
	Targets []solver.Target
	// Seed is the seed's text, Script what it says, CampaignSeed the campaign's random seed and Job the position of the chain in
	// the campaign.
	Seed         seeds.Seed
	Script       *script.Script
	CampaignSeed uint64
	Job          uint64
	// Support finds the operators behind unknowns that a solver does not support at all; nil is not asked.
	Support *query.Support
	// Known says which hits are worth repeating; nil means all.
	Known Known
	// Every keeps every formula that shows something separately, instead of one for each signature.
	Every bool
	// Sessions runs sessions of reused processes again, nil for processes that read them on standard input.
	Sessions Sessions

	// blamed remembers, for each class and family of solvers that showed in this chain, the signature under which it first did: later mutants
	// contain the same steps.
	blamed map[string]blame
}

// A Subject is a mutant on which something was found.
type Subject struct {
	Name   mutate.Name
	Mutant *mutate.Mutant
	// Trial is the mutant's trial, Runs its runs. Base is the trial of the script before the last step, where the trial has a Step.
	Trial *trial.Trial
	Base  *trial.Trial
	Runs  []solver.Run
	// Options are the names of options in which targets among the runs differ from the examiner's: what shows only with those is a separate
	// finding from what shows without them.
	Options []string
	// Culprit is a false statement from which the trial's script was made, nil where that is the mutant.
	Culprit *oracle.Statement
}

// An Examination is the result of examining a subject.
type Examination struct {
	// Hits are the findings that stand, one for each signature.
	Hits []findings.Hit
	// Unsupported are the findings that were dropped.
	Unsupported []Unsupported
	// Extra are the additional runs that it took.
	Extra []solver.Run
}

// Examine examines what was found on a subject. Errors are those of the bench's runner and of the disk.
func (x *Examiner) Examine(ctx context.Context, s Subject, found []oracle.Finding) (Examination, error) {
	e := &examination{Examiner: x, Subject: s}
	found, err := e.explain(ctx, found)
	if err == nil && len(found) > 0 {
		err = e.confirm(ctx, found)
	}
	return e.out, err
}

// An examination is one subject under examination.
type examination struct {
	*Examiner
	Subject
	out  Examination
	lost []loss // the operators that explain regressions
}

// sign returns the signature under which a text that shows a finding is kept.
func (x *Examiner) sign(signature string, text []byte) string {
	if x.Every {
		return findings.Trigger(signature, text)
	}
	return signature
}

// targets are those of the examiner, and any others of the subject's runs.
func (e *examination) targets() []solver.Target {
	all := slices.Clone(e.Targets)
	for _, run := range e.Runs {
		if run.Target.Profile() != nil && !slices.Contains(all, run.Target) {
			all = append(all, run.Target)
		}
	}
	return all
}

// target returns the target that a finding names.
func (e *examination) target(spec string) solver.Target {
	all := e.targets()
	i := slices.IndexFunc(all, func(t solver.Target) bool { return t.String() == spec })
	if i < 0 {
		// Findings come only from runs of these targets.
		panic("triage: finding of an unknown solver " + spec)
	}
	return all[i]
}

// other prepares runs of a script other than the mutant, presented to targets as the mutant is.
func (e *examination) other(s *script.Script, name string) *trial.Trial {
	t := e.Bench.New(s, trial.Facts{Name: name})
	t.PresentAs(e.Trial)
	return t
}
