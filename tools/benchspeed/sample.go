package main

import (
	"cmp"
	"slices"

	"github.com/assay-smt/assay/internal/base/seeds"
)

// A Sample is a set of formulas on which solvers are timed.
type Sample struct {
	Name  string
	Seeds []seeds.Seed
}

// The names of the samples.
const (
	Trivial = "trivial"
	Small   = "small"
	Real    = "real"
)

// smallBytes is the size below which a seed is small.
const smallBytes = 4 << 10

// trivial are formulas with nothing to solve, which show the minimum cost of a query. A solver gets the first one that it reads.
var trivial = []struct{ name, text string }{
	{"uf", "(set-logic QF_UF)\n(declare-const p Bool)\n(assert p)\n(check-sat)\n"},
	{"lia", "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 0))\n(check-sat)\n"},
	{"bv", "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(assert (bvult x #x10))\n(check-sat)\n"},
}

// Samples returns the samples over all seeds: the trivial formulas; those under 4 KB; and all of them. Each sample has at most the
// given number, taken evenly in the order of their hashes, so that the same seeds give the same samples.
func Samples(all []seeds.Seed, most int) []Sample {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b seeds.Seed) int { return cmp.Compare(a.Hash, b.Hash) })
	all = slices.CompactFunc(all, func(a, b seeds.Seed) bool { return a.Hash == b.Hash })
	var none, small []seeds.Seed
	for _, t := range trivial {
		none = append(none, seeds.New(t.name, t.text))
	}
	for _, s := range all {
		if len(s.Text) < smallBytes {
			small = append(small, s)
		}
	}
	return []Sample{{Trivial, none}, {Small, evenly(small, most)}, {Real, evenly(all, most)}}
}

// evenly takes n of the seeds.
func evenly(all []seeds.Seed, n int) []seeds.Seed {
	if len(all) <= n {
		return all
	}
	out := make([]seeds.Seed, 0, n)
	for i := range n {
		out = append(out, all[i*len(all)/n])
	}
	return out
}
