package campaign

import (
	"cmp"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/solver"
)

// knowledge is what a campaign has learned about where effort pays off. It follows from what was done, in its order, alone. Not safe
// for concurrent use.
type knowledge struct {
	effort   *effort.Scheduler
	elites   *effort.Elites
	searches *effort.Searches
	shown    *showings
	feedback bool // something says of each mutant how much news it brings
}

// newKnowledge returns what is known at the beginning: nothing.
func newKnowledge(c *Config) *knowledge {
	k := &knowledge{
		effort: c.newEffort(), elites: effort.NewElites(), searches: effort.NewSearches(), shown: newShowings(c.Configurations), feedback: c.Configurations != nil || c.SlowerSearch,
	}
	if c.Elsewhere != nil {
		k.shown.Base.Pairs = nil // workers elsewhere do not know which pairs were tried
	}
	return k
}

func (c *Config) newEffort() *effort.Scheduler {
	e := effort.Config{Seeds: len(c.Seeds), Engines: len(c.Engines), Limit: max(c.Timeout, 0), Length: cmp.Or(c.Chain, fuzzer.DefaultChain), Random: c.Seed}
	for _, seed := range c.Seeds {
		e.Logics = append(e.Logics, seed.logic)
	}
	for _, t := range c.Targets {
		e.Targets = append(e.Targets, t.String())
	}
	for _, p := range c.Baselines {
		e.Compared = append(e.Compared, [2]string{p.New, p.Old})
	}
	return effort.New(e)
}

// restore replaces what is known by what was saved.
func (k *knowledge) restore(s *State, n *notes) {
	if err := k.effort.Restore(s.Effort); err != nil {
		n.add("what was known of the seeds is lost (%v), so that they are solved anew", err)
	}
	if err := k.elites.Restore(s.Elites); err != nil {
		n.add("which configurations did something new is lost (%v)", err)
	}
	if err := k.searches.Restore(s.Searches); err != nil {
		n.add("what searches of configurations yielded is lost (%v)", err)
	}
	k.shown.restore(s.Shown, n)
}

// take takes in the events of an entry about a slot, and returns what they say about its mutant.
func (k *knowledge) take(at schedule.Slot, events []event.Event) effort.Mutant {
	var m effort.Mutant
	for _, ev := range events {
		switch ev := ev.(type) {
		case event.Solve:
			k.effort.Solved(at, effort.Run{Target: ev.Solver, Outcome: ev.Outcome, Wall: duration(ev.Seconds)})
		case event.Mutant:
			m.Rule, m.Repeat = ev.Rule, ev.Repeat
		case event.Run:
			if !ev.Extra {
				k.takeRun(&m, ev)
			}
		case event.Explored:
			k.shown.enter(at.Number, &ev)
			m.NewBehaviour += ev.NewBehaviour
			m.Cost += duration(ev.CPU)
			m.Beside += duration(ev.Seconds)
			k.enterElites(ev)
			k.searches.Enter(ev.Solver, effort.InOthers, ev.NewBehaviour, duration(ev.CPU))
		case event.Timed:
			m.Beside += duration(ev.CPU)
		case event.Inferred:
			m.Beside += duration(ev.Seconds)
		case event.Dearer:
			m.NewBehaviour += ev.News
		case event.Finding:
			m.Signature = m.Signature || ev.New
		}
	}
	return m
}

// takeRun adds a run of a mutant.
func (k *knowledge) takeRun(m *effort.Mutant, ev event.Run) {
	run := effort.Run{Target: ev.Solver, Outcome: ev.Outcome, Wall: duration(ev.Seconds), Limit: duration(ev.Limit)}
	if !ev.Outcome.Replies() {
		run.Reason = plain(ev.Reason)
	}
	m.Runs = append(m.Runs, run)
	if k.feedback {
		m.NewBehaviour += ev.NewBehaviour
		m.Cost += duration(ev.CPU)
		k.searches.Enter(ev.Solver, effort.InItsOwn, ev.NewBehaviour, duration(ev.CPU))
	}
}

// enterElites credits the new behaviour of a search to the configurations that it began with, and to the best one that it found.
func (k *knowledge) enterElites(e event.Explored) {
	at := effort.Place{Engine: e.Engine, Logic: e.Logic, Solver: e.Solver}
	for _, spec := range e.Starts {
		if spec != e.Best {
			k.elites.Enter(at, spec, e.NewBehaviour, duration(e.CPU))
		}
	}
	if e.Best != "" {
		k.elites.Enter(at, e.Best, e.NewBehaviour, duration(e.CPU))
	}
}

// elitesPicked is the number of configurations that yielded new behaviour before and with which a search begins.
const elitesPicked = 2

// pick returns configurations of elites for a search to begin with.
func pick(elites *effort.Elites, at fuzzer.Arm, draw *rng.Rand) []solver.Configuration {
	var out []solver.Configuration
	for _, text := range elites.Pick(effort.Place{Engine: at.Engine, Logic: at.Logic, Solver: at.Target.String()}, elitesPicked, draw) {
		if spec, err := solver.ParseSpec(text); err == nil {
			out = append(out, solver.Configure(spec.Args...))
		}
	}
	return out
}
