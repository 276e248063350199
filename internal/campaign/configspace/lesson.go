package configspace

import (
	"maps"
	"slices"
)

// An Effect is that in which an option made a difference.
type Effect string

// The effects.
const (
	InAnswer     Effect = "answer"
	InStatistics Effect = "statistics"
	InEdges      Effect = "edges"
	InTime       Effect = "time"
)

// A Lesson is what one formula taught: a line of the record.
type Lesson struct {
	// Round names the formula, which is determined by the round and the record's seed.
	Round int      `json:"round"`
	Logic string   `json:"logic"`
	Kinds []string `json:"kinds,omitempty"`
	// Skipped says why nothing could be learned, "" when something was. Then each option of the record was tried once.
	Skipped string `json:"skipped,omitempty"`
	// Effects and Conflicts are those of options, by name. Settings are the values that were tried for the options that
	// are in either.
	Effects   map[string]Effect `json:"effects,omitempty"`
	Conflicts []string          `json:"conflicts,omitempty"`
	Settings  map[string]string `json:"settings,omitempty"`
	// Suspects are settings with which the solver crashed or contradicted itself, which looks like a defect.
	Suspects map[string]string `json:"suspects,omitempty"`
	// Untried are options of which nothing is known: the formula's time was over, or runs that should have been alike were not.
	Untried []string `json:"untried,omitempty"`
	Runs    int      `json:"runs"`
	Seconds float64  `json:"seconds"`
}

// Summarize derives correlations from lessons about options.
func Summarize(h Header, lessons []Lesson) *Correlations {
	c := &Correlations{
		Format: CorrelationsFormat, Solver: h.Solver, Version: h.Version, Skipped: map[string]int{}, Kinds: map[string]int{},
	}
	var used []*Lesson
	for i := range lessons {
		l := &lessons[i]
		c.Runs += l.Runs
		c.Seconds += l.Seconds
		if l.Skipped != "" {
			c.Skipped[l.Skipped]++
			continue
		}
		c.Formulas++
		for _, kind := range l.Kinds {
			c.Kinds[kind]++
		}
		used = append(used, l)
	}
	kinds := c.linkable()
	for _, name := range h.Options {
		o := OptionEffects{Name: name, By: map[string]int{}}
		var tried, asked []formula
		for _, l := range used {
			if slices.Contains(l.Untried, name) {
				continue
			}
			conflict := slices.Contains(l.Conflicts, name)
			asked = append(asked, formula{l.Kinds, conflict})
			if conflict {
				o.Conflicts++
				continue
			}
			o.Tried++
			effect, affected := l.Effects[name]
			if affected {
				o.Affected++
				o.By[string(effect)]++
			}
			tried = append(tried, formula{l.Kinds, affected})
		}
		o.Relevant = causes(tried, kinds)
		if o.General = o.general() && !explained(tried, o.Relevant); o.General {
			o.Relevant = nil
		}
		o.Refusing = links(asked)
		c.Options = append(c.Options, o)
	}
	slices.SortFunc(c.Options, func(a, b OptionEffects) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	if len(c.Skipped) == 0 {
		c.Skipped = nil
	}
	return c
}

// suspects returns the settings that look like defects, by what they showed, with the number of lessons.
func suspects(lessons []Lesson) map[string]int {
	out := map[string]int{}
	for _, l := range lessons {
		for _, setting := range slices.Sorted(maps.Keys(l.Suspects)) {
			out[setting+": "+l.Suspects[setting]]++
		}
	}
	return out
}
