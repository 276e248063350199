package web

import (
	"net/http"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/report/figures"
)

// Bounds on the moments of a history: a picture has some hundred points, and many campaigns side by side have fewer each.
const (
	mostMoments = 240
	fewMoments  = 100
	// mostSideBySide is how many campaigns are compared.
	mostSideBySide = 12
)

// history answers with how the campaign grew, null where it took no samples.
func (s *server) history(w http.ResponseWriter, _ *http.Request, of *served) {
	c, err := of.content()
	if err != nil {
		fail(w, http.StatusInternalServerError, visible.Line(err.Error()))
		return
	}
	h := c.History(mostMoments)
	if h != nil {
		for i := range h.Engines {
			h.Engines[i].Name = visible.Line(h.Engines[i].Name)
		}
	}
	answer(w, map[string]any{"history": h})
}

// A growth is the part of a history by which campaigns are compared.
type growth struct {
	Number       int       `json:"number"`
	Name         string    `json:"name"`
	Seconds      []float64 `json:"seconds"`
	At           []int64   `json:"at"`
	Runs         []int64   `json:"runs"`
	NewBehaviour []int64   `json:"new_behaviour"`
	Findings     []int64   `json:"findings"`
	Bugs         []int64   `json:"bugs"`
}

// histories answers with the histories of the first campaigns that have one; more says how many others have.
func (s *server) histories(w http.ResponseWriter, _ *http.Request) {
	out, more := []growth{}, 0
	for i, of := range s.campaigns {
		c, err := of.content()
		if err != nil {
			continue // the list says so
		}
		h := c.History(fewMoments)
		switch {
		case h == nil:
		case len(out) == mostSideBySide:
			more++
		default:
			out = append(out, growth{i, of.name(), h.Seconds, h.At, h.Runs, h.NewBehaviour, h.Findings, h.Bugs})
		}
	}
	answer(w, map[string]any{"campaigns": out, "more": more})
}

// options answers with what options brought, for each solver whose configurations are searched.
func (s *server) options(w http.ResponseWriter, _ *http.Request, of *served) {
	c, err := of.content()
	if err != nil {
		fail(w, http.StatusInternalServerError, visible.Line(err.Error()))
		return
	}
	known, err := campaign.LoadSearched(of.dir)
	if err != nil {
		fail(w, http.StatusInternalServerError, visible.Line(err.Error()))
		return
	}
	maps := figures.HeatMaps(c.Campaign, known)
	for i := range maps {
		m := &maps[i]
		m.Solver = visible.Line(m.Solver)
		for k := range m.Rows {
			r := &m.Rows[k]
			r.Option = visible.Line(r.Option)
			for _, texts := range [][]string{r.Values, r.Findings} {
				for j := range texts {
					texts[j] = visible.Line(texts[j])
				}
			}
		}
	}
	answer(w, map[string]any{"maps": maps, "searches": c.Searches})
}
