package fuzzer

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
)

// hits turns what the oracle found on a mutant into hits: one for each signature, repeated in fresh processes where
// it matters.
func (c *Chain) hits(ctx context.Context, i int, at Place, t *trial, found []oracle.Finding, res *Result) ([]findings.Hit, error) {
	signatures, err := c.signatures(ctx, i, at, t, found, res)
	if err != nil {
		return nil, err
	}
	var names []string // solvers to run again
	wanted := make([]bool, len(found))
	for k, f := range found {
		size := len(t.textFor(c.solver(f.Solver)))
		if known := c.fuzzer.Known; known == nil || known.Wants(signatures[k].signature, size, at.Job, i) {
			wanted[k] = true
			names = append(names, f.Solver, f.Other)
		}
	}
	var again second
	if len(names) > 0 {
		if again, err = t.again(ctx, names); err != nil {
			return nil, err
		}
		res.Extra = append(res.Extra, slices.Concat(again.runs, again.bases)...)
	}
	var hits []findings.Hit
	seen := make(map[string]bool)
	for k, f := range found {
		b := signatures[k]
		if seen[b.signature] {
			continue
		}
		if wanted[k] && f.Class.Incompleteness() {
			reason, err := t.reason(ctx, c.solver(f.Solver), res)
			if err != nil {
				return nil, err
			}
			if ownLimit.MatchString(reason) {
				// It was told to give up early, on its command line: no step is to blame.
				delete(c.blamed, c.blameKey(f))
				continue
			}
			f.Evidence.Detail = reason
		}
		seen[b.signature] = true
		h := c.hit(i, at, t, f, b, res)
		if wanted[k] {
			t.keepBase(&h, again)
			h.Finding.Repeated = findings.Repetition{Runs: 2, Shown: 1}
			if slices.ContainsFunc(again.found, func(g oracle.Finding) bool { return same(f, g) }) {
				h.Finding.Repeated.Shown = 2
			}
		}
		hits = append(hits, h)
	}
	return hits, nil
}

// blameKey is what findings of one chain are remembered by.
func (c *Chain) blameKey(f oracle.Finding) string {
	return string(f.Class) + "/" + c.solver(f.Solver).Profile().Name
}

// same reports whether a finding recurred: a crash with its signature, anything else with its class and solver.
func same(f, g oracle.Finding) bool {
	return f.Class == g.Class && f.Solver == g.Solver && (f.Class != oracle.CrashClass || f.Signature == g.Signature)
}

// signatures names what is probably the same defect. Crashes say by themselves where they happened. For the rest
// the best that is known is: the class, the solver family, the theories in the formula, and the operator that
// the last step brought in when the finding showed for the first time in the chain; or the seed, when that shows it
// already; and whether operators with open values are in it, since such findings are mostly none. A broken theory then leads to
// at most a folder for each of its operators.
//
// Unknowns have no theories in their signature but the whole step, so that one lost rewrite is one finding. Of an implication
// that is the step between base and mutant; of a regression the one behind which it showed first, unless there are operators that the
// newer solver has lost.
func (c *Chain) signatures(ctx context.Context, i int, at Place, t *trial, found []oracle.Finding, res *Result) ([]blame, error) {
	var seedFound []oracle.Finding
	asked := false
	out := make([]blame, len(found))
	for k, f := range found {
		if f.Class == oracle.CrashClass {
			out[k] = blame{signature: f.Signature}
			continue
		}
		key := c.blameKey(f)
		if f.Class == oracle.IncompletenessImplication {
			// Every step is a cause of its own, whatever stands before it in the chain.
			out[k] = blame{signature: key + "/" + cause(c.mutants[i])}
			continue
		}
		if lost := t.lostOperators(f); len(lost) > 0 {
			// The first stands for all, so that there are never more findings than lost operators.
			out[k] = blame{signature: key + "/lost " + lost[0]}
			continue
		}
		if b, ok := c.blamed[key]; ok {
			out[k] = b
			continue
		}
		if !asked {
			var err error
			if seedFound, err = c.askSeed(ctx, at, found, res); err != nil {
				return nil, err
			}
			asked = true
		}
		b := blame{seedShows: slices.ContainsFunc(seedFound, func(g oracle.Finding) bool { return g.Class == f.Class && g.Solver == f.Solver })}
		b.signature = key + "/" + c.origin(i, t, f.Class, b.seedShows)
		c.blamed[key] = b
		out[k] = b
	}
	return out, nil
}

// origin is the part of a signature that says where in a chain a finding comes from, when mutant i is the first with it.
func (c *Chain) origin(i int, t *trial, class oracle.Class, seedShows bool) string {
	m := c.mutants[i]
	if class.Incompleteness() {
		if seedShows {
			return "seed " + c.seed.Hash
		}
		return cause(m)
	}
	parts := []string{t.content.list(), operator(m)}
	if m.Truths != nil {
		parts[0] = "incremental" // what goes wrong there is in the commands, whatever the theory
	}
	if seedShows {
		parts[1] = "seed " + c.seed.Hash
	}
	if len(t.content.open) > 0 {
		parts = append(parts, "open")
	}
	return strings.Join(parts, "/")
}

