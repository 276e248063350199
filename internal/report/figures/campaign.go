package figures

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A Campaign is what the figures are of. Reading it is safe for concurrent use.
type Campaign struct {
	campaign.Summary
	// Clusters are those of triage, the gravest first; none before triage.
	Clusters []review.Cluster
	// Gone are the folders, without their parents, of findings that triage ran and that did not show.
	Gone map[string]bool
	// Repeatable: the folder has the campaign's plan, so that it needs no other setting to go on. PerSeed: the plan has a number of mutants for
	// each seed.
	Repeatable, PerSeed bool
	// Slots is the number of slots in the plan, "" for no limit of them.
	Slots string

	names map[string]string
	cache *findings.Cache // has the findings, nil for a summary that was not loaded
}

// Load reads a campaign's folder; see campaign.Load for which bugs are known and for errors.
func Load(dir string, list *known.List) (*Campaign, error) {
	return LoadWith(dir, list, new(findings.Cache))
}

// LoadWith is Load for callers that read a campaign again and again: cache has what did not change.
func LoadWith(dir string, list *known.List, cache *findings.Cache) (*Campaign, error) {
	sum, err := campaign.LoadWith(dir, list, cache)
	if err != nil {
		return nil, err
	}
	c := Of(sum)
	c.cache = cache
	return c, nil
}

// Weight returns the weight of a finding of the campaign and the size of its formula in bytes, 0 where that cannot be read.
func (c *Campaign) Weight(b findings.Brief) (findings.Weight, int64) {
	if w, bytes, ok := c.cache.Weight(b.Dir); ok {
		return w, bytes
	}
	w := findings.Weight{Severity: findings.SeverityOf(oracle.Class(b.Class)), Suspect: b.Suspect}
	if f, err := findings.LoadRecord(b.Dir); err == nil {
		w = f.WeightHere()
	}
	return w, SizeOf(b.Dir)
}

// Of adds to a summary what triage has written into the campaign's folder.
func Of(sum campaign.Summary) *Campaign {
	c := &Campaign{Summary: sum, Gone: make(map[string]bool), names: names(&sum.Stats)}
	if sum.Out == "" {
		return c
	}
	c.readPlan()
	c.Clusters, _ = review.Load(sum.Out) // those that cannot be read do not exist
	slices.SortStableFunc(c.Clusters, func(a, b review.Cluster) int {
		return cmp.Or(a.Weight().Compare(b.Weight()), -cmp.Compare(a.Hits, b.Hits))
	})
	if len(c.Clusters) == 0 {
		return c
	}
	clustered := c.Clustered()
	for _, b := range c.All() {
		if name := filepath.Base(b.Dir); !clustered[name] && review.IsGone(b.Dir) {
			c.Gone[name] = true
		}
	}
	return c
}

func (c *Campaign) readPlan() {
	text, err := os.ReadFile(filepath.Join(c.Out, plan.Name))
	if err != nil {
		return
	}
	entries, err := plan.Parse(plan.Name, text)
	c.Repeatable = err == nil
	if i := slices.IndexFunc(entries, func(e plan.Entry) bool { return e.Key == "slots" && len(e.Values) == 1 && e.Values[0] != "0" }); i >= 0 {
		c.Slots = entries[i].Values[0]
	}
	c.PerSeed = slices.ContainsFunc(entries, func(e plan.Entry) bool {
		return e.Key == "iterations" && len(e.Values) == 1 && e.Values[0] != "0"
	})
}

// All are the findings, whatever they are.
func (c *Campaign) All() []findings.Brief {
	all := slices.Concat(c.Findings, c.Apart)
	for _, k := range c.Known {
		all = append(all, k.Brief)
	}
	return all
}

// Clustered says which findings, by their folders without the parents, are in a cluster.
func (c *Campaign) Clustered() map[string]bool {
	in := make(map[string]bool)
	for i := range c.Clusters {
		for _, m := range c.Clusters[i].Members {
			in[m] = true
		}
	}
	return in
}

// Untriaged are the findings that count, are in no cluster, and have not turned out to be gone.
func (c *Campaign) Untriaged() []findings.Brief {
	in := c.Clustered()
	return slices.DeleteFunc(slices.Clone(c.Findings), func(b findings.Brief) bool {
		name := filepath.Base(b.Dir)
		return in[name] || c.Gone[name]
	})
}

