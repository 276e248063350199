package configspace

import (
	"slices"

	"github.com/assay-smt/assay/internal/rng"
)

// refusals is what a search remembers of configurations that were of no use: which values, and which of them together, are to blame. That is a
// guess, made of few runs, and holds for one formula.
type refusals struct {
	// fine are values that some configuration had which was of use, and pairs those of them that one had together.
	fine  map[gene]bool
	pairs map[[2]gene]bool
	// blame of a value that is not known to be fine: each refusal shares out one unit among such values of the configuration. A value with one unit is banned.
	blame map[gene]float64
	// options is the blame of all values of an option, and useful has those of which a value is fine. The other ones are banned with two units: an option with a
	// number has more values than a search can try.
	options map[int]float64
	useful  map[int]bool
	// sets are values that were refused together.
	sets [][]gene
}

// unit is a unit of blame, as sums of fractions come near it.
const unit = 0.999

func newRefusals() *refusals {
	return &refusals{
		fine: map[gene]bool{}, pairs: map[[2]gene]bool{}, blame: map[gene]float64{}, options: map[int]float64{}, useful: map[int]bool{},
	}
}

// accept notes a configuration that was of use.
func (f *refusals) accept(v vector) {
	genes := v.genes()
	for i, a := range genes {
		f.fine[a] = true
		delete(f.blame, a)
		f.useful[a.at] = true
		for _, b := range genes[i+1:] {
			f.pairs[[2]gene{a, b}] = true
		}
	}
}

// refuse notes one that was of none.
func (f *refusals) refuse(v vector) {
	genes := v.genes()
	suspects := slices.DeleteFunc(slices.Clone(genes), func(g gene) bool { return f.fine[g] })
	for _, g := range suspects {
		share := 1 / float64(len(suspects))
		if len(genes) > 1 {
			share = min(share, 0.5) // it may be fine by itself, and not with the others
		}
		f.blame[g] += share
		f.options[g.at] += share
	}
	if len(genes) < 2 {
		return
	}
	if len(suspects) == 0 {
		// Each value is fine, so that values together are not: two of them, where there is only one pair of which nothing is known.
		var strange [][]gene
		for i, a := range genes {
			for _, b := range genes[i+1:] {
				if !f.pairs[[2]gene{a, b}] {
					strange = append(strange, []gene{a, b})
				}
			}
		}
		if len(strange) == 1 {
			genes = strange[0]
		}
	}
	f.sets = append(f.sets, genes)
}

// mend sets values back to the default until nothing of a vector is known to be refused.
func (f *refusals) mend(r *rng.Rand, v vector) {
	for _, g := range v.genes() {
		if f.bans(g) {
			v[g.at] = unset
		}
	}
	for _, set := range f.sets {
		if !has(v, set) {
			continue
		}
		drop := set
		if suspects := slices.DeleteFunc(slices.Clone(set), func(g gene) bool { return f.fine[g] }); len(suspects) > 0 {
			drop = suspects
		}
		v[rng.Pick(r, drop).at] = unset
	}
}

// allows reports whether nothing of a vector is known to be refused.
func (f *refusals) allows(v vector) bool {
	return !slices.ContainsFunc(v.genes(), f.bans) &&
		!slices.ContainsFunc(f.sets, func(set []gene) bool { return has(v, set) })
}

// bans reports whether a value is to blame by itself.
func (f *refusals) bans(g gene) bool {
	return f.blame[g] >= unit || f.options[g.at] >= 2*unit && !f.useful[g.at]
}

// has reports whether a vector has all of some values.
func has(v vector, set []gene) bool {
	return !slices.ContainsFunc(set, func(g gene) bool { return v[g.at] != g.value })
}
