package fuzzer

import (
	"context"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate/generate/grammar"
	"github.com/assay-smt/assay/internal/run/asking"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/feedback"
	"github.com/assay-smt/assay/internal/solver/options"
)

// Limits of runs in other configurations. Many options slow a solver down, and that is not a finding: a run gets a multiple of the
// time that the target took in its own configuration. Where even that takes long, runs end at mostExplore, so that no search takes
// many times as long.
const (
	slowdown     = 20
	leastExplore = 250 * time.Millisecond
	mostExplore  = time.Second
)

// explore searches configurations of the targets on the mutant (algorithms 2 and 3 of the Falcon paper), and judges each run next to those
// of all targets in their own configurations. It skips targets that do not answer or that are already blamed. It returns the findings that
// stand.
func (r *mutantRun) explore(ctx context.Context, base judged) ([]findings.Hit, error) {
	c := r.fuzzer.Configurations
	if c == nil || c.Search == nil {
		return nil, nil
	}
	var hits []findings.Hit
	for i := range base.runs {
		run := &base.runs[i]
		d := c.Of[run.Target]
		if d == nil || d.Space == nil || !asking.Answered(run) || base.blames(run.Solver) {
			continue
		}
		x := r.exploration(d, base, run)
		x.event.Thorough = c.Thorough == ThoroughAlways
		if c.Searches != nil && !c.Searches(run.Target, x.rand.Split("searches")) {
			continue
		}
		if err := x.search(ctx); err != nil {
			return nil, err
		}
		r.emit(x.event)
		hits = append(hits, x.hits...)
	}
	return hits, nil
}

// blames reports whether something already speaks against an answer of a target.
func (j *judged) blames(name string) bool {
	return slices.ContainsFunc(j.findings(), func(f oracle.Finding) bool { return f.Solver == name && !f.Class.Incompleteness() })
}

// shows reports whether a finding is among those of the targets in their own configurations.
func (j *judged) shows(f oracle.Finding) bool {
	return slices.ContainsFunc(j.findings(), func(g oracle.Finding) bool {
		switch {
		case f.Class != g.Class:
			return false
		case f.Located():
			return f.Signature == g.Signature
		}
		return f.Solver == g.Solver || f.Class.OwnFault()
	})
}

// An exploration is the search for one target on one mutant.
type exploration struct {
	*mutantRun
	*Dimension
	base   judged
	own    *solver.Run // of the target in its own configuration
	did    feedback.Signature
	seen   *feedback.Map // what the runs on the mutant have shown: it decides what is new to the search
	trial  *trial.Trial
	rand   *rng.Rand
	budget Budget
	event  event.Explored
	best   int                      // the new behaviour of event.Best
	begins map[solver.Target]string // configurations that were good before, which have not run yet, as they were given
	// judged is what the search had brought, and its CPU time in seconds, when it was last allowed to go on.
	judged struct {
		news int
		cpu  float64
	}
	hits      []findings.Hit
	confirmed []solver.Run // base.runs in fresh processes, nil until they are needed
	alone     []string     // what showed in fresh processes without any settings
}

func (r *mutantRun) exploration(d *Dimension, base judged, own *solver.Run) *exploration {
	x := &exploration{mutantRun: r, Dimension: d, base: base, own: own, did: r.signatures[own.Target], seen: feedback.NewMap("")}
	x.seen.Add(x.did)
	runner := r.fuzzer.Configurations.Runner
	if runner == nil {
		runner = r.bench.Runner
	}
	limit := min(max(leastExplore, slowdown*own.Wall), mostExplore)
	if full := r.bench.Limits.Time; full > 0 {
		limit = min(limit, full)
	}
	x.trial = r.trial.On(runner).Within(limit)
	x.rand = r.fuzzer.random(r.Chain.name).Split("options").SplitN(uint64(r.index)).Split(own.Target.Stem())
	x.event = event.Explored{Mutant: r.name, Engine: r.Chain.name.Engine, Logic: r.Logic(), Solver: own.Solver, Outcomes: make(map[outcome.Outcome]int)}
	return x
}