// Solvers are the specs of the solvers that were run, in the order in which they were given; others follow by name.
func (c *Campaign) Solvers() []string {
	place := make(map[string]int)
	for i, s := range c.Identity.Solvers {
		place[s] = i + 1
	}
	of := func(spec string) int {
		v := c.Stats.Solvers[spec]
		return cmp.Or(place[strings.TrimSpace(spec+" ("+v.Version+")")], len(place)+1)
	}
	specs := sorted(c.Stats.Solvers)
	slices.SortStableFunc(specs, func(a, b string) int { return cmp.Compare(of(a), of(b)) })
	return specs
}

// Name is how a solver is shown: z3@4.8.12 and its options. It is the spec for one that is not known.
func (c *Campaign) Name(spec string) string { return cmp.Or(c.names[spec], spec) }

// names gives each solver a short name, and the full one where the short one would be another's as well.
func names(s *campaign.Stats) map[string]string {
	short, count := make(map[string]string), make(map[string]int)
	for _, spec := range sorted(s.Solvers) {
		version := s.Solvers[spec].Version
		short[spec] = ShortName(spec, version)
		count[short[spec]]++
	}
	for spec, name := range short {
		if count[name] > 1 {
			program, options, _ := strings.Cut(spec, " ")
			short[spec] = strings.TrimSpace(WithVersion(program, s.Solvers[spec].Version) + " " + options)
		}
	}
	return short
}

// Program is the program of a solver's spec: its first word.
func Program(spec string) string {
	program, _, _ := strings.Cut(spec, " ")
	return program
}

// ShortName is a solver's name without the folder of its program: z3@4.8.12 and its options.
func ShortName(spec, version string) string {
	program, options, _ := strings.Cut(spec, " ")
	if strings.ContainsAny(program, `'"\`) { // a path with blanks
		program, options = spec, ""
	} else {
		program = filepath.Base(program)
	}
	return strings.TrimSpace(WithVersion(program, version) + " " + options)
}

// WithVersion is the name of a version of a program: z3@4.8.12. A name that has a version already stays.
func WithVersion(program, version string) string {
	if version == "" || strings.Contains(filepath.Base(program), "@") {
		return program
	}
	return program + "@" + version
}

// sorted returns the keys of a map in order, without those that are null in a damaged file.
func sorted[V any](m map[string]*V) []string {
	var keys []string
	for k, v := range m {
		if v != nil {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return keys
}

// A Result is what became of a run of a solver: exactly one of seven words.
type Result string

// The outcomes.
const (
	Answered Result = "answered"
	Unknown  Result = "unknown"
	TimeOut  Result = "time-out"
	Memory   Result = "memory"
	Refused  Result = "refused"
	Crashed  Result = "crashed"
	NoAnswer Result = "no answer"
)

// Results returns all of them, in the order in which they are shown.
func Results() []Result {
	return []Result{Answered, Unknown, TimeOut, Memory, Refused, Crashed, NoAnswer}
}

// ResultOf is the result of runs with an outcome, and in plain words what the outcome says in addition.
func ResultOf(o outcome.Outcome) (f Result, detail string) {
	switch o {
	case outcome.Sat, outcome.Unsat:
		return Answered, string(o)
	case outcome.Several:
		return Answered, "different answers to its check-sats"
	case outcome.Unknown:
		return Unknown, ""
	case outcome.Timeout:
		return TimeOut, ""
	case outcome.Memory:
		return Memory, ""
	case outcome.Rejected:
		return Refused, "the script"
	case outcome.Unsupported:
		return Refused, "not in this build"
	case outcome.BadOptions:
		return Refused, "its options"
	case outcome.Crash:
		return Crashed, ""
	case outcome.Killed:
		return NoAnswer, "killed by another process"
	case outcome.Nothing:
		return NoAnswer, "none that can be believed"
	}
	return NoAnswer, string(o)
}

// ResultsOf returns how many of the runs of a solver had each outcome.
func ResultsOf(runs map[outcome.Outcome]int64) map[Result]int64 {
	out := make(map[Result]int64)
	for o, n := range runs {
		f, _ := ResultOf(o)
		out[f] += n
	}
	return out
}
