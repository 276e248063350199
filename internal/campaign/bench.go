package campaign

import (
	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/run/outside"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// newBench returns what runs the targets.
func (c *Config) newBench() *trial.Bench {
	bench := &trial.Bench{
		Runner: c.Runner, Fresh: c.Fresh, Table: c.Table, SelfCheck: c.SelfCheck, Baselines: c.Baselines, Checks: outside.Judges(c.Checks), Effort: certify.Quick,
		Limits: solver.Limits{Time: max(c.Timeout, 0), Memory: max(c.Memory, 0)}, Statistics: c.asksStatistics(),
	}
	if c.Living != nil {
		bench.Runner = c.Living
	}
	return bench
}

// newAsker returns what answers the questions of engines. It keeps replies in dir.
func (c *Config) newAsker(bench *trial.Bench, dir string, scratch *disk.Scratch) *query.Answers {
	asker := &query.Answers{Bench: bench, Targets: c.Targets, Dir: dir, Scratch: scratch, Time: c.askTime()}
	if c.Living != nil {
		asker.Models = c.Living.Copies()
	}
	return asker
}

// newMaker returns what makes the mutants, without configurations to search.
func (c *Config) newMaker(bench *trial.Bench, asker *query.Answers, known triage.Known) maker {
	return maker{seeds: c.Seeds, engines: c.Engines, fuzzer: &fuzzer.Fuzzer{
		Bench: bench, Targets: c.Targets, Seed: c.Seed, Plan: c.Plan,
		Asker: asker, Solver: asker, Partners: Partners(c.Seeds), Support: &query.Support{Answers: asker}, Known: known,
	}}
}