// search runs one configuration after the other until the search ends. Everything that decides about the next one is the same in every campaign
// that makes the mutant, as far as solvers are: what the runs on this mutant did, and what the chain knows.
func (x *exploration) search(ctx context.Context) error {
	c := x.fuzzer.Configurations
	space := x.Space
	if x.Learned != nil && !x.rand.Split("space").Chance(1, wholeSpace) {
		space, _ = x.Learned.Space(space, grammar.KindsOf(x.mutant.Script))
	}
	x.event.Options = space.Len()
	how := *c.Search
	most := x.most()
	starts := x.starts(most)
	how.Offspring = most
	if pairs := x.shown.Pairs[x.own.Solver]; pairs != nil && c.Pairs {
		how.Draw = func(r *rng.Rand) []options.Setting { return pairs.Row(r, space) }
	}
	search := space.Search(x.rand.Split("search"), how, starts...)
	chance := x.rand.Split("avoided")
	for {
		if search.Done().Proposed >= most {
			most += x.goOn(search)
		}
		if x.budget.Spent() {
			break
		}
		settings, ok := search.Next()
		if !ok {
			x.event.Ended = string(search.Done().Why)
			return nil
		}
		if x.isGiven(x.Catalogue.Target(x.own.Target, settings...)) {
			search.Report(configspace.Outcome{})
			continue
		}
		if x.shown.avoids(x.under(settings)) && chance.IntN(avoidedBut) > 0 {
			x.event.Avoided++
			search.Report(configspace.Outcome{Failed: true})
			continue
		}
		out, err := x.try(ctx, settings)
		if err != nil {
			return err
		}
		search.Report(out)
	}
	if x.event.Ended = ExhaustingRuns; search.Done().Proposed >= most {
		x.event.Ended = string(configspace.EnoughOffspring)
	}
	return nil
}

// most draws the budget, and returns how many configurations are tried unless goOn allows more.
func (x *exploration) most() int {
	c := x.fuzzer.Configurations
	x.budget = drawBudget(x.rand.Split("budget"), x.index > 0)
	most := x.budget.Runs()
	if x.event.Thorough {
		x.budget, most = thorough, paperOffspring
	}
	if n := c.Search.Offspring; n > 0 {
		most = min(most, n)
	}
	if c.Most > 0 && !x.event.Thorough {
		most = min(most, c.Most)
	}
	return most
}

// starts returns what a search of at most so many configurations begins with. Each counts as one of its starts when it runs as it is: it may be
// avoided, or lie outside the space of the search.
func (x *exploration) starts(most int) [][]options.Setting {
	c := x.fuzzer.Configurations
	// A search of few configurations would try nothing else: half of them start from nothing.
	few := c.Most > 0 && most < fewOffspring
	if c.Starts == nil || few && !x.rand.Split("few").Chance(1, 2) {
		return nil
	}
	var starts [][]options.Setting
	x.begins = make(map[solver.Target]string)
	for _, conf := range c.Starts(Arm{x.event.Engine, x.event.Logic, x.own.Target}, x.rand.Split("starts")) {
		if len(starts) == most {
			break
		}
		settings, _ := x.Catalogue.Settings(conf)
		x.begins[x.Catalogue.Target(x.own.Target, settings...)] = x.own.Target.With(conf).String()
		starts = append(starts, settings)
	}
	return starts
}

// fewOffspring is the number of configurations below which a search hardly gets beyond those that it starts from.
const fewOffspring = 8

// goOn lets a search go on if it has brought enough since it was last asked, and returns with how many further configurations.
func (x *exploration) goOn(search *configspace.Search) int {
	c := x.fuzzer.Configurations
	if c.Thorough != ThoroughElites || c.Worth == nil {
		return 0
	}
	news, cost := x.event.NewBehaviour-x.judged.news, time.Duration((x.event.CPU-x.judged.cpu)*float64(time.Second))
	more := max(0, min(longer, paperOffspring-search.Done().Proposed))
	if more == 0 || !c.Worth(news, cost) {
		return 0
	}
	x.judged.news, x.judged.cpu, x.event.Thorough = x.event.NewBehaviour, x.event.CPU, true
	search.More(more)
	x.budget.Add(more)
	return more
}

// ExhaustingRuns is why a search ended in which too many runs used up their time or memory. The ends of other searches are a configspace.Reason.
const ExhaustingRuns = "exhausting runs"

// isGiven reports whether a configuration is that of another target, which has already been run on the mutant.
func (x *exploration) isGiven(t solver.Target) bool {
	return slices.ContainsFunc(x.base.runs, func(run solver.Run) bool { return run.Target == t })
}

