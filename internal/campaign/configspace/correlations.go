package configspace

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Correlations are what was learned about a solver's options: which of them make a difference for formulas with which kinds of
// operations. They belong to one version of the solver.
type Correlations struct {
	Format int    `json:"format"`
	Solver string `json:"solver"` // the profile's name
	// Version is the version that the solver reports.
	Version string `json:"version"`
	// Formulas is the number of formulas on which options were tried, Runs the number of runs of the solver, and Seconds the time,
	// summed over all concurrent learners.
	Formulas int     `json:"formulas"`
	Runs     int     `json:"runs"`
	Seconds  float64 `json:"seconds"`
	// Skipped counts formulas on which nothing could be learned, by reason.
	Skipped map[string]int `json:"skipped,omitempty"`
	// Kinds is how many formulas had each kind of operations.
	Kinds map[string]int `json:"kinds"`
	// Options are the options that were tried, ordered by name.
	Options []OptionEffects `json:"options"`
}

// OptionEffects are the observed effects of an option.
type OptionEffects struct {
	Name string `json:"name"`
	// Tried is the number of formulas on which it was not refused, Affected the number of those on which it made a difference, and
	// Conflicts the number of formulas on which it was refused.
	Tried     int `json:"tried"`
	Affected  int `json:"affected"`
	Conflicts int `json:"conflicts,omitempty"`
	// By counts the differences by kind: answer, statistics, time.
	By map[string]int `json:"by,omitempty"`
	// General: it makes a difference for formulas of all kinds.
	General bool `json:"general,omitempty"`
	// Relevant are the kinds of operations that cause the differences, Refusing those that cause conflicts, the strongest first.
	Relevant []Link `json:"relevant,omitempty"`
	Refusing []Link `json:"refusing,omitempty"`
}

// A Link is the evidence for one kind of operations.
type Link struct {
	Kind string `json:"kind"`
	// The number of formulas with the kind, and how many of them were affected.
	Affected int `json:"affected"`
	Of       int `json:"of"`
}

// P is the share of formulas with the kind that were affected.
func (l Link) P() float64 { return float64(l.Affected) / float64(max(1, l.Of)) }

// Relevant counts the options that make a difference, for some kinds of operations or for all.
func (c *Correlations) Relevant() int {
	n := 0
	for _, o := range c.Options {
		if o.General || len(o.Relevant) > 0 {
			n++
		}
	}
	return n
}

// CorrelationsFormat is the version of the file's format.
const CorrelationsFormat = 1

// ReadCorrelations reads the text of a file.
func ReadCorrelations(text []byte) (*Correlations, error) {
	var c Correlations
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("these are not correlations: %w", err)
	}
	if c.Format != CorrelationsFormat {
		return nil, fmt.Errorf("these are correlations of format %d, and this version of Assay reads format %d: learn them again", c.Format, CorrelationsFormat)
	}
	kinds := c.linkable()
	for i := range c.Options {
		c.Options[i].sift(kinds) // the first files have links that merely accompany others
	}
	return &c, nil
}

// For returns the options that are relevant to formulas with some kinds of operations, ordered by name.
func (c *Correlations) For(kinds []string) []string {
	var out []string
	for _, o := range c.Options {
		if o.General || slices.ContainsFunc(o.Relevant, func(l Link) bool { return slices.Contains(kinds, l.Kind) }) {
			out = append(out, o.Name)
		}
	}
	return out
}

// Space returns the options of a space that are worth varying for formulas with some kinds of operations. These are the options that are relevant to
// one of the kinds or to all, without those that one of the kinds makes the solver refuse, and with those that were not tried because they belong to newer
// versions of the solver. If nothing is known, because no formula had any of the kinds, or if nothing relevant is left, it returns the whole space
// and false. c may be nil: then nothing is known.
func (c *Correlations) Space(all *Space, kinds []string) (space *Space, narrowed bool) {
	if c == nil || !slices.ContainsFunc(kinds, func(kind string) bool { return c.Kinds[kind] > 0 }) {
		return all, false
	}
	linked := func(links []Link) bool {
		return slices.ContainsFunc(links, func(l Link) bool { return slices.Contains(kinds, l.Kind) })
	}
	relevant := map[string]bool{}
	tried := map[string]bool{}
	for _, o := range c.Options {
		tried[o.Name] = o.Tried+o.Conflicts > 0
		relevant[o.Name] = (o.General || linked(o.Relevant)) && !linked(o.Refusing)
	}
	if all.filter(func(name string) bool { return relevant[name] }).Len() == 0 {
		return all, false
	}
	return all.filter(func(name string) bool { return relevant[name] || !tried[name] }), true
}

// What a link requires: at least this many affected formulas, and at least this share of those with the kind, by the lower end of the
// interval of Wilson (1927) at 95 %. An option for which a test for time finds a difference by chance in one of a hundred cases stays far
// below.
const (
	fewestAffected = 3
	leastShare     = 0.05
)

// links explains which kinds cause effects. The kind with the largest share, by the lower end of its interval, is a link; formulas with that kind are
// explained and left out, and so on. That way a kind that merely accompanies another one in the same formulas is not a link, whereas the share of a
// link is computed over all formulas.
func links(formulas []formula) []Link {
	return explain(formulas, func(left sample) string {
		best, bestLow := "", 0.0
		for _, l := range left.linkable() {
			if low := wilson(l.Affected, l.Of); low > bestLow {
				best, bestLow = l.Kind, low
			}
		}
		return best
	})
}

// explain takes one kind after another for a cause, as long as choose names one for the formulas that no earlier one is in.
func explain(formulas []formula, choose func(left sample) string) []Link {
	all := count(formulas)
	var out []Link
	for left := formulas; ; {
		kind := choose(count(left))
		if kind == "" {
			break
		}
		out = append(out, *all.kinds[kind])
		rest := make([]formula, 0, len(left))
		for _, f := range left {
			if !slices.Contains(f.kinds, kind) {
				rest = append(rest, f)
			}
		}
		left = rest
	}
	slices.SortStableFunc(out, func(a, b Link) int { return cmp.Compare(b.P(), a.P()) })
	return out
}

// A formula is a formula on which an option was tried.
type formula struct {
	kinds    []string
	affected bool
}

// A sample is what some formulas show: how many there are, how many were affected, and the same for those with each kind.
type sample struct {
	affected, tried int
	kinds           map[string]*Link
}

func count(formulas []formula) sample {
	out := sample{tried: len(formulas), kinds: make(map[string]*Link)}
	for _, f := range formulas {
		if f.affected {
			out.affected++
		}
		for _, kind := range f.kinds {
			l := out.kinds[kind]
			if l == nil {
				l = &Link{Kind: kind}
				out.kinds[kind] = l
			}
			l.Of++
			if f.affected {
				l.Affected++
			}
		}
	}
	return out
}

// linkable returns the kinds that enough formulas with them were affected for, ordered by name.
func (s sample) linkable() []Link {
	var out []Link
	for _, kind := range slices.Sorted(maps.Keys(s.kinds)) {
		if l := *s.kinds[kind]; l.Affected >= fewestAffected && wilson(l.Affected, l.Of) >= leastShare {
			out = append(out, l)
		}
	}
	return out
}

// wilson is the lower end of the 95 % interval for a share, given k of n observations.
func wilson(k, n int) float64 {
	if n == 0 {
		return 0
	}
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	return (p + z*z/(2*m) - z*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))) / (1 + z*z/m)
}
