package campaign

import (
	"time"

	"github.com/assay-smt/assay/internal/run/query"
)

// A meter measures the time that a campaign takes. Not safe for concurrent use.
type meter struct {
	c     *Config
	asker *query.Answers
	// before has the counts from before this run; only its times and numbers are used.
	before Stats
	// began, own and children are the clocks at the beginning of this run: wall time, and the CPU time of this process and of its children.
	began         time.Time
	own, children time.Duration
	elapsed       time.Duration // when it was measured last
	stopped       bool
	// jobs is how many slots are being filled at the same time, most the largest number that was measured, and worked the time of all of them in seconds.
	jobs, most int
	worked     float64
}

func newMeter(c *Config, asker *query.Answers, before Stats) meter {
	m := meter{c: c, asker: asker, before: before}
	m.count()
	return m
}

func (m *meter) start() {
	m.began = m.c.Now()
	m.own, m.children = m.c.CPU()
	m.count()
}

// count counts the jobs.
func (m *meter) count() {
	if m.jobs = m.c.Jobs; m.c.Crew != nil {
		m.jobs = m.c.Crew()
	}
	m.most = max(m.most, m.jobs)
}

// measure brings the times in the statistics up to date.
func (m *meter) measure(s *Stats) {
	if m.stopped {
		return
	}
	own, children := m.c.CPU()
	before := m.elapsed
	m.elapsed = m.c.Now().Sub(m.began)
	m.worked += float64(m.jobs) * (m.elapsed - before).Seconds()
	m.count()
	s.Seconds = m.before.Seconds + m.elapsed.Seconds()
	s.OwnSeconds = m.before.OwnSeconds + (own - m.own).Seconds()
	asked := m.asker.Stats()
	s.Spent.Asking = m.before.Spent.Asking
	s.Spent.Asking.add(int64(asked.Asked), asked.Spent.Seconds(), asked.CPU.Seconds())
	s.Spent.Workers = m.before.Spent.Workers + m.worked
	s.Asked, s.AskSeconds = m.before.Asked+int64(asked.Asked), m.before.AskSeconds+asked.Spent.Seconds()
	s.SolverSeconds = m.before.SolverSeconds + (children - m.children).Seconds()
}

// progress says how far the campaign is; done is true at its end.
func (b *books) progress(done bool) Snapshot {
	b.meter.measure(&b.stats)
	found, hits := b.kept.store.Count()
	now, before := &b.stats, &b.meter.before
	s := Snapshot{
		Elapsed: b.meter.elapsed, Workers: b.meter.jobs, Mutants: now.Mutants, Calls: now.Calls,
		MutantLimit: b.c.Mutants, Configurations: now.Spent.Configurations.Runs, Timeouts: now.Timeouts(), Findings: found, Hits: hits,
		Seeds: now.Seeds, RejectedSeeds: int(now.RejectedSeeds), Faults: now.Faults, Time: now.Parts(), Done: done,
	}
	b.parts(&s)
	if done || now.Jobs >= enoughJobs {
		s.Warnings = now.Warnings()
	}
	if seconds := s.Elapsed.Seconds(); seconds > 0 {
		s.MutantsPerSecond = float64(now.Mutants-now.Idle-before.Mutants+before.Idle) / seconds
		s.CallsPerSecond = float64(now.Calls-before.Calls) / seconds
	}
	used := now.SolverSeconds - before.SolverSeconds
	if all := used + now.OwnSeconds - before.OwnSeconds; all > 0 {
		s.SolverShare = used / all
	}
	if s.Calls > 0 {
		s.RejectedShare = float64(now.Rejected()) / float64(s.Calls)
	}
	return s
}
