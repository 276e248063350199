package main

import (
	"cmp"
	"slices"
)

// A site is what stays the same about a mistake when the code around it changes: its declaration, its kind, and the lines that it changes.
type site struct{ pkg, decl, kind, before, after string }

func (p *Place) site() site { return site{p.Package, p.Decl, p.Kind.String(), p.Before, p.After} }

func (r *Result) site() site { return site{r.Package, r.Decl, r.Kind, r.Before, r.After} }

// survivorsOf has the draws consist of the mistakes that survived in a record. IDs change with the declaration that a mistake is in, so
// mistakes are found by their site; of several at the same site, as many are taken as survived, first those with the same ID. It returns
// those that the code no longer has, in the order of their IDs.
func survivorsOf(record *Record, draws []*Draw) (gone []Result) {
	record.mu.Lock()
	defer record.mu.Unlock()
	at := make(map[site][]*Place)
	for _, d := range draws {
		for _, place := range d.Places {
			at[place.site()] = append(at[place.site()], place)
		}
	}
	chosen := make(map[*Place]bool)
	take := func(r Result, fits func(*Place) bool) bool {
		i := slices.IndexFunc(at[r.site()], func(p *Place) bool { return !chosen[p] && fits(p) })
		if i >= 0 {
			chosen[at[r.site()][i]] = true
		}
		return i >= 0
	}
	var moved []Result
	for _, id := range sortedKeys(record.results) {
		r := record.results[id]
		if r.Result == Survived && !take(r, func(p *Place) bool { return p.ID == r.ID }) {
			moved = append(moved, r)
		}
	}
	for _, r := range moved {
		if !take(r, func(*Place) bool { return true }) {
			gone = append(gone, r)
		}
	}
	for _, d := range draws {
		d.Chosen, d.Broken = nil, 0
		for _, place := range d.Places {
			if chosen[place] {
				d.Chosen = append(d.Chosen, place)
			}
		}
	}
	slices.SortFunc(gone, func(a, b Result) int { return cmp.Compare(a.ID, b.ID) })
	return gone
}
