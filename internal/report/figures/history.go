package figures

import (
	"cmp"
	"math"
	"path/filepath"
	"slices"

	"github.com/assay-smt/assay/internal/campaign"
)

// A History is how the figures of a campaign grew. All slices have an entry for each moment; counts are those since the beginning of the campaign.
type History struct {
	// Seconds is the campaign's wall time over all its sessions, At the time of day (Unix time), Session the number of the run of assay fuzz.
	Seconds []float64 `json:"seconds"`
	At      []int64   `json:"at"`
	Session []int64   `json:"session"`

	Mutants      []int64 `json:"mutants"`
	Runs         []int64 `json:"runs"`
	Decided      []int64 `json:"decided"`
	Findings     []int64 `json:"findings"`
	NewBehaviour []int64 `json:"new_behaviour"`
	// Bugs counts the distinct bugs, as triage has grouped them by now: the clusters, and the findings that are in none. It is nil where nobody noted when
	// any of them was found; Undated are those of which nobody did.
	Bugs    []int64 `json:"bugs"`
	Undated int     `json:"undated_bugs,omitempty"`
	// Engines have what each engine brought, by name. CPU is CPU time in seconds by purpose.
	Engines []EngineHistory `json:"engines"`
	CPU     []CPUHistory    `json:"cpu"`
}

// An EngineHistory is what an engine brought.
type EngineHistory struct {
	Name         string  `json:"name"`
	Mutants      []int64 `json:"mutants"`
	NewBehaviour []int64 `json:"new_behaviour"`
	Findings     []int64 `json:"findings"`
}

// A CPUHistory is the CPU time in seconds for a purpose.
type CPUHistory struct {
	Name    string    `json:"name"`
	Seconds []float64 `json:"seconds"`
}

// History returns the history of a campaign in at most so many moments, nil where it has none: versions before this one took no samples.
func (c *Campaign) History(most int) *History {
	samples := thinned(c.Samples, most)
	if len(samples) == 0 {
		return nil
	}
	h := &History{}
	engines, cpu := make(map[string]bool), make(map[string]bool)
	for i := range samples {
		s := &samples[i]
		h.Seconds, h.At, h.Session = append(h.Seconds, tenths(s.Seconds)), append(h.At, s.At.Unix()), append(h.Session, s.Session)
		h.Mutants, h.Runs, h.Decided = append(h.Mutants, s.Mutants), append(h.Runs, s.Runs), append(h.Decided, s.Decided)
		h.Findings, h.NewBehaviour = append(h.Findings, s.Findings), append(h.NewBehaviour, s.NewBehaviour)
		for name := range s.Engines {
			engines[name] = true
		}
		for name := range s.CPU {
			cpu[name] = true
		}
	}
	h.addParts(samples, engines, cpu)
	h.addBugs(c.bugTimes())
	return h
}

func tenths(v float64) float64 { return math.Round(10*v) / 10 }

// thinned returns at most so many of the samples, evenly, with the first and the last.
func thinned(all []campaign.Sample, most int) []campaign.Sample {
	most = max(most, 2)
	if len(all) <= most {
		return all
	}
	out := make([]campaign.Sample, 0, most)
	for i := range most {
		out = append(out, all[i*(len(all)-1)/(most-1)])
	}
	return out
}

func (h *History) addParts(samples []campaign.Sample, engines, cpu map[string]bool) {
	for name := range engines {
		e := EngineHistory{Name: name}
		for i := range samples {
			v := samples[i].Engines[name]
			e.Mutants, e.NewBehaviour, e.Findings = append(e.Mutants, v.Mutants), append(e.NewBehaviour, v.NewBehaviour), append(e.Findings, v.Findings)
		}
		h.Engines = append(h.Engines, e)
	}
	slices.SortFunc(h.Engines, func(a, b EngineHistory) int { return cmp.Compare(a.Name, b.Name) })
	for name := range cpu {
		p := CPUHistory{Name: name}
		for i := range samples {
			p.Seconds = append(p.Seconds, tenths(samples[i].CPU[name]))
		}
		h.CPU = append(h.CPU, p)
	}
	last := len(samples) - 1
	slices.SortFunc(h.CPU, func(a, b CPUHistory) int {
		return cmp.Or(cmp.Compare(b.Seconds[last], a.Seconds[last]), cmp.Compare(a.Name, b.Name))
	})
}

// addBugs counts bugs by the times at which they were found, in order.
func (h *History) addBugs(times []float64, undated int) {
	h.Undated = undated
	if len(times) == 0 && undated > 0 {
		return
	}
	slices.Sort(times)
	h.Bugs = make([]int64, len(h.Seconds))
	n := 0
	for i, at := range h.Seconds {
		// The last moment has everything: a sample is taken when what came before it is written.
		for n < len(times) && (tenths(times[n]) <= at || i == len(h.Seconds)-1) {
			n++
		}
		h.Bugs[i] = int64(n)
	}
}

// bugTimes says when each distinct bug was found first, and of how many that is not known.
func (c *Campaign) bugTimes() (times []float64, undated int) {
	at := make(map[string]float64) // by folder
	for _, b := range c.All() {
		if seconds, ok := c.FoundAt[b.Signature]; ok {
			at[filepath.Base(b.Dir)] = seconds
		}
	}
	for i := range c.Clusters {
		first, known := 0.0, false
		for _, m := range c.Clusters[i].Members {
			if seconds, ok := at[m]; ok && (!known || seconds < first) {
				first, known = seconds, true
			}
		}
		if known {
			times = append(times, first)
		} else {
			undated++
		}
	}
	clustered := c.Clustered()
	for _, b := range c.All() {
		name := filepath.Base(b.Dir)
		if clustered[name] || c.Gone[name] {
			continue
		}
		if seconds, ok := at[name]; ok {
			times = append(times, seconds)
		} else {
			undated++
		}
	}
	return times, undated
}

// SeesBehaviour reports whether anything new was seen inside solvers.
func (h *History) SeesBehaviour() bool { return h.NewBehaviour[len(h.NewBehaviour)-1] > 0 }
