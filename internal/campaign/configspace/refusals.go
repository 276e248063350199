package configspace

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
)

// refusals is what a search remembers about configurations that failed: which values, and which combinations of them, are to blame.
// That is a guess from few runs, and holds for one formula.
type refusals struct {
	// fine are values of configurations that were of use, and pairs those of them that occurred together in one.
	fine  map[gene]bool
	pairs map[[2]gene]bool
	// blame is the blame of a value that is not known to be fine: each refusal distributes one unit among such values of the configuration. A value
	// with one unit is banned.
	blame map[gene]float64
	// options is the blame of all values of an option, and useful has the options with a fine value. The others are banned with two units: an option
	// with a number has more values than a search can try.
	options map[int]float64
	useful  map[int]bool
	// sets are values that were refused together.
	sets [][]gene
}

// unit is a unit of blame, slightly reduced since sums of fractions only come near it.
const unit = 0.999

func newRefusals() *refusals {
	return &refusals{
		fine: map[gene]bool{}, pairs: map[[2]gene]bool{}, blame: map[gene]float64{}, options: map[int]float64{}, useful: map[int]bool{},
	}
}

// accept records a configuration that was of use.
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

// refuse records one that failed.
func (f *refusals) refuse(v vector) {
	genes := v.genes()
	suspects := slices.DeleteFunc(slices.Clone(genes), func(g gene) bool { return f.fine[g] })
	for _, g := range suspects {
		share := 1 / float64(len(suspects))
		if len(genes) > 1 {
			share = min(share, 0.5) // it may be fine by itself but not with the others
		}
		f.blame[g] += share
		f.options[g.at] += share
	}
	if len(genes) < 2 {
		return
	}
	if len(suspects) == 0 {
		// Each value is fine, so a combination of values is not: two of them, if there is only one pair about which nothing is known.
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

// mend resets values to the default until nothing in a vector is known to be refused.
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

// allows reports whether nothing in a vector is known to be refused.
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
