package triage

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// hit writes down everything that is known about a finding.
func (e *examination) hit(f oracle.Finding, b blame) findings.Hit {
	blamed := e.target(f.Solver)
	bug := e.Trial.Text(blamed)
	h := findings.Hit{Bug: bug.Bytes, Seed: []byte(e.Seed.Text), Others: make(map[string][]byte)}
	h.Finding = findings.Finding{
		Class: f.Class, Solver: f.Solver, Family: blamed.Profile().Name, Version: blamed.Version(), Path: blamed.Path(),
		Other: f.Other, Logic: e.Trial.Logic(), Signature: e.sign(b.signature, bug.Bytes), Suspect: f.Suspect, Check: f.Check,
		Evidence: findings.EvidenceOf(f.Evidence), Checks: e.Trial.Checks(), Truths: findings.TruthsOf(e.Trial.Truths()),
		Limits:     limitsOf(e.Bench.Limits),
		Theories:   theoriesOf(e.Bench.Operators()),
		Profiles:   profilesOf(e.Runs),
		Provenance: e.provenance(b),
	}
	if !f.Class.Named() && !f.Class.Incompleteness() && !f.Class.Measured() && !f.Evidence.Kind.Exact() {
		if open := e.Trial.OpenOperators(); len(open) > 0 {
			h.Finding.Suspect, h.Finding.Open = true, open
		}
	}
	h.Finding.Lost, h.Finding.Culprit = e.lostOperators(f), e.Culprit
	for _, r := range e.Runs {
		text := e.Trial.Text(r.Target)
		name := findings.BugFile
		if !bytes.Equal(text.Bytes, bug.Bytes) {
			name = keepText(h.Others, text)
		}
		h.Finding.Runs = append(h.Finding.Runs, Record(r, e.Trial.Options(r.Target, text), text.Path, name))
	}
	return h
}

// keepText keeps what a solver read where it differs from what the blamed one read, and returns its name.
func keepText(others map[string][]byte, text *trial.Text) string {
	word := fileWord(text.Dialect)
	name := "bug-" + word + ".smt2"
	for n := 2; others[name] != nil && !bytes.Equal(others[name], text.Bytes); n++ {
		name = fmt.Sprintf("bug-%s-%d.smt2", word, n)
	}
	others[name] = text.Bytes
	return name
}

func (e *examination) provenance(b blame) findings.Provenance {
	p := findings.Provenance{
		CampaignSeed: e.CampaignSeed, Assay: findings.ThisVersion(), Mutant: e.Name.String(), Engine: e.Name.Engine,
		SeedName: e.Seed.Name, SeedHash: e.Seed.Hash, SeedShows: b.seedShows, Job: e.Job, Index: e.Name.Index,
	}
	for _, step := range e.Mutant.Steps {
		p.Steps = append(p.Steps, step.String())
	}
	return p
}

// keepBase adds what is kept about the base to a hit that depends on the step from there: its text, and the blamed solver's second run on
// it.
func (e *examination) keepBase(h *findings.Hit, again experiment.Result) {
	if h.Finding.Class.Basis() != oracle.BasisStep {
		return
	}
	for _, r := range again.Bases {
		if r.Solver != h.Finding.Solver {
			continue
		}
		text := e.Base.Text(r.Target)
		h.Others[findings.BaseFile] = text.Bytes
		h.Finding.Base = &findings.Base{Step: e.Trial.Step().Summary, Run: Record(r, e.Base.Options(r.Target, text), text.Path, findings.BaseFile)}
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

// profilesOf returns the profiles of runs that do not come with Assay, each once and after those it inherits from.
func profilesOf(runs []solver.Run) []findings.Source {
	var out []findings.Source
	seen := map[solver.Source]bool{}
	for _, r := range runs {
		if r.Target.Profile() == nil {
			continue
		}
		for _, s := range r.Target.Profile().Sources() {
			if !seen[s] {
				seen[s] = true
				out = append(out, findings.Source(s))
			}
		}
	}
	return out
}