// askSeed runs the solvers that take part in findings on the unmutated seed.
func (c *Chain) askSeed(ctx context.Context, at Place, found []oracle.Finding, res *Result) ([]oracle.Finding, error) {
	var names []string
	for _, f := range found {
		names = append(names, f.Solver, f.Other)
	}
	t, err := c.otherTrial(c.script, at, "seed")
	if err != nil {
		return nil, err
	}
	again, err := t.again(ctx, names)
	res.Extra = append(res.Extra, again.runs...)
	return again.found, err
}

// otherTrial prepares runs of a script that is not the mutant at hand. Its files lie in a folder of that name until there is
// another trial with the same name.
func (c *Chain) otherTrial(s *script.Script, at Place, name string) (*trial, error) {
	t := &trial{chain: c, script: s, content: contentOf(s), dir: filepath.Join(at.Dir, name)}
	return t, findings.MakeDir(t.dir)
}

// solver returns the solver of a spec, which is one of ours.
func (c *Chain) solver(spec string) *solver.Solver {
	for _, s := range c.readers {
		if s.String() == spec {
			return s
		}
	}
	// Findings are made of runs of these solvers only.
	panic("fuzzer: finding of an unknown solver " + spec)
}

func (t *trial) fileFor(s *solver.Solver) *textFile {
	m := t.manner(s)
	for _, f := range t.files {
		if f.manner == m {
			return f
		}
	}
	return &textFile{}
}

func (t *trial) textFor(s *solver.Solver) []byte { return t.fileFor(s).text }

// hit writes down all that is known.
func (c *Chain) hit(i int, at Place, t *trial, f oracle.Finding, b blame, res *Result) findings.Hit {
	blamed := c.solver(f.Solver)
	m := c.mutants[i]
	bug := t.fileFor(blamed)
	h := findings.Hit{Bug: bug.text, Seed: []byte(c.seed.Text), Others: make(map[string][]byte)}
	h.Finding = findings.Finding{
		Class: f.Class, Solver: f.Solver, Family: blamed.Profile().Name, Version: blamed.Version(), Path: blamed.Path(),
		Other: f.Other, Logic: t.script.Logic(), Signature: b.signature, Suspect: f.Suspect, Check: f.Check,
		Evidence: findings.EvidenceOf(f.Evidence), Checks: t.script.Checks(), Truths: findings.TruthsOf(t.truths),
		Limits: findings.Limits{Seconds: c.fuzzer.Limits.Time.Seconds(), Memory: c.fuzzer.Limits.Memory},
		Provenance: findings.Provenance{
			CampaignSeed: c.fuzzer.Seed, Mutant: c.Name(i).String(), Engine: c.name.Engine,
			SeedName: c.seed.Name, SeedHash: c.seed.Hash, SeedShows: b.seedShows, Job: at.Job, Index: i,
		},
	}
	if f.Class != oracle.CrashClass && !f.Class.Incompleteness() && f.Evidence.Kind != oracle.EvidenceModel && len(t.content.open) > 0 {
		h.Finding.Suspect = true
		h.Finding.Open = slices.Sorted(maps.Keys(t.content.open))
	}
	h.Finding.Lost = t.lostOperators(f)
	for _, step := range m.Steps {
		h.Finding.Provenance.Steps = append(h.Finding.Provenance.Steps, step.String())
	}
	for _, r := range res.Runs {
		file := t.fileFor(c.solver(r.Solver))
		name := findings.BugFile
		if file.path != bug.path && string(file.text) != string(bug.text) {
			name = "bug-" + fileWord(file.manner.dialect) + ".smt2"
			h.Others[name] = file.text
		}
		h.Finding.Runs = append(h.Finding.Runs, findings.RunOf(r, t.options(c.solver(r.Solver)), file.path, name))
	}
	return h
}

// keepBase adds what is to be kept of the base to a hit that rests on the step from there: its text, and the blamed solver's
// second run on it.
func (t *trial) keepBase(h *findings.Hit, again second) {
	if h.Finding.Class != oracle.IncompletenessImplication {
		return
	}
	for _, r := range again.bases {
		if r.Solver != h.Finding.Solver {
			continue
		}
		s := t.chain.solver(r.Solver)
		file := t.base.fileFor(s)
		h.Others[findings.BaseFile] = file.text
		h.Finding.Base = &findings.Base{Step: t.step.Words, Run: findings.RunOf(r, t.base.options(s), file.path, findings.BaseFile)}
	}
}

// fileWord makes a dialect fit for a file name.
func fileWord(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '_'
	}, s)
}
