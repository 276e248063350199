package campaign

import (
	"cmp"
	"time"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/solver"
)

// scheduler returns a scheduler that knows nothing yet.
func (r *runner) scheduler() *effort.Scheduler {
	c := effort.Config{Seeds: len(r.Seeds), Engines: len(r.Engines), Limit: max(r.Timeout, 0), Length: cmp.Or(r.Chain, fuzzer.DefaultChain), Random: r.Seed}
	for _, seed := range r.Seeds {
		c.Logics = append(c.Logics, seed.logic)
	}
	for _, t := range r.Targets {
		c.Targets = append(c.Targets, t.String())
	}
	for _, p := range r.Baselines {
		c.Compared = append(c.Compared, [2]string{p.New, p.Old})
	}
	return effort.New(c)
}

// askTime bounds the time for asking one solver about one script: no more than a run on a mutant may take.
func (r *runner) askTime() time.Duration {
	if r.Timeout <= 0 {
		return query.DefaultAskTime
	}
	return min(r.Timeout, query.DefaultAskTime)
}

// passes decides whether a job is passed over. The mutex is held.
func (r *runner) passes(j job) bool {
	_, yes := r.effort.Pass(j.turn())
	return yes
}

// report tells the scheduler what an entry says. The mutex is held, or no other goroutine is running yet. What the scheduler knows
// depends only on the entries in their order, so that it is the same after a kill.
func (r *runner) report(j job, e entry, events []event.Event) {
	var m effort.Mutant
	for _, ev := range events {
		switch ev := ev.(type) {
		case event.Solve:
			r.effort.Solved(j.turn(), effort.Run{Target: ev.Solver, Outcome: ev.Outcome, Wall: duration(ev.Seconds)})
		case event.Mutant:
			m.Rule, m.Repeat = ev.Rule, ev.Repeat
		case event.Run:
			if !ev.Extra {
				run := effort.Run{Target: ev.Solver, Outcome: ev.Outcome, Wall: duration(ev.Seconds), Limit: duration(ev.Limit)}
				if !ev.Outcome.Replies() {
					run.Reason = plain(ev.Reason)
				}
				m.Runs = append(m.Runs, run)
				if r.Configurations != nil {
					m.News += ev.News
					m.Cost += duration(ev.CPU)
					r.searches.Enter(ev.Solver, effort.InItsOwn, ev.News, duration(ev.CPU))
				}
			}
		case event.Explored:
			r.shown.enter(e.Job, &ev)
			m.News += ev.News
			m.Cost += duration(ev.CPU)
			m.Beside += duration(ev.Seconds)
			r.enterElites(ev)
			r.searches.Enter(ev.Solver, effort.InOthers, ev.News, duration(ev.CPU))
		case event.Finding:
			m.Signature = m.Signature || ev.New
		}
	}
	if e.Seed || e.Mutants == 0 {
		return
	}
	r.remember(j, e, events)
	chain := &r.deal.jobs[e.Job].Effort
	r.effort.Take(j.turn(), chain, m)
	if e.Index == e.Mutants-1 {
		r.effort.End(j.turn(), *chain)
	}
}

func duration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }

// An EffortSummary says how effort was divided.
type EffortSummary struct {
	Mode effort.Mode `json:"mode"`
	effort.Count
	// Limits counts the runs on mutants by their time limit, rounded up, with "full" for the campaign's own.
	Limits map[string]int64 `json:"limits,omitempty"`
	ArmsSummary
}

// effortSummary says how effort was divided so far. The mutex is held.
func (r *runner) effortSummary() EffortSummary {
	e := EffortSummary{Mode: cmp.Or(r.Effort, effort.Even), Count: r.effort.Count(r.deal.next), Limits: r.stats.Limits}
	e.ArmsSummary = r.arms(e.Count.Arms)
	return e
}

// pace implements fuzzer.Pace with the campaign's scheduler.
type pace struct {
	r   *runner
	job job
}

// Knows implements fuzzer.Pace.
func (p *pace) Knows(t solver.Target) bool {
	p.r.mu.Lock()
	defer p.r.mu.Unlock()
	return p.r.effort.Knows(p.job.seed, t.String())
}

// Solved implements fuzzer.Pace. Another worker may have met the same seed with another engine.
func (p *pace) Solved(e event.Solve) error {
	if !p.r.enter() {
		return errAbandoned
	}
	defer p.r.mu.Unlock()
	if p.r.effort.Knows(p.job.seed, e.Solver) {
		return nil
	}
	return p.r.commit(p.job, entry{Job: p.job.ordinal, Seed: true}, []event.Event{e})
}

// GivesWay implements fuzzer.Pace.
func (p *pace) GivesWay(t solver.Target) string {
	p.r.mu.Lock()
	defer p.r.mu.Unlock()
	why, _ := p.r.effort.GivesWay(p.job.turn(), t.String())
	return string(why)
}

// Limit implements fuzzer.Pace.
func (p *pace) Limit(t solver.Target, index int) time.Duration {
	p.r.mu.Lock()
	defer p.r.mu.Unlock()
	return p.r.effort.Limit(p.job.turn(), index, t.String())
}

// Enough implements fuzzer.Pace.
func (p *pace) Enough(index int) bool {
	p.r.mu.Lock()
	defer p.r.mu.Unlock()
	return p.r.effort.Enough(&p.r.deal.jobs[p.job.ordinal].Effort, index)
}