// under returns the circumstances of a run.
func (x *exploration) under(settings []options.Setting) Circumstances {
	return circumstances(x.own.Solver, x.event.Logic, settings)
}

// showed remembers that settings show something, for this chain and, by the event, for the campaign.
func (x *exploration) showed(under Circumstances, what string) {
	if len(under.Settings) == 0 {
		return
	}
	x.shown.take(under, what)
	x.event.Shown = append(x.event.Shown, event.Shown{What: what, Logic: under.Logic, Settings: under.Settings})
}

// tried remembers that settings were tried together, for this chain and, by the event, for the campaign.
func (x *exploration) tried(settings []options.Setting, refused bool) {
	pairs := x.shown.Pairs[x.own.Solver]
	if pairs == nil {
		return
	}
	if t := pairs.Tried(settings, refused); t != "" {
		pairs.Enter(t)
		x.event.Tried = append(x.event.Tried, string(t))
	}
}

// wholeSpace: one search in this many uses all options. What was learned on hundreds of formulas misses options that matter for few.
const wholeSpace = 4

// try runs the target with settings.
func (x *exploration) try(ctx context.Context, settings []options.Setting) (configspace.Outcome, error) {
	target := x.Catalogue.Target(x.own.Target, settings...)
	run, err := x.trial.Run(ctx, target)
	if err != nil {
		return configspace.Outcome{}, err
	}
	for _, one := range append(x.trial.Besides(), run) {
		x.event.Seconds += one.Wall.Seconds()
		x.event.CPU += one.CPU.Seconds()
	}
	if start, ok := x.begins[target]; ok {
		x.event.Starts = append(x.event.Starts, start)
		delete(x.begins, target)
	}
	x.event.Runs++
	x.event.Outcomes[run.Outcome()]++
	x.budget.Charge(run.Outcome())
	refused := run.Conflicts(*x.own)
	x.tried(settings, refused)
	if refused {
		x.event.Refused++
		return configspace.Outcome{Refused: true}, nil
	}
	var out configspace.Outcome
	s, news, told := x.observe(ctx, x.own.Solver, x.Dimension, &run)
	if told {
		// Not the new behaviour of the campaign: which run is the first to show something depends on the order in which workers finish.
		out.Fitness, out.Behaviour = x.seen.Add(s), len(s.Differ(x.did))
		x.event.NewBehaviour += news
		if news > x.best {
			x.best, x.event.Best = news, target.String()
		}
	} else {
		// A formula that is decided before anything is counted is not a failure of the configuration, and neither is a solver that never reports anything.
		out.Failed = !asking.Answered(&run)
		x.event.Silent++
	}
	found, err := x.found(ctx, &run)
	if err != nil || len(found) == 0 {
		return out, err
	}
	return out, x.follow(ctx, target.String(), settings, found)
}

// found judges a run, and returns what it shows beyond what is known, the gravest first. A run that gives the same answers as the target
// did in its own configuration is judged alone: it says nothing new about the others.
func (x *exploration) found(ctx context.Context, run *solver.Run) ([]oracle.Finding, error) {
	j := judged{trial: x.trial, runs: []solver.Run{*run}}
	if !slices.Equal(run.Answers, x.own.Answers) {
		j.runs = append(j.runs, x.base.runs...)
	}
	if err := x.judgeRuns(ctx, &j); err != nil {
		return nil, err
	}
	found := x.beyond(run.Solver, slices.Clone(j.verdict.Found))
	known := func(f oracle.Finding) bool { return f.Solver == run.Solver && !f.Class.OwnFault() }
	if len(found) == 0 && slices.ContainsFunc(j.verdict.Found, known) {
		x.event.Again++
	}
	return found, nil
}

// beyond leaves out what the runs of the targets in their own configurations already show, and unknowns: it is not a mistake when
// options make a solver give up. configured is the name of the target in another configuration.
func (x *exploration) beyond(configured string, found []oracle.Finding) []oracle.Finding {
	return slices.DeleteFunc(found, func(f oracle.Finding) bool {
		return f.Class.Incompleteness() || (f.Solver != configured || f.Class.OwnFault() || f.Located()) && x.base.shows(f)
	})
}
