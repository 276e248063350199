package figures

import (
	"cmp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/campaign"
)

// Heat says what the options of a solver brought where configurations are searched, by engine.
type Heat struct {
	Solver  string   `json:"solver"`
	Engines []string `json:"engines"`
	// Rows are the options that brought most, the best first; More is how many others there are.
	Rows []HeatRow `json:"rows"`
	More int       `json:"more,omitempty"`
	// Most is the largest cell.
	Most float64 `json:"most"`
}

// A HeatRow is an option.
type HeatRow struct {
	Option string `json:"option"`
	// Values are those that it has in the configurations, the first few of them.
	Values []string `json:"values"`
	// Brought is the new behaviour of the configurations that have the option, by engine: a configuration counts for each of its options. It is what the
	// campaign remembers: the best 16 configurations of each engine and logic, whose earlier searches count less than their last one.
	Brought []float64 `json:"brought"`
	Total   float64   `json:"total"`
	// Configurations is how many of these there are. Showed is how often settings of the option showed a finding, and Findings which.
	Configurations int      `json:"configurations"`
	Showed         int      `json:"showed"`
	Findings       []string `json:"findings,omitempty"`
}

const (
	// maxOptions bounds the rows of a heat map.
	maxOptions = 25
	maxValues  = 4
	maxShown   = 3
)

// HeatMaps returns a map for each solver whose configurations are searched, none where nothing is known.
func HeatMaps(c *Campaign, s *campaign.Searched) []Heat {
	maps := make(map[string]map[string]*HeatRow)
	var engines []string
	for _, k := range s.Kept {
		if !slices.Contains(engines, k.Engine) {
			engines = append(engines, k.Engine)
		}
	}
	slices.Sort(engines)
	row := func(solver, setting string) *HeatRow {
		option, value := optionOf(setting)
		of := maps[solver]
		if of == nil {
			of = make(map[string]*HeatRow)
			maps[solver] = of
		}
		r := of[option]
		if r == nil {
			r = &HeatRow{Option: option, Brought: make([]float64, len(engines))}
			of[option] = r
		}
		if len(r.Values) < maxValues && !slices.Contains(r.Values, value) {
			r.Values = append(r.Values, value)
		}
		return r
	}
	for _, k := range s.Kept {
		e := slices.Index(engines, k.Engine)
		for _, setting := range k.Settings {
			r := row(k.Solver, setting)
			r.Configurations++
			r.Brought[e] += k.NewBehaviour
			r.Total += k.NewBehaviour
		}
	}
	for _, shows := range s.Shows {
		for _, setting := range shows.Settings {
			r := row(shows.Solver, setting)
			r.Showed += shows.Times
			if len(r.Findings) < maxShown && !slices.Contains(r.Findings, shows.What) {
				r.Findings = append(r.Findings, shows.What)
			}
		}
	}
	out := make([]Heat, 0, len(maps))
	for solver, rows := range maps {
		out = append(out, heatOf(c.Name(solver), engines, rows))
	}
	slices.SortFunc(out, func(a, b Heat) int { return strings.Compare(a.Solver, b.Solver) })
	return out
}

func heatOf(solver string, engines []string, rows map[string]*HeatRow) Heat {
	h := Heat{Solver: solver, Engines: engines}
	for _, r := range rows {
		slices.Sort(r.Values)
		h.Rows = append(h.Rows, *r)
	}
	slices.SortFunc(h.Rows, func(a, b HeatRow) int {
		return cmp.Or(cmp.Compare(b.Showed, a.Showed), cmp.Compare(b.Total, a.Total), strings.Compare(a.Option, b.Option))
	})
	h.More = max(0, len(h.Rows)-maxOptions)
	h.Rows = h.Rows[:min(len(h.Rows), maxOptions)]
	for _, r := range h.Rows {
		h.Most = max(h.Most, slices.Max(append(r.Brought, 0)))
	}
	return h
}

// optionOf takes a setting apart, whether it is written as name=value, --name=value, --name or --no-name.
func optionOf(setting string) (option, value string) {
	name, value, has := strings.Cut(setting, "=")
	bare := strings.TrimLeft(name, "-")
	if has || bare == name {
		return bare, value
	}
	if positive, no := strings.CutPrefix(bare, "no-"); no {
		return positive, "false"
	}
	return bare, "true"
}
