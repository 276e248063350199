package effort

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/base/rng"
)

const (
	// maxElites is the number of configurations that are remembered per place.
	maxElites = 16
	// eliteWindow is the number of searches of a configuration that count: what one search found is not news to the next.
	eliteWindow = 2
	// maxPlaces bounds the number of places that are remembered.
	maxPlaces = 512
	// exploration: one pick in this many gives all elites equal chances.
	exploration = 8
)

// A Place is where configurations are compared: what makes one solver do something new with the mutants of one engine says little
// about others.
type Place struct {
	Engine string `json:"engine"`
	Logic  string `json:"logic"`
	Solver string `json:"solver"`
}

// Elites remembers, for each place, the configurations of a solver that recently yielded the most new behaviour for their cost, as the texts
// that name them. It is the part of the bandit without fixed arms: new configurations come from outside. Not safe for concurrent use.
type Elites struct {
	entries uint64
	places  map[Place]*elitesOf
	changed map[Place]bool // what was not yet asked for by Changes
}

type elitesOf struct {
	bandit *Bandit[string]
	at     uint64 // Elites.entries after its last entry
}

// NewElites returns elites that know nothing.
func NewElites() *Elites {
	return &Elites{places: make(map[Place]*elitesOf), changed: make(map[Place]bool)}
}

// Enter enters the new behaviour that a configuration yielded at a place, and its cost in CPU time. A search that began with a configuration
// counts for it, and for the best one that it found. When there are more than 16 configurations, the one with the least certain yield
// is forgotten; when there are more than 512 places, the one whose last entry is oldest.
func (e *Elites) Enter(at Place, configuration string, news int, cost time.Duration) {
	e.entries++
	of := e.places[at]
	if of == nil {
		of = &elitesOf{bandit: NewBandit[string](maxElites, eliteWindow)}
		e.places[at] = of
	}
	of.at = e.entries
	e.changed[at] = true
	of.bandit.Enter(configuration, float64(news), cost)
	if len(e.places) > maxPlaces {
		oldest := at
		for k, other := range e.places {
			if other.at < e.places[oldest].at {
				oldest = k
			}
		}
		delete(e.places, oldest)
		e.changed[oldest] = true
	}
}

// Pick returns at most n different configurations of those known at a place. The chance of a configuration is proportional to its
// certain yield, so that the same ones are not picked each time, and one pick in eight gives all the same chance.
func (e *Elites) Pick(at Place, n int, draw *rng.Rand) []string {
	of := e.places[at]
	if of == nil {
		return nil
	}
	type elite struct {
		configuration string
		worth         float64
	}
	var left []elite
	for i := range of.bandit.arms {
		lower, _ := of.bandit.bounds(&of.bandit.arms[i])
		left = append(left, elite{of.bandit.arms[i].key, lower})
	}
	var picked []string
	for len(picked) < n && len(left) > 0 {
		total := 0.0
		for _, one := range left {
			total += one.worth
		}
		k := draw.IntN(len(left))
		if explores := draw.Chance(1, exploration); !explores && total > 0 {
			// 53 bits make a number in [0, 1).
			point := float64(draw.Uint64()>>11) / (1 << 53) * total
			for k = 0; k < len(left)-1 && point >= left[k].worth; k++ {
				point -= left[k].worth
			}
		}
		picked = append(picked, left[k].configuration)
		left = slices.Delete(left, k, k+1)
	}
	return picked
}

// An ElitesState is what Elites knows, as it is saved.
type ElitesState struct {
	Entries uint64 `json:"entries,omitempty"`
	// Places are in the order of their last entries.
	Places []PlaceState `json:"places,omitempty"`
}

// A PlaceState is what is known about a place, as it is saved.
type PlaceState struct {
	Place
	At             uint64              `json:"at"` // ElitesState.Entries after its last entry
	Configurations BanditState[string] `json:"configurations"`
}

// At returns what is known of some places.
func (e *Elites) At(places ...Place) ElitesState {
	st := ElitesState{Entries: e.entries}
	for _, at := range places {
		if of := e.places[at]; of != nil {
			st.Places = append(st.Places, of.state(at))
		}
	}
	st.sort()
	return st
}

// Save returns what is known. The same knowledge gives the same state.
func (e *Elites) Save() ElitesState {
	st := ElitesState{Entries: e.entries}
	for at, of := range e.places {
		st.Places = append(st.Places, of.state(at))
	}
	st.sort()
	return st
}

func (of *elitesOf) state(at Place) PlaceState {
	return PlaceState{Place: at, At: of.at, Configurations: of.bandit.Save()}
}

// sort puts the places into their order.
func (st *ElitesState) sort() {
	slices.SortFunc(st.Places, func(x, y PlaceState) int { return cmp.Compare(x.At, y.At) }) // no two are equal
}

// Changes returns the number of entries, and what is different since it was last called, or since the elites were made: what is known of places now, and places
// that were forgotten.
func (e *Elites) Changes() (st ElitesState, forgotten []Place) {
	st.Entries = e.entries
	for at := range e.changed {
		if of := e.places[at]; of != nil {
			st.Places = append(st.Places, of.state(at))
		} else {
			forgotten = append(forgotten, at)
		}
	}
	st.sort()
	clear(e.changed)
	return st, forgotten
}

// Restore replaces what is known with what was saved. After an error nothing is known.
func (e *Elites) Restore(st ElitesState) error {
	*e = *NewElites()
	last, places := uint64(0), make(map[Place]*elitesOf)
	for _, p := range st.Places {
		of := &elitesOf{bandit: NewBandit[string](maxElites, eliteWindow), at: p.At}
		if places[p.Place] != nil || p.At <= last || p.At > st.Entries || len(places) == maxPlaces {
			return fmt.Errorf("effort: entry %d of %d cannot be the last one of %v", p.At, st.Entries, p.Place)
		}
		if err := of.bandit.Restore(p.Configurations); err != nil {
			return err
		}
		last, places[p.Place] = p.At, of
		e.changed[p.Place] = true
	}
	e.entries, e.places = st.Entries, places
	return nil
}
