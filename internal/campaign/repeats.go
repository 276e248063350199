package campaign

import (
	"cmp"
	"slices"

	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/mutate"
)

// A discovery is that a shard found something.
type discovery struct {
	store.Incident
	shard  int // in the order of addition
	name   string
	engine string
}

// A repeats knows which shards found what others had found before: each counts a finding as its own, and together they have one.
// The zero value knows none.
type repeats struct {
	found  []discovery
	shards int
}

// add adds what happened to the findings of the next shard.
func (r *repeats) add(name string, history []store.Incident) {
	for _, h := range history {
		if h.What != store.Found || h.Untimed {
			continue
		}
		f := discovery{Incident: h, shard: r.shards, name: name}
		if mutant, err := mutate.ParseName(h.Mutant); err == nil {
			f.engine = mutant.Engine
		}
		r.found = append(r.found, f)
	}
	r.shards++
}

// all returns what shards found after others, each shard's finding once, whatever the order in which they were added.
func (r *repeats) all() (out []discovery) {
	slices.SortFunc(r.found, func(a, b discovery) int {
		return cmp.Or(cmp.Compare(a.Seconds, b.Seconds), cmp.Compare(a.name, b.name), cmp.Compare(a.Mutant, b.Mutant))
	})
	type own struct {
		shard     int
		signature string
	}
	found, counted := make(map[string]bool), make(map[own]bool)
	for _, f := range r.found {
		o := own{f.shard, f.Signature}
		if found[f.Signature] && !counted[o] {
			out = append(out, f)
		}
		found[f.Signature], counted[o] = true, true
	}
	return out
}
